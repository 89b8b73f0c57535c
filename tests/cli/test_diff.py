"""What a variant changes, in plain words and as data: each sort of change is named once, with both places."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.playing import SHOGUN, TOY

pytestmark = pytest.mark.slow

CHANGES = {
    "  rounds is 4\n": ("numbers", "rounds is 4 instead of 3 (Number of rounds)"),
    "  income of Cedar is 6\n": ("numbers", "income of Cedar is 6 instead of 3"),
    "  size of Cedar for Small is 5\n": ("numbers", "size of Cedar for Small is 5 instead of 2"),
    "  coast of Cedar is no\n": ("numbers", "coast of Cedar is no instead of yes"),
    "  price of mill is 7\n": ("numbers", "price of mill is 7 instead of 2"),
    "  there are 12 guards\n": ("numbers", "the number of guards of each player is 12 instead of 9"),
    '  add weather Frost "Frost":\n    one card with force 1\n    adjust toll: plus 1\n': (
        "cards",
        'a new weather Frost "Frost"',
    ),
    "  remove weather Feasting\n": ("cards", 'the weather Feasting "A feast everywhere" is no more'),
    '  replace feast Parade "Walk": raise my points by 2\n': ("cards", 'the feast Parade "Walk" is said anew'),
    "  adjust toll: plus 1\n": ("rules", "`toll` is adjusted"),
    '  refuse entering if goal is Elm: "no"\n': ("rules", "`entering` is refused in further cases"),
    '  refuse goal in March if goal is Elm: "no"\n': ("rules", "`goal in March` is refused in further cases"),
    "  allow entering despite floods if goal is Elm\n": ("rules", "`entering` is allowed in further cases"),
    "  before score the round: raise round by 0\n": ("rules", "before `score round` something more is done"),
    "  instead of hold a fair: raise round by 0\n": ("rules", "instead of `hold a fair` something else is done"),
    "  remove exception friends of toll\n": ("rules", "the exception `friends` of `toll` is no more"),
    '  remove the line "here becomes walled" of Fortify\n': ("rules", "in `Fortify` a line is no more"),
    '  instead of the line "here becomes walled" of Fortify: stop\n': ("rules", "in `Fortify` a line reads otherwise"),
    '  before the line "here becomes walled" of Fortify:\n    raise round by 0\n': (
        "rules",
        "in `Fortify` something stands before a line",
    ),
    "  replace to hold a fair: raise round by 0\n": ("rules", "`hold a fair` is said anew"),
    "  number luxury of {me: player}: coins in my purse\n": ("rules", "a new number: luxury"),
    "  add to buildings: market, markets | price 1 | points 1 | pieces 5\n": (
        "things",
        "a new row of buildings: market, price 1, points 1, pieces 5; its cards: order Raise Market",
    ),
    "  piece gem, gems: 5, at first in bank\n": ("things", "a new piece: gem, pieces 5"),
    "  marks seen by all:\n    vanity of each player: from 0 up\n": ("things", "a new mark: vanity"),
    "  replace table tolls for {worth: number} gives cost, penalty:\n    0 or more | 1 | 0\n": (
        "things",
        "the table tolls is said anew",
    ),
}


@pytest.mark.parametrize("said", CHANGES)
def test_a_change_is_told(said: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "v.rules"
    path.write_text(f'variant V of Hill Towns "A change":\n{said}', "utf-8")
    if "gem" in said:
        path.write_text(
            path.read_text("utf-8").replace("in bank", "in vault") + "  places seen by all:\n    vault: gems\n"
        )
    part, text = CHANGES[said]
    found = json.loads(run("diff", TOY, "--variant", path, "--json").output)
    mine = [d for d in found if d["name"] != "vault"]
    assert [(d["part"], d["text"]) for d in mine] == [(part, text)]
    assert mine[0]["place"] == ("v.rules:3" if "marks" in said else "v.rules:2")
    assert f"\n  {text}  (" in run("diff", TOY, "--variant", path).output


def test_what_stands_in_a_text_is_no_remark_and_no_clause(run: Run, tmp_path: Path) -> None:
    game, path = tmp_path / "toy", tmp_path / "v.rules"
    shutil.copytree(TOY, game)
    orders, line = game / "orders.rules", 'me may "wall gate # 2 [north]": here becomes walled'
    text = orders.read_text("utf-8").replace("  here becomes walled", f"  {line}   # a remark")
    orders.write_text(text, "utf-8")
    removed = 'remove the line "me may wall gate # 2 [north]" of Fortify'
    path.write_text(f'variant V of Hill Towns "A change":\n  {removed}\n', "utf-8")
    assert f"- {line}\n" in run("diff", game, "--variant", path).output


def test_lines_that_go_and_come_are_shown(run: Run) -> None:
    output = run("diff", SHOGUN, "--variant", "full_ties").output
    assert output.startswith(
        "Shared majorities score in full\n\nRules\n  in `majority points` a line reads otherwise  ("
    )
    assert (
        "\n    - points of b - 1 otherwise\n    + points of b otherwise\n  in `Winter` a line reads otherwise  ("
        in output
    )
    assert output.endswith('each."\n    + "Those who share a majority get all of its points."\n')


def test_rows_and_routes_of_a_folder(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "gorse"
    folder.mkdir()
    (folder / "v.rules").write_text('variant V of Hill Towns "V":\n  rounds is 4\n', "utf-8")
    (folder / "towns.yaml").write_text(
        "towns:\n  Cedar: {income: 6}\n  Gorse: {income: 1, walls-cost: 2, coast: no, size: {Small: 1, Large: 1}}\n"
        "  Elm:\nroads:\n  - [Cedar, Gorse]\n",
        "utf-8",
    )
    found = json.loads(run("diff", TOY, "--variant", folder, "--json").output)
    told: Mapping[str, str] = {d["text"]: d["place"] for d in found}
    assert told["income of Cedar is 6 instead of 3"] == "gorse/towns.yaml:2"
    assert told["a new town: Gorse"] == "gorse/towns.yaml:3"
    assert told["the town Elm is no more"] == "gorse/towns.yaml:4"
    assert {"a new route of roads: Cedar - Gorse", "no roads from Dogwood to Elm any more"} <= told.keys()


def test_a_variant_with_mistakes_shows_these(run: Run, tmp_path: Path) -> None:
    (tmp_path / "v.rules").write_text('variant V of Hill Towns "V":\n  round is 4\n', "utf-8")
    result = run("diff", TOY, "--variant", "v.rules")
    assert result.exit_code == 1 and "RK301" in result.stderr


def test_a_variant_is_needed(run: Run) -> None:
    assert run("diff", TOY).exit_code == 2


def test_what_changes_is_said_in_chinese(run: Run, tmp_path: Path) -> None:
    """Every sentence but for the names and lines of the rules; no text of the program stays English."""
    for k, said in enumerate(CHANGES):
        (tmp_path / f"v{k}.rules").write_text(f'variant V of Hill Towns "A change":\n{said}', "utf-8")
    told = {}
    for k, (part, english) in enumerate(CHANGES.values()):
        done = run("diff", TOY, "--variant", tmp_path / f"v{k}.rules", "--lang", "zh", "--json")
        if done.exit_code == 0:  # (a gem has no place to lie in)
            (told[english],) = (d["text"] for d in json.loads(done.output) if d["part"] == part)
    assert len(told) > 20 and all(re.search("[\u4e00-\u9fff]", text) for text in told.values()), told
    assert told["rounds is 4 instead of 3 (Number of rounds)"] == "rounds 由 3 改为 4（Number of rounds）"
    assert told["a new mark: vanity"] == "新增标记：vanity"
    output = run("diff", SHOGUN, "--variant", "full_ties", "--lang", "zh").output
    assert output.startswith("并列多数得全分\n\n规则\n  `majority points` 有一行改了  (")
