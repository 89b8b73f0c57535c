"""Calls into the code of plugins: what it raises is said to be the plugin's fault, and what it prints goes to the error
stream, so that the output of a command stays what it is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Lock, local
from types import TracebackType
from typing import Any, TextIO, cast

from rulekit.budget import BudgetExceeded

ENDS: tuple[type[BaseException], ...] = (KeyboardInterrupt, BudgetExceeded)
"""By these the program ends what is going on; they only pass through a plugin"""


class _Depth(local):
    """How many calls of plugins this thread is in, one inside the other."""

    calls = 0


class _Redirect:
    """Stands in for ``sys.stdout`` while plugins are called: threads that are in such a call write to ``sys.stderr``, all others
    to the stream that was there. Who puts this back later, since it was there when it looked, does no harm."""

    def __init__(self, output: TextIO) -> None:
        self.output = output

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stderr if _depth.calls else self.output, name)


_lock = Lock()
_depth = _Depth()
_calls = 0
"""Calls of plugins that are going on, in all threads"""


class Calling:
    """A context for calls: it raises ``fault(error)`` for whatever is raised inside, even where that is no Exception. Errors of
    the classes in ``passing`` are raised as they are. It can be entered again, and in several threads."""

    def __init__(self, fault: Callable[[BaseException], Exception], *passing: type[BaseException]) -> None:
        self._fault, self._passing = fault, (*ENDS, *passing)

    def __enter__(self) -> None:
        global _calls
        with _lock:
            if not isinstance(sys.stdout, _Redirect):
                sys.stdout = cast(TextIO, _Redirect(sys.stdout))
            _calls += 1
        _depth.calls += 1

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        global _calls
        _depth.calls -= 1
        with _lock:
            _calls -= 1
            if not _calls and isinstance(sys.stdout, _Redirect):
                sys.stdout = sys.stdout.output
        if error is not None and not isinstance(error, self._passing):
            raise self._fault(error) from error
