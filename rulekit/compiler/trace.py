"""What a traced module can tell: which rule lines it came to, and how its conditions were answered."""

from __future__ import annotations

from typing import ClassVar

from attrs import define, field

from rulekit.diagnostics import Span


@define
class Trace:
    """Numbers for places in the rules, the same over all set-ups of a game. ``sort``: line, yes or no."""

    listens: ClassVar[bool] = False
    """Whether it is told the values that sentences work with, too"""
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
