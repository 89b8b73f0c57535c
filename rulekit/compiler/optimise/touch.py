"""What code reads and what it changes: which columns of the state, and the lists of cards as a whole.

A column is one bit; the lists of cards together are one bit more. Where it can not be said which column is meant, all are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache

from attrs import frozen

from rulekit.compiler.optimise.fold import number
from rulekit.compiler.optimise.module import PURE, Module
from rulekit.compiler.optimise.names import walk
from rulekit.image import Image

QUIET = PURE | {
    "any", "below", "firsts", "heappop", "heappush", "hits", "pick", "product", "ranked_shuffled", "sample",
    "side_by_side", "sorted", "throw", "unlike",
}  # fmt: skip
"""What changes no column that a rule can read: at most a stream of chance."""
CHANGES = frozenset(["append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"])


@frozen
class Columns:
    """Where everything lives. ``blocks``: (first number, size, whether it holds spots). ``shifts``: by what the number of a
    thing may be higher than its place in a column that belongs to a part of its kind. ``lists``: how many lists of cards.
    """

    blocks: tuple[tuple[int, int, bool], ...]
    shifts: frozenset[int]
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
        return next((1 << k for k, (base, size, _) in enumerate(self.blocks) if base <= place < base + size), self.all)

    def family(self, first: int) -> int:
        """The columns that ``s[first + thing]`` may be in."""
        if first == -self.lists:  # the place of a card that is a spot
            return self.spots
        return _union(1 << k for k, block in enumerate(self.blocks) if block[0] - first in self.shifts) or self.all

    @property
    def spots(self) -> int:
        return _union(1 << k for k, block in enumerate(self.blocks) if block[2])

    def index(self, node: ast.expr) -> int:
        """The columns of ``s[node]``."""
        if isinstance(node, ast.Slice):
            low = 0 if node.lower is None else number(node.lower)
            high = sum(b[1] for b in self.blocks) if node.upper is None else number(node.upper)
            if low is None or high is None or low < 0 or high < 0:
                return self.all
            return _union(1 << k for k, (base, size, _) in enumerate(self.blocks) if base < high and low < base + size)
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
        """What a local may stand for that holds a sum: the number of a place and not of a thing"""
        for n in walk(module.functions.values()):
            if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name) and isinstance(n.value, ast.BinOp):
                self.sums.setdefault(n.targets[0].id, set()).add(ast.unparse(n.value))

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
        sums = self.sums.get(node.id, ()) if isinstance(node, ast.Name) else ()
        return _union([self._index(ast.unparse(node)), *map(self._index, sums)])

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


def columns_of(image: Image) -> Columns:
    """The columns of a compiled game."""
    spans = {(low, high - low) for kind in image.kinds.values() for low, high in kind["ranges"].values()}
    shifts = lows = frozenset(low for low, _ in spans)
    if any(len(x["owners"]) > 1 for x in [*image.marks.values(), *image.places.values()]):
        shifts = frozenset(one * size + other for one in lows for _, size in spans for other in lows) | lows
    blocks: list[tuple[int, int, bool]] = []
    before = ("", "")
    for sort, name, base, size, _ in image.columns:
        if sort == "count" and (sort, name) == before:  # the pieces of a place are counted side by side
            blocks[-1] = (blocks[-1][0], base + size - blocks[-1][0], False)
        else:
            blocks.append((base, size, sort == "spot"))
        before = (sort, name)
    return Columns(tuple(blocks), shifts | {0}, len(image.z))
