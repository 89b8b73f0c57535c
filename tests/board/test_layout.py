"""Nothing on a board touches what it should not: measured on the boards that come along, in three languages."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from rulekit.board import faults, lay_out, read_board
from rulekit.board.geometry import Box, depth, distance, inside
from rulekit.board.solver import TOUCH, CandidatePosition, solve
from rulekit.board.text_width import broken, short, width
from tests.board.test_board import MDT, NOBUNAGA, TICTACTOE
from tests.board.test_board import game as game
from tests.playing import SHOGUN

BOARDS = {"shogun": SHOGUN, "tic tac toe": TICTACTOE, "most dangerous time": MDT, "nobunaga": NOBUNAGA}


@pytest.mark.parametrize("folder", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("language", ["en", "zh-Hans", "ja"])
def test_nothing_touches(folder: Path, language: str) -> None:
    """Names, numbers, marks, room for pieces: none upon another, no route through any of them, nothing over the edge."""
    layout = lay_out(read_board(folder), language)
    assert layout.spots.keys() == layout.board.places.keys()
    assert [str(fault) for fault in faults(layout)] == []


def test_the_count_of_faults_sees_them(game: Path) -> None:
    """The test above can fail: twelve places in one spot, and a route right through them."""
    rows = "".join(f"  t{k}: {{kind: Port, worth: 1, label: [{50 + k % 3}, 40]}}\n" for k in range(12))
    ends = "  west: {kind: Hill, worth: 1, label: [5, 40]}\n  east: {kind: Hill, worth: 1, label: [95, 40]}\n"
    (game / "map.yaml").write_text(f"towns:\n{rows}{ends}roads: [[west, east]]\npaths: []\n")
    found = [str(fault) for fault in faults(lay_out(read_board(game)))]
    assert any("mark of t0 and mark of t3" in fault for fault in found)
    assert any("way from west to east" in fault for fault in found) or len(found) > 20


def test_places_are_moved_apart_where_the_look_asks_for_room(game: Path) -> None:
    rows = "".join(f"  t{k}: {{kind: Port, worth: 1, label: [{50 + k}, 40]}}\n" for k in range(3))
    (game / "map.yaml").write_text(f"towns:\n{rows}roads: []\npaths: []\n")
    look = (game / "board.yaml").read_text().replace("size: [100, 80]", "size: [400, 300]\nroom: [40, 40]")
    (game / "board.yaml").write_text(look)
    spots = list(lay_out(read_board(game)).spots.values())
    assert all(abs(a.at[0] - b.at[0]) > 35 for a, b in pairwise(spots))
    assert [spot.at[0] for spot in spots] == sorted(spot.at[0] for spot in spots)  # in the order in which they lay


def test_a_layout_is_the_same_every_time() -> None:
    board = read_board(MDT)
    assert lay_out(board, "ja") == lay_out(board, "ja")


@pytest.mark.parametrize(
    ("a", "b", "crossed"),
    [((0, 5), (20, 5), True), ((0, 0), (3, 20), False), ((0, 12), (20, 12), False), ((7, 5), (8, 6), True)],
)
def test_segments_through_boxes(a: tuple[float, float], b: tuple[float, float], crossed: bool) -> None:
    assert Box(5, 0, 15, 10).crossed(a, b) is crossed


def test_points_in_polygons() -> None:
    corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 2.0), (0.0, 10.0)]
    assert inside((1, 5), corners) and inside((9, 5), corners) and not inside((5, 5), corners)
    assert depth((1, 5), corners) == 1 and depth((5, 5), corners) < 0
    assert distance((0, 5), (3, 0), (3, 4)) == pytest.approx(10**0.5)


def test_the_solver_gives_way() -> None:
    """The one with a choice leaves the spot to the one that has none."""
    spot, other = Box(0, 0, 10, 10), Box(20, 0, 30, 10)
    assert solve(
        [[CandidatePosition((spot,), 0), CandidatePosition((other,), 5)], [CandidatePosition((spot,), 0)]]
    ) == [1, 0]
    assert solve([[CandidatePosition((spot,), 0)], [CandidatePosition((spot,), TOUCH)]]) == [0, 0]  # nothing to be done


def test_texts() -> None:
    assert broken("Noda Fukushima") == ("Noda", "Fukushima") and broken("Kyo") == ("Kyo",)
    assert broken("Tanba-Kameyama") == ("Tanba-", "Kameyama")
    assert short("Oda Nobunaga") == "ON" and short("织田信长") == "信长" and short("Shingen") == "Sh"
    assert width("京都", 10) == 20 and width("ill", 10) < width("mmm", 10)
