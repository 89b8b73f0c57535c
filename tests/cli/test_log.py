"""What happened in a saved game, and why: for each change the rule line, the values, the conditions on the way."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.explain.causes import causes
from tests.cli.conftest import Run
from tests.playing import ROOT, SHOGUN, SUPPLY, TOY, play
from tests.playing import game as loaded

pytestmark = pytest.mark.slow


@pytest.fixture
def saved(run: Run, orchard: Path) -> str:
    run("play", orchard, "--seed", 3, "--auto", "--players", 2, "--save", "s.json")
    return "s.json"


def test_the_log_of_a_save(run: Run, saved: str) -> None:
    """The story; on demand every change with its rule line."""
    output = run("log", saved).output
    assert output.startswith("Anna and Ben chose in secret\nPlay a round: ") and "game.rules" not in output
    assert output.endswith("Ben wins\n")
    ledger = run("log", saved, "--level", "ledger").output.splitlines()
    assert len(ledger) > 2 * len(output.splitlines())
    assert all(re.search(r"  \(orchard/game\.rules:\d+\)$", line) for line in ledger)


@pytest.mark.parametrize("command", ["log", "replay"])
def test_headlines(run: Run, saved: str, command: str) -> None:
    output = run(command, saved, "--level", "headline").output
    assert output.startswith("Ben gets West Hill, North Slope\nAnna gets West Hill\nBen wins\n")
    assert "token" not in output


@pytest.mark.parametrize("command", ["log", "replay"])
@pytest.mark.parametrize("level", ["story", "full", "ledger"])
def test_a_saved_game_as_one_seat_may_hear_it(run: Run, saved: str, command: str, level: str) -> None:
    """By the number of the seat or the name of the player, in any case; what others did in secret is not told."""
    whole = run(command, saved, "--level", level).output
    mine = run(command, saved, "--level", level, "--seat", "Ben").output
    assert {run(command, saved, "--level", level, "--seat", who).output for who in ("2", "ben", "BEN")} == {mine}
    assert mine != whole and mine != run(command, saved, "--level", level, "--seat", 1).output
    assert "token 3" in mine and not re.search(r"token \d(: | from )hand of Anna", mine)
    assert level == "story" or re.search(r"token \d(: | from )hand of Anna", whole)


@pytest.mark.parametrize("command", ["log", "replay"])
def test_nobody_else_sits_here(run: Run, saved: str, command: str) -> None:
    for who in ("3", "0", "Carl", ""):
        refused = run(command, saved, "--seat", who)
        assert refused.exit_code == 1 and refused.output == refused.stderr
        assert refused.stderr == f"there is no seat {who}\n  at the table: 1 Anna, 2 Ben\n"
    assert "  在座的有：1 " in run(command, saved, "--seat", 3, "--lang", "zh").stderr


def test_what_tells_everything_or_nothing_takes_no_reader(run: Run, saved: str) -> None:
    for command in (("log", saved, "--causes"), ("replay", saved, "--verify")):
        for option in (("--seat", "1"), ("--level", "story")):
            refused = run(*command, *option)
            assert refused.exit_code == 2 and "leave out --level and --seat" in refused.stderr


def test_causes_name_the_rule_the_values_and_the_conditions(run: Run, saved: str, orchard: Path) -> None:
    rules = orchard / "game.rules"
    text = rules.read_text("utf-8").replace(
        "    move n apples from trees to my basket\n",
        "    if apples in trees is more than 5 and n is more than 2: move n apples from trees to my basket\n"
        "    otherwise: move 1 apple from trees to my basket\n",
    )
    rules.write_text(text, "utf-8")
    run("play", orchard, "--seed", 3, "--auto", "--players", 2, "--save", "t.json")
    output = run("log", "t.json", "--causes").output
    assert re.search(
        r"(Anna|Ben): [23] apples: trees → basket of \1\n"
        r"    orchard/game\.rules:44  if apples in trees is more than 5 .*\n"
        r"        .*apples in trees: \d+, n: [23]\n",
        output,
    )
    assert re.search(r"      orchard/game\.rules:44  if apples in trees .*: holds\n", output)
    assert re.search(r"      orchard/game\.rules:44  if apples in trees .*: does not hold\n", output)


def test_in_chinese_the_rules_are_quoted_in_chinese(run: Run, saved: str) -> None:
    output = run("log", saved, "--causes", "--lang", "zh", "--last", 2).output
    rows = re.findall(r"orchard/game\.rules:\d+  (.+)", output)
    assert rows and all(re.search("[\u4e00-\u9fff]", row) for row in rows), rows


def test_clauses_are_named(run: Run) -> None:
    run("play", "shogun", "--seed", 3, "--auto", "--players", 3, "--set", "years=1", "--save", "s.json")
    output = run("log", "s.json", "--causes").output
    line = r"    .*winter\.rules:\d+  raise my points by the number of my provinces, for “?\"?provinces\"?”?  "
    place = line + r"\[SHG-SCORE-02\]\n"
    assert re.search(place + r"        my points: 0, number of \(my provinces\): \d+\n", output)


def test_a_part_and_other_rules(run: Run, saved: str, orchard: Path) -> None:
    whole, part = run("log", saved, "--causes").output, run("log", saved, "--causes", "--to", 2).output
    assert whole.startswith(part[:200]) and len(part) < len(whole)
    moved = orchard.rename(orchard.with_name("grove"))
    assert "there is no folder" in run("log", saved, "--causes").stderr
    whole = run("log", saved, "--causes", "--game", moved).output
    assert "round: 0 → 1" in whole
    rules = (moved / "game.rules").read_text("utf-8")
    (moved / "game.rules").write_text(rules + "\n# changed\n", "utf-8")
    assert run("log", saved, "--causes", "--game", moved).output == whole, "they lead to the same game"
    (moved / "game.rules").write_text(rules.replace("raise round by 1", "raise round by 2"), "utf-8")
    assert "other rules" in run("log", saved, "--causes", "--game", moved).stderr


@pytest.mark.parametrize("how", [("--level", "ledger"), ("--causes",)], ids=["ledger", "causes"])
def test_a_part_in_the_middle(run: Run, saved: str, how: tuple[str, ...]) -> None:
    """What was laid out before the first decision belongs to it; the parts together are the whole."""
    whole = run("log", saved, *how).output
    count = run("replay", saved).output.splitlines()[-1].split()[0]
    head, middle = run("log", saved, *how, "--to", 3).output, run("log", saved, *how, "--from", 4, "--to", 6).output
    tail = run("log", saved, *how, "--from", 7).output
    assert head and middle and tail and whole == head + middle + tail
    assert run("log", saved, *how, "--last", int(count) - 6).output == tail
    assert run("log", saved, *how, "--last", 3, "--to", 6).output == middle
    assert run("log", saved, *how, "--last", 9999).output == whole
    beyond = run("log", saved, *how, "--from", 9999)
    assert beyond.exit_code == 2 and f"{count} were made" in beyond.stderr
    assert "leave one out" in run("log", saved, *how, "--from", 2, "--last", 2).stderr


@pytest.mark.parametrize("folder", [TOY, SUPPLY, SHOGUN], ids=lambda p: p.name)
def test_to_listen_changes_nothing(folder: Path) -> None:
    """The same journal, with a rule line for everything; dice, cards and devices fall as they fell."""
    match = rulekit.load(folder).start(seed=7)
    for _ in play(match, Random(7), 250):
        pass
    told = list(causes(folder, (), json.loads(json.dumps(match.save()))))
    assert [c.entry.text() for c in told] == [e.text() for e in match.journal]
    assert all(c.text for c in told) and any(c.values for c in told)


@cache
def played(folder: Path) -> rulekit.Match:
    """A game of bots with its journal."""
    match = loaded(folder).start(None, 3)
    for _ in play(match, Random(3), 400):
        pass
    return match


@pytest.mark.parametrize("lang", ("zh-Hans", "zh-Hant"))
@pytest.mark.parametrize("name", ("shogun", "most_dangerous_time", "nobunaga_successors"))
def test_a_ledger_in_chinese_reads_as_a_person_writes(name: str, lang: str) -> None:
    """No arrow, no `红：` or `红得到` for a side of one character, no literal 其, no double negative, no owner said twice."""
    folder = SHOGUN if name == "shogun" else ROOT / "plugins" / name / f"rulekit_{name}" / "game"
    match = played(folder)
    seats = {match.compiled.labels(lang).word(seat) for seat in match.compiled.image.seats}
    short = "".join(seat for seat in seats if len(seat) == 1)
    rows = [text for entry in match.journal if (text := entry.text(lang))]
    assert len(rows) > 500
    wrong = [row for row in rows if re.search(r"→|并非不|不是不|並非不|其(?![余餘他中])", row)]
    if short:
        wrong += [row for row in rows if re.match(rf"[{short}](：|得到|的)", row)]
        wrong += [row for row in rows if re.match(rf"([{short}]方)：.*从\1的", row)]
    assert not wrong, wrong[:5]


def test_the_ledger_in_chinese_line_by_line() -> None:
    match = played(SHOGUN)
    rows = {entry.text("zh-Hans") for entry in match.journal}
    for row in (
        "红方：15个宝箱从银行移到金库",
        "洗混国牌堆",
        "红方：剩余军队组（5支军队）由0增至1",
        "红方：决定：3支军队",
    ):
        assert row in rows, row
    said = "\n".join(rows)
    assert re.search("^[红黄蓝紫]方：[0-9]支军队从储备移到.+$", said, re.MULTILINE)
    assert re.search("^[红黄蓝紫]方：.+的领主定为[红黄蓝紫]方$", said, re.MULTILINE)
    assert re.search("^[红黄蓝紫]方：骰塔：.*红方的[0-9]支军队", said, re.MULTILINE), (
        "what falls out of it is said whole"
    )
