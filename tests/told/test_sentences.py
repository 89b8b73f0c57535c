"""What the story says where no author has words: cards, adjectives, whose something is, and who has won."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rulekit
from tests.playing import SHOGUN

GAME = """
game Hills "Hills":
  played by 2 players, called North, South
  begins with play the game

kind hill is Long Hill, Round Hill

family deed:
  at first in hand of seat 1

places seen by all:
  played-cards: deeds

places seen by their owner:
  hand of each player: deeds

marks seen by all:
  owner of each hill: a player or none, at first none
  each hill may be walled
  truce: yes or no
  points of each player: from 0 up

deed Build "Build a wall":
  one card
  move this card to played-cards
  set owner of Long Hill to me
  Long Hill becomes walled
  set truce to yes
  drum

deed Leave "Leave the hill":
  one card
  move this card to played-cards
  set owner of Long Hill to none
  Long Hill is no longer walled
  set truce to no

deed Sing "Sing":
  one card
  move this card to played-cards

to drum:
  tell "Drums are heard"
  raise points of North by 1

to play the game:
  for seat 1:
    repeat 3 times:
      choose card among my hand: "which card?"
      show it to all by card
  end the game, ranking players by points of it

to show it to all by {card: deed}:
  not told
  tell "{me} takes {card} up"
  carry out card
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What North hears of the whole game."""
    folder = tmp_path_factory.mktemp("hills")
    (folder / "game.rules").write_text(GAME, encoding="utf-8")
    match = rulekit.load(folder).start(seed=1)
    while not match.over:
        match.choose(match.decisions[0], 0)
    return ["  " * depth + line.text for node in match.story("North") for depth, line in node.lines()]


def test_a_card_that_was_named_is_not_named_again(told: list[str]) -> None:
    assert told[0].startswith("North takes Build a wall up: ")
    assert sum("Build a wall" in line for line in told) == 1


def test_a_card_is_not_said_to_go_where_played_cards_go(told: list[str]) -> None:
    assert not any("played cards" in line or "hand of" in line for line in told)
    assert "North takes Sing up" in told, "that it was played is told all the same"


def test_adjectives_are_said_as_such(told: list[str]) -> None:
    assert "Long Hill is now walled, from now on: truce" in told[0]
    left = next(line for line in told if "Leave the hill" in line)
    assert "Long Hill is no longer walled, no longer: truce" in left


def test_whose_something_is_and_was(told: list[str]) -> None:
    assert "North gets Long Hill" in told[0]
    assert "North loses Long Hill" in next(line for line in told if "Leave the hill" in line)


def test_what_a_deed_with_words_changes_is_not_told_beside_them(told: list[str]) -> None:
    assert told[1] == "  Drums are heard"
    assert "points" not in told[0]


def test_who_has_won_is_told_last(told: list[str]) -> None:
    assert told[-1] == "North wins"


WALLS = """
game Walls "Walls":
  played by 2 players, called North, South
  begins with play the game

kind hill is Long Hill, Round Hill, Low Hill

marks seen by all:
  each hill may be walled
  points of each player: from 0 up

to wall {some: hills}:
  each h among some:
    h becomes walled

to rate {n: number} of {here: hill}:
  raise points of North by n

to play the game:
  for seat 1:
    choose n from 0 to 2: "how many?"
    if n is 0:
      wall hills where it is walled
    otherwise if n is 1:
      wall hills where it is Low Hill
    otherwise:
      wall hills
    rate 2 of Low Hill
  end the game, ranking players by points of it
"""


@pytest.mark.parametrize(
    ("n", "english", "chinese"),
    [(1, "Low Hill", "Low Hill"), (2, "Long Hill, Round Hill and Low Hill", "Long Hill、Round Hill、Low Hill")],
)
def test_a_rule_is_named_with_what_it_was_given(n: int, english: str, chinese: str, tmp_path: Path) -> None:
    """A set by its things; a number is not told to who plays, since it may rest on what this person does not know."""
    (tmp_path / "game.rules").write_text(WALLS, encoding="utf-8")
    match = rulekit.load(tmp_path).start(2, 1)
    match.choose(match.decisions[0], n)

    def told(viewer: str | None, lang: str = "en") -> list[str]:
        story = match.story(viewer, level="full", lang=lang)
        return [line.text for sentence in story for _, line in sentence.lines() if line.sort == "event"]

    assert {f"North: wall {english}", "North: rate ? of Low Hill"} <= {*told("North")}
    whose = {line.text: line.player for x in match.story("South", level="full") for _, line in x.lines()}
    assert (whose[f"North: wall {english}"], whose["Play game"]) == ("North", None)
    assert f"North：wall {chinese}" in told("North", "zh-Hans")


BIDS = """
game Bids "Bids":
  played by 3 players, called North, South, West
  begins with play the game

marks seen by their owner:
  bid of each player: from 0 to 9

marks seen by all:
  points of each player: from 0 up

to play the game:
  each player, secretly and at once:
    choose n from 0 to 2: "how many?"
    set my bid to n
  end the game, ranking players by points of it
