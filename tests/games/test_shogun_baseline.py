"""Battles and points as the rule files have them, against the same written by hand (benchmarks/baseline.py)."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.baseline import Board, battle, year_points
from benchmarks.pieces import Pieces
from rulekit.runtime.chance import begin_streams
from rulekit.runtime.match import Match


@pytest.fixture(scope="module", params=[3, 4, 5])
def pieces(request: pytest.FixtureRequest) -> Pieces:
    return Pieces(request.param)


def matches(pieces: Pieces, random: Random, count: int) -> list[Match]:
    """Matches somewhere in the middle, after all provinces were taken."""
    out: list[Match] = []
    while len(out) < count:
        match = Match(pieces.compiled, random.randrange(1 << 30))
        begin_streams(match.s, pieces.image.streams, match.seed)
        match.begin()
        for _ in range(random.randrange(150, 350)):
            match.answer(0, random.choice(match.asks[0][2]))
            if not match.asks:
                break
        if match.asks:
            out.append(match)
    return out


def attacks(board: Board) -> list[tuple[int, int, int, int]]:
    """Any province may attack any other here: a battle does not ask how the armies came."""
    return [
        (player, here, target, n)
        for here, player in enumerate(board.owner)
        if player >= 0
        for n in {1, board.armies[player][here] // 2, board.armies[player][here]}
        if n > 0
        for target, owner in enumerate(board.owner)
        if owner != player
    ]


def test_battles_are_those_of_the_baseline(pieces: Pieces) -> None:
    random = Random(11)
    kinds = set()
    for match in matches(pieces, random, 40):
        for player, here, target, n in random.sample(attacks(pieces.board(match)), 25):
            made = match.copy()
            expected = pieces.board(made)
            defender = expected.owner[target]
            pieces.attack(made, player, here, target, n)
            battle(expected, player, here, target, n)
            assert pieces.board(made) == expected
            kinds.add((defender < 0, (expected.owner[target] == player) - (expected.owner[target] < 0)))
    assert kinds == {(True, 1), (True, -1), (False, 1), (False, 0), (False, -1)}


def test_points_are_those_of_the_baseline(pieces: Pieces) -> None:
    random = Random(12)
    marks = slice(pieces.base["mark", "points", -1], pieces.base["mark", "points", -1] + len(pieces.image.seats))
    for match in matches(pieces, random, 40):
        s = match.s
        for k in range(3):  # a board with many more buildings than a random game has
            column = pieces.base["count", "province", len(pieces.image.seats) + 3 + k]
            for province in range(45):
                s[column + province] = int(random.random() < 0.4)
        s[marks] = [0] * len(pieces.image.seats)
        expected = year_points(pieces.board(match))
        pieces.score(match)
        assert s[marks] == expected
        assert max(expected) > 10
