"""``rulekit simulate``: many games by bots, as a table, a report and data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulekit.cli.failing import INTERRUPTED
from rulekit.cli.games import find_game, find_variants, split_settings
from rulekit.cli.output import say, say_json
from rulekit.cli.running import progress
from rulekit.diagnostics import UserError

if TYPE_CHECKING:
    from rulekit.lab.comparison import Comparison
    from rulekit.lab.simulation import Simulation

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("game")
@click.option(
    "--games", default=1000, show_default=True, type=int, help="Games, rounded up so that all sit everywhere."
)
@click.option(
    "--bots", default="random", show_default=True, metavar="A,B,...", help="Who plays, with commas between them."
)
@click.option("--players", type=click.IntRange(min=1), help="How many sit at the table; normally as the rules say.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(min=0), help="Seed of the first games.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game.")
@click.option("--variant", "variants", multiple=True, metavar="FILE", help="A variant to be laid over the game.")
@click.option(
    "--compare", "compared", multiple=True, metavar="FILE", help="Play the same seeds with this variant, too."
)
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes; normally one for each core.")
@click.option("--resume", is_flag=True, help="Go on where an interrupted run of the same games stopped.")
@click.option("--report", type=FILE, metavar="FILE", help="Write one HTML page with pictures.")
@click.option("--csv", "as_csv", type=FILE, metavar="FILE", help="Write a row for each seat of each game as CSV.")
@click.option("--parquet", type=FILE, metavar="FILE", help="Write the same as Parquet (extra: lab).")
@click.option("--lang", default="en", show_default=True, metavar="LANG", help="Language of the report: en or zh.")
@click.option("--json", "as_json", is_flag=True, help="Write the result as one JSON object.")
def simulate(
    game: str, games: int, bots: str, players: int | None, seed: int, settings: tuple[str, ...],
    variants: tuple[str, ...], compared: tuple[str, ...], jobs: int | None, resume: bool, report: Path | None,
    as_csv: Path | None, parquet: Path | None, lang: str, as_json: bool,
) -> int:  # fmt: skip
    """Play GAME many times by bots, and tell what happens: who wins, how long it takes, what is chosen and what that is worth.

    With --compare the same seeds are played with a variant as well, and what moves is told with intervals. A seed gives the same
    game on any number of cores. Ctrl-C keeps what is done.
    """
    from rulekit.lab.comparison import outcome
    from rulekit.lab.simulation import simulate as play

    folder = find_game(game)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    wanted = split_settings(settings, "OPTION=VALUE")
    files, more = find_variants(folder, variants), find_variants(folder, compared)
    comparison = None
    with progress("simulate") as told:
        found = play(folder, games, names, players, seed, wanted, files, jobs, resume, told)
    if more and found.whole:
        with progress("compare") as told:
            laid = play(folder, games, names, players, seed, wanted, [*files, *more], jobs, resume, told)
        comparison = outcome(found, laid)
    for note in {found.note, comparison.laid.note if comparison else ""} - {""}:
        say(note, err=True)
    if as_json:
        say_json(found.as_dict() | ({"compared": comparison.rows, "power": comparison.power} if comparison else {}))
    else:
        _show(found)
        if comparison is not None:
            _show_moved(comparison)
    _write(found, comparison, report, as_csv, parquet, lang)
    if not found.whole or (comparison is not None and not comparison.laid.whole):
        say("interrupted: this is what was played; go on with --resume", err=True)
        return INTERRUPTED
    return 1 if found.stopped or (comparison is not None and comparison.laid.stopped) else 0


def _show(found: Simulation) -> None:
    say(f"{found.title}: {len(found.finished)} games of {len(found.players)} players by {', '.join(found.plan.bots)}")
    for reason, seeds in found.stopped.items():
        say(f"{len(seeds)} games stopped, the first with seed {seeds[0]}: {reason}")
    if not found.finished:
        return
    wide = max(len(s.player) for s in found.seats)
    for s in found.seats:
        share = f"{100 * s.share.value:5.1f} % ({100 * s.share.low:.1f} to {100 * s.share.high:.1f})"
        say(f"{s.seat} {s.player:{wide}}  wins {share:26}  score {s.score.value:.1f}")
    say(f"decisions in a game: {found.length.value:.1f} ({found.length.low:.1f} to {found.length.high:.1f})")


def _show_moved(comparison: Comparison) -> None:
    say(f"with the variant, on {comparison.pairs} pairs of games with the same seeds:")
    for m in comparison.moved:
        unit = 100 if m.what == "win share" else 1
        d = m.difference
        said = f"{unit * m.base:.1f} -> {unit * m.laid:.1f}, difference {unit * d.value:+.2f}"
        sure = "a finding" if m.sure else "no finding"
        say(f"  {m.what} {m.player}: {said} ({unit * d.low:+.2f} to {unit * d.high:+.2f}), p {m.chance:.3f}: {sure}")
    say(comparison.power)


def _write(
    found: Simulation,
    comparison: Comparison | None,
    report: Path | None,
    as_csv: Path | None,
    parquet: Path | None,
    lang: str,
) -> None:
    from rulekit.lab.records import write_csv, write_parquet
    from rulekit.lab.report import report as page

    try:
        if report is not None:
            report.write_text(page(found, lang, comparison), encoding="utf-8")
            say(f"report: {report}", err=True)
        if as_csv is not None:
            write_csv(as_csv, found.rows)
        if parquet is not None:
            write_parquet(parquet, found.rows)
    except OSError as error:
        raise UserError(f"{error.filename or 'the result'} can not be written: {error.strerror}") from None
