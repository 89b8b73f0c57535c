"""Rule coverage: which clauses, rule lines and branches the rule tests and some random games come to.

A clause is covered by a test that names it. A line is covered when it was carried out or, for a clause or a refusal with a
condition, when it applied. A branch is one answer of a condition; what options decide at compile time is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from attrs import define

from rulekit.compiler.build import build_checked, default_setup
from rulekit.compiler.lower.context import Trace
from rulekit.diagnostics import RulesError, Span
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Statement
from rulekit.image import Setup
from rulekit.loader import read_program
from rulekit.needs import refusal
from rulekit.plugins.manager import Plugins, find_plugins
from rulekit.rule_tests.runner import run_all
from rulekit.runtime.chance import seed_stream
from rulekit.runtime.compiled import Compiled
from rulekit.runtime.machine import Machine
from rulekit.runtime.match import Match

Place = tuple[str, int]


@define
class Coverage:
    """``clauses``: name -> whether a test names it. ``lines``, ``branches``: (file, line[, answer]) -> whether it was come to."""

    clauses: dict[str, bool]
    lines: dict[Place, bool]
    branches: dict[tuple[str, int, str], bool]
    failed: int

    def share(self, part: Mapping[Any, bool]) -> float:
        return 100.0 * sum(part.values()) / len(part) if part else 100.0

    @property
    def least(self) -> float:
        """The smallest of the shares of clauses and lines, in per cent."""
        return min(self.share(self.clauses), self.share(self.lines))


def measure(
    path: str | Path, games: int = 20, variants: Sequence[str | Path] = (), found: Plugins | None = None
) -> Coverage:
    """Runs the rule tests and ``games`` random games for each set-up. Raises RulesError and UserError as loading does."""
    found = found or find_plugins()
    program = read_program(Path(path), found.devices, [Path(v) for v in variants], tests=True)
    if any(d.severity == "error" for d in program.found):
        raise RulesError(program.found, program.sources)
    trace = Trace()
    results = run_all(program, found.devices, trace=trace)
    for setup in setups(program) if games else ():
        _play(program, setup, found.devices, trace, games)
    named = {clause for test in program.tests for clause in test.covers}
    come_to = {(file, line) for (file, line, sort), n in trace.numbers.items() if n in trace.hits and sort != "no"}
    ours = {(f, n) for f, n in rule_lines(program)}
    answers = {key: n in trace.hits for key, n in trace.numbers.items() if key[2] != "line" and key[:2] in ours}
    return Coverage(
        {clause: clause in named for clause in program.clauses},
        {place: place in come_to for place in sorted(ours)},
        answers,
        sum(not r.ok for r in results),
    )


def setups(program: Program) -> Iterator[Setup]:
    """Every number of players with the options as they are, then each other value of each option once."""
    for players in range(program.fewest, program.most + 1):
        yield default_setup(program, players)
    for option, players in product(program.options.values(), (program.fewest, program.most)):
        for value in range(option.low, option.high + 1):
            if value != option.default:
                yield default_setup(program, players, {option.name: value})


def _play(program: Program, setup: Setup, devices: Mapping[str, Any], trace: Trace, games: int) -> None:
    if refusal(program, setup) is not None:
        return
    image = build_checked(program, setup, "coverage", trace)
    if image is None:
        raise RulesError(program.found, program.sources)
    compiled = Compiled(image, Machine(image, devices, {"seen": trace.seen, "asked": trace.asked}), setup.key)
    for seed in range(games):
        match = Match(compiled, seed)
        for name, index in image.streams.items():
            match.s[index] = seed_stream(seed, name)
        match.begin()
        match.play_random(seed)


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
            yield inner.span
