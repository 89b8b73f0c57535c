"""A loop over all owners that counts for each of them: counted once for all, and kept while the loop runs.

``each player in players: ... the sum of guards in it over my towns`` goes through the towns for every player. Here one round
through them counts for all players, and the loop looks its player up.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from rulekit.compiler.optimise.module import Module, safe
from rulekit.compiler.optimise.names import assign, load, reads, stored, substituted, walk
from rulekit.compiler.optimise.numbers import bounds, number
from rulekit.compiler.optimise.rewrite import Rewriter

Reach = tuple[int, float]
"""(lowest, highest) of what a number can be."""
Known = frozenset[str]


@frozen
class Count:
    """``sum([what for x in source if owner == ... and rest])`` with ``x`` under the name ``_x``."""

    what: ast.expr
    source: ast.expr
    owner: ast.expr
    rest: tuple[ast.expr, ...]

    @property
    def text(self) -> str:
        return " / ".join(map(ast.unparse, (self.what, self.source, self.owner, *self.rest)))

    @property
    def reads(self) -> set[str]:
        return set().union(*map(reads, (self.what, self.source, self.owner, *self.rest))) - {"_x", "s", "z"}


def hoisted(module: Module, body: list[ast.stmt]) -> list[ast.stmt]:
    """The sentences with such loops rewritten."""
    out: list[ast.stmt] = []
    for part in body:
        for field in ("body", "orelse"):
            inner = getattr(part, field, None)
            if isinstance(inner, list):
                setattr(part, field, hoisted(module, inner))
        if isinstance(part, ast.For) and _plain(part):
            loop = _Loop(module, part)
            part.body = loop.block(part.body, frozenset())
            out += [assign(name, ast.Dict([], [])) for name, _ in loop.kept.values()]
        out.append(part)
    return out


def _plain(loop: ast.For) -> bool:
    """``for p in (0, 1, ... n)``, and inside nothing but numbers that are worked out, compared and set."""
    count = len(loop.iter.elts) if isinstance(loop.iter, ast.Tuple) else 0
    if count < 2 or ast.unparse(loop.iter) != repr(tuple(range(count))) or not isinstance(loop.target, ast.Name):
        return False
    return all(
        isinstance(n, (ast.For, ast.If, ast.Assign, ast.AugAssign, ast.Raise, ast.Pass))
        for n in walk(loop.body)
        if isinstance(n, ast.stmt)
    ) and all(safe(part) or isinstance(part, ast.Raise) for part in _sentences(loop.body))


def _sentences(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    for part in body:
        if isinstance(part, (ast.For, ast.If)):
            yield part.iter if isinstance(part, ast.For) else part.test
            yield from _sentences([*part.body, *part.orelse])
        else:
            yield part


class _Loop:
    def __init__(self, module: Module, loop: ast.For) -> None:
        assert isinstance(loop.target, ast.Name) and isinstance(loop.iter, ast.Tuple)
        self.module, self.player, self.count = module, loop.target.id, len(loop.iter.elts)
        inner = [loop, *(n for n in walk(loop.body) if isinstance(n, ast.For))]
        self.reaches = {f.target.id: _members(module, f.iter) for f in inner if isinstance(f.target, ast.Name)}
        set_ = stored(loop.body)
        self.steady = {n for n, reach in self.reaches.items() if reach is not None and set_[n] == (n != self.player)}
        self.changing = set(set_)
        self.kept: dict[str, tuple[str, Count]] = {}
        """what is counted -> (the name of what is kept, the count)"""
        self.writes = list(self._writes(loop.body))

    def _writes(self, body: Sequence[ast.stmt]) -> Iterator[Reach]:
        """From where to where the loop may set numbers of the state."""
        for n in walk(body):
            if isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load):
                reach = self.reach(n.slice, {}) if ast.unparse(n.value) == "s" else None
                yield reach or (0, float("inf"))

    def reach(self, node: ast.expr, more: Mapping[str, Reach | None]) -> Reach | None:
        n = number(node)
        if n is not None:
            return n, n
        if isinstance(node, ast.Name):
            return more.get(node.id) or (self.reaches.get(node.id) if node.id in self.steady else None)
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mult)):
            left, right = self.reach(node.left, more), self.reach(node.right, more)
            if left is None or right is None or min(left[0], right[0]) < 0:
                return None
            if isinstance(node.op, ast.Add):
                return left[0] + right[0], left[1] + right[1]
            return left[0] * right[0], left[1] * right[1]
        return None

    # ------------------------------------------------------------ the sentences of the loop
    def block(self, body: list[ast.stmt], known: Known) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for part in body:
            field = "iter" if isinstance(part, ast.For) else "test" if isinstance(part, ast.If) else "value"
            if getattr(part, field, None) is not None:
                taking = _Taking(self, known)
                setattr(part, field, taking.visit(getattr(part, field)))
                out += taking.before
                known = taking.known
            for inner in ("body", "orelse"):
                if getattr(part, inner, None):
                    setattr(part, inner, self.block(getattr(part, inner), known))
            out.append(part)
        return out

    def holds(self, count: Count) -> bool:
        """Whether the count is the same for each round of the loop, as long as the loops inside stand where they stand."""
        if any(n in self.changing and n not in self.steady for n in count.reads) or self.player in count.reads:
            return False
        x: dict[str, Reach | None] = {"_x": _members(self.module, count.source)}
        for n in walk([count.what, count.owner, *count.rest]):
            if isinstance(n, ast.Subscript) and ast.unparse(n.value) == "z":
                return False
            if isinstance(n, ast.Subscript) and ast.unparse(n.value) == "s":
                reach = None if isinstance(n.slice, ast.Slice) else self.reach(n.slice, x)
                if reach is None or any(low <= reach[1] and reach[0] <= high for low, high in self.writes):
                    return False
        return True

    def sentences(self, count: Count) -> tuple[str, list[ast.stmt]]:
        """The name of the list with a number for each owner, and what makes it: looked up, or counted and kept."""
        if count.text not in self.kept:
            self.kept[count.text] = self.module.fresh.name("kept"), count
        kept, name = self.kept[count.text][0], self.module.fresh.name("tally")
        x, whose = self.module.fresh.name("x"), self.module.fresh.name("whose")
        what, source, owner, *rest = (
            ast.unparse(substituted(n, {"_x": load(x)})) for n in (count.what, count.source, count.owner, *count.rest)
        )
        key = sorted(count.reads & self.changing)
        spot = f"({', '.join(key)},)" if len(key) > 1 else key[0] if key else "0"
        tests = " and ".join([f"({t})" for t in rest] + [f"0 <= {whose} < {self.count}"])
        text = (
            f"{name} = {kept}.get({spot})\n"
            f"if not {name}:\n"
            f"    {name} = {kept}[{spot}] = [{', '.join('0' * self.count)}]\n"
            f"    for {x} in {source}:\n"
            f"        {whose} = {owner}\n"
            f"        if {tests}:\n            {name}[{whose}] += {what}\n"
        )
        return name, ast.parse(text).body


class _Taking(Rewriter):
    """Puts a look into the list in the place of every count of one expression."""

    def __init__(self, loop: _Loop, known: Known) -> None:
        self.loop, self.known = loop, known
        self.before: list[ast.stmt] = []
        self.names: dict[str, str] = dict(k.split("\0") for k in known)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        count = _counted(node, self.loop.player)
        name = self._list(count) if count is not None else None
        if name is None:
            return self.generic_visit(node)
        return ast.Subscript(load(name), load(self.loop.player), ast.Load())

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        part = node.generators[0]
        if (
            len(node.generators) == 1
            and not part.ifs
            and isinstance(part.target, ast.Name)
            and ast.unparse(part.iter) == repr(tuple(range(self.loop.count)))
        ):
            count = _counted(node.elt, part.target.id)
            name = self._list(count) if count is not None and part.target.id not in count.reads else None
            if name is not None:
                return load(name)
        return self.generic_visit(node)

    def _list(self, count: Count) -> str | None:
        if not self.loop.holds(count):
            return None
        if count.text not in self.names:
            self.names[count.text], made = self.loop.sentences(count)
            self.before += made
            self.known |= {f"{count.text}\0{self.names[count.text]}"}
        return self.names[count.text]


def _counted(node: ast.AST, player: str) -> Count | None:
    """``sum([what for x in source if owner == player and rest])``"""
    if not isinstance(node, ast.Call) or ast.unparse(node.func) != "sum" or not isinstance(node.args[0], ast.ListComp):
        return None
    inner = node.args[0]
    part = inner.generators[0]
    if len(inner.generators) != 1 or not isinstance(part.target, ast.Name) or not safe(node):
        return None
    if any(isinstance(n, ast.ListComp) for n in walk([inner.elt, part.iter, *part.ifs])):
        return None
    owner, rest = None, []
    for test in part.ifs:
        sides = _sides(test)
        mine = [b for a, b in (sides, sides[::-1]) if isinstance(a, ast.Name) and a.id == player] if sides else []
        if owner is None and mine and player not in reads(mine[0]):
            owner = mine[0]
        else:
            rest.append(test)
    if owner is None:
        return None
    rename = {part.target.id: load("_x")}
    what, owner, *others = (substituted(n, rename) for n in (inner.elt, owner, *rest))
    count = Count(what, part.iter, owner, tuple(others))
    return None if player in count.reads else count


def _sides(test: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq):
        return test.left, test.comparators[0]
    return None


def _members(module: Module, source: ast.expr) -> Reach | None:
    """From where to where the members of a source reach: a tuple, a table, or a row of a table."""
    found: list[object] = []
    if isinstance(source, ast.Tuple):
        found = [number(e) for e in source.elts]
    elif isinstance(source, ast.Name):
        run = bounds(module.tables[source.id]) if source.id in module.tables else None
        found = [module.value(source.id) if run is None else (run[0], run[1] - 1)]
    elif isinstance(source, ast.Call) and isinstance(source.func, ast.Attribute) and source.func.attr == "get":
        rows = module.value(source.func.value.id) if isinstance(source.func.value, ast.Name) else None
        fallback = len(source.args) == 2 and ast.unparse(source.args[1]) == "()"
        found = list(rows.values()) if isinstance(rows, dict) and fallback else [None]
    elif isinstance(source, ast.Subscript) and isinstance(source.value, ast.Name):
        found = [module.value(source.value.id)]
    numbers = list(_flat(found))
    whole = [n for n in numbers if isinstance(n, int)]
    return (min(whole), max(whole)) if whole and len(whole) == len(numbers) and min(whole) >= 0 else None


def _flat(value: object) -> Iterator[object]:
    if isinstance(value, (tuple, list, frozenset)):
        for part in value:
            yield from _flat(part)
    else:
        yield value
