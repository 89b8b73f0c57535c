"""A place that is opened: over the API, and on the page by mouse, finger and keys."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any
from urllib.parse import quote

import pytest

from rulekit.web.app import create_app
from rulekit.web.client import SeatClient
from rulekit.web.client import begin as begin_at
from tests import patience
from tests.playing import ROOT
from tests.web.asking import TestClient
from tests.web.browsing import page_of, turn_to
from tests.web.serving import Server
from tests.web.test_accessibility import FINGER, SMALL, audit
from tests.web.test_games import Seat, begin, choose, look
from tests.web.test_secrecy import planning

WAR = ROOT / "plugins" / "most_dangerous_time" / "rulekit_most_dangerous_time" / "game"
SUCCESSORS = ROOT / "plugins" / "nobunaga_successors" / "rulekit_nobunaga_successors" / "game"


def place(client: TestClient, game: str, seat: int, who: Seat, key: str, lang: str = "en") -> dict[str, Any]:
    answer = client.get(f"/api/v1/games/{game}/seats/{seat}/places/{quote(key)}?lang={lang}", headers=who)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_place_tells_what_is_printed_and_lies_there_and_where_one_goes(client: TestClient) -> None:
    game, seats = planning(client)
    view = look(client, game, 1, seats[0])["view"]
    kai = place(client, game, 1, seats[0], "Kai")
    rows = {row["key"]: row for table in view["tables"] for row in table["rows"]}
    assert {x["name"]: x["value"] for x in kai["values"]} == {x["name"]: x["value"] for x in rows["Kai"]["facts"]}
    assert [x["name"] for x in kai["lying"]] == [x["text"] for x in rows["Kai"]["places"][0]["pieces"]]
    owners = [mark["value"] for mark in rows["Kai"]["marks"] if mark["key"] == "owner"]
    assert kai["owner"] == ("" if owners == ["none"] else owners[0])
    assert {key for way in kai["ways"] for key, _ in way["to"]} >= {"Suruga", "Shinano"}
    assert kai["shown"] and kai["refused"] == []
    local = place(client, game, 1, seats[0], "Kai", "zh-Hans")
    assert local["name"] == "甲斐" and dict(local["ways"][0]["to"])["Suruga"] == "骏河"


def test_what_is_no_place_is_refused_in_the_readers_language(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    for key in ("nowhere", "Cross"):
        answer = client.get(f"/api/v1/games/{game}/seats/1/places/{key}?lang=zh-Hans", headers=seats[0])
        assert answer.status_code == 404 and answer.json()["error"] == "没有这个地点"


CHESS = ROOT / "games" / "chess"


def ask_where(client: TestClient, game: str, seats: list[Seat]) -> tuple[int, dict[str, Any]]:
    """Goes on until somebody is asked for a place and some are refused: his seat, and one of them."""
    for _ in range(8):
        states = [look(client, game, seat, seats[seat - 1]) for seat in (1, 2)]
        (state,) = [state for state in states if state["decisions"]]
        question, seat = state["decisions"][0], state["seat"]
        keys = {row["key"] for table in state["view"]["tables"] for row in table["rows"]}
        if found := [x for x in question["refused"] if x["id"] in keys]:
            return seat, found[0]
        choose(client, game, seat, seats[seat - 1], question["options"][0]["id"])
    raise AssertionError("no place is refused")


def test_why_something_cannot_be_done_there(database: str) -> None:
    """With the line of the rules that refuses it, only for who is asked."""
    with TestClient(create_app({"chess": CHESS}, database)) as client:
        game, seats, watch = begin(client, game="chess")
        seat, refused = ask_where(client, game, seats)

        def at_the_question() -> dict[str, Any]:
            (question,) = look(client, game, seat, seats[seat - 1])["decisions"]
            return next(x for x in question["refused"] if x["id"] == refused["id"])

        unread = "this needs: f can go to it"
        patience.until(lambda: at_the_question()["reason"] != unread, "the rulebook is read beside the play")
        refused = at_the_question()
        (why,) = place(client, game, seat, seats[seat - 1], refused["id"])["refused"]
        assert why == {**refused, "rule": why["rule"], "clauses": why["clauses"]} and ".rules:" in why["rule"]
        assert place(client, game, 3 - seat, seats[2 - seat], refused["id"])["refused"] == []
        assert place(client, game, 0, watch, refused["id"])["refused"] == []


@pytest.mark.slow
def test_units_have_their_values_and_alike_ones_are_counted(database: str) -> None:
    with TestClient(create_app({"war": WAR}, database)) as client:
        game, seats, _ = begin(client, game="war", seed=5)
        view = look(client, game, 1, seats[0])["view"]
        (table,) = [table for table in view["tables"] if table["of"] == "location"]
        fullest = max(table["rows"], key=lambda row: sum(x.get("number", 0) for x in row["places"]))
        lying = place(client, game, 1, seats[0], fullest["key"])["lying"]
        assert sum(x["count"] for x in lying) == sum(x["number"] for x in fullest["places"]) > len(lying)
        told = {
            value.split()[0]
            for row in table["rows"][:40]
            for x in place(client, game, 1, seats[0], row["key"])["lying"]
            for value in x["values"]
        }
        assert "bravery" in told


@pytest.mark.slow
def test_a_stack_tells_its_strength_and_that_of_each_unit(database: str) -> None:
    """Numbers that the rules work out and show with a thing."""
    with TestClient(create_app({"war": SUCCESSORS}, database)) as client:
        game, seats, _ = begin(client, game="war", seed=5)
        listed = client.get(f"/api/v1/games/{game}/seats/1/places", headers=seats[0]).json()["places"]
        strong = {x["key"]: v for x in listed for v in x["values"] if v.startswith("Strength in the field: ")}
        assert len(strong) > 5
        for key, said in [*strong.items()][:6]:
            found = place(client, game, 1, seats[0], key)
            each = [
                int(value.split()[1]) * thing["count"]
                for thing in found["lying"]
                for value in thing["values"]
                if value.startswith("strength ") and "inside" not in thing["values"]
            ]
            assert said in found["shown"] and said == f"Strength in the field: {sum(each)}"


def test_the_list_of_places_has_the_values_of_each(client: TestClient) -> None:
    """Those that the map draws, and those that only the rules know."""
    game, seats = planning(client)
    listed = client.get(f"/api/v1/games/{game}/seats/1/places", headers=seats[0]).json()["places"]
    for found in listed[:5]:
        opened = place(client, game, 1, seats[0], found["key"])
        assert found["values"] == [f"{x['name']} {x['value']}" for x in opened["values"]] + opened["shown"]
        assert any(value.startswith("tax ") for value in found["values"])


def test_a_secret_of_another_seat_changes_no_place(client: TestClient) -> None:
    """Two worlds: another seat has planned this or that."""
    (one, ones), (two, twos) = planning(client), planning(client)
    options = [o["id"] for o in look(client, one, 2, ones[1])["decisions"][0]["options"]]
    assert choose(client, one, 2, ones[1], options[0]).status_code == 200
    assert choose(client, two, 2, twos[1], options[-1]).status_code == 200
    keys = {row["key"] for table in look(client, one, 1, ones[0])["view"]["tables"] for row in table["rows"]}
    for key in sorted(keys - {"Red", "Yellow", "Blue"}):
        assert place(client, one, 1, ones[0], key) == place(client, two, 1, twos[0], key)


def test_without_a_map_there_are_places_as_well(tmp_path: Path, database: str) -> None:
    folder = tmp_path / "chess"
    copytree(CHESS, folder, ignore=ignore_patterns("board.yaml"))
    with TestClient(create_app({"chess": folder}, database)) as client:
        game, seats, _ = begin(client, game="chess")
        assert not look(client, game, 1, seats[0])["game"]["board"]
        listed = client.get(f"/api/v1/games/{game}/seats/1/places", headers=seats[0]).json()["places"]
        assert len(listed) == 64
        full = next(x for x in listed if x["lying"])
        assert [x["name"] for x in place(client, game, 1, seats[0], full["key"])["lying"]] == full["lying"]


@pytest.fixture(scope="module")
def marching(server: Server) -> SeatClient:
    """Asked for one of several places, some of them options."""
    return begin_at(server.address, game="shogun", players=3, seed=7, bots={"2": "random", "3": "random"})[0]


COVERED = """() => { const own = document.querySelector('.opened').getBoundingClientRect();
    return [...document.querySelectorAll('.map .rk-option')].filter(node => { const place = node.getBoundingClientRect();
    return place.left < own.right && place.right > own.left && place.top < own.bottom && place.bottom > own.top; }).length; }"""
OTHER = """() => [...document.querySelectorAll('.map [id^=place-]')].find(node => !node.matches('.rk-option')).id"""


def test_a_click_opens_a_place_and_chooses_an_option(browser: Any, marching: SeatClient) -> None:
    wrong: list[str] = []
    page = page_of(browser, wrong, viewport={"width": 1400, "height": 900}, bypass_csp=True)
    page.goto(marching.link)
    page.wait_for_selector(".map [role=button]")
    other, option = (
        page.evaluate(OTHER),
        page.evaluate("() => document.querySelector('.map [role=button]').id"),
    )
    page.locator(f"#{other} text >> nth=0").click()
    page.wait_for_selector(".opened h2")
    name = page.get_attribute(".opened", "aria-label")
    assert name.lower() == other.removeprefix("place-") and "building spaces" in page.inner_text(".opened")
    assert page.evaluate(COVERED) == 0 and audit(page) == []
    page.locator(".opened .tools button").first.click()
    page.wait_for_function("name => document.querySelector('.opened').getAttribute('aria-label') !== name", arg=name)
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('.opened')")
    version = page.evaluate("() => document.body.dataset.version")
    page.locator(f"#{option} text >> nth=0").click(button="right")
    page.wait_for_selector(".opened .main")
    page.keyboard.press("Escape")
    page.locator(f"#{option}").focus()
    page.keyboard.press("?")
    page.wait_for_selector(".opened .main")
    assert page.evaluate("() => document.body.dataset.version") == version, "looking chooses nothing"
    page.locator(".opened .main").click()
    page.wait_for_function("version => document.body.dataset.version !== version", arg=version)
    assert not page.locator(".opened").count() and not wrong


def test_a_finger_opens_a_sheet_above_the_question(browser: Any, server: Server) -> None:
    (seat, *_) = begin_at(server.address, game="shogun", players=3, seed=7, bots={"2": "random", "3": "random"})
    page = page_of(browser, [], viewport={"width": 390, "height": 844}, has_touch=True, bypass_csp=True, locale="zh-CN")
    page.goto(seat.link)
    page.wait_for_selector(".map [role=button]")
    page.get_by_role("button", name="整个版图").tap()  # until now it follows the question
    page.locator(f"#{page.evaluate(OTHER)} text >> nth=0").tap()
    page.wait_for_selector(".opened h2")
    sheet, question = page.locator(".opened").bounding_box(), page.locator(".decision").bounding_box()
    assert sheet["width"] == 390 and sheet["y"] + sheet["height"] <= question["y"] + 1
    tabs = page.locator("[role=tablist]:visible").last.bounding_box()
    assert question["y"] + question["height"] <= tabs["y"] + 1 and tabs["y"] + tabs["height"] <= 844
    assert audit(page) == [] and page.evaluate(SMALL, FINGER) == []
    page.locator(".opened .close").tap()
    page.wait_for_function("() => !document.querySelector('.opened')")
    version, option = page.evaluate(
        "() => [document.body.dataset.version, document.querySelector('.map [role=button]').id]"
    )
    finger = {"pointerType": "touch", "pointerId": 7, "bubbles": True}
    page.dispatch_event(f"#{option}", "pointerdown", finger)
    page.wait_for_selector(".opened .main")
    page.dispatch_event(f"#{option}", "pointerup", finger)
    page.wait_for_timeout(300)
    assert page.evaluate("() => document.body.dataset.version") == version, "a long press chooses nothing"


def test_the_list_of_places_opens_them_by_keys_and_takes_the_focus_back(browser: Any, server: Server) -> None:
    (seat, *_) = begin_at(server.address, game="tic_tac_toe")
    page = page_of(browser, [], viewport={"width": 1280, "height": 720})
    page.goto(seat.link)
    page.wait_for_selector(".map svg [data-place]")
    turn_to(page, "table")
    page.get_by_text("The board as a list").click()
    page.locator(".places button.name").nth(4).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".opened h2")
    assert page.evaluate("() => document.activeElement.className") == "opened"
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.activeElement.className === 'name'")
