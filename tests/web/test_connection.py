"""The page when the network breaks, a proxy answers for the server, or the server starts again: it repairs itself.

Each test makes its fault on purpose. Whatever is tried again has its line in the header as long as it is, and no longer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from rulekit.web.client import SeatClient, begin
from tests import patience
from tests.web.browsing import WAIT, page_of, turn_to
from tests.web.serving import Server

LINE = ".offline"
"""Says that there is no connection"""
FAULTS: dict[str, Callable[[Any], None]] = {
    "abort": lambda route: route.abort(),
    "502": lambda route: route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>"),
    "503": lambda route: route.fulfill(status=503, content_type="text/html", body="<h1>Service Unavailable</h1>"),
    "504": lambda route: route.fulfill(status=504, content_type="text/html", body="<h1>Gateway Timeout</h1>"),
}
REQUESTS = (
    "**/seats/*?*",
    "**/board.svg?*",
    "**/choices?*",
    "**/messages",
    "**/mine",
    "**/events?*",
    "**/words/*.json",
)


def two_seats(server: Server) -> tuple[SeatClient, SeatClient]:
    one, two = begin(server.address, game="tic_tac_toe")
    return one, two


def opened(browser: Any, seat: SeatClient, **settings: Any) -> Any:
    """A page at which a seat is asked, or waits.

    Requests are intercepted from the beginning: Chromium tells a page that is open already in its own time where they go now, and
    what is asked for right after `route` may still go past it.
    """
    page = page_of(browser, [], **settings)
    page.route("**/no-such-page", lambda route: route.continue_())
    page.goto(seat.link)
    page.wait_for_selector(".question")
    page.wait_for_selector(".map svg")
    return page


def faulty(page: Any, pattern: str, fault: Callable[[Any], None], times: int = 2) -> list[str]:
    """Makes the first requests to each address fail; their addresses are collected."""
    failed: list[str] = []

    def handle(route: Any) -> None:
        address = route.request.url.partition("?")[0]
        if failed.count(address) < times:
            failed.append(address)
            fault(route)
        else:
            route.continue_()

    page.route(pattern, handle)
    return failed


def held_back(page: Any, pattern: str) -> list[Any]:
    """The requests to an address from now on: each waits until the test has done something with it."""
    held: list[Any] = []
    page.route(pattern, lambda route: held.append(route))
    return held


def held_request(page: Any, held: list[Any], k: int = 0) -> Any:
    """The first or a later one of the requests that are held back, once it is there: this process hears of it after the page."""
    end = time.monotonic() + patience.seconds(WAIT)
    while len(held) <= k:
        assert time.monotonic() < end, f"only {k} requests were held back"
        page.wait_for_timeout(20)
    return held[k]


def whole(page: Any) -> None:
    """Nothing is amiss any more."""
    page.wait_for_selector(LINE, state="detached")
    assert not page.locator("[role=alert]").count(), page.inner_text("[role=alert]")


@pytest.mark.parametrize("fault", FAULTS)
def test_every_request_is_tried_again(browser: Any, server: Server, fault: str) -> None:
    """While the page loads, at a choice, and at the news of the other's choice."""
    one, two = two_seats(server)
    page = page_of(browser, [], locale="zh-CN")
    failed = [faulty(page, pattern, FAULTS[fault]) for pattern in REQUESTS]
    page.goto(one.link)
    page.locator(".board [data-place=B2] .rk-badge").first.click()
    page.wait_for_function("() => !document.querySelector('.option')")
    two.choose(two.look().decisions[0].options[0].id)
    page.wait_for_selector(".option")
    assert page.locator(".option").count() == 7
    assert all(failed), [pattern for pattern, found in zip(REQUESTS, failed, strict=True) if not found]
    whole(page)


def test_the_line_stands_as_long_as_something_is_tried(browser: Any, server: Server) -> None:
    one, _ = two_seats(server)
    page = opened(browser, one)
    assert not page.locator(LINE).count()
    page.route("**/choices?*", FAULTS["503"])
    page.keyboard.press("1")
    page.wait_for_selector(LINE)
    page.unroute("**/choices?*")
    page.wait_for_function("() => !document.querySelector('.option')")
    whole(page)


