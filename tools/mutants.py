"""The mutation score: which share of small changes to the code the tests notice (``make mutants``).

``python -m tools.mutants --part rulekit/runtime --sample 150 --seed 1`` makes the changes of :mod:`tools.mutations` one at a
time, runs the tests that execute the changed line, and prints the changes that no test noticed; the last line is the score.
The quickest tests come first; what they let through is tried with all others, so that the score does not hang on the machine.
A control run without any change comes before the mutants of a part: a test that fails in it kills nothing.
Works in a copy of the checkout, ``build/mutants``. Whenever code or tests have changed, a first run (of ``TESTS`` under coverage,
a quarter of an hour) finds out which test comes to which line. Needs ``pip install -e ".[trust]"``, and Linux or macOS.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import os
import py_compile
import shutil
import signal
import sys
import time
from collections.abc import Mapping, Set
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from tools.mutations import TOP, Location, Mutant, sample

FOLDER = TOP / "build" / "mutants"
TREE, KEPT, REACHED = FOLDER / "tree", FOLDER / "cache", FOLDER / "reached.json"
PARTS = ("rulekit/runtime", "rulekit/web")
LEFT_OUT = (".*", "__pycache__", "build", "dist", "node_modules", "_build")
TESTS = (
    *("tests/runtime", "tests/archive", "tests/web", "tests/tabletop", "tests/told", "tests/playthroughs"),
    *("tests/cli/test_saves.py", "tests/cli/test_log.py", "tests/cli/test_watching.py", "tests/hostile/test_saves.py"),
    *("tests/cli/test_questions.py", "tests/cli/test_play.py", "tests/cli/test_session.py", "tests/cli/test_bots.py"),
    *("tests/secrecy/test_attacks_on_chance.py", "tests/secrecy/test_taking_back.py", "tests/test_stories.py"),
    *("tests/compiler/test_forms.py", "tests/compiler/test_rollback.py", "tests/compiler/test_native_toolchain.py"),
    *("tests/compiler/test_native_playouts.py", "tests/compiler/test_native_positions.py"),
    *("tests/compiler/test_same_play.py", "tests/games/test_toy.py", "tests/games/test_council.py"),
    *("tests/plugins/test_towers.py", "tests/perft/test_counts.py", "tests/lab/test_simulation.py", "tests/envs"),
)
"""Those that look at these parts, without browsers"""
APART: Mapping[str, tuple[str, ...]] = {
    "rulekit/web/bot_worker.py": ("tests/web/test_bots.py",),
    "rulekit/web/check_worker.py": ("tests/web/test_uploads.py",),
    "rulekit/web/line_worker.py": ("tests/web/test_bots.py", "tests/web/test_uploads.py"),
    "rulekit/web/registry.py": ("tests/web/test_shutdown.py",),
    "rulekit/web/server.py": ("tests/web/test_shutdown.py",),
}
"""What runs in a process of its own, where coverage does not see it, and what tests it"""
ROOM = 600
"""Characters added to each file of the copy, so that a changed one is as long as before: rulekit tells by length and date
whether compiled games are out of date, and would compile them again for each mutant"""
SECONDS = 20.0
"""How long the quick tests of one mutant take together, by the seconds of the first run"""
SLOWER, AT_LEAST, WAITING, MEMORY = 4.0, 60.0, 5.0, 4 << 30
"""The tests of a mutant may take so many times the seconds of the first run, at least so many, of processor time, so many times
that of waiting, and so many bytes: one that takes more has been noticed"""
HOURS = 3.0
"""How long the first run may take"""
PAUSE = 0.05
"""Seconds between two looks whether a run has ended"""
LOADED = (
    *("hypothesis", "msgspec", "mutmut.mutation.mutators", "numpy", "pytest_cov.plugin", "rich.console"),
    *("sqlalchemy.dialects.sqlite", "starlette.testclient", "uvicorn"),
)
"""What is imported once, before the process forks for each mutant; nothing of it imports rulekit"""
TIMES = "RULEKIT_MUTANTS_TIMES"
"""Environment variable: where a run of pytest that has this module as a plugin writes what its tests took"""
_took: dict[str, float] = {}
_not_passed: dict[str, str] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _took[report.nodeid] = _took.get(report.nodeid, 0.0) + report.duration
    if not report.passed:
        _not_passed[report.nodeid] = report.outcome


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In the order in which they are asked for, which is not that of ``conftest.py``."""
    order = {name: place for place, name in enumerate(config.args)}
    items.sort(key=lambda item: order.get(item.nodeid, len(order)))


def pytest_sessionfinish() -> None:
    if TIMES in os.environ:
        took = {name: seconds for name, seconds in _took.items() if name not in _not_passed}
        failed = [name for name, outcome in _not_passed.items() if outcome == "failed"]
        Path(os.environ[TIMES]).write_text(json.dumps({"took": took, "failed": failed}), encoding="utf-8")


