"""What the page tells of something that one asks about: what a question is about, what a sort of units can do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulekit.web.app import create_app
from rulekit.web.client import begin as begin_at
from tests import patience
from tests.playing import ROOT, SHOGUN, STALL
from tests.web.asking import TestClient
from tests.web.browsing import page_of
from tests.web.serving import Server
from tests.web.test_games import begin, look
from tests.web.test_place import place

FOLDERS = {"shogun": SHOGUN, "stall": STALL} | {
    name: ROOT / "plugins" / name / f"rulekit_{name}" / "game"
    for name in ("most_dangerous_time", "nobunaga_successors")
}
PLAYERS = {"shogun": 4, "most_dangerous_time": 2, "nobunaga_successors": 3}


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server of the three games, and of one in which nothing is told of questions."""
    app = create_app(FOLDERS, f"sqlite:///{tmp_path_factory.mktemp('three') / 'tables.db'}")
    with TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}) as client:
        yield client


def about(
    client: TestClient, game: str, seat: Any, number: int, lang: str
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The question of a seat, and the texts in whose lines it is asked, the shortest first."""
    state = client.get(f"/api/v1/games/{game}/seats/{number}?lang={lang}", headers=seat).json()
    texts = client.get(f"/api/v1/games/{game}/seats/{number}/cards?lang={lang}", headers=seat).json()["cards"]
    file, _, line = state["decisions"][0]["rule"].rpartition(":")
    found = [text for text in texts if text["file"] == file and text["first"] <= int(line) <= text["last"]]
    return state["decisions"][0], sorted(found, key=lambda text: text["last"] - text["first"])


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_every_first_question_has_a_sentence_that_is_found_by_its_line(three: TestClient, name: str, lang: str) -> None:
    game, seats, _ = begin(three, game=name, players=PLAYERS[name], seed=7)
    asked = [(k, seat) for k, seat in enumerate(seats, 1) if look(three, game, k, seat)["decisions"]]
    assert asked
    for number, seat in asked:
        question, (text, *_) = about(three, game, seat, number, lang)
        assert text["keys"] == [] and text["title"] == "" == text["text"], question
        assert text["summary"].endswith("." if lang == "en" else "。") and "\n" not in text["summary"]


def test_a_question_without_a_sentence_is_told_by_the_rule_that_asks_it(three: TestClient) -> None:
    game, seats, _ = begin(three, game="stall", players=2)
    question, (text, *_) = about(three, game, seats[0], 1, "en")
    assert question["rule"].startswith("Stall/game.rules:") and text["title"].startswith("Order for")
    assert "choose" in text["summary"].lower()


def test_texts_do_not_tell_where_the_server_keeps_its_games(client: TestClient) -> None:
    game, seats, _ = begin(client, game="shogun", players=4)
    texts = client.get(f"/api/v1/games/{game}/seats/1/cards", headers=seats[0]).json()["cards"]
    assert {text["file"].split("/")[0] for text in texts} == {"Shogun"}


def test_what_lies_at_a_place_has_the_key_of_its_sort(client: TestClient) -> None:
    game, seats, _ = begin(client, game="shogun", players=4, seed=7, options={"setup": "Predetermined"})
    view = look(client, game, 1, seats[0])["view"]
    row = next(
        row for table in view["tables"] if table["of"] == "province" for row in table["rows"] if "armies" in str(row)
    )
    lying = place(client, game, 1, seats[0], row["key"])["lying"]
    texts = client.get(f"/api/v1/games/{game}/seats/1/cards", headers=seats[0]).json()["cards"]
    keys = {key for text in texts for key in text["keys"]}
    assert lying and all(x["key"] in keys for x in lying), lying


def test_the_page_tells_what_a_question_and_a_sort_of_units_are(browser: Any, server: Server) -> None:
    wrong: list[str] = []
    options = {"setup": "Predetermined"}
    (one, *_) = begin_at(server.address, game="shogun", players=4, seed=7, options=options)
    page = page_of(browser, wrong, viewport={"width": 1400, "height": 900})
    page.goto(one.link)
    page.wait_for_selector(".question h2[data-key]").hover()
    page.wait_for_selector(".reader p")
    assert "Shogun/" in page.inner_text(".reader small")
    page.keyboard.press("Escape")
    page.wait_for_selector(".reader", state="detached")
    page.evaluate("document.querySelector('.question h2').focus()")
    page.wait_for_selector(".reader p")
    page.keyboard.press("Escape")
    rows = [row for table in one.look().view.tables if table.of == "province" for row in table.rows]
    row = next(row for row in rows if any(getattr(place, "pieces", ()) for place in row.places))
    page.click(f".map [data-place='{row.key}']", force=True)  # where its name stands, as a person does
    page.locator(".opened .thing").first.focus()
    page.wait_for_selector(".reader p")
    assert "armies hold your provinces" in page.inner_text(".reader").lower()
    assert not wrong


@pytest.mark.parametrize("focused", [False, True])
def test_what_one_points_at_before_the_reader_is_there_is_told(browser: Any, server: Server, focused: bool) -> None:
    """By mouse or by the focus: what reads comes after the first view."""
    wrong: list[str] = []
    (one, *_) = begin_at(server.address, game="shogun", players=4, seed=7, options={"setup": "Predetermined"})
    page = page_of(browser, wrong, viewport={"width": 1400, "height": 900})
    held: list[Any] = []
    page.route("**/reader.js", lambda route: held.append(route))
    page.goto(one.link)
    question = page.wait_for_selector(".question h2[data-key]")
    question.focus() if focused else question.hover()
    patience.until(lambda: page.evaluate("1") and held, "the script of the reader")
    assert not page.locator(".reader").count()
    held.pop().continue_()
    page.wait_for_selector(".reader p")
    assert "Shogun/" in page.inner_text(".reader small")
    assert not wrong


CUT_OFF = "nodes => nodes.filter(node => node.scrollHeight > node.clientHeight + 1).map(node => node.textContent)"


def test_a_filled_plan_shows_whole_names_and_a_click_puts_what_is_read_away(browser: Any, server: Server) -> None:
    wrong: list[str] = []
    (one, *_) = begin_at(server.address, game="shogun", players=4, seed=7, options={"setup": "Predetermined"})
    page = page_of(browser, wrong, viewport={"width": 1280, "height": 720})
    page.goto(one.link)
    page.get_by_role("button", name="The rest by chance").click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.formline b')].every(node => node.textContent !== '–')"
    )
    assert page.eval_on_selector_all(".formline b", CUT_OFF) == []
    # Which card lies where is chance: the longest name fits everywhere.
    page.eval_on_selector_all(".formline b", "nodes => nodes.forEach(node => (node.textContent = 'Awa-Shikoku'))")
    assert page.eval_on_selector_all(".formline b", CUT_OFF) == []
    page.locator(".map [data-place]").first.hover(force=True)  # its texture lies over it
    page.wait_for_selector(".reader .shown")  # what the game shows with a province, which no rule is about
    assert page.locator(".reader > p:not(.shown)").count() == 0
    assert "here" in page.locator(".reader dt").all_inner_texts()
    page.locator(".reader").hover()
    page.wait_for_timeout(700)
    assert page.locator(".reader").count() == 1, "the mouse is on it"
    page.eval_on_selector(".map svg", "map => map.style.translate = '0 -40px'")
    page.wait_for_selector(".reader", state="detached")
    page.locator(".map [data-place]").first.hover(force=True)
    page.wait_for_selector(".reader")
    page.mouse.down()
    page.wait_for_selector(".reader", state="detached")
    assert wrong == []
