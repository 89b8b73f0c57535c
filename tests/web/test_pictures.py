"""The pictures of the docs: made anew with RULEKIT_UPDATE=1, otherwise looked whether the page still shows what they show."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulekit.board import read_board, read_position, svg
from rulekit.installed import find_game
from rulekit.web.client import SeatClient, begin, by_chance
from rulekit.web.state import State
from tests.playing import ROOT, game
from tests.playing import play as play_on
from tests.web.browsing import page_of, play, play_all, turn_to
from tests.web.serving import Server

IMAGES = ROOT / "docs" / "images"
SETUP = {"game": "shogun", "players": 4, "seed": 7, "bots": {"2": "greedy", "3": "greedy", "4": "greedy"}}
WIDE, PHONE = {"width": 1400, "height": 900}, {"width": 390, "height": 844}
FILLED = """number => {
    const values = [...document.querySelectorAll(".formlines b")].map(node => node.textContent);
    return values.filter(value => value !== "–").length === number;
}"""
"""Whether so many lines of the form are filled"""


def said_above(state: State) -> str:
    return " ".join(str(part) for line in state.header.lines for part in line)


def fought(state: State) -> bool:
    return "attacks" in str(state.story) and "Winter" not in said_above(state)


MOMENTS: dict[str, tuple[Callable[[State], bool], str]] = {
    "web-planning": (lambda state: state.form is not None, ".formlines"),
    "web-battle": (fought, ".fight img"),
    "web-winter": (lambda state: "Winter" in said_above(state), ".question"),
}


def picture(page: Any, name: str) -> None:
    """Keeps a picture of what is seen, if it is to be made anew."""
    path = IMAGES / f"{name}.jpg"
    if os.environ.get("RULEKIT_UPDATE"):
        page.screenshot(path=path, type="jpeg", quality=72, animations="disabled")
    assert path.is_file(), "RULEKIT_UPDATE=1 makes it"


def plan(page: Any, number: int) -> None:
    """Fills so many lines of the form that is shown."""
    page.wait_for_selector(".formlines")
    for k in range(number):
        page.locator(".pick .option:not(:has(small))").first.click()
        page.wait_for_function(FILLED, arg=k + 1)
    page.mouse.move(0, 0)


@pytest.fixture(scope="module")
def seat(server: Server) -> SeatClient:
    return begin(server.address, **SETUP)[0]


def test_moments_of_a_game(browser: Any, server: Server, seat: SeatClient) -> None:
    wrong: list[str] = []
    page = page_of(browser, wrong, viewport=WIDE)
    for name, (moment, shows) in MOMENTS.items():
        assert moment(play(seat, moment)), name
        page.goto(seat.link)
        page.wait_for_selector(".map svg [data-place]")
        page.wait_for_selector(shows)
        if name == "web-planning":
            plan(page, 5)
        if name == "web-battle":
            page.locator(".fight").first.scroll_into_view_if_needed()
        picture(page, name)
        if name == "web-planning":
            phone = page_of(browser, wrong, viewport=PHONE, has_touch=True)
            phone.goto(seat.link)
            phone.wait_for_selector(".map svg .rk-badge")
            picture(phone, "web-phone")
            dark = page_of(browser, wrong, viewport=WIDE, color_scheme="dark")
            dark.goto(seat.link)
            plan(dark, 5)
            dark.wait_for_selector(".map svg .rk-badge")
            picture(dark, "web-dark")
    turn_to(page, "table")
    page.get_by_text("Watch from the beginning").click()
    page.locator(".replay input").fill("40")
    page.wait_for_function("() => document.querySelector('.replay h2').textContent.includes('41')")
    page.wait_for_selector(".map .rk-lit", state="attached")
    picture(page, "web-replay")
    assert not wrong


def marching(state: State) -> bool:
    """Whether units of several clans may march together."""
    return "which units march" in state.decisions[0].prompt and state.decisions[0].several


def test_a_march(browser: Any, tmp_path: Path) -> None:
    server = Server(tmp_path, ("most_dangerous_time",))
    server.start()
    try:
        seat = play_all(begin(server.address, game="most_dangerous_time", players=2, seed=5), by_chance(5), marching)
        assert seat is not None
        page = page_of(browser, [], viewport=WIDE)
        page.goto(seat.link)
        page.wait_for_selector(".map svg [data-place]")
        page.wait_for_selector(".question")
        page.wait_for_selector("#story p[role=status]", state="detached")
        picture(page, "web-march")
    finally:
        server.kill()


def test_the_lobby(browser: Any, server: Server) -> None:
    page = page_of(browser, [], viewport=WIDE)
    page.goto(f"{server.address}/")
    page.wait_for_selector("form.new")
    picture(page, "web-lobby")
    page.select_option("form.new select[name=game]", "shogun")
    page.fill("form.new input[name=title]", "Thursday table")
    for k, name in enumerate(("Marta", "Christopher", "Chen Wei")):
        page.locator(".sitter input").nth(k).fill(name)
    page.locator(".sitter select").nth(3).select_option("greedy")
    page.click("form.new > button.main")
    page.get_by_role("button", name="QR code").first.click()
    page.wait_for_function("() => document.querySelector('.seat img')?.naturalWidth")
    picture(page, "web-host")


@pytest.mark.parametrize(
    ("name", "steps"), [("shogun", 300), ("most_dangerous_time", 250), ("nobunaga_successors", 250)]
)
def test_boards_of_the_readme(browser: Any, name: str, steps: int) -> None:
    """The board of a game after so many choices at random, small."""
    folder = find_game(name)
    *_, match = play_on(game(folder).start(None, 7), Random(7), steps)
    board = read_board(folder)
    page = page_of(browser, [], viewport={"width": 560, "height": 560})
    drawn = svg(board, "en", read_position(match.view(None), board), name)
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ width: 100%; height: 100vh }}</style>{drawn}")
    page.wait_for_selector("svg [data-place]")
    picture(page, f"board-{name.replace('_', '-')}")
