"""Writes anew what the checker says to every mistake in ``messages/``: look at the difference before you keep it.

python tests/dsl/update_messages.py [NAME]...
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.dsl.mistakes import FIXTURES, answer


def main(names: list[str]) -> None:
    for fixture in FIXTURES:
        if names and fixture.stem not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                said = answer(fixture, Path(folder) / "toy")
            except Exception as error:
                said = ""
                print(f"{fixture.stem}: {type(error).__name__}: {error}")
        wanted = fixture.with_suffix(".txt")
        if not wanted.exists() or wanted.read_text(encoding="utf-8") != said:
            wanted.write_text(said, encoding="utf-8")
            print(f"{fixture.stem}: changed" if said else f"{fixture.stem}: not noticed")


if __name__ == "__main__":
    main(sys.argv[1:])
