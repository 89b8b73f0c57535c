"""Chess beside python-chess, measured in the same run: leaves of the tree of moves a second, and games at random a second.

``python -m benchmarks.chess_beside`` prints both, and the ratios, which benchmarks/run.py records.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from time import process_time

import chess

import rulekit
from benchmarks.pieces import ROOT
from rulekit.native import go_native
from rulekit.perft import PerftOptions, perft
from rulekit.runtime.random_games import random_games

CHESS = ROOT / "games" / "chess"
SILENT = {"talk": "no"}
PLIES = {"python": 3, "python-chess": 4, "native": 5}
"""How deep is counted from the start: so that each takes about a second"""
ROUNDS = 3


def leaves(board: chess.Board, plies: int) -> int:
    """The leaves of the tree of moves by python-chess; those of the last ply are counted, not made."""
    if plies == 1:
        return board.legal_moves.count()
    whole = 0
    for move in board.legal_moves:
        board.push(move)
        whole += leaves(board, plies - 1)
        board.pop()
    return whole


def counted() -> Mapping[str, float]:
    """Leaves a second."""
    game, how = rulekit.load(CHESS), PerftOptions(turns=True, ended=False)
    match = game.start(2, 1, SILENT, journal=False)
    found = {"python": _rate(lambda: perft(match, PLIES["python"], how), 1)}
    found["python-chess"] = _rate(lambda: leaves(chess.Board(), PLIES["python-chess"]))
    go_native(match.compiled)
    found["native"] = _rate(lambda: perft(match, PLIES["native"], how), 1)
    match.compiled.machine.native = None
    return found


def played() -> Mapping[str, float]:
    """Games at random a second, to their ends."""
    game = rulekit.load(CHESS)

    def ours(games: int) -> int:
        return sum(1 for _ in random_games(game, 1, games, 2, SILENT))

    found = {"python": _rate(lambda: ours(4), 1), "python-chess": _rate(lambda: sum(_at_random(k) for k in range(20)))}
    go_native(game.compiled(2, SILENT))
    found["native"] = _rate(lambda: ours(200))
    game.compiled(2, SILENT).machine.native = None
    return found


def _at_random(seed: int) -> int:
    board, chance = chess.Board(), Random(seed)
    while not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
    return 1


def _rate(work: object, rounds: int = ROUNDS) -> float:
    """What a function counts a second of processor time, in the best of some rounds."""
    assert callable(work)
    best = 0.0
    for _ in range(rounds):
        before = process_time()
        done = work()
        best = max(best, done / (process_time() - before))
    return best


def rows() -> tuple[list[tuple[str, str]], dict[str, float]]:
    """(what is told, the ratios to python-chess)"""
    found = {"chess, leaves": counted(), "chess, games": played()}
    told = [
        (name, ", ".join(f"{by} {rate:,.0f}" for by, rate in rates.items()) + " a second")
        for name, rates in found.items()
    ]
    return told, {f"{name}: native to python-chess": r["native"] / r["python-chess"] for name, r in found.items()}


if __name__ == "__main__":
    rows_, ratios_ = rows()
    for name, text in rows_:
        print(f"{name:<20} {text}")
    for name, ratio in ratios_.items():
        print(f"ratio: {name:<40} {ratio:.2f}")
