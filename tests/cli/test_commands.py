"""The other commands, and what is common to all."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.cli import COMMANDS, main
from rulekit.cli.errors import guarded
from rulekit.diagnostics import UserError
from rulekit.tabletop.commands import read
from rulekit.tabletop.texts import choose_language
from tests.cli.conftest import Run
from tests.playing import ROOT, TOY

PROGRAM = "from rulekit.cli import main; main()"


# ---------------------------------------------------------------- all commands
def test_the_overview_loads_no_engine() -> None:
    code = (
        "import sys, click\nfrom rulekit.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "heavy = {'lark', 'ruamel', 'rich', 'pluggy', 'attr'}\n"
        "heavy |= {'rulekit.api', 'rulekit.dsl', 'rulekit.runtime', 'rulekit.compiler', 'rulekit.plugins.manager'}\n"
        "print('loaded:', sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("loaded: []\n")
    for name in COMMANDS:
        assert f"  {name} " in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0 and f"Usage: rulekit {name}" in result.output


def test_an_unknown_command(run: Run) -> None:
    result = run("plai")
    assert result.exit_code == 2 and "did you mean play" in result.stderr


def test_the_version(run: Run) -> None:
    assert run("--version").output.startswith("rulekit ")


def test_a_mistake_of_ours_goes_to_a_file(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> None:
        raise KeyError("some\nthing")

    assert guarded(broken) == 1
    said = capsys.readouterr().err
    assert said.startswith("internal error: KeyError") and said.count("\n") == 1
    [log] = (home / "crashes").iterdir()
    assert str(log) in said and "Traceback" in log.read_text("utf-8")


def test_ctrl_c_is_130() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    assert guarded(interrupted) == 130


def test_a_reader_that_went_away_is_no_error(orchard: Path) -> None:
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-c", PROGRAM, "play", str(orchard), "--auto"]
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "wb") as pipe:
        done = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, env=env, text=True, check=False)
    assert done.stderr == ""


# ---------------------------------------------------------------- check and test
def test_check_finds_nothing(run: Run, orchard: Path) -> None:
    result = run("check", orchard, orchard / "variants" / "short.rules")
    assert (result.exit_code, result.output) == (0, "no problems\n")
    assert json.loads(run("check", "--json", orchard).output) == []


def test_check_finds_everything(run: Run, orchard: Path) -> None:
    rules = orchard / "game.rules"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("move token", "moove token").replace("raise round", "rise round"), "utf-8")
    result = run("check", orchard)
    assert result.exit_code == 1
    assert result.output.splitlines()[-1] == "2 problems"
    assert result.output.count("^") > 2
    found = json.loads(run("check", "--json", orchard).output)
    assert [set(d) >= {"file", "line", "column", "message", "severity"} for d in found] == [True, True]


def test_check_of_a_variant_lays_it_over_its_game(run: Run, orchard: Path) -> None:
    (orchard / "variants" / "wrong.rules").write_text('variant Wrong of Orchard "Wrong":\n  appels is 3\n', "utf-8")
    result = run("check", orchard / "variants" / "wrong.rules")
    assert result.exit_code == 1 and "variants/wrong.rules:2" in result.output
    assert run("check", orchard).exit_code == 0


def test_check_of_a_file_that_belongs_to_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.rules").write_text("piece of cake\n")
    result = run("check", "x.rules")
    assert result.exit_code == 1 and "belongs to no game" in result.stderr


def test_check_of_a_variant_that_lies_elsewhere(run: Run, tmp_path: Path) -> None:
    """Its heading names the game."""
    (tmp_path / "calm.rules").write_text('variant Calm of Shogun "Calm":\n  yeers is 3\n', "utf-8")
    result = run("check", "calm.rules")
    assert result.exit_code == 1 and "calm.rules:2" in result.output and "did you mean `years`?" in result.output
    (tmp_path / "calm.rules").write_text('variant Calm of Nowhere "Calm":\n  yeers is 3\n', "utf-8")
    result = run("check", "calm.rules")
    assert result.exit_code == 1 and "belongs to no game" in result.stderr


def test_rule_tests_pass_and_fail(run: Run, orchard: Path) -> None:
    (orchard / "tests").mkdir()
    (orchard / "tests" / "some.rules").write_text(
        'test "there are apples":\n  given 2 players\n  then trees holds exactly 40 apples\n'
        'test "there are more apples":\n  given 2 players\n  then trees holds exactly 41 apples\n',
        "utf-8",
    )
    result = run("test", orchard)
    assert result.exit_code == 1
    assert result.output.splitlines()[-1] == "1 passed, 1 failed"
    assert "failed: there are more apples" in result.output and "some.rules:" in result.output
    assert "passed: there are apples" in run("test", "-v", orchard).output


def test_the_tests_of_a_variant_that_lies_elsewhere(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.rules"
    path.write_text(
        'variant Mine of Tictactoe "Mine":\n  named "Mine" in en\ntest "an empty board":\n  then owner of A1 is none\n',
        "utf-8",
    )
    assert run("test", path).output == "1 passed, 0 failed\n"


def test_trace_shows_what_each_line_does(run: Run) -> None:
    told = run("test", TOY, "-k", "walls keep strangers out", "--trace").output
    place = f"{TOY / 'tests' / 'orders.rules'}:"
    rows = [row.removeprefix(place) for row in told.splitlines()]
    assert rows[:3] == [
        "16:3: given Ash owns Alder with 4 guards",
        "    owner of Alder: none → Ash",
        "    4 guards of Ash: barracks of Ash → Alder",
    ]
    march = rows.index("19:3: when Ash carries out March in Alder")
    assert rows[march + 1] == "    Ash is asked: where do they march? (Cedar, Fir, none)"
    assert rows[march + 2].startswith("20:3: then Ash may not choose Beech"), "a line that only looks does nothing"
    assert rows[-2:] == ["15:1: passed: walls keep strangers out", "1 passed, 0 failed"]


def test_trace_ends_with_the_line_that_fails(run: Run, orchard: Path) -> None:
    (orchard / "tests").mkdir(exist_ok=True)
    text = "  given 2 players\n  given basket of seat 1 holds 2 apples\n  then trees holds exactly 0 apples\n"
    (orchard / "tests" / "one.rules").write_text(f'test "none are left":\n{text}', "utf-8")
    rows = run("test", orchard, "--trace").output.splitlines()
    assert rows[1].endswith("one.rules:3:3: given basket of seat 1 holds 2 apples")
    assert rows[-3].endswith("one.rules:4:3: failed: none are left") and rows[-2].startswith("    then trees holds")


def test_one_file_and_some_tests(run: Run, orchard: Path) -> None:
    (orchard / "tests" / "late").mkdir(parents=True)
    for name, n in (("one", 40), ("late/two", 41)):
        (orchard / "tests" / f"{name}.rules").write_text(
            f'test "apples {n}":\n  given 2 players\n  then trees holds exactly {n} apples\n', "utf-8"
        )
    assert run("test", orchard).output.splitlines()[-1] == "1 passed, 1 failed"
    assert run("test", orchard / "tests" / "one.rules").output == "1 passed, 0 failed\n"
    assert run("test", orchard / "tests" / "late" / "two.rules").output.splitlines()[-1] == "0 passed, 1 failed"
    assert run("test", orchard / "game.rules").output.splitlines()[-1] == "1 passed, 1 failed"  # no test file: all
    assert run("test", orchard, "-k", "APPLES 40").output == "1 passed, 0 failed\n"
    (orchard / "tests" / "three.rules").write_text('test "apples 4":\n  then trees holds exactly 40 apples\n', "utf-8")
    assert run("test", orchard, "-k", "Apples 4").output == "1 passed, 0 failed\n", "the one whose title it is"
    assert run("test", orchard, "-k", "pples 4").output.splitlines()[-1] == "2 passed, 1 failed"
    nothing = run("test", orchard, "-k", "pears")
    assert nothing.exit_code == 1 and "no test has “pears” in its title or its clauses" in nothing.stderr


def test_from_within_its_folder_a_game_is_tested_as_from_outside(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deed of a test may speak of somebody who does not sit at every table; one of the rules may not, wherever they lie."""
    seats = tmp_path / "tests" / "seats"
    (seats / "tests" / "late").mkdir(parents=True)
    (seats / "game.rules").write_text(
        'game Seats "Seats":\n  played by 2 players, called Ash, Birch\n  played by 3 players, called Cherry, Dog, Elm\n'
        "  begins with finish\n\nmarks seen by all:\n  first-one: a player or none, at first none\n\n"
        "to finish: end the game, won by seat 1\n",
        "utf-8",
    )
    (seats / "tests" / "late" / "one.rules").write_text(
        "to let Ash begin: set first-one to Ash\n\n"
        'test "Ash begins":\n  given 2 players\n  when let Ash begin\n  then first-one is Ash\n',
        "utf-8",
    )
    assert run("test", seats).output == "1 passed, 0 failed\n"
    monkeypatch.chdir(seats)
    assert run("test", ".").output == "1 passed, 0 failed\n"
    assert run("test", "tests/late/one.rules").output == "1 passed, 0 failed\n"
    (seats / "tests" / "late" / "one.rules").rename(seats / "more.rules")
    assert "more.rules:1:19: error RK353" in run("check", ".").output
    assert "error RK353" in run("check", seats).output


