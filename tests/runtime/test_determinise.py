"""Determinisation: what the player sees stays as it is, the rest is possible, drawn evenly, and hangs on nothing hidden."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulekit
from rulekit.diagnostics import UserError
from rulekit.image import STREAM_WIDTH
from rulekit.runtime.visibility import Perspective
from tests.playing import COUNCIL, ROOT, SHOGUN, TOY, game, play

PLUGINS = ROOT / "plugins"
TIME = PLUGINS / "most_dangerous_time" / "rulekit_most_dangerous_time" / "game"
NOBUNAGA = PLUGINS / "nobunaga_successors" / "rulekit_nobunaga_successors" / "game"
PEEK = ROOT / "tests" / "games" / "peek"
GAMES = [SHOGUN, TIME, NOBUNAGA, COUNCIL, TOY]


SHORT = (COUNCIL, TOY)


def moments(folder: Path, every: int) -> Any:
    """Matches in the middle of games at random, each with the player who is to look at it."""
    for seed in range(20 if folder in SHORT else 2):
        random = Random(seed)
        for match in play(game(folder).start(seed=seed, journal=False), random):
            if not match.over and not random.randrange(every):
                yield match, random.choice(match.players)


def questions(match: rulekit.Match, player: str) -> list[Any]:
    """What a player is asked, as he reads it."""
    own = [d for d in match.decisions if d.player == player]
    return [(d.prompt(), [(o.id, o.label()) for o in d.options]) for d in own]


@pytest.mark.parametrize("folder", GAMES, ids=lambda p: p.parent.name if p.name == "game" else p.name)
def test_a_world_is_possible_and_looks_the_same(folder: Path) -> None:
    looked = 0
    for k, (match, player) in enumerate(moments(folder, 2 if folder in SHORT else 40)):
        before = match.value()
        world, other = match.determinised(player, k), match.determinised(player, k + 1_000)
        assert match.value() == before, "the match itself stays as it is"
        assert world.view(player) == match.view(player)
        assert questions(world, player) == questions(match, player)
        assert world.value() == match.determinised(player, k).value(), "the same seed gives the same world"
        # `other` is another arrangement of all that the player may not know
        assert other.determinised(player, k).value() == world.value(), "a world hangs on nothing hidden"
        counted = [c for c in match.compiled.image.columns if c.sort in ("count", "store")]
        for token in {c.token for c in counted}:
            mine = [c.base + i for c in counted if c.token == token for i in range(c.size)]
            assert sum(world.s[i] for i in mine) == sum(match.s[i] for i in mine), "pieces are conserved"
        assert sorted(map(len, world.z)) == sorted(map(len, match.z))
        assert lying(world) and askable(world)
        world.play_random(k)
        assert world.over, "rules can be carried out in it to the end"
        looked += 1
    assert looked > 3


def askable(match: rulekit.Match) -> bool:
    """Every question is about things that it can be about, and about no card of another kind that lies in the same hand."""
    asks, kinds = match.compiled.image.asks, match.compiled.image.kinds
    for _, question, options, _ in match.asks:
        among = [kinds[asks[question].sort.of].ranges[kind] for kind in asks[question].among]
        for thing in options:
            if among and thing >= 0 and not any(base <= thing < base + size for base, size in among):
                return False
    return True


def lying(match: rulekit.Match) -> bool:
    """Every card lies exactly where it is said to lie."""
    image = match.compiled.image
    for place in image.places.values():
        if place.counted:
            continue
        where, single = image.where[place.root], place.spot or place.row is not None
        row = place.row.size if place.row is not None else 1
        for k in range(place.base, place.base + place.size * row):
            cards = [match.s[k]] if single else match.z[k]
            for card in cards:
                assert card < 0 or match.s[where + card] == k + (len(match.z) if single else 0)
    return True


def test_every_arrangement_is_as_likely_as_any_other() -> None:
    match = game(PEEK).start(seed=1)
    image = match.compiled.image
    hand = image.places["hand"].base + 1
    match.s[:], match.z[:] = image.s[:], [list(z) for z in image.z]
    pile = image.places["draw-pile"].base
    for card in (0, 3):  # two of six lie in the hand of Birch
        match.z[pile].remove(card)
        match.z[hand].append(card)
        match.s[image.where["charm"] + card] = hand
    drawn = Counter(tuple(match.determinised("Ash", seed).z[hand]) for seed in range(3_000))
    assert len(drawn) == 15 and all(140 <= n <= 265 for n in drawn.values())  # 200 each; five standard deviations
    assert {tuple(match.determinised("Birch", seed).z[hand]) for seed in range(20)} == {(0, 3)}


def test_who_keeps_a_card_keeps_it() -> None:
    """What SHOGUN says with `kept by` holds: each player's hidden planning cards are in his own places."""
    for match, player in moments(SHOGUN, 25):
        image, look = match.compiled.image, Perspective(match.compiled.sight(player), match.s)
        for world in (match, match.determinised(player, 7)):
            for card in range(len(image.kinds["planning-card"].members)):
                code = world.s[image.where["planning-card"] + card]
                if code < 0 or look.reads("planning-card", card):
                    continue
                place, k = next(
                    (p, code - p.base - (len(world.z) if p.spot else 0))
                    for p in image.places.values()
                    if not p.counted
                    and p.base <= code - (len(world.z) if p.spot else 0) < p.base + p.size
                    and (code >= len(world.z)) == p.spot
                )
                if place.owners:
                    owner = look.sight.owner(place, k)
                    kind = (
                        "chest-card"
                        if card >= image.kinds["planning-card"].ranges["chest-card"][0]
                        else "province-card"
                    )
                    keeper = match.compiled.machine.explain[image.keepers[kind]]
                    assert keeper(world, world.s, world.z, card) == owner


