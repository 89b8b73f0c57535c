"""Backgammon played by the rule files beside OpenSpiel: after every roll the same positions can be reached in a turn, to the end.

``python -m tests.proofs.backgammon_beside --positions N --seed S`` holds N positions of games at random against each other.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

import pyspiel

import rulekit
from rulekit import Game, Match
from tests.playing import ROOT

FOLDER = ROOT / "games" / "backgammon"
SCORING = {"Winning": "winloss_scoring", "Gammons": "enable_gammons", "Backgammons": "full_scoring"}
BAR = 100
"""What OpenSpiel calls the bar"""
Position = tuple[tuple[int, ...], ...]
"""For each side how many checkers stand on points 1 to 24, on the bar, and are borne off"""


def placed(match: Match) -> Position:
    """Where the checkers stand, by the rules."""
    return tuple(tuple(_checkers(match, side, place) for place in _spaces(match)) for side in (0, 1))


def _spaces(match: Match) -> list[str]:
    del match
    return [*(f"P{n}" for n in range(1, 25)), "Bar", "Off"]
