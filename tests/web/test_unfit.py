"""What cannot go on: a game with mistakes, and one whose stored moves do not fit the rules any more. The others are as ever."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rulekit.diagnostics import RulesError, UserError
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.game import Game
from rulekit.web.app import create_app
from rulekit.web.catalogue import Catalogue
from rulekit.web.course import Course
from rulekit.web.registry import GameRegistry
from rulekit.web.requests import cookie_name
from rulekit.web.store import GameStore
from rulekit.web.stored_rows import GameRow
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS
from tests.web.test_games import Seat, begin, choose, look
from tests.web.test_replay import steps_of, told

SAME_SITE = {"Sec-Fetch-Site": "same-origin"}
Table = tuple[str, list[Seat], list[dict[str, Any]]]


@pytest.fixture
def unfit(database: str) -> Table:
    """A game with five moves, of which the third is none under the rules; what its seats saw after two."""
    with TestClient(create_app(FOLDERS, database), headers=SAME_SITE) as client:
        game, seats, _ = begin(client, game="tic_tac_toe", title="the strange one")
        before = []
        for number, square in enumerate(("A1", "B2", "C3", "C1", "A3")):
            if number == 2:
                before = [look(client, game, seat, who) for seat, who in enumerate(seats, 1)]
            choose(client, game, number % 2 + 1, seats[number % 2], square)
    store = GameStore(database)
    rows = store.moves(game)
    store.close()
    other = GameStore(database)
    with other.engine.begin() as db:
        db.exec_driver_sql("DELETE FROM moves WHERE number > 2")
    other.add_moves(game, [evolve(rows[2], question="which card?"), *rows[3:]])
    other.close()
    return game, seats, before


def test_a_game_whose_moves_fit_no_longer_is_shown_as_it_was_last(database: str, unfit: Table) -> None:
    game, seats, before = unfit
    with TestClient(create_app(FOLDERS, database), headers=SAME_SITE) as client:
        for seat, who in enumerate(seats, 1):
            state = look(client, game, seat, who)
            assert state["view"] | {"waiting": []} == before[seat - 1]["view"] | {"waiting": []}
            assert state["unfit"] and "move 3 of this game cannot be made" in state["trouble"]
            assert not state["decisions"] and state["undo"] == state["trouble"] and state["back"]["can"]
        assert len(steps_of(client, game, 1, seats[0])) == 3
        saved = client.get(f"/api/v1/games/{game}/seats/1/story", headers=seats[0]).json()
        assert saved["story"]
        refused = choose(client, game, 1, seats[0], "C3")
        assert refused.status_code == 422 and "move 3" in refused.json()["error"]
        back = {"version": state["version"], "move": "back"}
        assert client.post(f"/api/v1/games/{game}/seats/2/undo", json=back, headers=seats[1]).status_code == 422


def test_all_may_agree_to_go_on_without_what_does_not_fit(database: str, unfit: Table) -> None:
    game, seats, _ = unfit
    with TestClient(create_app(FOLDERS, database), headers=SAME_SITE) as client:
        url = f"/api/v1/games/{game}/seats/{{}}/back"
        first = client.post(url.format(1), json={"agree": True}, headers=seats[0]).json()
        assert first["unfit"] and first["back"]["votes"] == [1]
        assert not client.post(url.format(2), json={"agree": True}, headers=seats[1]).json()["unfit"]
        assert choose(client, game, 1, seats[0], "C2").status_code == 200
        now = [look(client, game, seat, who) for seat, who in enumerate(seats, 1)]
        assert now[1]["decisions"] and not now[1]["trouble"]
    with TestClient(create_app(FOLDERS, database), headers=SAME_SITE) as again:
        assert [look(again, game, seat, who) for seat, who in enumerate(seats, 1)] == now
        steps = steps_of(again, game, 2, seats[1])
        assert [told(step) & {"A1", "B2", "C3", "C2"} for step in steps] == [set(), {"A1"}, {"B2"}, {"C2"}]
        again.patch(f"/api/v1/games/{game}/seats/2", json={"bot": "greedy"}, headers=seats[1])
        assert again.app.state.registry.bots.thinkers.rest(60)  # type: ignore[attr-defined]
        assert len(look(again, game, 1, seats[0])["decisions"][0]["options"]) == 5
    store = GameStore(database)
    with store.engine.connect() as db:
        assert db.exec_driver_sql("SELECT count(*) FROM moves").scalar_one() == 5 + 1 + 2
    store.close()


def test_the_other_games_of_a_browser_are_there(database: str, unfit: Table) -> None:
    game, seats, _ = unfit
    with TestClient(create_app(FOLDERS, database), headers=SAME_SITE) as client:
        other, others, _ = begin(client, game="tic_tac_toe", title="the other one")
        for id, who in ((game, seats[0]), (other, others[0])):
            client.cookies.set(cookie_name(id, 1), who["Authorization"].removeprefix("Bearer "))
        mine = client.get("/api/v1/mine").json()["games"]
        assert {g["title"]: (g["asked"], g["trouble"]) for g in mine} == {
            "the strange one": (False, True),
            "the other one": (True, False),
        }


@pytest.mark.parametrize(
    "error", [UserError("no such option"), RulesError([]), RuleFailure("this line cannot be carried out", "")]
)
def test_a_game_that_cannot_even_begin_takes_no_other_off_the_list(
    database: str, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    with TestClient(create_app(FOLDERS, database), headers=SAME_SITE) as client:
        faulty, other = (begin(client, game="tic_tac_toe") for _ in range(2))
    real = Course.of

    def of(row: GameRow, game: Game) -> Course:
        if row.id == faulty[0]:
            raise error
        return real(row, game)

    monkeypatch.setattr(Course, "of", of)
    with TestClient(create_app(FOLDERS, database), headers=SAME_SITE) as client:
        for game, seats, _ in (faulty, other):
            client.cookies.set(cookie_name(game, 1), seats[0]["Authorization"].removeprefix("Bearer "))
        mine = client.get("/api/v1/mine").json()["games"]
        assert {x["id"]: (x["asked"], x["trouble"]) for x in mine} == {
            faulty[0]: (False, True),
            other[0]: (True, False),
        }


def test_a_game_with_mistakes_takes_no_other_off_the_lobby(
    tmp_path: Path, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "faulty"
    folder.mkdir()
    text = (FOLDERS["tic_tac_toe"] / "game.rules").read_text(encoding="utf-8")
    (folder / "game.rules").write_text(text.replace("begins with", "beginns with"), encoding="utf-8")
    app = create_app({"faulty": folder, **FOLDERS}, database)
    with TestClient(app, headers=SAME_SITE) as client:
        offers = client.get("/api/v1/games").json()
        assert {offer["name"] for offer in offers["games"]} == {*FOLDERS} and offers["faulty"] == ["faulty"]
        with caplog.at_level(logging.WARNING, "rulekit.web"):
            app.state.registry.catalogue.warm(())
        assert "faulty cannot be played" in caplog.text and "beginns" in caplog.text


def test_who_waits_for_news_is_told_that_the_game_goes_on_without_what_does_not_fit(
    database: str, unfit: Table
) -> None:
    game, _, _ = unfit
    registry = GameRegistry(GameStore(database), Catalogue(FOLDERS))
    session = registry.session(game)
    assert session is not None and session.unfit
    before = registry.feed.count(game)
    session.skip()
    assert not session.unfit and registry.feed.count(game) == before + 1
    registry.store.close()


def test_a_game_goes_on_whose_rules_are_broken_while_it_runs(database: str, tmp_path: Path) -> None:
    """It was begun with the texts that are kept; new tables of these rules are refused."""
    folder = tmp_path / "tic_tac_toe"
    shutil.copytree(FOLDERS["tic_tac_toe"], folder)
    with TestClient(create_app({"tic_tac_toe": folder}, database), headers=SAME_SITE) as client:
        game, seats, _ = begin(client, game="tic_tac_toe")
        choose(client, game, 1, seats[0], "A1")
    (folder / "game.rules").write_text("gmae Broken\n", encoding="utf-8")
    with TestClient(create_app({"tic_tac_toe": folder}, database), headers=SAME_SITE) as client:
        assert choose(client, game, 2, seats[1], "B2").status_code == 200
        assert look(client, game, 1, seats[0])["decisions"]
        setup = {"game": "tic_tac_toe", "players": 2}
        assert client.post("/api/v1/games", json=setup).json()["code"] == "rules"
