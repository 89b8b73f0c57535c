"""Branch coverage of the parts that everything rests on: ``python -m tools.branches [--quick]``.

Runs the tests with pytest-cov and prints what share of the lines and branches of those parts was come to, and the files that lack
most. Processes that tests start are counted, such as the workers of a server. ``--quick`` takes the tests that need no whole
games, which come to less. Tests that fail are named, and the status is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen

TOP = Path(__file__).resolve().parents[1]
PARTS = ("rulekit/dsl", "rulekit/compiler", "rulekit/runtime", "rulekit/web")
QUICK = (
    "tests/dsl",
    "tests/runtime",
    "tests/compiler/test_forms.py",
    "tests/hostile/test_saves.py",
    "tests/archive",
    "tests/web",
)
MOST = 20
"""Files that are named, those that lack most first"""
SEPARATELY: tuple[tuple[str, ...], ...] = (
    ("-m", "not browser", "-n", "auto", "--dist", "loadgroup"),
    ("-m", "browser"),
)
"""As in ./run test: the driver of the browser has an event loop of its own, beside which no full screen can be tested"""


@frozen
class FileCoverage:
    """What of one file tests come to, in lines and branches together."""

    whole: int
    reached: int

    @property
    def percent(self) -> float:
        return 100 * self.reached / self.whole if self.whole else 100.0


def measured(quick: bool) -> tuple[dict[str, FileCoverage], list[str]]:
    """File -> what tests come to, and the lines in which pytest names the tests that fail."""
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        report, config = Path(folder) / "report.json", Path(folder) / "coverage.ini"
        config.write_text("[run]\nbranch = True\npatch = subprocess\n", encoding="utf-8")
        for options in SEPARATELY:
            done = subprocess.run(
                [
                    *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, "--cov-append"),
                    *(f"--cov={part}" for part in PARTS),
                    *(f"--cov-config={config}", f"--cov-report=json:{report}", *(QUICK if quick else ("tests",))),
                ],
                cwd=TOP, stdout=subprocess.PIPE, encoding="utf-8", env={**os.environ, "COVERAGE_FILE": f"{folder}/lines"},
            )  # fmt: skip
            failures += [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        files = json.loads(report.read_text(encoding="utf-8"))["files"]
    return {Path(name).as_posix(): _coverage(file["summary"]) for name, file in files.items()}, failures


def _coverage(summary: dict[str, int]) -> FileCoverage:
    return FileCoverage(
        summary["num_statements"] + summary["num_branches"], summary["covered_lines"] + summary["covered_branches"]
    )


def together(files: dict[str, FileCoverage], part: str) -> FileCoverage:
    """That of all files of a part."""
    of_part = [file for name, file in files.items() if name.startswith(f"{part}/")]
    return FileCoverage(sum(file.whole for file in of_part), sum(file.reached for file in of_part))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--fail-under", type=float, default=0.0, metavar="PERCENT")
    said = parser.parse_args()
    if find_spec("pytest_cov") is None:
        print("not installed: pytest-cov (pip install -e '.[trust]')")
        return 1
    files, failures = measured(said.quick)
    parts = {part: together(files, part).percent for part in PARTS}
    print("branches: " + ", ".join(f"{part} {percent:.1f} %" for part, percent in parts.items()))
    lacking = sorted(files.items(), key=lambda item: item[1].reached - item[1].whole)
    for name, file in lacking[:MOST]:
        print(f"  {name}: {file.whole - file.reached} of {file.whole} lacking ({file.percent:.1f} %)")
    for failure in failures:
        print(failure)
    return int(bool(failures) or min(parts.values()) < said.fail_under)


if __name__ == "__main__":
    sys.exit(main())
