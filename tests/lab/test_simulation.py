"""Simulations: the same for any number of processes, what they count, comparisons on pairs, reports, and what can be wrong."""

from __future__ import annotations

import csv
import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rulekit
from rulekit.cli import main
from rulekit.diagnostics import UserError
from rulekit.lab import records
from rulekit.lab.comparison import compare
from rulekit.lab.report import report
from rulekit.lab.simulation import histogram, simulate
from tests.playing import ROOT, TOY

GAME = ROOT / "games" / "tic_tac_toe"

pytestmark = pytest.mark.usefixtures("own_cache")

STOPS = """variant Stops of Hill Towns "Stops":
  before score the round if round is 2: move 40 coins from purse of Ash to bank
"""
NOTHING = """variant Nothing of Hill Towns "Nothing":
  after score the round if round is 9: raise round by 0
"""
RICHER = """variant Richer of Hill Towns "Richer":
  after score the round: raise points of Ash by 5
"""


def variant(folder: Path, text: str) -> Path:
    path = folder / "mine.rules"
    path.write_text(text, encoding="utf-8")
    return path


def test_one_and_two_processes_tell_the_same() -> None:
    one, two = (simulate(TOY, 8, ["random", "greedy"], jobs=jobs) for jobs in (1, 2))
    assert json.dumps(one.as_dict()) == json.dumps(two.as_dict()) and one.rows == two.rows


def test_what_is_counted() -> None:
    found = rulekit.simulate(GAME, games=60, jobs=1)
    assert sum(s.share.value for s in found.seats) == pytest.approx(1)
    assert 5 <= found.length.value <= 9 and not found.stopped and found.whole
    squares = [u for u in found.uses if u.choice.startswith("square")]
    assert len(squares) == 9 and sum(u.times for u in squares) == sum(r.decisions for r in found.records)
    centre = max(squares, key=lambda u: u.gain.value if u.gain else -1)
    assert centre.gain is not None and centre.gain.low < centre.gain.value < centre.gain.high
    assert not found.unused


def test_a_rule_that_pays_is_a_finding_and_one_that_does_nothing_is_none(tmp_path: Path) -> None:
    found = compare(TOY, [variant(tmp_path, RICHER)], games=40, jobs=1)
    score = {m.player: m for m in found.moved if m.what == "score"}
    assert score["Ash"].sure and score["Ash"].difference.low > 0
    assert not score["Birch"].sure or score["Birch"].difference.value < score["Ash"].difference.value
    nothing = compare(TOY, [variant(tmp_path, NOTHING)], games=20, jobs=1)
    assert not any(m.sure for m in nothing.moved) and all(m.difference.value == 0 for m in nothing.moved)
    assert "a change in 3 of 20 may still be missed" in nothing.power


def test_a_variant_that_stops_games_is_told_and_the_others_are_kept(tmp_path: Path) -> None:
    found = simulate(TOY, 30, variants=[variant(tmp_path, STOPS)], jobs=1)
    assert found.stopped and len(found.records) == 30
    assert sum(map(len, found.stopped.values())) + len(found.finished) == 30
    (reason,) = found.stopped
    assert "mine.rules:2" in reason
    assert "Games that stopped" in report(found)


