"""Taking back: exactly to where one was, as often as nobody has acted on it, and without a word of what others do in secret."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulekit
from tests.playing import SHOGUN_SETUPS, SetUp, said, start, step
from tests.runtime.test_values import some_games

PLANNING: SetUp = (3, {"side": "Sun", "setup": "Predetermined"})
"""SHOGUN begins with a planning here."""


@some_games
def test_undo_goes_back_exactly(folder: Path, setup: SetUp) -> None:
    """What can be taken back leads to the match before, and from there the same choice leads to the same match again."""
    match, random = start(setup, 12, True, folder), Random(12)
    taken = 0
    while match.asks:
        before: Any = match.copy()
        k = random.randrange(len(match.asks))
        player, value = match.asks[k][0], random.choice(match.asks[k][2])
        match.decide(k, value)
        name = match.players[player]
        if match.can_undo(name) is None:
            after = match.copy()
            match.undo(name)
            taken += 1
            assert match == before and match.log == before.log and match.past == before.past
            if random.random() < 0.1:
                assert match.hash() == before.hash() and match.save() == before.save()
                assert [e.text() for e in match.journal] == [e.text() for e in before.journal]
            match.decide(k, value)
            assert match == after and match.log == after.log and match.past == after.past
    assert taken


@some_games
def test_undo_never_across_chance_or_others(folder: Path, setup: SetUp) -> None:
    match, random = start(setup, 13, True, folder), Random(13)
    streams = match.compiled.image.streams.values()
    while match.asks:
        k = random.randrange(len(match.asks))
        player, at_once = match.asks[k][0], match.forks
        chance = [match.s[x] for x in streams]
        match.decide(k, random.choice(match.asks[k][2]))
        for other, name in enumerate(match.players):
            if other != player and not (at_once and match.forks):
                assert match.can_undo(name), "somebody else has chosen since"
                with pytest.raises(rulekit.Refused):
                    match.undo(name)
        if chance != [match.s[x] for x in streams]:
            assert match.can_undo(match.players[player]), "there was chance"


@some_games
def test_what_all_do_at_once_is_taken_back_by_anybody(folder: Path, setup: SetUp) -> None:
    """Until the last of them is done; what the others have chosen meanwhile stands, as if the choice had never been made."""
    match, random = start(setup, 14, True, folder), Random(14)
    began: rulekit.Match | None = None
    made: list[tuple[int, int]] = []
    taken = several = 0
    while match.asks:
        if not match.forks:
            began = None
        elif began is None:
            began, made = match.copy(), []
        k = random.randrange(len(match.asks))
        player, value = match.asks[k][0], random.choice(match.asks[k][2])
        match.decide(k, value)
        made.append((player, value))
        if began is None or not match.forks:
            continue
        several += len({seat for seat, _ in made}) > 1
        player = random.choice(made)[0]
        last = max(k for k, (seat, _) in enumerate(made) if seat == player)
        if match.can_undo(match.players[player]) is not None:
            continue  # a card was turned up, perhaps
        value = made.pop(last)[1]
        assert match.undo(match.players[player]) == 1
        reference = began.copy()
        for seat, chosen in made:
            reference.decide(at(reference, seat), chosen)
        assert match == reference and match.past == reference.past and match.log == reference.log
        match.decide(at(match, player), value)
        made.append((player, value))
        taken += last < len(made) - 1
    assert taken or not several, "somebody takes back what another one has followed"


def at(match: rulekit.Match, player: int) -> int:
    """The index of what a player is asked."""
    found = match.pending(player)
    assert found is not None
    return found


def test_a_plan_is_taken_back_until_the_last_is_ready() -> None:
    """Whether others have chosen meanwhile, nobody can tell from that; then it stands."""
    match = start(PLANNING, 2, True)
    first = match.hash()
    for name in ("Blue", "Red"):
        while (asked := match.decision_of(name)) is not None:
            match.choose(asked, 0)
    assert match.can_undo("Red") is match.can_undo("Blue") is None and match.can_undo("Yellow") is not None
    blue = match.copy()
    while match.can_undo("Red") is None:
        match.undo("Red")
    assert match.can_undo("Blue") is None
    while match.can_undo("Blue") is None:
        match.undo("Blue")
    assert match.hash() == first
    match.become(blue)
    while match.forks:
        match.decide(0, match.asks[0][2][0])
    assert all(match.can_undo(name) for name in match.players)


def test_what_was_made_together_is_taken_back_together() -> None:
    match = start(PLANNING, 2, True)
    first = match.hash()
    for k in range(4):
        asked = match.decision_of("Red")
        assert asked is not None
        match.choose(asked, 0, joined=k > 0)
    other = match.copy()
    assert match.undo("Red", alone=True) == 1 and match.undo("Red") == 3 and match.hash() == first
    assert other.undo("Red") == 4 and other.hash() == first


def test_undo_several_choices_then_no_more() -> None:
    """In planning, nothing is turned up: a player takes back card by card, but not what lay before his planning."""
    match = start(PLANNING, 2, True)
    before = match.hash()
    for _ in range(5):
        match.decide(0, match.asks[0][2][0])
    for _ in range(5):
        assert match.can_undo("Red") is None
        match.undo("Red")
    assert match.hash() == before
    assert match.can_undo("Red") is not None


def test_undo_never_across_a_reveal() -> None:
    """The last choice of the planning lets the event be drawn and the bids be turned up: nobody takes it back."""
    match, random = start(PLANNING, 2, True), Random(2)
    while match.forks:
        step(match, random)
    assert all(match.can_undo(name) for name in match.players)


def test_without_a_journal_nothing_is_taken_back() -> None:
    match = start(SHOGUN_SETUPS[0], 1)
    step(match, Random(1))
    assert all(match.can_undo(name) for name in match.players)


# ---------------------------------------------------------------- when it is refused
@pytest.mark.parametrize("setup", [SHOGUN_SETUPS[k] for k in (0, 2, 4)], ids=said)
def test_it_is_refused_where_something_cannot_be_unseen_and_nowhere_else(setup: SetUp) -> None:
    """A game of bots by chance, at each moment: while all plan, everybody takes back what he has planned, whoever was there
    before or after him; else only the last one can, and he cannot after chance, a card or the beginning of a planning."""
    match, random = start(setup, 7, True), Random(7)
    plans = refused = 0
    while match.asks:
        before, k = match.copy(), random.randrange(len(match.asks))
        planned = {made.player for made in match.trail} if match.forks else set()
        player, _, options, _ = match.asks[k]
        match.decide(k, random.choice(options))
        if before.forks and match.forks:
            for seat in {*planned, player}:
                plans += 1
                refused += match.can_undo(match.players[seat]) is not None
            continue
        why = why_not(before, match)
        assert bool(why) == (match.can_undo(match.players[player]) is not None), (match.decided, why)
        assert all(match.can_undo(name) for seat, name in enumerate(match.players) if seat != player)
    assert plans > 500 and not refused


def why_not(before: rulekit.Match, match: rulekit.Match) -> list[str]:
    """What the last choice has led to that nobody can unsee, found without the engine's own look at it."""
    image = match.compiled.image
    new = [entry.sort for entry in match.journal[len(before.journal) :]]
    found = {
        "chance": any(before.s[k] != match.s[k] for k in image.streams.values()),
        "a card is shown": "turn" in new or "shown" in new or not readable(match) <= readable(before),
        "all begin or end what they do at once": bool(before.forks) != bool(match.forks),
    }
    return [text for text, so in found.items() if so]


