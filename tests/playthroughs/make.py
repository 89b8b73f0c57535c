"""Writes the playthroughs anew:  python tests/playthroughs/make.py [NAME...]

Without a name all of them. Choices are made by a fixed rule: at random, from the seed of the game. Look at what changes
(`git diff --stat tests/playthroughs`) before you keep it: a change of a line is a change of the game or of its texts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from rulekit.runtime.decisions import Decision
from tests.playing import SetUp, said
from tests.playthroughs import games
from tests.playthroughs.telling import name, tell


def playthrough(folder: Path, setup: SetUp) -> Iterator[str]:
    """The lines of a file."""
    random = Random(games.SEED)

    def pick(decision: Decision) -> str:
        return name(random.choice(decision.options))

    yield from heading(folder, setup)
    yield from tell(games.start(folder, setup), pick)


def heading(folder: Path, setup: SetUp) -> Iterator[str]:
    """What stands above a game."""
    yield f"# {folder.name}, {said(setup)}, seed {games.SEED}. Written by tests/playthroughs/make.py; not by hand."


def main(names: list[str]) -> None:
    """Writes those files, or all, and takes away what belongs to no game any more."""
    wanted = list(games.told())
    for folder, setup, file in wanted:
        if not names or file.stem in names:
            file.write_text("".join(f"{line}\n" for line in playthrough(folder, setup)), encoding="utf-8")
            print(f"{file.name}: {file.stat().st_size} bytes")
    for file in set(games.HERE.glob("*.txt")) - {file for _, _, file in wanted}:
        file.unlink()
        print(f"{file.name}: no such game, taken away")


if __name__ == "__main__":
    main(sys.argv[1:])
