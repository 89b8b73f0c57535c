"""The story of whole games: nothing that matters to the reader is missing, nothing secret and nothing internal is in it."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit import api
from rulekit.plugins.manager import find_plugins
from rulekit.runtime.events import Tree
from tests.playing import SHOGUN
from tests.told.reading import GAMES, LANGUAGES, excerpt, file_of, lines, read


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_an_excerpt_reads_as_before(name: str, lang: str) -> None:
    assert excerpt(name, lang) == file_of(name, lang).read_text(encoding="utf-8"), "python -m tests.told.reading"


def test_whatever_comes_to_the_reader_or_goes_from_him_is_told_before_his_next_choice() -> None:
    match, reader, stretches = read("shogun")
    labels = match.compiled.labels("en")
    seat = match.players.index(reader)
    moved = 0
    for stretch in stretches:
        for k in stretch.entries:
            code = match.journal[k].code
            if code[2] == "mark" and labels.column(code[3])[1] == "owner" and seat in code[4:6] and code[4] != code[5]:
                province = labels.owners(["province"], code[3] - labels.column(code[3])[2])[0]
                assert province in stretch.text, f"{match.journal[k].text()}\n{stretch.text}"
                moved += 1
    assert moved > 10


def test_battles_scores_and_ends_of_seasons_are_told() -> None:
    match, reader, stretches = read("shogun")
    text = "\n".join(x.text for x in stretches)
    image = match.compiled.image
    battles = [e for e in Tree(match).root.walk() if e.rule >= 0 and image.rules[e.rule]["sort"] == "scene"]
    assert len(battles) > 10
    assert text.count("The tower gives") == len(battles)
    assert len(re.findall(r"^(Spring|Summer|Fall) of year \d ends$", text, re.MULTILINE)) == 6
    assert text.count(" is scored") == 2
    for gain in match.scores(reader):
        assert gain.reason in text


def test_scores_are_explained_to_the_last_point() -> None:
    match, _, stretches = read("shogun")
    for player in match.players:
        gains = [x for x in match.scores("") if x.player == player]
        final = next(x.score for x in match.standings if x.name == player)
        assert sum(x.n for x in gains) == final == gains[-1].total
    told = [line for x in stretches for node in x.told for _, line in node.lines() if line.sort == "score"]
    assert len(told) == 2 * len(match.players)
    assert all(line.rows and sum(r.n for r in line.rows) for line in told)


def test_a_whole_game_of_shogun_is_no_longer_than_a_person_reads() -> None:
    _, _, stretches = read("shogun")
    assert sum(len(lines(x.told)) for x in stretches) <= 400


@pytest.mark.parametrize("name", GAMES)
def test_nothing_internal_is_told(name: str) -> None:
    """Marks of scenes are bookkeeping, and so is what an arrow would tell of."""
    match, _, stretches = read(name)
    inner = [re.escape(m.replace("-", " ")) for m, mark in match.compiled.image.marks.items() if mark["scene"]]
    leaked = re.compile(rf"\b({'|'.join(inner) or '-'})( of [\w ]+)? (is now|\d+ \()")
    for x in stretches:
        assert "→" not in x.text
        assert not leaked.search(x.text), x.text


def test_what_others_plan_in_secret_tells_nothing() -> None:
    """Two games that differ in what others have laid face down are the same to the reader."""
    heard = set()
    for seed in range(3):
        match, chance = rulekit.load(SHOGUN).start(seed=3), random.Random(1)
        while not match.forks:
            match.choose(match.decisions[0], chance.choice(list(match.decisions[0].options)))
        others = random.Random(seed)
        while len({d.player for d in match.decisions} - {"Red"}) > 0:
            decision = next(d for d in match.decisions if d.player != "Red")
            match.choose(decision, others.choice(list(decision.options)))
        heard.add("\n".join(lines(tuple(match.story("Red", level="full")))))
        assert "planned" not in match.story("Red")[-1].text, "it is told when all are done"
    assert len(heard) == 1


def test_the_story_comes_again_when_choices_are_made_again() -> None:
    match = rulekit.load(SHOGUN).start(seed=4)
    for _ in range(60):
        match.choose(match.decisions[0], 0)
    again = rulekit.load(SHOGUN).resume(match.save())
    assert again.story("Red") == match.story("Red")
    assert again.happened == match.happened


def test_a_choice_taken_back_is_not_told() -> None:
    match = rulekit.load(SHOGUN).start(seed=4)
    while not match.forks:
        match.choose(match.decisions[0], 0)
    before, told = match.happened, match.story("")
    match.choose(match.decisions[0], 0)
    undone = match.undo(match.players[0])
    assert (undone.happened, undone.story("")) == (before, told)


def test_who_reads_and_how_much_has_to_be_known() -> None:
    match = rulekit.load(SHOGUN).start(seed=4)
    with pytest.raises(rulekit.UserError):
        match.story("Nobody")
    with pytest.raises(ValueError, match="no level"):
        match.story("Red", level="long")  # type: ignore[arg-type]


def test_looks_are_no_part_of_the_rules(tmp_path: Path) -> None:
    """Who edits how the board looks can go on with his saves; who edits a table can not."""
    game = tmp_path / "shogun"
    shutil.copytree(SHOGUN, game)
    found = find_plugins()
    before = api.fingerprint(game, (), found)
    board = game / "board.yaml"
    board.write_text(board.read_text(encoding="utf-8") + "\n# a new colour\n", encoding="utf-8")
    assert api.fingerprint(game, (), found) == before
    table = game / "setups.yaml"
    table.write_text(table.read_text(encoding="utf-8") + "\n# another table\n", encoding="utf-8")
    assert api.fingerprint(game, (), found) != before
