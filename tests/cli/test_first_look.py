"""What somebody tries in the first minutes, and what stumbled there once."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from rulekit.cli.progress import Throughput
from rulekit.cli.screen import Screen
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from rulekit.rule_tests.coverage import setups
from rulekit.tabletop.board import Sheet
from rulekit.tabletop.columns import TextColumn
from rulekit.tabletop.page import Page, TableGroup
from rulekit.tabletop.table_view import TableView
from rulekit.tabletop.texts import Texts
from tests.cli.conftest import Run
from tests.playing import ROOT, SHOGUN, TOY, python
from tests.playing import game as loaded

DANGEROUS = ROOT / "plugins/most_dangerous_time/rulekit_most_dangerous_time/game"
NOBUNAGA = ROOT / "plugins/nobunaga_successors/rulekit_nobunaga_successors/game"


def at(run: Run, *typed: str, args: Sequence[object] = ()) -> str:
    """What SHOGUN answers at its first question."""
    seats = args or ("--seat", "1=human")
    return run("play", SHOGUN, "--plain", "--seed", 5, *seats, typed="\n".join(typed) + "\nquit\n").output


@pytest.mark.parametrize("folder", (SHOGUN, DANGEROUS, NOBUNAGA), ids=lambda folder: folder.parent.name)
def test_the_board_in_chinese_has_no_word_of_english(run: Run, folder: Path) -> None:
    said = run("board", folder, "--lang", "zh").output
    assert re.search(r"[\u4e00-\u9fff]", said)
    assert not re.findall(r"[A-Za-z]{2,}", said)


def test_a_kind_can_be_shown_before_anything_lies_on_it(run: Run) -> None:
    for name in ("province", "provinces"):
        said = at(run, f"show {name}")
        assert "Nothing on the table" not in said and re.search(
            r"^province +Aki, ", said.partition("> ")[2], re.MULTILINE
        )


@pytest.mark.parametrize(
    "heading", ("hand", "plan", "purse", "offer", "event deck", "Tosa", "Collect taxes", "privilege")
)
def test_headings_and_cards_can_be_shown(run: Run, heading: str) -> None:
    assert "Nothing on the table" not in at(run, f"show {heading}")


def test_friends_at_one_keyboard_sit_where_the_manual_seats_them(run: Run) -> None:
    said = at(run, args=("--seat", "1=human", "--seat", "2=human"))
    assert "Seats: Red (you), Yellow (you), Blue (bot random), Purple (bot random)" in said


def test_undo_before_the_first_choice_says_so(run: Run) -> None:
    said = at(run, "undo")
    assert "you have not chosen anything yet" in said and "chance" not in said


def test_tables_beside_each_other_stand_apart(capsys: pytest.CaptureFixture[str]) -> None:
    left = Sheet([TextColumn("a", ["x"]), TextColumn("b", ["y"])])
    right = Sheet([TextColumn("c", ["z"]), TextColumn("d", ["w"])])
    screen = Screen()
    screen.plain = False  # as at a terminal
    screen.draw(Page([TableGroup([left, right])]), Texts("en"))
    row = next(row for row in capsys.readouterr().out.splitlines() if "x" in row)
    inside, between = re.findall(r" +", row.strip())[:2]
    assert len(between) >= 2 * len(inside) and len(between) > 5


def test_columns_keep_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is shown of a kind, its columns stand as they stand when all of it is shown."""
    match = loaded(SHOGUN).start(4, 11)
    screen, view, orders = Screen(plain=True), TableView(Texts("en")), []
    for _ in range(160):
        decision = match.decisions[0]
        screen.draw(view.about(match, decision.player, "player"), Texts("en"))
        head = next(row for row in capsys.readouterr().out.splitlines() if row.startswith("player"))
        orders.append(re.split(r" {2,}", head.strip()))
        match.choose(decision, decision.options[len(orders) % len(decision.options)])
    every = list(dict.fromkeys(name for order in orders for name in order))
    assert len(every) > 4
    different = {tuple(order) for order in orders}
    for order in different:
        for other in different:
            both = [name for name in order if name in other]
            assert both == [name for name in other if name in order]


@pytest.mark.parametrize("folder", (DANGEROUS, NOBUNAGA, SHOGUN), ids=lambda folder: folder.parent.name)
def test_titles_of_cards_are_english(folder: Path) -> None:
    """No name as the rules write it: `Betrayal: Of Niwa`, `Ikko-Ikki Riot: In Kii`."""
    match = loaded(folder).start(None, 1)
    view = match.view(match.players[0])
    names = {x.name for t in view.tables for row in t.rows for x in row.facts}
    program = read_program(folder, find_plugins().devices)
    for family in program.families:
        kind = program.kinds[family]
        names |= {kind.display[k].get("en", name) for k, name in enumerate(kind.members) if k < len(kind.display)}
    assert not [name for name in names if re.search(r": (Of|In) [A-Z]", name)]


