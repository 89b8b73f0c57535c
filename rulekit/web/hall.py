"""The games that are in memory, and who is told when one of them goes on."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field

from rulekit.diagnostics import UserError
from rulekit.runtime.game import Game
from rulekit.runtime.match import Match
from rulekit.web.library import Library
from rulekit.web.live import Live
from rulekit.web.store import GameRow, MoveRow, SeatRow, Store
from rulekit.web.tokens import digest, new_id, new_token

MOST_LIVE = 2000
"""So many games are held in memory; the others are read from the database when somebody looks at them"""


@define
class Hall:
    """All games of a server. Used from many threads; waiting is done on the event loop."""

    store: Store
    library: Library
    most_live: int = MOST_LIVE
    _live: OrderedDict[str, Live] = field(init=False, factory=OrderedDict)
    _lock: Any = field(init=False, factory=threading.RLock)
    _waiting: dict[str, set[asyncio.Event]] = field(init=False, factory=dict)
    _loop: asyncio.AbstractEventLoop | None = field(init=False, default=None)

    # ------------------------------------------------------------ games
    def create(
        self,
        game: str,
        players: int | None = None,
        variants: Sequence[str] = (),
        options: Mapping[str, str] | None = None,
        people: Sequence[str] = (),
        bots: Mapping[int, str] | None = None,
        seed: int | None = None,
        title: str = "",
        saved: Mapping[str, Any] | None = None,
    ) -> tuple[str, list[str], str]:
        """A new game: (its id, a token for each seat, the token of the spectators' link).

        ``people``: their names by seat; ``bots``: seat, from 1 -> bot; ``saved``: a game that goes on here. Raises UserError
        for a set-up that is refused.
        """
        loaded = self.library.load(game, variants)
        seed = int.from_bytes(new_token().encode()[:6], "big") if seed is None else seed
        if saved is None:
            match = loaded.start(players, seed, options or {})
        else:
            match = loaded.resume(saved)
            seed, options = match.seed, setup_of(loaded, match)
        self.store.keep_rules(loaded.hash, self.library.texts(game, variants))
        tokens, watch = [new_token() for _ in match.players], new_token()
        chosen = {name: str(value) for name, value in (options or {}).items()}
        row = GameRow(
            new_id(),
            int(time.time()),
            title or loaded.title,
            game,
            loaded.hash,
            match.players,
            chosen,
            tuple(variants),
            seed,
            digest(watch),
        )
        names = [*people, *match.players[len(people) :]]
        seats = [
            SeatRow(k, digest(token), names[k - 1] or match.players[k - 1], (bots or {}).get(k, ""))
            for k, token in enumerate(tokens, 1)
        ]
        self.store.add_game(row, seats)
        for number, (player, question, value, _) in enumerate(match.past or (), 1):
            self.store.add_move(row.id, MoveRow(number, player + 1, "choice", question, value, f"import-{number}"))
        live = Live(self.store, row, loaded, match, match.decided, on_change=self.changed)
        live.moved.update(player + 1 for player, _, _, _ in match.past or ())
        live.go_on()
        self._remember(live)
        return row.id, tokens, watch

    def live(self, id: str) -> Live | None:
        """A game with all that is stored of it; None when there is no such game."""
        with self._lock:
            found = self._live.get(id)
            if found is not None:
                self._live.move_to_end(id)
        if found is None:
            row = self.store.game(id)
            if row is None:
                return None
            game = self._rules(row)
            match = game.start(row.seats, row.seed, row.options)
            found = Live(self.store, row, game, match, on_change=self.changed)
            with found.lock:
                found.catch_up()
            found = self._remember(found)
        else:
            with found.lock:
                found.catch_up()
        return found

    def _rules(self, row: GameRow) -> Game:
        """The rules with which a game was begun: the files if they are still the same, else the texts that were kept."""
        try:
            game = self.library.load(row.game, row.variants)
            if game.hash == row.rules:
                return game
        except UserError:
            pass
        return self.library.kept(row.rules, self.store.rules(row.rules))

    def _remember(self, live: Live) -> Live:
        with self._lock:
            kept = self._live.setdefault(live.row.id, live)
            while len(self._live) > self.most_live:
                self._live.popitem(last=False)
            return kept

    # ------------------------------------------------------------ news
    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on :meth:`changed` may be called from any thread."""
        self._loop = loop

    def changed(self, game: str) -> None:
        """Wakes everybody who looks at a game."""
        if self._loop is not None and self._waiting.get(game):
            self._loop.call_soon_threadsafe(self._wake, game)

    def _wake(self, game: str) -> None:
        for event in self._waiting.get(game, ()):
            event.set()

    def subscribe(self, game: str) -> asyncio.Event:
        """An event that is set whenever the game goes on. To be called on the event loop."""
        event = asyncio.Event()
        self._waiting.setdefault(game, set()).add(event)
        return event

    def unsubscribe(self, game: str, event: asyncio.Event) -> None:
        waiting = self._waiting.get(game, set())
        waiting.discard(event)
        if not waiting:
            self._waiting.pop(game, None)


def setup_of(game: Game, match: Match) -> dict[str, str]:
    """The options of a match by name, as texts."""
    values = match.compiled.image.options
    return {
        name: o.values[values[name]] if o.sort != "number" else str(values[name]) for name, o in game.options.items()
    }
