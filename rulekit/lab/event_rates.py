"""What happens more often or more seldom with a variant: deeds and cards carried out, and cases that never come up any more."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from attrs import evolve, frozen

from rulekit.explain.quotes import said
from rulekit.lab.records import Record
from rulekit.lab.statistics import Interval, holm, mean, p_value
from rulekit.lab.tracing import Tracer

Pairs = Sequence[tuple[Record, Record]]
Counted = Callable[[Record], int]


@frozen
class EventRate:
    """``what``: a rule's name, or the text of a condition that came out true. ``base``, ``laid``: times in a game, without and
    with the variant; ``chance``: how likely so large a difference is without any (Holm, over all that is counted)."""

    what: str
    place: str
    condition: bool
    base: float
    laid: float
    difference: Interval
    chance: float = 1.0
    rule: str = ""
    """The name of the rule; empty for a condition"""

    @property
    def sure(self) -> bool:
        """Whether it is a finding at 5 %, all comparisons taken together."""
        return self.chance < 0.05

    @property
    def never(self) -> bool:
        """Whether it happens without the variant and never with it."""
        return self.base > 0 and self.laid == 0

    def as_json(self) -> dict[str, object]:
        return {
            "what": self.what,
            "place": self.place,
            "condition": self.condition,
            "base": self.base,
            "with": self.laid,
            "difference": self.difference.value,
            "low": self.difference.low,
            "high": self.difference.high,
            "p": self.chance,
        }


def happenings(base: Tracer, laid: Tracer, pairs: Pairs) -> list[EventRate]:
    """All that is counted in the rules of the game itself, what moved most surely first."""
    if not pairs:
        return []
    found = [*_rules(base, laid, pairs), *_conditions(base, laid, pairs)]
    chances = holm([p_value(x.difference) for x in found])
    found = [evolve(x, chance=chance) for x, chance in zip(found, chances, strict=True)]
    return sorted(found, key=lambda x: (x.chance, not x.never, -abs(x.difference.value), x.place, x.what))


def _rules(base: Tracer, laid: Tracer, pairs: Pairs) -> Iterator[EventRate]:
    """Deeds, entries and windows, by how often they begin."""
    numbers = _numbers(laid)
    for name, number in _numbers(base).items():
        point = base.program.points.get(name)
        if point is None:
            continue
        entry = base.program.entries.get(name)
        what = entry.title if entry is not None else _heading(point.text)
        other = numbers.get(name, "")
        yield _happening(what, point.span.place, name, pairs, _begun(number), _begun(other))


def _heading(text: str) -> str:
    """The heading of a rule as a name for it: ``to march from {here: town}`` as ``march from …``."""
    bare = re.sub(r"\{[\w-]+: [^}]*\}", "…", text.removeprefix("to ").removeprefix("scene "))
    return bare.replace(" ,", ",")


def _numbers(tracer: Tracer) -> dict[str, str]:
    return {rule.name: str(k) for k, rule in enumerate(tracer.compiled.image.rules) if rule.name}


def _conditions(base: Tracer, laid: Tracer, pairs: Pairs) -> Iterator[EventRate]:
    """Conditions that were true without the variant and never are with it, although they are still checked."""
    for (file, line, sort), number in base.trace.numbers.items():
        column, _, answer = sort.partition(" ")
        yes, no = (laid.trace.numbers.get((file, line, f"{column} {x}")) for x in ("yes", "no"))
        if answer != "yes" or yes is None or no is None:
            continue
        before, after, asked = _reached(number), _reached(yes), _reached(no)
        if any(before(a) for a, _ in pairs) and not any(after(b) for _, b in pairs) and any(asked(b) for _, b in pairs):
            row = said(base.program.sources[file].splitlines()[line - 1]).strip()
            yield _happening(row, f"{file}:{line}", "", pairs, before, after)


def _begun(rule: str) -> Counted:
    return lambda record: record.counts.rules.get(rule, 0)


def _reached(place: int) -> Counted:
    return lambda record: record.counts.lines.get(str(place), 0)


def _happening(what: str, place: str, rule: str, pairs: Pairs, before: Counted, after: Counted) -> EventRate:
    counts = [(before(a), after(b)) for a, b in pairs]
    one, other = (sum(x[k] for x in counts) / len(counts) for k in (0, 1))
    difference = mean([b - a for a, b in counts])
    return EventRate(what, place, not rule, one, other, difference, rule=rule)
