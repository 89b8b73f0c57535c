"""Names the moves of games that rulekit 0.2.0 stored in the numbers of its compilation, by playing them again."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.diagnostics import UserError
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.game import Game
from rulekit.runtime.match import Match
from rulekit.runtime.persistence.choices import Choice, named, question_key
from rulekit.web.store import GameStore
from rulekit.web.stored_rows import GameRow, MoveRow, NumberedMove


def name_moves(store: GameStore, row: GameRow, game: Game) -> None:
    """Keeps the moves of a game by name, if they are not yet. Raises UserError where the numbers do not fit its rules."""
    moves = store.numbered_moves(row.id)
    if moves:
        store.keep_by_name(row.id, _named(moves, row, game))


def _named(moves: Sequence[NumberedMove], row: GameRow, game: Game) -> list[MoveRow]:
    match, before = game.start(row.seats, row.seed, row.options, False, row.chance), list[Match]()
    asked: dict[int, str] = {}
    out = []
    for move in moves:
        count = max(1, move.value) if move.sort == "undo" else move.value
        if move.sort == "choice":
            before.append(match.copy())
            choice = _chosen(match, move, asked)
            out.append(MoveRow.of(move.number, move.seat, choice, move.move, move.made))
            continue
        keep = len(before) - count if move.sort == "undo" else count
        match = before[keep].copy() if keep < len(before) else match
        del before[keep:]
        out.append(MoveRow(move.number, move.seat, move.sort, move.move, move.made, choices=count))
    return out


def _chosen(match: Match, move: NumberedMove, asked: dict[int, str]) -> Choice:
    """Makes a move. A seat is asked one thing at a time, so that the number of the question tells only whether it is still
    the same one each time. ``asked``: number of a question -> its key, as far as they were met."""
    k = match.pending(move.seat - 1)
    if k is not None:
        _, question, options, _ = match.asks[k]
        key = question_key(match.compiled.image.asks[question])
        if move.value in options and asked.setdefault(move.question, key) == key:
            choice = named(match, move.seat - 1, question, move.value)
            try:
                match.decide(k, move.value)
            except RuleFailure as error:
                raise UserError(f"move {move.number} of this game cannot be carried out: {error}") from error
            return choice
    raise UserError(
        f"move {move.number} of this game was stored by rulekit 0.2.0 in numbers that mean something else today",
        "rulekit 0.2.0 can still go on with it",
    )
