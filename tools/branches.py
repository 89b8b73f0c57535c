"""Branch coverage of the parts that everything rests on: ``python -m tools.branches [--quick]``.

Runs the tests of those parts with pytest-cov and prints what share of their lines and branches was come to. ``--quick`` takes the
tests that need no whole games, which come to less.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

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


SEPARATELY: tuple[tuple[str, ...], ...] = (
    ("-m", "not browser", "-n", "auto", "--dist", "loadgroup"),
    ("-m", "browser"),
)
"""As in ./run test: the driver of the browser has an event loop of its own, beside which no full screen can be tested"""


def covered(quick: bool) -> dict[str, float]:
    """part -> percent of its lines and branches that tests come to. Raises CalledProcessError where tests fail."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        for options in SEPARATELY:
            subprocess.run(
                [
                    *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, "--cov-append"),
                    *(f"--cov={part}" for part in PARTS),
                    *("--cov-branch", f"--cov-report=json:{report}", *(QUICK if quick else ("tests",))),
                ],
                cwd=TOP, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "COVERAGE_FILE": f"{folder}/coverage"},
            )  # fmt: skip
        files = json.loads(report.read_text(encoding="utf-8"))["files"]
    out = {}
    for part in PARTS:
        sums = [f["summary"] for name, f in files.items() if Path(name).as_posix().startswith(part)]
        whole = sum(s["num_statements"] + s["num_branches"] for s in sums)
        out[part] = 100 * sum(s["covered_lines"] + s["covered_branches"] for s in sums) / whole if whole else 0.0
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--fail-under", type=float, default=0.0, metavar="PERCENT")
    said = parser.parse_args()
    try:
        parts = covered(said.quick)
    except subprocess.CalledProcessError:
        print("the tests fail, so nothing was measured")
        return 1
    print("branches: " + ", ".join(f"{part} {percent:.1f} %" for part, percent in parts.items()))
    return int(min(parts.values()) < said.fail_under)


if __name__ == "__main__":
    sys.exit(main())
