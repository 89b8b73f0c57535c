"""The whole of `rulekit check` on files that are too much of something: five seconds, 512 MB, and a text that can be read."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.hostile.rules import FLOODS, PLAYERS
from tests.hostile.running import answered, run
from tests.hostile.tables import FLOODS as TABLES
from tests.playing import ROOT, TOY

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="what a process used is told by os.wait4")
WARGAMES = sorted(ROOT.glob("plugins/*/*/game"))
PLACE = re.compile(r"^(\S+):(\d+):(\d+): (?:error|warning) RK\d{3}: ", re.MULTILINE)


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    shutil.copytree(TOY, tmp_path / "toy")
    return tmp_path / "toy"


def check(toy: Path) -> str:
    """What is told; every place lies inside its file."""
    done = run(toy.parent, "check", "toy")
    answered(done)
    places = PLACE.findall(done.out)
    assert places or done.status == 0
    for file, line, column in places:
        rows = (toy.parent / file).read_text(encoding="utf-8").split("\n")
        assert int(line) <= len(rows) and int(column) <= len(rows[int(line) - 1]) + 1
    return done.out


@pytest.mark.parametrize("name", FLOODS)
def test_rules(name: str, toy: Path) -> None:
    (toy / "flood.rules").write_text(FLOODS[name], encoding="utf-8")
    check(toy)


@pytest.mark.parametrize("name", TABLES)
def test_tables(name: str, toy: Path) -> None:
    before = (toy / "towns.yaml").read_text(encoding="utf-8")
    flood = TABLES[name]
    (toy / "towns.yaml").write_text(flood if flood.startswith("towns") else before + flood, encoding="utf-8")
    check(toy)


@pytest.mark.parametrize("said", PLAYERS)
def test_players(said: str, toy: Path) -> None:
    rules = toy / "game.rules"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(re.sub(r"played by [^\[\n]*", f"played by {said}  ", text, count=1), encoding="utf-8")
    assert "RK313" in check(toy)


def test_what_is_left_out_is_counted(toy: Path) -> None:
    (toy / "flood.rules").write_text(FLOODS["unknown words"], encoding="utf-8")
    told = check(toy)
    assert "RK103: 5800 more findings are left out" in told and told.endswith("more than 200 problems\n")


def test_long_rows_are_cut(toy: Path) -> None:
    before = (toy / "towns.yaml").read_text(encoding="utf-8")
    (toy / "towns.yaml").write_text(before + TABLES["many tables"], encoding="utf-8")
    (toy / "long.rules").write_text(FLOODS["a word of a megabyte"], encoding="utf-8")
    assert max(map(len, check(toy).split("\n"))) < 1_000


def test_data_are_cut_too(toy: Path) -> None:
    (toy / "flood.rules").write_text(FLOODS["unreadable lines"], encoding="utf-8")
    done = run(toy.parent, "check", "--json", "toy")
    answered(done)
    assert '"following": 14999' in done.out


@pytest.mark.parametrize("game", WARGAMES, ids=lambda path: path.parent.name)
def test_the_largest_games_are_within_the_budget(game: Path, tmp_path: Path) -> None:
    done = run(tmp_path, "check", str(game))
    answered(done)
    assert done.out == "no problems\n"
