"""Coverage of a game that was played: its choices are replayed by instrumented rules that count.

A game is played by plain rules and followed by counting ones, so that what bots try out in their heads counts nowhere, and a
measurement can not stop a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from attrs import asdict, define, field, frozen

from rulekit import cache
from rulekit.compiler.lower.context import Trace
from rulekit.diagnostics import RulesError, Span, UserError
from rulekit.dsl.program import Entry, Program
from rulekit.files import shown, shown_all, variant_rules
from rulekit.image import Image, Setup
from rulekit.lab.plan import RunPlan, table
from rulekit.loader import read_program
from rulekit.plain_data import restored
from rulekit.plugins.devices import DeviceError
from rulekit.plugins.manager import find_plugins
from rulekit.runtime.compiled import Compiled
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.match import Match
from rulekit.runtime.narrative.rows import Begun, CardMoved, DeviceUsed, Marked, Moved, Shuffled, TurnedUp
from rulekit.runtime.work import Failure
from rulekit.traced import ELSEWHERE, listening, pending, seeded, traced

Choice = Sequence[int]
"""(player, value), players from 0"""
CHANGES = (Moved, CardMoved, Marked, TurnedUp, Shuffled, DeviceUsed)
"""Entries of the journal that say that something is not as it was"""


@define
class CoverageCounter(Trace):
    """Counts how often each place was reached, how conditions were answered, what made a difference.

    Places are told apart by their columns: what stands behind the `:` of a line is counted for itself.
    """

    measures: ClassVar[bool] = True
    counts: Counter[int] = field(factory=Counter)

    def number(self, span: Span, sort: str) -> int:
        return self.numbers.setdefault((span.file, span.line, f"{span.column} {sort}"), len(self.numbers))

    def of(self, span: Span, sort: str) -> str:
        """The key of a place in a record; empty where nothing counts."""
        number = self.numbers.get((span.file, span.line, f"{span.column} {sort}"))
        return "" if number is None else str(number)

    def seen(self, number: int, value: object) -> object:
        self.counts[number] += 1
        return value

    def asked(self, yes: int, no: int, value: object) -> object:
        self.counts[yes if value else no] += 1
        return value


@frozen
class _Kept:
    """What the cache holds of traced rules."""

    image: Image
    numbers: dict[tuple[str, int, str], int]
    own: set[tuple[str, int]]

    @classmethod
    def read(cls, key: str) -> _Kept | None:
        found = cache.read(key)
        try:
            numbers = {(file, line, sort): number for file, line, sort, number in found["numbers"]}
            return cls(restored(Image, found["image"]), numbers, {(root, k) for root, k in found["own"]})
        except (TypeError, KeyError, ValueError):  # nothing, or of another version
            return None

    def write(self, key: str) -> None:
        numbers = [[*place, number] for place, number in self.numbers.items()]
        cache.write(key, {"image": asdict(self.image), "numbers": numbers, "own": sorted(self.own)})


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
        image = table(self.plan).compiled(self.plan.players, self.plan.options).image
        setup = Setup(tuple(image.seats), dict(image.options))
        names = shown_all(Path(self.plan.folder), [Path(v) for v in self.plan.variants])
        key = cache.key("traced", self.plan.content, setup.key, names)
        kept = _Kept.read(key)
        if kept is None:
            self.compiled = traced(self.program, setup, devices, self.trace, "try")
            self.own = {card for entry in self.brought() for card in self.cards(entry)}
            _Kept(self.compiled.image, self.trace.numbers, self.own).write(key)
        else:
            self.trace.numbers, self.own = kept.numbers, kept.own
            self.compiled = listening(kept.image, setup, devices, self.trace)

    @cached_property
    def program(self) -> Program:
        """The rules themselves, read when they are needed. Raises RulesError."""
        program = read_program(Path(self.plan.folder), find_plugins().devices, [Path(v) for v in self.plan.variants])
        if any(d.severity == "error" for d in program.found):
            raise RulesError(program.found, program.sources)
        return program

    def brought(self) -> Iterator[Entry]:
        """The cards whose text the variants bring."""
        return (entry for entry in self.program.entries.values() if entry.span.file in self.files)

    def cards(self, entry: Entry) -> list[tuple[str, int]]:
        """The cards with the text of an entry, as the journal has them."""
        root, (base, _) = self.compiled.labels("en").range_of(entry.family)
        return [(root, base + k) for k in entry.indices]

    def follow(self, seed: int, choices: Sequence[Choice], played: Match | None) -> dict[str, Any]:
        """Makes the choices of a game again and gives what was counted, as plain data for a record.

        ``lines``: how often a place of the rules was reached, by its number in the trace. ``changes``: how often a rule line
        changed something. ``rules``: how often a rule began. ``cards``: where cards of the variants came to lie. ``questions``:
        how often each was asked, with one option, with none but `none`, and (two at most of) its answers. ``why``: why the last
        choice could not be carried out. ``played``: the match as it was left by plain rules; None for one that did not end.
        """
        self.trace.counts.clear()
        match = seeded(self.compiled, seed)
        match.keep_journal()
        questions: dict[int, list[Any]] = {}
        why = None
        try:
            match.begin()
            for player, value in choices:
                k = pending(match, player, value)
                _note(questions, match.asks[k][1], match.asks[k][2], value)
                match.answer(k, value)
        except RuleFailure as error:  # before the first question
            why = _why(error.__cause__)
        except Failure as failed:
            why = _why(failed)
        except DeviceError:  # it says by itself what is wrong
            pass
        if played is not None and (match.s, match.z) != (played.s, played.z):
            raise UserError(ELSEWHERE)
        return {
            "lines": _keyed(self.trace.counts),
            "questions": _keyed(questions),
            **self._journal(match),
            **({"why": why} if why is not None else {}),
        }

    def _journal(self, match: Match) -> dict[str, Any]:
        changes: Counter[int] = Counter()
        cards: dict[str, Counter[str]] = {}
        labels = self.compiled.labels("en")
        for row in match.log or ():
            if isinstance(row, CHANGES):
                changes[row.line] += 1
            if isinstance(row, CardMoved) and (row.root, row.card) in self.own:
                cards.setdefault(f"{row.root} {row.card}", Counter())[labels.place_name(row.target)] += 1
        begun = Counter(note.rule for note in match.events if isinstance(note, Begun))
        return {
            "changes": _keyed(changes),
            "rules": _keyed(begun),
            "cards": {key: dict(sorted(places.items())) for key, places in sorted(cards.items())},
        }


def _why(failed: BaseException | None) -> Sequence[Any] | None:
    """Why a line failed: the author's reason, or the facts that every failure carries (:mod:`rulekit.stuck`)."""
    if not isinstance(failed, Failure):
        return None
    if failed.why is not None:
        return ["reason", failed.why[0], list(failed.why[1])]
    return ["facts", *failed.facts] if failed.facts else None


def _note(questions: dict[int, list[Any]], question: int, options: Sequence[int], value: int) -> None:
    found = questions.setdefault(question, [0, 0, 0, []])
    found[0] += 1
    found[1] += len(options) == 1
    found[2] += list(options) == [-1]
    if value not in found[3] and len(found[3]) < 2:
        found[3].append(value)


def _keyed(found: Any) -> dict[str, Any]:
    return {str(key): found[key] for key in sorted(found)}
