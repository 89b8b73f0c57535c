"""Several things chosen as one form: over the API, and on the page by mouse, keys and number."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit.web.app import create_app
from rulekit.web.client import SeatClient
from rulekit.web.client import begin as begin_at
from tests.runtime.test_selections import ferry_in
from tests.web.asking import TestClient
from tests.web.browsing import page_of
from tests.web.serving import Server
from tests.web.test_accessibility import FINGER, SMALL, audit
from tests.web.test_games import Seat, begin, look


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app({"ferry": ferry_in(tmp_path)}, f"sqlite:///{tmp_path / 'tables.db'}")
    with TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}) as client:
        yield client


def ask(client: TestClient, game: str, who: Seat, path: str, **what: Any) -> Any:
    return client.post(f"/api/v1/games/{game}/seats/1/{path}", json=what, headers=who)


def members(answer: Any) -> dict[str, dict[str, Any]]:
    return {x["id"]: x for x in answer.json()["selection"]["members"]}


def test_a_selection_tells_what_can_be_added_and_why_not(client: TestClient) -> None:
    game, seats, _ = begin(client, game="ferry", seed=1)
    state = look(client, game, 1, seats[0])
    assert state["decisions"][0]["several"] and "several" not in str(look(client, game, 2, seats[1]))
    empty = members(ask(client, game, seats[0], "selection", version=state["version"]))
    assert {id: x["most"] for id, x in empty.items()} == {"Ann": 1, "Bob": 1, "sack 1 of Rice": 0}
    assert empty["Ann"]["values"] == ["strength 2"] and "needs" in empty["sack 1 of Rice"]["reason"]
    one = members(ask(client, game, seats[0], "selection", version=state["version"], picked={"Ann": 1}))
    assert (one["Ann"]["chosen"], one["sack 1 of Rice"]["most"]) == (1, 2)
    full = ask(client, game, seats[0], "selection", version=state["version"], picked={"Ann": 1}, full=True)
    assert full.json()["selection"]["complete"] and members(full)["Bob"]["chosen"] == 1
    apart = ask(client, game, seats[0], "selection", version=state["version"], picked={"sack 1 of Rice": 1})
    assert apart.json()["selection"]["apart"] == ["sack 1 of Rice"] and not apart.json()["selection"]["complete"]


def test_it_is_sent_and_taken_back_as_a_whole(client: TestClient) -> None:
    game, seats, _ = begin(client, game="ferry", seed=1)
    before = look(client, game, 1, seats[0])
    sent = {"version": before["version"], "move": "all", "picked": {"sack 1 of Rice": 2, "Bob": 1}}
    after = ask(client, game, seats[0], "selection/send", **sent).json()
    assert after["decisions"][0]["prompt"] == "what stays?" and after["undoes"] == 3
    assert ask(client, game, seats[0], "selection/send", **sent).json()["version"] == after["version"]  # the same again
    undone = ask(client, game, seats[0], "undo", version=after["version"], move="back").json()
    assert undone["sight"] == before["sight"] and undone["decisions"][0]["options"] == before["decisions"][0]["options"]


def test_what_is_none(client: TestClient) -> None:
    game, seats, _ = begin(client, game="ferry", seed=1)
    version = look(client, game, 1, seats[0])["version"]
    for picked in ({}, {"nobody": 1}, {"sack 1 of Rice": 1}, {"Ann": 1, "Bob": 2**31 - 1}):
        sent = ask(client, game, seats[0], "selection/send", version=version, move="x", picked=picked)
        assert sent.status_code == 422
    assert ask(client, game, seats[0], "selection", version="old").json()["selection"] is None
    assert ask(client, game, seats[1], "selection", version=version).status_code in (401, 403)
    ask(client, game, seats[0], "selection/send", version=version, move="y", picked={"Ann": 1})
    version = look(client, game, 1, seats[0])["version"]
    assert ask(client, game, seats[0], "selection", version=version).status_code == 422  # only one thing is chosen here


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[SeatClient]:
    server = Server(tmp_path, (str(ferry_in(tmp_path)),))
    server.start()
    yield begin_at(server.address, game="ferry", seed=1)[0]
    server.kill()


def test_units_are_ticked_counted_and_sent_with_one_button(browser: Any, seat: SeatClient) -> None:
    wrong: list[str] = []
    page = page_of(browser, wrong, viewport={"width": 1200, "height": 800})
    page.goto(seat.link)
    sack = page.locator(".picks li", has_text="sack")
    sack.get_by_text("this needs").wait_for()
    assert page.locator(".picks small", has_text="strength").all_inner_texts() == ["strength 2", "strength 1"]
    page.keyboard.press("2")
    page.locator(".picks input[type=number]").fill("2")
    page.get_by_role("status").filter(has_text="3 chosen").wait_for()
    page.reload()  # what is ticked stays
    page.get_by_role("status").filter(has_text="3 chosen").wait_for()
    page.locator(".picks li", has_text="Ann").get_by_text("cannot be added").wait_for()
    page.click("text=Done")
    page.wait_for_selector("h2:has-text('what stays?')")
    assert [x for x in wrong if "404" not in x] == []  # it has no board, and so no drawing


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_used_by_everybody(browser: Any, seat: SeatClient, scheme: str) -> None:
    page = page_of(browser, [], color_scheme=scheme, viewport={"width": 390, "height": 800}, bypass_csp=True)
    page.goto(seat.link)
    page.wait_for_selector(".picks input")
    assert audit(page) == [] and page.evaluate(SMALL, FINGER) == []
