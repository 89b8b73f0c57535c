"""The strip above the board: every name in it can be read, as narrow as the page may be; what has an icon shows it."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.web.client import SeatClient, begin, by_chance
from tests.web.browsing import page_of, play, play_all, turn_to
from tests.web.serving import Server

pytestmark = pytest.mark.browser
CUT = """() => [...document.querySelectorAll(".space[data-key]")].flatMap(space => {
    const inner = document.createRange();
    inner.selectNodeContents(space);
    const text = inner.getBoundingClientRect(), box = space.getBoundingClientRect();
    const within = text.left >= box.left && text.right <= box.right && text.top >= box.top && text.bottom <= box.bottom;
    return within && box.bottom <= document.querySelector(".strip").getBoundingClientRect().bottom ? [] : [space.textContent];
})"""
"""The names that stick out of their space, or that lie below the edge of the strip"""
BEYOND = """() => [...document.querySelectorAll(".strip, .strip .rows, .strip .words")].filter(
    part => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight).map(part => part.innerText)"""
"""What has to be scrolled to be seen whole"""


@pytest.fixture(scope="module")
def seat(server: Server) -> SeatClient:
    seat = begin(server.address, game="shogun", players=4, seed=7, bots={"2": "greedy", "3": "greedy", "4": "greedy"})[
        0
    ]
    assert play(seat, lambda state: state.form is not None)
    return seat


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
@pytest.mark.parametrize(
    "size",
    [(1400, 900), (1280, 720), (1100, 800), (1000, 720), (905, 800), (390, 844)],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
def test_names_in_the_strip_are_not_cut(browser: Any, seat: SeatClient, lang: str, size: tuple[int, int]) -> None:
    wrong: list[str] = []
    page = page_of(browser, wrong, viewport={"width": size[0], "height": size[1]}, locale=lang)
    page.goto(seat.link)
    page.wait_for_selector(".space[data-key]")
    assert page.locator(".space[data-key]").count() >= 14
    assert page.evaluate(CUT) == []
    assert size[0] < 900 or page.evaluate(BEYOND) == []
    assert not wrong


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_all_of_the_strip_is_seen_while_a_season_is_carried_out(browser: Any, server: Server, lang: str) -> None:
    """Then most actions lie face up, and words tell the event, the order of turns, and what is being done."""
    seats = begin(server.address, game="shogun", players=5, seed=7, options={"setup": "Predetermined"})
    one = play_all(seats, by_chance(7), lambda state: len(state.header.course) > 1)
    assert one is not None and len(one.look().header.lines) == 3
    for width, height in ((1400, 900), (1280, 720), (1100, 800), (1000, 720), (905, 800)):
        page = page_of(browser, [], viewport={"width": width, "height": height}, locale=lang)
        page.goto(one.link)
        page.wait_for_selector(".strip .course")
        assert page.evaluate(CUT) == [] and page.evaluate(BEYOND) == []


@pytest.mark.parametrize("width", [1280, 390])
def test_columns_of_players_have_icons_and_names(browser: Any, seat: SeatClient, width: int) -> None:
    """With a mouse the name comes when one points at the icon; on a phone it stands below."""
    wrong: list[str] = []
    page = page_of(
        browser, wrong, viewport={"width": width, "height": 844}, has_touch=width < 900, is_mobile=width < 900
    )
    page.goto(seat.link)
    page.wait_for_selector(".question")
    if width < 900:
        turn_to(page, "players")
    heads = page.locator(".players thead th + th")
    found = heads.evaluate_all(
        "all => all.map(head => [head.title, head.textContent, head.querySelector('use').getBBox().width > 3])"
    )
    assert [title for title, *_ in found] == ["Provinces", "Chests", "Rice", "Points"]
    assert all(title == text and drawn for title, text, drawn in found)
    shown = heads.locator("span").evaluate_all("all => all.map(name => getComputedStyle(name).clipPath === 'none')")
    assert set(shown) == {width < 900}
    assert not wrong


def test_what_the_game_names_has_icons(browser: Any, seat: SeatClient) -> None:
    """By name, by kind, and, for the lines of a form, as the reader's language says it."""
    state = seat.look()
    assert state.game.icons["Build Castle"] == "keep" and state.game.icons["chest-card 3"] == "coffer"
    assert state.form is not None and [line.icon for line in state.form.lines][-3:] == ["blades", "blades", "steps"]
    wrong: list[str] = []
    page = page_of(browser, wrong, locale="zh-Hans")
    page.goto(seat.link)
    page.wait_for_selector(".formline use")
    assert page.locator(".formline use").count() == 11
    drawn = page.eval_on_selector_all("use", "all => all.map(use => [use.getAttribute('href'), use.getBBox().width])")
    assert all(width > 3 for _, width in drawn), "a drawing is not there"
    assert {"icons.svg#icon-shield", "icons.svg#icon-coffer"} <= {href.rpartition("/")[2] for href, _ in drawn}
    assert not wrong