def test_a_game_without_tests(run: Run, orchard: Path) -> None:
    result = run("test", orchard)
    assert (result.exit_code, result.output) == (0, "0 passed, 0 failed\n")


# ---------------------------------------------------------------- bench, replay, plugins
def test_bench_ends_with_one_line_of_a_fixed_form(run: Run, orchard: Path) -> None:
    result = run("bench", orchard, "--games", 5, "--players", 3, "--set", "rounds=3")
    form = r"rulekit: \d+\.\d games/s, \d+ decisions/s, \d+\.\d decisions/game"
    assert result.exit_code == 0 and re.fullmatch(form, result.output.splitlines()[-1])
    ways = [line.split(":")[0] for line in result.output.splitlines()[1:-1]]
    assert ways == ["python", "native"]  # the second says how fast it was, or why not


def test_bench_can_leave_the_native_library_away(run: Run, orchard: Path) -> None:
    result = run("bench", orchard, "--games", 5, "--players", 3, "--no-native")
    assert [line.split(":")[0] for line in result.output.splitlines()[1:]] == ["python", "rulekit"]


@pytest.fixture
def saved(run: Run, orchard: Path) -> str:
    run("play", orchard, "--seed", 3, "--auto", "--players", 2, "--save", "s.json")
    return "s.json"


