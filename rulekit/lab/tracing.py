"""Coverage of a game that was played: its choices are replayed by instrumented rules that count.

A game is played by plain rules and followed by counting ones, so that what bots try out in their heads counts nowhere, and a
measurement cannot stop a game.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from attrs import define, evolve, field, frozen

from rulekit import cache
from rulekit.compiler.lower.context import Trace
from rulekit.diagnostics import RulesError, Span, UserError
from rulekit.dsl.program import Program
from rulekit.dsl.symbols import FamilyEntry
from rulekit.files import shown, shown_all, variant_rules
from rulekit.image import Image, Setup
from rulekit.lab.plan import RunPlan, table
from rulekit.lab.records import FailureReason, QuestionCount, RuleCounts, TakenBack
from rulekit.loader import read_program
from rulekit.plugins.devices import DeviceError
from rulekit.plugins.manager import find_plugins
from rulekit.runtime.compiled import Compiled
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.match import Match
from rulekit.runtime.narrative.rows import (
    Begun,
    CardMoved,
    DeviceUsed,
    Marked,
    Moved,
    Shuffled,
    Skipped,
    TurnedUp,
)
from rulekit.runtime.protocols import MatchState
from rulekit.runtime.redaction import Worded, skipped
from rulekit.runtime.work import Failure
from rulekit.traced import ELSEWHERE, listening, pending, seeded, traced

T = TypeVar("T")
CHANGES = (Moved, CardMoved, Marked, TurnedUp, Shuffled, DeviceUsed)
"""Entries of the journal that say that something is not as it was"""


@define
class CoverageCounter(Trace):
    """Counts how often each place was reached, how conditions were answered, what made a difference.

    Places are told apart by their columns: what stands behind the `:` of a line is counted for itself.
    """

    measures: ClassVar[bool] = True
    files: frozenset[str] = frozenset()
    """Those of the variants: of the game itself only its conditions count"""
    counts: Counter[int] = field(factory=Counter)
    failures: list[Failure] = field(factory=list)
    """Those that took back a card that is whole or not at all"""

    def number(self, span: Span, sort: str) -> int:
        return self.numbers.setdefault((span.file, span.line, f"{span.column} {sort}"), len(self.numbers))

    def of(self, span: Span, sort: str) -> str:
        """The key of a place in a record; empty where nothing counts."""
        number = self.numbers.get((span.file, span.line, f"{span.column} {sort}"))
        return "" if number is None else str(number)

    def watches(self, span: Span) -> bool:
        return span.file in self.files

    def words(self) -> Mapping[str, Callable[..., object]]:
        return {**Trace.words(self), "skipped": self.skipped, "begun": self.begun, "worded": self.worded}

    def begun(self, m: MatchState, line: int, me: int, rule: int, values: object) -> Begun:
        """The note that a rule begins, without its values: the trace has no reader, and so no values to redact."""
        return Begun(0, line, me, rule, ())

    def worded(self, m: MatchState, note: Callable[..., Worded], line: int, me: int, *what: Any) -> Worded:
        """A note with a text, without its values. They are evaluated, so that conditions in them are counted."""
        *first, work = what
        with suppress(Failure):
            deque(work(), 0)
        return note(0, line, me, *first, None)

    def skipped(self, m: MatchState, line: int, me: int, failed: Failure) -> Skipped:
        self.failures.append(failed)
        return skipped(m, line, me, failed)

    def seen(self, number: int, value: object) -> object:
        self.counts[number] += 1
        return value

    def asked(self, yes: int, no: int, value: object) -> object:
        self.counts[yes if value else no] += 1
        return value


@frozen
class _CachedTrace:
    """What the cache holds of traced rules."""

    image: Image
    numbers: list[tuple[str, int, str, int]]
    """(file, line, sort, number) of each place"""
    own: list[tuple[str, int]]


@define(slots=False)
class Tracer:
    """The rules of a plan, compiled for counting, in one process. Compiled once, they are kept in the cache for all processes."""

    plan: RunPlan
    compiled: Compiled = field(init=False)
    trace: CoverageCounter = field(factory=CoverageCounter)
    files: frozenset[str] = field(init=False)
    """The files of the variants"""
    own: set[tuple[str, int]] = field(init=False)
    """The cards that the variants bring, as the journal has them"""

    def __attrs_post_init__(self) -> None:
        devices = find_plugins().devices
        self.files = frozenset(shown(path) for v in self.plan.variants for path in variant_rules(Path(v)))
        self.trace.files = self.files
        image = table(self.plan).compiled(self.plan.players, self.plan.options).image
        setup = Setup(tuple(image.seats), dict(image.options))
        names = shown_all(Path(self.plan.folder), [Path(v) for v in self.plan.variants])
        key = cache.key("traced", self.plan.content, setup.key, names)
        kept = cache.stored(_CachedTrace, key)
        if kept is None:
            self.compiled = traced(self.program, setup, devices, self.trace, "try")
            self.own = {card for entry in self.brought() for card in self.cards(entry)}
            numbers = [(*place, number) for place, number in self.trace.numbers.items()]
            cache.store(key, _CachedTrace(self.compiled.image, numbers, sorted(self.own)))
        else:
            self.trace.numbers = {(file, line, sort): number for file, line, sort, number in kept.numbers}
            self.own = set(kept.own)
            self.compiled = listening(kept.image, setup, devices, self.trace)

    @cached_property
    def program(self) -> Program:
        """The rules themselves, read when they are needed. Raises RulesError."""
        program = read_program(Path(self.plan.folder), find_plugins().devices, [Path(v) for v in self.plan.variants])
        if any(d.severity == "error" for d in program.found):
            raise RulesError(program.found, program.sources)
        return program

    def brought(self) -> Iterator[FamilyEntry]:
        """The cards whose text the variants bring."""
        return (entry for entry in self.program.entries.values() if entry.span.file in self.files)

    def cards(self, entry: FamilyEntry) -> list[tuple[str, int]]:
        """The cards with the text of an entry, as the journal has them."""
        root, (base, _) = self.compiled.labels("en").range_of(entry.family)
        return [(root, base + k) for k in entry.indices]

    def follow(self, seed: int, choices: Sequence[tuple[int, int]], played: Match | None) -> RuleCounts:
        """Makes the choices of a game again and gives what was counted. ``choices``: (player, value), players from 0.
        ``played``: the match as it was left by plain rules; None for one that did not end."""
        self.trace.counts.clear()
        self.trace.failures.clear()
        match = seeded(self.compiled, seed)
        match.keep_journal()
        questions: dict[int, QuestionCount] = {}
        failed: BaseException | None = None
        try:
            match.begin()
            for player, value in choices:
                k = pending(match, player, value)
                _note(questions, match.asks[k][1], match.asks[k][2], value)
                match.answer(k, value)
        except RuleFailure as error:  # before the first question
            failed = error.__cause__
        except Failure as error:
            failed = error
        except DeviceError:  # it says by itself what is wrong
            pass
        if played is not None and (match.s, match.z) != (played.s, played.z):
            raise UserError(ELSEWHERE)
        counts = evolve(
            self._journal(match),
            lines=_keyed(self.trace.counts),
            questions=_keyed(questions),
            taken_back=_keyed(_taken_back(self.trace.failures)),
        )
        if isinstance(failed, Failure):
            counts = evolve(
                counts, reason=_reason(failed), facts=failed.facts, failed=failed.line if failed.line >= 0 else None
            )
        return counts

    def _journal(self, match: Match) -> RuleCounts:
        changes: Counter[int] = Counter()
        cards: dict[str, Counter[str]] = {}
        labels = self.compiled.labels("en")
        for row in match.log or ():
            if isinstance(row, CHANGES):
                changes[row.line] += 1
            if isinstance(row, CardMoved) and (row.root, row.card) in self.own:
                cards.setdefault(f"{row.root} {row.card}", Counter())[labels.place_name(row.target)] += 1
        begun = Counter(note.rule for note in match.events if isinstance(note, Begun))
        return RuleCounts(
            changes=_keyed(changes),
            rules=_keyed(begun),
            cards={key: dict(sorted(places.items())) for key, places in sorted(cards.items())},
        )


def _note(questions: dict[int, QuestionCount], question: int, options: Sequence[int], value: int) -> None:
    asked, forced, empty, answers = questions.get(question, QuestionCount(0, 0, 0, []))
    if value not in answers and len(answers) < 2:
        answers = [*answers, value]
    questions[question] = QuestionCount(
        asked + 1, forced + (len(options) == 1), empty + (list(options) == [-1]), answers
    )


def _taken_back(failures: Sequence[Failure]) -> dict[int, TakenBack]:
    times = Counter(failed.line for failed in failures)
    first = {failed.line: failed for failed in reversed(failures)}
    return {line: TakenBack(times[line], _reason(failed), failed.facts) for line, failed in first.items()}


def _reason(failed: Failure) -> FailureReason | None:
    return None if failed.why is None else FailureReason(*failed.why)


def _keyed(found: Mapping[int, T]) -> dict[str, T]:
    return {str(key): found[key] for key in sorted(found)}
