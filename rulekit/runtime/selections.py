"""Several things chosen out of a set as one form: what is to be chosen can be named in any order, changed, and sent together.

The rules ask for them one by one until `done`. Which of them go together is found by playing ahead on copies: nothing of a
selection is in the match until it is sent; then every thing is a choice like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulekit.runtime.failures import Refused, RuleFailure
from rulekit.runtime.multiples import most_of

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision, Refusal
    from rulekit.runtime.match import Match

MOST_TRIES = 300
"""So many orders are tried before a selection counts as one that does not go together."""

Amounts = Mapping[int, int]
"""member -> how many of its like"""


@frozen
class SubsetCandidate:
    """A thing that can be chosen, the first of those that are alike. ``chosen``: how many of them are, ``more``: how many more
    can be; ``refusal``: why none more can be, where a rule says so."""

    value: int
    chosen: int
    more: int
    refusal: Refusal | None


@frozen
class Selected:
    """A selection as far as it is legal. ``values``: what is chosen one after another; ``left``: what does not fit;
    ``match``: a copy in which this is done; ``following``: what is asked then of the same things, None where nothing is."""

    values: Sequence[int]
    left: Counter[object]
    match: Match
    following: Decision | None

    @property
    def complete(self) -> bool:
        """Whether it can be sent: all of it is legal together, and nothing more has to be chosen."""
        return not self.left and (self.following is None or -1 in self.following.values)


@define(eq=False)
class SubsetSelection:
    """The things out of which the rules ask for several at a decision."""

    match: Match
    decision: Decision
    members: Sequence[int] = field(init=False)
    """One for all that are alike: those that can be chosen first, then those that cannot yet"""
    _refused: Mapping[int, Refusal] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._refused = {refusal.value: refusal for refusal in self.decision.refused}
        self.members = [*_offered(self.decision), *self._refused]

    def named(self, names: Mapping[str, int]) -> dict[int, int]:
        """Amounts by the ids of the members. Raises Refused for an id that is not a member."""
        known = {self.decision.id(value): value for value in self.members}
        for name in names:
            if name not in known:
                raise Refused(f"{name} is not among the options", self.decision.rule)
        return {known[name]: n for name, n in names.items() if n > 0}

    def candidates(self, amounts: Amounts) -> list[SubsetCandidate]:
        """The members with how many of each are chosen, how many more could be, and why no more can be."""
        selected = self.selected(amounts)
        following = selected.following
        refused = {following.key(r.value): r for r in following.refused} if following is not None else {}
        out = []
        for value in self.members:
            key = self.decision.key(value)
            like = _like(following, key) if following is not None else None
            more = 0 if like is None or following is None else most_of(selected.match, following, like)
            refusal = None if more or amounts.get(value) else refused.get(key) or self._refused.get(value)
            out.append(SubsetCandidate(value, amounts.get(value, 0), more, refusal))
        return out

    def filled(self, amounts: Amounts) -> dict[int, int]:
        """What is chosen, and as many of the others, in order, as are still legal with it."""
        found = dict(amounts)
        growing = True
        while growing:
            growing = False
            for value in self.members:
                more = next(x.more for x in self.candidates(found) if x.value == value)
                if more:
                    found[value] = found.get(value, 0) + more
                    growing = True
        return found

    def choices(self, amounts: Amounts) -> list[int]:
        """The values to be chosen one after another. Raises Refused where they do not go together, or are too few."""
        selected = self.selected(amounts)
        if selected.left:
            raise Refused("these do not go together", self.decision.rule)
        if not selected.complete:
            raise Refused("more have to be chosen", self.decision.rule)
        return [*selected.values, *([-1] if selected.following is not None else [])]

    def selected(self, amounts: Amounts) -> Selected:
        """What of a selection goes together: all of it, in an order that is legal, or as much as fits in the order of the
        members."""
        wanted = Counter({self.decision.key(value): n for value, n in amounts.items() if n > 0})
        longest = Selected((), wanted, self.match, self.decision)
        for found in self._orders(self.match, (), wanted, set()):
            if not found.left:
                return found
            if len(found.values) > len(longest.values):
                longest = found
        return longest

    def _orders(
        self, match: Match, values: tuple[int, ...], left: Counter[object], tried: set[frozenset[tuple[object, int]]]
    ) -> Iterator[Selected]:
        """Every order in which things can be chosen one after another; none leads to the same position twice."""
        asked = _again(match, self.decision) if values else self.decision
        state = frozenset(left.items())
        if state in tried or len(tried) >= MOST_TRIES:
            return
        tried.add(state)
        stuck = True
        for key in [*left] if asked is not None else ():
            assert asked is not None, "it is asked"
            like = _like(asked, key)
            after = _after(match, asked, like) if like is not None else None
            if like is not None and after is not None:
                stuck = False
                yield from self._orders(after, (*values, like), left - Counter([key]), tried)
        if stuck:
            yield Selected(values, left, match, asked)


def selection_of(match: Match, decision: Decision) -> SubsetSelection | None:
    """The selection that begins at an open decision; None where only one thing can be chosen, or what they are is secret."""
    if decision.about.op != "choose-band" or match.log is None or any(map(decision.unread, decision.values)):
        return None
    for value in _offered(decision):
        after = _after(match, decision, value)
        if after is not None and _again(after, decision) is not None:
            return SubsetSelection(match, decision)
    return None


def _offered(decision: Decision) -> list[int]:
    return [value for value in decision.values if not decision.declines(value)]


def _like(asked: Decision, key: object) -> int | None:
    return next((value for value in _offered(asked) if asked.key(value) == key), None)


def _after(match: Match, asked: Decision, value: int) -> Match | None:
    """A copy of the match in which a value is chosen; None where the rules fail at it."""
    copy = match.copy()
    copy.log, copy.events, copy.trail, copy.past = [], [], [], None
    index = copy.pending(asked.seat - 1)
    assert index is not None, "the question is open"
    try:
        copy.decide(index, value)
    except RuleFailure:
        return None
    return copy


def _again(match: Match, first: Decision) -> Decision | None:
    """What the same player is asked of the same things; None where the rules have gone on: to other things, too, of which the
    same line asks. Until then all is as it was, but for what is chosen."""
    found = match.decision_of(first.player)
    if found is None or found.question != first.question or found.stack[:-1] != first.stack[:-1]:
        return None
    changed = [(was, now) for was, now in zip(first.stack[-1], found.stack[-1], strict=True) if was != now]
    grown = [
        now for was, now in changed if isinstance(was, Sequence) and isinstance(now, Sequence) and len(now) > len(was)
    ]
    return found if len(changed) == len(grown) == 1 else None
