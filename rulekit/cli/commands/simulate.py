"""``rulekit simulate``: many games by bots, as a table, a report and data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

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
    settings_option,
    variant_option,
)
from rulekit.cli.output import say, say_json
from rulekit.cli.progress import played_by, progress
from rulekit.files import access, check_output
from rulekit.i18n.errors import translated
from rulekit.installed import find_game, find_variants

if TYPE_CHECKING:
    from rulekit.lab.comparison import Comparison
    from rulekit.lab.simulation import Simulation

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--games", default=1000, show_default=True, type=int, help="Games, rounded up so that all sit everywhere."
)
@bots_option
@players_option
@seed_option
@settings_option
@variant_option
@click.option("--compare", "compared", multiple=True, metavar="FILE|OPTION=VALUE",
              help="Play the same seeds with this variant or option, too.")  # fmt: skip
@played_by
@resume_option
@click.option("--report", type=FILE, metavar="FILE", help="Write one HTML page with pictures.")
@click.option("--csv", "as_csv", type=FILE, metavar="FILE", help="Write a row for each seat of each game as CSV.")
@click.option("--parquet", type=FILE, metavar="FILE", help="Write the same as Parquet (extra: lab).")
@language_option
@json_option
def simulate(
    game: str, games: int, bots: str, players: int | None, seed: int, settings: tuple[str, ...],
    variants: tuple[str, ...], compared: tuple[str, ...], jobs: int | str | None, resume: bool, report: Path | None,
    as_csv: Path | None, parquet: Path | None, lang: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Play GAME many times by bots, and tell what happens: who wins, how long it takes, what is chosen and what that is worth.

    With --compare the same seeds are played with a variant as well, and what moves is told with intervals. A seed gives the same
    game on any number of cores. Ctrl-C keeps what is done.
    """
    from rulekit.lab.comparison import outcome
    from rulekit.lab.messages import text
    from rulekit.lab.records import check_parquet
    from rulekit.lab.simulation import simulate as play
    from rulekit.lab.summary import compared as lines_of
    from rulekit.lab.summary import simulated

    said = chosen_language(lang)
    for path in filter(None, (report, as_csv, parquet)):
        check_output(path)
    if parquet is not None:
        check_parquet()
    folder = find_game(game)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    wanted = split_settings(settings, "OPTION=VALUE")
    files, more = find_variants(folder, variants), find_variants(folder, [x for x in compared if "=" not in x])
    other = split_settings([x for x in compared if "=" in x], "OPTION=VALUE")
    comparison = None
    with progress("simulate", lang=said) as told:
        found = play(folder, games, names, players, seed, wanted, files, jobs, resume, told)
    if compared and found.whole:
        with progress("compare", lang=said) as told:
            laid = play(folder, games, names, players, seed, wanted | other, [*files, *more], jobs, resume, told)
        comparison = outcome(found, laid)
    for note in {found.note, comparison.laid.note if comparison else ""} - {""}:
        say(translated(note, said), err=True)
    if as_json:
        say_json(found.as_dict() | ({"compared": comparison.rows, "power": comparison.power} if comparison else {}))
    else:
        for line in [*simulated(found, said), *(lines_of(comparison, said) if comparison is not None else ())]:
            say(line)
    _write(found, comparison, report, as_csv, parquet, said)
    if not found.whole or (comparison is not None and not comparison.laid.whole):
        say(text("interrupted", said), err=True)
        return INTERRUPTED
    return 1 if found.stopped or (comparison is not None and comparison.laid.stopped) else 0


def _write(
    found: Simulation,
    comparison: Comparison | None,
    report: Path | None,
    as_csv: Path | None,
    parquet: Path | None,
    lang: str,
) -> None:
    from rulekit.lab.messages import text
    from rulekit.lab.records import write_csv, write_parquet
    from rulekit.lab.report import report as page

    if report is not None:
        with access(report, "cannot be written"):
            report.write_text(page(found, lang, comparison), encoding="utf-8")
        say(text("written", lang, path=report), err=True)
    for path, write in ((as_csv, write_csv), (parquet, write_parquet)):
        if path is not None:
            with access(path, "cannot be written"):
                write(path, found.rows if comparison is None else comparison.games)
