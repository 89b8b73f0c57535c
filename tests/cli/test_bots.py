"""Bots: chance that can be repeated, and clear words about one that misbehaves."""

from __future__ import annotations

import gc
import types
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulekit
from rulekit import bots
from rulekit.cli.table.seating import seat_all
from rulekit.diagnostics import UserError
from rulekit.tabletop.seating import HUMAN
from tests.playing import SHOGUN, game, play


def test_the_chance_of_a_bot_hangs_on_seed_seat_and_progress() -> None:
    def draw(*key: int) -> float:
        return bots.generator(*key).random()

    assert draw(1, 2, 3) == draw(1, 2, 3) == Random("1/2/3").random()
    assert len({draw(1, 2, 3), draw(2, 2, 3), draw(1, 3, 3), draw(1, 2, 4)}) == 4


def misbehaving(how: str) -> bots.Bot:
    def bot(seat: bots.Seat) -> Any:
        return 1 / 0 if how == "raises" else {"too high": 99, "negative": -1, "no number": "x"}[how]

    return bot


@pytest.mark.parametrize("how,said", [("raises", "failed in "), ("too high", "chose 99"), ("negative", "chose -1"),
                                      ("no number", "chose 'x'")])  # fmt: skip
def test_a_bot_that_misbehaves_is_named(orchard: Path, how: str, said: str) -> None:
    match = rulekit.load(orchard).start(2)
    with pytest.raises(UserError) as caught:
        bots.ask("clever", misbehaving(how), match, match.decisions[0])
    assert "the bot clever" in caught.value.message and said in caught.value.message


def test_a_bot_sees_what_its_player_sees_and_nothing_else() -> None:
    match = game(SHOGUN).start(4, 5)
    for asked in play(match, Random(1), 60):
        if asked.over:
            break
        decision = asked.decisions[-1]
        seat = bots.seat_of(asked, decision)
        assert seat.view() == asked.view(decision.player)
        assert [o.id for o in seat.options] == [o.id for o in decision.options]
        assert seat.decision.prompt() == decision.prompt() and seat.name == decision.player
        assert seat.determinised(1).decisions[seat.index].prompt() == decision.prompt()
        assert seat.decision.match.seed != asked.seed and seat.decision.match.past is None


def test_a_bot_holds_no_reference_to_the_match() -> None:
    match = game(SHOGUN).start(4, 5)
    seat = bots.seat_of(match, match.decisions[0])
    reached, work = set(), [seat]
    while work:
        thing = work.pop()
        if id(thing) not in reached and not isinstance(thing, (type, types.ModuleType, types.FunctionType)):
            reached.add(id(thing))
            work += gc.get_referents(thing)
    assert id(seat.decision.match) in reached
    assert not {id(x) for x in (match, match.s, match.z, match.st, match.asks, match.past, match.log)} & reached


SEATINGS = [
    ({}, [], False, ["random", "random", "random"]),
    ({}, [], True, [HUMAN, "random", "random"]),
    ({2: "human"}, [], True, ["random", HUMAN, "random"]),
    ({1: "RANDOM"}, [], True, ["random", "random", "random"]),
    ({1: "human", 3: "Human"}, [], False, [HUMAN, "random", HUMAN]),
    ({}, ["random", HUMAN, "random"], True, ["random", HUMAN, "random"]),
    ({}, ["random", HUMAN, "random"], False, ["random", "random", "random"]),
    ({}, ["nobody", HUMAN, "random"], True, [HUMAN, "random", "random"]),
]


@pytest.mark.parametrize("asked,before,people,seats", SEATINGS)
def test_who_sits_where(asked: dict[int, str], before: list[str], people: bool, seats: list[str]) -> None:
    assert seat_all(3, asked, before, people, bots.BUILT_IN).seats == seats
