"""The page in a real browser: two people play, by mouse and by keys, in two languages, while the server dies and comes back."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from rulekit.web.client import SeatClient, ask, begin
from rulekit.web.table_answers import NewGame
from tests.playing import ROOT
from tests.web.browsing import page_of, play, set_table, turn_to
from tests.web.serving import Server
from tests.web.test_reasons import FOLD


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
            page.locator(".board [data-place] .rk-badge").first.click()
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
    assert "B2" in two.inner_text(".story [role=log]")
    two.wait_for_selector("[data-place=B2].rk-lit", state="attached")
    assert not wrong


def test_a_broken_line_costs_nothing(browser: Any, server: Server) -> None:
    """Reading, and a move, are sent again when the line breaks before the answer is there."""
    page = page_of(browser, [])
    links = set_table(page, server, "tic_tac_toe")
    broken: list[str] = []

    def once(route: Any) -> None:
        if (what := route.request.url.partition("?")[0]) in broken:
            route.continue_()
        else:
            broken.append(what)
            route.abort()

    for path in ("**/board.svg?*", "**/choices?*"):
        page.route(path, once)
    page.goto(links[0])
    page.locator(".board [data-place=B2] .rk-badge").first.click()
    page.wait_for_function("() => !document.querySelector('.option')")
    assert len(broken) == 2 and not page.locator("[role=alert]").count()
    assert "Waiting for Nought" in page.inner_text(".question")


@pytest.mark.parametrize(("locale", "chosen", "names"), [("zh-TW", "zh-Hant", "安藝"), ("ja-JP", "ja", "安芸")])
def test_names_in_other_languages(browser: Any, server: Server, locale: str, chosen: str, names: str) -> None:
    """Places and cards have names in more languages than the page speaks."""
    wrong: list[str] = []
    page = page_of(browser, wrong, locale=locale)
    page.goto(set_table(page, server, "shogun")[0])
    page.wait_for_selector(".map svg [data-place]")
    assert page.eval_on_selector("header select", "select => select.value") == chosen
    assert names in (page.text_content(".map svg") or "")
    assert page.get_attribute("html", "lang") == chosen
    assert not wrong


@pytest.fixture(scope="module")
def planned(server: Server) -> SeatClient:
    """A table at which a season is planned."""
    (table, *_) = begin(server.address, game="shogun", players=3, seed=7, bots={"2": "random", "3": "random"})
    play(table, lambda state: state.form is not None)
    return table


def test_a_planning_by_mouse_keys_and_dragging(browser: Any, planned: SeatClient) -> None:
    wrong: list[str] = []
    page = page_of(browser, wrong, viewport={"width": 1400, "height": 1000})
    page.goto(planned.link)
    page.wait_for_selector(".pick .option")
    page.locator(".pick .option").first.click()
    page.wait_for_selector(".formlines li:nth-child(2).open")
    page.keyboard.press("4")
    page.wait_for_selector(".formlines li:nth-child(4).open")
    page.wait_for_selector(".pick .option")
    lit = page.locator(".map .rk-option[role=button]").nth(2)
    place = lit.get_attribute("data-place")
    lit.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".formlines li:nth-child(2).open")
    assert place in page.inner_text(".formlines li:nth-child(4)")
    page.drag_and_drop(".pick .option >> nth=6", ".formlines li:nth-child(7)")
    page.wait_for_function("() => !document.querySelector('.formlines li:nth-child(7) b').textContent.includes('–')")
    page.reload()
    page.wait_for_function("place => document.querySelector('.formlines')?.textContent.includes(place)", arg=place)
    page.get_by_text("The rest by chance").click()
    page.wait_for_selector(".form .main:not([disabled])")
    assert not wrong


def test_a_plan_is_taken_back_whole_or_choice_by_choice(browser: Any, server: Server) -> None:
    """By the buttons and by keys, although somebody else has laid a card meanwhile."""
    one, other, *_ = begin(server.address, game="shogun", players=3, seed=7, options={"setup": "Predetermined"})
    wrong: list[str] = []
    page = page_of(browser, wrong, viewport={"width": 1400, "height": 1000})
    page.goto(one.link)

    def planned() -> None:
        page.get_by_text("The rest by chance").click()
        page.locator(".form .main:not([disabled])").click()
        page.wait_for_selector(".undo.alone")

    planned()
    state = other.look()
    other.choose(state.decisions[0].options[0].id, state.version)
    page.get_by_text("Take only the last choice back").click()
    page.get_by_text("Take the last 10 choices back").click()
    page.wait_for_selector(".formlines li:nth-child(11)")
    assert one.look().undo and not page.locator(".undo").count()
    planned()
    page.locator("h1").click()
    page.keyboard.press("Shift+U")
    page.get_by_text("Take the last 10 choices back").wait_for()
    page.keyboard.press("u")
    page.wait_for_selector(".formlines li:nth-child(11)")
    form = one.look().form
    assert form is not None and len(form.lines) == 11 and other.look().undo is None
    assert not wrong


def test_everything_that_is_named_can_be_read_about(browser: Any, planned: SeatClient) -> None:
    wrong: list[str] = []
    page = page_of(browser, wrong, viewport={"width": 1400, "height": 1000})
    page.goto(planned.link)
    page.wait_for_selector(".space[data-key]")
    card = page.locator(".space[data-key]").first
    card.hover()
    page.wait_for_selector(".reader")
    assert str(card.get_attribute("data-name")) in page.inner_text(".reader")
    page.hover(".reader summary")
    page.click(".reader summary")
    page.wait_for_selector(".reader details[open] p")
    page.mouse.move(1, 1)
    page.wait_for_selector(".reader", state="detached")
    card.hover()
    page.wait_for_selector(".reader")
    page.keyboard.press("Escape")
    page.wait_for_selector(".reader", state="detached")
    turn_to(page, "table")
    page.get_by_text("The board as a list").click()
    page.wait_for_selector(".places .name")
    page.locator(".places input").focus()
    page.keyboard.press("Tab")
    page.wait_for_selector(".reader")
    assert not wrong


OVERLAP = """() => {
    const [card, bar] = [".reader", ".decision"].map(name => document.querySelector(name).getBoundingClientRect());
    return card.bottom > bar.top && card.top < bar.bottom && card.right > bar.left && card.left < bar.right;
}"""


def _at_length(route: Any) -> None:
    """A rulebook that has much to say of everything."""
    answer = route.fetch()
    cards = answer.json()["cards"]
    route.fulfill(response=answer, json={"cards": [{**card, "summary": card["summary"] * 30} for card in cards]})


@pytest.mark.parametrize("height", [480, 720, 1000])
def test_what_is_read_about_leaves_the_question_free(browser: Any, planned: SeatClient, height: int) -> None:
    """A card that covered the options took the clicks that were meant for them."""
    wrong: list[str] = []
    page = page_of(browser, wrong, viewport={"width": 1280, "height": height})
    page.route("**/cards?*", _at_length)
    page.goto(planned.link)
    page.wait_for_selector(".decision .option[data-key]")
    for where in (".decision .option[data-key]", ".strip [data-key]"):
        page.mouse.move(1, 1)
        page.wait_for_selector(".reader", state="detached")
        page.locator(where).first.hover()
        page.wait_for_selector(".reader")
        assert not page.evaluate(OVERLAP), where
    assert not wrong


READS = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const loaded = () => performance.getEntriesByType("resource").find(script => script.name.endsWith("/reader.js"));
  while (!loaded()) await frame();
  await import(loaded().name);
  for (let frames = 0; frames < 3; frames++) await frame();
}"""
"""Ends when what reads is loaded, which comes after the first view, and listens"""


