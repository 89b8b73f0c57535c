"""Boards are drawn from tables: what is drawn, what the text form says, and what mistakes are answered with."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulekit.api import check
from rulekit.board import chart, lay_out, read_board, svg
from rulekit.cli import main
from rulekit.diagnostics import RulesError
from tests.playing import ROOT, SHOGUN

TICTACTOE = ROOT / "games" / "tic_tac_toe"
MDT = ROOT / "plugins" / "most_dangerous_time" / "rulekit_most_dangerous_time" / "game"
NOBUNAGA = ROOT / "plugins" / "nobunaga_successors" / "rulekit_nobunaga_successors" / "game"
SVG = "{http://www.w3.org/2000/svg}"
LOOK = """
table: map.yaml
places: towns
size: [100, 80]
legend: [5, 5]
number: worth
sorts:
  column: kind
  Port: {shape: star, letter: P, size: 5}
  Hill: {name: Old hill, letter: h}
routes:
  roads: {name: Road, width: 3}
  paths: {name: Path, dash: "3 2"}
tint: {column: lord, red: "#cc0000"}
"""
MAP = """
towns:
  alder: {kind: Port, worth: 3, lord: red, label: [10, 10], names: {en: Alder, ja: 榛}}
  beech: {kind: Hill, worth: 0, lord: none, label: [90, 70], names: {en: "Beech & Birch"}}
  cedar: {kind: Hill, worth: 2, lord: red, outline: [[40, 40], [60, 40], [50, 70]]}
  limbo: {kind: Hill, worth: 1, lord: none}
roads:
  - [alder, beech]
paths:
  - [beech, cedar]
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "board.yaml").write_text(LOOK)
    (tmp_path / "map.yaml").write_text(MAP)
    (tmp_path / "game.rules").write_text("# a board needs no rules\n")
    return tmp_path


def test_everything_of_the_tables_is_drawn(game: Path) -> None:
    drawn = ElementTree.fromstring(svg(read_board(game)))
    names = ["".join(text.itertext()) for text in drawn.iter(f"{SVG}text")]
    assert names == [
        "3",
        "Alder",
        "Beech & Birch",
        "Cedar",
        "2",
        *("Places", "Port", "Old hill", "1", "Worth"),
        *("Routes", "Road", "Path"),
        *("Lord", "Red"),
    ]
    places = [group for group in drawn.iter(f"{SVG}g") if (group.get("id") or "").startswith("place-")]
    assert [(group.get("id"), group.get("data-place")) for group in places] == [
        ("place-alder", "Alder"),
        ("place-beech", "Beech"),
        ("place-cedar", "Cedar"),
    ]
    ways = [group for group in drawn.iter(f"{SVG}g") if group.get("data-route")]
    assert [
        (w.get("data-route"), w.get("data-from"), w.get("data-to"), w[1].get("stroke-dasharray")) for w in ways
    ] == [
        ("roads", "Alder", "Beech", None),
        ("paths", "Beech", "Cedar", "3 2"),
    ]
    area = next(path for path in drawn.iter(f"{SVG}path") if path.get("class") == "rk-area")
    assert area.get("d") == "M40 40L60 40L50 70Z" and area.get("fill") == "#cc0000"


def test_the_groups_of_a_legend_have_titles_in_the_language_of_the_reader(game: Path) -> None:
    def titles(lang: str) -> list[str]:
        return re.findall(r'class="rk-title"[^>]*>([^<]*)<', svg(read_board(game), lang))

    assert titles("en") == ["Places", "Routes", "Lord"]
    assert titles("zh-Hans") == ["地点", "路线", "Lord"] and titles("ja") == ["場所", "道", "Lord"]
    (game / "board.yaml").write_text(LOOK[: LOOK.index("routes:")])
    assert titles("en") == []  # one group alone needs none


def test_names_in_other_languages(game: Path) -> None:
    assert ">榛<" in svg(read_board(game), "ja") and ">Cedar<" in svg(read_board(game), "ja")


