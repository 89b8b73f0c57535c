"""News from other processes: with PostgreSQL each tells the others which game has changed. A file of SQLite has one process."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from rulekit.web.store import CHANNEL, GameStore

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import TupleRow

LOOK = 1.0
"""Seconds between two looks whether the server has ended"""
AGAIN = 2.0
"""Seconds until a line that broke is tried again"""


def listen(
    store: GameStore, changed: Callable[[str], None], missed: Callable[[], None], ended: threading.Event
) -> None:
    """Calls ``changed`` with the id of every game that another process has changed, in a thread, until ``ended``; ``missed``
    after a break."""
    if store.alone:
        return
    url = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    args = (url, store.name, changed, missed, ended)
    threading.Thread(target=_run, args=args, daemon=True, name="listening").start()


def _run(
    url: str, own: str, changed: Callable[[str], None], missed: Callable[[], None], ended: threading.Event
) -> None:
    import psycopg

    while not ended.is_set():
        try:
            with psycopg.connect(url, autocommit=True) as line:
                line.execute(f"LISTEN {CHANNEL}")
                missed()
                _follow(line, own, changed, ended)
        except psycopg.OperationalError:
            ended.wait(AGAIN)


def _follow(line: Connection[TupleRow], own: str, changed: Callable[[str], None], ended: threading.Event) -> None:
    while not ended.is_set():
        for notice in line.notifies(timeout=LOOK):
            process, _, game = notice.payload.partition(" ")
            if process != own:
                changed(game)
