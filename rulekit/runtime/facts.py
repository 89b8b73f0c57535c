"""The rule lines on which an option rests, with the values that were compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.image import Value

if TYPE_CHECKING:
    from rulekit.runtime.labels import Labels
    from rulekit.runtime.visibility import Perspective

Compared = tuple[int, tuple[Value, ...], int]
"""What a condition compares: (template, values, 1 for a condition that the option needs)"""
Condition = tuple[int, str, int, Sequence[Compared]]
"""A condition as the compiled rules return it: (number of its line, sort, whether it holds, what was compared)"""


@frozen
class OptionFact:
    """A rule line on which an option rests. ``sort``: filter (it has to hold) or refusal (it must not apply)."""

    rule: str
    text: str
    clauses: tuple[str, ...]
    sort: str
    holds: bool
    values: tuple[str, ...]
    """What was compared: ``coins in here: 3``"""
    unmet: tuple[str, ...] = ()
    """The conditions that the option needs and that are false: ``here is open``"""

    @property
    def speaks_for(self) -> bool:
        """Whether it allows the option."""
        return self.holds == (self.sort == "filter")


def facts_of(conditions: Iterable[Condition], labels: Labels, look: Perspective) -> list[OptionFact]:
    """The facts in the order of the conditions; several conditions of one line are merged into one fact."""
    lines: dict[tuple[int, str], list[Condition]] = {}
    for condition in conditions:
        lines.setdefault(condition[:2], []).append(condition)
    return [_fact(number, sort, found, labels, look) for (number, sort), found in lines.items()]


def _fact(number: int, sort: str, conditions: Sequence[Condition], labels: Labels, look: Perspective) -> OptionFact:
    line = labels.image.lines[number]
    held = [bool(holds) for _, _, holds, _ in conditions]
    compared = [(labels.template(n, v, look), needed) for _, _, _, values in conditions for n, v, needed in values]
    no = f": {labels.word('no')}"
    unmet = [said.removesuffix(no) for said, needed in compared if needed and said.endswith(no)]
    return OptionFact(
        line.place, line.text, line.clauses, sort, all(held) if sort == "filter" else any(held),
        tuple(dict.fromkeys(said for said, _ in compared)), tuple(dict.fromkeys(unmet)),
    )  # fmt: skip
