"""The database of the tables: what cannot be used is said, servers that start at once, files that are taken away or locked."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import insert

from rulekit.cli.commands.serve import serve
from rulekit.diagnostics import UserError
from rulekit.i18n.errors import said
from rulekit.install_command import install_command
from rulekit.web import database as databases
from rulekit.web import schema
from rulekit.web.app import create_app
from rulekit.web.store import GameStore
from tests import patience
from tests.playing import ROOT
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS
from tests.web.test_games import begin, choose, look

SECRET = "hush"
WRONG = {
    "text.db": ("cannot be used as a database of tables: file is not a database", "a file, or postgresql:"),
    ".": ("is a folder; name a file in it", "tables.db"),
    "none/tables.db": ("there is no folder", "make it, or name another file"),
    "other.db": ("cannot be used as a database of tables", "a file, or postgresql:"),
    f"mongodb://me:{SECRET}@host/name": ("tables are not kept in mongodb", "a file, or postgresql:"),
    f"no name://me:{SECRET}@host/name": ("no name://me:***@host/name names no database", "a file, or postgresql:"),
    f"postgresql://me:{SECRET}@host:port/name": ("names no database", "a file, or postgresql:"),
    f"postgresql://me:{SECRET}@127.0.0.1:1/name": ("cannot be used as a database of tables", "is the server there"),
    f"postgresql://127.0.0.1:1/name?password={SECRET}": (
        "cannot be used as a database of tables",
        "is the server there",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_database_is_said(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.db").write_text("a text that is longer than the head of a database, and says something else\n" * 9)
    with sqlite3.connect("other.db") as other:
        other.execute("CREATE TABLE games (id TEXT)")
    found = CliRunner().invoke(serve, [str(FOLDERS["tic_tac_toe"]), "--db", name])
    message, hint = WRONG[name]
    assert isinstance(found.exception, UserError) and found.exception.status == 1, found.exception
    assert message in found.exception.message and hint in (found.exception.hint or "")
    assert SECRET not in f"{found.exception}{found.output}"


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("zh-Hans", "不能用作牌桌的数据库"),
        ("zh-Hant", "不能用作牌桌的資料庫"),
        ("ja", "テーブルのデータベースとして使えません"),
    ],
)
def test_it_is_said_in_the_language_of_who_starts_it(lang: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database, and longer than the head of one\n" * 9)
    with pytest.raises(UserError) as found:
        GameStore(f"sqlite:///{tmp_path / 'text.db'}")
    assert told in said(found.value, lang)


def test_a_driver_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(UserError, match="PostgreSQL needs a package that is not here: psycopg") as found:
        GameStore(f"postgresql://me:{SECRET}@127.0.0.1:1/name")
    assert install_command("postgres") in str(found.value) and SECRET not in str(found.value)


AT_ONCE = """
import sys, time
from pathlib import Path
from rulekit.web.store import GameStore
folder, name, url = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
(folder / f"{name}.ready").touch()
while not (folder / "go").exists():
    time.sleep(0.001)
print(GameStore(url).count_games())
"""


def start_at_once(url: str, folder: Path, count: int = 4) -> None:
    """Several processes make the tables of a new database at the same moment."""
    order = [sys.executable, "-c", AT_ONCE, str(folder)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": ROOT}
    started = [subprocess.Popen([*order, str(k), url], **pipes) for k in range(count)]  # type: ignore[call-overload]
    patience.until(lambda: len(list(folder.glob("*.ready"))) == count, "the processes are there")
    (folder / "go").touch()
    ends = [process.communicate(timeout=patience.seconds(60)) for process in started]
    assert [out for out, _ in ends] == ["0\n"] * count, "".join(err for _, err in ends)


@pytest.mark.parametrize("turn", range(3))
def test_servers_that_start_at_once(turn: int, database: str, tmp_path: Path) -> None:
    start_at_once(database, tmp_path)


@pytest.mark.parametrize("gone", ["tables.db", "tables.db-wal"])
@pytest.mark.skipif(sys.platform == "win32", reason="files that are open cannot be removed there")
def test_files_that_are_taken_away(gone: str, client: TestClient, tmp_path: Path) -> None:
    """Nothing is answered as done that is stored nowhere; put back, the files are good again."""
    game, seats, _ = begin(client, game="tic_tac_toe")
    assert choose(client, game, 1, seats[0], "A1").status_code == 200
    (tmp_path / gone).rename(tmp_path / "away")
    for _ in range(2):
        answer = choose(client, game, 2, seats[1], "B2")
        assert answer.status_code == 503 and answer.json()["code"] == "files_gone", answer.text
        assert "put them back" in answer.json()["error"]
    assert client.post("/api/v1/games", json={"game": "tic_tac_toe"}).json()["code"] == "files_gone"
    assert len(look(client, game, 2, seats[1])["decisions"][0]["options"]) == 8
    (tmp_path / "away").rename(tmp_path / gone)
    assert choose(client, game, 2, seats[1], "B2").status_code == 200


def test_a_file_that_takes_the_place_of_another_is_noticed(client: TestClient, tmp_path: Path) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    (tmp_path / "copy").write_bytes((tmp_path / "tables.db").read_bytes())
    (tmp_path / "copy").replace(tmp_path / "tables.db")
    assert choose(client, game, 1, seats[0], "A1").json()["code"] == "files_gone"


def test_a_file_that_is_locked(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits longer than a few seconds."""
    assert databases.WAIT <= 5
    monkeypatch.setattr(databases, "WAIT", 0.1)
    with TestClient(create_app(FOLDERS, database)) as client:
        game, seats, _ = begin(client, game="tic_tac_toe")
        with closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            answer = choose(client, game, 1, seats[0], "A1")
            assert answer.status_code == 503 and answer.json()["code"] == "storage", answer.text
        assert choose(client, game, 1, seats[0], "A1").status_code == 200


def test_how_long_a_connection_waits(database: str) -> None:
    store = GameStore(database)
    with store.engine.connect() as db:
        assert db.exec_driver_sql("PRAGMA busy_timeout").scalar() == 1000 * databases.WAIT
    store.close()


def test_threads_that_write_at_once_wait_for_each_other(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite lets them ask again and again, and gives up: with many threads at a busy disk a choice was refused with 503."""
    monkeypatch.setattr(databases, "WAIT", 0.05)
    store = GameStore(database)
    begun, wrong = threading.Barrier(8), list[Exception]()

    def write(k: int) -> None:
        begun.wait()
        try:
            with databases.writing(store.engine) as db:
                db.execute(insert(schema.rule_sets).values(hash=str(k), texts="{}"))
                time.sleep(0.1)
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=write, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and store.rules("7") == {}
    store.close()
