"""Numbers that lie side by side are taken together: what lies in some spots, and who stands where in an order.

``[s[x] for x in spots if s[x] >= 0]`` looks every number up twice; here a piece of the state is gone through instead.
"""

from __future__ import annotations

import ast

from rulekit.compiler.optimise.columns import at, run
from rulekit.compiler.optimise.names import load, substituted, walk
from rulekit.compiler.optimise.numbers import Span, number
from rulekit.compiler.optimise.rewrite import Rewriter


class Runs(Rewriter):
    def __init__(self, span: Span) -> None:
        self.span = span

    # ------------------------------------------------------------ what lies in some spots
    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        self.generic_visit(node)
        part = node.generators[0]
        if len(node.generators) > 1 or not isinstance(part.target, ast.Name):
            return node
        member = part.target.id
        parts = [node.elt, *part.ifs]
        looked = [n for n in walk(parts) if isinstance(n, ast.Subscript) and at(n, member) is not None]
        columns = {at(n, member) for n in looked}
        seen = sum(isinstance(n, ast.Name) and n.id == member for n in walk(parts))
        if len(columns) != 1 or len(looked) != seen or len(looked) < 2:
            return node
        numbers = self._numbers(part.iter, columns.pop() or 0)
        if numbers is None:
            return node
        node.elt = _renamed(node.elt, member)
        part.iter, part.ifs = numbers, [_renamed(test, member) for test in part.ifs]
        return node

    def _numbers(self, members: ast.expr, column: int) -> ast.expr | None:
        """The numbers of all members in one column; None where they may not lie side by side."""
        found = self.span(members)
        if found is not None:
            return run(column + found[0], column + found[1], ast.Load()) if found[0] + column >= 0 else None
        if column or not isinstance(members, ast.Call) or ast.unparse(members.func) != "range":
            return None
        if len(members.args) != 2 or not all(map(_beyond_nothing, members.args)):
            return None
        return ast.Subscript(load("s"), ast.Slice(*members.args), ast.Load())

    # ------------------------------------------------------------ an order by one column
    def visit_Call(self, node: ast.Call) -> ast.AST:
        """``ranked_low((0, 1, 2), [s[c + x] for x in (0, 1, 2)])``; equals stay in their order either way."""
        order = node.func.id if isinstance(node.func, ast.Name) else ""
        if order in ("ranked_low", "ranked_high") and len(node.args) == 2:
            members, keys = node.args
            found = self.span(members)
            if found is not None and found[0] == 0 and isinstance(keys, ast.ListComp) and len(keys.generators) == 1:
                part = keys.generators[0]
                same = ast.dump(part.iter) == ast.dump(members) and not part.ifs and isinstance(part.target, ast.Name)
                column = at(keys.elt, part.target.id) if same and isinstance(part.target, ast.Name) else None
                if column is not None:
                    key = ast.Attribute(run(column, column + found[1], ast.Load()), "__getitem__", ast.Load())
                    more = [ast.keyword("reverse", ast.Constant(True))] if order == "ranked_high" else []
                    return ast.Call(load("sorted"), [members], [ast.keyword("key", key), *more])
        self.generic_visit(node)
        return node


def _beyond_nothing(place: ast.expr) -> bool:
    """``40 + x * 10``: not less than 0, as long as x is no less than -1."""
    if not isinstance(place, ast.BinOp) or not isinstance(place.op, ast.Add):
        return False
    first, more = number(place.left), place.right
    if first is None or not isinstance(more, ast.BinOp) or not isinstance(more.op, ast.Mult):
        return False
    step = number(more.right)
    return isinstance(more.left, ast.Name) and step is not None and 0 <= step <= first


class _Looked(Rewriter):
    def __init__(self, member: str) -> None:
        self.member = member

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return load(self.member) if at(node, self.member) is not None else self.generic_visit(node)


def _renamed(node: ast.expr, member: str) -> ast.expr:
    made = _Looked(member).visit(substituted(node, {}))
    assert isinstance(made, ast.expr)
    return made
