"""A game from its beginning, step by step as one seat has seen it.

A step is a move after which the view of the seat was another one: what others do in secret makes none, so that nothing can
be read from how many there are.
"""

from __future__ import annotations

import hashlib
import json

from attrs import define, field

from rulekit.runtime.game import Game
from rulekit.runtime.match import Match
from rulekit.web.store import GameRow, MoveRow


@define
class Replay:
    """All states of a game, without their journals. ``told`` holds how long the journal was at each."""

    row: GameRow
    game: Game
    states: list[Match] = field(factory=list)
    told: list[int] = field(factory=list)
    _match: Match | None = field(init=False, default=None)
    _steps: dict[int, list[int]] = field(init=False, factory=dict)
    _seen: dict[int, str] = field(init=False, factory=dict)
    _looked: dict[int, int] = field(init=False, factory=dict)
    """seat -> how many states were compared for it"""

    def follow(self, moves: list[MoveRow]) -> None:
        """Goes on with the moves that came since, in their order."""
        if self._match is None:
            self._match = self.game.start(self.row.seats, self.row.seed, self.row.options)
            self._keep(self._match)
        for move in moves[len(self.states) - 1 :]:
            match = self._match
            if move.sort == "undo":
                match.undo(match.players[move.seat - 1])
            else:
                k = next(k for k, ask in enumerate(match.asks) if ask[0] == move.seat - 1 and ask[1] == move.question)
                match.decide(k, move.value)
            self._keep(match)

    def _keep(self, match: Match) -> None:
        state = match.copy()
        self.told.append(len(match.journal))
        state.log, state.trail, state.past = None, [], None
        self.states.append(state)

    def steps(self, seat: int) -> list[int]:
        """The numbers of the states at which the view of a seat (0: a spectator) was another one than before."""
        steps = self._steps.setdefault(seat, [])
        name = self.row.seats[seat - 1] if seat else None
        for number in range(self._looked.get(seat, 0), len(self.states)):
            view = self.states[number].view(name)
            del view["waiting"]
            text = hashlib.sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()
            if text != self._seen.get(seat):
                steps.append(number)
                self._seen[seat] = text
        self._looked[seat] = len(self.states)
        return steps
