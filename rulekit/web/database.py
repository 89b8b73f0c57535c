"""Opens the database of the tables: a file of SQLite, or PostgreSQL. Says what is wrong with one that cannot be opened."""

from __future__ import annotations

import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from weakref import WeakKeyDictionary

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from rulekit.diagnostics import UserError
from rulekit.install_command import install_command

WAIT = 5.0
"""Seconds that a request waits for a file which another process has locked"""
PAUSE = 0.05
KINDS = "a file, or postgresql://USER@HOST/NAME"


class FilesGone(SQLAlchemyError):
    """Files of the database were removed or replaced while it was open: what is written now would be lost."""


def opened(url: str, prepare: Callable[[Engine], None]) -> Engine:
    """A database by its URL, once ``prepare`` has made it ready. Raises UserError for one that cannot be used, without the
    password of the URL."""
    shown = without_password(url)
    try:
        made = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise UserError(f"{shown} names no database", KINDS) from error
    kind = made.get_backend_name()
    if kind not in ("sqlite", "postgresql"):
        raise UserError(f"tables are not kept in {kind}", KINDS)
    _check_file(made)
    try:
        engine = _sqlite(made) if kind == "sqlite" else _postgres(made)
    except ImportError as error:
        raise UserError(
            f"PostgreSQL needs a package that is not here: {error.name}",
            f"install it with:  {install_command('postgres')}",
        ) from error
    try:
        prepare(engine)
    except SQLAlchemyError as error:
        engine.dispose()
        why = " ".join(str(error.orig if isinstance(error, DBAPIError) else error).split())
        why = why.replace(made.password, "***") if made.password else why
        hint = "is the server there, and does the address say the user and the name?" if kind == "postgresql" else KINDS
        raise UserError(f"{shown} cannot be used as a database of tables: {why}", hint) from error
    return engine


_WRITERS: WeakKeyDictionary[Engine, threading.Lock] = WeakKeyDictionary()
"""What a thread holds while it writes into a file. SQLite gives a file to whoever asks at the right moment: of many threads that
ask again and again, one may be unlucky for longer than ``WAIT``."""


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes."""
    with _WRITERS.get(engine, nullcontext()), engine.begin() as db:
        yield db


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection that only reads: in a file of SQLite all as of one moment. PostgreSQL shows each statement its own moment in
    any case, so that it is spared the two messages that begin and end a transaction."""
    with engine.connect() as db:
        yield db if engine in _WRITERS else db.execution_options(isolation_level="AUTOCOMMIT")


def without_password(url: str) -> str:
    """A URL, also one that is none, as it may be shown; a file as its path."""
    hidden = re.sub(r"(://[^:/@]*):.*@", r"\1:***@", url)
    return re.sub(r"(password=)[^&]*", r"\1***", hidden).removeprefix("sqlite:///")


def _check_file(url: URL) -> None:
    """Raises a UserError that says why a file cannot be used; SQLite only says that it cannot open it."""
    path = url.database
    if url.get_backend_name() != "sqlite" or path in (None, "", ":memory:"):
        return
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise UserError(f"{path} cannot be written: there is no folder {folder}", "make it, or name another file")
    if os.path.isdir(path):
        raise UserError(f"{path} is a folder; name a file in it", f"for example {os.path.join(path, 'tables.db')}")


def _postgres(url: URL) -> Engine:
    return create_engine(url.set(drivername="postgresql+psycopg"), pool_pre_ping=True, pool_size=10, max_overflow=20)


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url.set(drivername="sqlite"), connect_args={"timeout": WAIT})
    _WRITERS[engine] = threading.Lock()
    path = engine.url.database or ""

    @event.listens_for(engine, "connect")
    def durable(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        _into_wal(lambda: cursor.execute("PRAGMA journal_mode = WAL"))
        for order in ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "SELECT count(*) FROM sqlite_master"):
            cursor.execute(order)  # the last one makes the file of the log
        cursor.close()
        record.info["files"] = _files(path)

    @event.listens_for(engine, "commit")
    def still_there(db: Connection) -> None:
        if db.info.get("files") not in (None, _files(path)):
            raise FilesGone(path)

    return engine


def _into_wal(order: Callable[[], object]) -> None:
    """Carries out an order for which SQLite does not wait by itself while another process does the same."""
    late = time.monotonic() + WAIT
    while True:
        try:
            order()
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > late:
                raise
            time.sleep(PAUSE)


def _files(path: str) -> tuple[tuple[int, int], ...] | None:
    """Which files on the disk a database and its log are now; None where one of them is missing."""
    if path in ("", ":memory:"):
        return ()
    try:
        found = [os.stat(name) for name in (path, f"{path}-wal")]
    except OSError:
        return None
    return tuple((x.st_dev, x.st_ino) for x in found)
