"""Replays a game from its beginning, step by step as one seat has seen it.

A step is a move after which the view of the seat was another one: what others do in secret makes none, so that nothing can
be read from how many there are.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from attrs import define, field

from rulekit.runtime.failures import Refused
from rulekit.runtime.game import Game
from rulekit.runtime.match import Match
from rulekit.runtime.persistence.choices import Found, find
from rulekit.web.store import GameRow, MoveRow


@define
class Replay:
    """All states of a game, without their past. ``happened`` holds how much had happened at each."""

    row: GameRow
    game: Game
    states: list[Match] = field(factory=list)
    happened: list[int] = field(factory=list)
    _match: Match = field(init=False)
    _choices: list[MoveRow] = field(init=False, factory=list)
    _steps: dict[int, list[int]] = field(init=False, factory=dict)
    _seen: dict[int, str] = field(init=False, factory=dict)
    _looked: dict[int, int] = field(init=False, factory=dict)
    """seat -> how many states were compared for it"""

    @classmethod
    def of(cls, row: GameRow, game: Game) -> Replay:
        """The replay of a game up to its first question."""
        made = cls(row, game)
        made._match = made._begin()
        made._keep()
        return made

    @property
    def number(self) -> int:
        """How many moves it has followed."""
        return len(self.states) - 1

    def follow(self, moves: Sequence[MoveRow]) -> None:
        """Goes on with the moves that came since, in their order."""
        for move in moves:
            match move.sort:
                case "undo":
                    own = [k for k, made in enumerate(self._choices) if made.seat == move.seat][-move.choices :]
                    self._choices = [made for k, made in enumerate(self._choices) if k not in own]
                    try:
                        self._match.take_back(self._match.players[move.seat - 1], move.choices)
                    except Refused:  # an earlier version of rulekit let it be taken back
                        self._again()
                case "back":
                    del self._choices[move.choices :]
                    self._again()
                case _:
                    self._choices.append(move)
                    self._make(move)
            self._keep()

    def _again(self) -> None:
        self._match = self._begin()
        for choice in self._choices:
            self._make(choice)

    def _make(self, move: MoveRow) -> None:
        found = find(self._match, move.choice(self.row.seats))
        assert isinstance(found, Found), found  # it was made in the game that is replayed
        self._match.decide(found.index, found.value)

    def _begin(self) -> Match:
        return self.game.start(self.row.seats, self.row.seed, self.row.options)

    def _keep(self) -> None:
        state = self._match.copy()
        self.happened.append(self._match.happened)
        state.log, state.events, state.trail, state.past = None, [], [], None
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
