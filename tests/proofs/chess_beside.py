"""Games of chess played by the rule files beside python-chess: the same moves at every ply, the same end.

``python -m tests.proofs.chess_beside --games N --seed S`` plays N games at random and tells how many plies were held against each
other.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence

import chess

import rulekit
from rulekit import Game, Match
from tests.playing import ROOT

FOLDER = ROOT / "games" / "chess"
FORMS = {"Queen": chess.QUEEN, "Rook": chess.ROOK, "Bishop": chess.BISHOP, "Knight": chess.KNIGHT}
Ways = dict[chess.Move, tuple[Match, list[int]]]
"""Move -> a position of the turn, and the answers that make it from there"""


def begin(rules: Game, seed: int) -> Match:
    """A game in which nobody speaks."""
    match = rules.start(2, seed, {"talk": "no"}, journal=False)
    match.play_quickly()
    return match


def square(match: Match, value: int) -> chess.Square:
    """A square of the rules, whose table begins at a8, as python-chess counts it."""
    name = match.compiled.image.kinds["square"].members[value].name
    return chess.parse_square(name.lower())


def turn(match: Match, board: chess.Board) -> Ways:
    """Every way in which the player may answer until his turn is over, by the move that python-chess calls so."""
    return {move: (match, answers) for move, answers in _ways(match, board)}


def _ways(match: Match, board: chess.Board) -> Iterator[tuple[chess.Move, list[int]]]:
    for start in match.asks[0][2]:
        chosen = after(match, [start])
        for goal in chosen.asks[0][2]:
            a, b = square(match, start), square(match, goal)
            pawn = board.piece_type_at(a) == chess.PAWN
            if pawn and chess.square_rank(b) in (0, 7):
                asked = after(chosen, [goal])
                for form in asked.asks[0][2]:
                    name = match.compiled.image.kinds["form"].members[form].name
                    yield chess.Move(a, b, FORMS[name]), [start, goal, form]
            else:
                yield _castling(board, chess.Move(a, b)), [start, goal]


def _castling(board: chess.Board, move: chess.Move) -> chess.Move:
    """The king on its own rook, as python-chess says it: in the usual game two squares aside."""
    if board.color_at(move.to_square) != board.turn or board.chess960:
        return move
    file = 6 if chess.square_file(move.to_square) > chess.square_file(move.from_square) else 2
    return chess.Move(move.from_square, chess.square(file, chess.square_rank(move.from_square)))


def after(match: Match, answers: list[int]) -> Match:
    """The position after some answers; the match stays as it is."""
    made = match.copy()
    for value in answers:
        made.answer(0, value)
    return made


def placed(match: Match) -> str:
    """Where everything stands, as python-chess writes it."""
    image = match.compiled.image
    board = chess.Board(None)
    for k, figure in enumerate(image.kinds["figure"].members):
        at = match.s[image.where["figure"] + k] - len(match.z) - image.places["square"].base
        if at >= 0:
            form = image.kinds["form"].members[match.s[image.marks["form"].base + k]].name
            piece = chess.Piece(chess.PIECE_NAMES.index(form.lower()), figure.name.startswith("White"))
            board.set_piece_at(square(match, at), piece)
    return board.board_fen()


def first(variant: Sequence[str] = ()) -> chess.Board:
    """The board on which a game begins; of Chess960 the rules say later how."""
    return chess.Board(chess960=bool(variant))


def game(rules: Game, seed: int, plies: int = 600, board: chess.Board | None = None) -> int:
    """One game at random, held against python-chess at every ply; gives the plies. Raises AssertionError at the first
    difference."""
    match, board, chance = begin(rules, seed), board or chess.Board(), random.Random(seed)
    if board.chess960:
        board.set_board_fen(placed(match))
        board.set_castling_fen("KQkq")
    for ply in range(plies):
        assert placed(match) == board.board_fen(), (seed, ply, placed(match), board.fen())
        over = board.is_game_over()
        assert over == (not match.asks), (seed, ply, board.fen(), board.outcome())
        if over:
            _ended(match, board, seed)
            return ply
        ways = turn(match, board)
        assert set(ways) == set(board.legal_moves), (seed, ply, board.fen(), set(ways) ^ set(board.legal_moves))
        assert _claims(match) == (board.is_repetition(3), board.halfmove_clock >= 100), (seed, ply, board.fen())
        move = chance.choice(sorted(ways, key=str))
        match = after(*ways[move])
        board.push(move)
    return plies


def _claims(match: Match) -> tuple[bool, bool]:
    """Whether the position has come three times, and whether 50 moves passed: as the rules have written it down."""
    image = match.compiled.image
    quiet, since = (match.s[image.marks[name].base] for name in ("quiet", "since"))
    base, size = image.marks["written"].base, 151
    files = [[match.s[base + file * size + moment] for file in range(8)] for moment in range(quiet + 1)]
    same = sum(files[m] == files[quiet] for m in range(since, quiet + 1) if (quiet - m) % 2 == 0)
    return same >= 3, quiet >= 100


def _ended(match: Match, board: chess.Board, seed: int) -> None:
    outcome = board.outcome()
    assert outcome is not None
    first = {row[0] for row in match.ending or () if row[1] == max(r[1] for r in match.ending or ())}
    wanted = {0, 1} if outcome.winner is None else {0 if outcome.winner else 1}
    assert first == wanted, (seed, board.fen(), outcome)


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--games", type=int, default=200)
    given.add_argument("--seed", type=int, default=1)
    wanted = given.parse_args()
    rules = rulekit.load(FOLDER)
    plies = sum(game(rules, seed) for seed in range(wanted.seed, wanted.seed + wanted.games))
    print(f"{wanted.games} games, {plies} plies: the same moves and the same ends as python-chess {chess.__version__}")


if __name__ == "__main__":
    main()