def readable(match: rulekit.Match) -> set[tuple[str | None, str, int]]:
    """Which cards lie where which of those at the table, or an onlooker, can read them."""
    found = set()
    for viewer in (*match.players, None):
        sight = match.compiled.sight(viewer)
        for root in match.compiled.image.where:
            cards = range(len(match.compiled.image.kinds[root].members))
            found |= {(viewer, root, card) for card in cards if sight.reads(match.s, root, card)}
    return found


WELLS = """game Wells "Wells":
  played by 2 players, called Ash, Birch
  begins with play it

kind token, one for each player and each value from 1 to 3:
  at first in well of that player

places seen by nobody:
  well of each player: a pile of tokens
places seen by their owner:
  hand of each player: tokens

marks seen by their owner:
  depth of each player: from 0 to 9, at first 0
marks seen by all:
  days: from 0 to 9, at first 0

to play it:
  each player in players:
    choose n from 0 to 2: "how many days?"
    set days to n
  each player, secretly and at once:
    choose deep from 0 to 2: "how deep?"
    set my depth to deep
    choose deeper from 0 to 2: "how much deeper?"
    raise my depth by deeper
    move the top card of my well to my hand
    choose third from 0 to 2: "and then?"
    raise my depth by third
    choose fourth from 0 to 2: "and at last?"
    raise my depth by fourth
  end the game, ranking players by depth of it
"""


