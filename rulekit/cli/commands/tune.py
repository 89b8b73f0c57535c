"""``rulekit tune``: the value of a setting with which games come nearest to a goal."""

from __future__ import annotations

import click

from rulekit.cli.completion import complete_game
from rulekit.cli.errors import INTERRUPTED
from rulekit.cli.games import split_settings
from rulekit.cli.options import (
    bots_option,
    chosen_language,
    json_option,
    language_option,
    players_option,
    resume_option,
    seed_option,
    variant_option,
)
from rulekit.cli.output import say, say_json
from rulekit.cli.progress import played_by, progress
from rulekit.i18n.errors import translated
from rulekit.installed import find_game, find_variants

GOALS = '"win share per seat even", "win share of PLAYER 30 %", "score 40", "score of PLAYER 40", "decisions 300".'


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--goal", required=True, metavar="TEXT", help=GOALS)
@click.option("--set", "settings", multiple=True, required=True, metavar="NAME=VALUES",
              help="What is tuned: 2..6, 2..20:4 or A,B; with one value, an option of the game.")  # fmt: skip
@click.option(
    "--games", default=8000, show_default=True, type=click.IntRange(min=1), help="Games of the search in all."
)
@bots_option
@players_option
@seed_option
@variant_option
@played_by
@resume_option
@language_option
@json_option
def tune(
    game: str, goal: str, settings: tuple[str, ...], games: int, bots: str, players: int | None, seed: int,
    variants: tuple[str, ...], jobs: int | str | None, resume: bool, lang: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Look for the value of a setting with which GAME comes nearest to a goal.

    All values play the same seeds; after each round the worse half is dropped (sequential halving). Told is the best value, which
    others may be as good, and what the best does on new seeds.
    """
    from rulekit.lab.messages import text
    from rulekit.lab.setting import singles, the_swept
    from rulekit.lab.sweep_report import tuned
    from rulekit.lab.tune import tune as search

    said = chosen_language(lang)
    folder = find_game(game)
    wanted = split_settings(settings, "NAME=VALUES")
    names = [name.strip() for name in bots.split(",") if name.strip()]
    with progress("tune", lang=said) as told:
        found = search(
            folder, the_swept(wanted), goal, games, names, players, seed, dict(singles(wanted)),
            find_variants(folder, variants), jobs, resume, told,
        )  # fmt: skip
    if found.note:
        say(translated(found.note, said), err=True)
    if as_json:
        say_json(found.as_dict())
    else:
        for line in tuned(found, said):
            say(line)
    if not found.whole:
        say(text("interrupted", said), err=True)
        return INTERRUPTED
    return 1 if found.stopped else 0
