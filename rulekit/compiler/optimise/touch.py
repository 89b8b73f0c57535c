"""What code reads and what it changes: which columns of the state, and the lists of cards as a whole.

A column is one bit; the lists of cards together are one bit more. Where it can not be said which column is meant, all are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from functools import cache

from attrs import frozen

from rulekit.compiler.optimise.module import PURE, Module
from rulekit.compiler.optimise.names import walk
from rulekit.compiler.optimise.numbers import number
from rulekit.image import Image

QUIET = PURE | {
    "any", "below", "firsts", "heappop", "heappush", "hits", "pick", "product", "ranked_shuffled", "sample",
    "side_by_side", "sorted", "throw", "unlike",
}  # fmt: skip
"""What changes no column that a rule can read: at most a stream of chance."""
CHANGES = frozenset(["append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"])


@frozen
class Block:
    """A column: the numbers of the state from ``first`` on. What is looked up in it is ``s[n + thing]`` with a fixed n.

    ``least``: the lowest numbers that the things may have of which it is said, so that n lies as much below the column.
    ``fixed``: how much a fixed part may add to that (a column for two owners, of whom one is named): below this.
    """

    first: int
    size: int
    spots: bool = False
    least: frozenset[int] = frozenset({0})
    fixed: int = 1

    def holds(self, n: int) -> bool:
        """Whether ``s[n + thing]`` may be a number of it."""
        return any(0 <= n + low - self.first < self.fixed for low in self.least)


@frozen
class Columns:
    """Where everything lives. ``lists``: how many lists of cards a match has."""

    blocks: tuple[Block, ...]
    lists: int

    @property
    def all(self) -> int:
        return (2 << len(self.blocks)) - 1

    @property
    def cards(self) -> int:
        """The bit of the lists of cards."""
        return 1 << len(self.blocks)

    def at(self, place: int) -> int:
        """The column that holds a number of the state."""
        return next((1 << k for k, b in enumerate(self.blocks) if b.first <= place < b.first + b.size), self.all)

    def family(self, first: int) -> int:
        """The columns that ``s[first + thing]`` may be in."""
        if first == -self.lists:  # the place of a card that is a spot
            return self.spots
        found = _union(1 << k for k, block in enumerate(self.blocks) if block.holds(first)) or self.all
        return found if first else found | self.spots  # a spot is called by its number in the state

    @property
    def spots(self) -> int:
        return _union(1 << k for k, block in enumerate(self.blocks) if block.spots)

    def index(self, node: ast.expr) -> int:
        """The columns of ``s[node]``."""
        if isinstance(node, ast.Slice):
            low = 0 if node.lower is None else number(node.lower)
            high = sum(b.size for b in self.blocks) if node.upper is None else number(node.upper)
            if low is None or high is None or low < 0 or high < 0:
                return self.all
            return _union(1 << k for k, b in enumerate(self.blocks) if b.first < high and low < b.first + b.size)
        fixed, rest = 0, False
        for term, sign in terms(node):
            n = number(term)
            if n is None:
                rest = True
                if any(isinstance(x, ast.Name) and x.id.startswith("K_") for x in walk([term])) and not fixed:
                    return self.all  # a table may hold places of the state
            else:
                fixed += sign * n
        return self.family(fixed) if rest else self.at(fixed)


def terms(node: ast.expr, sign: int = 1) -> list[tuple[ast.expr, int]]:
    """The parts of a sum; the fixed ones first."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        other = sign if isinstance(node.op, ast.Add) else -sign
        found = terms(node.left, sign) + terms(node.right, other)
        return sorted(found, key=lambda part: number(part[0]) is None)
    return [(node, sign)]


def _union(bits: Iterable[int]) -> int:
    found = 0
    for bit in bits:
        found |= bit
    return found