@pytest.fixture
def wells(tmp_path: Path) -> rulekit.Match:
    (tmp_path / "game.rules").write_text(WELLS, encoding="utf-8")
    match = rulekit.load(tmp_path).start(2, 1)
    chosen(match, "Ash", 1)
    return match


def chosen(match: rulekit.Match, player: str, *values: int, joined: bool = False) -> None:
    for k, value in enumerate(values):
        asked = match.decision_of(player)
        assert asked is not None
        match.choose(asked, value, joined=joined and k > 0)


def test_what_one_has_seen_holds_him_alone(wells: rulekit.Match) -> None:
    """Who has looked into his well stays with what he chose before; the others neither notice nor are held by it."""
    assert wells.can_undo("Ash") is None
    chosen(wells, "Birch", 2)
    assert wells.can_undo("Birch"), "whether he could would tell whether Ash has begun"
    began = wells.copy()
    chosen(wells, "Birch", 1)
    chosen(wells, "Ash", 0, 1, joined=True)
    assert wells.can_undo("Ash") and wells.can_undo("Birch") is None
    chosen(wells, "Ash", 2, joined=True)
    assert wells.undoes("Ash") == 1, "what was made together ends where something was seen"
    chosen(wells, "Birch", 0)
    assert wells.can_undo("Birch"), "now he has looked as well"
    assert wells.undo("Ash") == 1 and wells.can_undo("Ash")
    chosen(wells, "Birch", 2)
    assert wells.undo("Birch") == 1
    reference = began.copy()
    chosen(reference, "Birch", 1)
    chosen(reference, "Ash", 0, 1)
    chosen(reference, "Birch", 0)
    assert wells == reference and wells.past == reference.past and wells.log == reference.log


def test_what_others_have_seen_meanwhile_is_seen_again(wells: rulekit.Match) -> None:
    chosen(wells, "Birch", 2)
    chosen(wells, "Birch", 1)
    chosen(wells, "Ash", 0, 1)
    hand = wells.view("Ash").tables
    assert wells.undo("Birch") == 1 and wells.view("Ash").tables == hand
    assert wells.can_undo("Ash") and wells.can_undo("Birch")
    chosen(wells, "Ash", 1)
    assert wells.undo("Ash") == 1


def test_a_choice_that_fails_leaves_what_can_be_taken_back(
    wells: rulekit.Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen(wells, "Birch", 2)
    chosen(wells, "Ash", 0)
    asked = wells.decision_of("Birch")
    assert asked is not None
    with monkeypatch.context() as broken:
        broken.setattr(rulekit.Match, "answer", lambda match, k, value: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            wells.choose(asked, 0)
    assert wells.undo("Ash") == 1


def test_copies_keep_what_can_be_taken_back_apart(wells: rulekit.Match) -> None:
    chosen(wells, "Birch", 2)
    chosen(wells, "Ash", 0)
    copy, world = wells.copy(), wells.determinised("Birch", 3)
    assert copy.undo("Ash") == 1 and copy.can_undo("Ash")
    chosen(copy, "Birch", 1)
    assert wells.can_undo("Ash") is None and not world.trail and world.can_undo("Ash")
    assert wells.undo("Ash") == 1


def test_so_many_as_there_are(wells: rulekit.Match) -> None:
    """What was stored is taken back as often as it was then; more than there is is refused, and nothing happens."""
    chosen(wells, "Birch", 2)
    before = wells.hash()
    chosen(wells, "Birch", 1)
    with pytest.raises(rulekit.Refused):
        wells.take_back("Birch", 2)
    wells.take_back("Birch", 1)
    assert wells.hash() == before
