"""Partners win together: bots judge a position by what separates their side from the others, not one partner from the other."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve

import rulekit
from rulekit import bots
from rulekit.bots.budget import Budget
from rulekit.bots.evaluation import advantage
from rulekit.bots.greedy import AHEAD, after
from rulekit.bots.native_judge import NativeJudge
from rulekit.bots.native_search import NativeSearch
from rulekit.bots.search import Dice, Search, root_key
from rulekit.image import rivals
from rulekit.native import go_native
from tests.compiler.native_rules import NEEDS_COMPILER
from tests.playing import play

WHIST = """game Whist "Whist":
  played by 4 players, called North, East, South, West
  begins with play
  partners are North, South
  partners are East, West
  bots judge by tricks of the side of me
marks seen by all:
  tricks of each player: from 0 to 99
number tricks of the side of {me: player}: the sum of tricks of it over (players where it sits with me)
whether {p: player} sits with {q: player}: p is q or the index of p is the index of q + 2 or the index of q is the index of p + 2
to play:
  repeat 3 times:
    each player in players:
      choose n from 0 to 9: "how many?"
      raise my tricks by n
  end the game, ranking players by tricks of the side of it
"""


@pytest.fixture
def whist(tmp_path: Path) -> rulekit.Game:
    (tmp_path / "game.rules").write_text(WHIST, "utf-8")
    return rulekit.load(tmp_path)


def played(game: rulekit.Game, *answers: int) -> rulekit.Match:
    match = game.start(4, seed=1, journal=False)
    for answer in answers:
        match.answer(0, answer)
    return match


def test_who_wants_to_stand_ahead_of_whom() -> None:
    assert rivals([], 3) == [[1, 2], [0, 2], [0, 1]]
    assert rivals([[0, 2], [1, 3]], 4) == [[1, 3], [0, 2], [1, 3], [0, 2]]
    assert rivals([[0, 1, 2]], 3) == rivals([], 3), "where all are partners each plays for itself"
    assert rivals([[0, 2]], 3) == [[1], [0, 2], [1]]


@pytest.mark.parametrize("rest", [(), (0,) * 8], ids=["in the middle", "at the end"])
def test_a_lead_is_that_over_the_other_side(whist: rulekit.Game, rest: tuple[int, ...]) -> None:
    """Six of North and one of South against two and three: it was 0 for both, since the partner has the same number."""
    match = played(whist, 6, 2, 1, 3, *rest)
    north, east, south, west = (advantage(match, seat) for seat in range(4))
    assert north == south > 0 > east == west
    assert match.over or (north, east) == (2, -2)


@pytest.mark.parametrize("bot", ["greedy", "mcts:200"])
def test_a_bot_adds_to_the_lead_of_its_side(whist: rulekit.Game, bot: str) -> None:
    match = played(whist, 9, 0, 9, 0)
    decision = match.decisions[0]
    chosen = decision.options[bots.ask(bot, bots.named(bot, bots.BUILT_IN), match, decision)]
    assert int(chosen.id) >= 7


@NEEDS_COMPILER
def test_the_library_judges_and_searches_the_same(whist: rulekit.Game) -> None:
    for match in play(whist.start(4, seed=1, journal=False), Random(1)):
        if match.over:
            break
        library = go_native(match.compiled)
        try:
            seats = [evolve(bots.seat_of(match, match.decisions[0]), rng=Random(5)) for _ in range(2)]
            world = seats[0].determinised(1)
            judge = NativeJudge(library, seats[0], world)
            for option in seats[0].options:
                wanted = after(world.copy(), seats[0].index, option.value, Dice(7))
                assert judge.advantage(option.value, 7, AHEAD) == wanted
            searches: list[Search | NativeSearch] = [Search(seats[0]), NativeSearch(seats[1], library)]
            for search in searches:
                search.run(Budget(60))
            key = root_key(match.decisions[0].seat - 1)
            assert searches[0].node(key) == searches[1].node(key) is not None
        finally:
            match.compiled.machine.native = None
