"""Answers are kept: a function that only reads, and has much to read, is asked again only when that has changed."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from rulekit.compiler.optimise.filters import Filters
from rulekit.compiler.optimise.kept import Kept
from rulekit.compiler.optimise.module import Module
from rulekit.compiler.optimise.names import params, walk

WORTH = 700
"""So many parts of expressions have to be computed before an answer is worth keeping."""
FEW, NEAR = 4, 3
"""How many members are gone through where that is not known: of a place, of a table of neighbours."""
LISTS = (ast.ListComp, ast.List)


class Memos:
    def __init__(self, module: Module, kept: Kept, filters: Filters) -> None:
        self.module, self.kept, self.filters = module, kept, filters
        self.pure = module.pure()
        self.costs: dict[str, float] = {}

    def all(self, names: Iterable[str]) -> None:
        """Has the functions keep their answers for which that is worth it. ``names``: those that are called come first."""
        for name in names:
            function = self.module.functions[name]
            if name in self.pure and self.cost(name) >= WORTH:
                bits = self.kept.touches.function(name)
                if bits != self.kept.touches.columns.all and self.plain(function):
                    self.keep(function, bits)

    def keep(self, function: ast.FunctionDef, bits: int, own: bool = True) -> None:
        """``own``: whether who asks for a list may change it, and so is given one of his own."""
        given = params(function)[3:]
        listed = all(isinstance(r.value, LISTS) for r in returned(function))
        if not listed and not all(r.value is not None and single(r.value) for r in returned(function)):
            return
        place = self.kept.dictionary(bits)
        name = f"{function.name}_anew"
        while name in self.module.functions:
            name += "_"
        self.module.keepers.add(function.name)
        self.module.functions[name] = ast.FunctionDef(name, function.args, function.body, [], lineno=0)
        key = given[0] if len(given) == 1 else f"({', '.join(given)})"
        text = (
            f"found = m.kept[{place}].get({key})\n"
            f"if found is None:\n"
            f"    k = m.kept\n"
            f"    k[0] |= held({place})\n"
            f"    found = k[{place}][{key}] = {name}(m, s, z{''.join(f', {g}' for g in given)})\n"
            f"return {'found[:]' if listed and own else 'found'}"
        )
        *before, last = ast.parse(text.replace("return ", "")).body
        assert isinstance(last, ast.Expr)
        function.body = [*before, ast.Return(last.value)]

    def plain(self, function: ast.FunctionDef) -> bool:
        """Whether only numbers are given: nothing is gone through, searched or handed on that may be a list."""
        given = set(params(function)[3:])
        if not given or params(function)[:3] != ["m", "s", "z"]:
            return False
        for n in walk(function.body):
            used: list[ast.AST] = []
            if isinstance(n, (ast.comprehension, ast.For)):
                used = [n.iter]
            elif isinstance(n, ast.Compare) and isinstance(n.ops[0], (ast.In, ast.NotIn)):
                used = [n.comparators[0]]
            elif isinstance(n, ast.Starred):
                used = [n.value]
            elif isinstance(n, ast.Call):
                other = self.module.functions.get(n.func.id) if isinstance(n.func, ast.Name) else None
                if other is None or not self._takes_numbers(other.name):
                    used = list(n.args)
            if any(isinstance(u, ast.Name) and u.id in given for u in used):
                return False
        return True

    def _takes_numbers(self, name: str) -> bool:
        if name.endswith("_anew"):
            return True
        function = self.module.functions[name]
        return len(params(function)) == 3 or self.plain(function)

    # ------------------------------------------------------------ how much there is to compute
    def cost(self, name: str) -> float:
        if name in self.module.keepers:
            return 8
        if name not in self.costs:
            self.costs[name] = 50
            self.costs[name] = self.parts(self.module.functions[name])
        return self.costs[name]

    def parts(self, node: ast.AST) -> float:
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            part = node.generators[0]
            inner = sum(map(self.parts, part.ifs)) + self.parts(node.elt)
            return 10 + self.parts(part.iter) + self.many(part.iter) * inner
        if isinstance(node, ast.For):
            return self.many(node.iter) * sum(map(self.parts, node.body))
        found: float = isinstance(node, ast.expr)
        if isinstance(node, ast.Call):
            found += 4
            if isinstance(node.func, ast.Name) and node.func.id in self.module.functions:
                found += self.cost(node.func.id)
        return found + sum(map(self.parts, ast.iter_child_nodes(node)))

    def many(self, source: ast.expr) -> float:
        if isinstance(source, ast.Call) and ast.unparse(source.func) == "compress":
            return self.many(source.args[0]) / 2
        span = self.filters.span(source)
        if span is not None:
            return span[1] - span[0]
        if isinstance(source, (ast.Tuple, ast.List)):
            return len(source.elts)
        return FEW if "z[" in ast.unparse(source) else NEAR


def returned(function: ast.FunctionDef) -> list[ast.Return]:
    return [n for n in walk(function.body) if isinstance(n, ast.Return)]


def single(node: ast.expr) -> bool:
    """Whether a value is a number, or yes or no, for certain."""
    if isinstance(node, (ast.Constant, ast.Compare)):
        return True
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, (ast.Not, ast.USub))
    if isinstance(node, ast.BoolOp):
        return all(map(single, node.values))
    if isinstance(node, ast.IfExp):
        return single(node.body) and single(node.orelse)
    if isinstance(node, ast.BinOp):
        return single(node.left) and single(node.right)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("len", "sum", "max", "min", "any", "bool", "int")
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "s"
