"""``rulekit sweep``: a setting with each of its values, as a table and as curves."""

from __future__ import annotations

from pathlib import Path

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
from rulekit.files import access, check_output
from rulekit.i18n.errors import translated
from rulekit.installed import find_game, find_variants


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--set", "settings", multiple=True, required=True, metavar="NAME=VALUES",
              help="What is swept: 2..6, 2..20:4 or A,B; with one value, an option of the game.")  # fmt: skip
@click.option("--games", default=400, show_default=True, type=int, help="Games with each value, on the same seeds.")
@bots_option
@players_option
@seed_option
@variant_option
@played_by
@resume_option
@click.option("--report", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write one HTML page with the curves.")  # fmt: skip
@language_option
@json_option
def sweep(
    game: str, settings: tuple[str, ...], games: int, bots: str, players: int | None, seed: int,
    variants: tuple[str, ...], jobs: int | str | None, resume: bool, report: Path | None, lang: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Play GAME with each value of a setting, on the same seeds, and tell what moves: wins, scores, length.

    A setting is an option of the game, or a number that one line of a variant can settle: `price of mill`, `coins`, `toll`. The
    same seeds give the same result on any number of cores. Ctrl-C keeps what is done.
    """
    from rulekit.lab.messages import text
    from rulekit.lab.setting import singles, the_swept
    from rulekit.lab.summary import aligned
    from rulekit.lab.sweep import sweep as play
    from rulekit.lab.sweep_report import head, page, rows, stopped

    if report is not None:
        check_output(report)
    said = chosen_language(lang)
    folder = find_game(game)
    wanted = split_settings(settings, "NAME=VALUES")
    names = [name.strip() for name in bots.split(",") if name.strip()]
    with progress("sweep", lang=said) as told:
        found = play(
            folder, the_swept(wanted), games, names, players, seed, dict(singles(wanted)),
            find_variants(folder, variants), jobs, resume, told,
        )  # fmt: skip
    if found.note:
        say(translated(found.note, said), err=True)
    if as_json:
        say_json(found.as_dict())
    else:
        for line in [*head(found, said), "", *aligned(rows(found, said)), *stopped(found, said)]:
            say(line)
    if report is not None:
        with access(report, "cannot be written"):
            report.write_text(page(found, said), encoding="utf-8")
        say(text("written", said, path=report), err=True)
    if not found.whole:
        say(text("interrupted", said), err=True)
        return INTERRUPTED
    return 1 if any(v.stopped for v in found.values) else 0
