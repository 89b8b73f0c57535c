"""Tells requests that wait for news when a game has changed."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter

from attrs import define, field


@define
class ChangeFeed:
    """Counts how often games have changed, as far as this process is told, and wakes requests that wait for it. Changes may come
    from any thread; waiting is done on the event loop."""

    ends: bool = field(init=False, default=False)
    """Whether the server is to end"""
    _changes: Counter[str] = field(init=False, factory=Counter)
    _others: Counter[str] = field(init=False, factory=Counter)
    _waiting: dict[str, set[asyncio.Event]] = field(init=False, factory=dict)
    _loop: asyncio.AbstractEventLoop | None = field(init=False, default=None)
    _lock: threading.Lock = field(init=False, factory=threading.Lock)

    def count(self, game: str) -> int:
        """How often a game has changed."""
        return self._changes[game]

    def by_others(self, game: str) -> int:
        """How many of these changes came from another process, or were no move."""
        return self._others[game]

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Sets the event loop on which requests wait."""
        self._loop = loop

    def changed(self, game: str) -> None:
        """Notes a change of a game that this process may not know yet."""
        with self._lock:
            self._others[game] += 1
        self.moved(game)

    def moved(self, game: str) -> None:
        """Notes a move that was made in this process."""
        with self._lock:
            self._changes[game] += 1
        if self._loop is not None and self._waiting.get(game):
            self._loop.call_soon_threadsafe(self._wake, game)

    def wake_all(self) -> None:
        """Wakes all waiting requests, because a change may have been missed."""
        for game in list(self._waiting):
            self.changed(game)

    def _wake(self, game: str) -> None:
        for event in self._waiting.get(game, ()):
            event.set()

    def end(self) -> None:
        """The server is to end: so do all lines on which it tells news. Called from a signal handler, it takes no lock."""
        self.ends = True
        if self._loop is not None:
            for events in list(self._waiting.values()):
                for event in list(events):
                    self._loop.call_soon_threadsafe(event.set)

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
