"""Filters that need not look at every member: by what a table says, by what a run of numbers holds, by group."""

from __future__ import annotations

import ast

from rulekit.compiler.optimise.inline import always, replaced
from rulekit.compiler.optimise.module import Module, safe
from rulekit.compiler.optimise.names import copied, load, reads, walked
from rulekit.compiler.optimise.numbers import bounds, number
from rulekit.compiler.optimise.rewrite import Rewriter

FEW = 0.8
"""A test by tables is made beforehand if it leaves no more than this part of the members."""


class Filters(Rewriter):
    def __init__(self, module: Module) -> None:
        self.module = module

    def span(self, node: ast.expr) -> tuple[int, int] | None:
        """(from, up to) of a source that is a run of numbers."""
        if isinstance(node, ast.Name) and node.id in self.module.tables:
            return bounds(self.module.tables[node.id])
        if isinstance(node, ast.Tuple) and node.elts:
            numbers = [number(e) for e in node.elts]
            first = numbers[0]
            if first is not None and numbers == list(range(first, first + len(numbers))):
                return first, first + len(numbers)
        return bounds(node)

    # ------------------------------------------------------------ members by what a table says of them
    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        self.generic_visit(node)
        part = node.generators[0]
        found = self.span(part.iter)
        if len(node.generators) > 1 or found is None or not isinstance(part.target, ast.Name):
            return node
        for k, test in enumerate(part.ifs):
            wanted = self._by_table(test, part.target.id, found)
            if wanted is not None and all(map(safe, part.ifs[: k + 1])):
                part.iter = wanted
                del part.ifs[k]
                return node
        self._known(part, found)
        return node

    def _known(self, part: ast.comprehension, span: tuple[int, int]) -> None:
        """Tests that only look into tables are made now, if not many members are left."""
        assert isinstance(part.target, ast.Name)
        x, members, others = part.target.id, list(range(*span)), list(part.ifs)
        for k, test in enumerate(part.ifs):
            if not safe(test):
                break
            tables = {name: self.module.value(name) for name in reads(test) - {x}}
            if x in reads(test) and _plain(test) and all(_reaches(t, span[1]) for t in tables.values()):
                code = compile(ast.Expression(ast.fix_missing_locations(copied(test))), "<test>", "eval")
                members = [n for n in members if eval(code, {**tables, x: n})]
                others[k] = ast.Constant(True)
        if len(members) <= FEW * (span[1] - span[0]):
            part.iter = ast.parse(repr(tuple(members)), mode="eval").body
            part.ifs = [test for test in others if not isinstance(test, ast.Constant) or not test.value]

    def _by_table(self, test: ast.expr, x: str, span: tuple[int, int]) -> ast.expr | None:
        """The members for which ``K_table[x] == value``, looked up."""
        if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
            return None
        for table, value in ((test.left, test.comparators[0]), (test.comparators[0], test.left)):
            if not isinstance(table, ast.Subscript) or not isinstance(table.value, ast.Name) or x in reads(value):
                continue
            if number(value) is not None:
                continue
            facts = self.module.value(table.value.id)
            if not isinstance(facts, tuple) or not isinstance(table.slice, ast.Name) or table.slice.id != x:
                continue
            if not 0 <= span[0] < span[1] <= len(facts) or not all(isinstance(f, int) for f in facts):
                continue
            members: dict[int, tuple[int, ...]] = {}
            for k in range(*span):
                members[facts[k]] = (*members.get(facts[k], ()), k)
            name = self.module.table(f"{table.value.id}_is", ast.parse(repr(members), mode="eval").body)
            return ast.Call(ast.Attribute(load(name), "get", ast.Load()), [value, ast.Tuple([], ast.Load())], [])
        return None

    # ------------------------------------------------------------ how many of a run of numbers are equal to a value
    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id != "len" or not isinstance(node.args[0], ast.ListComp):
            return node
        part = node.args[0].generators[0]
        found = self.span(part.iter)
        if (
            found is None
            or len(node.args[0].generators) > 1
            or len(part.ifs) != 1
            or not isinstance(part.target, ast.Name)
        ):
            return node
        column, value = _equal(part.ifs[0], part.target.id)
        if column is None or value is None:
            return node
        run = ast.Subscript(
            load("s"), ast.Slice(ast.Constant(column + found[0]), ast.Constant(column + found[1])), ast.Load()
        )
        return ast.Call(ast.Attribute(run, "count", ast.Load()), [value], [])