@frozen
class Reached:
    """Which test comes to which line, and how many seconds each takes."""

    took: Mapping[str, float]
    lines: Mapping[str, Mapping[str, list[str]]]
    """file -> line -> tests"""

    def tests(self, place: Location) -> tuple[list[str], list[str]]:
        """The tests that execute a line, fastest first: those within the time budget, and the others. Of a line that none
        executes by itself they are those of its file."""
        lines = self.lines.get(place.file, {})
        found = {test for line in place.lines or lines for test in lines.get(str(line), ())}
        if not found:  # as of a function that is called when its module is imported
            found = {test for tests in lines.values() for test in tests}
        quick: list[str] = []
        whole = 0.0
        ordered = sorted(found & self.took.keys(), key=lambda test: (self.took[test], test))
        for test in ordered:
            whole += self.took[test]
            if quick and whole > SECONDS:
                break
            quick.append(test)
        apart = APART.get(place.file, ())
        quick += [test for test in self.took if test.partition("::")[0] in apart and test not in quick]
        return quick, [test for test in ordered if test not in quick]

    def without(self, tests: Set[str]) -> Reached:
        return Reached({test: seconds for test, seconds in self.took.items() if test not in tests}, self.lines)

    def time_limit(self, tests: list[str]) -> float:
        """Seconds of processor time that these tests may take."""
        return max(AT_LEAST, SLOWER * sum(self.took[test] for test in tests))


def _pytest(words: list[str], cache: Path, most: float | None, **more: str) -> int | None:
    """What pytest in the copy ends with; None where it does not end in time: ``most``, in seconds of processor time. What it has
    started ends with it."""
    process = os.fork()
    if not process:
        try:
            os._exit(_carried_out([*words, "-p", "tools.mutants", "-o", f"cache_dir={cache}"], most, more))
        finally:
            os._exit(1)
    end, status = time.monotonic() + (HOURS * 3600 if most is None else WAITING * most), None
    while status is None and time.monotonic() < end:
        time.sleep(PAUSE)
        done, code = os.waitpid(process, os.WNOHANG)
        status = os.waitstatus_to_exitcode(code) if done else None
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    if status is None:
        os.waitpid(process, 0)
    return status


def _carried_out(words: list[str], most: float | None, more: Mapping[str, str]) -> int:
    """Runs pytest in this process, which has nothing of rulekit yet; under a mutant it is bounded and writes nothing down."""
    import resource

    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has what it runs in the background ignore it
    if most is not None:
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        resource.setrlimit(resource.RLIMIT_CPU, (int(most), int(most)))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    os.chdir(TREE)
    places = [str(TREE), *(str(path) for path in sorted((TREE / "plugins").iterdir()) if path.is_dir())]
    sys.path[:0] = places
    os.environ.setdefault("RULEKIT_TEST_PACE", "4 4")  # not measured: under a mutant anything may be slow
    os.environ.update(more, PYTHONPATH=":".join(places))
    return int(pytest.main(words))


def _state() -> str:
    """Changes with the code, the tests and the games."""
    files = sorted(path for place in ("rulekit", "tests", "plugins", "games") for path in (TOP / place).rglob("*.*"))
    seen = [f"{path}:{path.stat().st_mtime_ns}" for path in files if path.suffix in (".py", ".rules", ".yaml")]
    return hashlib.sha256("\n".join([*seen, *TESTS]).encode()).hexdigest()