class Balanced(HTMLParser):
    """Notes what is opened and not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "line", "circle", "rect"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("line", "circle", "rect"):
            assert self.open.pop() == tag


@pytest.mark.parametrize("lang,said", [("en", "Who wins"), ("zh", "胜率")])
def test_the_report_stands_by_itself(tmp_path: Path, lang: str, said: str) -> None:
    found = compare(TOY, [variant(tmp_path, RICHER)], games=24, jobs=1)
    page = report(found.base, lang, found)
    assert said in page and page.count("<svg") >= 4 and "class=sure" in page
    assert not re.search(r"<script|<link|src=|https?://(?!www.w3.org)", page)
    parser = Balanced()
    parser.feed(page)
    assert not parser.open


def test_a_report_lists_what_was_chosen_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.lab.report.LISTED", 4)
    found = simulate(TOY, 12, jobs=1)
    page = report(found)
    assert f"The 4 options that were chosen most often, of {len(found.uses)}; with --json all are told" in page
    often = sorted((u.times for u in found.uses), reverse=True)[:4]
    rows = re.findall(r"<td>([\d.]+)</td><td>[\d.]+ %</td>", page.partition("<details>")[2])
    assert sorted((round(12 * float(n)) for n in rows), reverse=True) == pytest.approx(often, abs=1)


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["simulate", str(GAME), "--jobs", "1", *map(str, words)])


def test_one_game_has_a_mean_and_no_interval() -> None:
    """Nothing is known of a mean from a single number: neither text nor data give it ends."""
    found = compare(TOY, [], games=1, jobs=1, changed={"rounds": 4})
    words = ["simulate", str(TOY), "--players", "2", "--jobs", "1", "--games", "1", "--compare", "rounds=4"]
    said = CliRunner().invoke(main, words).output
    assert re.search(r": 1 game of 2 players", said) and "on 1 pair of games" in said
    assert re.search(r"^decisions in a game: \d+\.\d$", said, re.MULTILINE)
    data = CliRunner().invoke(main, [*words, "--json"]).output
    pages = [report(found.base, lang, found) for lang in ("en", "zh")]
    assert not [text for text in (said, data, *pages) if re.search(r"\binf|Infinity|inf\b", text)]
    assert json.loads(data)["decisions"]["low"] is None


def test_the_command_writes_data_and_says_where_it_can_not(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    done = run("--games", 4, "--csv", target)
    assert done.exit_code == 0, done.output
    with target.open() as file:
        assert len(list(csv.DictReader(file))) == 8


def test_the_data_of_a_comparison_hold_both_sides(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    words = ["simulate", str(TOY), "--players", "2", "--jobs", "1", "--games", "3", "--compare", "rounds=4"]
    assert CliRunner().invoke(main, [*words, "--csv", str(target)]).exit_code == 0
    with target.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["changes"] for row in rows] == [""] * 6 + ["rounds=4"] * 6
    base, laid = rows[:6], rows[6:]
    assert [row["seed"] for row in base] == [row["seed"] for row in laid]
    assert all(int(a["decisions"]) < int(b["decisions"]) for a, b in zip(base, laid, strict=True))


def test_it_says_beforehand_what_it_cannot_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long run is not lost to a misspelt folder."""
    (tmp_path / "file").write_text("")
    sealed = tmp_path / "sealed"
    sealed.mkdir(mode=0o500)
    places = [tmp_path / "no" / "x.html", tmp_path / "file" / "x.html", tmp_path / ("x" * 300)]
    for place in [*places, *([sealed / "x"] if os.geteuid() else [])]:
        for option in ("--report", "--csv", "--parquet"):
            bad = run("--games", 10**9, option, place)
            assert bad.exit_code == 1 and "cannot be written" in bad.output
    monkeypatch.setattr(records, "find_spec", lambda name: None)
    bad = run("--games", 10**9, "--parquet", tmp_path / "x")
    assert bad.exit_code == 1 and "pyarrow" in bad.output


def test_an_option_is_compared(tmp_path: Path) -> None:
    found = compare(TOY, [], games=40, jobs=1, changed={"rounds": 4})
    (length,) = [m for m in found.moved if m.what == "decisions"]
    assert found.changes == ["rounds=4"] and length.sure and length.difference.low > 0
    page = tmp_path / "x.html"
    words = [
        "simulate",
        str(TOY),
        "--games",
        "10",
        "--jobs",
        "1",
        "--compare",
        "rounds=4",
        "--report",
        str(page),
    ]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert "with rounds=4, on 10 pairs" in done.output and "With and without rounds=4" in page.read_text("utf-8")
    assert "All options" in page.read_text("utf-8")


def test_the_reports_of_the_documentation_are_small_and_linked() -> None:
    linked = set(re.findall(r"reports/\w+\.html", (ROOT / "docs" / "lab.md").read_text("utf-8")))
    there = {f"reports/{path.name}": path.read_text("utf-8") for path in (ROOT / "docs" / "reports").iterdir()}
    assert linked == set(there) and len(there) == 6
    for page in there.values():
        assert "2,000 games by random" in page and "With and without" in page and len(page) < 120_000
        assert not re.search(r"<script|<link|src=|/root|/work|/home", page)


def test_histogram() -> None:
    assert histogram([1, 1, 2, 5]) == [(1, 1, 2), (2, 2, 1), (3, 3, 0), (4, 4, 0), (5, 5, 1)]
    assert histogram([]) == [] and sum(n for _, _, n in histogram(list(range(1000)))) == 1000


def test_nobody_to_play() -> None:
    with pytest.raises(UserError, match="nobody is to play"):
        simulate(GAME, 10, [])
