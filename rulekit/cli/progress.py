"""The progress of many games on the terminal: how many are done, how fast, and how long it still takes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from time import monotonic

import click

from rulekit.cli.progress_messages import TEXTS
from rulekit.diagnostics import UserError

Told = Callable[[int, int], None]
SELDOM = 10.0
"""Seconds between two lines where the output is no terminal"""


def played_by(command: Callable[..., int]) -> Callable[..., int]:
    """Options that say where games are played, ``--jobs`` and ``--cluster``; the command is given one of them as ``jobs``."""

    @click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes; normally one for each core.")
    @click.option("--cluster", metavar="ADDRESS",
                  help="Play on a cluster of dask (extra: cluster): tcp://..., or local for one of this machine.")  # fmt: skip
    @wraps(command)
    def around(*args: object, jobs: int | None, cluster: str | None, **said: object) -> int:
        if jobs is not None and cluster is not None:
            raise UserError("--jobs and --cluster do not go together", "a cluster has as many workers as there are")
        return command(*args, jobs=jobs if cluster is None else cluster, **said)

    return around


@contextmanager
def progress(what: str, sort: str = "games", lang: str = "en") -> Iterator[Told]:
    """Gives a function to be called with ``(done, of)`` after each game; it writes to standard error, which is not piped.

    ``sort``: what is counted, as the catalogue has it."""
    if not sys.stderr.isatty():
        yield _lines(what, sort, lang)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task, rate = shown.add_task(what, rate=""), Throughput(sort, lang)

        def told(done: int, of: int) -> None:
            shown.update(task, completed=done, total=of, rate=rate.text(done))

        yield told


PER = ((1, "s"), (60, "min"), (3600, "h"))


class Throughput:
    """Games, or whatever is counted, a second since the first news; a minute or an hour where they take long."""

    def __init__(self, sort: str = "games", lang: str = "en") -> None:
        self._sort, self._lang = sort, lang
        self._begin: tuple[float, int] | None = None

    def text(self, done: int) -> str:
        if self._begin is None:
            self._begin = monotonic(), done
        since, before = self._begin
        took = monotonic() - since
        if took <= 0.5 or done <= before:
            return ""
        rate = (done - before) / took
        many, unit = next((rate * n, unit) for n, unit in PER if rate * n >= 1 or unit == "h")
        return TEXTS.text("rate", self._lang, rate=many, sort=TEXTS.text(self._sort, self._lang), unit=unit)


def _lines(what: str, sort: str, lang: str) -> Told:
    rate, last = Throughput(sort, lang), monotonic()

    def told(done: int, of: int) -> None:
        nonlocal last
        said = rate.text(done)
        if monotonic() - last >= SELDOM and done < of:
            last = monotonic()
            row = TEXTS.text("done", lang, what=what, n=done, of=of, sort=TEXTS.text(sort, lang))
            print(TEXTS.text("both", lang, done=row, rate=said) if said else row, file=sys.stderr, flush=True)

    return told
