"""Writes anew what the checker says to the mistakes of the corpus: look at the difference before you keep it.

python -m tests.diagnostics.update [TOPIC/NAME]...
"""

from __future__ import annotations

import sys
from multiprocessing import Pool

from tests.diagnostics.corpus import FIXTURES, read
from tests.diagnostics.score import judge


def main(names: list[str]) -> None:
    chosen = [f for f in FIXTURES if not names or read(f).name in names]
    with Pool() as pool:
        answers = pool.map(judge, chosen, chunksize=8)
    for fixture, got in zip(chosen, answers, strict=True):
        path = fixture.with_suffix(".txt")
        if not path.exists() or path.read_text(encoding="utf-8") != got.text:
            path.write_text(got.text, encoding="utf-8")
            print(f"{read(fixture).name}: {'changed' if got.text else 'not noticed'}")


if __name__ == "__main__":
    main(sys.argv[1:])