def test_a_long_press_reads_on_a_phone(browser: Any, planned: SeatClient) -> None:
    wrong: list[str] = []
    page = page_of(browser, wrong, viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(planned.link)
    page.wait_for_selector(".space[data-key]")
    page.evaluate(READS)
    page.dispatch_event(".space[data-key]", "pointerdown", {"pointerType": "touch", "bubbles": True})
    page.wait_for_selector(".reader")
    page.tap(".reader summary")
    page.wait_for_selector(".reader details[open]")
    page.dispatch_event("header", "pointerdown", {"pointerType": "touch", "bubbles": True})
    page.wait_for_selector(".reader", state="detached")
    assert not wrong


def test_what_if_and_back(browser: Any, planned: SeatClient) -> None:
    wrong: list[str] = []
    page = page_of(browser, wrong, viewport={"width": 1400, "height": 1000}, locale="zh-CN")
    page.goto(planned.link)
    turn_to(page, "table")
    page.get_by_text("推演一下").click()
    page.wait_for_selector(".analysis")
    page.locator(".option").first.click()
    page.wait_for_selector(".formline:has-text('1') b:not(:text-is('–'))")
    page.get_by_text("其余随机").click()
    page.wait_for_function("() => ![...document.querySelectorAll('.formline b')].some((b) => b.textContent === '–')")
    page.get_by_role("button", name="完成").click()
    page.wait_for_selector(".moves li")
    page.get_by_text("保留此分支").click()
    page.get_by_text("退回一步").click()
    page.wait_for_function("() => document.querySelectorAll('.moves').length === 2")
    page.get_by_text("回到牌桌").click()
    page.wait_for_selector(".formlines")
    assert not wrong


@pytest.mark.parametrize("size", [(390, 844), (1280, 600)])
def test_what_if_shows_the_map_the_players_and_the_hand(
    browser: Any, planned: SeatClient, size: tuple[int, int]
) -> None:
    """One below the other on a phone: there is no tab of the board there. What does not fit is scrolled to."""
    wrong: list[str] = []
    page = page_of(browser, wrong, viewport={"width": size[0], "height": size[1]}, has_touch=True)
    page.goto(planned.link)
    turn_to(page, "table")
    page.get_by_text("Try something out").click()
    page.wait_for_selector(".analysis")
    for part in (".map [data-place]", ".question .option", ".players tbody tr", ".hand .card", ".moves"):
        shown = page.locator(part).first
        shown.wait_for(state="attached")
        shown.scroll_into_view_if_needed()
        box = shown.bounding_box()
        assert box and box["y"] >= 0 and box["y"] + min(box["height"], 20) <= size[1], part
    assert page.locator(".map").bounding_box()["height"] > 120
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0] and not wrong


