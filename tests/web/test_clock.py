"""The clock of a table: banks of time, what happens when one is empty, and how the host sets another one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette

from rulekit.web import consent, overtime, payload
from rulekit.web.app import create_app
from rulekit.web.clock import DAY, Clock, ClockRules
from rulekit.web.overtime import look_at_clocks, remember_clocked
from rulekit.web.side_store import OrderRow
from rulekit.web.store import GameStore
from rulekit.web.stored_rows import MoveRow, StoredSetup
from tests import patience
from tests.web.asking import TestClient
from tests.web.browsing import page_of, set_table, turn_to
from tests.web.conftest import FOLDERS
from tests.web.serving import Server
from tests.web.test_games import begin, choose, look
from tests.web.test_host import begin as hosted
from tests.web.test_host import table, told
from tests.web.test_links import bearer, join


def test_a_clock_pays_while_it_is_asked() -> None:
    clock = Clock(ClockRules(100, 5))
    clock.moved(0, {1}, 1000)
    assert clock.left(1, 1030) == 70 and clock.left(2, 1030) == 100
    clock.moved(1, {2}, 1040)
    assert clock.left(1, 2000) == 65 and clock.left(2, 1100) == 40 and clock.since(1) is None
    clock.moved(2, {1}, 1100)
    assert clock.left(2, 9999) == 45 and clock.left(1, 1170) == -5


def test_a_bot_stands_in_for_who_has_no_time_and_gives_the_seat_back(
    app: Starlette, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe", clock={"days": 1})
    registry = app.state.registry
    look(client, game, 2, seats[1])
    assert look_at_clocks(registry) == 0
    monkeypatch.setattr(overtime, "now", lambda: 86_400 + registry.session(game).row.created + 5)
    assert look_at_clocks(registry) == 1
    registry.bots.thinkers.rest(patience.seconds(60))
    state = look(client, game, 2, seats[1])
    assert state["people"][0]["absent"] and state["people"][0]["bot"] and state["decisions"]
    state = look(client, game, 1, seats[0])
    assert not any(person["bot"] for person in state["people"])


def test_a_game_at_which_something_fails_stops_no_other_clock(
    app: Starlette, client: TestClient, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither when clocks are looked at nor when the server starts: bots stood in for nobody any more, at any table."""
    faulty, *_ = begin(client, game="tic_tac_toe", clock={"days": 1})
    other, *_ = begin(client, game="tic_tac_toe", clock={"days": 1})
    registry = app.state.registry
    monkeypatch.setattr(overtime, "now", lambda: 86_400 + registry.session(other).row.created + 5)

    def moves(store: GameStore, game: str, after: int = 0) -> list[MoveRow]:
        if game == faulty:
            raise KeyError("what is stored there is none")
        return stored(store, game, after)

    stored = GameStore.moves
    monkeypatch.setattr(GameStore, "moves", moves)
    assert look_at_clocks(registry) == 1
    registry.bots.thinkers.rest(patience.seconds(60))
    assert registry.store.seats(other)[0].absent and not registry.store.seats(faulty)[0].absent
    again = create_app(FOLDERS, database).state.registry
    remember_clocked(again)
    assert [*again._live] == [other]


def test_a_clock_is_days(client: TestClient) -> None:
    for clock in ({"days": -1}, {"days": "7"}, {"years": 1}, {"days": 10**9}):
        assert client.post("/api/v1/games", json={"game": "tic_tac_toe", "clock": clock}).status_code == 422


def test_each_chapter_fills_the_banks_again() -> None:
    clock = Clock(ClockRules(100, per="chapter"))
    clock.moved(0, {1, 2}, 1000)
    clock.chapter(1, 1000)
    clock.moved(1, {2}, 1040)
    clock.chapter(2, 1040)
    assert (clock.left(1, 1040), clock.left(2, 1040), clock.left(2, 1050)) == (100, 100, 90)
    assert clock.since(2) == 1000 and clock.begun == 1040
    clock.moved(2, {1}, 1060)
    clock.chapter(1, 1060)
    clock.chapter(2, 1061)
    assert clock.left(2, 1061) == 80, "a chapter that is begun again gives no time"
    whole = Clock(ClockRules(100))
    whole.moved(0, {1}, 1000)
    whole.chapter(1, 1000)
    whole.moved(1, {1}, 1040)
    whole.chapter(2, 1040)
    assert whole.left(1, 1040) == 60


