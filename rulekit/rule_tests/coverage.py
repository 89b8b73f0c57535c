"""Measures rule coverage: the clauses, rule lines and branches that the rule tests and some random games reach.

A clause is covered by a test that names it. A line is covered when it was carried out or, for a clause or a refusal with a
condition, when it applied. A branch is one answer of a condition; what options decide at compile time is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import TypeVar

from attrs import define

from rulekit.compiler.build import default_setup
from rulekit.compiler.lower.context import Trace
from rulekit.diagnostics import RulesError, Span
from rulekit.dsl.operations import has
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Statement
from rulekit.files import shown
from rulekit.image import Setup
from rulekit.loader import read_program
from rulekit.needs import refusal
from rulekit.plugins.devices import Device
from rulekit.plugins.manager import Plugins, find_plugins
from rulekit.rule_tests.results import TestResult
from rulekit.rule_tests.runner import run_all
from rulekit.traced import seeded, traced

Place = tuple[str, int]
K = TypeVar("K")
QUIET = 3
"""After so many games in a row that have reached nothing new, no more are played of a set-up"""
MANY = 5
"""Values of an option that are all played"""


@define
class Coverage:
    """``clauses``: name -> whether a test names it. ``lines``, ``branches``: (file, line[, answer]) -> whether it was reached.
    ``results``: of the rule tests. Variants' files come first."""

    clauses: dict[str, bool]
    lines: dict[Place, bool]
    branches: dict[tuple[str, int, str], bool]
    results: list[TestResult]

    @property
    def failed(self) -> int:
        return sum(not result.ok for result in self.results)

    def share(self, part: Mapping[K, bool]) -> float:
        return 100.0 * sum(part.values()) / len(part) if part else 100.0

    @property
    def least(self) -> float:
        """The smallest of the shares of clauses and lines, in per cent."""
        return min(self.share(self.clauses), self.share(self.lines))


def measure(
    path: str | Path,
    games: int = 20,
    variants: Sequence[str | Path] = (),
    found: Plugins | None = None,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> Coverage:
    """Runs the rule tests and ``games`` random games for each set-up, fewer where they reach nothing new; ``told(done, of)`` is
    called after each of both.

    Raises RulesError and UserError as loading does."""
    found = found or find_plugins()
    program = read_program(Path(path), found.devices, [Path(v) for v in variants], tests=True)
    if any(d.severity == "error" for d in program.found):
        raise RulesError(program.found, program.sources)
    trace = Trace()
    played = list(setups(program)) if games else []
    of = len(program.tests) + games * len(played)
    results = run_all(program, found.devices, trace=trace, told=lambda done: told(done, of))
    for k, setup in enumerate(played):
        _play(program, setup, found.devices, trace, games, partial(_behind, told, len(program.tests) + games * k, of))
    named = {clause for test in program.tests for clause in test.covers}
    come_to = {(file, line) for (file, line, sort), n in trace.numbers.items() if n in trace.hits and sort != "no"}
    ours = {(f, n) for f, n in rule_lines(program)}
    answers = {key: n in trace.hits for key, n in trace.numbers.items() if key[2] != "line" and key[:2] in ours}
    of_variants = {shown(Path(v)) for v in variants}

    def variants_first(place: tuple[str, int] | tuple[str, int, str]) -> tuple[bool, tuple[str | int, ...]]:
        return place[0] not in of_variants, place

    return Coverage(
        {clause: clause in named for clause in program.clauses},
        {place: place in come_to for place in sorted(ours, key=variants_first)},
        {key: answers[key] for key in sorted(answers, key=variants_first)},
        results,
    )


def _behind(told: Callable[[int, int], None], begun: int, of: int, done: int) -> None:
    told(begun + done, of)


def setups(program: Program) -> Iterator[Setup]:
    """Every number of players with the options as they are, then each other value of each option once; of a number that can
    be many, the least and the most."""
    for players in range(program.fewest, program.most + 1):
        yield default_setup(program, players)
    for option, players in product(program.options.values(), (program.fewest, program.most)):
        every = range(option.low, option.high + 1)
        for value in every if len(every) <= MANY else (option.low, option.high):
            if value != option.default:
                yield default_setup(program, players, {option.name: value})


def _play(
    program: Program,
    setup: Setup,
    devices: Mapping[str, Device],
    trace: Trace,
    games: int,
    told: Callable[[int], None],
) -> None:
    if refusal(program, setup) is not None:
        return
    compiled = traced(program, setup, devices, trace, "coverage")
    quiet = 0
    for seed in range(games):
        before = len(trace.hits)
        match = seeded(compiled, seed)
        match.begin()
        match.play_random(seed)
        told(seed + 1)
        quiet = quiet + 1 if len(trace.hits) == before else 0
        if quiet == QUIET:
            break


def rule_lines(program: Program) -> Iterator[Place]:
    """Every line of the rules that does or says something: statements, clauses, rulings, what cards say, rows of tables."""
    for span in _spans(program):
        if span.file not in program.test_files:
            yield span.file, span.line


def _spans(program: Program) -> Iterator[Span]:
    for point in program.points.values():
        if point.name.endswith(", as printed"):
            continue
        entry = program.entries.get(point.name)
        yield from _statements(point.body)
        yield from _statements(entry.body if entry is not None else ())
        yield from (c.span for c in point.clauses)
        yield from (r.span for r in point.rulings if r.op == "refuse")
    for point in [*program.points.values(), *program.choices.values()]:
        for modifier in point.modifiers:
            yield modifier.span
            yield from _statements(modifier.body)
    for table in program.tables.values():
        yield from (row[3] for row in table.rows)


def _statements(body: Sequence[Statement]) -> Iterator[Span]:
    for statement in body:
        for inner in statement.walk():
            if not has(inner.op, "is a note"):
                yield inner.span
