"""Signs that Unicode calls numbers, where a number could stand: a message, and never a number nor a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit

GAME = """game Digits "Digits":
  played by 2 players, called North, South
  begins with play it

number q: {}

to play it:
  end the game, ranking players by q
"""


@pytest.mark.parametrize("said", ["1²", "①", "½", "١", "𝟏", "１", "Ⅷ", "一²"])
def test_only_the_digits_0_to_9_are_a_number(said: str, tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(GAME.format(said), encoding="utf-8")
    found, _ = rulekit.check(tmp_path)
    assert [d.code for d in found] == ["RK101"]
    assert (found[0].span.line, found[0].span.column) == (5, 11 + (said[0] == "1"))
    assert found[0].hint