def test_a_choice_whose_answer_is_lost_is_made_once(browser: Any, server: Server) -> None:
    one, two = two_seats(server)
    page = opened(browser, one)
    held = held_back(page, "**/choices?*")
    page.keyboard.press("5")
    for k in range(2):
        route = held_request(page, held, k)
        route.fetch()  # the server makes it
        route.abort()
    held_request(page, held, 2).continue_()
    page.wait_for_function("() => !document.querySelector('.option')")
    page.wait_for_function("() => !document.querySelector('.offline')")
    assert len(held) == 3 and len({route.request.post_data_json["move"] for route in held}) == 1
    assert len(two.look().decisions[0].options) == 8
    whole(page)


def test_an_answer_that_comes_late_does_not_take_the_page_back(browser: Any, server: Server) -> None:
    """The answer to a choice is held up until the other has chosen, too, and the news of that have come."""
    one, two = two_seats(server)
    page = opened(browser, one)
    held = held_back(page, "**/choices?*")
    page.keyboard.press("5")
    route = held_request(page, held)
    answer = route.fetch()
    page.wait_for_function("() => !document.querySelector('.option')")
    two.choose(two.look().decisions[0].options[0].id)
    page.wait_for_function("() => document.querySelectorAll('.option').length === 7")
    route.fulfill(response=answer)
    page.wait_for_selector(".option:not([disabled])")
    assert page.locator(".option").count() == 7
    whole(page)


def test_one_goes_on_while_the_answer_to_a_choice_is_still_on_its_way(browser: Any, server: Server) -> None:
    """The news of what it led to are there: whoever takes it back at once is not made to wait, nor is the key lost."""
    one, two = two_seats(server)
    page = opened(browser, one)
    held = held_back(page, "**/choices?*")
    page.keyboard.press("5")
    route = held_request(page, held)
    answer = route.fetch()
    page.wait_for_function("() => !document.querySelector('.option')")
    page.keyboard.press("u")
    page.wait_for_selector(".option:not([disabled])")
    route.fulfill(response=answer)
    page.unroute("**/choices?*")
    page.keyboard.press("4")
    page.wait_for_function("() => !document.querySelector('.option')")
    left = [option.label for option in two.look().decisions[0].options]
    assert len(left) == 8 and "A2" not in left and "B2" in left
    whole(page)


def test_what_is_clicked_twice_is_chosen_once(browser: Any, server: Server) -> None:
    """On the map and by keys, too, while the first choice is under way."""
    one, _ = two_seats(server)
    page = opened(browser, one)
    held = held_back(page, "**/choices?*")
    page.locator(".map [data-place=B2] .rk-badge").first.click()
    page.wait_for_selector(".option[disabled]")
    page.locator(".map [data-place=B2] .rk-badge").first.click()
    page.keyboard.press("1")
    held_request(page, held).continue_()
    page.wait_for_function("() => !document.querySelector('.option')")
    assert len(held) == 1
    whole(page)


def test_a_late_drawing_does_not_hide_a_newer_one(browser: Any, server: Server) -> None:
    one, two = two_seats(server)
    page = opened(browser, two)
    held: list[Any] = []
    page.route("**/board.svg?*", lambda route: route.continue_() if held else held.append(route))
    one.choose(one.look().decisions[0].options[0].id)
    page.wait_for_selector(".option")
    late = held_request(page, held).fetch()
    two.choose(two.look().decisions[0].options[4].id)
    page.wait_for_selector(".map .rk-owner-nought", state="attached")
    held[0].fulfill(response=late)
    one.choose(one.look().decisions[0].options[0].id)
    page.wait_for_selector(".map .rk-option[role=button]")
    assert page.locator(".map .rk-owner-nought").count()


def test_the_server_dies_at_any_moment(browser: Any, server: Server) -> None:
    """Before each of the moves of both; the pages stay open, and a choice is made while the server is away."""
    one, two = two_seats(server)
    pages = [opened(browser, one), opened(browser, two)]
    for turn in range(2):
        page, other = pages[turn % 2], pages[1 - turn % 2]
        page.wait_for_selector(".option:not([disabled])")
        number = page.locator(".option").count()
        server.kill()
        page.keyboard.press("1")
        page.wait_for_selector(LINE)
        server.start()
        page.wait_for_function("() => !document.querySelector('.option')")
        other.wait_for_function("n => document.querySelectorAll('.option').length === n", arg=number - 1)
        whole(page)
        whole(other)


