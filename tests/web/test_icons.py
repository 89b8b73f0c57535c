"""Which drawing stands for a thing: its own, or else that of its smallest kind that has one."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import evolve

import rulekit
from rulekit.board import Board, read_board
from rulekit.runtime.labels import Labels
from rulekit.web.icons import icons_as_read, icons_of
from tests.playing import SHOGUN

BATTLE, CHEST = "Battle A", "chest-card 3"


def drawn_by(icons: Mapping[str, str]) -> Board:
    board = read_board(SHOGUN)
    return evolve(board, look=evolve(board.look, icons=icons))


@pytest.mark.parametrize(
    ("icons", "battle", "chest"),
    [
        ({}, None, None),
        ({"planning-card": "card"}, None, "card"),
        ({"chest-card": "coffer", "planning-card": "card", "action": "flag"}, "flag", "coffer"),
        ({BATTLE: "blades", "action": "flag", CHEST: "coin", "chest-card": "coffer"}, "blades", "coin"),
    ],
)
def test_things_have_their_own_icon_or_that_of_a_kind(
    icons: Mapping[str, str], battle: str | None, chest: str | None
) -> None:
    found = icons_of(drawn_by(icons), rulekit.load(SHOGUN).start(4, 1).compiled.image)
    assert (found.get(BATTLE), found.get(CHEST)) == (battle, chest)


@pytest.mark.parametrize(("lang", "bid"), [("en", "your bid"), ("zh-Hans", "出价")])
def test_lines_are_found_by_what_people_read(lang: str, bid: str) -> None:
    image = rulekit.load(SHOGUN).start(4, 1).compiled.image
    assert icons_as_read(drawn_by({"bid-space": "steps"}), Labels(image, lang)).get(bid) == "steps"
    assert icons_as_read(drawn_by({}), Labels(image, lang)) == {} == icons_as_read(None, Labels(image, lang))


def test_every_place_has_a_text_by_which_a_line_can_be_found() -> None:
    image = rulekit.load(SHOGUN).start(4, 1).compiled.image
    for place in image.places:
        assert set(icons_as_read(drawn_by({place: "flag"}), Labels(image, "en")).values()) == {"flag"}, place
