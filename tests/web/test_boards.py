"""Boards of several games: the buttons beside them cover nothing, options light what they lead to, a large board follows them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit.web.client import SeatClient, begin, by_chance
from tests.web.browsing import page_of, play_all
from tests.web.serving import Server

COVERED = """() => {
    const box = document.querySelector(".zoom").getBoundingClientRect();
    return [...document.querySelectorAll(".map [data-place]")].filter(node => {
        const r = node.getBoundingClientRect();
        return r.left < box.right && r.right > box.left && r.top < box.bottom && r.bottom > box.top;
    }).map(node => node.dataset.place);
}"""
GAMES = ("chess", "backgammon", "hnefatafl")
WAR = "plugins/most_dangerous_time/rulekit_most_dangerous_time/game"
SEEN_WHOLE = """() => {
    const svg = document.querySelector(".map svg");
    return svg.getAttribute("viewBox") === svg.dataset.whole;
}"""
IN_VIEW = """() => {
    const frame = document.querySelector(".map").getBoundingClientRect(), svg = document.querySelector(".map svg");
    const letters = Number(svg.querySelector(".rk-name").getAttribute("font-size"));
    return letters * svg.getScreenCTM().a >= 9 && [...svg.querySelectorAll(".rk-option")].every(node => {
        const r = node.getBoundingClientRect();
        return r.left >= frame.left && r.right <= frame.right && r.top >= frame.top && r.bottom <= frame.bottom;
    });
}"""
"""Whether names can be read, and all that is asked about is seen."""

HIDDEN = """() => {
    const edge = document.querySelector(".decision").getBoundingClientRect().bottom;
    const all = [...document.querySelectorAll(".question .option")];
    return all.filter(node => node.getBoundingClientRect().bottom > edge).map(node => node.innerText);
}"""
"""The options that one has to scroll to"""
COLUMNS = """() => new Set([...document.querySelectorAll(".question .option")].map(
    node => node.getBoundingClientRect().left)).size"""


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(Path(tmp_path_factory.mktemp("boards")), (*(f"games/{game}" for game in GAMES), WAR))
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def supply(boards: Server) -> SeatClient:
    """Who is asked which of 28 units is disbanded."""
    seats = begin(boards.address, game="game", players=2, seed=12)
    seat = play_all(seats, by_chance(12), lambda state: len(state.decisions[0].options) > 25)
    assert seat is not None
    return seat


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
@pytest.mark.parametrize("size", [(1400, 900), (1280, 720), (390, 844)], ids=lambda size: f"{size[0]}")
def test_many_options_use_the_whole_width(browser: Any, supply: SeatClient, lang: str, size: tuple[int, int]) -> None:
    """No option is below the fold; a phone has at least two columns."""
    page = page_of(browser, [], viewport={"width": size[0], "height": size[1]}, locale=lang)
    page.goto(supply.link)
    page.wait_for_selector(".question .option")
    if size[0] > 900:
        assert page.evaluate(HIDDEN) == []
    else:
        assert page.evaluate(COLUMNS) >= 2


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(390, 844), (1400, 900)])
def test_no_place_is_covered(browser: Any, boards: Server, game: str, size: tuple[int, int]) -> None:
    page = page_of(browser, [], viewport={"width": size[0], "height": size[1]})
    page.goto(begin(boards.address, game=game, players=2, seed=1)[0].link)
    page.wait_for_selector(".map [data-place]")
    page.wait_for_function(f"() => ({COVERED})().length === 0")


def test_what_an_option_leads_to_is_lit(browser: Any, boards: Server) -> None:
    """While one points at it or has the focus on it, on the map or in the list; nothing is chosen by that."""
    page = page_of(browser, [], viewport={"width": 1400, "height": 900})
    page.goto(begin(boards.address, game="chess", players=2, seed=1)[0].link)
    page.locator('.question .option[data-key="B1"]').hover()
    page.wait_for_function("() => document.querySelectorAll('.rk-reach#place-a3, .rk-reach#place-c3').length === 2")
    page.mouse.move(1390, 890)
    page.wait_for_function("() => !document.querySelector('.rk-reach')")
    page.locator("#place-e2").hover()
    page.wait_for_function("() => document.querySelectorAll('.rk-reach#place-e3, .rk-reach#place-e4').length === 2")
    page.mouse.move(1390, 890)
    page.locator('.question .option[data-key="G1"]').focus()
    page.wait_for_function("() => document.querySelectorAll('.rk-reach#place-f3, .rk-reach#place-h3').length === 2")
    page.locator("#place-d2").focus()
    page.wait_for_function("() => document.querySelectorAll('.rk-reach#place-d3, .rk-reach#place-d4').length === 2")
    page.locator("#place-d2").blur()
    page.wait_for_function("() => !document.querySelector('.rk-reach')")
    assert "move from" in page.inner_text(".question h2")


def test_a_large_board_follows_the_question_until_it_is_moved(browser: Any, boards: Server) -> None:
    page = page_of(browser, [], viewport={"width": 1400, "height": 900})
    page.goto(begin(boards.address, game="game", players=2, seed=5, bots={"2": "random"})[0].link)
    page.wait_for_selector(".map .rk-option")
    page.wait_for_function(IN_VIEW)
    follow = page.get_by_role("button", name="Follow the question")
    page.get_by_role("button", name="The whole board").click()
    page.wait_for_function(SEEN_WHOLE)
    assert follow.get_attribute("aria-pressed") == "false"
    page.locator(".pick .option").first.click()
    page.wait_for_function("() => document.querySelector('.formlines b').textContent !== '–'")
    assert page.evaluate(SEEN_WHOLE)
    follow.click()
    page.wait_for_function(IN_VIEW)
    assert not page.evaluate(SEEN_WHOLE)


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_a_large_board_shows_what_a_question_names(browser: Any, boards: Server, lang: str) -> None:
    """A prompt that names places, with units as options: the board highlights and follows the places."""
    seats = begin(boards.address, game="game", players=2, seed=12)
    seat = play_all(seats, by_chance(12), lambda state: "units march from" in state.decisions[0].asks)
    assert seat is not None
    asks = seat.look().decisions[0].asks.replace("-", " ")
    page = page_of(browser, [], viewport={"width": 1400, "height": 900}, locale=lang)
    page.goto(seat.link)
    page.wait_for_selector(".map .rk-lit")
    lit = set(page.eval_on_selector_all(".map .rk-lit", "all => all.map(node => node.dataset.place)"))
    assert len(lit) == 2 and all(place in asks for place in lit)
    page.wait_for_function(IN_VIEW.replace(".rk-option", ".rk-lit"))


def test_a_board_that_can_be_read_is_seen_whole(browser: Any, boards: Server) -> None:
    page = page_of(browser, [], viewport={"width": 1400, "height": 900})
    page.goto(begin(boards.address, game="chess", players=2, seed=1)[0].link)
    page.wait_for_selector(".map .rk-option")
    assert page.evaluate(SEEN_WHOLE)


def test_every_seat_reads_about_its_cards(browser: Any, server: Server) -> None:
    """Each player has the same five chest cards, which views tell apart by numbers; the rulebook knows them by their name."""
    seats = begin(server.address, game="shogun", players=3, seed=2)
    page = page_of(browser, [], viewport={"width": 1400, "height": 900})
    found = []
    for seat in seats[::2]:
        page.goto(seat.link)
        card = page.locator(".hand .card", has_text="chest card 0")
        card.locator("svg").wait_for(state="attached")
        found.append(card.get_attribute("data-key"))
    assert found == ["chest-card 0", "chest-card 0 (3)"]
