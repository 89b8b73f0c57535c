"""Lines of rule tests that differ in numbers and names only are read once: each means what it means if it is read itself."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from rulekit.dsl.program import Program
from rulekit.dsl.rule_tests import RuleTestReader
from rulekit.dsl.shapes import Shapes
from rulekit.dsl.syntax import Line
from rulekit.dsl.tree import Node, Statement
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from tests.playing import SHOGUN, TOY

pytestmark = pytest.mark.slow

LINES = """\
  given Ash owns Cedar with 2 guards
  given Birch owns Elm with 3 guards
  given Ash owns Elm with 1 guards
  given players Ash, Birch
  given players Birch, Ash
  given purse of Ash holds 5 coins
  given purse of Birch holds 12 coins
  when Ash: move 2 coins from bank to my purse
  when Birch: move 3 coins from bank to my purse
  when Birch: move 3 coins from bank to purse of Birch
  when Ash: move 1 coin from bank to purse of Birch
  when Ash carries out March in Alder
  when Birch carries out Collect in Beech
  then Ash may choose exactly Alder, Beech
  then Ash may choose exactly Cedar, Cedar
  then Birch may choose exactly 3, 4
  then owner of Alder is Ash and owner of Beech is Birch
  then owner of Alder is Birch and owner of Alder is Birch
  then (number of towns of Ash) + 2 is 3
  then (number of towns of Birch) + 3 is 3
  then (number of towns of Ash) + 2 is -3
  then (number of towns of Birch) + 2 is -4
  then (number of towns of Birch) -4 is 3
  then (number of towns of Ash) -5 is 3
  then (number of towns of Ash) - 6 is 3
  then spot 1 of order-row is empty
  then spot 2 of order-row is empty
  then Ash may not choose Fir, because "Fir is far"
  then Ash may not choose Elm, because "Elm is far"
"""


def plain(value: Any) -> Any:
    """A meaning as plain data."""
    if isinstance(value, Node):
        said = value.phrase.text if value.phrase is not None else ""
        return value.op, value.type, value.word, said, plain(dict(value.args)), plain(dict(value.data))
    if isinstance(value, Statement):
        said = value.phrase.text if value.phrase is not None else ""
        inside = plain(dict(value.args)), plain(dict(value.data)), plain(value.body), plain(value.otherwise)
        return value.op, value.text, value.span, said, inside
    if isinstance(value, dict):
        return {name: plain(x) for name, x in value.items()}
    return [plain(x) for x in value] if isinstance(value, (tuple, list)) else getattr(value, "name", value)


def read(folder: Path) -> Program:
    return read_program(folder, find_plugins().devices, tests=True)


def meanings(program: Program) -> list[Any]:
    assert not program.found
    return [(op, plain(values), span, text) for test in program.tests for op, values, span, text in test.lines]


def toy(place: Path, lines: str) -> Path:
    folder = Path(shutil.copytree(TOY, place / "toy"))
    (folder / "tests" / "shapes.rules").write_text(f'test "shapes":\n{lines}  then the game is not over\n')
    return folder


def each_by_itself(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Shapes, "of", lambda *_: None)


@pytest.mark.parametrize("game", ["toy", "shogun"])
def test_a_line_of_a_known_shape_means_what_it_means_by_itself(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = SHOGUN if game == "shogun" else toy(tmp_path, LINES)
    quick = meanings(read(folder))
    each_by_itself(monkeypatch)
    assert meanings(read(folder)) == quick


def test_most_lines_are_not_read_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    read_themselves: list[str] = []
    usual = RuleTestReader._read_line

    def listed(reader: RuleTestReader, line: Line) -> tuple[str, dict[str, Any]] | None:
        read_themselves.append(line.words)
        return usual(reader, line)

    monkeypatch.setattr(RuleTestReader, "_read_line", listed)
    program = read(SHOGUN)
    assert len(read_themselves) * 8 < sum(len(test.lines) for test in program.tests)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("  given purse of Ash holds 5 coins\n  given purse of Ash holds 41 coins\n", "there are only 40 coins"),
        ("  given the dice will show 3, 5\n  given the dice will show 3, 7\n", "a die shows 1 to 6"),
        ("  given option rounds is 3\n  given option rounds is 12\n", "it is: 1 to 9"),
        ("  given 2 players\n  given 7 players\n", "7"),
        ("  given players Ash, Birch\n  given players Ash, Cedar\n", "nobody is called `Cedar` here"),
        ("  given Ash owns Alder with 2 guards\n  given Ash owns Foul Tide with 2 guards\n", ""),
        ("  given Ash owns Alder with 2 guards\n  given Ash owns Nowhere with 2 guards\n", ""),
        ("  when Ash: set owner of Alder to Ash\n  when Ash: set owner of Alder to Beech\n", ""),
    ],
)
def test_a_mistake_in_the_second_line_of_a_shape_is_told(
    lines: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = toy(tmp_path, lines)
    quick = read(folder).found
    assert [d.span.line for d in quick if d.severity == "error"] == [3]
    assert said in quick[0].message + (quick[0].hint or "")
    each_by_itself(monkeypatch)
    assert read(folder).found == quick
