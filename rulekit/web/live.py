"""A game in memory: the match that its stored moves lead to, and the one way in which it goes on.

A move is stored before anybody is shown what it did. Whoever else has stored a move in the meantime, another process too, is
followed first.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

from attrs import define, field, frozen

from rulekit.bots import ask, find_bots
from rulekit.diagnostics import UserError
from rulekit.runtime.decisions import Decision
from rulekit.runtime.failures import Refused
from rulekit.runtime.game import Game
from rulekit.runtime.match import Match
from rulekit.web.replay import Replay
from rulekit.web.store import GameRow, MoveRow, Overtaken, SeatRow, Store
from rulekit.web.telling import Telling

MOST_BY_ITSELF = 20_000
"""So many moves bots and standing answers make without a person between them"""


class Stale(Exception):
    """The seat has answered a state that is not the present one any more."""


@frozen
class Seen:
    """What one seat was shown last: the number of moves then, and the version of its view."""

    number: int
    version: str


@define
class Live:
    """One game. Every method that reads or changes it holds its lock."""

    store: Store
    row: GameRow
    game: Game
    match: Match
    number: int = 0
    moved: Counter[int] = field(factory=Counter)
    """seat -> how many moves it has made"""
    lock: Any = field(factory=threading.RLock)
    telling: Telling = field(init=False, factory=Telling)
    _seen: dict[int, Seen] = field(init=False, factory=dict)
    _replay: Replay | None = field(init=False, default=None)
    on_change: Callable[[str], None] = field(default=lambda game: None)

    # ------------------------------------------------------------ following what is stored
    def catch_up(self) -> None:
        """Makes the moves that were stored and not made here yet. Raises UserError for one that does not fit the rules."""
        rows = self.store.moves(self.row.id, self.number)
        for row in rows:
            self._apply(row)
        if rows:
            self.on_change(self.row.id)

    def _apply(self, row: MoveRow) -> None:
        if row.sort == "undo":
            self.match.undo(self.match.players[row.seat - 1])
            self.telling.forget()
        else:
            k = self._pending(row.seat, row.question)
            if k is None or row.value not in self.match.asks[k][2]:
                raise UserError(f"move {row.number} of this game can not be made under these rules")
            self.match.decide(k, row.value)
        self.number = row.number
        self.moved[row.seat] += 1

    def _pending(self, seat: int, question: int) -> int | None:
        asks = self.match.asks
        return next((k for k, ask in enumerate(asks) if ask[0] == seat - 1 and ask[1] == question), None)

    # ------------------------------------------------------------ what a seat sees
    def player(self, seat: int) -> str | None:
        """The name of a seat in the rules; None for spectators (seat 0)."""
        return self.match.players[seat - 1] if seat else None

    def decisions(self, seat: int) -> list[Decision]:
        """What a seat is asked now."""
        return [d for d in self.match.decisions if d.seat == seat]

    def _asked(self, seat: int) -> list[tuple[int, list[str]]]:
        return [(d.question, [o.id for o in d.options]) for d in self.decisions(seat)]

    def version(self, seat: int) -> str:
        """A name for what the seat is asked: a move names the version that it answers.

        It hangs on the question and on how often the seat itself has moved, so that others who choose at the same time
        make nobody's answer stale.
        """
        return _digest([self.moved.get(seat, 0), self._asked(seat)])

    def sight(self, seat: int) -> str:
        """A name for what the seat sees: it changes when, and only when, its view or its question does.

        It is worked out from the view alone, so that it is the same in every process and tells nothing that the view
        does not. Who else is still asked is left out.
        """
        if (seen := self._seen.get(seat)) is None or seen.number != self.number:
            view = self.match.view(self.player(seat))
            del view["waiting"]
            seen = self._seen[seat] = Seen(self.number, _digest([view, self._asked(seat)]))
        return seen.version

    def replay(self) -> Replay:
        """All that has been, state by state."""
        if self._replay is None:
            self._replay = Replay(self.row, self.game)
        self._replay.follow(self.store.moves(self.row.id)[: self.number])
        return self._replay

    # ------------------------------------------------------------ going on
    def choose(self, seat: int, version: str, move: str, option: str) -> None:
        """A person's choice, by the id of an option. ``move`` is the client's own name for it: the same again does nothing.

        Raises Stale when the seat has seen another state, Refused for what is no option.
        """
        with self.lock:
            self.catch_up()
            if self.store.has_move(self.row.id, seat, move):
                return
            if version != self.version(seat):
                raise Stale
            decision = next(iter(self.decisions(seat)), None)
            if decision is None:
                raise Refused("nobody asks you now")
            self._choose(decision, decision.find(option).value, move)
            self.go_on()

    def undo(self, seat: int, version: str, move: str) -> None:
        """Takes the seat's last choice back. Raises Stale, and Refused with the reason."""
        with self.lock:
            self.catch_up()
            if self.store.has_move(self.row.id, seat, move):
                return
            if version != self.version(seat):
                raise Stale
            name = self.match.players[seat - 1]
            reason = self.match.can_undo(name)
            if reason is not None:
                raise Refused(reason)
            self._store(MoveRow(self.number + 1, seat, "undo", 0, 0, move))
            self.match.undo(name)
            self.telling.forget()
            self.number += 1
            self.moved[seat] += 1
            self.on_change(self.row.id)

    def _choose(self, decision: Decision, value: int, move: str) -> None:
        k = self._pending(decision.seat, decision.question)
        if k is None:
            raise Refused("this question is not open any more")
        before = self.match.copy()
        self.match.decide(k, value)
        try:
            self._store(MoveRow(self.number + 1, decision.seat, "choice", decision.question, value, move))
        except BaseException:
            self.match.become(before)
            raise
        self.number += 1
        self.moved[decision.seat] += 1
        self.on_change(self.row.id)

    def _store(self, row: MoveRow) -> None:
        try:
            self.store.add_move(self.row.id, row)
        except Overtaken as error:
            raise Stale from error

    def go_on(self) -> None:
        """Lets bots and standing answers choose until a person is asked. Another process may do the same: one of them wins."""
        seats = self.store.seats(self.row.id)
        orders = {(o.seat, o.question): o.answer for o in self.store.orders(self.row.id)}
        for _ in range(MOST_BY_ITSELF):
            with self.lock:
                pair = self._by_itself(seats, orders)
                if pair is None:
                    return
                try:
                    self._choose(*pair, f"auto-{self.number + 1}")
                except Stale:
                    self.catch_up()

    def _by_itself(self, seats: list[SeatRow], orders: dict[tuple[int, str], str]) -> tuple[Decision, int] | None:
        bots = find_bots()
        for decision in self.match.decisions:
            answer = orders.get((decision.seat, decision.name))
            found = next((o.value for o in decision.options if o.id == answer), None) if answer else None
            if found is not None:
                return decision, found
            bot = seats[decision.seat - 1].bot
            if bot:
                name = bot if bot in bots else "random"
                return decision, decision.options[ask(name, bots[name], self.match, decision)].value
        return None


def _digest(data: object) -> str:
    text = json.dumps(data, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:20]