MARKS = """
game Charms "Charms":
  played by 2 players, called Ash, Birch
  begins with play it

family charm:
  at first in draw-pile

places seen by their owner:
  hand of each player: charms

places seen by nobody:
  draw-pile: a pile of charms

marks seen by their owner:
  darling of each player: a charm or none, at first none
  bid of each player: from 2 to 4, at first 2
  purse of each player: from 0 up, at first 7
  hope of each player: a player or none, at first none

marks seen by all:
  points of each player: from 0 up
CARDS
to play it:
  shuffle draw-pile
  each player in players: move the top card of draw-pile to my hand
  each player in players: move the top card of draw-pile to my hand
  for Birch:
    choose c among my hand: "which?"
    set my darling to c
    set my bid to 3
    set my purse to 9
    choose n from 0 to 2: "how many?"
  end the game, ranking players by points of it
"""


def test_hidden_marks_are_drawn_from_what_they_may_be(tmp_path: Path) -> None:
    """One that names a card names one that lies in the same place; what has no limit above is what it was at first."""
    cards = "".join(f'charm {name} "{name}":\n  one card\n\n' for name in "ABCDEF")
    (tmp_path / "game.rules").write_text(MARKS.replace("CARDS", cards), encoding="utf-8")
    match = rulekit.load(tmp_path).start(2, 1)
    match.choose(match.decisions[0], 0)
    image = match.compiled.image
    hand, cells = image.places["hand"].base + 1, {name: mark.base + 1 for name, mark in image.marks.items()}

    worlds = [match.determinised("Ash", seed) for seed in range(600)]
    assert {world.z[hand].index(world.s[cells["darling"]]) for world in worlds} == {0, 1}
    assert {world.s[cells["darling"]] for world in worlds} == {*range(6)} - {*match.z[hand - 1]}
    for name, possible in (("bid", (2, 3, 4)), ("hope", (-1, 0, 1))):
        drawn = Counter(world.s[cells[name]] for world in worlds)
        assert {*drawn} == {*possible} and all(140 <= n <= 260 for n in drawn.values()), name
    assert {world.s[cells["purse"]] for world in worlds} == {7}

    own = [match.determinised("Birch", seed) for seed in range(9)]
    for name, value in (("darling", match.z[hand][0]), ("bid", 3), ("purse", 9), ("hope", -1)):
        assert {world.s[cells[name]] for world in own} == {match.s[cells[name]]} == {value}, name


def test_what_was_told_stays_behind() -> None:
    match = game(SHOGUN).start(seed=1)
    for _ in range(30):
        match.choose(match.decisions[0], 0)
    world = match.determinised("Red", 1)
    assert match.events and not world.events and world.log is None
    assert world.header("Red").lines == match.header("Red").lines


def test_chance_is_drawn_anew() -> None:
    match = game(TOY).start(seed=1)
    streams = match.compiled.image.streams.values()
    worlds = [match.determinised(match.players[0], seed) for seed in (1, 2)]
    states = [[(*m.s[k + 1 : k + STREAM_WIDTH],) for k in streams] for m in (match, *worlds)]
    assert all(len({row[k] for row in states}) == 3 for k in range(len(states[0])))


def test_somebody_who_does_not_sit_here() -> None:
    with pytest.raises(UserError, match="nobody here is called Nobody"):
        game(TOY).start(seed=1).determinised("Nobody", 1)
