"""Monte Carlo tree search over information sets: a tree for each player, walked down together (MO-ISMCTS).

Sources: Cowling, Powley, Whitehouse 2012 (10.1109/TCIAIG.2012.2200894); Couetoux et al. 2011 for progressive widening.

Every iteration plays in a world of its own, dealt from what the searcher sees. A node belongs to one player and stands for
all that they have seen since the search began: choices that others make in secret, or of cards that they cannot read, are one
and the same to them. So simultaneous secret decisions are decoupled by themselves. A choice counts by how often it was
*available*, not by how often the node was visited, since options differ from world to world.

This is the search in Python; :mod:`rulekit.bots.native_search` is the same in the native library, choice for choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import Protocol

from attrs import define, field

from rulekit.bots.budget import Budget
from rulekit.bots.evaluation import shares, worth
from rulekit.bots.seat import Seat
from rulekit.image import STREAM_WIDTH
from rulekit.plugins.devices import DeviceError
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.linear_congruential import INCREMENT, MASK, MULTIPLIER, mix
from rulekit.runtime.match import Match
from rulekit.runtime.work import Failure

EXPLORE = 0.7
"""The constant of UCB1, for results from 0 to 1"""
WORLDS = 64
"""Worlds that are dealt; further iterations use them again, with other chance"""
DEEPEST = 60
"""Decisions that a tree goes down at most"""
WIDE = 12
"""From so many options on not all are tried at once: only ``WIDENING * sqrt(visits)``"""
WIDENING = 3.0
TRUST = 0.5
"""How much of a result is what the game says of the position where the tree ends; the rest is the playout."""
UNREAD = -2
"""Stands for a choice whose thing somebody could not read"""


@define
class Edge:
    """One option at a node. ``total``: the results of its player, each from 0 to 1."""

    visits: int = 0
    available: int = 0
    total: float = 0.0

    @property
    def value(self) -> float:
        return self.total / self.visits if self.visits else 0.0


@define
class Dice:
    """The chance of a search, small enough for the native library to have the same."""

    state: int

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.state = self.state * MULTIPLIER + INCREMENT & MASK
        return (self.state >> 33) * n >> 31

    def bits(self) -> int:
        """64 random bits."""
        self.state = self.state * MULTIPLIER + INCREMENT & MASK
        return mix(self.state)


@define
class TreeNode:
    """What one player knows at one of their decisions. ``question``: its number."""

    question: int
    visits: int = 0
    edges: dict[int, Edge] = field(factory=dict)
    """value of an option -> what is known of it, in the order in which they were first met"""

    def choose(self, options: Sequence[int], dice: Dice) -> tuple[int, bool]:
        """(value, whether it is tried for the first time)"""
        for value in options:
            self.edges.setdefault(value, Edge())
        known = [(value, self.edges[value]) for value in options]
        fresh = [value for value, edge in known if not edge.visits]
        tried = len(known) - len(fresh)
        widest = len(known) if len(known) <= WIDE else max(1, int(WIDENING * sqrt(self.visits + 1)))
        if fresh and tried < widest:
            return fresh[dice.below(len(fresh))], True
        best = max(
            (edge.value + EXPLORE * sqrt(log(edge.available + 1) / edge.visits), -k, value)
            for k, (value, edge) in enumerate(known)
            if edge.visits
        )
        return best[2], False

    def learn(self, options: Sequence[int], value: int, result: float) -> None:
        self.visits += 1
        for other in options:
            self.edges[other].available += 1
        edge = self.edges[value]
        edge.visits += 1
        edge.total += result


def root_key(player: int) -> int:
    """The key of a player's node before anything was chosen. ``player``: from 0."""
    return mix(player + 1)


def child_key(key: int, question: int, value: int) -> int:
    """The key of the child node for a choice that the player has seen."""
    return mix(key ^ mix(question << 32 ^ value + 4))


class Trees(Protocol):
    """A search for one decision, in Python or in the native library."""

    seat: Seat
    done: int
    """Playouts so far"""

    def run(self, budget: Budget) -> None:
        """Plays until the budget is spent."""

    def node(self, key: int) -> TreeNode | None:
        """What is known at a node (:func:`root_key`, :func:`child_key`)."""


