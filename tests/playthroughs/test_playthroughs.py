"""One whole game of every set-up, told in a file: played again with the choices of the file, it is told the same way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, zip_longest
from pathlib import Path

import pytest

from rulekit.runtime.decisions import Decision
from tests.playing import SetUp
from tests.playthroughs import games
from tests.playthroughs.make import heading, playthrough
from tests.playthroughs.telling import CHOICE, tell

LARGEST = 300_000
"""bytes"""
CONTEXT = 12
HINT = "If that was meant: python tests/playthroughs/make.py, and look at the difference."
TOLD = list(games.told())


def again(folder: Path, setup: SetUp, text: list[str]) -> Iterator[str]:
    """The lines of the game with the choices that stand in a text."""
    choices = (line.removeprefix(CHOICE) for line in text if line.startswith(CHOICE))

    def pick(decision: Decision) -> str | None:
        return next(choices, None)

    return chain(heading(folder, setup), tell(games.start(folder, setup), pick))


def difference(text: list[str], lines: Iterator[str], where: str) -> str | None:
    """The first line that is another one, with what stands before it."""
    for k, (there, here) in enumerate(zip_longest(text, lines)):
        if there != here:
            before = [f"  {line}" for line in text[max(k - CONTEXT, 0) : k]]
            both = [f"- {'(the end)' if there is None else there}", f"+ {'(the end)' if here is None else here}"]
            return "\n".join([f"{where}:{k + 1} is not what happens now:", *before, *both, HINT])
    return None


@pytest.mark.parametrize("folder, setup, file", TOLD, ids=[file.stem for _, _, file in TOLD])
def test_playthrough(folder: Path, setup: SetUp, file: Path) -> None:
    assert file.is_file(), f"no game is told for this set-up: python tests/playthroughs/make.py {file.stem}"
    text = file.read_text(encoding="utf-8").splitlines()
    found = difference(text, again(folder, setup, text), f"tests/playthroughs/{file.name}")
    if found:
        pytest.fail(found, pytrace=False)


def test_every_file_belongs_to_a_game() -> None:
    files = set(games.HERE.glob("*.txt"))
    assert files <= {file for _, _, file in TOLD}
    assert not [file.name for file in files if file.stat().st_size > LARGEST]


def test_a_difference_is_found() -> None:
    """A choice that is another one, a line that is missing, a game that goes on."""
    folder, setup, _ = TOLD[0]
    text = list(playthrough(folder, setup))
    chosen = next(k for k, line in enumerate(text) if line.startswith(CHOICE))
    for spoilt, line in [
        ([*text[:chosen], f"{CHOICE}Nowhere", *text[chosen + 1 :]], chosen),
        ([*text[: chosen + 1], *text[chosen + 2 :]], chosen + 1),
        (text[:-1], len(text) - 1),
        ([*text, text[-1]], len(text)),
    ]:
        found = difference(spoilt, again(folder, setup, spoilt), "x")
        assert found is not None and found.startswith(f"x:{line + 1} is not") and HINT in found
