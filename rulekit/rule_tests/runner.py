"""Runs the rule tests of a game: those in its ``tests`` folder, in the rule language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, cached_property
from pathlib import Path

from rulekit.compiler.build import built, lowered, printed
from rulekit.compiler.errors import CompileError
from rulekit.compiler.lower.context import Lowering, Trace
from rulekit.compiler.pipeline import Forms
from rulekit.diagnostics import Diagnostic, RulesError, UserError
from rulekit.dsl.program import Program
from rulekit.dsl.symbols import RuleTest
from rulekit.files import shown
from rulekit.i18n.findings import speaker
from rulekit.i18n.outcomes import failed_line, outcome
from rulekit.image import Setup
from rulekit.loader import not_collecting, read_program
from rulekit.plugins.devices import Device, DeviceError
from rulekit.plugins.manager import Plugins, find_plugins
from rulekit.rule_tests.assertions import ASSERTIONS
from rulekit.rule_tests.lowering import lower_tests
from rulekit.rule_tests.own_module import CHOOSING, InitialState, moved
from rulekit.rule_tests.results import TestResult, result_of
from rulekit.rule_tests.set_up import RefusedSetup, setup_of
from rulekit.rule_tests.steps import carry_out
from rulekit.rule_tests.trial import TestFailure, Trial, fill
from rulekit.runtime.compiled import Compiled
from rulekit.runtime.failures import RuleFailure, failure_text
from rulekit.runtime.game import Game
from rulekit.runtime.machine import Machine
from rulekit.runtime.match import Match
from rulekit.runtime.protocols import Namespace
from rulekit.runtime.work import Failure


def run_tests(
    path: str | Path,
    variants: Sequence[str | Path] = (),
    found: Plugins | None = None,
    named: str = "",
    with_steps: bool = False,
    lang: str = "en",
) -> list[TestResult]:
    """All rule tests of a game folder, or of one test file of it. Raises RulesError and UserError as loading does.

    ``named``: only those with this title, or where there is none, with this in their title or in a clause that they cover; in
    whatever case. ``with_steps``: each result has what its lines did. ``lang``: the language of what results tell.
    """
    folder, only = _folder(Path(path))
    found = found or find_plugins()
    program, unread = _readable(folder, variants, found)
    results = run_all(program, found.devices, only, named=named, with_steps=with_steps, lang=lang)
    return results + [_unread(d, lang) for d in unread if only is None or d.span.file == shown(only)]


def position(path: str | Path, title: str, variants: Sequence[str | Path] = (), seed: int = 1) -> Match:
    """The match that a rule test of a game builds with its lines before the first `then`. Raises as :func:`run_tests`."""
    return positions(path, [title], variants, seed)[0]


def positions(
    path: str | Path, titles: Sequence[str], variants: Sequence[str | Path] = (), seed: int = 1
) -> list[Match]:
    """Several such matches; the rules are read only once."""
    folder, _ = _folder(Path(path))
    found = find_plugins()
    program = _read(folder, variants, found)
    known = [test.title for test in program.tests]
    game = _game(folder, variants)
    made = []
    for title in titles:
        if title not in known:
            near = get_close_matches(title, known, 1, 0.5)
            raise UserError(f"no rule test is called “{title}”", f"did you mean “{near[0]}”?" if near else None)
        number = known.index(title)
        test = program.tests[number]
        try:
            setup = setup_of(program, test)
        except RefusedSetup as reason:
            raise UserError(f"{test.span}: the game refuses this set-up: {reason}") from reason
        compiled = compile_tests(program, setup, [(number, test)], found.devices)
        made.append(_position(Trial(program, compiled, number, test, seed), game))
    return made


def _game(folder: Path, variants: Sequence[str | Path]) -> Callable[[], Game]:
    """The game itself, when somebody asks for it."""

    @cache
    def loaded() -> Game:
        from rulekit.api import load

        return load(folder, variants)

    return loaded


def _read(folder: Path, variants: Sequence[str | Path], found: Plugins) -> Program:
    program = read_program(folder, found.devices, [Path(v) for v in variants], tests=True)
    if any(d.severity == "error" for d in program.found):
        raise RulesError(program.found, program.sources)
    return program


def _readable(folder: Path, variants: Sequence[Path | str], found: Plugins) -> tuple[Program, list[Diagnostic]]:
    """The game with those of its test files that can be read, and the first mistake of each other one."""
    unread: dict[str, Diagnostic] = {}
    while True:
        program = read_program(folder, found.devices, [Path(v) for v in variants], tests=True, without=unread)
        errors = [d for d in program.found if d.severity == "error"]
        if not errors:
            return program, list(unread.values())
        if any(d.span.file not in program.test_files for d in errors):
            raise RulesError(program.found, program.sources)
        for d in errors:
            unread.setdefault(d.span.file, d)


def _unread(d: Diagnostic, lang: str) -> TestResult:
    say = speaker(lang)
    hint = f"\n{say(d.hint)}" if d.hint else ""
    title = outcome("the tests of this file cannot be read", lang)
    return TestResult(title, (), False, f"{d.code}: {say(d.message)}{hint}", str(d.span))


def run_all(
    program: Program,
    devices: Mapping[str, Device],
    only: Path | None = None,
    trace: Trace | None = None,
    named: str = "",
    told: Callable[[int], None] | None = None,
    with_steps: bool = False,
    lang: str = "en",
) -> list[TestResult]:
    """The tests of a program that was read with its tests; ``trace`` gets each result, ``told`` how many are done."""
    there = [(n, t) for n, t in enumerate(program.tests) if only is None or t.span.file == shown(only)]
    chosen = _named(there, named.casefold()) if named else there
    groups: dict[str, tuple[Setup, list[tuple[int, RuleTest]]]] = {}
    results: dict[int, TestResult] = {}
    for number, test in chosen:
        try:
            setup = setup_of(program, test)
            groups.setdefault(setup.key, (setup, []))[1].append((number, test))
        except RefusedSetup as reason:
            results[number] = _without_a_game(test, str(reason), lang)
    for setup, tests in groups.values():
        compiled = compile_tests(program, setup, tests, devices, trace)
        for number, test in tests:
            results[number] = result_of(Trial(program, compiled, number, test), with_steps, lang)
            if told is not None:
                told(len(results))
    return [results[number] for number, _ in chosen]


def _named(tests: Sequence[tuple[int, RuleTest]], named: str) -> list[tuple[int, RuleTest]]:
    """Those with this title; where there is none, those with this in their title or in a clause that they cover."""
    return [(n, t) for n, t in tests if t.title.casefold() == named] or [
        (n, t) for n, t in tests if any(named in text.casefold() for text in (t.title, *t.covers))
    ]


def _folder(path: Path) -> tuple[Path, Path | None]:
    """The game that a path means: itself, or for a test file the folder above its ``tests``."""
    if path.is_dir():
        return path, None
    if not path.exists():
        raise UserError(f"there is no {path}")
    for above in path.resolve().parents:
        if above.name == "tests":
            return Path(shown(above.parent)), path
    raise UserError(f"{path} does not lie in the tests folder of a game")


def _without_a_game(test: RuleTest, reason: str, lang: str) -> TestResult:
    """The result of a test with a set-up that the game refuses: passed if the test expects this refusal."""
    _, values, span, said = test.lines[-1]
    if not test.of_a_set_up:
        span, message = test.span, outcome(f"the game refuses this set-up: {reason}", lang)
    else:
        message = "" if values["t"] == reason else failed_line(said, [f"the reason is:  {reason}"], lang)
    return TestResult(test.title, tuple(test.covers), not message, message, str(span))


class _Machine(Machine):
    """Prints the other forms of a game with its tests only when a test asks for them."""

    made: Forms

    @cached_property
    def plain(self) -> Namespace:
        return self._load("plain", printed(self.made, "plain", self.image.bound))

    @cached_property
    def explain(self) -> Namespace:
        return self._load("explain", printed(self.made, "explain", self.image.bound))


def compile_tests(
    program: Program,
    setup: Setup,
    tests: Sequence[tuple[int, RuleTest]],
    devices: Mapping[str, Device],
    trace: Trace | None = None,
) -> Compiled:
    """The tests of a game in one set-up: their lines, and the functions of the game that these reach."""
    try:
        with not_collecting():
            low = lowered(program, setup, lambda low: lower_tests(low, tests), trace)
            made = Forms(low, _called(low, tests))
            image = built(made, "tests", ("journaled",))
    except CompileError as error:
        raise RulesError(
            [Diagnostic(error.code, str(error), error.span or tests[0][1].span, error.hint)], program.sources
        ) from error
    words = {"fill": fill}
    machine = _Machine(image, devices, words if trace is None else {**words, "seen": trace.seen, "asked": trace.asked})
    machine.made = made
    return Compiled(image, machine, setup.key)


def _called(low: Lowering, tests: Sequence[tuple[int, RuleTest]]) -> list[str]:
    """The functions that tests call: their lines, and the beginning of the game where one of them sets it up."""
    begins = any(line.op == "set-up" for _, test in tests for line in test.lines)
    return [name for name, f in low.functions.items() if f.sort == "test" or (begins and f.sort == "begin")]


def _position(trial: Trial, game: Callable[[], Game]) -> Match:
    """The match before the first line that judges. Raises UserError when a line cannot be carried out."""
    trial.begin()
    laid: InitialState | None = None
    for k, (op, _, span, said) in enumerate(trial.test.lines):
        if op in ASSERTIONS:
            break
        try:
            laid = InitialState.of(trial.match) if op == "set-up" else laid if op in CHOOSING else None
            carry_out(trial, k)
            if trial.refused is not None:
                raise TestFailure(f"this was refused: {trial.refused}")
        except (TestFailure, DeviceError, RuleFailure) as wrong:
            raise UserError(f"{span}: {said}: {wrong}") from wrong
        except Failure as failed:
            raise UserError(f"{span}: {said}: {failure_text(trial.compiled, failed)}") from failed
    trial.pass_by(len(trial.test.lines))
    return (moved(trial, laid, game) if laid is not None else None) or trial.match
