"""How good the answers are, over the whole corpus: ``python -m tests.diagnostics.score [--missed]``.

The exit code is 1 below the marks that we want to hold: 95 % point at the right line, 80 % offer the right fix.
"""

from __future__ import annotations

import sys
import tempfile
from collections import defaultdict
from multiprocessing import Pool
from pathlib import Path

from tests.diagnostics.corpus import SINGLE, Answer, answer, read

LINE, FIX = 95.0, 80.0


def judge(fixture: Path) -> Answer:
    with tempfile.TemporaryDirectory() as folder:
        return answer(fixture, Path(folder) / "toy")


def main(missed: bool) -> int:
    topics: dict[str, list[Answer]] = defaultdict(list)
    with Pool() as pool:
        answers = pool.map(judge, SINGLE, chunksize=8)
    for fixture, got in zip(SINGLE, answers, strict=True):
        topics[fixture.parent.name].append(got)
        if missed and not (got.line and got.fix):
            wanted = [f"{d.about} {d.text}".strip() for d in read(fixture).all("fix" if got.line else "at")]
            print(f"--- {read(fixture).name}: {'fix' if got.line else 'line'}, wanted: {' or '.join(wanted)}")
            print("\n".join(got.text.splitlines()[:6]) or "(not noticed)")
    for topic, row in topics.items():
        print(f"{topic:14} {_line(row)}")
    print(f"{'all':14} {_line(answers)}")
    return int(share(answers, "line") < LINE or share(answers, "fix") < FIX)


def _line(row: list[Answer]) -> str:
    alone = 100 * sum(a.findings == 1 for a in row) / len(row)
    return (
        f"{len(row):4} mistakes   right line {share(row, 'line'):5.1f} %   right fix {share(row, 'fix'):5.1f} %   "
        f"one finding only {alone:5.1f} %"
    )


def share(row: list[Answer], what: str) -> float:
    return 100 * sum(bool(getattr(a, what)) for a in row) / len(row)


if __name__ == "__main__":
    sys.exit(main("--missed" in sys.argv[1:]))