def test_who_comes_online_again_does_not_wait(browser: Any, server: Server) -> None:
    """After a minute without a network pauses are long; the browser says when it is there again."""
    one, two = two_seats(server)
    page = opened(browser, two)
    page.clock.install()
    page.context.set_offline(True)
    page.wait_for_selector(LINE)
    one.choose(one.look().decisions[0].options[0].id)
    page.clock.run_for(60_000)
    assert page.locator(LINE).count() and not page.locator(".option").count()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    page.context.set_offline(False)
    page.wait_for_selector(".option")
    whole(page)


def test_a_request_that_is_under_way_when_one_comes_online_is_repeated_at_once(browser: Any, server: Server) -> None:
    """It went out over the network that is gone; time stands still meanwhile, so that a pause would have no end."""
    one, _ = two_seats(server)
    page = opened(browser, one)
    held = held_back(page, "**/choices?*")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    page.keyboard.press("5")
    held_request(page, held)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    held_request(page, held, 1).continue_()
    page.wait_for_function("() => !document.querySelector('.option')")
    assert held[0].request.post_data_json["move"] == held[1].request.post_data_json["move"]


def test_news_that_fall_silent_are_asked_for_anew(browser: Any, server: Server) -> None:
    """A line that is dead without having been closed, as after a night in a closed notebook."""
    one, two = two_seats(server)
    page = page_of(browser, [])
    page.clock.install()
    silent: list[Any] = []
    page.route("**/events?*", lambda route: route.continue_() if silent else silent.append(route))
    with page.expect_request("**/events?*"):
        page.goto(two.link)
    one.choose(one.look().decisions[0].options[0].id)
    page.wait_for_selector(".map svg")
    assert silent and not page.locator(".option").count()
    page.clock.run_for(50_000)
    page.wait_for_selector(".option")


def test_a_seat_that_was_handed_over_is_told_so_once(browser: Any, server: Server) -> None:
    """What the server refuses with a reason is final: for a request that was under way, too."""
    one, two = two_seats(server)
    page = page_of(browser, [])
    held = held_back(page, "**/messages")
    page.goto(two.link)
    under_way = held_request(page, held)
    asked: list[str] = []
    # That a state is seen is said once for each, whatever becomes of it.
    page.on("request", lambda request: None if request.url.endswith("/seen?lang=en") else asked.append(request.url))
    # The page may say what it has been told before this process hears that it had asked.
    with page.expect_response(lambda answer: answer.status == 401 and f"{two.path}?" in answer.url):
        page.request.patch(f"{server.address}{two.path}", data={"new_link": True}, headers={"Origin": server.address})
        one.choose(one.look().decisions[0].options[0].id)
    page.wait_for_selector("[role=alert]")
    assert "this seat is not yours" in page.inner_text("[role=alert]")
    with page.expect_response("**/messages") as refused:
        under_way.continue_()
    assert refused.value.status == 401
    before = len(asked)
    page.wait_for_timeout(1500)
    assert len(asked) == before and not page.locator(LINE).count()
    assert page.locator("[role=alert]").all_inner_texts() == ["this seat is not yours: open its link again OK"]


def test_only_404_means_that_there_is_no_board(browser: Any, server: Server) -> None:
    one, two = two_seats(server)
    page = page_of(browser, [])
    page.route("**/board.svg?*", lambda route: route.fulfill(status=404, json={"code": "http", "error": "no board"}))
    with page.expect_response("**/board.svg?*"):
        page.goto(one.link)
    page.wait_for_selector(".question")
    page.wait_for_function("() => !document.querySelector('.map')")
    assert not page.locator(".left [role=alert]").count()
    other = page_of(browser, [])
    other.route(
        "**/board.svg?*", lambda route: route.fulfill(status=422, json={"code": "rules", "error": "line 3 is wrong"})
    )
    other.goto(two.link)
    other.wait_for_selector(".left [role=alert]")
    assert "line 3 is wrong" in other.inner_text(".left [role=alert]")


