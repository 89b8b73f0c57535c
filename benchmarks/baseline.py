"""Two pieces of SHOGUN written by hand in plain Python: a battle with the tower, and the points at the end of a year.

They are what somebody writes who wants nothing but these two pieces: the yardstick of the benchmarks, and an independent
oracle for the tests. They follow the rule book; nothing here was made from the rule files.
"""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from math import comb
from struct import pack, unpack

STICKING, LOOSENING = 23, 15
"""Per cent of the pieces that stay on a floor of the tower, and of those on it that fall on."""
NEUTRAL = -1
CASTLE, TEMPLE, THEATRE = range(3)
POINTS = (3, 2, 1)


@dataclass
class Board:
    """Provinces and players are numbers from 0; the last place of a list over players and farmers is the farmers'."""

    regions: list[int]
    owner: list[int]
    armies: list[list[int]]
    """player -> province -> how many"""
    unrest: list[int]
    buildings: list[list[int]]
    """castle, temple, theatre -> province -> 0 or 1"""
    reserve: list[int]
    """Armies that are in nobody's way: one number for each player, and last the farmers."""
    unrest_stock: int
    building_stock: list[int]
    tray: list[int]
    floors: list[list[int]]
    key: bytes
    """Of the tower's stream of chance: 32 bytes"""
    drawn: int
    """How many numbers of it have been drawn."""
    attack_card: int = NEUTRAL
    defence_card: int = NEUTRAL
    """Who holds the card that brings one more army to each of his attacks (defences)."""
    restless: bool = False
    garrisons: bool = False
    """The event by which neutral farmers are two, and the one by which a castle brings one more army."""


@cache
def borders(arriving: int, lying: int) -> tuple[int, ...]:
    """In 2**32 cases: up to which one not more than 0, 1, 2 ... pieces lie on the floor after the throw."""
    ways = [0] * (arriving + lying + 1)
    for stuck in range(arriving + 1):
        a = comb(arriving, stuck) * STICKING**stuck * (100 - STICKING) ** (arriving - stuck)
        for stayed in range(lying + 1):
            ways[stuck + stayed] += (
                a * comb(lying, stayed) * (100 - LOOSENING) ** stayed * LOOSENING ** (lying - stayed)
            )
    out, so_far = [], 0
    for n in ways[:-1]:
        so_far += n
        out.append((so_far << 32) // 100 ** (arriving + lying))
    return tuple(out)


@lru_cache(maxsize=1)
def numbers(key: bytes, block: int) -> tuple[int, ...]:
    return unpack("<16I", blake2b(key + pack("<Q", block)).digest())


def throw(b: Board, funnel: list[int]) -> None:
    """Everything in the funnel and the tray goes through the floors; what comes out lies in the tray."""
    for who, thrown in enumerate(funnel):
        falling = thrown + b.tray[who]
        for floor in b.floors:
            if falling + floor[who]:
                before = falling + floor[who]
                floor[who] = bisect(borders(falling, floor[who]), numbers(b.key, b.drawn // 16)[b.drawn % 16])
                b.drawn += 1
                falling = before - floor[who]
        b.tray[who] = falling


def battle(b: Board, attacker: int, here: int, target: int, strength: int) -> None:
    farmers = len(b.armies)
    defender = b.owner[target]
    funnel = [0] * (farmers + 1)
    b.armies[attacker][here] -= strength
    funnel[attacker] = strength
    if b.attack_card == attacker and b.reserve[attacker]:
        b.reserve[attacker] -= 1
        funnel[attacker] += 1
    if defender == NEUTRAL:
        wanted = min(2 if b.restless else 1, b.reserve[farmers])
        b.reserve[farmers] -= wanted
        funnel[farmers] = wanted
    else:
        funnel[defender] = b.armies[defender][target]
        b.armies[defender][target] = 0
        for more in (b.garrisons and b.buildings[CASTLE][target], b.defence_card == defender):
            if more and b.reserve[defender]:
                b.reserve[defender] -= 1
                funnel[defender] += 1
    throw(b, funnel)
    settle(b, attacker, defender, target)


def settle(b: Board, attacker: int, defender: int, target: int) -> None:
    farmers = len(b.armies)
    attackers, tray, reserve = b.tray[attacker], b.tray, b.reserve
    helpers = 0 if defender != NEUTRAL and b.unrest[target] else tray[farmers]
    defenders = 0 if defender == NEUTRAL else tray[defender]
    tray[farmers] -= helpers
    reserve[farmers] += helpers
    tray[attacker] = 0
    if attackers > defenders + helpers:
        reserve[attacker] += defenders + helpers
        b.armies[attacker][target] += attackers - defenders - helpers
        if defender != NEUTRAL:
            reserve[defender] += defenders
            tray[defender] = 0
        b.owner[target] = attacker
        return
    reserve[attacker] += attackers
    if defender == NEUTRAL:
        return
    tray[defender] = 0
    if defenders and defenders + helpers > attackers:
        lost = max(attackers - helpers, 0)
        reserve[defender] += lost
        b.armies[defender][target] += defenders - lost
        return
    reserve[defender] += defenders
    b.owner[target] = NEUTRAL
    for kind in (CASTLE, TEMPLE, THEATRE):
        b.building_stock[kind] += b.buildings[kind][target]
        b.buildings[kind][target] = 0
    b.unrest_stock += b.unrest[target]
    b.unrest[target] = 0


def year_points(b: Board) -> list[int]:
    """What a year brings each player: provinces, buildings, and the most of each building in each region."""
    points = [0] * len(b.armies)
    most = [[[0] * len(points) for _ in POINTS] for _ in range(max(b.regions) + 1)]
    for province, owner in enumerate(b.owner):
        if owner == NEUTRAL:
            continue
        points[owner] += 1
        for kind in (CASTLE, TEMPLE, THEATRE):
            built = b.buildings[kind][province]
            points[owner] += built
            most[b.regions[province]][kind][owner] += built
    for kinds in most:
        for kind, counts in enumerate(kinds):
            best = max(counts)
            winners = [k for k, n in enumerate(counts) if n == best] if best else []
            for player in winners:
                points[player] += POINTS[kind] - (len(winners) > 1)
    return points