def test_replay_tells_a_game_again(run: Run, saved: str) -> None:
    output = run("replay", saved, "--level", "full").output
    assert "token 3 from hand of Anna to bid of Anna" in output and "a card" not in output  # the whole truth
    output = run("replay", saved).output
    assert "Play a round: token 3 is turned up" in output and output.endswith("\nBen wins\n15 decisions\n")
    assert len(run("replay", saved, "--to", 2).output) < len(output)


def test_replay_verifies(run: Run, saved: str) -> None:
    result = run("replay", saved, "--verify")
    assert result.exit_code == 0 and re.fullmatch(r"verified: \d+ decisions, hash [0-9a-f]{32}\n", result.output)


@pytest.mark.parametrize("field,value", [("hash", "0" * 32), ("choices", []), ("seed", 4)])
def test_replay_notices_what_was_changed(run: Run, saved: str, field: str, value: object) -> None:
    data = json.loads(Path(saved).read_text("utf-8"))
    Path(saved).write_text(json.dumps({**data, field: value}), "utf-8")
    result = run("replay", saved, "--verify")
    assert result.exit_code == 1 and len(result.stderr.splitlines()) <= 2


def test_replay_where_the_game_lies_elsewhere(run: Run, saved: str, orchard: Path) -> None:
    moved = orchard.rename(orchard.with_name("grove"))
    assert "there is no folder" in run("replay", saved).stderr
    assert run("replay", saved, "--game", moved, "--verify").exit_code == 0


