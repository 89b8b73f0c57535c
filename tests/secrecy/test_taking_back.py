"""Taking back tells nothing of what others choose in secret at the same time: not what, not how much, and not whether."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen

import rulekit
from tests.playing import ROOT, SHOGUN, game
from tests.secrecy.observing import LANGS, first_difference, observed
from tests.tiers import LONG

pytestmark = pytest.mark.games
MOMENTS = 300 if LONG else 12
"""of each game, in as many plays as it takes"""


@frozen
class Moment:
    """While all choose at once. ``seat`` has chosen something that it may take back, ``another`` is still asked. ``since``,
    ``heard``: how long the journal was, and how much had happened, when they began."""

    match: rulekit.Match
    seat: int
    another: int
    since: int
    heard: int

    def seen(self, match: rulekit.Match) -> dict[str, Any]:
        """What the seat is given, but for the questions of others: they stand on the screens of others."""
        found = observed(match, self.seat, self.since, "en", self.heard)
        found["who is asked"] = sorted({asked[0] for asked in found["who is asked"]})
        del found["undo"]  # for all players: :meth:`may` has it of this one
        return found

    def may(self, match: rulekit.Match) -> tuple[Any, ...]:
        """Whether the seat can undo, how many choices, and the message it gets."""
        name = match.players[self.seat]
        return *(match.can_undo(name, lang) for lang in LANGS), match.undoes(name)

    def taken_back(self, match: rulekit.Match, alone: bool) -> tuple[int, rulekit.Match]:
        copy = match.copy()
        return copy.undo(copy.players[self.seat], alone), copy


def moments(folder: Path, options: dict[str, str], seed: int, most: int) -> Iterator[Moment]:
    """So many moments of games by chance, in which some choices are made together and some are taken back."""
    random = Random(seed)
    while most:
        match, since, heard = game(folder).start(seed=random.randrange(10_000), options=options), 0, 0
        while match.asks and most:
            if not match.forks:
                since, heard = len(match.log or ()), match.happened
            k = random.randrange(len(match.asks))
            match.decide(k, random.choice(match.asks[k][2]), joined=random.random() < 0.5)
            if match.forks < 2:
                continue
            free = [seat for seat, name in enumerate(match.players) if match.can_undo(name) is None]
            if free and random.random() < 0.1:
                match.undo(match.players[random.choice(free)], random.random() < 0.5)
            elif free and random.random() < 0.25:
                seat = random.choice(free)
                others = [ask[0] for ask in match.asks if ask[0] != seat]
                if others:
                    most -= 1
                    yield Moment(match.copy(), seat, random.choice(others), since, heard)


def gone_on(moment: Moment, count: int, random: Random) -> rulekit.Match:
    """What it would be if the other one had made so many choices more."""
    match = moment.match.copy()
    for _ in range(count):
        k = match.pending(moment.another)
        if k is not None:
            match.decide(k, random.choice(match.asks[k][2]))
    return match


@pytest.mark.parametrize(
    ("folder", "options", "unseen"),
    [(SHOGUN, {"setup": "Predetermined"}, False), (ROOT / "games" / "diplomacy", {"years": "2"}, True)],
    ids=["shogun", "diplomacy"],
)
def test_what_another_chooses_makes_no_difference(folder: Path, options: dict[str, str], unseen: bool) -> None:
    """``unseen``: which seats have chosen is hidden. In SHOGUN it is public: the face-down cards of the plan are on the board."""
    random, differ, compared = Random(3), 0, 0
    for moment in moments(folder, options, seed=2, most=MOMENTS):
        count = random.randint(1, 3)
        worlds = [moment.match, *(gone_on(moment, count, Random(random.random())) for _ in range(2))]
        if not all(world.forks for world in worlds):
            continue  # the other one was the last: now the rules have gone on
        differ += worlds[1] != worlds[2]
        said = [moment.may(world) for world in worlds]
        assert said[0] == said[1] == said[2] and said[0][0] is None and said[0][-1] >= 1
        still = all(world.pending(moment.another) is not None for world in worlds)
        # In SHOGUN all see whether he has laid a card or none: there only worlds are compared that look alike.
        here, first, second = map(moment.seen, worlds)
        alike = [not first_difference(first, other) for other in (second, here)]
        assert all(alike) or not (unseen and still)
        compared += alike[0]
        for alone in (True, False):
            done = [moment.taken_back(world, alone) for world in worlds]
            assert [n for n, _ in done] == [1 if alone else said[0][-1]] * 3
            again = [moment.may(world) for _, world in done]
            assert again[0] == again[1] == again[2]
            seen = [moment.seen(world) for _, world in done]
            assert not alike[0] or not first_difference(seen[1], seen[2])
            assert not alike[1] or not first_difference(seen[0], seen[1])
    assert compared > MOMENTS * 0.6 and differ > MOMENTS * 0.5


@pytest.mark.parametrize("folder", [SHOGUN, ROOT / "games" / "diplomacy"], ids=["shogun", "diplomacy"])
def test_what_another_takes_back_was_never_there(folder: Path) -> None:
    """It stands as it would if it had not been chosen, for everybody, and so does whether others may take back."""
    random = Random(4)
    options = {"setup": "Predetermined"} if folder == SHOGUN else {"years": "2"}
    for moment in moments(folder, options, seed=5, most=MOMENTS):
        count = random.randint(1, 3)
        world = gone_on(moment, count, random)
        if not world.forks:
            continue
        name = world.players[moment.another]
        for _ in range(world.decided - moment.match.decided):
            assert world.undo(name, alone=True) == 1
        assert world == moment.match and world.past == moment.match.past
        assert moment.may(world) == moment.may(moment.match)
        assert not first_difference(moment.seen(world), moment.seen(moment.match))
