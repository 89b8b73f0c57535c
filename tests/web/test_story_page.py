"""The story on the page: one stream, in which the new begins where the reader has looked last, on whatever device."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.web.client import SeatClient, ask, begin, by_chance
from rulekit.web.state import Spoken
from rulekit.web.table_answers import NewGame
from tests import patience
from tests.web.browsing import page_of, play, play_all, turn_to
from tests.web.serving import Server
from tests.web.test_accessibility import audit

WIDE = {"width": 1400, "height": 900}
OLD = "() => document.querySelectorAll('.story .chapter').length"
LIT = "() => [...new Set([...document.querySelectorAll('.map .rk-lit')].map(node => node.dataset.place))]"
END = """() => {
    const panel = document.querySelector('#panel-story'), last = [...panel.querySelectorAll('.lines li')].at(-1);
    const [{ top, bottom }, line] = [panel.getBoundingClientRect(), last.getBoundingClientRect()];
    return last.textContent.includes('wins') && line.top >= top && line.bottom <= bottom + 1;
}"""
"""Whether the last line of the story says who wins, and is seen"""
WIDER = """() => [...document.querySelectorAll('.story .scores')]
    .filter(table => table.offsetWidth > table.parentNode.clientWidth).length"""
OPEN_CHAPTER = "title => [...document.querySelectorAll('.story h3.chapter')].at(-1)?.textContent === title"


def opened(browser: Any, seat: SeatClient, **settings: Any) -> Any:
    """The page of a seat, once the server knows that its state was seen."""
    page = page_of(browser, [], viewport=WIDE, **settings)
    with page.expect_response("**/seen?*"):
        page.goto(seat.link)
    page.wait_for_selector(".map svg [data-place]")
    return page


def test_what_was_read_is_old_after_a_reload_and_on_another_device(browser: Any, server: Server) -> None:
    one, two = begin(server.address, game="tic_tac_toe")[:2]
    one.choose("A1")
    page = opened(browser, two)
    assert "A1" in page.inner_text(".story [role=log]") and page.locator(".looked").count() == 0
    assert page.evaluate(LIT) == ["A1"]
    page.reload()
    page.wait_for_function(OLD)
    assert "A1" in page.inner_text(".story") and "A1" not in page.inner_text(".story [role=log]")
    assert page.evaluate(LIT) == []
    page.close()
    two.choose("B2")
    one.choose("C3")
    page = opened(browser, two)
    page.wait_for_selector(".looked")
    assert "since you looked" in page.inner_text(".looked") and "C3" in page.inner_text(".story [role=log]")
    assert page.evaluate(LIT) == ["C3"]
    page.wait_for_function(OLD)
    assert "A1" in page.inner_text(".story .lines >> nth=0")
    # Who goes through the story by keys sees on the map what a line is about, too.
    page.locator(".story .lines .thing").first.focus()
    page.wait_for_function("() => document.querySelector('.map .rk-lit')?.dataset.place === 'A1'")
    page.locator(".story .lines .thing").first.blur()
    page.wait_for_function("() => document.querySelector('.map .rk-lit')?.dataset.place !== 'A1'")


def test_the_new_begins_anew_with_each_choice_of_ones_own(browser: Any, server: Server) -> None:
    """And what is taken back is told no longer."""
    one, two = begin(server.address, game="tic_tac_toe")[:2]
    page = opened(browser, one)
    page.locator(".option[data-key=A1]").click()
    page.wait_for_selector(".looked")
    assert page.evaluate(LIT) == [] and "A1" in page.inner_text(".story [role=log]")
    page.keyboard.press("u")
    page.wait_for_function("() => !document.querySelector('.story').innerText.includes('A1')")
    page.locator(".option[data-key=B2]").click()
    page.wait_for_function("() => document.querySelector('.story [role=log]').innerText.includes('B2')")
    two.choose("C3")
    page.wait_for_function("() => document.querySelector('.story [role=log]').innerText.includes('C3')")
    assert page.evaluate(LIT) == ["C3"]


@pytest.mark.slow
def test_earlier_chapters_come_when_one_goes_up_to_them(browser: Any, server: Server) -> None:
    seat = begin(server.address, game="shogun", players=3, seed=7, bots={"2": "random", "3": "random"})[0]
    play(seat, lambda state: "Summer" in str(state.header.lines) and state.form is not None)
    opened(browser, seat).close()
    page = page_of(browser, [], viewport={"width": 390, "height": 844}, has_touch=True, bypass_csp=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/story?" in request.url else None)
    page.goto(seat.link)
    page.wait_for_selector(".map svg [data-place]")
    page.wait_for_selector(".question")
    assert asked == [], "no part of the first view"
    turn_to(page, "story")
    page.wait_for_function(OLD)
    page.wait_for_function("() => document.querySelector('.story .lines li')")
    patience.until(
        lambda: page.evaluate(
            "() => { const p = document.querySelector('#panel-story'); return p.scrollHeight > p.clientHeight; }"
        ),
        "more than a view of it",
    )
    for _ in range(6):
        page.evaluate("() => document.querySelector('#panel-story').scrollTo(0, 0)")
        page.wait_for_timeout(200)
    page.wait_for_function("() => !document.querySelector('.earlier')")
    titles = page.locator(".story h3.chapter").all_inner_texts()
    assert titles == ["The beginning", "Spring of year 1 of 2", "Summer of year 1 of 2"]
    assert len(asked) == len(titles), "each of them once"
    assert audit(page) == []
    before = page.inner_text(".story")
    page.select_option(".level select", "full")
    page.wait_for_function("before => document.querySelector('.story').innerText !== before", arg=before)


def plain(parts: Spoken) -> str:
    return "".join(part if isinstance(part, str) else part.name for part in parts)


@pytest.mark.slow
def test_after_the_end_its_last_chapter_is_open_and_read_to_the_end(browser: Any, server: Server) -> None:
    """Before the eyes of who has seen a part of it, and for who comes later; with the points, the table of which comes after the
    lines."""
    seats = begin(server.address, game="shogun", players=3, seed=2, options={"setup": "Predetermined"})
    pick, winter = by_chance(2), "Winter of year 2 of 2"
    seat = play_all(seats, pick, lambda state: plain(state.header.lines[0]) == winter)
    assert seat is not None, "plans by chance bring revolts"
    page = opened(browser, seat)
    assert play_all(seats, pick, lambda state: False) is None
    for _ in ("before one's eyes", "later"):
        page.wait_for_selector(".standings")
        page.wait_for_function(OPEN_CHAPTER, arg=winter)
        page.wait_for_selector(".story .scores")
        page.wait_for_function(END)
        page.set_viewport_size({"width": 1280, "height": 720})
        assert page.evaluate(WIDER) == 0, "nobody's points are cut off"
        page = opened(browser, seat)
    page.set_viewport_size({"width": 390, "height": 844})
    turn_to(page, "story")
    page.wait_for_function(END)


def test_a_spectator_finds_what_his_browser_has_not_shown(browser: Any, server: Server) -> None:
    made = ask(f"{server.address}/api/v1/games", NewGame, {"game": "tic_tac_toe"})
    one, two = (SeatClient.of(f"{server.address}/join/{seat.link.rpartition('/')[2]}") for seat in made.seats)
    one.choose("A1")
    page = page_of(browser, [], viewport=WIDE)
    page.goto(made.watch)
    page.wait_for_function("() => Object.keys(localStorage).some(key => key.startsWith('seen/'))")
    assert page.locator(".looked").count() == 0
    page.goto("about:blank")
    two.choose("B2")
    page.goto(made.watch)
    page.wait_for_selector(".looked")
    assert "B2" in page.inner_text(".story [role=log]") and "A1" not in page.inner_text(".story [role=log]")
    assert "A1" in page.inner_text(".story")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_the_set_up_is_a_row_for_each_player(browser: Any, server: Server, lang: str) -> None:
    """With what it names to be asked about, for eyes and ears, on a phone too; whole, since a table would be too wide."""
    seat = begin(server.address, game="shogun", seed=2, options={"setup": "Predetermined"})[0]
    page = opened(browser, seat, locale=lang)
    rows = page.locator(".story ul.rows > li")
    rows.first.wait_for()
    heads = ["chests", "5 armies"] if lang == "en" else ["宝箱", "5支军队"]
    assert rows.first.locator("small").all_inner_texts()[:2] == heads
    assert rows.count() == 4 and rows.first.locator("b .crest").count() == 1
    assert rows.first.locator("span:has(> small)").nth(1).locator(".thing").count() == 1
    cut = "() => [...document.querySelectorAll('.story .rows li')].filter(row => row.scrollWidth > row.clientWidth).length"
    assert page.evaluate(cut) == 0
    assert " | " not in page.inner_text(".story") and audit(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    turn_to(page, "story")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth") and audit(page) == []