def test_house_rules_are_pasted_checked_and_played(browser: Any, server: Server) -> None:
    wrong: list[str] = []
    page = page_of(browser, wrong)
    page.goto(f"{server.address}/")
    page.select_option("form.new select[name=game]", "tic_tac_toe")
    page.fill("#house-rules", 'variant Wrong of Tictactoe "Wrong":\n  before mark a sqare: stop\n')
    page.get_by_role("button", name="Check").click()
    page.wait_for_selector(".finding")
    assert "RK" in page.inner_text(".finding") and "before mark a sqare: stop" in page.inner_text(".finding pre")
    row, mark = page.inner_text(".finding pre").split("\n")
    assert mark == " " * row.index("mark") + "^" * len("mark a sqare")
    faults = [
        ("after mark a square: raise my score by 1; say " + "x" * 300, "; say"),
        ('named "一二三" in zh-Hans, wrongly', "zh-Hans, w"),
    ]
    for fault, at in faults:
        page.fill("#house-rules", f'variant Wrong of Tictactoe "Wrong":\n  {fault}\n')
        page.get_by_role("button", name="Check").click()
        page.wait_for_selector(".finding pre")
        row, mark = page.inner_text(".finding pre").split("\n")
        assert mark.index("^") == row.index(at) and mark[: row.index(at)].count("\u3000") == row.count("一二三") * 3
    assert page.eval_on_selector(".finding pre", "pre => getComputedStyle(pre).whiteSpace") == "pre"
    page.locator(".finding button").first.click()
    assert page.evaluate("() => document.activeElement.selectionStart") > len("variant Wrong")
    page.fill("#house-rules", 'variant Looks of Tictactoe "Only for looks":\n  named "只是好看" in zh-Hans\n')
    page.click("form.new > button.main")
    page.wait_for_selector(".links a")
    assert not wrong


QUICK = """
variant Quick of Tictactoe "Quick play":
  option hurry is yes or no, normally yes, "Nobody thinks for long"
"""


def test_options_of_a_house_rule_are_offered_with_it(browser: Any, tmp_path: Path) -> None:
    folder = tmp_path / "tic_tac_toe"
    shutil.copytree(ROOT / "games" / "tic_tac_toe", folder)
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "variants" / "quick.rules").write_text(QUICK, "utf-8")
    server = Server(tmp_path, games=(str(folder),))
    server.start()
    try:
        wrong: list[str] = []
        page = page_of(browser, wrong)
        page.goto(f"{server.address}/")
        page.get_by_label("Quick play").check()
        page.get_by_label("Nobody thinks for long").select_option("no")
        page.get_by_label("Quick play").uncheck()
        page.get_by_label("Nobody thinks for long").wait_for(state="detached")
        page.get_by_label("Quick play").check()
        page.get_by_label("Nobody thinks for long").wait_for()
        page.click("form.new > button.main")
        page.wait_for_selector(".links a")
        assert not wrong
    finally:
        server.kill()


