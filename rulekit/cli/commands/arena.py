"""``rulekit arena``: bots against each other, with intervals."""

from __future__ import annotations

import click

from rulekit.cli.completion import complete_game
from rulekit.cli.errors import INTERRUPTED
from rulekit.cli.games import split_settings
from rulekit.cli.options import (
    chosen_language,
    json_option,
    language_option,
    players_option,
    resume_option,
    settings_option,
    variant_option,
)
from rulekit.cli.output import say, say_json
from rulekit.cli.progress import played_by, progress
from rulekit.i18n.errors import translated
from rulekit.installed import find_game, find_variants


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
@language_option
@json_option
def arena(
    game: str, bots: str, games: int, players: int | None, seed: int, settings: tuple[str, ...],
    variants: tuple[str, ...], jobs: int | str | None, resume: bool, lang: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Let bots play GAME against each other, and tell who wins how much.

    Seats are rotated: each seed is played once for every way to sit, and these games are one block. The intervals (95 %) rest on
    the spread between blocks. Elo compares the share with that of equals: 0 where all are alike.
    """
    from rulekit.lab.arena import arena as play
    from rulekit.lab.messages import text
    from rulekit.lab.summary import ranked

    said = chosen_language(lang)
    folder = find_game(game)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    wanted = split_settings(settings, "OPTION=VALUE")
    files = find_variants(folder, variants)
    with progress("arena", lang=said) as told:
        found = play(folder, names, games, players, seed, wanted, files, jobs, resume, told)
    if found.note:
        say(translated(found.note, said), err=True)
    if as_json:
        say_json(found.as_dict())
    else:
        for line in ranked(found, said):
            say(line)
    if not found.whole:
        say(text("interrupted", said), err=True)
        return INTERRUPTED
    return 1 if found.stopped else 0
