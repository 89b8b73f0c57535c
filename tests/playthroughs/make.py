"""Writes the playthroughs anew:  python tests/playthroughs/make.py [NAME...]

Without a name all of them. Choices are made by a fixed rule: at random, from the seed of the game. Look at what changes
(`git diff --stat tests/playthroughs`) before you keep it: a change of a line is a change of the game or of its texts.

    python tests/playthroughs/make.py --whole NAME

prints a game whole that its file tells short, with the choices of the file. Printed with the rules before and with the rules
after a change, two such texts show what became different.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from rulekit.runtime.decisions import Decision
from tests.playing import SetUp, game, said
from tests.playthroughs import games, short, telling
from tests.playthroughs.short import Shortened, choices
from tests.playthroughs.telling import Pick, name, tell

BY = "Written by tests/playthroughs/make.py; not by hand."


def playthrough(title: str, folder: Path, setup: SetUp) -> Iterable[str]:
    """The lines of a file."""
    random = Random(games.SEED)

    def pick(decision: Decision) -> str:
        return name(random.choice(decision.options))

    return _told(title, folder, setup, pick)


def again(title: str, folder: Path, setup: SetUp, text: list[str]) -> Iterable[str]:
    """The lines of the game with the choices that stand in a text."""
    chosen = choices(text)

    def pick(decision: Decision) -> str | None:
        return next(chosen, None)

    return _told(title, folder, setup, pick)


def _told(title: str, folder: Path, setup: SetUp, pick: Pick) -> Iterable[str]:
    lines = whole(title, folder, setup, pick)
    return Shortened(lines) if title in games.SETUPS else lines


def whole(title: str, folder: Path, setup: SetUp, pick: Pick) -> Iterator[str]:
    """The heading and the lines of a game, nothing shortened."""
    players, options = setup
    match = game(folder).start(players, games.SEED, options)
    every = short.EVERY if title in games.SETUPS else telling.EVERY
    return chain([f"# {title}, {said(setup)}, seed {games.SEED}. {BY}"], tell(match, pick, every))


def show(wanted: str) -> None:
    """Prints that game whole, with the choices of its file."""
    told = {file.stem: (title, folder, setup, file) for title, folder, setup, file in games.told()}
    if wanted not in told:
        sys.exit(f"no game is told in {wanted or 'nothing'}; there are {', '.join(told)}")
    title, folder, setup, file = told[wanted]
    chosen = choices(file.read_text(encoding="utf-8").splitlines())
    for line in whole(title, folder, setup, lambda _: next(chosen, None)):
        print(line)


def main(names: list[str]) -> None:
    """Writes those files, or all, and takes away what belongs to no game any more."""
    wanted = list(games.told())
    for title, folder, setup, file in wanted:
        if not names or file.stem in names:
            file.write_text("".join(f"{line}\n" for line in playthrough(title, folder, setup)), encoding="utf-8")
            print(f"{file.name}: {file.stat().st_size} bytes")
    for file in set(games.HERE.glob("*.txt")) - {file for *_, file in wanted}:
        file.unlink()
        print(f"{file.name}: no such game, taken away")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--whole"]:
        show(" ".join(sys.argv[2:]))
    else:
        main(sys.argv[1:])
