"""The map in cells: every place where it belongs, labels that touch nothing, options, owners and news that can be seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.color import ColorSystem

from rulekit.board import Position, read_board
from rulekit.board.position import PlaceContents, Stack
from rulekit.board.sides import owners
from rulekit.tui.canvas import Canvas, blend
from rulekit.tui.drawing import MapScene, draw
from rulekit.tui.geography import geography
from rulekit.tui.labels import labels, overlaps
from rulekit.tui.raster import Raster
from tests.board.test_board import MDT, NOBUNAGA, TICTACTOE
from tests.playing import ROOT, SHOGUN

CHESS = ROOT / "games" / "chess"
LANGUAGES = ("en", "zh-Hans", "ja")


def shown(canvas: Canvas) -> list[str]:
    return ["".join(segment.text for segment in row) for row in canvas.rows()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("folder", "columns"), [(SHOGUN, 80), (TICTACTOE, 40)])
def test_all_names_of_an_area_board_are_read_and_none_touches_another(
    folder: Path, columns: int, language: str
) -> None:
    board = read_board(folder)
    raster = Raster(geography(board), columns)
    found = labels(raster, {key: place.name(language) for key, place in board.places.items()})
    assert overlaps(list(found.values())) == []
    assert all(label.name for label in found.values())


@pytest.mark.parametrize("folder", [MDT, NOBUNAGA])
def test_names_of_a_crowded_board_are_read_when_it_is_large(folder: Path) -> None:
    board = read_board(folder)
    raster = Raster(geography(board), 220)
    found = labels(raster, {key: place.name("en") for key, place in board.places.items()})
    assert overlaps(list(found.values())) == []
    assert all(label.name for label in found.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("folder", "columns"), [(MDT, 75), (MDT, 100), (NOBUNAGA, 75), (NOBUNAGA, 100)])
def test_labels_of_a_crowded_board_touch_nothing_on_a_small_screen(folder: Path, columns: int, language: str) -> None:
    """There is no room for every name then, but for the owner of every place."""
    board = read_board(folder)
    raster = Raster(geography(board), columns)
    found = labels(raster, {key: place.name(language) for key, place in board.places.items()})
    assert overlaps(list(found.values())) == [] and len(found) == len(board.places)
    assert sum(bool(label.name) for label in found.values()) > len(found) / 2


@pytest.mark.parametrize("folder", [MDT, NOBUNAGA])
def test_what_has_no_room_beside_a_place_is_not_written_on_the_next_one(folder: Path) -> None:
    """Nor up to it, so that the numbers of two places are not read as one."""
    board = read_board(folder)
    raster = Raster(geography(board), 75)
    found = labels(raster, {key: place.name("en") for key, place in board.places.items()})
    full = [Stack("counter", side, 12, 12, "12 counters") for side in ("Red", "Blue", "Yellow")]
    position = Position(
        {place.thing: PlaceContents(place.thing, "Red", full) for place in board.places.values()}, {"Red": "Red"}
    )
    options = {place.thing: 12 for place in board.places.values()}
    text = shown(draw(raster, found, MapScene(position, owners(board, position, "en"), options, [])))
    for key, label in found.items():
        if label.name and label.held != label.y:
            assert text[label.y][label.x :].startswith(label.name), key
        assert label.x == 0 or not any(text[row][label.x - 1].isalnum() for row in label.rows), key


def test_a_flat_board_of_areas_is_drawn_taller() -> None:
    """The picture of SHOGUN is more than twice as wide as high, as a window is; in cells each row of it is needed."""
    frame = geography(read_board(SHOGUN)).frame
    assert (frame.right - frame.left) / (frame.bottom - frame.top) < 2
    square = geography(read_board(TICTACTOE)).frame
    assert (square.right - square.left) / (square.bottom - square.top) == pytest.approx(1)


def test_every_cell_belongs_to_the_area_that_it_lies_in() -> None:
    board = read_board(TICTACTOE)
    raster = Raster(geography(board), 40)
    middle = raster.rows // 2
    assert [raster.owner[y][20] for y in (3, middle, raster.rows - 3)] == ["B3", "B2", "B1"]
    assert [raster.owner[middle][x] for x in (5, 20, 35)] == ["A2", "B2", "C2"]
    assert raster.owner[0][0] is None


def test_owner_strength_option_and_news_are_signs_and_not_colours_alone() -> None:
    board = read_board(SHOGUN)
    raster = Raster(geography(board), 100)
    found = labels(raster, {key: place.name("en") for key, place in board.places.items()})
    standing = PlaceContents(
        "Kai", "Red", [Stack("army", "Red", 4, 4, "4 armies"), Stack("castle", "", 2, 2, "2 castles")]
    )
    position = Position({"Kai": standing}, {"Red": "Red"})
    sides = owners(board, position, "en")
    label = found["Kai"]
    text = shown(draw(raster, found, MapScene(position, sides, {"Kai": 7}, ["Kai"])))
    assert text[label.y][label.x :].startswith("Kai")
    assert text[label.held][label.x :].startswith("7 *R4♜2")


def test_pieces_with_signs_of_their_own_are_shown_by_them() -> None:
    board = read_board(CHESS)
    raster = Raster(geography(board), 100)
    found = labels(raster, {key: place.name("en") for key, place in board.places.items()})
    knight = Stack("figure", "White", 1, 1, "white knight b", signs=("♘",))
    position = Position({"B1": PlaceContents("B1", "", [knight])}, {"White": "White"})
    text = shown(draw(raster, found, MapScene(position, owners(board, position, "en"), {"B1": 9}, [])))
    assert text[found["B1"].held][found["B1"].x :].startswith("9 ♘")


def test_wide_letters_are_never_cut_in_two() -> None:
    canvas = Canvas(6, 1)
    from rich.style import Style

    canvas.write(0, 0, "甲斐信濃", Style())
    assert shown(canvas) == ["甲斐信"]
    canvas = Canvas(5, 1)
    canvas.write(0, 0, "甲斐信濃", Style())
    assert shown(canvas) == ["甲斐 "]


@pytest.mark.parametrize("folder", [SHOGUN, NOBUNAGA])
def test_the_land_of_two_players_has_two_colours_where_there_are_256(folder: Path) -> None:
    """And none is a grey, as what nobody owns."""
    board = read_board(folder)
    raster = Raster(geography(board), 100)
    thing, found = next(iter(board.places.values())).thing, set()
    sides = [side for side in board.look.owners.sides if side != "Black"]
    for side in sides:
        position = Position({thing: PlaceContents(thing, side, [])}, {key: key for key in sides})
        scene = MapScene(position, owners(board, position, "en"), vivid=True)
        canvas = draw(raster, {}, scene)
        colours = {s.style.bgcolor for row in canvas.rows() for s in row if s.style and s.style.bgcolor}
        empty = draw(raster, {}, MapScene(vivid=True))
        before = {s.style.bgcolor for row in empty.rows() for s in row if s.style and s.style.bgcolor}
        (shown,) = colours - before
        own = shown.downgrade(ColorSystem.EIGHT_BIT)
        red, green, blue = own.get_truecolor()
        assert max(red, green, blue) - min(red, green, blue) > 30, side
        found.add(own.number)
    assert len(found) == len(sides)


def test_colours_are_mixed() -> None:
    assert blend("#000000", "#ffffff", 0.5) == "#808080"
    assert blend("#102030", "#ffffff", 0) == "#102030"