def test_keys_make_no_move_while_one_watches_what_was(browser: Any, server: Server) -> None:
    one, _ = two_seats(server)
    page = opened(browser, one)
    choices: list[str] = []
    page.on("request", lambda request: choices.append(request.url) if request.method == "POST" else None)
    page.keyboard.press("5")
    page.wait_for_function("() => !document.querySelector('.option')")
    made = len(choices)
    turn_to(page, "table")
    page.get_by_text("Watch from the beginning").click()
    page.wait_for_selector(".replay")
    for key in "123456789u":
        page.keyboard.press(key)
    page.get_by_text("To the table").click()
    page.wait_for_selector(".replay", state="detached")
    assert len(choices) == made == 1


def test_what_one_wanted_to_say_is_not_lost(browser: Any, server: Server) -> None:
    """It would stand there twice if the page sent it again by itself: so it stays in its field, with the reason."""
    one, _ = two_seats(server)
    page = opened(browser, one)
    turn_to(page, "talk")
    page.fill(".talk input", "Good luck!")
    failed = faulty(page, "**/messages", FAULTS["abort"], times=1)
    page.press(".talk input", "Enter")
    page.wait_for_selector("[role=alert]")
    assert failed and page.input_value(".talk input") == "Good luck!"
    page.press(".talk input", "Enter")
    page.wait_for_selector(".talk li")
    assert page.input_value(".talk input") == "" and page.locator(".talk li").count() == 1
    assert not page.locator("[role=alert]").count()


@pytest.mark.parametrize("script", ["table", "board", "vendor/preact-htm"])
def test_a_script_that_does_not_come_is_loaded_again(browser: Any, server: Server, script: str) -> None:
    one, _ = two_seats(server)
    page = page_of(browser, [])
    failed = faulty(page, f"**/static/*/{script}.js", FAULTS["abort"])
    page.goto(one.link)
    page.wait_for_selector(".option")
    assert len(failed) == 2


def test_a_script_that_is_needed_late_is_asked_for_until_it_comes(browser: Any, server: Server) -> None:
    one, _ = two_seats(server)
    page = opened(browser, one)
    failed = faulty(page, "**/static/*/analysis.js*", FAULTS["502"])
    turn_to(page, "table")
    page.get_by_text("Try something out").click()
    page.wait_for_selector(".analysis")
    assert len(failed) == 2


SIGHT = """hidden => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Puts a page out of sight, as another tab in front of it does, or back"""


def test_tabs_out_of_sight_leave_the_lines_to_those_in_sight(browser: Any, server: Server) -> None:
    """A browser has six lines to a server: with a line of news in each tab the seventh got no answer to anything.

    The tabs come in two lots, each of which leaves one line free, and a lot leaves its lines at once. Time is put forward only at
    the end: lines that hear nothing would be given up for another reason."""
    tables = [two_seats(server) for _ in range(8)]
    first = page_of(browser, [])
    first.clock.install()
    pages = [first, *(first.context.new_page() for _ in tables[1:])]
    for lot in (slice(0, 5), slice(5, None)):
        for page, (one, _) in zip(pages[lot], tables[lot], strict=True):
            page.goto(one.link)
            page.wait_for_selector(".option")
            page.evaluate(SIGHT, True)
        first.wait_for_timeout(5500)  # so long they still listen
    last, (one, two) = pages[-1], tables[-1]
    last.evaluate(SIGHT, False)
    last.locator(".map [data-place=B2] .rk-badge").first.click()
    last.wait_for_function("() => !document.querySelector('.option')")
    two.choose("A1", two.look().version)
    last.wait_for_selector(".option")
    assert one.look().decisions
    away = pages[0]
    away.evaluate("() => document.querySelector('.option').click()")
    away.wait_for_function("() => !document.title.startsWith('●')")
    other = tables[0][1]
    other.choose(other.look().decisions[0].options[0].id, other.look().version)
    away.clock.run_for(20_000)
    away.wait_for_function("() => document.title.startsWith('●')", timeout=1000 * (20 + patience.seconds(WAIT)))