def test_another_time_begins_when_it_is_set() -> None:
    """The same whether a clock goes on under it or is made from the moves after a restart."""
    rules = ClockRules(200, since=1030)
    running = Clock(ClockRules(100))
    again = Clock(rules, 1030)
    for clock in (running, again):
        clock.moved(0, {1}, 1000)
        clock.moved(1, {2}, 1020)
    running = running.under(rules)
    for clock in (running, again):
        assert (clock.left(1, 1050), clock.left(2, 1050), clock.since(2), clock.begun) == (200, 180, 1020, 1030)
    assert running.under(msgspec.structs.replace(rules, then="note")).left(2, 1050) == 180


def test_a_season_is_a_chapter(client: TestClient) -> None:
    """A game that shows a heading above the table has chapters, and only there a bank can be one for each."""
    games = {game["name"]: game["chapters"] for game in client.get("/api/v1/games").json()["games"]}
    assert games["shogun"] and not games["tic_tac_toe"]


def _later(session: Any, seconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    at = session.row.begun + seconds
    for module in (overtime, consent, payload):
        monkeypatch.setattr(module, "now", lambda: at)


def test_who_is_back_is_not_replaced_at_once(
    app: Starlette, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe", clock={"days": 1})
    registry = app.state.registry
    session = registry.session(game)
    registry.let_stand_in(session, 1)
    look(client, game, 1, seats[0])
    back = registry.side.last_event(game, 1, "person")
    client.rest()
    (asked,) = session.asked()
    registry.let_stand_in(session, asked, "")
    client.rest()
    monkeypatch.setattr(session.clock, "_left", {asked: -1})
    monkeypatch.setattr(overtime, "now", lambda: back + 60)
    assert look_at_clocks(registry) == 0
    monkeypatch.setattr(overtime, "now", lambda: back + 2 * overtime.BACK)
    assert look_at_clocks(registry) == 1


def test_a_note_is_all_that_happens_and_it_comes_once(
    app: Starlette, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _, invitations = hosted(client, clock={"days": 1, "then": "note"})
    two = bearer(join(client, invitations[1])["token"])
    registry = app.state.registry
    _later(registry.session(game), DAY + 5, monkeypatch)
    assert [look_at_clocks(registry) for _ in range(2)] == [1, 0]
    assert told(client, game, 2, two) == [(1, "late")]
    assert not any(seat.bot for seat in registry.store.seats(game)) and registry.session(game).asked() == {1}


def test_the_one_question_is_answered(app: Starlette, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a standing answer that was stopped, if it is allowed; else by chance. The seat stays the person's."""
    game, seats, _ = begin(client, game="tic_tac_toe", clock={"days": 1, "then": "answer"})
    registry = app.state.registry
    session = registry.session(game)
    name = look(client, game, 1, seats[0])["decisions"][0]["name"]
    registry.side.set_order(game, OrderRow(1, name, "B2", 0, stopped="concerned"))
    _later(session, DAY + 5, monkeypatch)
    assert look_at_clocks(registry) == 1
    assert session.asked() == {2} and not any(seat.bot for seat in registry.store.seats(game))
    choose(client, game, 2, seats[1], "A1")
    monkeypatch.setattr(session.clock, "_left", {1: -1})
    assert look_at_clocks(registry) == 1 and session.asked() == {2}
    assert session.course.made[0].choice.option == "B2"


def test_a_form_is_one_question(app: Starlette, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game, *_ = begin(client, game="shogun", players=3, seed=5, clock={"days": 1, "then": "answer"})
    registry = app.state.registry
    session = registry.session(game)
    for _ in range(300):
        seat = min(session.asked())
        decision = session.decision(seat)
        form = session.form(decision)
        if form is not None and len(form.prompts) > 2:
            break
        session.choose(seat, session.version(seat), f"m{session.number}", decision.options[0].id)
    before = session.number
    for other in session.asked() - {seat}:
        monkeypatch.setattr(session.clock, "_left", {**session.clock._left, other: 10**9})
    monkeypatch.setitem(session.clock._left, seat, -1)
    look_at_clocks(registry)
    assert session.number == before + len(form.prompts)


def test_the_others_vote_at_once(app: Starlette, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe", clock={"days": 1, "then": "vote"})
    registry = app.state.registry
    url, vote = f"/api/v1/games/{game}/seats/2/stand-in", {"of": 1}
    _later(registry.session(game), DAY - 5, monkeypatch)
    assert look_at_clocks(registry) == 0
    assert "asked for a day" in client.post(url, json=vote, headers=seats[1]).json()["error"]
    monkeypatch.setattr(consent, "DAY", 30 * DAY)
    _later(registry.session(game), DAY + 5, monkeypatch)
    assert look_at_clocks(registry) == 1
    assert client.post(url, json=vote, headers=seats[1]).json()["people"][0]["absent"]


def test_the_host_sets_another_clock_and_it_outlives_the_server(client: TestClient, database: str) -> None:
    game, host, invitations = hosted(client)
    one = bearer(join(client, invitations[0])["token"])
    assert look(client, game, 1, one)["game"]["clock"] == {}
    url, clock = f"/api/v1/games/{game}/host?lang=en", {"days": 2, "hours": 1, "then": "note"}
    assert client.patch(url, json={"clock": clock}, headers=one).status_code == 401
    assert client.patch(url, json={"clock": {"days": 2, "then": "duel"}}, headers=host).status_code == 422
    found = client.patch(url, json={"clock": clock}, headers=host).json()["clock"]
    assert (found["bank"], found["more"], found["then"]) == (2 * DAY, 3600, "note")
    state = look(client, game, 1, one)
    assert state["game"]["clock"] == found and state["people"][0]["left"] > 2 * DAY - 60
    assert told(client, game, 1, one) == [(0, "clock")]
    client.patch(url, json={"clock": clock}, headers=host)
    client.patch(url, json={"clock": {**clock, "then": "vote"}}, headers=host)
    assert table(client, game, host)["clock"] == {**found, "then": "vote"}, "the time goes on"
    assert told(client, game, 1, one) == [(0, "clock")] * 2
    again = create_app(FOLDERS, database).state.registry
    remember_clocked(again)
    assert again.session(game).clock.rules.then == "vote"
    client.patch(url, json={"clock": {}}, headers=host)
    assert look(client, game, 1, one)["game"]["clock"] == {}


def test_a_clock_of_an_earlier_version_is_one_for_the_whole_game() -> None:
    stored = b'{"seats":["A"],"options":{},"variants":[],"clock":{"bank":60,"more":5}}'
    assert msgspec.json.decode(stored, type=StoredSetup).clock == ClockRules(60, 5, "game", "bot")


@pytest.mark.browser
def test_a_clock_in_a_browser(browser: Any, server: Server) -> None:
    """Set with the table, read by everybody, changed by the host."""
    wrong: list[str] = []
    host, guest = page_of(browser, wrong), page_of(browser, wrong)
    links = set_table(host, server, "shogun", clock={"days": "1", "per": "chapter", "then": "note"})
    clock = "one day for each chapter of the story; when it has run out: everybody is told, and nothing else happens"
    host.get_by_text(clock).wait_for()
    guest.goto(links[1])
    turn_to(guest, "table")
    guest.get_by_text(clock).wait_for()
    host.get_by_text("Change the time").click()
    host.get_by_label("Time for each player").select_option("3")
    host.get_by_label("When it has run out").select_option("vote")
    host.locator("form", has_text="When it has run out").get_by_role("button", name="Change", exact=True).click()
    guest.get_by_text("3 days for each chapter of the story; when it has run out: the others may vote").wait_for()
    assert not wrong
