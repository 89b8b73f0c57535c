"""Calls into the code of plugins: what it raises is said to be the plugin's fault, and what it prints goes to the error
stream, so that the output of a command stays what it is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Lock
from types import TracebackType
from typing import TextIO

from rulekit.budget import BudgetExceeded

ENDS: tuple[type[BaseException], ...] = (KeyboardInterrupt, BudgetExceeded)
"""By these the program ends what is going on; they only pass through a plugin"""
_lock = Lock()
_depth = 0
_output: TextIO | None = None


class Calling:
    """A context for calls: it raises ``fault(error)`` for whatever is raised inside, even where that is no Exception. Errors of
    the classes in ``passing`` are raised as they are. It can be entered again, and in several threads."""

    def __init__(self, fault: Callable[[BaseException], Exception], *passing: type[BaseException]) -> None:
        self._fault, self._passing = fault, (*ENDS, *passing)

    def __enter__(self) -> None:
        global _depth, _output
        with _lock:
            if not _depth:
                _output, sys.stdout = sys.stdout, sys.stderr
            _depth += 1

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        global _depth
        with _lock:
            _depth -= 1
            if not _depth and _output is not None:
                sys.stdout = _output
        if error is not None and not isinstance(error, self._passing):
            raise self._fault(error) from error
