"""``rulekit perft``: how many ways there are to go on from a position, so many decisions deep."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

import rulekit
from rulekit.cli.completion import complete_game
from rulekit.cli.games import split_settings, usual_players
from rulekit.cli.options import variant_option
from rulekit.cli.output import say
from rulekit.diagnostics import UserError
from rulekit.installed import find_game, find_variants
from rulekit.native import go_native
from rulekit.tabletop import save_files

if TYPE_CHECKING:
    from rulekit import Match

START = "start"


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--from",
    "position",
    default=START,
    show_default=True,
    metavar="POSITION",
    help="A saved game, the title of a rule test of GAME, or start.",
)
@click.option("--depth", required=True, type=click.IntRange(min=0), metavar="N", help="How many decisions deep.")
@click.option("--turns", is_flag=True, help="Count in turns: a turn is over when somebody else is asked.")
@click.option("--unended", is_flag=True, help="Leave out games that are over before that depth.")
@click.option(
    "--native/--no-native", default=True, help="Count in a native library where there is a C compiler, or in Python."
)
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="How many play, from the start.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game, from the start.")
@click.option("--seed", type=click.IntRange(min=0), metavar="S", help="The origin of all chance; normally 1.")
@variant_option
def perft(
    game: str, position: str, depth: int, turns: bool, unended: bool, native: bool, players: int | None,
    settings: tuple[str, ...], seed: int | None, variants: tuple[str, ...],
) -> None:  # fmt: skip
    """Count the leaves of the tree of decisions in GAME, for each option of the first decision and in all.

    Always the first pending decision is answered, with each of its options; chance is played out as the seed says. A rule
    test builds its position with its lines before the first `then`. Where nobody is asked any more is a leaf too, but for
    `--unended`.
    """
    from rulekit.perft import PerftOptions, divide
    from rulekit.perft import perft as count

    wanted = split_settings(settings, "OPTION=VALUE")
    folder = find_game(game)
    settled = players is not None or bool(wanted)
    if position == START:
        rules = rulekit.load(folder, find_variants(folder, variants))
        match = rules.start(usual_players(rules, players), 1 if seed is None else seed, wanted, journal=False)
    elif Path(position).suffix == ".json" or Path(position).is_file():
        if settled or seed is not None:
            raise click.UsageError("a saved game goes on: --players, --seed and --set were settled then")
        match = _saved(folder, Path(position), variants)
    else:
        if settled:
            raise click.UsageError(
                "a rule test says itself who plays and with which options; leave out --players and --set"
            )
        from rulekit.rule_tests.runner import position as build

        match = build(folder, position, find_variants(folder, variants), 1 if seed is None else seed)
    if native:
        with suppress(UserError):  # no compiler, or rules that are not written in C: Python counts the same
            go_native(match.compiled)
    how = PerftOptions(turns, not unended)
    parts = divide(match, depth, how)
    for name, leaves in parts:
        say(f"{name}: {leaves}")
    say(f"perft {depth}: {sum(leaves for _, leaves in parts) if parts else count(match, depth, how)}")


def _saved(folder: Path, file: Path, variants: tuple[str, ...]) -> Match:
    saved = save_files.read(file)
    table = save_files.take_table(saved)
    rules = rulekit.load(folder, find_variants(folder, variants or table.variants))
    return rules.resume(saved, journal=False)
