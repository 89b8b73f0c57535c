"""What happened in a saved game, and why: for each change the rule line, the values, the conditions on the way."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.explain.causes import causes
from tests.cli.conftest import Run
from tests.playing import SHOGUN, SUPPLY, TOY, play

pytestmark = pytest.mark.slow


@pytest.fixture
def saved(run: Run, orchard: Path) -> str:
    run("play", orchard, "--seed", 3, "--auto", "--players", 2, "--save", "s.json")
    return "s.json"


def test_the_log_of_a_save(run: Run, saved: str) -> None:
    output = run("log", saved).output
    assert output.startswith("round: 0 → 1\n") and "game.rules" not in output


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


@pytest.mark.parametrize("how", [(), ("--causes",)], ids=["plain", "causes"])
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