def test_a_region_and_a_route_are_named_in_the_language_of_the_reader() -> None:
    """The names of regions stand in a table of their own, beside the places."""

    def told(lang: str) -> list[str]:
        return re.findall("<title>([^<]*)</title>", svg(read_board(NOBUNAGA), lang))

    assert "Kasugayama: Large castle; Echigo" in told("en")
    assert "春日山：大规模城；越后" in told("zh-Hans") and "山地：弓木 – 出石" in told("zh-Hans")


def test_the_text_form_lists_every_place_with_its_neighbours(game: Path) -> None:
    text = chart(read_board(game), "en", 40)
    above, keys, below = text.rsplit("\n\n", 2)
    assert re.findall(r"[Ph]\d", above) == ["P1", "h3", "h2"]
    assert keys == "P  Port\nh  Old hill"
    assert below.splitlines() == [
        "P1   Alder          3   Road: Beech & Birch 2",
        "h2   Beech & Birch  -   Road: Alder 1; Path: Cedar 3",
        "h3   Cedar          2   Path: Beech & Birch 2",
    ]


def test_few_places_stand_together_with_no_empty_lines_around_them() -> None:
    text = chart(read_board(TICTACTOE))
    drawn = text.split("\n\no1")[0].splitlines()
    assert len(drawn) < 12 and "o1" in drawn[0] and "o9" in drawn[-1]
    assert "o9   C1\n" in text  # no column for numbers that no place has
    assert max(map(len, chart(read_board(SHOGUN)).splitlines())) > 90  # a full board is as wide as before


def test_places_that_lie_close_together_are_all_written(game: Path) -> None:
    rows = "".join(f"  t{k}: {{kind: Port, worth: 1, label: [50, 40]}}\n" for k in range(12))
    (game / "map.yaml").write_text(f"towns:\n{rows}roads: []\npaths: []\n")
    assert len(re.findall(r"P\d+", chart(read_board(game)).split("\n\nP  Port")[0])) == 12


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"#cc0000"', "red", "`red` is no colour"),
        ("star", "blob", "there is no shape `blob`"),
        ("size: [100, 80]", "size: wide", "here should stand two numbers"),
        ("size: [100, 80]\n", "", "`size` is missing here"),
        ("letter: P", "letter: PP", "here should stand one letter"),
        ('"3 2"', '"3, x"', "is no row of lengths"),
        ("legend:", "legende:", "nothing reads `legende`"),
        ("width: 3", "width: thick", "here should stand a number"),
        ("  roads: {", "  rails: {", "map.yaml holds no table `rails`"),
        ("{name: Road, width: 3}", "Road", "here should stand names"),
    ],
)
def test_mistakes_are_told_with_their_place(game: Path, old: str, new: str, said: str) -> None:
    assert LOOK.count(old) == 1
    (game / "board.yaml").write_text(LOOK.replace(old, new))
    with pytest.raises(RulesError, match=re.escape(said)) as told:
        read_board(game)
    assert re.search(r"(board|map)\.yaml:\d+:\d+: error RK20\d", str(told.value))


def test_a_route_to_nowhere_is_told(game: Path) -> None:
    (game / "map.yaml").write_text(MAP.replace("[alder, beech]", "[alder, limbo]"))
    with pytest.raises(RulesError, match="a route joins two places that are drawn"):
        read_board(game)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("map.yaml", "../map.yaml", "no table file ../map.yaml"),
        ("places: towns", "places: tombs", "map.yaml holds no `tombs`"),
    ],
)
def test_a_table_that_is_not_there(game: Path, old: str, new: str, said: str) -> None:
    (game / "board.yaml").write_text(LOOK.replace(old, new))
    with pytest.raises(RulesError, match=re.escape(said)):
        read_board(game)


