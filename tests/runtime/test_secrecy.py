"""Secrets stay secret: what one player is shown does not hang on what is hidden from that player.

Two ways to ask: the hidden things of a state are mixed and every view must stay what it was; and a game is played twice with
other players planning otherwise, and until something is turned up one player must see the same view, journal and options.
What is hidden is found here a second time, from the visibility that the rule files declare.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulekit
from rulekit.image import STREAM_WIDTH, Mark, Place
from rulekit.rule_tests.runner import position
from rulekit.runtime.chance import keyed
from rulekit.runtime.narrative.rows import CardMoved
from tests.playing import ROOT, SHOGUN, SHOGUN_SETUPS, TOY, SetUp, play, said, start

GAMES: list[tuple[Path, SetUp]] = [*((SHOGUN, SHOGUN_SETUPS[k]) for k in (1, 3, 8)), (TOY, (2, {"map": "Small"}))]
every_game = pytest.mark.parametrize(("folder", "setup"), GAMES, ids=[f"{f.name}-{said(s)}" for f, s in GAMES])
LANGS = ("en", "zh-Hans")


class Secrets:
    """What a viewer (a seat from 0, -1 for an onlooker) may not know of a match."""

    def __init__(self, match: rulekit.Match, viewer: int) -> None:
        self.match, self.image, self.viewer = match, match.compiled.image, viewer

    def cards(self, root: str) -> Iterator[tuple[list[int], int, int]]:
        """Where each hidden card of a root kind lies: (list, position in it, the place as it is written down)."""
        s, z, face = self.match.s, self.match.z, self.image.faces.get(root)
        for place in self.image.places.values():
            if place.counted or place.root != root:
                continue
            single = place.spot or place.row is not None
            for k in range(place.row.size if place.row is not None else place.size):
                if self.may_see(place, k):
                    continue
                row, at = (s, [place.base + k]) if single else (z[place.base + k], range(len(z[place.base + k])))
                for j in at:
                    if row[j] >= 0 and not (place.turns and face is not None and s[face + row[j]]):
                        yield row, j, (len(z) if single else 0) + place.base + k

    def may_see(self, thing: Place | Mark, instance: int) -> bool:
        if thing.seen == "their owner" and thing.owners[0] == "player":
            return instance * len(self.match.players) // thing.size == self.viewer
        return thing.seen == "all"

    def readable(self, root: str, code: int, up: bool) -> bool:
        """Whether a card that lies at ``code`` could be read."""
        lists = len(self.match.z)
        for place in self.image.places.values():
            single = place.spot or place.row is not None
            if place.counted or place.root != root or single != (code >= lists):
                continue
            at = code - (lists if single else 0) - place.base
            if 0 <= at < (place.row.size if place.row is not None else place.size):
                return self.may_see(place, at) or (place.turns and up)
        return False

    def mix(self, random: Random) -> int:
        """Changes everything hidden in place: cards change places, marks values, the chance that is to come and what lies
        where in a device change too. Gives how many cards lie elsewhere."""
        moved = 0
        s = self.match.s
        for root, where in self.image.where.items():
            places = list(self.cards(root))
            cards = [row[j] for row, j, _ in places]
            faces = {code: s[self.image.faces[root] + row[j]] for row, j, code in places if root in self.image.faces}
            random.shuffle(cards)
            for (row, j, code), card in zip(places, cards, strict=True):
                moved += row[j] != card
                row[j] = card
                s[where + card] = code
                if root in self.image.faces:
                    s[self.image.faces[root] + card] = faces[code]
        for mark in self.image.marks.values():
            hidden = [mark.base + k for k in range(mark.size) if not self.may_see(mark, k)]
            values = [s[k] for k in hidden]
            random.shuffle(values)
            for k, value in zip(hidden, values, strict=True):
                s[k] = value
        for stream in self.image.streams.values():
            s[stream : stream + STREAM_WIDTH] = keyed(random.randbytes(32))
        for device in self.image.devices.values():
            for token in range(len(self.image.tokens)):
                stores = [store[token] for store in device.stores]
                values = [s[k] for k in stores]
                random.shuffle(values)
                for k, value in zip(stores, values, strict=True):
                    s[k] = value
        return moved


def seen(match: rulekit.Match, viewer: str | None) -> list[Any]:
    return [match.view(viewer, lang) for lang in LANGS]


@every_game
def test_views_hang_on_nothing_hidden(folder: Path, setup: SetUp) -> None:
    match, random = start(setup, 5, False, folder), Random(5)
    moved = 0
    for _ in play(match, random):
        if random.random() > (0.05 if folder == SHOGUN else 0.5):
            continue
        for seat, viewer in enumerate((*match.players, None)):
            other = match.copy()
            moved += Secrets(other, seat if viewer else -1).mix(random)
            assert seen(other, viewer) == seen(match, viewer)
    assert moved > 100


@every_game
def test_owners_see_what_is_theirs(folder: Path, setup: SetUp) -> None:
    """The test above would pass with views that show nothing: what is hidden from others is shown to its owner."""
    match, random = start(setup, 5, False, folder), Random(5)
    differ = 0
    for _ in play(match, random, 150):
        other = match.copy()
        if Secrets(other, 0).mix(random):
            differ += seen(other, match.players[1]) != seen(match, match.players[1])
    assert differ > 10


# ---------------------------------------------------------------- planning otherwise
@every_game
def test_others_plans_are_not_to_be_seen(folder: Path, setup: SetUp) -> None:
    """The others plan something else: until all have planned, one player is shown the same."""
    random = Random(6)
    compared = differ = 0
    for seed in range(2 if folder == SHOGUN else 20):
        match = start(setup, seed, True, folder)
        for _ in play(match, random):
            if match.forks and random.random() < (0.02 if folder == SHOGUN else 0.5):
                for same in planned_twice(match.copy(), random.randrange(len(match.players)), random):
                    compared += 1
                    differ += not same
    assert compared > 10 and differ > 3


def planned_twice(match: rulekit.Match, seat: int, random: Random) -> Iterator[bool]:
    """Plans on in two ways at once; gives whether the choice made by both was the same."""
    viewer, other = match.players[seat], match.copy()
    while len(match.asks) > 1:  # the last one lets the cards be turned up
        k = random.randrange(len(match.asks))
        value = instead = random.choice(match.asks[k][2])
        if match.asks[k][0] != seat:
            instead = random.choice([v for v in other.asks[k][2] if (v < 0) == (value < 0)])
        match.decide(k, value)
        other.decide(k, instead)
        if [ask[:2] for ask in match.asks] != [ask[:2] for ask in other.asks]:
            return
        if random.random() > 0.3:
            continue
        assert seen(match, viewer) == seen(other, viewer)
        assert told(match, viewer) == told(other, viewer)
        assert asked(match, seat) == asked(other, seat)
        yield value == instead


def told(match: rulekit.Match, viewer: str) -> list[Any]:
    """What stands in the journal that a player reads: entries without a text are not for him."""
    entries = [e for e in match.journal[-80:] if e.text("en", viewer)]
    return [(e.rule, e.sort, e.player, *(e.text(lang, viewer) for lang in LANGS)) for e in entries][-30:]


def asked(match: rulekit.Match, seat: int) -> list[Any]:
    return [
        (d.prompt(), [(o.id, o.label()) for o in d.options], [(r.id, r.reason()) for r in d.refused])
        for d in match.decisions
        if d.seat == seat + 1
    ]


@every_game
def test_journals_tell_only_what_may_be_read(folder: Path, setup: SetUp) -> None:
    """A card that moves is named to those who may read it where it was or where it comes to lie, and to nobody else."""
    match, random = start(setup, 7, True, folder), Random(7)
    for _ in play(match, random):
        pass
    hidden, labels = 0, match.compiled.labels("en")
    for entry in match.journal:
        for seat, viewer in enumerate((*match.players, None)):
            text = entry.text("en", viewer).removeprefix(f"{entry.player}: ")
            if entry.sort == "choice" and viewer != entry.player:
                assert not text, "what somebody else has chosen"
            if not isinstance(row := entry.row, CardMoved):
                continue
            secrets = Secrets(match, seat if viewer else -1)
            readable = secrets.readable(row.root, row.target, bool(row.up)) or secrets.readable(
                row.root, row.source, False
            )
            hidden += not readable
            assert text.startswith(labels.member(row.root, row.card) if readable else labels.word("a card")), text
    assert hidden > 20


# ---------------------------------------------------------------- choosing what is hidden
PEEK = ROOT / "tests" / "games" / "peek"
UNSEEN = (
    "what lies in another's hand is taken unseen",
    "several are taken unseen, one after another",
    "of cards that are seen and others the seen ones come first",
    "in a pile the card on top is the first",
    "of a face-down card the place is told",
)
"""Rule tests that come to a question about hidden cards."""


@pytest.mark.parametrize("title", UNSEEN)
def test_questions_hang_on_nothing_hidden(title: str) -> None:
    """Other cards lie face down in the same places: the question, its options and what is refused are the same."""
    match = position(PEEK, title)
    assert match.decisions[0].player == "Ash"
    shown, names = set(), {m.name for m in match.compiled.image.kinds["charm"].members}
    moved = 0
    for seed in range(20):
        other = match.copy()
        moved += Secrets(other, 0).mix(Random(seed))
        (decision,) = other.decisions
        if decision.about.sort.head == "kind":  # the question as it would be asked with the other cards
            where, cards = other.compiled.image.where["charm"], range(len(names))
            lying = {match.s[where + v] for v in decision.values if v >= 0}
            values = [v for v in cards if other.s[where + v] in lying]
            decision.values = values + [v for v in decision.values if v < 0]
        shown.add(repr((decision.prompt(), [(o.id, o.label(), o.label("zh-Hans")) for o in decision.options],
                        [(r.id, r.reason()) for r in decision.refused],
                        [decision.facts(o.value) for o in decision.options])))  # fmt: skip
    assert moved > 20 and len(shown) == 1
    seen = {"Dagger"} if "seen ones" in title else set()
    assert not any(name in text for text in shown for name in names - seen)


def test_the_order_of_hidden_options_tells_nothing() -> None:
    """The first of two hidden cards is now the one and now the other."""
    first = set()
    for seed in range(10):
        match = position(PEEK, UNSEEN[0], seed=seed)
        first.add(match.decisions[0].options[0].value)
        assert match.decisions[0].find("hand of Birch: a card (1)").value == match.decisions[0].options[0].value
        with pytest.raises(rulekit.Refused):
            match.decisions[0].find("Beacon")
    assert len(first) == 2


def test_the_journal_does_not_name_what_was_chosen_unseen() -> None:
    match = position(PEEK, UNSEEN[0])
    (decision,) = match.decisions
    match.choose(decision, decision.options[0])
    chosen = match.journal[len(match.journal) - 1]
    assert chosen.sort == "choice"
    assert chosen.text("en", "Ash") == "Ash: decides: a card"
    assert chosen.text("en", "") in ("Ash: decides: Beacon", "Ash: decides: Dagger")
    match.choose(match.decisions[0], "yes")
    texts = [e.text("en", "Ash") for e in match.journal]
    assert any(text.startswith("Ash: decides: keep a card, worth ?") for text in texts)


def test_a_choice_made_unseen_goes_on_under_the_same_rules() -> None:
    """It is known by the card, not by the place that was shown: so a save is played again as it was played."""
    loaded = rulekit.load(PEEK)
    for seed in range(5):
        match = loaded.start(2, seed)
        for _ in play(match, Random(seed)):
            pass
        assert loaded.replay(match.save()).hash() == match.hash()


def test_a_card_is_read_for_lying_face_up_only_where_cards_are_turned_up() -> None:
    compiled = start((2, {"map": "Small"}), 1, folder=TOY).compiled
    hand, bid = (compiled.image.places[name] for name in ("hand", "bid"))
    in_hand, as_bid = hand.base, len(compiled.image.z) + bid.base
    for viewer, own in (("Ash", True), ("Birch", False), (None, False)):
        sight = compiled.sight(viewer)
        assert [sight.card(in_hand, face) for face in (False, True)] == [own, own]
        assert [sight.card(as_bid, face) for face in (False, True)] == [own, True]
