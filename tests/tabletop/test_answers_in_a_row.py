"""Several answers in one line: what is chosen, where it stops, and how it is taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.cli.table.seating import seat_all
from rulekit.runtime.decisions import Decision
from rulekit.runtime.view_types import CardPlace
from rulekit.tabletop.answers_in_a_row import answer_in_a_row, answers_in
from rulekit.tabletop.autosave import Autosave
from rulekit.tabletop.driver import Driver
from rulekit.tabletop.numbering import OptionNumbers
from rulekit.tabletop.page import Paragraph
from rulekit.tabletop.question import QuestionMenu
from rulekit.tabletop.texts import Texts

CAMP = """game Camp "Camp":
  played by 2 players, called Ash, Birch
  begins with strike camp

kind hill is Near, Far
kind trade from "trades.yaml":
  column hands is a number
kind scout, as many for each trade as hands of it:
  at first in camp
kind chief is Bella, Berta:
  at first in camp
kind walker is a scout or a chief

places seen by all:
  camp: walkers
  post of each hill: walkers

marks seen by all:
  luck: from 0 to 6
  went: from 0 to 9

to strike camp:
  for seat 1: send some for me
  for seat 1: send some for me
  for seat 2: send some for me
  end the game, won by seat 1

to send some for {me: player}:
  choose hill among hills: "which hill?"
  choose any of (walkers in camp), as band: "who goes to {hill}?"
  each walker among band: move walker to post of hill
  raise went by 1
  if went is 2:
    let thrown be roll of a die
    set luck to thrown
  choose guard among walkers in post of hill, or none, for good: "who stays on {hill} for ever?"
"""


class Table:
    """A small game at one keyboard: what is typed, and what is said then."""

    def __init__(self, folder: Path, lang: str = "en") -> None:
        self.match = rulekit.load(folder).start(seed=1)
        self.driver = Driver(self.match, seat_all(2, {1: "human", 2: "human"}, (), people=True), Autosave())
        self.texts, self.numbering = Texts(lang), OptionNumbers()

    def menu(self, decision: Decision | None = None) -> QuestionMenu:
        asked = decision or self.match.decisions[0]
        return QuestionMenu(self.texts, asked, asked.player, numbering=self.numbering)

    def type(self, line: str) -> tuple[bool, str]:
        menu = self.menu()
        given, said = answer_in_a_row(self.driver, menu, answers_in(menu, line), self.menu)
        return given, "\n".join(block.text for block in said.blocks if isinstance(block, Paragraph))


def camp_in(tmp_path: Path, lang: str = "en", rules: str = CAMP) -> Table:
    (tmp_path / "game.rules").write_text(rules, encoding="utf-8")
    (tmp_path / "trades.yaml").write_text("trades:\n  Foot: {hands: 4}\n", encoding="utf-8")
    return Table(tmp_path, lang)


@pytest.fixture
def camp(tmp_path: Path) -> Table:
    return camp_in(tmp_path)


def on(table: Table, hill: str) -> list[str]:
    """Who is on a hill."""
    rows = [row for sheet in table.match.view("Ash").tables if sheet.of == "hill" for row in sheet.rows]
    (place,) = next(row for row in rows if row.key == hill).places
    assert isinstance(place, CardPlace)
    return sorted(card.name for card in place.cards if card is not None)


def test_each_answers_the_question_that_the_one_before_leads_to(camp: Table) -> None:
    assert camp.type("Far, scout x3, Berta, 0, none") == (True, "")
    assert on(camp, "Far") == ["Berta", *["scout of Foot"] * 3]
    assert camp.menu().decision.prompt() == "which hill?"


def test_numbers_are_those_that_the_question_would_show(camp: Table) -> None:
    camp.type("Far, 1 x2")
    assert camp.type("3, 0")[0]
    assert on(camp, "Far") == ["Berta", "scout of Foot", "scout of Foot"]


@pytest.mark.parametrize(("lang", "word"), [("en", "all"), ("zh-Hans", "全部"), ("ja", "すべて")])
def test_all_is_whatever_can_be_chosen(tmp_path: Path, lang: str, word: str) -> None:
    camp = camp_in(tmp_path, lang)
    assert camp.type(f"Near, {word}")[0] and len(on(camp, "Near")) == 6


def test_all_means_nothing_where_one_is_chosen(camp: Table) -> None:
    assert answers_in(camp.menu(), "all") == []


def test_what_is_given_in_one_line_is_taken_back_in_one(camp: Table) -> None:
    camp.type("Far, scout x3, Berta, 0, none")
    camp.driver.undo("Ash")
    assert camp.match.decided == 0 and not on(camp, "Far")
    camp.type("Far, scout x3, 0")
    camp.driver.undo("Ash", alone=True)
    assert camp.menu().decision.prompt() == "who goes to Far?"


def test_it_stops_at_what_is_no_answer_and_says_what_was_not_used(camp: Table) -> None:
    given, said = camp.type("Far, Berta, Bertram, 0")
    assert given and "“who goes to Far?”" in said and "Not used: Bertram, 0" in said
    assert camp.match.decided == 2
    assert camp.type("Bertram, 0")[0] is False and camp.match.decided == 2


def test_no_more_than_there_are_are_taken(camp: Table) -> None:
    given, said = camp.type("Far, scout x5, 0")
    assert given and "from 1 to 4 times" in said and camp.match.decided == 1


def test_what_is_for_good_is_answered_by_itself(camp: Table) -> None:
    given, said = camp.type("Far, Berta, 0, Berta")
    assert given and "that is for good" in said
    assert camp.menu().decision.final


def test_chance_ends_it(camp: Table) -> None:
    """Who would answer otherwise after the die is asked again."""
    camp.type("Far, Berta, 0, none")
    given, said = camp.type("Near, Bella, 0, none")
    assert given and said.endswith("Not used: none") and camp.menu().decision.prompt() == "who stays on Near for ever?"


def test_nobody_answers_for_another_player(camp: Table) -> None:
    camp.type("Far, Berta, 0, none")
    camp.type("Near, Bella, 0")
    given, said = camp.type("none x1, Far")
    assert given and said.endswith("Not used: Far")
    assert camp.menu().decision.player == "Birch"


def test_the_name_of_an_option_may_hold_commas(tmp_path: Path) -> None:
    text = CAMP.replace("kind hill is Near, Far\n", 'kind hill is Near, Far, "Far, far away"\n')
    camp = camp_in(tmp_path, rules=text)
    assert answers_in(camp.menu(), "Far, far away") == []
    assert answers_in(camp.menu(), "Far, all") == ["Far", "all"]