@define
class Search:
    """The search in Python."""

    seat: Seat
    done: int = 0
    _nodes: dict[int, TreeNode] = field(factory=dict)
    _worlds: list[Match] = field(factory=list)
    _dice: Dice = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._dice = Dice(self.seat.rng.getrandbits(64))

    def run(self, budget: Budget) -> None:
        clock = budget.clock()
        while clock.left(self.done):
            self._iterate()
            self.done += 1

    def node(self, key: int) -> TreeNode | None:
        return self._nodes.get(key)

    def _world(self) -> Match:
        if len(self._worlds) < WORLDS:
            self._worlds.append(self.seat.determinised(self.seat.rng.getrandbits(64)))
            return self._worlds[-1].copy()
        world = self._worlds[self._dice.below(len(self._worlds))].copy()
        for index in world.compiled.image.streams.values():
            world.s[index : index + STREAM_WIDTH] = [0, *(self._dice.bits() for _ in range(STREAM_WIDTH - 1))]
        return world

    def _iterate(self) -> None:
        world = self._world()
        path: list[tuple[TreeNode, Sequence[int], int, int]] = []
        try:
            self._descend(world, path)
            results = _results(world, self._dice)
        except (Failure, DeviceError, RuleFailure):  # in this world the rules cannot go on: nothing is learnt
            return
        for node, options, value, player in path:
            node.learn(options, value, results[player])

    def _descend(self, world: Match, path: list[tuple[TreeNode, Sequence[int], int, int]]) -> None:
        keys = [root_key(player) for player in range(len(world.players))]
        k, fresh = self.seat.index, False
        while world.asks and not fresh and len(path) < DEEPEST:
            player, question, options, stack = world.asks[k]
            options = list(options)
            node = self._nodes.setdefault(keys[player], TreeNode(question))
            value, fresh = node.choose(options, self._dice)
            path.append((node, options, value, player))
            secret = stack is not world.st
            world.answer(k, value)
            self._seen(world, keys, player, question, value, secret)
            k = 0

    def _seen(self, world: Match, keys: list[int], player: int, question: int, value: int, secret: bool) -> None:
        """Who saw the choice remembers it; all others only that there was one."""
        compiled = world.compiled
        sort = compiled.image.asks[question].sort
        for other, name in enumerate(compiled.image.seats):
            if other == player:
                keys[other] = child_key(keys[other], question, value)
            elif not secret:
                reads = sort.head != "kind" or compiled.sight(name).reads(world.s, sort.of, value)
                keys[other] = child_key(keys[other], question, value if reads else UNREAD)


def _results(world: Match, dice: Dice) -> list[float]:
    """The result for each player, from 0 to 1: the game's own evaluation of the world, mixed with the end of a playout."""
    players = range(len(world.players))
    standing = None
    if world.asks and world.compiled.image.worth:
        standing = compared([worth(world, k) for k in players], world.compiled.image.rivals)
    if world.asks:
        world.play_random(dice.bits())
    ended = _ended(world)
    if standing is None:
        return ended
    return [TRUST * a + (1 - TRUST) * b for a, b in zip(standing, ended, strict=True)]


def _ended(world: Match) -> list[float]:
    """Mostly the share of the win; a little by how far ahead somebody is, so that a search knows where to look."""
    scores = [0] * len(world.players)
    for row in world.ending or ():
        scores[row[0]] = row[1]
    return [
        0.8 * a + 0.2 * b for a, b in zip(shares(world), compared(scores, world.compiled.image.rivals), strict=True)
    ]


def compared(numbers: Sequence[int], rivals: Sequence[Sequence[int]]) -> list[float]:
    """Each number against the best of the rivals, as a result from 0 to 1; equals are at 0.5."""
    scale = 1 + 0.08 * max(map(abs, numbers))
    out = []
    for k, number in enumerate(numbers):
        lead = number - max((numbers[j] for j in rivals[k]), default=0)
        out.append(1 / (1 + exp(-max(-30.0, min(30.0, lead / scale)))))
    return out
