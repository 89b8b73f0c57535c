"""The processes that play games. Each begins by importing the script that asked for it, as ``spawn`` does on every system.

A script that asks for games while it is imported, because they are not below ``if __name__ == "__main__":``, would ask for more
processes in each of them. They end at once instead, with a code that tells the script's own process why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import TimeoutError as NotYet
from multiprocessing import active_children, current_process
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import TypeVar

from rulekit.diagnostics import UserError

IMPORTED = 97
"""The exit code of a process that was asked for games by the script that it imports"""
LOOK = 0.2
"""Seconds between two looks at whether all processes are there"""
GUARD = 'put what the script does below  if __name__ == "__main__":   or play in this process alone: jobs=1'
T = TypeVar("T")
R = TypeVar("R")


class GameProcess(SpawnProcess):
    """A process whose name is set before the script is imported in it."""


class GameContext(SpawnContext):
    Process = GameProcess


def check_not_imported() -> None:
    """Ends a process of ours that is still importing the script."""
    process = current_process()
    if _importing() and process.name.startswith("GamePoolWorker"):
        raise SystemExit(IMPORTED)


def _importing() -> bool:
    return bool(getattr(current_process(), "_inheriting", False))


def in_processes(
    number: int, begin: Callable[..., None], given: Sequence[object], work: Callable[[T], R], tasks: Sequence[T]
) -> Iterator[R]:
    """What ``work`` makes of each task, in their order; each process carries out ``begin(*given)`` first.

    Raises UserError where a process ends by itself: what it was doing would be waited for in vain.
    """
    check_not_imported()
    if _importing():
        raise UserError("games are played in several processes only when the script is imported to its end", GUARD)
    before = active_children()
    with GameContext().Pool(number, begin, given) as pool:
        processes = [p for p in active_children() if isinstance(p, GameProcess) and p not in before]
        try:
            results = pool.imap(work, tasks)
            left = len(tasks)
            while left:
                with suppress(NotYet):
                    yield results.next(LOOK)
                    left -= 1
                    continue
                _check(processes)
        finally:
            pool.terminate()


def _check(processes: Sequence[GameProcess]) -> None:
    ended = [p.exitcode for p in processes if p.exitcode is not None]
    if IMPORTED in ended:
        raise UserError(
            "each process that plays games begins by importing this script, and would play them again", GUARD
        )
    if ended:
        raise UserError(
            f"a process that plays games has ended by itself, with the code {ended[0]}",
            "if memory is short, play in fewer processes:  --jobs N",
        )