def _plain(test: ast.expr) -> bool:
    """Comparisons and numbers looked up; nothing that is called or gone through."""
    return not any(isinstance(n, (ast.Call, ast.ListComp, ast.GeneratorExp, ast.IfExp)) for n in walked(test))


def _reaches(table: object, end: int) -> bool:
    return isinstance(table, frozenset) or (isinstance(table, tuple) and len(table) >= end)


def _equal(test: ast.expr, x: str) -> tuple[int | None, ast.expr | None]:
    """(c, value) of ``s[c + x] == value``, with a value that has nothing to do with x."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq):
        for column, value in ((test.left, test.comparators[0]), (test.comparators[0], test.left)):
            if not isinstance(column, ast.Subscript) or ast.unparse(column.value) != "s" or x in reads(value):
                continue
            sum_ = column.slice
            if isinstance(sum_, ast.Name) and sum_.id == x:
                return 0, value
            if isinstance(sum_, ast.BinOp) and isinstance(sum_.op, ast.Add) and ast.unparse(sum_.right) == x:
                return number(sum_.left), value
    return None, None


# ---------------------------------------------------------------- one round for all groups
def grouped(module: Module, body: list[ast.stmt]) -> list[ast.stmt]:
    """A number for each of some owners, each counted in a round of its own, becomes one round that counts for all."""
    out: list[ast.stmt] = []
    for part in body:
        for name in ("body", "orelse"):
            inner = getattr(part, name, None)
            if isinstance(inner, list):
                setattr(part, name, grouped(module, inner))
        source = part.test if isinstance(part, ast.If) else getattr(part, "value", None)
        if isinstance(part, (ast.If, ast.Assign, ast.Return)) and source is not None:
            for node in always(source):
                if isinstance(node, ast.Call) and not safe(node):
                    break
                made = _tally(module, node)
                if made is not None:
                    name, sentences = made
                    out += sentences
                    replaced(part, node, load(name))
                    break
        out.append(part)
    return out


def _tally(module: Module, node: ast.expr) -> tuple[str, list[ast.stmt]] | None:
    """``[sum([E for x in M if s[c + x] == y and ...]) for y in (0, 1, ... n)]``"""
    if not isinstance(node, ast.ListComp) or len(node.generators) != 1 or node.generators[0].ifs:
        return None
    outer, total = node.generators[0], node.elt
    count = len(outer.iter.elts) if isinstance(outer.iter, ast.Tuple) else 0
    if not count or ast.unparse(outer.iter) != repr(tuple(range(count))) or not isinstance(outer.target, ast.Name):
        return None
    if (
        not isinstance(total, ast.Call)
        or ast.unparse(total.func) != "sum"
        or not isinstance(total.args[0], ast.ListComp)
    ):
        return None
    inner = total.args[0]
    part = inner.generators[0]
    y = outer.target.id
    if len(inner.generators) != 1 or not isinstance(part.target, ast.Name) or y in reads(inner.elt) | reads(part.iter):
        return None
    owner, rest = None, []
    for test in part.ifs:
        if owner is None and isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq):
            left, right = test.left, test.comparators[0]
            for one, other in ((left, right), (right, left)):
                if isinstance(other, ast.Name) and other.id == y and y not in reads(one):
                    owner = one
            if owner is not None:
                continue
        rest.append(test)
    if owner is None or any(y in reads(t) for t in rest) or not all(map(safe, [inner.elt, owner, part.iter, *rest])):
        return None
    found, whose = module.fresh.name("tally"), module.fresh.name("whose")
    tests = " and ".join(f"({ast.unparse(t)})" for t in [*rest, ast.parse(f"0 <= {whose} < {count}", mode="eval").body])
    text = (
        f"{found} = [{', '.join('0' * count)}]\n"
        f"for {part.target.id} in {ast.unparse(part.iter)}:\n"
        f"    {whose} = {ast.unparse(owner)}\n"
        f"    if {tests}:\n        {found}[{whose}] += {ast.unparse(inner.elt)}\n"
    )
    return found, ast.parse(text).body