def test_a_moment_of_the_replay_has_an_address(browser: Any, planned: SeatClient) -> None:
    wrong: list[str] = []
    page = page_of(browser, wrong, viewport={"width": 1400, "height": 900})
    page.goto(planned.link)
    turn_to(page, "table")
    page.get_by_text("Watch from the beginning").click()
    page.wait_for_selector(".replay")
    assert not page.locator(".when").count(), "no year had begun"
    page.locator(".replay input").fill("12")
    page.wait_for_function("() => document.querySelector('.replay h2').textContent.includes('13')")
    page.reload()
    page.wait_for_function("() => document.querySelector('.replay h2')?.textContent.includes('13')")
    assert re.search(r"Shogun/setup\.rules:\d+", page.inner_text(".story .cause >> nth=0")), "the line that did it"
    page.get_by_text("To the table").click()
    page.wait_for_selector(".when")
    assert "#" not in page.url and not wrong and not page.locator(".story .cause").count()


def test_a_replay_tells_why_and_quotes_the_rules(browser: Any, server: Server) -> None:
    """Each step shows the rule lines behind it; their texts open in place, by keyboard too, in the reader's language."""
    made = ask(f"{server.address}/api/v1/games", NewGame, {"game": "tic_tac_toe"})
    wrong: list[str] = []
    page = page_of(browser, wrong, locale="zh-CN")
    page.goto(made.seats[0].link)
    page.locator(".option", has_text="A1").click()
    page.wait_for_selector(".question [role=status]")
    page.goto(f"{page.url}#step=1")
    page.reload()
    page.get_by_text("为什么会这样").click()
    page.wait_for_selector(".causes li")
    assert re.search("[\u4e00-\u9fff]", page.inner_text(".causes .exact >> nth=0"))
    page.locator(".story .quote").first.press("Enter")
    page.wait_for_selector(".story blockquote p")
    assert page.get_attribute(".story .quote >> nth=0", "aria-expanded") == "true"
    page.locator(".causes .quote").first.click()
    page.wait_for_selector(".causes blockquote p")
    page.get_by_role("button", name="后退").click()
    page.wait_for_function("() => !document.querySelector('.causes li')")
    assert not [text for text in wrong if "404" not in text], "this game has no board"


def test_everybody_at_a_table_can_read_its_house_rules(browser: Any, server: Server) -> None:
    """Also a spectator, who is offered nothing that only players can do."""
    text = 'variant Short of Tictactoe "Short":\n  named "短局" in zh-Hans\n'
    made = ask(f"{server.address}/api/v1/games", NewGame, {"game": "tic_tac_toe", "text": text})
    one = made.seats[0].link
    for link in (one, made.watch):
        page = page_of(browser, [])
        page.goto(link)
        turn_to(page, "table")
        page.locator("summary", has_text="House rules").click()
        page.wait_for_selector(".variants pre")
        assert 'variant Short of Tictactoe "Short"' in page.inner_text(".variants pre")
        assert page.get_by_text("Try something out").count() == (link == one)


def test_what_was_planned_can_be_planned_again(browser: Any, server: Server) -> None:
    """After the plan was taken back, and after the page was loaded again, by one click."""
    wrong: list[str] = []
    (one, *_) = begin(server.address, game="shogun", players=3, seed=7, options={"setup": "Predetermined"})
    page = page_of(browser, wrong, viewport={"width": 1280, "height": 720})
    page.goto(one.link)
    page.get_by_text("The rest by chance").click()
    page.wait_for_selector(".form .main:not([disabled])")
    filled = page.eval_on_selector_all(".formlines b", "all => all.map(node => node.textContent)")
    page.locator(".form .main").click()
    page.locator(".undo").first.click()
    page.wait_for_selector(".form .main[disabled]")
    page.reload()
    page.get_by_text("As the last time").click()
    page.wait_for_selector(".form .main:not([disabled])")
    assert page.eval_on_selector_all(".formlines b", "all => all.map(node => node.textContent)") == filled
    below = "() => document.querySelector('.pick, .formlines').getBoundingClientRect().bottom - innerHeight"
    assert page.evaluate(below) < 0 and not wrong, "all of the plan is in sight"


