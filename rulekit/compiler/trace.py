"""What a traced module can tell: which rule lines it came to, and how its conditions were answered."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

from attrs import define, field

from rulekit.diagnostics import Span


@define
class Trace:
    """Numbers for places in the rules, the same over all set-ups of a game. ``sort``: line, yes or no."""

    numbers: dict[tuple[str, int, str], int] = field(factory=dict)
    hits: set[int] = field(factory=set)

    def number(self, span: Span, sort: str) -> int:
        return self.numbers.setdefault((span.file, span.line, sort), len(self.numbers))

    # ------------------------------------------------------------ called by traced code
    def seen(self, number: int, value: object) -> object:
        self.hits.add(number)
        return value

    def asked(self, yes: int, no: int, value: object) -> object:
        self.hits.add(yes if value else no)
        return value


@define
class Listening(Trace):
    """A trace that keeps the order, and the values that the sentences of the rules worked with.

    ``heard``: length of the journal at that moment -> number of a condition -> its answer. A condition that is asked again stands
    where it was asked last: what came of an earlier answer left no trace in the journal.
    ``worked``: length of the journal, number of a rule line, and its values as templates.
    """

    log: Sized = ()
    heard: dict[int, dict[int, bool]] = field(factory=dict)
    worked: list[tuple[int, int, list[tuple[int, tuple[Any, ...]]]]] = field(factory=list)
    _places: dict[int, tuple[str, int]] = field(factory=dict)

    def place(self, number: int) -> tuple[str, int]:
        """File and line of a condition that was heard."""
        if number not in self._places:
            self._places = {n: key[:2] for key, n in self.numbers.items()}
        return self._places[number]

    def seen(self, number: int, value: object) -> object:
        return value

    def asked(self, yes: int, no: int, value: object) -> object:
        # Hundreds of thousands of conditions are asked in a game, and few of them are told: nothing more is done here.
        at = len(self.log)
        own = self.heard.get(at)
        if own is None:
            own = self.heard[at] = {}
        own.pop(yes, None)
        own[yes] = bool(value)
        return value

    def compared(self, line: int, values: list[tuple[int, tuple[Any, ...]]]) -> None:
        self.worked.append((len(self.log), line, values))
