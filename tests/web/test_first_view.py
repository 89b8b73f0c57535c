"""What a page loads before its question is there, in the three games over a slow line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any
from urllib.request import Request, urlopen

import pytest
from attrs import define

from rulekit.web.client import begin, by_chance
from rulekit.web.state import State
from tests.web.browsing import page_of, play_all
from tests.web.serving import Server

WIDE = {"width": 1400, "height": 900}
LINE = 1.5e6 / 8
"""Bytes a second of a slow line"""


@define
class After:
    """Whether so many questions have been answered."""

    number: int
    asked: int = 0

    def __call__(self, state: State) -> bool:
        self.asked += 1
        return self.asked > self.number


def season(name: str) -> Callable[[], Callable[[State], bool]]:
    return lambda: lambda state: any(name in str(part) for line in state.header.lines for part in line)


MOMENTS: dict[str, tuple[str, int, Callable[[], Callable[[State], bool]]]] = {
    "SHOGUN at the start": ("shogun", 4, season("Spring")),
    "SHOGUN with a full board": ("shogun", 4, season("Winter")),
    "A Most Dangerous Time at the start": ("most_dangerous_time", 2, lambda: After(0)),
    "A Most Dangerous Time later": ("most_dangerous_time", 2, lambda: After(150)),
    "War of Nobunaga's Successors at the start": ("nobunaga_successors", 4, lambda: After(0)),
    "War of Nobunaga's Successors later": ("nobunaga_successors", 4, lambda: After(150)),
}


@pytest.fixture(scope="module")
def war_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(
        tmp_path_factory.mktemp("first-view"), tuple(dict.fromkeys(game for game, _, _ in MOMENTS.values()))
    )
    server.start()
    yield server
    server.kill()


WHEN_SHOWN = """new MutationObserver((_, observer) => {
  if (!document.querySelector(".question")) return;
  new Image().src = "/static/icon.svg?shown";
  observer.disconnect();
}).observe(document, {childList: true, subtree: true});"""
"""Asks for a picture when the question is there: what was asked for before it comes before it on the browser's own clock."""


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_first_view_needs_little_of_a_slow_line(browser: Any, war_games: Server, moment: str) -> None:
    """All that is asked for before the question is there, the map too, at 1.5 Mbit/s, with five round trips of 40 ms: two thirds
    of a second, so that a third is left to the two computers. At the start of a game, and when the board is full. A game of its
    own, with people at all seats: how far bots carry one is the server's luck."""
    game, players, until = MOMENTS[moment]
    seats = begin(war_games.address, game=game, players=players, seed=7)
    seat = play_all(seats, by_chance(3), until())
    assert seat is not None
    page = page_of(browser, [], viewport=WIDE)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    began: list[dict[str, Any]] = []
    ended: list[dict[str, Any]] = []
    line.on("Network.requestWillBeSent", lambda event: began.append(event))
    line.on("Network.loadingFinished", lambda event: ended.append(event))
    page.add_init_script(WHEN_SHOWN)
    page.goto(seat.link, wait_until="commit")
    page.wait_for_selector(".map svg [data-place]")
    page.wait_for_selector(".question")
    # What is asked for afterwards may come before the map does: when it was asked for tells it apart.
    (shown,) = [event["timestamp"] for event in began if event["request"]["url"].endswith("?shown")]
    first = {event["requestId"]: event["request"]["url"] for event in began if event["timestamp"] < shown}
    assert any("board.svg" in url for url in first.values())
    sizes: dict[str, float] = defaultdict(float)
    for event in ended:
        if event["requestId"] in first:
            sizes[first[event["requestId"]]] += event["encodedDataLength"]
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies())
    for url in first.values():
        sizes[url] = sizes[url] or sent(url, cookies)
    needed = sum(sizes.values())
    assert needed / LINE + 5 * 0.04 < 0.67, f"{needed:.0f} bytes"


def sent(url: str, cookies: str) -> int:
    """Bytes of an answer of which the browser does not tell the end: of a module that it wants to load a second time while
    the first load is on its way, it tells only that the second one came from its cache."""
    asked = Request(url, headers={"Cookie": cookies, "Accept-Encoding": "gzip, deflate, br"})
    with urlopen(asked) as answer:
        head = f"HTTP/1.1 {answer.status} {answer.reason}\r\n\r\n"
        headers = (len(name) + len(value) + len(": \r\n") for name, value in answer.getheaders())
        return len(head) + sum(headers) + len(answer.read())
