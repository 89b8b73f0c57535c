"""Nothing hangs in which no mistake was found: sets inside sets end with a message, in every way of playing."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.compiler.emit.python import Python
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import number
from rulekit.compiler.ir.types import NUMBER
from rulekit.compiler.passes.meter_work import LIGHT, meter_work
from rulekit.native import go_native
from rulekit.runtime import match as match_module
from rulekit.runtime import playout, work
from tests.compiler.native_rules import NEEDS_COMPILER
from tests.playing import SHOGUN, game

TOWNS = 5_000
GAME = """game Heavy "Heavy":
  played by 2 players, called North, South
  begins with play it

kind town from "towns.yaml":
  column income is a number

marks seen by all:
  points of each player: from 0 up
  level of each town: from 0 to 9

number crowd of {n: number}: the number of (towns where level of it is n)
set quiet places, of towns: towns where level of it is 0

to play it:
  for North:
    choose n from 1 to 2: "how many?"
    LINE
  end the game, ranking players by points of it
"""
HEAVY = {
    "sums in sums": "raise my points by the sum of (the sum of crowd of n over quiet places) over towns",
    "values in a loop": "each t among towns:\n"
    "      raise my points by the number of (towns where income of it is income of t + n)\n"
    "      raise my points by the sum of (the number of (towns where level of it is n)) over quiet places",
}
MOST = 10_000_000


def written(folder: Path, line: str, more: str = "") -> rulekit.Game:
    (folder / "game.rules").write_text(GAME.replace("LINE", line) + more, encoding="utf-8")
    rows = "".join(f"  T{k}: {{income: {k % 7}}}\n" for k in range(TOWNS))
    (folder / "towns.yaml").write_text(f"towns:\n{rows}", encoding="utf-8")
    return rulekit.load(folder)


@pytest.fixture(params=HEAVY)
def heavy(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> rulekit.Game:
    monkeypatch.setattr(work, "MOST_WORK", MOST)
    return written(tmp_path, HEAVY[request.param])


@pytest.mark.parametrize("journal", [True, False], ids=["told", "quick"])
def test_a_choice_that_leads_to_too_much_is_taken_back(heavy: rulekit.Game, journal: bool) -> None:
    match = heavy.start(2, 1, journal=journal)
    before = match.value()
    with pytest.raises(rulekit.RuleFailure, match="sets inside sets"):
        match.choose(match.decisions[0], match.decisions[0].options[0])
    assert match.value() == before


def test_a_playout_ends_too(heavy: rulekit.Game) -> None:
    with pytest.raises(rulekit.RuleFailure, match="sets inside sets"):
        heavy.start(2, 1, journal=False).play_random(1)


@NEEDS_COMPILER
def test_the_native_library_leaves_it_to_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "MOST_WORK", MOST)
    line = "each t among towns:\n      raise my points by the sum of (crowd of (income of it + income of t + n)) over towns"
    match = written(tmp_path, line).start(2, 1, journal=False)
    go_native(match.compiled)
    assert match.compiled.machine.native is not None
    assert match.compiled.machine.native.play(match, 1, 100) is None
    with pytest.raises(rulekit.RuleFailure, match="sets inside sets"):
        match.play_random(1)


VISIT = """
to visit {t: town}:
  for North:
    if level of t is 9:
      choose m from 1 to 2: "what?"
  raise points of North by 1
"""
"""What might ask is a step of its own, also where it does not."""


@pytest.fixture
def visiting(tmp_path: Path) -> rulekit.Game:
    return written(tmp_path, "each t among towns:\n      visit t", VISIT)


@pytest.mark.parametrize("journal", [True, False], ids=["told", "quick"])
def test_steps_without_a_question_are_limited(
    visiting: rulekit.Game, journal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However little each does: the choice is taken back, and the same choice is good where the limit is not reached."""
    match = visiting.start(2, 1, journal=journal)
    before, first = match.value(), match.decisions[0].options[0]
    for _ in range(2):
        monkeypatch.setattr(match_module, "MOST_STEPS", TOWNS // 2)
        with pytest.raises(rulekit.RuleFailure, match="take more than 1,000,000 steps without asking anybody"):
            match.choose(match.decisions[0], first)
        assert match.value() == before
    monkeypatch.undo()
    match.choose(match.decisions[0], first)
    assert match.over and max(place.score or 0 for place in match.standings) == TOWNS


def test_steps_of_a_playout_are_limited(visiting: rulekit.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    match = visiting.start(2, 1, journal=False)
    monkeypatch.setattr(playout, "MOST_STEPS", TOWNS // 2)
    with pytest.raises(rulekit.RuleFailure, match="steps without asking anybody"):
        playout.play_stepwise(match.copy(), 1, 10)
    monkeypatch.undo()
    assert playout.play_stepwise(match, 1, 10) == 1


def counted(towns: int) -> str:
    """A function that goes through so many towns, as it is printed when its work is counted."""
    x = ir.Local("x")
    inner = ir.Filter(x, ir.Range(number(0), number(towns)), ir.Load(x))
    function = ir.Function("f", (), (ir.Return(ir.Op("len", (inner,))),), NUMBER, "point")
    return Python(meter_work(ir.Module({"f": function}), [towns])).source()


def test_what_is_small_is_not_counted() -> None:
    assert "counted" not in counted(LIGHT // 10)
    assert f"for x in counted(range(0, {LIGHT}), 2, 0)" in counted(LIGHT)


def test_each_question_begins_anew() -> None:
    match = game(SHOGUN).start(4, 1, journal=False)
    counter, most = match.compiled.machine.work, 0
    while match.asks:
        match.answer(0, match.asks[0][2][-1])
        most = max(most, counter.steps)
    assert 0 < most < work.MOST_WORK // 100
