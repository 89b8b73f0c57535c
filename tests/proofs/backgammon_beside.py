"""Backgammon by the rule files beside OpenSpiel: after every throw a turn leads to the same positions, and games end the same.

``python -m tests.proofs.backgammon_beside --positions N --seed S`` holds N positions of games at random against each other.
"""

from __future__ import annotations

import argparse
import random
import re

import pyspiel

import rulekit
from rulekit import Game, Match
from tests.playing import ROOT

FOLDER = ROOT / "games" / "backgammon"
SCORING = {"Winning": "winloss_scoring", "Gammons": "enable_gammons", "Backgammons": "full_scoring"}
Position = tuple[tuple[int, ...], ...]
"""For each side its checkers on points 24 to 1, on the bar, and borne off"""
Turns = dict[Position, Match]
OtherTurns = dict[Position, list[int]]


def placed(match: Match) -> Position:
    """Where the checkers stand, by the rules."""
    blocks = [c for c in match.compiled.image.columns if c.sort == "count" and c.name == "space"]
    return tuple(tuple(match.s[c.base : c.base + c.size]) for c in sorted(blocks, key=lambda c: c.token))


def placed_there(state: pyspiel.State) -> Position:
    """Where they stand in OpenSpiel, whose White goes up from its point 0."""
    text = str(state)
    bar = re.search(r"^Bar:(.*)$", text, re.MULTILINE)
    off = re.search(r"Scores, X: (\d+), O: (\d+)", text)
    assert bar and off, text
    return tuple(
        (*(state.board(side, n) for n in range(24)), bar[1].count("xo"[side]), int(off[1 + side])) for side in (0, 1)
    )


def dice(match: Match) -> dict[int, int]:
    """What the dice show that can still be played, and how often."""
    mark = match.compiled.image.marks["left"]
    left = match.s[mark.base : mark.base + mark.size]
    return {face: n for face, n in enumerate(left, 1) if n}


def mover(match: Match) -> int:
    return match.s[match.compiled.image.marks["mover"].base]


def turns(match: Match) -> Turns:
    """Every position to which the answers of one turn can lead, with the match that goes on from it."""
    found: Turns = {}
    seen: set[tuple[Position, object]] = set()
    side, waiting = mover(match), [match]
    while waiting:
        now = waiting.pop()
        before = dice(now)
        for value in now.asks[0][2]:
            made = now.copy()
            made.answer(0, value)
            after = dice(made)
            if made.asks and mover(made) == side and set(after) <= set(before) and _fewer(after, before, made, now):
                key = placed(made), (tuple(sorted(after.items())), value if after == before else None)
                if key not in seen:
                    seen.add(key)
                    waiting.append(made)
            else:
                found[placed(made)] = made
    return found


def _fewer(after: dict[int, int], before: dict[int, int], made: Match, now: Match) -> bool:
    """Whether the same turn goes on: a die is played, or it was only asked with which one; a throw brings more."""
    asked = after == before and placed(made) == placed(now)
    return asked or sum(after.values()) < sum(before.values())


def turns_there(state: pyspiel.State) -> OtherTurns:
    """The same for OpenSpiel, which plays doubles as two turns of two dice; with the actions that lead there."""
    found: OtherTurns = {}
    for action in state.legal_actions():
        one = state.child(action)
        if one.is_terminal() or one.is_chance_node():
            found[placed_there(one)] = [action]
            continue
        for other in one.legal_actions():
            found[placed_there(one.child(other))] = [action, other]
    return found


def _rolled(state: pyspiel.State, faces: dict[int, int], side: int) -> pyspiel.State:
    """What OpenSpiel makes of this throw; at the beginning it says as well who begins."""
    shown = sorted(face for face, n in faces.items() for _ in range(min(2, n) if len(faces) == 1 else 1))
    for outcome, _ in state.chance_outcomes():
        text = state.action_to_string(outcome)
        roll = re.search(r"roll: (\d)(\d)", text)
        assert roll, text
        begins = "starts" not in text or f"{'XO'[side]} starts" in text
        if begins and sorted(map(int, roll.groups())) == shown:
            return state.child(outcome)
    raise AssertionError((shown, side))


def _passed(state: pyspiel.State) -> pyspiel.State:
    """The state after a throw with which the player cannot move; there has to be one."""
    for outcome, _ in state.chance_outcomes():
        made = state.child(outcome)
        while made.is_player_node() and (after := _only_child(made)) and placed_there(after) == placed_there(made):
            made = after
        if made.is_chance_node():
            return made
    raise AssertionError(f"no throw stops the player here:\n{state}")


def _only_child(state: pyspiel.State) -> pyspiel.State | None:
    """Where the only action leads; None where there are several."""
    actions = state.legal_actions()
    return state.child(actions[0]) if len(actions) == 1 else None


def game(rules: Game, seed: int, positions: int = 1_000, scoring: str = "Backgammons") -> int:
    """One game at random, held against OpenSpiel at every throw; gives the positions. Raises AssertionError at the first
    difference."""
    match = rules.start(2, seed, {"scoring": scoring}, journal=False)
    match.play_quickly()
    state = pyspiel.load_game(f"backgammon(scoring_type={SCORING[scoring]})").new_initial_state()
    chance, to_move = random.Random(seed), mover(match)
    for held in range(positions):
        if not match.asks:
            assert state.is_terminal(), (seed, held, str(state))
            assert _gains(match) == state.returns(), (seed, held, match.ending, state.returns())
            return held
        if to_move != mover(match):
            state = _passed(state)
        to_move = mover(match)
        state = _rolled(state, dice(match), to_move)
        assert placed(match) == placed_there(state), (seed, held, placed(match), str(state))
        ours, theirs = turns(match), turns_there(state)
        assert set(ours) == set(theirs), (seed, held, str(state), set(ours) ^ set(theirs))
        chosen = chance.choice(sorted(ours))
        match, to_move = ours[chosen], 1 - to_move
        for action in theirs[chosen]:
            state = state.child(action)
    return positions


def _gains(match: Match) -> list[float]:
    """What each side wins or loses."""
    base = match.compiled.image.marks["score"].base
    won = match.s[base] - match.s[base + 1]
    return [float(won), float(-won)]


def held(rules: Game, positions: int, seed: int) -> int:
    """So many positions, from games with one seed after another and all ways to score; gives how many games began."""
    games = 0
    while positions > 0:
        positions -= game(rules, seed + games, positions, [*SCORING][games % len(SCORING)])
        games += 1
    return games


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--positions", type=int, default=400)
    given.add_argument("--seed", type=int, default=1)
    wanted = given.parse_args()
    games = held(rulekit.load(FOLDER), wanted.positions, wanted.seed)
    print(f"{wanted.positions} positions of {games} games: the same turns and the same ends as OpenSpiel")


if __name__ == "__main__":
    main()