"""


def test_of_what_others_do_in_secret_one_line_is_told_when_all_are_done(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(BIDS, encoding="utf-8")
    match = rulekit.load(tmp_path).start(3, 1)

    def told(viewer: str | None, lang: str = "en") -> list[tuple[str, str, bool]]:
        lines = [line for sentence in match.story(viewer, lang=lang) for _, line in sentence.lines()]
        return [(line.sort, line.text, bool(line.yours)) for line in lines if line.sort in ("change", "secret")]

    own = ("change", "bid of North 1 (+1)", True)
    for _ in range(2):
        match.choose(match.decisions[0], 1)
        assert (told("North"), told("West"), told(None)) == ([own], [], [])
    match.choose(match.decisions[0], 2)
    assert told("North") == [own, ("secret", "South and West chose in secret", False)]
    assert told("West") == [
        ("secret", "North and South chose in secret", False),
        ("change", "bid of West 2 (+2)", True),
    ], "in the order in which it was done"
    assert told(None) == [("secret", "North, South and West chose in secret", False)]
    assert told(None, "zh-Hans") == [("secret", "North、South、West已暗中作出选择", False)]


RIVALS = (
    BIDS.replace("    choose n", '    told as "{me} bids against {rival of me}"\n    choose n')
    + """
value rival of {me: player}, a player:
  seat 2 if me is seat 1
  seat 1 otherwise
"""
)


def test_what_others_do_in_secret_is_told_apart_by_what_their_lines_say(tmp_path: Path) -> None:
    """Those alone stand in one line of whom the author's words say the same."""
    (tmp_path / "game.rules").write_text(RIVALS, encoding="utf-8")
    match = rulekit.load(tmp_path).start(3, 1)
    for _ in range(3):
        match.choose(match.decisions[0], 1)
    told = [line.text for x in match.story(None) for _, line in x.lines() if line.sort == "secret"]
    assert told == ["North bids against South", "South and West bids against North"]


def test_a_fight_has_what_its_device_was_given_and_what_came_of_it() -> None:
    """With the words for the fight, whoever reads; pieces are neither made nor lost, but may stay in the device."""
    match, chance = rulekit.load(SHOGUN).start(4, 3, {"setup": "Predetermined"}), Random(1)
    while match.decided < 120:
        k = chance.randrange(len(match.asks))
        match.decide(k, chance.choice(match.asks[k][2]))
    found = [line for told in match.story("Red", lang="en") for _, line in told.lines() if line.throws]
    assert len(found) > 2
    for line in found:
        (throw,) = line.throws
        assert throw.key == "battle-tower" and throw.name == "battle tower"
        assert ("attacks" in line.text or "Revolt" in line.text) and throw.given
    first = found[0].throws[0]
    assert [(x.name, x.owner, x.count) for x in first.given] == [("armies", 2, 2), ("farmer", -1, 1)]
    for viewer in ("Blue", None):
        again = [x.throws for told in match.story(viewer, lang="en") for _, x in told.lines() if x.throws]
        assert again == [x.throws for x in found]


def test_a_score_concerns_who_scores(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(WALLS, encoding="utf-8")
    match = rulekit.load(tmp_path).start(2, 1)
    match.choose(match.decisions[0], 1)
    for viewer, own in (("North", True), ("South", False), (None, False)):
        found = [line for node in match.story(viewer) for _, line in node.lines() if line.sort == "score"]
        assert [(line.player, line.yours) for line in found] == [("North", own)]


def test_a_score_without_words_says_the_line_or_in_other_languages_the_rule(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(WALLS, encoding="utf-8")
    match = rulekit.load(tmp_path).start(2, 1)
    match.choose(match.decisions[0], 1)
    assert [gain.reason for gain in match.scores()] == ["n"]
    assert [gain.reason for gain in match.scores(lang="zh-Hans")] == ["rate"]


RAIDS = """
game Raids "Raids":
  played by 3 players, called North, South, West
  begins with play the game

kind hill is Long Hill, Round Hill

marks seen by all:
  owner of each hill: a player or none, at first none
  each hill may be walled
  points of each player: from 0 up

to raid:
  told as "A raid"
  loot

to loot:
  burn
  set owner of Long Hill to me

to burn:
  Round Hill becomes walled

to play the game:
  set owner of Long Hill to North
  for seat 2:
    choose n from 0 to 2: "how many?"
    raid
  end the game, ranking players by points of it
"""


@pytest.fixture(scope="module")
def raided(tmp_path_factory: pytest.TempPathFactory) -> rulekit.Match:
    folder = tmp_path_factory.mktemp("raids")
    (folder / "game.rules").write_text(RAIDS, encoding="utf-8")
    match = rulekit.load(folder).start(seed=1)
    match.choose(match.decisions[0], 0)
    return match


def test_what_has_words_tells_for_all_that_is_done_in_it(raided: rulekit.Match) -> None:
    told = ["  " * depth + line.text for node in raided.story(None) for depth, line in node.lines()]
    assert told[0] == "A raid" and not any("oot" in line or "urn" in line for line in told)


def test_an_event_concerns_who_loses_and_who_gets_something_in_it(raided: rulekit.Match) -> None:
    for viewer, own in (("North", True), ("South", True), ("West", False), (None, False)):
        (raid,) = [line for node in raided.story(viewer) for _, line in node.lines() if line.text == "A raid"]
        assert raid.yours == own, viewer
