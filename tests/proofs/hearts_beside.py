"""Deals of hearts played by the rule files beside OpenSpiel: the same legal cards at every choice, the same points at the end.

``python -m tests.proofs.hearts_beside --deals N --seed S`` plays N deals at random and tells how many choices were held against
each other.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping

import pyspiel

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


def choose(match: Match, state: pyspiel.State, chance: random.Random) -> None:
    """One choice of the player whose turn it is for OpenSpiel: it asks those who choose at once one after the other."""
    asked = {ask[0]: k for k, ask in enumerate(match.asks)}
    player = state.current_player()
    assert player in asked, (asked, str(state))
    offered = match.asks[asked[player]][2]
    assert {_called(card) for card in offered} == set(state.legal_actions()), (offered, str(state))
    card = chance.choice(offered)
    match.answer(asked[player], card)
    state.apply_action(_called(card))


def play(rules: Game, seed: int, deals: int, chosen: Mapping[str, str]) -> int:
    """So many deals of one game at random; gives the choices that were compared. Raises AssertionError at the first
    difference."""
    match, chance, compared = begin(rules, seed, chosen), random.Random(seed), 0
    for number in range(deals):
        before, state = _points(match), dealt(match, chosen, number)
        while not state.is_terminal():
            choose(match, state, chance)
            compared += 1
        brought = [after - earlier for earlier, after in zip(before, _points(match), strict=True)]
        assert brought == [MOST - points for points in state.returns()], (seed, number, brought, str(state))
    return compared


def many(rules: Game, deals: int, seed: int = 0) -> int:
    """So many deals, in games of a few, each with options of its own; gives the choices that were compared."""
    games = ((seed + first // DEALS, min(DEALS, deals - first)) for first in range(0, deals, DEALS))
    return sum(play(rules, number, count, options(number)) for number, count in games)


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
    choices = many(rulekit.load(FOLDER), wanted.deals, wanted.seed)
    print(f"{wanted.deals} deals, {choices} choices: the same cards and the same points as OpenSpiel")


if __name__ == "__main__":
    main()
