"""Who looks at a card, or is shown one, is told alone what it is: in the story, in the journal, and nobody can take it back."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.runtime.narrative.sentence import LEVELS, Level
from rulekit.runtime.view_types import CardPlace
from tests.playing import ROOT

PEEK = ROOT / "tests" / "games" / "peek"


def begun(course: str) -> rulekit.Match:
    """A game of Peek in which Ash has chosen what to look at."""
    match = rulekit.load(PEEK).start(2, 5, journal=True)
    choose(match, course)
    return match


def choose(match: rulekit.Match, label: str) -> None:
    decision = match.decisions[0]
    match.decide(0, next(o.value for o in decision.options if label in o.label()))


def told(match: rulekit.Match, viewer: str | None, lang: str = "en", level: Level = "story") -> list[str]:
    lines = [x for tree in match.story(viewer, 0, level, lang) for _, x in tree.lines()]
    return [x.text for x in lines if x.sort == "shown"]


def in_the_journal(match: rulekit.Match, viewer: str | None) -> list[str]:
    return [e.text("en", viewer) for e in match.journal if e.sort == "shown"]


def test_only_who_looks_is_told() -> None:
    match = begun("the top of the pile")
    on_top = match.z[match.compiled.image.places["draw-pile"].base][-1]
    name = match.compiled.labels("en").member("charm", on_top)
    assert told(match, "Ash") == told(match, "") == [f"Ash looks at {name} (draw pile)"]
    assert told(match, "Birch") == told(match, None) == ["Ash looks at a card (draw pile)"]
    assert in_the_journal(match, "Ash") == [f"Ash: looks at {name} (draw pile)"]
    assert in_the_journal(match, "Birch") == ["Ash: looks at a card (draw pile)"]
    assert told(match, "Birch", "zh-Hans") == ["Ash查看一张牌（draw pile）"]


@pytest.mark.parametrize("level", [level for level in LEVELS if level != "headline"])
def test_it_is_told_however_little_is(level: Level) -> None:
    match = begun("the top of the pile")
    lines = [x.text for tree in match.story("Ash", level=level) for _, x in tree.lines()]
    assert len([text for text in lines if "looks at" in text]) == 1


def test_a_hand_is_shown_in_one_sentence() -> None:
    match = begun("nothing, and boast")
    hand = [match.compiled.labels("en").member("charm", x) for x in match.z[match.compiled.image.places["hand"].base]]
    assert told(match, "Birch") == [f"Ash shows Birch {hand[0]} and {hand[1]} (hand of Ash)"]
    assert told(match, None) == ["Ash shows Birch a card ×2 (hand of Ash)"]
    assert told(match, None, "zh-Hans") == ["Ash给Birch看一张牌×2（Ash的hand）"]


def test_what_was_looked_at_is_not_taken_back() -> None:
    match = begun("the top of the pile")
    assert str(match.can_undo("Ash")).startswith("since then something came by chance, was revealed")


def test_the_card_stays_hidden_where_it_lies() -> None:
    match = begun("the top of the pile")
    before, pile = rulekit.load(PEEK).start(2, 5, journal=True), "draw-pile"
    for viewer in ("Ash", "Birch", None):
        now, then = (next(p for p in m.view(viewer).places if p.key == pile) for m in (match, before))
        assert isinstance(now, CardPlace) and now == then and not [card for card in now.cards if card]


def test_without_a_journal_nothing_is_different() -> None:
    one, other = begun("the top of the pile"), rulekit.load(PEEK).start(2, 5)
    choose(other, "the top of the pile")
    assert one == other


HIDDEN_UNTIL_PLAYED = """game Ambush "Ambush":
  played by 2 players, called North, South
  begins with play it
family trap:
  at first in hand of seat 1
  played from my hand
places seen by their owner:
  hand of each player: traps
places seen by all:
  discards: traps
marks seen by all:
  points of each player: from 0 up
trap Pit "A pit":
  one card
  played in answers
  choose n from 1 to 3: "how deep?"
  move this card to discards
  raise my points by n
window answers:
  asks seat 1
to play it:
  open answers
  end the game, ranking players by points of it
"""


def test_a_card_that_is_played_from_a_hand_is_not_taken_back(tmp_path: Path) -> None:
    """Its text asks before the card leaves the hand: the question tells all which card it is."""
    (tmp_path / "game.rules").write_text(HIDDEN_UNTIL_PLAYED, encoding="utf-8")
    match = rulekit.load(tmp_path).start(2, 3, journal=True)
    choose(match, "A pit")
    assert match.decisions[0].prompt() == "how deep?"
    assert str(match.can_undo("North")).startswith("since then something came by chance, was revealed")
    match.choose(match.decisions[0], 2)


SHOWN = """game Shown "Shown":
  played by 3 players, called North, South, West
  begins with play it
family trap:
  at first in hand of seat 1
places seen by their owner:
  hand of each player: traps
marks seen by all:
  points of each player: from 0 up
trap Pit "A pit":
  one card
to play it:
  for seat 1:
    choose n from 0 to 1: "to whom?"
    show_it
  end the game, ranking players by points of it
"""


@pytest.mark.parametrize(
    ("shown", "concerned"),
    [("show my hand to seat 2", ["North", "South"]), ("show my hand to all", ["North", "South", "West"])],
)
def test_a_card_that_is_shown_concerns_who_shows_it_and_who_learns_it(
    shown: str, concerned: list[str], tmp_path: Path
) -> None:
    (tmp_path / "game.rules").write_text(SHOWN.replace("show_it", shown), encoding="utf-8")
    match = rulekit.load(tmp_path).start(3, 1)
    match.choose(match.decisions[0], 0)
    for viewer in (*match.players, None):
        (line,) = [x for tree in match.story(viewer) for _, x in tree.lines() if x.sort == "shown"]
        assert line.yours is (viewer in concerned), viewer
