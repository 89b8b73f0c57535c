"""What several test modules need to play at random: folders, set-ups of SHOGUN, choices that hang on a seed alone."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

import rulekit
from tests import patience

ROOT = Path(__file__).resolve().parents[1]
SHOGUN, TOY = ROOT / "games" / "shogun", ROOT / "tests" / "games" / "toy"
COUNCIL = ROOT / "tests" / "games" / "council"
SUPPLY = ROOT / "tests" / "games" / "supply"
STALL = ROOT / "tests" / "games" / "stall"

SetUp = tuple[int, Mapping[str, str]]
"""(players, options)"""
SHOGUN_SETUPS: Sequence[SetUp] = tuple(
    (players, options)
    for players in (3, 4, 5)
    for options in (
        {"side": "Sun", "setup": "Drafted"},
        {"side": "Moon", "setup": "Drafted"},
        {"side": "Sun", "setup": "Predetermined"},
    )
)


def said(setup: SetUp) -> str:
    """A set-up as the name of a test."""
    return "-".join([str(setup[0]), *setup[1].values()])


@cache
def game(folder: Path = SHOGUN) -> rulekit.Game:
    return rulekit.load(folder)


def start(setup: SetUp, seed: int, journal: bool = False, folder: Path = SHOGUN) -> rulekit.Match:
    players, options = setup
    return game(folder).start(players, seed, options, journal)


def step(match: rulekit.Match, random: Random, in_order: bool = False) -> None:
    """One choice at random: of any of those who are asked, or of the first of them."""
    k = 0 if in_order else random.randrange(len(match.asks))
    match.decide(k, random.choice(match.asks[k][2]))


def play(match: rulekit.Match, random: Random, steps: int | None = None) -> Iterator[rulekit.Match]:
    """Plays at random; gives the match after the start and after every choice."""
    yield match
    while match.asks and steps != 0:
        step(match, random)
        steps = None if steps is None else steps - 1
        yield match


def python(script: Path | str, *arguments: str, hash_seed: str = "0", text: str = "") -> str:
    """What a script prints in a process of its own."""
    command = [sys.executable, str(script)] if isinstance(script, Path) else [sys.executable, "-c", script]
    path = os.pathsep.join([str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]).rstrip(os.pathsep)
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
    done = subprocess.run(
        [*command, *arguments],
        input=text,
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=patience.seconds(300),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
