"""The headlines of whole games: who owns something new, what was scored and who has won, by chapters."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

import rulekit
from rulekit import Match
from rulekit.image import Mark
from rulekit.runtime.narrative.rows import Answered, Marked
from rulekit.runtime.narrative.sentence import Sentence
from tests.playing import ROOT, play
from tests.told.reading import GAMES, LANGUAGES, SUCCESSORS, read

ORCHARD = ROOT / "tests" / "cli" / "orchard"
SEASONS = [f"{season} of year {year} of 2" for year in (1, 2) for season in ("Spring", "Summer", "Fall", "Winter")]


def told(match: Match, reader: str | None = "", since: int = 0, lang: str = "en") -> list[Sentence]:
    return match.story(reader, since, "headline", lang)


def flat(nodes: Sequence[Sentence]) -> list[Sentence]:
    return [line for node in nodes for _, line in node.lines()]


def dealt(match: Match) -> int:
    """The number of entries before the first choice."""
    return next(note.entries for note in match.events if isinstance(note, Answered))


def new_owners(match: Match, marks: Mapping[int, Mark]) -> Iterator[tuple[int, str]]:
    """(number of the entry, name in rules of what has another owner by it), behind the first choice"""
    labels = match.compiled.labels("en")
    for k, row in [*enumerate(match.log or ())][dealt(match) :]:
        mark = marks.get(row.cell) if isinstance(row, Marked) else None
        if mark is not None and isinstance(row, Marked) and row.old != row.new:
            root, (base, _) = labels.range_of(mark.owners[0])
            yield k, labels.thing(root, base + row.cell - mark.base).id


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_new_owner_is_told_and_nothing_else(name: str, lang: str) -> None:
    match, _, _ = read(name)
    lines = [x for x in flat(told(match, lang=lang)) if x.sort not in ("chapter", "result")]
    changes, gains = [*new_owners(match, match.compiled.owner_marks)], {gain.number for gain in match.scores()}
    for k, thing in changes:
        assert any(x.entries[0] <= k < x.entries[1] and thing in [y.id for y in x.things] for x in lines), thing
    changes += new_owners(match, match.compiled.holder_marks)
    for line in lines:
        named = {x.id for x in line.things}
        news = [thing for k, thing in changes if line.entries[0] <= k < line.entries[1] and thing in named]
        assert news or line.number in gains, line.text


def test_a_game_of_shogun_in_chapters() -> None:
    match, _, _ = read("shogun")
    nodes = told(match)
    chapters = [x.text for x in nodes if x.sort == "chapter"]
    assert len(flat(nodes)) <= 60 < len(flat(match.story(""))) / 3
    assert chapters == [x for x in SEASONS if x in chapters] and len(chapters) > 4
    assert nodes[0].text.startswith("Draft: ") and nodes[0].sort != "chapter", "nothing stands above the draft"
    assert all(x.children for x in nodes if x.sort == "chapter")
    winters = [x.children for x in nodes if x.text.startswith("Winter")]
    standing = {row.name: row.score for row in match.standings}
    for lines in winters:
        (scoring,) = [x.text for x in lines if "points" in x.text]
        assert scoring.startswith("Red: +") and scoring.count(" points (") == len(match.players)
    (last,) = [x.text for x in winters[-1] if "points" in x.text]
    assert all(f"{player}: +" in last and f" points ({standing[player]})" in last for player in match.players)
    assert winters[-1][-1].text == f"{match.winners[0]} wins" and winters[-1][-1].sort == "result"


def test_a_chapter_stands_where_its_season_was() -> None:
    """The Spring of the second year is that of the first no more: each change of hands is told in its own season."""
    match, _, _ = read("shogun")
    story, season = match.story(""), ""
    when: dict[str, str] = {}
    for line in flat(story):
        words = line.text.split()
        if (line.text.endswith("begins") and line.text[:4] != "Year") or words[0] == "Winter":
            season = f"{words[0]} of year {words[3].rstrip(':')} of 2"
        when.setdefault(line.text, season)
    found = [(node.text, line.text) for node in told(match) for line in node.children if node.sort == "chapter"]
    battles = [(chapter, text) for chapter, text in found if "tower gives" in text or text.startswith("Revolt")]
    assert len(battles) > 10
    assert all(when[text] == chapter for chapter, text in battles if text in when)
    assert sum(text in when for _, text in battles) > 10


def by_themselves(node: Sentence) -> Iterator[tuple[int, int]]:
    """(number, template) of a sentence and of those that are told in it."""
    yield node.number, node.template
    for one in node.joined:
        yield from by_themselves(one)


@pytest.mark.parametrize("name", GAMES)
def test_nobody_hears_more_than_the_story_tells_him(name: str) -> None:
    match, reader, _ = read(name)
    for viewer in ("", reader, None):
        heard = {key for line in flat(match.story(viewer)) for key in by_themselves(line)}
        lines = [one for line in flat(told(match, viewer)) for one in line.joined or (line,) if one.template >= 0]
        assert {(one.number, one.template) for one in lines} <= heard


def test_what_has_been_heard_is_not_told_again() -> None:
    match, reader, _ = read("shogun")
    later = told(match, reader, match.happened // 2)
    assert later[0].sort == "chapter", "the chapter that goes on is named again"
    whole, rest = ([x.text for x in flat(nodes) if x.sort != "chapter"] for nodes in (told(match, reader), later))
    assert 3 < len(rest) < len(whole) and whole[-len(rest) :] == rest
    assert told(match, reader, match.happened) == []


def test_what_clans_take_is_told_in_the_words_of_the_author() -> None:
    """What changes hands between others than players is news where the author names both: a castle, not a soldier's captain."""
    match, _, _ = read("most_dangerous_time")
    said = "\n".join(x.text for x in flat(told(match)))
    assert re.search(r"^Oda takes [A-Z].* from [A-Z]", said, re.MULTILINE) and "captain" not in said


