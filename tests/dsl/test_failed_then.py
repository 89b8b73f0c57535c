"""What a failed line of a rule test tells: what stands there instead, who is asked what, in which order things are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulekit.rule_tests.runner import run_tests
from tests.playing import TOY

DEEDS = """
to pick {n: number} for {me: player}:
  repeat n times:
    choose t among towns that are not walled: "which?"
    t becomes walled
"""
CASES = [
    ("given points of Ash is 12\n  then points of Ash is 11", "it is 12"),
    ("then points of Ash is at least 1 and income of Cedar is 9", "points of Ash is 0"),
    ("then income of Cedar is 3 and income of Alder is 9", "income of Alder is 2"),
    ("then owner of Alder is Birch", "it is none"),
    ("then income of Alder is income of Cedar", "income of Alder is 2; income of Cedar is 3"),
    ("then Alder is among towns that are walled", "there are none"),
    ("then Alder is walled", "it does not hold"),
    ("then Alder is walled and round is 0", "this does not hold: Alder is walled"),
    ("given Elm becomes walled\n  then Alder is among towns that are walled", "there are Elm"),
    (
        "then players ranked by points of it, lowest first are exactly Birch, Ash, in this order",
        "the order is: Ash, Birch",
    ),
    ("then players with the least points of it are exactly Ash, in this order", "the order is: Ash, Birch"),
    ("when Ash chooses Alder", "Ash is not asked anything; nobody is asked"),
    (
        "when Ash: pick 1 for me\n  when Birch chooses Alder",
        "Birch is not asked anything; Ash is asked: which? (Alder, Beech, Cedar, Dogwood, Elm, Fir)",
    ),
    ("when Ash: pick 2 for me\n  when Ash chooses Alder, 3 times", "choice 2 of 3 is refused: "),
    ("when Ash: pick 2 for me\n  when everybody chooses at random until round is 4", "nobody is asked any more"),
]


@pytest.mark.parametrize(("lines", "told"), CASES)
def test_what_is_told(lines: str, told: str, tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("tests"))
    (folder / "tests").mkdir()
    (folder / "tests" / "one.rules").write_text(f'{DEEDS}test "one":\n  {lines}\n', encoding="utf-8")
    [result] = run_tests(folder)
    assert not result.ok
    line, _, why = result.message.partition(": ")
    assert why.startswith(told), result.message
    failing = lines.rpartition("\n  ")[2]
    if failing.startswith("then"):
        assert line.endswith(failing.replace("the ", "")), result.message  # as it was written, no blank before a comma
