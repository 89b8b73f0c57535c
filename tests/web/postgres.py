"""A PostgreSQL server of its own for the tests, in a temporary folder. It runs as a user without rights, as it asks for."""

from __future__ import annotations

import os
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import pytest
from attrs import define, field

from tests import patience
from tests.web.serving import free_port

USER = "nobody"
"""Who runs it where the tests run as root, whom PostgreSQL refuses"""
NUMBERS = count(1)


@define
class Postgres:
    """A running server. ``bin``: where its programs are."""

    bin: Path
    folder: Path
    port: int = field(factory=free_port)

    def run(self, program: str, *args: str) -> None:
        """One of its programs, as the user without rights."""
        user = USER if os.getuid() == 0 else None
        order = [str(self.bin / program), *args]
        done = subprocess.run(
            order, user=user, cwd=self.folder, capture_output=True, text=True, check=False, timeout=patience.seconds(60)
        )
        assert done.returncode == 0, done.stderr

    def database(self) -> str:
        """A new database, as a URL."""
        name = f"tables_{next(NUMBERS)}"
        with psycopg.connect(f"{self.address}/postgres", autocommit=True) as line:
            line.execute(f"CREATE DATABASE {name}".encode())
        return f"{self.address}/{name}"

    @property
    def address(self) -> str:
        """Without the name of a database."""
        return f"postgresql://tables@127.0.0.1:{self.port}"


def programs() -> Path | None:
    """Where initdb is: on the path, or where Debian has it."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    known = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: float(p.parts[-3]))
    return known[-1].parent if known else None


@contextmanager
def running() -> Iterator[Postgres]:
    """A server until the end of the block. Skips where there is no PostgreSQL, and says so, loudly."""
    found = programs()
    if found is None or os.name != "posix":
        warnings.warn("no PostgreSQL here: tables on several servers were NOT tried", stacklevel=1)
        pytest.skip("no PostgreSQL on this machine")
    folder = Path(mkdtemp(prefix="rulekit-postgres-"))
    if os.getuid() == 0:
        shutil.chown(folder, USER)
    server = Postgres(found, folder)
    data = str(folder / "data")
    server.run("initdb", "-D", data, "-U", "tables", "-A", "trust", "-E", "UTF8", "--no-sync")
    options = f"-h 127.0.0.1 -p {server.port} -k {folder} -F"
    server.run(
        "pg_ctl",
        "-D",
        data,
        "-w",
        "-t",
        f"{patience.seconds(60):.0f}",
        "-l",
        str(folder / "log"),
        "-o",
        options,
        "start",
    )
    try:
        yield server
    finally:
        server.run("pg_ctl", "-D", data, "-m", "immediate", "stop")
        patience.until(lambda: _gone(folder), "the end of all that PostgreSQL has started")


def _gone(folder: Path) -> bool:
    """Throws away a folder, in which something may still be written; whether nothing is left of it."""
    shutil.rmtree(folder, ignore_errors=True)
    return not folder.exists()
