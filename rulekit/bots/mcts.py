"""The bot ``mcts``, and the same search as a hint for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial

from attrs import field, frozen

from rulekit.bots.budget import Budget
from rulekit.bots.native import native_library
from rulekit.bots.native_search import NativeSearch
from rulekit.bots.search import Edge, Search, TreeNode, Trees, child_key, root_key
from rulekit.bots.seat import Seat
from rulekit.runtime.decisions import Option
from rulekit.runtime.native_library import LeftToPython

LINE = 6
"""Own decisions that a hint looks ahead"""


@frozen
class Mcts:
    """Searches each decision in worlds that could be the real one, within a budget; takes what it tried most."""

    budget: Budget = field(factory=lambda: Budget.read("normal"))

    def __call__(self, seat: Seat) -> int:
        values = [option.value for option in seat.options]
        if len(values) == 1:
            return 0
        edges = root(searched(seat, self.budget)).edges
        return max(range(len(values)), key=lambda k: _rank(edges, values[k]))


@frozen
class Hint:
    """One of the best answers. ``value``: the result that the search expects, from 0 to 1; ``tried``: how often it was."""

    option: Option
    value: float
    tried: int
    line: Sequence[str]
    """What the search would choose afterwards, in words, as far as it has looked"""


def hint(seat: Seat, budget: Budget | None = None, most: int = 3, lang: str = "en") -> list[Hint]:
    """The best answers to a decision, the best first."""
    search = searched(seat, budget or Budget.read("normal"))
    edges = root(search).edges
    options = sorted(seat.options, key=lambda o: _rank(edges, o.value), reverse=True)[:most]
    return [
        Hint(o, edges[o.value].value, edges[o.value].visits, _line(search, o.value, lang))
        for o in options
        if o.value in edges and edges[o.value].visits
    ]


def searched(seat: Seat, budget: Budget) -> Trees:
    """A finished search: in a native library where there can be one."""
    library, state = native_library(seat.match.compiled), seat.rng.getstate()
    if library is not None:
        with suppress(LeftToPython):
            native = NativeSearch(seat, library)
            native.run(budget)
            return native
        seat.rng.setstate(state)
    search = Search(seat)
    search.run(budget)
    return search


def root(search: Trees) -> TreeNode:
    """What is known at the decision that was searched."""
    return search.node(root_key(search.seat.number - 1)) or TreeNode(search.seat.decision.question)


def _rank(edges: Mapping[int, Edge], value: int) -> tuple[int, float]:
    edge = edges.get(value)
    return (edge.visits, edge.value) if edge is not None else (0, 0.0)


def _line(search: Trees, first: int, lang: str) -> list[str]:
    """The most tried own decisions after the first one, up to the next choice of somebody else that can be seen."""
    match, number = search.seat.match, search.seat.number
    labels, asks = match.compiled.labels(lang), match.compiled.image.asks
    key = child_key(root_key(number - 1), search.seat.decision.question, first)
    said: list[str] = []
    while len(said) < LINE and (node := search.node(key)) is not None and node.visits > 1:
        value = max(node.edges, key=partial(_rank, node.edges))
        said.append(labels.answer(asks[node.question], value))
        key = child_key(key, node.question, value)
    return said
