"""Rows of the journal that may name hidden cards. Who may read them is decided when they are written, not later."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from rulekit.image import Gap, Told, Value
from rulekit.runtime.narrative.rows import (
    ALL_READ,
    NAMES,
    Begun,
    Chosen,
    Entitled,
    Gained,
    Reason,
    Remarked,
    Skipped,
    Unread,
)
from rulekit.runtime.visibility import Perspective, may_hide
from rulekit.runtime.work import Failure

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState

Worded = Entitled | Remarked | Gained


def chosen(m: MatchState, line: int, me: int, question: int, value: int, label: Reason | None = None) -> Chosen:
    """A choice, with the parts that its player may not read."""
    image, look = m.compiled.image, _look(m, me)
    if label is not None:
        return Chosen(line, me, question, value, label, look.hidden(image.templates[label[0]], label[1]))
    ask = image.asks[question]
    return Chosen(line, me, question, value, unseen=ask.secret and not look.reads(ask.sort.of, value))


def skipped(m: MatchState, line: int, me: int, failed: Failure) -> Skipped:
    """Something that was not carried out, with the parts of the reason that each player may not read."""
    if failed.why is None:
        return Skipped(line, me, failed.line, None)
    template, values = m.compiled.image.templates[failed.why[0]], failed.why[1]
    return Skipped(line, me, failed.line, failed.why, _unread(m, template, values))


def worded(
    m: MatchState,
    note: Callable[..., Worded],
    line: int,
    me: int,
    *what: *tuple[*tuple[int, ...], Callable[[], Iterable[Value]]],
) -> Worded:
    """A note with a text; ``what``: its fields up to the template. The last of them works the values out: where it cannot,
    because what the text asks for is not there, they are None."""
    *first, work = what
    entries = len(m.log or ())
    try:
        values = tuple(tuple(x) if isinstance(x, list) else x for x in work())
    except Failure:
        return note(entries, line, me, *first, None)
    template = m.compiled.image.templates[first[-1]] if first[-1] >= 0 else ()
    return note(entries, line, me, *first, values, _unread(m, template, values))


def begun(m: MatchState, line: int, me: int, rule: int, values: Sequence[Told]) -> Begun:
    """The beginning of a rule, with the values that each player may not read."""
    given = tuple(tuple(x) if isinstance(x, list) else x for x in values)
    gaps = m.compiled.image.rules[rule].gaps
    return Begun(len(m.log or ()), line, me, rule, given, _unread(m, gaps, given) if gaps else ALL_READ)


def _unread(m: MatchState, template: Sequence[str | Gap], values: Sequence[Value]) -> Unread:
    """seat, or -1 for an onlooker -> which values of a text that person may not read; empty where everybody may read all."""
    if not may_hide(m.compiled.image, template):
        return ALL_READ
    unread = {-1: _look(m, -1).hidden(template, values)}
    if not unread[-1]:
        return ALL_READ  # what an onlooker can read, everybody can
    unread |= {seat: _look(m, seat).hidden(template, values) for seat in range(len(m.players))}
    return unread


def _look(m: MatchState, seat: int) -> Perspective:
    return Perspective(m.compiled.sight(m.players[seat] if seat >= 0 else None), m.s)


WORDS = {"chosen": chosen, "skipped": skipped, "worded": worded, "begun": begun, **NAMES}
"""What a module with a journal may call."""
