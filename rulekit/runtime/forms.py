"""A run of like questions to one player as a form: lines that can be filled in any order, changed, and sent together.

A form is found by playing ahead on copies, and no game says anything about it. It is a run of choices that

- the same line of the rules asks the same player, one after another,
- can all be taken back together: no chance, nothing revealed, nobody else in between,
- are about the same things whatever is answered, each about something else than the others.

What may stand in one line may depend on the others, as when each card is used once: then filling in one line clears another.
Nothing of a form is in the match until it is sent; then every line is a choice like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulekit.runtime.failures import Refused, RuleFailure
from rulekit.runtime.undo import obstacle

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision
    from rulekit.runtime.match import Match

FEWEST = 3
"""A run of fewer questions is asked one by one."""
MOST = 60
"""A form has no more lines; what comes after them is another form."""

Pick = Callable[["Decision", int], int]
"""(question, number of the line) -> the value that is answered while playing ahead"""


@frozen
class FormLine:
    """A line of a form: what it asks, and its value; None while it is open. ``parts``: of what it asks, as
    :meth:`Decision.prompt_parts` gives them."""

    parts: Sequence[str]
    value: int | None
    label: str

    @property
    def prompt(self) -> str:
        """What it asks."""
        return "".join(self.parts)


@define(eq=False)
class Form:
    """The form that begins at a decision. Values are those of the options, as in :class:`~rulekit.runtime.decisions.Option`."""

    match: Match
    player: str
    decided: int
    """how many choices had been made when it began"""
    prompts: Sequence[str]
    """the questions in English, which tell one line from another"""
    values: list[int | None] = field(init=False)
    _runs: dict[tuple[object, ...], list[Decision]] = field(init=False, factory=dict)
    """The questions that were found by playing ahead, by the values that stood in the lines and how open ones were answered"""

    def __attrs_post_init__(self) -> None:
        self.values = [None] * len(self.prompts)

    @property
    def decision(self) -> Decision:
        """The first question of the run, which is open in the match."""
        return _asked(self.match, self.player)

    def lines(self, lang: str = "en") -> list[FormLine]:
        """The lines as they stand. Lines at the end that would not be asked, given the others, are left out."""
        out = []
        for k, decision in enumerate(self._asked_with()):
            value = self.values[k]
            label = "" if value is None else decision.label(value, lang)
            out.append(FormLine(decision.prompt_parts(lang), value, label))
        return out

    def position(self, k: int, value: int | None = None) -> Match | None:
        """A copy of the match in which a line is asked: those before it are answered as they stand, and where nothing stands
        with any option that no line needs, but none with ``value``. None where it would not be asked."""
        answers = [answer for _, answer in self._run(self._filler(avoiding=value, keep=False), keep=False)]
        if k >= len(answers):
            return None
        copy = self.match.copy()
        for answer in answers[:k]:
            decision = _asked(copy, self.player)
            copy.choose(decision, next(o for o in decision.options if o.value == answer))
        return copy

    def options(self, k: int, lang: str = "en") -> list[tuple[int, str]]:
        """(value, label) of everything that a line may hold; lines that are in the way are cleared."""
        found: dict[int, str] = {}
        for last in (False, True):
            decision = self._at(k, last=last, keep=False)
            if decision is not None:
                found.update({option.value: option.label(lang) for option in decision.options})
        candidates = {v for decision in self._asked_with() for v in decision.values} - found.keys()
        for value in sorted(candidates):
            decision = self._at(k, avoiding=value, keep=False)
            if decision is not None and value in decision.values:
                found[value] = decision.label(value, lang)
        order = {value: n for n, value in enumerate(self.decision.values)}
        return sorted(found.items(), key=lambda pair: (order.get(pair[0], len(order)), pair[0]))

    def read(self, names: Sequence[str | None]) -> bool:
        """Writes options into the lines by their ids, None for an open line. False, and nothing is written, where they cannot
        all be answered one after another: then each has to be found by :meth:`options`."""
        wanted = set(names)

        def pick(decision: Decision, k: int) -> int:
            name = names[k] if k < len(names) else None
            ids = {decision.id(value): value for value in decision.values}
            if name is None:
                return next((value for id, value in ids.items() if id not in wanted), decision.values[0])
            if name not in ids:
                raise _DoesNotFit
            return ids[name]

        played = self._played(pick)
        if played is None or any(name is not None for name in names[len(played) :]):
            return False
        filled = zip(played, names, strict=False)
        self.values[: len(names)] = [None if name is None else value for value, name in filled] + [None] * (
            len(names) - len(played)
        )
        return True

    def set(self, k: int, value: int | None) -> list[int]:
        """Writes a value into a line, or clears it. Gives the numbers of the lines that had to be cleared for it.

        Raises Refused when it cannot stand there, whatever the others are.
        """
        before = list(self.values)
        self.values[k] = value
        if value is None:
            return []
        cleared: list[int] = []
        waiting = self._in_the_way(k)
        while not self._fits():
            if not waiting:
                self.values = before
                raise Refused("this cannot stand here", self.decision.rule)
            cleared.append(waiting.pop(0))
            self.values[cleared[-1]] = None
        return cleared

    def find(self, k: int, name: str) -> int | None:
        """The value of an option of a line, by its id; None where the line has no such option."""
        return next((value for value, _ in self.options(k) if self.decision.id(value) == name), None)

    def fill_legal(self, names: Sequence[str | None]) -> None:
        """Fills in options by their ids, except those that are not legal here or displace an earlier one of them."""
        names = names[: len(self.values)]
        if self.read(names):
            return
        for k, name in enumerate(names):
            value = None if name is None else self.find(k, name)
            before = list(self.values)
            if value is not None and self.set(k, value):
                self.values = before

    def rest_random(self, random: Random) -> None:
        """Fills every open line at random, each with something that it may hold then."""

        def pick(decision: Decision, k: int) -> int:
            wanted = {v for v in self.values[k + 1 :] if v is not None}
            free = [v for v in decision.values if v not in wanted] or decision.values
            return random.choice(free)

        filled = self._played(lambda d, k: self._kept(d, k) if self.values[k] is not None else pick(d, k))
        if filled is None:
            raise Refused("the lines do not go together", self.decision.rule)
        self.values[: len(filled)] = filled

    def asked(self, k: int | None = None) -> list[Decision]:
        """The questions of the lines as they stand; for line ``k`` alone: the one whose options are its options."""
        if k is None:
            return self._asked_with()
        found = self._at(k, keep=False)
        return [] if found is None else [found]

    def open_lines(self) -> list[int]:
        """The open lines that have to be filled."""
        return [
            k for k, decision in enumerate(self._asked_with()) if self.values[k] is None and -1 not in decision.values
        ]

    def choices(self) -> list[int]:
        """The values to be chosen one after another; a line in which nothing stands is answered with none.

        Raises Refused when a line has to be filled first.
        """

        def pick(decision: Decision, k: int) -> int:
            if self.values[k] is not None:
                return self._kept(decision, k)
            if -1 in decision.values:
                return -1
            raise Refused(f"still open: {self.prompts[k]}", decision.rule)

        played = self._played(pick)
        if played is None:
            raise Refused("the lines do not go together", self.decision.rule)
        return played

    def send(self, match: Match) -> int:
        """Makes the choices in the match, and returns how many. Raises Refused, and makes none then."""
        values = self.choices()
        for k, value in enumerate(values):
            decision = _asked(match, self.player)
            match.choose(decision, next(o for o in decision.options if o.value == value), joined=k > 0)
        return len(values)

    # ------------------------------------------------------------ playing ahead
    def _kept(self, decision: Decision, k: int) -> int:
        value = self.values[k]
        if value is None or value not in decision.values:
            raise _DoesNotFit
        return value

    def _filler(self, last: bool = False, avoiding: int | None = None, keep: bool = True) -> Pick:
        """Answers with what stands in the lines, and in open ones with the first, or the last, option that no line needs.

        ``avoiding``: a value that nothing before gets. Without ``keep`` a line whose value is taken already counts as open.
        """

        def pick(decision: Decision, k: int) -> int:
            value = self.values[k]
            if value is not None and value != avoiding and value in decision.values:
                return value
            if value is not None and keep:
                raise _DoesNotFit
            needed = {v for v in self.values if v is not None} | {avoiding}
            free = [v for v in decision.values if v not in needed] or decision.values
            return free[-1 if last else 0]

        return pick

    def _asked_with(self, last: bool = False, avoiding: int | None = None, keep: bool = True) -> list[Decision]:
        """The questions of the run when it is answered so (:meth:`_filler`); as many as fit."""
        key = (*self.values, last, avoiding, keep)
        if key not in self._runs:
            self._runs[key] = [decision for decision, _ in self._run(self._filler(last, avoiding, keep))]
        return self._runs[key]

    def _at(self, k: int, last: bool = False, avoiding: int | None = None, keep: bool = True) -> Decision | None:
        asked = self._asked_with(last, avoiding, keep)
        return asked[k] if k < len(asked) else None

    def _played(self, pick: Pick) -> list[int] | None:
        """The values with which the run is answered; None where one does not fit."""
        try:
            return [value for _, value in self._run(pick, strict=True, keep=False)]
        except _DoesNotFit:
            return None

    def _run(self, pick: Pick, strict: bool = False, keep: bool = True) -> Iterator[tuple[Decision, int]]:
        count = 0
        try:
            for decision, value in ahead(self.match, self.player, pick, keep):
                if count >= len(self.prompts):
                    return
                count += 1
                yield decision, value
        except _DoesNotFit:
            if strict:
                raise

    def _fits(self) -> bool:
        return self._played(self._filler()) is not None

    def _in_the_way(self, k: int) -> list[int]:
        """The lines that may have to be cleared for what stands in line ``k``: those with the same value first."""
        others = [j for j in range(len(self.values)) if j != k and self.values[j] is not None]
        return sorted(others, key=lambda j: (self.values[j] != self.values[k], abs(j - k)))


class _DoesNotFit(Exception):
    """The value of a line cannot be chosen there."""


def form_of(match: Match, decision: Decision) -> Form | None:
    """The form that begins at an open decision; None where the question stands alone."""
    if decision.of_the_table or match.log is None:
        return None
    runs: list[list[tuple[object, str]]] = []
    for pick in (_first, _last):
        runs.append([(d.subject, d.prompt()) for d, _ in ahead(match, decision.player, pick, keep=False)])
        if len(runs[-1]) < FEWEST:
            return None
    longest = max(runs, key=len)
    shortest = min(runs, key=len)
    subjects = [subject for subject, _ in longest]
    if longest[: len(shortest)] != shortest or len(set(subjects)) < len(subjects):
        return None
    return Form(match, decision.player, match.decided, [prompt for _, prompt in longest[:MOST]])


def ahead(match: Match, player: str, pick: Pick, keep: bool = True) -> Iterator[tuple[Decision, int]]:
    """The run of questions that begins with the open one of a player: each with the answer that ``pick`` gives.

    It is played on a copy. It ends where another line asks, somebody else is asked, or something cannot be taken back.
    ``keep``: whether questions are looked at when the run has gone on, so that each needs a copy of its own.
    """
    copy = match.copy()
    copy.log, copy.events, copy.trail, copy.past = [], [], [], None
    first = _asked(copy, player)
    question, decision = first.question, first
    for k in range(MOST + 1):
        value = pick(decision, k)
        yield _asked(copy.copy(), player) if keep else decision, value
        try:
            index = copy.pending(first.seat - 1)
            assert index is not None, "the question is open"
            copy.decide(index, value)
        except RuleFailure:
            return
        following = copy.decision_of(player)
        if following is None or following.question != question or obstacle(copy, player):
            return
        decision = following


def _asked(match: Match, player: str) -> Decision:
    """The open question of a player. Raises Refused when there is none."""
    found = match.decision_of(player)
    if found is None:
        raise Refused(f"{player} is not asked")
    return found


def _first(decision: Decision, k: int) -> int:
    return decision.values[0]


def _last(decision: Decision, k: int) -> int:
    return decision.values[-1]
