"""Chess by the rule files: the published counts of its tree of moves, and games beside python-chess."""

from __future__ import annotations

import chess
import pytest

import rulekit
import rulekit.perft
from rulekit.perft import perft
from tests.proofs import chess_beside
from tests.proofs.chess_counts import CHESS, COUNTS, HOW, built, cases, counted

LARGE = 3_000_000
"""Most leaves that are counted in the long tier"""


@pytest.mark.parametrize("title, plies, leaves", list(cases(3_000)))
def test_counts(title: str, plies: int, leaves: int) -> None:
    assert counted(title, plies) == leaves


@pytest.mark.slow
@pytest.mark.parametrize("title, plies, leaves", [case for case in cases(LARGE) if case[2] > 3_000])
def test_large_counts(title: str, plies: int, leaves: int) -> None:
    assert counted(title, plies) == leaves


@pytest.mark.parametrize("title", COUNTS)
def test_python_counts_the_same(title: str) -> None:
    """Without the library, and on the module of the game itself."""
    match = built()[title].copy()
    native, match.compiled.machine.native = match.compiled.machine.native, None
    try:
        assert perft(match, 2, HOW) == COUNTS[title][1]
    finally:
        match.compiled.machine.native = native


def test_games_that_ended_earlier() -> None:
    """After 1. f3 e5 2. g4 the queen mates on h4: one of the leaves three plies on has ended before."""
    match = rulekit.load(CHESS).start(2, 1, {"talk": "no"}, journal=False)
    for square in ("F2", "F3", "E7", "E5", "G2", "G4"):
        members = [m.name for m in match.compiled.image.kinds["square"].members]
        match.answer(0, members.index(square))
    whole, going_on = (perft(match, 2, rulekit.perft.PerftOptions(True, ended)) for ended in (True, False))
    assert whole == going_on + 1


@pytest.mark.parametrize("seed", range(1, 4))
def test_games_beside_another_program(seed: int) -> None:
    assert chess_beside.game(rulekit.load(CHESS), seed, 40) == 40


@pytest.mark.slow
def test_many_games_beside_another_program() -> None:
    rules = rulekit.load(CHESS)
    assert sum(chess_beside.game(rules, seed) for seed in range(1, 26)) > 5_000


@pytest.mark.parametrize("seed", range(1, 4))
def test_chess960_beside_another_program(seed: int) -> None:
    rules = rulekit.load(CHESS, [CHESS / "variants" / "chess960.rules"])
    assert chess_beside.game(rules, seed, 60, chess.Board(chess960=True)) == 60
