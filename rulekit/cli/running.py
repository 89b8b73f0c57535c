"""The progress of many games on the terminal: how many are done, how fast, and how long it still takes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

Told = Callable[[int, int], None]
SELDOM = 10.0
"""Seconds between two lines where the output is no terminal"""


@contextmanager
def progress(what: str) -> Iterator[Told]:
    """Gives what is told ``(done, of)`` after each game. It writes to standard error, so that results can be piped."""
    if not sys.stderr.isatty():
        yield _lines(what)
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
        task, rate = shown.add_task(what, rate=""), Rate()

        def told(done: int, of: int) -> None:
            shown.update(task, completed=done, total=of, rate=rate.text(done))

        yield told


class Rate:
    """Games a second since the first news."""

    def __init__(self) -> None:
        self._begin: tuple[float, int] | None = None

    def text(self, done: int) -> str:
        if self._begin is None:
            self._begin = monotonic(), done
        since, before = self._begin
        took = monotonic() - since
        return f"{(done - before) / took:.1f} games/s" if took > 0.5 and done > before else ""


def _lines(what: str) -> Told:
    rate, last = Rate(), monotonic()

    def told(done: int, of: int) -> None:
        nonlocal last
        said = rate.text(done)
        if monotonic() - last >= SELDOM and done < of:
            last = monotonic()
            print(f"{what}: {done} of {of} games, {said}", file=sys.stderr, flush=True)

    return told
