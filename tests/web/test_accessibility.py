"""The page for everybody: what axe-core finds, fingers on a phone, a game by keys alone, the map in words."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.web.client import SeatClient, begin
from tests.web.browsing import page_of, play, set_table, turn_to
from tests.web.npm import tools
from tests.web.serving import Server

FINGER = 44
"""Points that a target has at least on a phone; links within a sentence are excepted (WCAG 2.2, 2.5.8)"""
SMALL = """least => [...document.querySelectorAll("button, select, input, summary, a.button")]
    .filter(node => node.checkVisibility() && !node.closest(".hidden") && !["checkbox", "range", "file"].includes(node.type))
    .filter(node => { const box = node.getBoundingClientRect(); return box.width && (box.height < least || box.width < least); })
    .map(node => node.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def table(server: Server) -> SeatClient:
    """In the middle of a season, with a question that is no form."""
    (table, *_) = begin(server.address, game="shogun", players=3, seed=7, bots={"2": "random", "3": "random"})
    play(table, lambda state: state.form is not None)
    play(table, lambda state: state.form is None)
    return table


TABS = {
    "players": [],
    "talk": [],
    "scores": [],
    "story": [],
    "table": ["The board as a list", "Luck", "Your seat"],
}
"""The tabs, and what is opened in each"""


def audit(page: Any) -> list[str]:
    """What axe finds that is serious or worse: the rule, and where."""
    page.evaluate((tools() / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        f"{x['id']}: {node['target']} {node['failureSummary']}"
        for x in found
        if x["impact"] in ("serious", "critical")
        for node in x["nodes"][:3]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1400])
def test_axe_finds_nothing_serious(browser: Any, server: Server, table: SeatClient, scheme: str, width: int) -> None:
    page = page_of(browser, [], color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True)
    page.goto(f"{server.address}/")
    page.wait_for_selector("form.new")
    assert audit(page) == []
    page.goto(table.link)
    page.wait_for_selector(".map svg [data-place]")
    page.get_by_text("Answer by itself").click()
    page.locator("button.why").first.click()
    page.wait_for_selector(".facts")
    assert audit(page) == []
    for tab, texts in TABS.items():
        if tab == ("scores" if width == 390 else "players"):  # a phone has both in one
            continue
        turn_to(page, tab)
        for text in texts:
            page.locator("summary:visible", has_text=text).click()
        page.wait_for_selector(".own select" if tab == "table" else f"#panel-{tab}")
        assert audit(page) == [], tab
    page.get_by_text("Try something out").click()
    page.wait_for_selector(".analysis")
    assert audit(page) == []


def test_targets_are_large_enough_for_fingers(browser: Any, server: Server, table: SeatClient) -> None:
    page = page_of(browser, [], viewport={"width": 390, "height": 844})
    set_table(page, server, "tic_tac_toe")
    page.get_by_text("More").first.click()
    host = page.url
    assert audit(page) == []
    for address in (f"{server.address}/", table.link, host):
        page.goto(address)
        page.wait_for_selector("form.new, .question, .links a")
        assert page.evaluate(SMALL, FINGER) == []
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_arrows_go_from_option_to_option(browser: Any, server: Server) -> None:
    page = page_of(browser, [])
    page.goto(set_table(page, server, "tic_tac_toe")[0])
    page.locator(".option").first.focus()
    focused = "() => document.activeElement.dataset.key"
    seen = [page.evaluate(focused)]
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        seen.append(page.evaluate(focused))
    keys = page.eval_on_selector_all(".option", "found => found.map(x => x.dataset.key)")
    assert seen == [keys[k] for k in (0, 1, 2, 1, 0, -1)]


def test_a_key_asks_why_an_option_can_be_chosen(browser: Any, server: Server) -> None:
    """So that Tab goes from option to option, and not to a button beside each."""
    page = page_of(browser, [])
    page.goto(set_table(page, server, "tic_tac_toe")[0])
    page.locator(".option").first.focus()
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement === document.querySelectorAll('.option')[1]")
    assert "key ?" in page.locator(".option + .why").first.get_attribute("title")
    page.keyboard.press("?")
    page.wait_for_selector(".facts")
    assert page.locator(".option").count() == 9, "nothing was chosen"


def test_a_game_by_keys_alone(browser: Any, server: Server) -> None:
    """From the lobby on: Tab, arrows and Enter on the map, numbers, and the list of places."""
    page = page_of(browser, [])
    links = set_table(page, server, "tic_tac_toe")
    page.goto(links[0])
    page.wait_for_selector(".map [role=button]")
    page.keyboard.press("m")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('.option')")
    page.keyboard.press("u")
    page.wait_for_selector(".option")
    page.locator("[data-tab=story]:visible").focus()
    page.keyboard.press("End")
    page.locator(".places summary").focus()
    page.keyboard.press("Enter")
    page.locator(".places li button:not(.name)").nth(4).focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('.option')")
    page.wait_for_function("() => document.querySelector('.places li:nth-child(5)').innerText.includes('Cross')")


def test_the_map_in_words_tells_what_the_map_shows(browser: Any, table: SeatClient) -> None:
    page = page_of(browser, [])
    page.goto(table.link)
    page.wait_for_selector(".map svg [data-place]")
    drawn = page.evaluate(
        "() => [...new Set([...document.querySelectorAll('.map [data-place]')].map(node => node.dataset.place))]"
    )
    turn_to(page, "table")
    page.get_by_text("The board as a list").click()
    page.wait_for_selector(".places .name[data-key]")
    listed = page.evaluate(
        "() => [...document.querySelectorAll('.places .name[data-key]')].map(node => node.dataset.key)"
    )
    assert sorted(drawn) == sorted(listed) and len(listed) == 45
    row = page.inner_text("#at-Kai")
    assert "Suruga" in row and "Shinano" in row
    page.locator("#at-Kai a").first.click()
    page.wait_for_function(
        "() => document.activeElement.id.startsWith('at-') && document.activeElement.id !== 'at-Kai'"
    )


def test_nothing_is_told_by_colour_alone(browser: Any, table: SeatClient) -> None:
    """Players have crests, what concerns the reader a sign with a name, options numbers on the map."""
    page = page_of(browser, [])
    page.goto(table.link)
    page.wait_for_selector(".map svg [data-place]")
    crests = page.eval_on_selector_all(".players .crest use", "all => all.map(node => node.getAttribute('href'))")
    assert len(set(crests)) == 3 and all("#crest-" in href for href in crests)
    assert page.locator(".crest:not([aria-hidden])").count() == 0, "a name follows, and is read once"
    heights = page.eval_on_selector_all(".players .crest use", "all => all.map(node => node.getBBox().height)")
    assert all(height > 5 for height in heights), "the drawings have not come"
    assert page.eval_on_selector_all(".lines .sign", "all => all.every(node => node.getAttribute('aria-label'))")
