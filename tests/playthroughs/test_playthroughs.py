"""One whole game of every set-up, told in a file: played again with the choices of the file, it is told the same way."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.playing import SetUp
from tests.playthroughs import games
from tests.playthroughs.make import again, playthrough
from tests.playthroughs.short import SHORT, WHOLE, Shortened, choices
from tests.playthroughs.telling import CHOICE

LARGEST = 300_000
"""bytes"""
CONTEXT = 12
MOST = 60
"""So many lines of what happens now are shown where a file tells a decision short."""
HINT = "If that was meant: python tests/playthroughs/make.py, and look at the difference."
FILES = sorted(games.HERE.glob("*.txt"))


@cache
def told() -> dict[Path, tuple[str, Path, SetUp]]:
    """File -> name of the game, its folder, players and options. Which set-ups there are is not asked before a test needs
    it: every game is compiled for that."""
    return {file: (title, folder, setup) for title, folder, setup, file in games.told()}


def difference(text: list[str], lines: Iterable[str], where: str) -> str | None:
    """The first line that is another one, with what stands before it."""
    for k, (there, here) in enumerate(zip_longest(text, lines)):
        if there != here:
            before = [f"  {line}" for line in text[max(k - CONTEXT, 0) : k]]
            both = [f"- {'(the end)' if there is None else there}", f"+ {'(the end)' if here is None else here}"]
            return "\n".join([f"{where}:{k + 1} is not what happens now:", *before, *both, *_now(lines), HINT])
    return None


def _now(lines: Iterable[str]) -> list[str]:
    """What was told whole for the line that came last, if the file has only a digest of it."""
    if not isinstance(lines, Shortened):
        return []
    told = [f"  {line}" for line in lines.block[:MOST]]
    return ["Told whole:", *told, "The whole game, to compare: python tests/playthroughs/make.py --whole NAME"]


def test_every_set_up_is_told() -> None:
    missing, too_many = sorted(told().keys() - {*FILES}), sorted({*FILES} - told().keys())
    assert not missing, f"python tests/playthroughs/make.py {' '.join(file.stem for file in missing)}"
    assert not too_many, "these belong to no set-up of a game"


@pytest.mark.apart
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_playthrough(file: Path) -> None:
    title, folder, setup = told()[file]
    text = file.read_text(encoding="utf-8").splitlines()
    found = difference(text, again(title, folder, setup, text), f"tests/playthroughs/{file.name}")
    if found:
        pytest.fail(found, pytrace=False)


def test_no_file_is_too_large() -> None:
    assert not [file.name for file in FILES if file.stat().st_size > LARGEST]


def test_a_difference_is_found() -> None:
    """A choice that is another one, a line that is missing, a game that goes on."""
    title, folder, setup, _ = next(games.told())
    text = list(playthrough(title, folder, setup))
    chosen = next(k for k, line in enumerate(text) if line.startswith(CHOICE))
    for spoilt, line in [
        ([*text[:chosen], f"{CHOICE}Nowhere", *text[chosen + 1 :]], chosen),
        ([*text[: chosen + 1], *text[chosen + 2 :]], chosen + 1),
        (text[:-1], len(text) - 1),
        ([*text, text[-1]], len(text)),
    ]:
        found = difference(spoilt, again(title, folder, setup, spoilt), "x")
        assert found is not None and found.startswith(f"x:{line + 1} is not") and HINT in found


def _long_game(spoilt: int = 0) -> list[str]:
    """A game of forty decisions; something else is told after one of them."""
    out = ["# a game"]
    for n in range(1, 41):
        out += [f"{n} Red: where", "   of Here | There", f"{CHOICE}Here", f"      Red: moved{'!' * (n == spoilt)}"]
    return [*out, "1. Red: 3"]


def test_a_difference_is_found_in_a_game_told_short() -> None:
    text = list(Shortened(iter(_long_game())))
    assert len(text) == 1 + 4 * WHOLE + (39 - WHOLE) + 5, (
        "the first ones and the last whole, of the others one line each"
    )
    assert [*choices(text)] == ["Here"] * 40
    assert difference(text, Shortened(iter(_long_game())), "x") is None
    for spoilt, line in [(3, 12), (WHOLE + 4, 4 * WHOLE + 4), (40, len(text) - 2)]:
        found = difference(text, Shortened(iter(_long_game(spoilt))), "x")
        assert found is not None and found.startswith(f"x:{line + 1} is not")
        assert f"{spoilt} Red: where" in found and "Red: moved!" in found
    short = [line.partition(CHOICE)[0] for line in text if SHORT.fullmatch(line.partition(CHOICE)[0])]
    assert len(set(short)) == 39 - WHOLE
