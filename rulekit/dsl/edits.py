"""A change that a variant makes to the text of a game, as data."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulekit.diagnostics import Span
from rulekit.dsl.syntax import Line


@frozen
class Edit:
    """One change that a variant makes to the text: ``sort`` is before, after, instead, remove or replace."""

    sort: str
    variant: str
    home: str
    """The rule, card or other heading that is changed"""
    old: str
    """The line or the heading as it stands in the game"""
    at: Span
    new: Sequence[Line]
    span: Span
    whole: bool = False
    """A rule or a card as a whole, and not one of its lines"""

    @property
    def destroys(self) -> bool:
        return self.sort in ("instead", "remove", "replace")
