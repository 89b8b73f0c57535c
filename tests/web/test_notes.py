"""What options cost and bring, over the API and on the page: in a form that is being filled in, and with single questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit.web.app import create_app
from rulekit.web.client import begin as begin_at
from tests.playing import STALL
from tests.web.asking import TestClient
from tests.web.browsing import page_of
from tests.web.serving import Server
from tests.web.test_forms import fill
from tests.web.test_games import Seat, begin, choose, look
from tests.web.test_secrecy import sent


@pytest.fixture
def stall(tmp_path: Path) -> Iterator[TestClient]:
    """A server of the small game in which options cost something."""
    app = create_app({"stall": STALL}, f"sqlite:///{tmp_path / 'tables.db'}")
    with TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}) as client:
        yield client


def ordering(client: TestClient) -> tuple[str, list[Seat], dict[str, Any]]:
    game, seats, _ = begin(client, game="stall", players=2, seed=1)
    return game, seats, look(client, game, 1, seats[0])


def coins(amount: int, short: int = 0) -> list[dict[str, Any]]:
    return [{"amount": amount, "have": 4, "unit": "coins", "short": short}]


def test_a_form_tells_what_its_options_and_lines_cost(stall: TestClient) -> None:
    game, seats, state = ordering(stall)
    form = state["form"]
    assert form["costs"] == coins(0) and [line["about"] for line in form["lines"]] == [["4 coins to spend"]] * 3
    silk, salt, tea, iron, none = form["options"]
    assert silk["costs"] == coins(3) and "notes" not in silk
    assert iron["costs"] == coins(1) and iron["notes"] == ["weighs 5"] and tea["notes"] == ["your fancy"]
    assert "costs" not in none and "notes" not in none
    form = fill(stall, game, seats[0], state, form, line=0, option=silk["id"]).json()["form"]
    form = fill(stall, game, seats[0], state, form, line=2, option=salt["id"]).json()["form"]
    assert form["costs"] == coins(5, 1)
    assert form["lines"][0]["costs"] == coins(3) and "costs" not in form["lines"][1]
    assert form["lines"][2]["notes"] == ["weighs 2"]
    form = fill(stall, game, seats[0], state, form, line=2).json()["form"]
    assert form["costs"] == coins(3)


def test_a_single_question_tells_it_too(stall: TestClient) -> None:
    game, seats, _ = ordering(stall)
    for seat in (1, 2):
        for _ in range(3):
            choose(stall, game, seat, seats[seat - 1], "none")
    decision = look(stall, game, 1, seats[0])["decisions"][0]
    assert decision["notes"] == ["you have 4"]
    assert [option.get("costs") for option in decision["options"]] == [coins(n, max(n - 4, 0)) for n in range(10)]


@pytest.mark.usefixtures("no_time_passes")
def test_notes_tell_nothing_of_the_secret_orders_of_others(stall: TestClient) -> None:
    """What a seat is sent, with its notes, is the same to the byte whatever the other one has ordered; onlookers get no notes."""
    one, ones, watch = begin(stall, game="stall", players=2, seed=1)
    two, twos, _ = begin(stall, game="stall", players=2, seed=1)
    for game, seats, k in ((one, ones, 0), (two, twos, 3)):
        option = look(stall, game, 2, seats[1])["decisions"][0]["options"][k]["id"]
        assert choose(stall, game, 2, seats[1], option).status_code == 200
    assert look(stall, one, 2, ones[1])["view"] != look(stall, two, 2, twos[1])["view"]
    mine = sent(stall, one, 1, ones[0])
    assert mine == sent(stall, two, 1, twos[0]) and "your fancy" in mine["state"] and "costs" in mine["state"]
    assert "your fancy" not in str(look(stall, one, 0, watch))


def test_the_page_adds_up_a_plan_and_says_what_is_missing(browser: Any, server: Server) -> None:
    wrong: list[str] = []
    options = {"setup": "Predetermined"}
    (one, *_) = begin_at(server.address, game="shogun", players=4, seed=7, options=options)
    page = page_of(browser, wrong, viewport={"width": 1280, "height": 720})
    page.goto(one.link)
    shows = "said => (document.querySelector('.form .sum') ?? document.body).textContent.replace(/\\s+/g, ' ').trim() === said"
    page.wait_for_selector(".pick .option")
    page.wait_for_function(shows, arg="costs 0 of 15 chests")
    assert page.inner_text(".pick .option .noted >> nth=0").startswith("costs 3")
    for k in range(8):
        page.locator(".pick .option:not(:has(small))").first.click()
        page.wait_for_selector(f".formlines li:nth-child({k + 2}).open")
    page.wait_for_function(shows, arg="costs 12 of 15 chests")
    page.locator(".formlines li:nth-child(11) .formline").click()
    page.locator(".pick .option[data-name='chest card 4']").click()
    page.wait_for_function(shows, arg="costs 16 of 15 chests 1 short")
    colours = "all => all.map(node => getComputedStyle(node).color)"
    ink, warning = page.eval_on_selector_all(".sum, .sum .short", colours)
    assert ink != warning
    page.locator(".formlines li:nth-child(6) .why").click()
    page.wait_for_function(shows, arg="costs 13 of 15 chests")
    page.evaluate("() => localStorage.setItem('lang', 'zh-Hans')")
    page.reload()
    page.wait_for_function(shows, arg="需 13 宝箱，现有 15")
    assert not wrong
