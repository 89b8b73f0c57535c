"""What stands above the table: in the reader's language, and nothing that the rules only keep in mind."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import rulekit
from rulekit.runtime.narrative.rows import Marked
from tests.told.reading import GAMES, lines, read

LATIN = re.compile(r"[A-Za-z]")


@pytest.mark.parametrize("lang", ["zh-Hans", "zh-Hant", "ja"])
def test_the_header_of_shogun_is_wholly_in_the_language_of_the_reader(lang: str) -> None:
    match, chance = rulekit.load(GAMES["shogun"][0]).start(seed=3), random.Random(3)
    seen = 0
    while not match.over and match.decided < 400:
        header = match.header(match.players[0], lang)
        for line in header.lines:
            assert not LATIN.search(line.text), line.text
            seen += 1
        match.choose(match.decisions[0], chance.choice(list(match.decisions[0].options)))
    assert seen > 200


@pytest.mark.parametrize("name", GAMES)
def test_header_story_and_questions_are_chinese_to_the_last_word(name: str) -> None:
    match, chance = rulekit.load(GAMES[name][0]).start(seed=3), random.Random(3)
    asked = 0
    while not match.over and match.decided < 250:
        decision = match.decisions[0]
        said = [*(line.text for line in match.header(decision.player, "zh-Hans").lines), decision.prompt("zh-Hans")]
        said += [course.text for course in decision.course("zh-Hans")]
        said += [option.label("zh-Hans") for option in decision.options]
        for text in said:
            assert not LATIN.search(
                text.removesuffix("A").removesuffix("B").replace("移动A", "").replace("移动B", "")
            ), text
            asked += 1
        match.choose(decision, chance.choice(list(decision.options)))
    assert asked > 250
    for stretch in read(name, "zh-Hans")[2]:
        for line in lines(stretch.told):
            assert not LATIN.search(re.sub("移动[AB]", "", line)), line


@pytest.mark.parametrize("name", GAMES)
def test_marks_of_scenes_are_seen_by_nobody_who_plays(name: str) -> None:
    match, reader, _ = read(name)
    inner = [mark for mark in match.compiled.image.marks.values() if mark.scene]
    view = match.view(reader)
    shown = {mark.key for mark in view.marks} | {
        mark.key for table in view.tables for row in table.rows for mark in row.marks
    }
    assert not shown & {m for m, mark in match.compiled.image.marks.items() if mark.scene}
    columns = [(mark.base, mark.base + mark.size) for mark in inner]
    for told in match.story("", level="full"):
        for _, line in told.lines():
            if line.sort == "change":
                row = match.journal[line.entries[0]].row
                assert not isinstance(row, Marked) or not any(a <= row.cell < b for a, b in columns), line.text


MARCHES = """
game Marches "Marches":
  played by 2 players, called North, South
  begins with play the game

marks seen by all:
  points of each player: from 0 up

to march:
  told as "{me} marches"
  choose n from 0 to 2: "how far?"

to play the game:
  for seat 1:
    march
    choose n from 0 to 2: "how many?"
  end the game, ranking players by points of it
"""


def test_what_is_over_goes_on_no_longer(tmp_path: Path) -> None:
    """Though nothing has happened since then but the next question."""
    (tmp_path / "game.rules").write_text(MARCHES, encoding="utf-8")
    match = rulekit.load(tmp_path).start(seed=1)
    going_on = {}
    while not match.over:
        (decision,) = match.decisions
        going_on[decision.prompt()] = [x.text for x in match.header("North").course]
        match.choose(decision, 0)
    assert going_on == {"how far?": ["North marches"], "how many?": []}
