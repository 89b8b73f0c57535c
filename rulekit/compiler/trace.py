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

    Both lists begin with the length of the journal at that moment: ``heard`` goes on with file, line and answer of a condition,
    ``worked`` with the number of a rule line and its values as templates.
    """

    log: Sized = ()
    heard: list[tuple[int, str, int, bool]] = field(factory=list)
    worked: list[tuple[int, int, list[tuple[int, tuple[Any, ...]]]]] = field(factory=list)
    _places: dict[int, tuple[str, int]] = field(factory=dict)

    def asked(self, yes: int, no: int, value: object) -> object:
        if yes not in self._places:
            self._places = {n: key[:2] for key, n in self.numbers.items()}
        self.heard.append((len(self.log), *self._places[yes], bool(value)))
        return value

    def compared(self, line: int, values: list[tuple[int, tuple[Any, ...]]]) -> None:
        self.worked.append((len(self.log), line, values))
