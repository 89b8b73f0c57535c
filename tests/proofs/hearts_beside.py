"""Deals of hearts played by the rule files beside OpenSpiel: the same legal cards at every choice, the same points at the end.

``python -m tests.proofs.hearts_beside --deals N --seed S`` plays N deals and tells how many choices were held against each other.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping

import pyspiel
from attrs import define

import rulekit
from rulekit import Game, Match
from tests.playing import ROOT

FOLDER = ROOT / "games" / "hearts"
PARAMETERS = {
    "passing": "pass_cards",
    "mild": "no_pts_on_first_trick",
    "any-club": "can_lead_any_club",
    "jack": "jd_bonus",
    "breaking": "must_break_hearts",
    "queen-breaks": "qs_breaks_hearts",
}
"""Option of the rules -> parameter of OpenSpiel"""
SEATS_ON = (1, 3, 2, 0)
"""By how many seats cards are passed on, in one deal after the other"""
MOST = 26
"""OpenSpiel returns what the points of a deal are short of this"""
DEALS = 8
"""Most deals of one game that are compared: each way of passing comes twice"""


@define
class Held:
    """What was held against each other."""

    choices: int = 0
    moons: int = 0
    """Deals in which somebody took everything that costs points"""

    def __str__(self) -> str:
        return f"{self.choices:,} choices, the moon was shot {self.moons} times"


def options(seed: int) -> dict[str, str]:
    """Every option one way or the other; with the seed 0 as they are normally set."""
    chance = random.Random(seed)
    return {name: chance.choice(("yes", "no")) for name in PARAMETERS} if seed else {}


def begin(rules: Game, seed: int, chosen: Mapping[str, str]) -> Match:
    """A game that goes on for as many deals as are compared."""
    match = rules.start(4, seed, {**chosen, "limit": 500}, journal=False)
    match.play_quickly()
    return match


def dealt(match: Match, chosen: Mapping[str, str], number: int) -> pyspiel.State:
    """A game of OpenSpiel with the cards as the match has just dealt them, for the deal of this number."""
    state = pyspiel.load_game(
        "hearts", {PARAMETERS[name]: value == "yes" for name, value in chosen.items()}
    ).new_initial_state()
    state.apply_action(0 if chosen.get("passing") == "no" else SEATS_ON[number % 4])
    base = match.compiled.image.places["hand"].base
    for row in zip(*match.z[base : base + 4], strict=True):
        for card in row:
            state.apply_action(_called(card))
    return state


def choose(match: Match, state: pyspiel.State, chance: random.Random, shooter: int | None = None) -> None:
    """One choice of the player whose turn it is for OpenSpiel: it asks those who choose at once one after the other.

    By chance; where somebody shoots for the moon he plays his highest cards, and all others their lowest.
    """
    asked = {ask[0]: k for k, ask in enumerate(match.asks)}
    player = state.current_player()
    assert player in asked, (asked, str(state))
    offered = match.asks[asked[player]][2]
    assert {_called(card) for card in offered} == set(state.legal_actions()), (offered, str(state))
    card = chance.choice(offered)
    if shooter is not None:
        card = (max if player == shooter else min)(offered, key=lambda card: (card % 13, card))
    match.answer(asked[player], card)
    state.apply_action(_called(card))


def play(rules: Game, seed: int, deals: int, chosen: Mapping[str, str], shooting: bool = False) -> Held:
    """So many deals of one game, in each of which another player shoots for the moon, if anybody does. Raises
    AssertionError at the first difference."""
    match, chance, held = begin(rules, seed, chosen), random.Random(seed), Held()
    for number in range(deals):
        before, state = _points(match), dealt(match, chosen, number)
        while not state.is_terminal():
            choose(match, state, chance, number % 4 if shooting else None)
            held.choices += 1
        brought = [after - earlier for earlier, after in zip(before, _points(match), strict=True)]
        assert brought == [MOST - points for points in state.returns()], (seed, number, brought, str(state))
        held.moons += sum(brought) > MOST
    return held


def many(rules: Game, deals: int, seed: int = 0) -> Held:
    """So many deals, in games of a few, each with options of its own; in every second game they shoot for the moon."""
    held = Held()
    for number, first in enumerate(range(0, deals, DEALS), seed):
        found = play(rules, number, min(DEALS, deals - first), options(number), shooting=number % 2 == 1)
        held.choices += found.choices
        held.moons += found.moons
    return held


def _called(card: int) -> int:
    """What OpenSpiel calls a card: it counts by ranks and the rules by suits, where hearts come last."""
    suit, rank = divmod(card, 13)
    return rank * 4 + "CDHS".index("CDSH"[suit])


def _points(match: Match) -> list[int]:
    base = match.compiled.image.marks["points"].base
    return match.s[base : base + 4]


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--deals", type=int, default=200)
    given.add_argument("--seed", type=int, default=0)
    wanted = given.parse_args()
    held = many(rulekit.load(FOLDER), wanted.deals, wanted.seed)
    print(f"{wanted.deals} deals, {held}: the same cards and the same points as OpenSpiel")


if __name__ == "__main__":
    main()
