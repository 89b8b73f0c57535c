"""Variants that change single lines, whole headings, tables and numbers, each with rule tests of what comes out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.rule_tests.runner import run_tests
from tests.playing import TOY

pytestmark = pytest.mark.slow

HEAD = 'variant Tried of Hill Towns "Tried":\n'
RICH = """
test "what came of it":
  given owner of Alder is Ash
  given Alder holds 4 guards of Ash
  given purse of Ash holds 9 coins
"""
GOOD = {
    "instead of a line, with the names that it saw": (
        '  instead of the line "set owner of goal to me" of March: raise my points by n + income of goal\n',
        "  when Ash carries out March in Alder\n  when Ash chooses Fir\n  when Ash chooses 2\n"
        "  then points of Ash is 2 + income of Fir\n  then owner of Fir is none\n",
    ),
    "before a line": (
        '  before the line "here becomes walled" of Fortify:\n    if here is not walled: raise my points by 3\n',
        "  when Ash carries out Fortify in Alder\n  then points of Ash is 3\n  then Alder is walled\n",
    ),
    "after a line, and after the otherwise that belongs to it": (
        '  after the line "if goal belongs to me or owner of goal is none" of March: raise my points by 5\n',
        "  when Ash carries out March in Alder\n  when Ash chooses Fir\n  when Ash chooses 2\n  then points of Ash is 5\n",
    ),
    "remove a line": (
        '  remove the line "move (wall-price of here) coins from my purse to bank" of Fortify\n',
        "  when Ash carries out Fortify in Alder\n  then purse of Ash holds exactly 9 coins\n  then Alder is walled\n",
    ),
    "a line inside a block, called without what follows the colon": (
        '  instead of the line "to sell" of hold a fair:\n    to "sell": move up to 4 coins from bank to my purse\n',
        '  when hold a fair\n  when Ash chooses "sell"\n  then purse of Ash holds exactly 13 coins\n',
    ),
    "a line of a deed of a scene, by a mark that the scene gets": (
        '  before the line "settle the raid" of storm: set spoils to 4\n'
        '  instead of the line "raise losses by 1" of settle the raid: raise points of raider by spoils\n'
        "\nmore of raid:\n  spoils: from 0 to 9\n",
        "  given owner of Beech is Birch\n  given Beech holds 1 guard of Birch\n"
        "  when Ash: storm Beech from Alder with 2 guards\n  then points of Ash is 4\n",
    ),
    "a sentence behind a colon": (
        '  instead of the line "move up to 2 coins from bank to my purse" of hold a fair: raise my points by 7\n',
        '  when hold a fair\n  when Ash chooses "sell"\n  then points of Ash is 7\n',
    ),
    "a clause of a number": (
        '  instead of the line "plus base" of toll: plus base * 3\n',
        "  given owner of Cedar is Birch\n  then toll of Cedar for Ash is 3 * (cost of tolls for income of Cedar)\n",
    ),
    "a row of a table": (
        '  instead of the line "2 | 2 | 1" of tolls: 2 | 7 | 1\n',
        "  then cost of tolls for 2 is 7\n",
    ),
    "a rule on one line": (
        '  instead of the line "raise my points by 1" of Parade: raise my points by 2\n',
        "  when Ash: carry out Parade\n  then points of Ash is 2\n",
    ),
    "a rule anew": (
        "  replace to hold a fair:\n    each player in players: raise my points by 6\n",
        "  when hold a fair\n  then points of Ash is 6\n  then nobody is asked\n",
    ),
    "a rule of a scene anew": (
        "  replace to settle the raid: raise losses by 1\n",
        "  when Ash: storm Beech from Alder with 2 guards\n  then field holds exactly 2 guards of Ash\n",
    ),
    "a card anew, in its own layer": (
        '  replace feast Parade "A larger parade": raise my points by 8\n',
        "  when Ash: carry out Parade\n  then points of Ash is 8\n",
    ),
    "an action more, with what it is about": (
        '  add order Rest "Rest" in {place: town}:\n    raise my points by income of place\n',
        "  when Ash carries out Rest in Alder\n  then points of Ash is 2\n",
    ),
    "a card away": (
        "  remove weather Feasting\n",
        "  then the number of weathers is 3\n",
    ),
    "a cell of a table": (
        "  income of Cedar is 6\n  size of Cedar for Small is 5\n  coast of Cedar is yes\n",
        "  then income of Cedar is 6\n  then size of Cedar is 5\n  then coast of Cedar\n",
    ),
    "a number of a group, and of all copies of a card": (
        "  price of mill is 7\n  pieces of mill is 2\n  force of Dry Spell is 5\n",
        "  then price of mill is 7\n  then quarry holds exactly 2 mills\n  then force of (copy 2 of Dry Spell) is 5\n",
    ),
    "how many pieces": (
        "  there are 60 coins\n  there are 12 guards\n",
        "  then bank holds exactly 51 coins\n  then barracks of Ash holds exactly 8 guards of Ash\n",
    ),
    "the largest group that hangs together": (
        "  set block of {me: player}, of towns: the largest connected group of my towns\n"
        "  number roads of {me: player}: the number of (the largest connected group of my towns, "
        "stepping from p to q if the route from p to q is a road and p is Alder)\n",
        "  given owner of Beech is Ash\n  given owner of Elm is Ash\n"
        "  then the number of block of Ash is 2\n  then Beech is among block of Ash\n  then Elm is not among block of Ash\n"
        "  then roads of Ash is 2\n  then the number of block of Birch is 0\n",
    ),
}


@pytest.mark.parametrize("name", GOOD)
def test_a_variant_does_what_it_says(name: str, tmp_path: Path) -> None:
    said, test = GOOD[name]
    path = tmp_path / "tried.rules"
    path.write_text(HEAD + said + RICH + test, "utf-8")
    found, _ = rulekit.check(TOY, [path])
    assert not [str(d) for d in found]
    [result] = run_tests(TOY, [path])
    assert result.ok, result.message


# ---------------------------------------------------------------- a variant that is a folder
@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "gorse"
    (made / "tests").mkdir(parents=True)
    (made / "gorse.rules").write_text(HEAD + "  rounds is 4\n", "utf-8")
    (made / "more.rules").write_text("set far towns, of towns: towns where income of it is at least 6\n", "utf-8")
    (made / "towns.yaml").write_text(
        "towns:\n  Cedar: {income: 6}\n"
        "  Gorse: {income: 1, walls-cost: 2, coast: no, size: {Small: 1, Large: 1}}\n  Elm:\nroads:\n  - [Cedar, Gorse]\n",
        "utf-8",
    )
    (made / "tests" / "all.rules").write_text(
        'test "rows come and go":\n  then income of Cedar is 6\n  then Gorse is among neighbours of Cedar\n'
        "  then the number of towns is 6\n  then Cedar is among far towns\n  then the number of far towns is 1\n",
        "utf-8",
    )
    return made


def test_a_folder_of_rules_and_tables(folder: Path) -> None:
    found, sources = rulekit.check(TOY, [folder])
    assert not [str(d) for d in found]
    assert {Path(f).name for f in sources} >= {"gorse.rules", "more.rules", "all.rules"}
    [result] = run_tests(TOY, [folder])
    assert result.ok, result.message
    assert rulekit.load(TOY, [folder]).options["rounds"].default == "4"


def test_rows_of_a_list_go_and_come(folder: Path) -> None:
    """They have no names: a variant writes them as they stand in the game."""
    table = folder / "towns.yaml"
    rest = table.read_text("utf-8").partition("roads:")[0]
    table.write_text(rest + "roads:\n  without: [[Alder, Beech]]\n  with: [[Cedar, Gorse]]\n", "utf-8")
    (folder / "tests" / "all.rules").write_text(
        'test "a road less":\n  then Beech is not among neighbours of Alder\n  then Gorse is among neighbours of Cedar\n',
        "utf-8",
    )
    assert not rulekit.check(TOY, [folder])[0]
    [result] = run_tests(TOY, [folder])
    assert result.ok, result.message


@pytest.mark.parametrize(
    ("said", "message", "hint"),
    [
        ("without: [[Beech, Alder]]", "the table of the game has no such row", "the other way round"),
        ("without: [[Alder, Nowhere]]", "the table of the game has no such row", "as it stands there"),
        ("without: Alder", "below `without` stands a list of rows", "without: ["),
        ("without: []\n  and: []", "`and` says nothing about a list", "with: ["),
    ],
)
def test_a_row_that_cannot_go(folder: Path, said: str, message: str, hint: str) -> None:
    table = folder / "towns.yaml"
    table.write_text(table.read_text("utf-8").partition("roads:")[0] + f"roads:\n  {said}\n", "utf-8")
    found = [d for d in rulekit.check(TOY, [folder])[0] if d.code == "RK205"]
    assert found and found[0].message == message and hint in str(found[0].hint)
    assert found[0].span.file.endswith("gorse/towns.yaml")


def test_a_table_that_nothing_reads(folder: Path) -> None:
    (folder / "towns.yaml").rename(folder / "town.yaml")
    found, _ = rulekit.check(TOY, [folder])
    assert ("RK206", "did you mean `towns.yaml`?") in [(d.code, d.hint) for d in found]


def test_a_changed_table_is_another_game(folder: Path) -> None:
    before = rulekit.load(TOY, [folder]).hash
    table = folder / "towns.yaml"
    table.write_text(table.read_text("utf-8").replace("income: 6", "income: 7"), "utf-8")
    assert rulekit.load(TOY, [folder]).hash != before


# ---------------------------------------------------------------- a line that holds a text
@pytest.fixture
def settling(tmp_path: Path) -> Path:
    """The game with a rule whose lines hold texts of their own."""
    game = tmp_path / "toy"
    shutil.copytree(TOY, game)
    with (game / "play.rules").open("a", encoding="utf-8") as file:
        file.write("\n" + 'to settle up:\n  told as "the guards\' {round}: {number of players}, (or so)"\n')
        file.write('  if round is 2: told as "Ash rests"\n')
    return game


@pytest.mark.parametrize(
    ("line", "home"),
    [
        ("told as the guards' {round}: {number of players}, (or so)", "settle up"),
        ("told as 'the guards' {round}: {number of players}, (or so)'", "settle up"),
        ("if round is 2: told as Ash rests", "settle up"),
        ("if round is 2: told as 'Ash rests'", "settle up"),
        ("told as 'Ash rests'", "settle up"),
        ("needs here is not walled: '{here} has walls already'", "Fortify"),
    ],
)
def test_a_text_inside_the_line_has_other_quotes_or_none(line: str, home: str, settling: Path, tmp_path: Path) -> None:
    path = tmp_path / "v.rules"
    path.write_text(HEAD + f'  remove the line "{line}" of {home}\n', "utf-8")
    assert [d for d in rulekit.check(settling, [path])[0] if d.severity == "error"] == []


@pytest.mark.parametrize("text", ["{me} rests", "Ash rests", "Ash: how?"])
def test_the_quotes_of_a_text_inside_the_line_end_it(text: str, settling: Path, tmp_path: Path) -> None:
    path = tmp_path / "v.rules"
    path.write_text(HEAD + f'  instead of the line "told as "{text}"" of settle up: stop\n', "utf-8")
    found = [d for d in rulekit.check(settling, [path])[0] if Path(d.span.file).name == "v.rules"]
    assert [d.hint for d in found] == ["leave the inner quotes out, or write ' ' for them"]


def test_what_was_meant_is_told_as_it_can_be_written(settling: Path, tmp_path: Path) -> None:
    path = tmp_path / "v.rules"
    path.write_text(HEAD + "  remove the line \"told as 'Ash sleeps'\" of settle up\n", "utf-8")
    assert "did you mean `told as 'Ash rests'`?" in [d.hint for d in rulekit.check(settling, [path])[0]]


# ---------------------------------------------------------------- conflicts
CONFLICTS = {
    "an option": ("  rounds is 4\n", "  rounds is 5\n"),
    "a number of a table": ("  income of Cedar is 4\n", "  income of Cedar is 5\n"),
    "how many pieces": ("  there are 50 coins\n", "  there are 60 coins\n"),
    "a line": (
        '  remove the line "here becomes walled" of Fortify\n',
        '  instead of the line "here becomes walled" of Fortify: stop\n',
    ),
    "a line of what is replaced": (
        "  replace to hold a fair: raise round by 1\n",
        '  before the line "let home be my seat" of hold a fair: raise round by 1\n',
    ),
    "lines behind one line": (
        '  after the line "here becomes walled" of Fortify: raise my points by 1\n',
        '  after the line "here becomes walled" of Fortify: set my points to 3\n',
    ),
    "clauses before one clause": (
        '  before the line "plus base" of toll: 22 if here is walled\n',
        '  before the line "plus base" of toll: 11 if here belongs to me\n',
    ),
    "an exception": ("  remove exception friends of toll\n", "  remove exception friends of toll\n"),
    "a card": (
        '  add weather Frost "Frost":\n    one card with force 1\n    adjust toll: plus 1\n',
        '  add weather Frost "Frost":\n    one card with force 2\n    adjust toll: plus 1\n',
    ),
}


@pytest.mark.parametrize("name", CONFLICTS)
def test_a_conflict_of_two_variants_shows_both_places(name: str, tmp_path: Path) -> None:
    paths = []
    for k, said in enumerate(CONFLICTS[name]):
        paths.append(tmp_path / f"{'ab'[k]}.rules")
        paths[-1].write_text(f'variant V{k} of Hill Towns "V":\n{said}', "utf-8")
        assert not rulekit.check(TOY, [paths[-1]])[0]
    found, _ = rulekit.check(TOY, paths)
    first = next(d for d in found if d.code in ("RK350", "RK312"))
    assert Path(first.span.file).name == "b.rules"
    assert [Path(span.file).name for _, span in first.also] == ["a.rules"]


def test_variants_that_add_the_same_line_or_beside_another_go_together(tmp_path: Path) -> None:
    paths = []
    for k, side in enumerate(("after", "before", "after")):
        paths.append(tmp_path / f"{k}.rules")
        line = f'  {side} the line "here becomes walled" of Fortify: raise my points by 1\n'
        paths[-1].write_text(f'variant V{k} of Hill Towns "V":\n{line}', "utf-8")
    assert not rulekit.check(TOY, paths)[0]


def test_whoever_speaks_of_a_removed_card_is_told(tmp_path: Path) -> None:
    path = tmp_path / "v.rules"
    path.write_text(HEAD + "  remove weather Foul Tide\n", "utf-8")
    found, _ = rulekit.check(TOY, [path])
    assert found and all(Path(d.span.file).name != "v.rules" for d in found)
    assert ("`Foul Tide` is taken away here", 2) in [(text, span.line) for d in found for text, span in d.also]