def test_the_lobby_says_that_a_table_is_being_set(browser: Any, server: Server) -> None:
    wrong: list[str] = []
    page = page_of(browser, wrong)
    held: list[Any] = []
    page.route(
        "**/api/v1/games", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    page.goto(f"{server.address}/")
    page.select_option("form.new select[name=game]", "tic_tac_toe")
    page.click("form.new > button.main")
    page.get_by_text("its rules are compiled").wait_for()
    assert page.inner_text("form.new > button.main") == "One moment ..."
    assert page.is_disabled("form.new > button.main")
    held[0].continue_()
    page.wait_for_selector(".links a")
    assert not wrong


def _asked_for_one_of_many(route: Any) -> None:
    """The state with another question: which of 28 units, or none."""
    answer = route.fetch()
    state = answer.json()
    names = [f"{first} {second}" for first in ("Oda", "Hashiba", "Takigawa", "Kobayakawa") for second in
             ("Nobunaga", "Hideyoshi", "Mitsuhide", "Katsuie", "Nagahide", "Kazumasu", "Takakage")]  # fmt: skip
    options = [{"id": name, "label": name, "place": ""} for name in [*names, "none"]]
    question = {"name": "supply", "prompt": "supply: which unit is disbanded?", "asks": "", "rule": "game.rules:1"}
    state |= {"form": None, "decisions": [{**question, "clauses": [], "options": options, "refused": []}]}
    route.fulfill(response=answer, json=state)


def test_twenty_eight_options_are_in_view_at_once(browser: Any, server: Server) -> None:
    """In a small window, beside a map."""
    page = page_of(browser, [], viewport={"width": 1000, "height": 720})
    page.route("**/events?*", lambda route: route.abort())
    page.route(re.compile(r"/seats/\d\?"), _asked_for_one_of_many)
    page.goto(begin(server.address, game="tic_tac_toe")[0].link)
    page.wait_for_selector(".options.many")
    assert page.locator(".option").count() == 29
    assert page.evaluate(
        "() => { const d = document.querySelector('.decision'); return d.scrollHeight <= d.clientHeight; }"
    )
    assert page.locator(".map").bounding_box()["height"] > 120
    page.unroute_all(behavior="ignoreErrors")  # the page asks again and again


def test_a_refused_option_leads_to_the_line_that_refuses_it(browser: Any, tmp_path: Path) -> None:
    folder = tmp_path / "fold"
    folder.mkdir()
    (folder / "game.rules").write_text(FOLD, "utf-8")
    server = Server(tmp_path, games=(str(folder),))
    server.start()
    try:
        wrong: list[str] = []
        page = page_of(browser, wrong)
        page.goto(begin(server.address, game="fold")[0].link)
        page.get_by_text("Not allowed now: 1").click()
        page.get_by_role("button", name="Why Berta").click()
        page.wait_for_selector(".facts li")
        number = 1 + FOLD.split("\n").index(next(row for row in FOLD.split("\n") if "where it is tame" in row))
        assert f"game.rules:{number}" in page.inner_text(".facts"), page.inner_text(".facts")
        page.locator(".option").first.press("?")
        page.get_by_role("heading", name="What it would do").wait_for()
        said = page.inner_text(".facts")
        assert "BELLA" in said and "Not allowed now" not in said and f"Asked by: Fold/game.rules:{number}" in said, said
        assert not [text for text in wrong if "404" not in text], "this game has no board"
    finally:
        server.kill()


def test_the_lobby_tries_what_is_chosen_and_explains_what_there_is_to_choose(browser: Any, server: Server) -> None:
    wrong: list[str] = []
    page = page_of(browser, wrong)
    asked: list[Any] = []
    nothing = {"findings": [], "changes": [], "played": 0, "tried": []}

    def answer(route: Any) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(json=nothing)

    page.route("**/api/v1/check*", answer)
    page.goto(f"{server.address}/")
    page.select_option("form.new select[name=game]", "shogun")
    page.locator("form.new > label", has_text="Players").first.locator("select").select_option("3")
    page.fill("#house-rules", "# nothing")
    page.get_by_role("button", name="Check").click()
    page.get_by_text("These rules are in order.").wait_for()
    assert asked[0]["players"] == 3 and asked[0]["options"] == {}
    bots = page.locator("form.new .sitter select").first.locator("option").all_inner_texts()
    assert (
        bots[0] == "a person" and "bot random – by chance" in bots and "bot mcts:easy – thinks ahead, briefly" in bots
    )
    days = page.get_by_label("Time for each player").locator("option").all_inner_texts()
    assert days[1:3] == ["one day", "3 days"]
    assert not wrong
