"""Journal entries that may name hidden cards: who may read them is decided when they are written, not when they are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulekit.image import Gap
from rulekit.runtime.visibility import Look, may_hide
from rulekit.runtime.work import Failure

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState

Reason = tuple[int, tuple[Any, ...]]


def chosen(
    m: MatchState, line: int, me: int, question: int, value: int, label: Reason | None = None
) -> tuple[Any, ...]:
    """A choice: ``(line, me, "choice", question, value[, label[, hidden]])``.

    ``hidden``: the values of the label that its player may not read; of a choice among cards, whether it is one of these.
    """
    image, look = m.compiled.image, _look(m, me)
    if label is not None:
        unread = look.hidden(image.templates[label[0]], label[1])
        return (line, me, "choice", question, value, label, *([unread] if unread else []))
    ask = image.asks[question]
    secret = ask.secret and not look.reads(ask.sort.of, value)
    return (line, me, "choice", question, value, *([None, True] if secret else []))


def skipped(m: MatchState, line: int, me: int, failed: Failure) -> tuple[Any, ...]:
    """What was not carried out: ``(line, me, "skip", line that failed, reason[, {seat or -1: hidden values}])``."""
    entry = (line, me, "skip", failed.line, failed.why)
    if failed.why is None:
        return entry
    template, values = m.compiled.image.templates[failed.why[0]], failed.why[1]
    unread = _unread(m, template, values)
    return (*entry, unread) if unread else entry


def worded(m: MatchState, line: int, me: int, sort: str, *what: Any) -> tuple[Any, ...]:
    """A text of the story: ``(entries so far, line, me, sort, ..., template, values[, {seat or -1: hidden values}])``.

    The last of ``what`` works the values out. Where it can not, because what the text asks for is not there, they are None.
    """
    *first, work = what
    try:
        values = tuple(tuple(x) if isinstance(x, list) else x for x in work())
    except Failure:
        values = None
    entry = (len(m.log or ()), line, me, sort, *first, values)
    if values is None or first[-1] < 0:
        return entry
    template = m.compiled.image.templates[first[-1]]
    unread = _unread(m, template, values)
    return (*entry, unread) if unread else entry


def begun(m: MatchState, line: int, me: int, rule: int, values: Sequence[Any]) -> tuple[Any, ...]:
    """A rule begins: ``(entries so far, line, me, "begin", rule, values[, {seat or -1: hidden values}])``."""
    given = tuple(tuple(x) if isinstance(x, list) else x for x in values)
    entry = (len(m.log or ()), line, me, "begin", rule, given)
    gaps = m.compiled.image.rules[rule].gaps
    if not gaps:
        return entry
    unread = _unread(m, gaps, given)
    return (*entry, unread) if unread else entry


def _unread(m: MatchState, template: Sequence[str | Gap], values: Sequence[Any]) -> dict[int, list[int]]:
    """seat, or -1 for an onlooker -> which values of a text that person may not read; empty where everybody may read all."""
    if not may_hide(m.compiled.image, template):
        return {}
    unread = {seat: _look(m, seat).hidden(template, values) for seat in range(-1, len(m.players))}
    return unread if any(unread.values()) else {}


def _look(m: MatchState, seat: int) -> Look:
    return Look(m.compiled.sight(m.players[seat] if seat >= 0 else None), m.s)


WORDS = {"chosen": chosen, "skipped": skipped, "worded": worded, "begun": begun}
"""What a module with a journal may call."""
