"""Why everything in a saved game happened: for each change the rule line, the values it worked with, what was asked before.

The choices are made again with rules that are compiled for listening: they tell every condition that they ask and every
number that they work with. That they lead to the same state is checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Sized
from functools import cache
from itertools import islice
from pathlib import Path
from typing import ClassVar

from attrs import define, field, frozen

from rulekit import api
from rulekit.compiler.lower.context import Trace
from rulekit.diagnostics import UserError
from rulekit.explain.quotes import said
from rulekit.image import Setup
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from rulekit.runtime.chance import generator_of
from rulekit.runtime.facts import Compared
from rulekit.runtime.match import Match
from rulekit.runtime.narrative.journal import Entry
from rulekit.traced import ELSEWHERE, pending, seeded, traced

MOST = 12
"""So many conditions are told of one change, the last ones."""


@frozen
class EvaluatedCondition:
    """A condition of the rules that was asked on the way to a change, and its answer."""

    rule: str
    text: str
    answer: bool


@frozen
class Cause:
    """``entry``: what happened, with its rule line. ``text``: that line. ``values``: what it worked with."""

    entry: Entry
    text: str
    values: tuple[str, ...]
    asked: tuple[EvaluatedCondition, ...]


@define
class ConditionTrace(Trace):
    """A trace that keeps the order, and the values that the sentences of the rules worked with.

    ``heard``: length of the journal at that moment -> number of a condition -> its answer. A condition that is asked again stands
    where it was asked last: what came of an earlier answer left no trace in the journal.
    ``worked``: length of the journal, number of a rule line, and its values as templates.
    """

    listens: ClassVar[bool] = True
    log: Sized = ()
    heard: dict[int, dict[int, bool]] = field(factory=dict)
    worked: list[tuple[int, int, list[Compared]]] = field(factory=list)
    _places: dict[int, tuple[str, int]] = field(factory=dict)

    def place(self, number: int) -> tuple[str, int]:
        """File and line of a condition that was heard."""
        if number not in self._places:
            self._places = {n: key[:2] for key, n in self.numbers.items()}
        return self._places[number]

    def seen(self, number: int, value: object) -> object:
        return value

    def asked(self, yes: int, no: int, value: object) -> object:
        # Hundreds of thousands of conditions are asked in a game, and few of them are told: nothing more is done here.
        at = len(self.log)
        own = self.heard.get(at)
        if own is None:
            own = self.heard[at] = {}
        own.pop(yes, None)
        own[yes] = bool(value)
        return value

    def compared(self, line: int, values: list[Compared]) -> None:
        self.worked.append((len(self.log), line, values))


class _ConditionListener:
    """Takes down what was heard between one entry of the journal and the next."""

    def __init__(self, sources: Mapping[str, str], listening: ConditionTrace, match: Match, lang: str) -> None:
        self.rows = {file: text.splitlines() for file, text in sources.items()}
        self.listening, self.match, self.labels = listening, match, match.compiled.labels(lang)
        self.told = 0
        self.row = cache(self._row)

    def go_on(self) -> list[Cause]:
        """Everything since the last time."""
        told = list(self._told())
        self.pass_by()
        return told

    def pass_by(self) -> list[Cause]:
        """What was heard until now is not told: nothing."""
        self.told = len(self.match.journal)
        self.listening.heard.clear()
        self.listening.worked.clear()
        return []

    def _told(self) -> Iterator[Cause]:
        worked: dict[int, tuple[int, tuple[str, ...]]] = {}
        work = iter([*self.listening.worked, (len(self.match.journal), -1, [])])
        event = next(work)
        for entry in self.match.journal[self.told :]:
            k = entry.number - 1
            while event[0] <= k:
                said = tuple(self.labels.template(n, v) for n, v, _ in event[2])
                at, before = worked.get(event[1], (-1, ()))
                # A condition and the sentence behind its `:` stand on one line: they belong together.
                worked[event[1]] = (event[0], (*before, *said) if at == event[0] else said)
                event = next(work)
            number = entry.row.line
            values = worked.get(number, (-1, ()))[1]
            line = self.match.compiled.image.lines[number]
            yield Cause(entry, self.row(line.file, line.number), tuple(dict.fromkeys(values)), tuple(self._asked(k)))

    def _asked(self, k: int) -> Iterator[EvaluatedCondition]:
        heard = self.listening.heard.get(k, {})
        for number in [*islice(reversed(heard), MOST)][::-1]:
            file, line = self.listening.place(number)
            yield EvaluatedCondition(f"{file}:{line}", self.row(file, line), heard[number])

    def _row(self, file: str, line: int) -> str:
        """A rule line without the clauses that it cites and without a remark."""
        rows = self.rows.get(file, [])
        return said(rows[line - 1]).strip() if 0 < line <= len(rows) else ""


def causes(
    path: str | Path, variants: Sequence[str | Path], saved: Mapping[str, object], since: int = 0, to: int | None = None,
    lang: str = "en",
) -> Iterator[Cause]:  # fmt: skip
    """The changes of a saved game, after the ``since``-th choice and up to the ``to``-th, told as the game is played again.

    Raises UserError and RulesError as a replay does; also at the end, where the rules led elsewhere.
    """
    reference = api.load(path, variants, find_plugins()).replay(saved, to)
    for told in causes_of(reference, path, variants, since, lang):
        yield from told


def causes_of(
    reference: Match, path: str | Path, variants: Sequence[str | Path], since: int = 0, lang: str = "en"
) -> Iterator[list[Cause]]:
    """The causes of all changes in a match whose rules are in these files: first those before any choice, then those after each
    choice, starting with the ``since``-th.

    Raises RulesError as compiling does; UserError where the rules led elsewhere, also at the end.
    """
    found = find_plugins()
    program = read_program(Path(path), found.devices, [Path(v) for v in variants])
    listening = ConditionTrace()
    setup = Setup(reference.players, reference.compiled.image.options)
    generator = generator_of(reference.s, reference.compiled.image.streams)
    match = seeded(traced(program, setup, found.devices, listening, "causes"), reference.seed, generator)
    match.keep_journal()
    assert match.log is not None
    listener = _ConditionListener(program.sources, listening, match, lang)
    listening.log = match.log  # the journal grows, and with it what is heard of it
    match.begin()
    yield listener.go_on() if since == 0 else listener.pass_by()
    for number, (player, _, value, _) in enumerate(reference.past or (), 1):
        match.decide(pending(match, player, value), value)
        listening.log = match.log
        yield listener.go_on() if number > since else listener.pass_by()
    if (match.s, match.z) != (reference.s, reference.z):
        raise UserError(ELSEWHERE)
