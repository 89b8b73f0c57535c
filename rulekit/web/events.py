"""News of a game by server-sent events: only that a view has changed, and its version; the page then asks for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from anyio.to_thread import run_sync

from rulekit.web.hall import Hall

BEAT = 15.0
"""Seconds between two signs of life, so that proxies keep the line open"""
RETRY = 1000
"""Milliseconds after which a browser comes back"""


async def news(hall: Hall, game: str, seat: int, last: str) -> AsyncIterator[str]:
    """The stream of a seat. ``last``: the sight that the browser has; an event comes whenever another one is there."""
    event = hall.subscribe(game)
    try:
        yield f"retry: {RETRY}\n\n"
        while True:
            event.clear()
            version, waiting = await run_sync(_state, hall, game, seat)
            state = f"{version} {waiting}"
            if state != last:
                last = state
                yield f"id: {version}\nevent: view\ndata: {version}\n\n"
            try:
                await asyncio.wait_for(event.wait(), BEAT)
            except TimeoutError:
                yield ": still here\n\n"
    finally:
        hall.unsubscribe(game, event)


def _state(hall: Hall, game: str, seat: int) -> tuple[str, str]:
    live = hall.live(game)
    if live is None:
        return "", ""
    with live.lock:
        waiting = ",".join(sorted({live.match.players[ask[0]] for ask in live.match.asks}))
        return live.sight(seat), waiting
