"""The bot ``mcts``, and the same search as a hint for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from attrs import field, frozen

from rulekit.bots.budget import Budget
from rulekit.bots.search import Edge, Key, Search
from rulekit.bots.seat import Seat
from rulekit.diagnostics import UserError
from rulekit.native import go_native
from rulekit.runtime.decisions import Option

LINE = 6
"""Own decisions that a hint looks ahead"""
_PYTHON: set[str] = set()
"""Set-ups for which there can be no native library"""


@frozen
class Mcts:
    """Searches each decision in worlds that could be the real one, within a budget; takes what it tried most."""

    budget: Budget = field(factory=lambda: Budget.read("normal"))

    def __call__(self, seat: Seat) -> int:
        values = [option.value for option in seat.options]
        if len(values) == 1:
            return 0
        edges = searched(seat, self.budget).root.edges
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
    edges = search.root.edges
    options = sorted(seat.options, key=lambda o: _rank(edges, o.value), reverse=True)[:most]
    return [
        Hint(o, edges[o.value].value, edges[o.value].visits, _line(search, o.value, lang))
        for o in options
        if o.value in edges and edges[o.value].visits
    ]


def searched(seat: Seat, budget: Budget) -> Search:
    """A finished search; with playouts in a native library where there can be one."""
    compiled = seat.match.compiled
    if compiled.machine.native is None and compiled.key not in _PYTHON:
        try:
            go_native(compiled)
        except UserError:  # no C compiler, say: Python plays, and makes the same choices
            _PYTHON.add(compiled.key)
    search = Search(seat)
    search.run(budget)
    return search


def _rank(edges: Mapping[int, Edge], value: int) -> tuple[int, float]:
    edge = edges.get(value)
    return (edge.visits, edge.value) if edge is not None else (0, 0.0)


def _line(search: Search, first: int, lang: str) -> list[str]:
    """The most tried own decisions after the first one, up to the next choice of somebody else that can be seen."""
    tree, match = search.trees[search.seat.number - 1], search.seat.match
    labels, asks = match.compiled.labels(lang), match.compiled.image.asks
    key: Key = (search.seat.decision.question, first)
    said: list[str] = []
    while len(said) < LINE and key in tree and tree[key].visits > 1:
        node = tree[key]
        value = max(node.edges, key=partial(_rank, node.edges))
        said.append(labels.answer(asks[node.question], value))
        key += (node.question, value)
    return said