@pytest.mark.parametrize(
    ("old", "new", "where", "code"),
    [
        ("letters: 13", "shapes: 3", "board.yaml:5:1", "RK206"),
        ("size: [360, 360]", "size: [1e999, -1]", "board.yaml:4:8", "RK205"),
        ("table: squares.yaml", "table: circles.yaml", "board.yaml:1:1", "RK203"),
        ("places: squares", "places: circles", "board.yaml:1:1", "RK203"),
        ("letters: 13", "letters: [", None, "RK201"),
        ("letters: 13", "strip: 3", "board.yaml:5:8", "RK205"),
        ("letters: 13", "strip: [hill]", "board.yaml:5:9", "RK205"),
        ("letters: 13", "stops: 3", "board.yaml:5:8", "RK205"),
        ("letters: 13", "stops: [end the game twice]", "board.yaml:5:9", "RK205"),
        ("letters: 13", "players: {held: Held, score: Score, owner: Owner}", "board.yaml:5:37", "RK205"),
        ("letters: 13", "players: [score]", "board.yaml:5:10", "RK205"),
        ("mark: owner", "mark: hodler", "board.yaml:9:9", "RK205"),
        ("letters: 13", "markers: {roial: {shape: flame}}", "board.yaml:5:11", "RK205"),
        ("letters: 13", "markers: {row: {shape: flame}}", "board.yaml:5:11", "RK205"),
        ("letters: 13", "pieces: {crosss: {shape: flame}}", "board.yaml:5:10", "RK205"),
        ("letters: 13", "pieces: {square: {owner: onwer}}", "board.yaml:5:26", "RK205"),
    ],
)
def test_check_reads_the_look_of_the_board(old: str, new: str, where: str | None, code: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(TICTACTOE, tmp_path / "game"))
    text = (folder / "board.yaml").read_text()
    assert old in text and not check(folder)[0]
    (folder / "board.yaml").write_text(text.replace(old, new))
    for _ in range(2):  # what is wrong is not kept as clean
        found, sources = check(folder)
        assert found[0].code == code and found[0].span.file in sources
        assert found[0].span.file.endswith("board.yaml") and str(found[0].span).endswith(where or "")


def test_a_marker_that_is_worked_out(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(TICTACTOE, tmp_path / "game"))
    rules, look = folder / "game.rules", folder / "board.yaml"
    rules.write_text(f"{rules.read_text()}\nwhether {{p: square}} is royal: yes   # no RK371: it is drawn\n")
    look.write_text(look.read_text().replace("letters: 13", "markers: {royal: {shape: flame}}"))
    [found] = [d for d in check(folder)[0] if d.code == "RK205"]
    assert found.message == "`royal` is a condition, not a mark" and str(found.span).endswith("board.yaml:5:11")


def test_the_command_writes_a_file_or_shows_text(game: Path, tmp_path: Path) -> None:
    run, drawn = CliRunner().invoke, svg(read_board(game), title=game.name)
    assert run(main, ["board", str(game)]).output == chart(read_board(game))
    assert run(main, ["board", str(game), "--svg", "-"]).output == drawn
    file = tmp_path / "b.svg"
    assert "3 places, 2 routes" in run(main, ["board", str(game), "--svg", str(file)]).output
    assert file.read_text(encoding="utf-8") == drawn
    (game / "board.yaml").unlink()
    result = run(main, ["board", str(game)])
    assert result.exit_code == 1 and "says nothing about a board" in str(result.output) + str(result.exception)


@pytest.mark.parametrize(
    ("folder", "places", "routes"), [(MDT, 89, 140), (NOBUNAGA, 119, 237), (SHOGUN, 45, 97), (TICTACTOE, 9, 0)]
)
def test_the_boards_that_come_along(folder: Path, places: int, routes: int) -> None:
    board = read_board(folder)
    assert (len(board.places), len(board.routes)) == (places, routes)
    tints = {place.tint for place in board.places.values()} - {"none", ""}
    assert tints <= set(board.look.tint.colours)
    assert tints or not board.look.tint.column
    assert {place.sort for place in board.places.values()} <= {*board.look.marks, ""}
    assert all(0 <= p.at[0] <= board.look.width and 0 <= p.at[1] <= board.look.height for p in board.places.values())
    ElementTree.fromstring(svg(board, "zh-Hant"))


def test_a_name_stands_below_its_mark_where_there_is_room(game: Path) -> None:
    spot = lay_out(read_board(game)).spots["alder"]
    assert spot.mark is not None
    assert spot.label.top > spot.mark.bottom and spot.label.left < 10 < spot.label.right
