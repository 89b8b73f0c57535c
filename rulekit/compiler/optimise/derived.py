"""What is said of every thing of a kind from numbers that hardly ever change: looked up in a table that is kept.

``the side of the house of u`` is asked of every unit in every place; it changes when a house or a side does. And things that
are asked for by such a value ("units of this house") are found in a table from value to things.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence

from rulekit.compiler.optimise.filters import Filters
from rulekit.compiler.optimise.kept import Kept, looked
from rulekit.compiler.optimise.module import Module, safe
from rulekit.compiler.optimise.names import copied, load, reads, substituted, walk
from rulekit.compiler.optimise.numbers import number
from rulekit.compiler.optimise.rewrite import Rewriter
from rulekit.compiler.optimise.touch import terms

SELDOM = 20
"""A column that no more sentences than this change is one that seldom changes."""
OFTEN = 2
"""So often a value has to stand in the rules to be worth a table."""
PLAIN = 30
"""So often things have to be sought by a plain number of the state: looking through a run of numbers is quick."""
LONG = 16
"""A source with fewer members than this is gone through."""


class Derived(Rewriter):
    def __init__(self, module: Module, kept: Kept) -> None:
        self.module, self.kept = module, kept
        self.filters = Filters(module)
        self.columns = kept.touches.columns
        self.places: dict[str, int] = {}
        self.values: dict[str, tuple[str, ast.expr] | None] = {}
        """the text of an expression -> what it says of ``_x``, and what stands for that; None for no such expression"""
        self.seldom = 0
        self.uses: Counter[str] = Counter()
        self.sought: Counter[str] = Counter()

    def all(self, functions: Sequence[ast.FunctionDef]) -> None:
        changes: Counter[int] = Counter()
        for function in functions:
            for n in walk(function.body):
                if isinstance(n, (ast.Assign, ast.AugAssign, ast.Expr)):
                    changes[self.kept.touches.changes(n)] += 1
        for k in range(len(self.columns.blocks)):
            if sum(times for bits, times in changes.items() if bits >> k & 1) <= SELDOM:
                self.seldom |= 1 << k
        for function in functions:
            for n in walk(function.body):
                if isinstance(n, (ast.IfExp, ast.Subscript)) and (said := self.said(n)) is not None:
                    self.uses[said[0]] += 1
                if isinstance(n, ast.comprehension):
                    self.sought.update(f"{found[0]} in {span}" for _, found, _, span in self.by(n))
        for function in functions:
            self.visit(function)

    # ------------------------------------------------------------ a value of one thing
    def said(self, node: ast.expr) -> tuple[str, ast.expr] | None:
        """(what an expression says of ``_x``, the thing that it says it of), if that seldom changes."""
        if isinstance(node, ast.Subscript) and not (isinstance(node.slice, ast.Subscript) or _deep(node)):
            return None
        text = ast.unparse(node)
        if text not in self.values:
            self.values[text] = self._said(node)
        return self.values[text]

    def _said(self, node: ast.expr) -> tuple[str, ast.expr] | None:
        if isinstance(node, ast.Subscript) and (not isinstance(node.ctx, ast.Load) or not _deep(node)):
            return None
        if "s" not in reads(node) or not safe(node) or any(_strange(n) for n in walk([node])):
            return None
        things: list[ast.Name | ast.Subscript] = [load(n) for n in _locals(node)]
        things += [
            n for n in walk([node]) if isinstance(n, ast.Subscript) and ast.unparse(n.value) == "s" and n is not node
        ]
        for thing in things:
            made, name = (node, thing.id) if isinstance(thing, ast.Name) else (_with(node, ast.unparse(thing)), "_x")
            if "s" not in reads(made) or (isinstance(made, ast.Subscript) and not _deep(made)):
                continue
            if _locals(made) != {name} or self.domain(made, name) is None:
                continue
            if not self.kept.touches.reads([made]) & ~self.seldom:
                return ast.unparse(substituted(made, {name: load("_x")})), thing
        return None

    def domain(self, node: ast.expr, name: str) -> tuple[int, int] | None:
        """From where to where the things reach of which an expression says something."""
        found: set[tuple[int, int]] = set()
        for n in walk([node]):
            if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name) and n.value.id == "s":
                parts = terms(n.slice)
                rest = [part for part, _ in parts if number(part) is None]
                if [ast.unparse(part) for part in rest] != [name] or any(sign < 0 for _, sign in parts):
                    continue
                first = sum(number(part) or 0 for part, _ in parts)
                bits = self.columns.family(first)
                blocks = [b for k, b in enumerate(self.columns.blocks) if bits >> k & 1]
                if len(blocks) != 1 or blocks[0].first != first:
                    return None
                found.add((0, blocks[0].size))
        domain = found.pop() if len(found) == 1 else None
        return domain if domain is None or self._in_tables(node, name, domain[1]) else None

    def _in_tables(self, node: ast.expr, name: str, many: int) -> bool:
        """Whether all tables of the game reach so far: a column of leaders does not when all units have a mark."""
        for n in walk([node]):
            if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name) and n.value.id != "s":
                parts = terms(n.slice)
                if any(ast.unparse(part) == name for part, _ in parts):
                    first = sum(sign * (number(part) or 0) for part, sign in parts)
                    table = self.module.value(n.value.id)
                    if not isinstance(table, tuple) or not -len(table) <= first <= len(table) - many:
                        return False
        return True

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        return self.table(node) or self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if isinstance(node.slice, (ast.Name, ast.Constant)):
            return node
        return self.table(node) or self.generic_visit(node)

    def table(self, node: ast.expr) -> ast.expr | None:
        said = self.said(node)
        if said is None or self.uses[said[0]] < OFTEN:
            return None
        what, thing = said
        if what not in self.places:
            tree = ast.parse(what, mode="eval").body
            domain = self.domain(tree, "_x")
            assert domain is not None
            bits = self.kept.touches.reads([tree])
            # the last one is for "none", which is -1: nothing is said of it
            self.places[what] = self.kept.table(f"[*[{what} for _x in range(0, {domain[1]})], 0]", bits)
        return ast.Subscript(looked(self.places[what]), self.visit(copied(thing)), ast.Load())

    # ------------------------------------------------------------ things with a value
    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        self.by_value(node.generators[0])
        return self.generic_visit(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        self.by_value(node.generators[0])
        return self.generic_visit(node)

    def by_value(self, part: ast.comprehension) -> None:
        """Looks the members up for which ``what is said of x == value``."""
        for k, found, value, span in self.by(part):
            key = f"{found[0]} in {span}"
            if found[0].count("[") == 1 and self.sought[key] < PLAIN:
                continue
            if key not in self.places:
                made = f"grouped([{found[0]} for _x in range{span}], {span[0]})"
                self.places[key] = self.kept.table(made, found[1])
            get = ast.Attribute(looked(self.places[key]), "get", ast.Load())
            part.iter = ast.Call(get, [value, ast.Tuple([], ast.Load())], [])
            del part.ifs[k]
            return

    def by(self, part: ast.comprehension) -> Iterator[tuple[int, tuple[str, int], ast.expr, tuple[int, int]]]:
        """(which of the tests, what it says of a member, the value that it wants, the span of the source)."""
        span = self.filters.span(part.iter)
        if span is None or span[1] - span[0] < LONG or not isinstance(part.target, ast.Name):
            return
        for k, test in enumerate(part.ifs):
            if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
                continue
            for one, value in ((test.left, test.comparators[0]), (test.comparators[0], test.left)):
                found = self._value(one, part.target.id, span)
                if found and part.target.id not in reads(value) and all(map(safe, [value, *part.ifs[: k + 1]])):
                    yield k, found, value, span

    def _value(self, node: ast.expr, x: str, span: tuple[int, int]) -> tuple[str, int] | None:
        if _locals(node) != {x} or "s" not in reads(node) or not safe(node) or any(_strange(n) for n in walk([node])):
            return None
        bits = self.kept.touches.reads([node])
        domain = self.domain(node, x)
        if bits & ~self.seldom or domain is None or not domain[0] <= span[0] <= span[1] <= domain[1]:
            return None
        return ast.unparse(substituted(node, {x: load("_x")})), bits


class _With(Rewriter):
    def __init__(self, text: str) -> None:
        self.text = text

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return load("_x") if ast.unparse(node) == self.text else self.generic_visit(node)


def _with(node: ast.expr, text: str) -> ast.expr:
    """The expression with ``_x`` in the place of a number of the state."""
    made = _With(text).visit(copied(node))
    assert isinstance(made, ast.expr)
    return made


def _locals(node: ast.AST) -> set[str]:
    return {n for n in reads(node) if n not in ("s", "m", "z") and not n.startswith("K_")}


def _deep(node: ast.Subscript) -> bool:
    """A table of a number of the state: more than one look."""
    return any(isinstance(n, ast.Subscript) for n in walk([node.slice]))


def _strange(node: ast.AST) -> bool:
    """What stands in no table: lists, calls, what is kept itself."""
    return isinstance(node, (ast.Call, ast.ListComp, ast.GeneratorExp, ast.Attribute, ast.Slice, ast.NamedExpr))