class Touches:
    """Asks a module what its functions read, and its sentences change."""

    def __init__(self, module: Module, columns: Columns) -> None:
        self.module, self.columns = module, columns
        self.known: dict[str, int] = {}
        """What functions read, those that they call included"""
        self.kept: dict[int, int] = {}
        """What is kept, by its place -> what it was worked out from"""
        self._index = cache(lambda text: columns.index(ast.parse(text, mode="eval").body))
        self.sums: dict[str, set[str]] = {}
        """What a local may stand for that holds a sum, or another local: the number of a place and not of a thing"""
        for n in walk(module.functions.values()):
            if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name):
                for value in _cases(n.value):
                    if isinstance(value, (ast.BinOp, ast.Name)):
                        self.sums.setdefault(n.targets[0].id, set()).add(ast.unparse(value))

    # ------------------------------------------------------------ what is read
    def function(self, name: str) -> int:
        if name not in self.known:
            self.known[name] = self.columns.all  # of a function that calls itself nothing is known
            self.known[name] = self.reads(self.module.functions[name].body)
        return self.known[name]

    def reads(self, body: Iterable[ast.AST]) -> int:
        """What code reads that changes nothing."""
        found = 0
        for n in walk(body):
            if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name):
                if n.value.id == "s":
                    found |= self.place(n.slice)
                elif n.value.id == "z":
                    found |= self.columns.cards
            elif isinstance(n, ast.Subscript) and ast.unparse(n.value) == "m.kept":
                found |= self.kept[number(n.slice) or 0]
            elif isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in self.module.functions:
                found |= self.function(n.func.id)
        return found

    def place(self, node: ast.expr) -> int:
        if isinstance(node, ast.Slice):
            return self.columns.index(node)
        meant = {ast.unparse(node): None}
        waiting = list(meant)
        while waiting:
            for other in self.sums.get(waiting.pop(), ()):
                if other not in meant:
                    meant[other] = None
                    waiting.append(other)
        return _union(map(self._index, meant))

    # ------------------------------------------------------------ what is changed
    def changes(self, part: ast.stmt) -> int:
        """What a sentence changes itself; functions of the module see to what they change."""
        found = 0
        for n in walk([part]):
            if isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load):
                found |= self._stored(n)
            elif isinstance(n, ast.Call):
                found |= self._called(n)
        return found

    def _stored(self, node: ast.Subscript) -> int:
        if isinstance(node.value, ast.Name):
            if node.value.id == "s":
                return self.place(node.slice)
            return self.columns.cards if node.value.id == "z" else 0
        base = node.value
        while isinstance(base, (ast.Subscript, ast.Attribute)):
            base = base.value
        return self.columns.cards if isinstance(base, ast.Name) and base.id == "z" else 0

    def _called(self, call: ast.Call) -> int:
        if isinstance(call.func, ast.Attribute):
            what = call.func.value
            if (isinstance(what, ast.Name) and what.id in ("m", "st")) or ast.unparse(what) == "m.asks":
                return 0
            return self.columns.cards if call.func.attr in CHANGES and not isinstance(what, ast.Name) else 0
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name in self.module.functions or name in QUIET or name in ("Failure", "Ended"):
            return 0
        if name in ("insort", "shuffle"):
            return self.columns.cards
        if name == "lift":
            return self.columns.cards | self.columns.spots | self.place(call.args[2])
        if not any(isinstance(a, ast.Name) and a.id in ("s", "z", "m") for a in call.args):
            return 0
        return self.columns.all


def _cases(value: ast.expr) -> list[ast.expr]:
    return [*_cases(value.body), *_cases(value.orelse)] if isinstance(value, ast.IfExp) else [value]


def columns_of(image: Image) -> Columns:
    """The columns of a compiled game."""
    spans = {name: span for kind in image.kinds.values() for name, span in kind["ranges"].items()}
    # The card of a thing, and the thing of a card, are a sum away from each other: then the least may be that of any kind.
    players = {name for kind in image.kinds.values() if kind["sort"] == "player" for name in kind["ranges"]}
    others = {low for low, _ in spans.values()} if any(k["sort"] == "each" for k in image.kinds.values()) else set()

    def least(owners: Sequence[str]) -> frozenset[int]:
        found = {0}
        for owner in owners:
            low, size = spans[owner]
            mine = {0, low, *others} | ({1} if owner in players else set())  # seats are counted from 1
            found = {before * size + own for before in found for own in mine}
        return frozenset(found)

    blocks: list[Block] = []
    before = ("", "")
    for sort, name, base, size, _ in image.columns:
        made = image.marks[name] if sort == "mark" else image.places.get(name, {})
        owners = made.get("owners", ())
        row = made.get("row")
        if sort == "count" and (sort, name) == before:  # the pieces of a place are counted side by side
            last = blocks.pop()
            base, size = last.first, base + size - last.first
        fixed = size if others or len(owners) > 1 or row or sort == "count" else 1
        low = least(owners) if owners else frozenset({0, *others})
        if row:  # its spots are counted from a number, or in the order of a kind
            low |= {n + k for n in low for k in (row[1], spans[row[0]][0] if row[0] else 0)}
        blocks.append(Block(base, size, sort == "spot", low, fixed))
        before = (sort, name)
    return Columns(tuple(blocks), len(image.z))
