"""``rulekit arena``: bots against each other, with intervals."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import click

from rulekit.cli.completion import complete_game
from rulekit.cli.errors import INTERRUPTED
from rulekit.cli.games import split_settings
from rulekit.cli.options import json_option, players_option, resume_option, settings_option, variant_option
from rulekit.cli.output import say, say_json
from rulekit.cli.progress import played_by, progress
from rulekit.installed import find_game, find_variants

if TYPE_CHECKING:
    from rulekit.lab.arena import Arena


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--bots", required=True, metavar="A,B,...", help="Who plays: names of bots, with commas between them.")
@click.option("--games", default=100, show_default=True, type=int, help="Games, rounded up so that all sit everywhere.")
@players_option
@click.option("--seed", default=1, show_default=True, type=click.IntRange(min=0), help="Seed of the first block.")
@settings_option
@variant_option
@played_by
@resume_option
@json_option
def arena(
    game: str, bots: str, games: int, players: int | None, seed: int, settings: tuple[str, ...],
    variants: tuple[str, ...], jobs: int | str | None, resume: bool, as_json: bool,
) -> int:  # fmt: skip
    """Let bots play GAME against each other, and tell who wins how much.

    Seats are rotated: each seed is played once for every way to sit, and these games are one block. The intervals (95 %) rest on
    the spread between blocks. Elo compares the share with that of equals: 0 where all are alike.
    """
    from rulekit.lab.arena import arena as play

    folder = find_game(game)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    wanted = split_settings(settings, "OPTION=VALUE")
    files = find_variants(folder, variants)
    with progress("arena") as told:
        found = play(folder, names, games, players, seed, wanted, files, jobs, resume, told)
    if found.note:
        say(found.note, err=True)
    if as_json:
        say_json(found.as_dict())
    else:
        _show(found)
    if not found.whole:
        say(f"interrupted after {found.games} games; go on with --resume", err=True)
        return INTERRUPTED
    return 1 if found.stopped else 0


def _show(found: Arena) -> None:
    say(f"{found.games} games of {found.plan.players} players in {found.games // found.plan.block} blocks")
    wide = max(len(s.bot) for s in found.strengths)
    say(f"{'bot':{wide}}  {'wins':>6}  {'95 % interval':>17}  {'even':>6}  {'Elo':>6}  interval")
    for s in found.strengths:
        low, high = (_percent(x) for x in (s.share.low, s.share.high))
        say(
            f"{s.bot:{wide}}  {_percent(s.share.value):>6}  {low + ' to ' + high:>17}  {_percent(s.even):>6}"
            f"  {_elo(s.elo.value):>6}  {_elo(s.elo.low)} to {_elo(s.elo.high)}"
        )
    if found.stopped:
        say(f"{found.stopped} games stopped before their end: rulekit simulate tells why")


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _elo(number: float) -> str:
    return {inf: "∞", -inf: "-∞"}.get(number) or f"{number:+.0f}"
