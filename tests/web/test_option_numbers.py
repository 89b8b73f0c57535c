"""The numbers under which options are chosen on the page: what declines is 0 and stands last, amounts are their own numbers."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.web.client import begin as begin_at
from tests.web.asking import TestClient
from tests.web.browsing import page_of
from tests.web.serving import Server
from tests.web.test_games import begin, choose, look
from tests.web.test_notes import stall

__all__ = ["stall"]


def test_the_api_says_which_option_declines(stall: TestClient) -> None:
    game, seats, _ = begin(stall, game="stall", players=2, seed=1)
    form = look(stall, game, 1, seats[0])["form"]
    assert [option["label"] for option in form["options"] if option.get("declines")] == ["none"]
    for seat in (1, 2):
        for _ in range(3):
            choose(stall, game, seat, seats[seat - 1], "none")
    amounts = look(stall, game, 1, seats[0])["decisions"][0]["options"]
    assert amounts[0]["label"] == "0" and not any(option.get("declines") for option in amounts)


NUMBERED = """([labels, declining]) => import("/static/parts.js").then(({ numbered }) =>
  numbered(labels.map((label) => ({ label, declines: declining.includes(label) })))
    .map(({ number, label }) => [number, label]))"""


@pytest.mark.parametrize(
    ("labels", "declining", "numbers"),
    [
        (["none", "Kii", "Kaga"], ["none"], [[1, "Kii"], [2, "Kaga"], [0, "none"]]),
        (["0", "1", "2"], [], [[0, "0"], [1, "1"], [2, "2"]]),
        (["3", "5", "none"], ["none"], [[3, "3"], [5, "5"], [0, "none"]]),
        (["0", "1", "none"], ["none"], [[0, "0"], [1, "1"], [3, "none"]]),
        (["yes", "no"], ["no"], [[1, "yes"], [0, "no"]]),
    ],
)
def test_numbers_on_the_page(
    browser: Any, server: Server, labels: list[str], declining: list[str], numbers: list[list[Any]]
) -> None:
    page = page_of(browser, [])
    page.goto(f"{server.address}/")
    assert page.evaluate(NUMBERED, [labels, declining]) == numbers


def test_a_digit_chooses_the_option_with_that_number(browser: Any, server: Server) -> None:
    wrong: list[str] = []
    one, *_ = begin_at(server.address, game="tic_tac_toe", seed=1)
    page = page_of(browser, wrong)
    page.goto(one.link)
    page.wait_for_selector(".option kbd")
    assert page.locator(".option kbd").all_inner_texts() == [str(k) for k in range(1, 10)]
    label = page.locator(".option").nth(4).get_attribute("data-name")
    page.keyboard.press("5")
    page.wait_for_function("() => document.querySelectorAll('.option').length !== 9")
    view = one.look().view
    marked = [
        row.name
        for sheet in view.tables
        for row in sheet.rows
        if any(m.key == "owner" and m.id != "none" for m in row.marks)
    ]
    assert marked == [label] and not wrong


@pytest.mark.parametrize(("numbers", "alone"), [([1, 2, 0], True), ([8, 9, 10], False), (list(range(1, 11)), False)])
def test_a_digit_is_enough_where_no_number_has_two(
    browser: Any, server: Server, numbers: list[int], alone: bool
) -> None:
    """Else a field takes the number, as where there are many options."""
    page = page_of(browser, [])
    page.goto(f"{server.address}/")
    asked = (
        "numbers => import('/static/parts.js').then(({ byDigit }) => byDigit(numbers.map((number) => ({ number }))))"
    )
    assert page.evaluate(asked, numbers) == alone