def test_verifying_a_part_makes_no_sense(run: Run, saved: str) -> None:
    assert run("replay", saved, "--verify", "--to", 3).exit_code == 2


def test_plugins_and_what_they_give(run: Run) -> None:
    output = run("plugins").output
    assert "bot random" in output
    assert "battle_tower" in output and "device battle-tower" in output


def test_options_and_variants_with_what_they_change(run: Run) -> None:
    lines = run("options", "shogun").output.splitlines()
    assert lines[0] == "Shogun: 3 to 5 players, normally 4"
    assert any(re.match(r"side +Side of the board +Sun, Moon +Sun", line) for line in lines)
    assert any(re.match(r"years +Number of years .* 1–3 +2", line) for line in lines)
    assert any(re.match(r"largest_realm +The largest connected realm scores +Whoever holds", line) for line in lines)


def test_options_in_chinese_keep_what_is_typed(run: Run) -> None:
    output = run("options", "shogun", "--lang", "zh").output
    assert "Drafted (轮选)、Predetermined (预设)" in output and "改变什么" in output
    assert re.search(r"^spies +密探 +顺位第一的人", output, re.MULTILINE)


def test_a_game_without_options_says_how_many_play(run: Run) -> None:
    assert run("options", "tic_tac_toe").output.strip() == "Tic-tac-toe: 2 players"


# ---------------------------------------------------------------- languages and words
@pytest.mark.parametrize(
    "asked,lang",
    [("zh", "zh-Hans"), ("zh_TW.UTF-8", "zh-Hant"), ("ZH-hk", "zh-Hant"), ("en_GB", "en"), ("ja", "ja"), (None, "en")],
)
def test_languages(asked: str | None, lang: str) -> None:
    assert choose_language(asked, ["ja"]).lang == lang


def test_a_language_that_nobody_speaks() -> None:
    with pytest.raises(UserError, match="languages: en"):
        choose_language("xx")


@pytest.mark.parametrize(
    "line,meaning",
    [("12", ("number", "12")), (" why 3 ", ("why", "3")), ("?", ("help", "")), ("？", ("help", "")), ("", ("", "")),
     ("Board of Trade", ("name", "Board of Trade")), ("LOG 5", ("log", "5")), ("撤销", ("undo", ""))],
)  # fmt: skip
def test_what_a_line_means(line: str, meaning: tuple[str, str]) -> None:
    assert read(line) == meaning


def test_main_is_a_command_that_others_can_call() -> None:
    assert main.name == "rulekit"


@pytest.mark.parametrize(
    "command",
    [
        ("play", "orchard", "--auto", "--plain"), ("board", str(ROOT / "games" / "shogun")), ("rulebook", "orchard"), ("doctor",),
        ("simulate", "orchard", "--games", "1"), ("tune", "orchard", "--goal", "balance", "--set", "rounds=1,2"),
        ("sweep", "orchard", "--set", "rounds=1,2"),
    ],
    ids=lambda command: command[0],
)  # fmt: skip
def test_a_language_that_nobody_speaks_is_refused_with_the_list(
    run: Run, orchard: Path, command: tuple[str, ...]
) -> None:
    result = run(*(str(orchard) if word == "orchard" else word for word in command), "--lang", "tlh")
    assert result.exit_code != 0
    assert "there is no language tlh here\n  languages: en, zh-Hans" in result.output