def test_what_is_dealt_before_the_first_choice_is_no_headline() -> None:
    match, _, _ = read("nobunaga_successors")
    assert flat(match.story(level="headline"))[0].text.startswith("Round 1 of turn 1")


def test_what_nobody_words_is_told_by_owner() -> None:
    match = rulekit.load(ORCHARD).start(players=3, seed=1, journal=True)
    for _ in play(match, random.Random(1)):
        pass
    gets = [x for x in flat(told(match)) if x.sort == "change"]
    assert gets and all(re.match(r"\w+ gets [NESW]\w+ \w+", x.text) and len(x.things) > 1 for x in gets)


CLANS = """
game Clans "Clans":
  played by 2 players, called North, South
  begins with play the game

kind clan is Oda, Takeda
kind hill is Long Hill, Round Hill

marks seen by all:
  lord of each hill: a clan or none, at first Oda
  points of each player: from 0 up

to take {h: hill} for {c: clan}:
  told as "{c} takes {h}"
  set lord of h to c

to visit {h: hill}:
  told as "A visit to {h}"
  set lord of h to Takeda

to play the game:
  for seat 1:
    choose n from 0 to 2: "how many?"
    take Long Hill for Takeda
    visit Round Hill
    set lord of Round Hill to Oda
  end the game, ranking players by points of it
"""


def test_what_changes_hands_between_others_than_players_is_news_where_its_author_names_both(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(CLANS, encoding="utf-8")
    match = rulekit.load(tmp_path).start(seed=1)
    match.choose(match.decisions[0], 0)
    assert [x.text for x in flat(told(match)) if x.sort != "result"] == ["Takeda takes Long Hill"]


@pytest.mark.parametrize("seed", [3, 8])
def test_the_headlines_of_a_war_of_marches_tell_what_they_led_to(seed: int) -> None:
    rules = rulekit.load(SUCCESSORS)
    *_, match = play(rules.start(seed=seed), random.Random(seed))
    lines = [x.text for x in flat(match.story(None, level="headline"))]
    assert any(re.search(r" takes .* from ", x) for x in lines) and not any(x.startswith("March of") for x in lines)
