"""Upgrades: databases of earlier versions and games stored under another compiler are resumed, or refused with a reason."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from sqlalchemy import MetaData, create_engine, insert, select

from rulekit.compiler.lower.context import Lowering
from rulekit.diagnostics import UserError
from rulekit.image import Question
from rulekit.runtime.persistence.choices import named
from rulekit.web import schema
from rulekit.web.catalogue import Catalogue
from rulekit.web.registry import GameRegistry
from rulekit.web.session import GameSession
from rulekit.web.store import GameStore
from tests.web.archive.make import HERE
from tests.web.conftest import FOLDERS

ARCHIVE = sorted(HERE.glob("*.sql"))
Chosen = list[list[str]]
"""Player, question, option"""


def chosen(session: GameSession) -> Chosen:
    """The choices that stand, by name."""
    past = [named(session.match, *choice[:3]) for choice in session.match.past or ()]
    return [[choice.player, choice.question, choice.option] for choice in past]


def opened(database: str, game: str) -> GameSession:
    """A game of a database, as a server that has just started opens it."""
    session = GameRegistry(GameStore(database), Catalogue(FOLDERS)).session(game)
    assert session is not None
    return session


def go_on(session: GameSession, count: int) -> None:
    """Some more choices: always the last option of who is asked first."""
    for k in range(count):
        seat = min(session.asked())
        decision = session.decision(seat)
        assert decision is not None
        session.choose(seat, session.version(seat), f"later-{session.number}-{k}", list(decision.options)[-1].id)


def restore(path: Path, database: str) -> None:
    """Makes a new database from an archived one; the archive is a dump of SQLite."""
    with closing(sqlite3.connect(":memory:")) as archived:
        archived.executescript(path.read_text(encoding="utf-8"))
        source, target = (
            create_engine("sqlite://", creator=lambda: archived),
            create_engine(database.replace("postgresql:", "postgresql+psycopg:")),
        )
        tables = MetaData()
        tables.reflect(source)
        tables.create_all(target)
        with source.connect() as old, target.begin() as new:
            for table in tables.sorted_tables:
                for row in old.execute(select(table)).mappings():
                    new.execute(insert(table).values(**row))
        target.dispose()


@pytest.mark.parametrize("path", ARCHIVE, ids=lambda path: path.stem)
@pytest.mark.parametrize("game", ["tic_tac_toe", "shogun"])
def test_games_of_a_release_go_on(path: Path, game: str, database: str) -> None:
    restore(path, database)
    kept: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))[game]
    session = opened(database, kept["id"])
    assert chosen(session) == kept["choices"]
    assert len(session.replay().states) == session.number + 1
    go_on(session, 2)
    again = opened(database, kept["id"])  # now it is kept by name
    assert not again.store.numbered_moves(kept["id"])
    assert chosen(again) == chosen(session) and len(chosen(again)) == len(kept["choices"]) + 2
    assert again.store.seat_of(kept["tokens"][1]) == (kept["id"], 2)


def test_a_database_of_this_version_stays_as_it_is(database: str) -> None:
    for _ in range(2):
        store = GameStore(database)
        assert schema.VERSION == 2
        store.close()


def test_a_database_of_a_newer_version_is_refused(database: str, tmp_path: Path) -> None:
    GameStore(database).close()
    with sqlite3.connect(tmp_path / "tables.db") as db:
        db.execute("UPDATE layout SET version = 99")
    with pytest.raises(UserError, match="has the layout 99, and this rulekit knows those up to 2"):
        GameStore(database)


@pytest.fixture
def otherwise(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], None]:
    """From the call on, a compiler that gives every question another number."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))

    def begin() -> None:
        monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "other cache"))
        ask = Lowering.question

        def later(low: Lowering, about: Question, *more: Any) -> int:
            if not low.questions:
                low.questions.append(evolve(about, choice="asked by nobody"))
            return ask(low, about, *more)

        monkeypatch.setattr(Lowering, "question", later)

    return begin


@pytest.mark.parametrize(("game", "players", "count"), [("tic_tac_toe", 2, 4), ("shogun", 3, 40)])
def test_the_numbers_of_a_compiler_mean_nothing_to_a_stored_game(
    otherwise: Callable[[], None], game: str, players: int, count: int, database: str
) -> None:
    registry = GameRegistry(GameStore(database), Catalogue(FOLDERS))
    id = registry.create(game, players, seed=5).id
    session = registry.session(id)
    assert session is not None
    go_on(session, count)
    saved = session.match.save()
    numbers = [choice[1] for choice in session.match.past or ()]
    otherwise()
    other = opened(database, id)
    assert [choice[1] for choice in other.match.past or ()] == [number + 1 for number in numbers]
    assert chosen(other) == chosen(session)
    assert other.replay().state(-1).view(None) == session.match.view(None)
    by_another_version = {**saved, "engine": "0.2.9"}
    assert other.game.resume(by_another_version).view(None) == session.match.view(None)
    assert other.game.replay(by_another_version, 3).decided == 3
    go_on(other, 2)


def test_a_game_that_goes_another_way_today_says_so(database: str) -> None:
    registry = GameRegistry(GameStore(database), Catalogue(FOLDERS))
    id = registry.create("tic_tac_toe", 2, seed=5).id
    session = registry.session(id)
    assert session is not None
    go_on(session, 2)
    registry.store.add_moves(
        id, [evolve(registry.store.moves(id)[-1], number=3, seat=1, move="m", question="which card?")]
    )
    why = opened(database, id).unfit
    assert "move 3 of this game cannot be made under the rules of today" in why and "“which card?”" in why


@pytest.mark.parametrize("url", ["mysql://localhost/tables", "postgres", "://"])
def test_what_is_no_database(url: str) -> None:
    with pytest.raises(UserError, match="a file, or postgresql://"):
        GameStore(url)