def reached() -> Reached:
    """The coverage data of the first run, collected now if it is missing. Raises SystemExit if pytest does not finish."""
    paths = [path for part in PARTS for path in (TOP / part).rglob("*.py")]
    code = {path.relative_to(TOP).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    found: dict[str, Any] = json.loads(REACHED.read_text(encoding="utf-8")) if REACHED.is_file() else {}
    state = _state()
    if found.get("state") == state:
        for file, text in code.items():  # a run that was killed may have left a mutant
            if (TREE / file).read_text(encoding="utf-8") != _padded(text):
                _put(file, text)
        return Reached(found["took"], found["lines"])
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.copytree(TOP, TREE, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for file, text in code.items():
        (TREE / file).write_text(_padded(text), encoding="utf-8")
    print("finding out which test comes to which line", file=sys.stderr, flush=True)
    data, times = FOLDER / "coverage", FOLDER / "times.json"
    status = _pytest(
        ["-m", "not browser", "--cov-context=test", "--cov-report=", *(f"--cov={part}" for part in PARTS), *TESTS],
        KEPT, None, COVERAGE_FILE=str(data), **{TIMES: str(times)},
    )  # fmt: skip
    if status not in (0, 1):
        raise SystemExit(f"pytest ended with {status}, so nothing was measured")
    took = json.loads(times.read_text(encoding="utf-8"))
    for test in took["failed"]:
        print(f"not used, since it fails as it is: {test}", file=sys.stderr)
    found = {"state": state, "took": took["took"], "lines": _lines(data, took["took"])}
    REACHED.write_text(json.dumps(found), encoding="utf-8")
    return Reached(found["took"], found["lines"])


def _lines(data: Path, tests: Mapping[str, float]) -> dict[str, dict[str, list[str]]]:
    """file -> line -> tests. What was set up for one test may be there for all of its file."""
    from coverage import CoverageData

    files: dict[str, set[str]] = {}
    for test in tests:
        files.setdefault(test.partition("::")[0], set()).add(test)
    coverage = CoverageData(str(data))
    coverage.read()
    out: dict[str, dict[str, list[str]]] = {}
    for path in coverage.measured_files():
        lines = out[Path(path).relative_to(TREE).as_posix()] = {}
        for line, contexts in coverage.contexts_by_lineno(path).items():
            found: set[str] = set()
            for test, _, when in (context.rpartition("|") for context in contexts if context):
                found |= files.get(test.partition("::")[0], set()) if when == "setup" else {test}
            lines[str(line)] = sorted(found)
    return out


def _padded(text: str) -> str:
    return f"{text}\n#{' ' * ROOM}"


def _put(file: str, text: str) -> None:
    """Changes a file of the copy. It stays as long and as old as it was, by which Python tells what it keeps compiled, too."""
    path = TREE / file
    before = path.stat()
    path.write_bytes(_padded(text).encode()[: before.st_size].ljust(before.st_size))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    py_compile.compile(str(path), doraise=False, quiet=2)


def unsound(tests: list[str]) -> set[str]:
    """The control run: those of ``tests`` that fail without any change, as the tests of one mutant are run. Raises SystemExit
    if pytest cannot run them."""
    times = FOLDER / "control.json"
    times.unlink(missing_ok=True)
    status = _pytest(["-m", "not browser", _asked(tests)], KEPT, None, **{TIMES: str(times)})
    if status not in (0, 1):
        raise SystemExit(f"pytest ended with {status} without any change, so nothing was measured")
    ran = json.loads(times.read_text(encoding="utf-8"))["took"]
    return {test for test in tests if test not in ran}


def _asked(tests: list[str]) -> str:
    """The argument of pytest that names tests, which are too many for a command line."""
    path = FOLDER / "tests.txt"
    path.write_text("\n".join(tests), encoding="utf-8")
    return f"@{path}"


def killed(mutant: Mutant, tests: list[str], most: float) -> bool:
    """Whether a test kills a mutant: it fails, cannot be imported, or takes more than ``most`` seconds of processor time."""
    asked, cache = _asked(tests), FOLDER / "linked"
    shutil.rmtree(cache, ignore_errors=True)
    shutil.copytree(KEPT / "d", cache / "d", copy_function=os.link)  # games a mutant compiles are not for the next one
    _put(mutant.place.file, mutant.text)
    try:
        return _pytest(["-x", "-m", "not browser", asked], cache, most) != 0
    finally:
        _put(mutant.place.file, mutant.place.module.code)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("--part", choices=PARTS, action="append", help="normally both")
    parser.add_argument("--sample", type=int, default=150, metavar="NUMBER")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fail-under", type=float, default=0.0, metavar="PERCENT")
    said = parser.parse_args()
    try:
        for name in LOADED:
            importlib.import_module(name)
    except ModuleNotFoundError as missing:
        print(f"{missing}: pip install -e '.[dev,trust]'", file=sys.stderr)
        return 2
    known, scores = reached(), []
    for part in said.part or PARTS:
        whole, mutants = sample(part, said.sample, said.seed)
        survived, control = 0, {test for mutant in mutants for test in known.tests(mutant.place)[0]}
        failing = unsound(sorted(control))
        for test in sorted(failing):
            print(f"not used, since it fails without a change: {test}", file=sys.stderr, flush=True)
        known = known.without(failing)
        for mutant in mutants:
            tests = known.tests(mutant.place)
            if not any(some and killed(mutant, some, known.time_limit(some)) for some in tests):
                survived += 1
                print(f"{mutant}  ({sum(map(len, tests))} tests)", flush=True)
        scores.append(100 * (1 - survived / len(mutants)))
        print(
            f"mutants: {part} {len(mutants)} of {whole:,}, killed {len(mutants) - survived} ({scores[-1]:.1f} %)",
            flush=True,
        )
    return int(min(scores) < said.fail_under)


if __name__ == "__main__":
    sys.exit(main())