def test_a_result_for_programs_tells_ties_and_points(run: Run) -> None:
    told = json.loads(run("play", SHOGUN, "--auto", "--json", "--seed", 1).output)
    best = told["standings"][0]
    assert best["ties"] and best["marks"]["points"] == best["score"]
    told = json.loads(run("play", NOBUNAGA, "--auto", "--json", "--seed", 1).output)
    for row in told["standings"]:
        assert {"victory-points", "honour", "shame"} <= {*row["marks"]}
    assert max(row["marks"]["victory-points"] for row in told["standings"]) > 0


def test_a_seed_that_is_none_is_refused(run: Run) -> None:
    result = run("play", SHOGUN, "--auto", "--seed", "abc")
    assert result.exit_code == 2 and "'abc' is no seed: a seed is a whole number" in result.output + result.stderr


def test_play_without_a_game_names_the_installed_ones(run: Run) -> None:
    result = run("play")
    said = result.output + result.stderr
    assert result.exit_code == 2 and "which game?" in said and "shogun" in said and "tic_tac_toe" in said


def test_coverage_tells_how_far_it_is(run: Run, orchard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.cli.progress.SELDOM", 0.0)
    said = run("coverage", orchard, "--games", 2).stderr
    steps = [(int(a), int(b)) for a, b in re.findall(r"coverage: (\d+) of (\d+) tests and games", said)]
    assert len(steps) > 3 and steps == sorted(steps) and len({of for _, of in steps}) == 1


def test_coverage_begins_with_the_files_of_variants(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "z.rules"
    text = "  after score the round:\n    if round is 99:\n      raise points of Ash by 1\n"
    path.write_text(f'variant Late of Hill Towns "L":\n{text}', encoding="utf-8")
    rows = run("coverage", TOY, "--games", 1, "--variant", path).output.splitlines()
    assert "z.rules" in rows[0]
    lines = [row for row in rows if row.endswith(": never carried out")]
    branches = [row for row in rows if ": never answered with " in row]
    for found in (lines, branches):
        assert ["z.rules" in row for row in found] == [True, *[False] * (len(found) - 1)] and len(found) > 1


def test_coverage_plays_the_ends_of_an_option_with_many_values() -> None:
    program = read_program(DANGEROUS, find_plugins().devices)
    played = [dict(setup.options)["last-turn"] for setup in setups(program)]
    assert {11, 40, 60} == {*played} and len(played) < 50


@pytest.mark.parametrize("shell", ("bash", "zsh", "fish"))
def test_the_documented_completion_works(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    line = f"_RULEKIT_COMPLETE={shell}_source rulekit"
    assert line in (ROOT / "docs/playing.md").read_text("utf-8") and line in (ROOT / "docs/zh/playing.md").read_text(
        "utf-8"
    )
    for name, value in {"_RULEKIT_COMPLETE": "bash_complete", "COMP_WORDS": "rulekit pl", "COMP_CWORD": "1"}.items():
        monkeypatch.setenv(name, value)
    told = python("from rulekit.cli import main; main(prog_name='rulekit')")
    assert told.split() == ["plain,play", "plain,plugins"]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("rulekit play sho", ["plain,shogun", "dir,sho"]),
        ("rulekit board tic", ["plain,tic_tac_toe", "dir,tic"]),
        ("rulekit play shogun --variant lo", ["plain,long_war", "file,lo"]),
        ("rulekit rulebook nosuch --variant lo", ["file,lo"]),
    ],
)
def test_games_and_variants_are_completed_by_name(
    typed: str, offered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    count = len(typed.split()) - 1
    for name, value in {"_RULEKIT_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": str(count)}.items():
        monkeypatch.setenv(name, value)
    told = python("from rulekit.cli import main; main(prog_name='rulekit')")
    assert told.split() == offered


def test_pages_in_chinese_say_that_they_are_chinese() -> None:
    spec = importlib.util.spec_from_file_location("docs_conf", ROOT / "docs/conf.py")
    assert spec is not None and spec.loader is not None
    conf = importlib.util.module_from_spec(spec)
    sys.modules["docs_conf"] = conf
    spec.loader.exec_module(conf)
    assert [conf.language_of(page) for page in ("zh/playing", "playing", "index")] == ["zh-Hans", "en", "en"]
    context: dict[str, object] = {}
    conf._say_language(None, "zh/tutorial", "page.html", context, None)
    assert context == {"language": "zh-Hans"}


def test_the_index_of_the_documentation_shows_and_installs() -> None:
    index = (ROOT / "docs/index.md").read_text("utf-8")
    assert "pip install" in index
    picture = re.search(r"!\[[^\]]+\]\((images/[^)]+)\)", index)
    assert picture is not None and (ROOT / "docs" / picture[1]).is_file()


@pytest.mark.parametrize(
    ("done", "seconds", "said"),
    [(1200, 100, "12.0 games/s"), (10, 100, "6.0 games/min"), (1, 600, "6.0 games/h"), (0, 100, ""), (5, 0.1, "")],
)
def test_a_rate_has_a_unit_in_which_it_is_not_nothing(
    done: int, seconds: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rate, clock = Throughput(), iter([0.0, 0.0, seconds])
    monkeypatch.setattr("rulekit.cli.progress.monotonic", lambda: next(clock))
    assert rate.text(0) == ""
    assert rate.text(done) == said
