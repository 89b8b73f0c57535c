"""The page in a real browser: Chromium, driven by Playwright. Without a Chromium on the machine it says so, loudly."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import Server

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
if CHROMIUM is None:
    warnings.warn("no Chromium here: the page was NOT tried in a browser", stacklevel=1)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
WAIT = 180_000
"""Milliseconds, for a machine that does much else"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def page_of(browser: Any, wrong: list[str], **settings: Any) -> Any:
    """A page of a new person; what it complains of is collected in ``wrong``."""
    page = browser.new_context(**settings).new_page()
    page.set_default_timeout(WAIT)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
    return page


def set_table(page: Any, server: Server, game: str) -> list[str]:
    """The links of the seats of a new game, set up in the lobby."""
    page.goto(f"{server.address}/")
    page.select_option("form.new select", game)
    page.click("button.main")
    page.wait_for_selector(".links a")
    links: list[str] = page.eval_on_selector_all(".links a", "links => links.map(link => link.href)")
    return links


def test_two_people_play_one_by_mouse_and_one_by_keyboard(browser: Any, server: Server, tmp_path: Path) -> None:
    wrong: list[str] = []
    mouse = page_of(browser, wrong, locale="en-US")
    keyboard = page_of(browser, wrong, locale="zh-CN", viewport={"width": 390, "height": 844})
    links = set_table(mouse, server, "tic_tac_toe")
    mouse.goto(links[0])
    keyboard.goto(links[1])
    for turn in range(9):
        page = (mouse, keyboard)[turn % 2]
        page.wait_for_selector(".option, .standing")
        if not page.locator(".option").count():
            break
        number = page.locator(".option").count()
        if page is mouse:
            page.locator(".board [data-place].rk-option").first.click()
        else:
            page.keyboard.press("1")
        page.wait_for_function("n => document.querySelectorAll('.option').length < n", arg=number)
        if turn == 3:
            server.kill()
            server.start()
    for page in (mouse, keyboard):
        page.wait_for_selector(".standing")
    assert "本局结束" in keyboard.inner_text(".question")
    assert not [text for text in wrong if "net::ERR_" not in text], wrong


def test_a_choice_of_another_is_seen_at_once(browser: Any, server: Server) -> None:
    wrong: list[str] = []
    one, two = page_of(browser, wrong), page_of(browser, wrong)
    links = set_table(one, server, "tic_tac_toe")
    one.goto(links[0])
    two.goto(links[1])
    two.wait_for_selector(".question")
    assert not two.locator(".option").count()
    one.wait_for_selector(".option")
    one.keyboard.press("5")
    two.wait_for_selector(".option")
    assert two.locator(".option").count() == 8
    assert not wrong


def test_the_table_of_a_large_game(browser: Any, server: Server) -> None:
    wrong: list[str] = []
    page = page_of(browser, wrong, viewport={"width": 1400, "height": 900})
    page.goto(set_table(page, server, "shogun")[0])
    page.wait_for_selector(".map svg [data-place]")
    before = page.locator(".option").count()
    assert before and page.locator(".players tbody tr").count() == 4
    page.locator(".why").first.click()
    page.locator(".map").focus()
    box = page.locator(".map svg").get_attribute("viewBox")
    page.keyboard.press("+")
    assert page.locator(".map svg").get_attribute("viewBox") != box
    assert not wrong
