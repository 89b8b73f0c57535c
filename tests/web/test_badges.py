"""The numbers of options on the board: they leave names and counts readable, and stay where they belong while nobody looks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulekit.web.client import SeatClient, begin
from tests.web.browsing import page_of, play, turn_to
from tests.web.serving import Server

pytestmark = pytest.mark.browser
HIDDEN = """selector => {
    const texts = [...document.querySelectorAll('.map .rk-places ' + selector)].map(node => node.closest('.rk-badge') || node);
    return [...document.querySelectorAll('.map .rk-badge circle')].flatMap(badge => {
        const round = badge.getBoundingClientRect(), r = round.width / 2, x = round.left + r, y = round.top + r;
        return texts.filter(text => {
            if (text === badge.parentNode) return false;
            const box = text.getBoundingClientRect();
            const [w, h] = [Math.max(box.left - x, x - box.right, 0), Math.max(box.top - y, y - box.bottom, 0)];
            return Math.hypot(w, h) < 0.9 * r;
        }).map(text => text.textContent);
    });
}"""
"""The texts that a badge covers, by more than its rim"""
AWAY = """() => [...document.querySelectorAll('.map .rk-badge')].filter(badge => {
    const area = document.querySelector(`[id="${badge.parentNode.id.replace('place-', 'area-')}"]`).getBoundingClientRect();
    const box = badge.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    return x < area.left - 5 || x > area.right + 5 || y < area.top - 5 || y > area.bottom + 5;
}).length"""
"""How many badges stand outside of the field for which they are"""


@pytest.fixture(scope="module")
def chess(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("chess"), games=("games/chess",))
    server.start()
    yield server
    server.kill()


def shown(browser: Any, seat: SeatClient, width: int, badges: int) -> Any:
    page = page_of(browser, [], viewport={"width": width, "height": 844 if width < 900 else 900})
    page.goto(seat.link)
    page.wait_for_function("badges => document.querySelectorAll('.map .rk-badge').length === badges", arg=badges)
    return page


@pytest.mark.parametrize("width", [1400, 390])
def test_badges_leave_names_of_small_fields_readable(browser: Any, server: Server, chess: Server, width: int) -> None:
    one, two = begin(server.address, game="tic_tac_toe")[:2]
    one.choose("B2")
    page = shown(browser, two, width, 8)
    assert page.evaluate(HIDDEN, "text") == [] and page.evaluate(AWAY) == 0
    white = begin(chess.address, game="chess")[0]
    page = shown(browser, white, width, 10)
    assert page.evaluate(HIDDEN, "text") == [] and page.evaluate(AWAY) == 0
    white.choose("b1")
    page = shown(browser, white, width, 2)
    assert page.evaluate(HIDDEN, "text") == [] and page.evaluate(AWAY) == 0


def test_badges_leave_names_and_armies_on_a_full_map_readable(browser: Any, server: Server) -> None:
    bots = {"2": "random", "3": "random", "4": "random"}
    seat = begin(server.address, game="shogun", players=4, seed=7, options={"setup": "Predetermined"}, bots=bots)[0]
    assert play(seat, lambda state: state.form is not None).form
    page = shown(browser, seat, 1400, 8)
    assert page.evaluate(HIDDEN, ".rk-name") == page.evaluate(HIDDEN, ".rk-count") == []


def test_badges_that_come_while_the_board_is_hidden_stand_at_their_fields(browser: Any, server: Server) -> None:
    """On a phone, where another part of the table is shown: nothing can be measured then."""
    one, two = begin(server.address, game="tic_tac_toe")[:2]
    page = page_of(browser, [], viewport={"width": 390, "height": 844})
    page.goto(two.link)
    page.wait_for_selector(".map svg [data-place]")
    turn_to(page, "story")
    one.choose("B2")
    page.wait_for_selector(".pill.yours")
    page.wait_for_function("() => document.querySelectorAll('.map .rk-badge').length === 8")
    turn_to(page, "board")
    page.wait_for_selector(".map .rk-badge")
    assert page.evaluate(AWAY) == 0 and page.evaluate(HIDDEN, "text") == []
