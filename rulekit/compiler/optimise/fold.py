"""Simpler expressions for the same values: numbers added up, conditions without double negation, lists asked if empty."""

from __future__ import annotations

import ast
from typing import Any

from rulekit.compiler.optimise.logic import OPPOSITE, condition, conjuncts, negated, uncopied
from rulekit.compiler.optimise.module import Module
from rulekit.compiler.optimise.names import atomic
from rulekit.compiler.optimise.numbers import bounds, number, summed
from rulekit.compiler.optimise.rewrite import Rewriter

SHORT = 8
"""Ranges up to this length are written out where they are gone through."""


class Fold(Rewriter):
    def __init__(self, module: Module) -> None:
        self.module = module

    # ------------------------------------------------------------ numbers
    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        a, b = number(node.left), number(node.right)
        if isinstance(node.op, ast.Mult):
            if a is not None and b is not None:
                return ast.Constant(a * b)
            if 1 in (a, b):
                return node.right if a == 1 else node.left
            return node
        if isinstance(node.op, (ast.Add, ast.Sub)):
            return summed(node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        n = number(node.operand)
        if isinstance(node.op, ast.USub) and n is not None:
            return ast.Constant(-n)
        return negated(node.operand) if isinstance(node.op, ast.Not) else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.value, ast.Name) or not isinstance(node.ctx, ast.Load):
            return node
        table, n = self.module.value(node.value.id), number(node.slice)
        if isinstance(table, tuple) and n is not None and -len(table) <= n < len(table) and isinstance(table[n], int):
            return ast.Constant(table[n])
        return self._of_table(node, table) or node

    def _of_table(self, node: ast.Subscript, outer: Any) -> ast.expr | None:
        """``K_a[K_b[x]]`` as one table of both."""
        at = node.slice
        if not isinstance(outer, tuple) or not isinstance(at, ast.Subscript) or not isinstance(at.value, ast.Name):
            return None
        inner = self.module.value(at.value.id)
        if not isinstance(inner, tuple) or not all(isinstance(k, int) and 0 <= k < len(outer) for k in inner):
            return None
        both = tuple(outer[k] for k in inner)
        if not all(isinstance(n, int) for n in both):
            return None
        assert isinstance(node.value, ast.Name)
        name = f"{node.value.id}_of_{at.value.id.removeprefix('K_')}"
        name = self.module.table(name, ast.parse(repr(both), mode="eval").body)
        return ast.Subscript(ast.Name(name, ast.Load()), at.slice, ast.Load())

    # ------------------------------------------------------------ conditions
    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        if len(node.ops) == 2 and type(node.ops[0]) is ast.LtE:
            low, n = number(node.left), number(node.comparators[0])
            if low is not None and n is not None:  # `0 <= 3 <= x`
                rest = ast.Compare(node.comparators[0], node.ops[1:], node.comparators[1:])
                return rest if low <= n else ast.Constant(False)
        if len(node.ops) != 1:
            return node
        left, op, right = node.left, node.ops[0], node.comparators[0]
        a, b = number(left), number(right)
        if a is not None and b is not None and type(op) in OPPOSITE and not isinstance(op, (ast.In, ast.NotIn)):
            return ast.Constant(bool(eval(ast.unparse(node))))
        if isinstance(op, (ast.In, ast.NotIn)):
            right = node.comparators[0] = uncopied(right)
        if (
            isinstance(op, ast.NotIn)
            and isinstance(right, ast.Tuple)
            and len(right.elts) == 2
            and all(map(atomic, right.elts))
        ):
            one, other = right.elts  # `x not in (a, b)` without the tuple
            return ast.Compare(one, [ast.NotEq(), ast.NotEq()], [left, other])
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        parts: list[ast.expr] = []
        for part in node.values:
            parts += part.values if isinstance(part, ast.BoolOp) and type(part.op) is type(node.op) else [part]
        return ast.BoolOp(node.op, parts)

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        node.test = condition(node.test)
        fixed = node.test.value if isinstance(node.test, ast.Constant) else None
        if fixed is None:
            return node
        return (node.body if fixed else node.orelse) or ast.Pass()

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        node.test = condition(node.test)
        if isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        tests = [condition(test) for test in node.ifs]
        node.ifs = conjuncts(condition(ast.BoolOp(ast.And(), tests))) if tests else []
        node.iter = self.gone_through(node.iter)
        return node

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        node.iter = self.gone_through(node.iter)
        it = node.iter
        if isinstance(it, ast.Tuple) and not it.elts:
            return ast.Pass()
        if isinstance(it, ast.IfExp) and isinstance(it.body, ast.List) and len(it.body.elts) == 1 and not _jumps(node):
            if ast.unparse(it.orelse) != "()":
                return node
            return ast.If(it.test, [ast.Assign([node.target], it.body.elts[0], lineno=0), *node.body], [])
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        """``x = min(x, n)`` and ``x = within(n, low, high, line)`` without the call."""
        self.generic_visit(node)
        call, target = node.value, node.targets[0]
        name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
        if name == "within" and isinstance(call, ast.Call) and isinstance(target, ast.Name):
            value, low, high, line = call.args
            if number(low) is None or number(high) is None:
                return node  # they are looked at before the name is given its value
            holds = ast.Compare(low, [ast.LtE(), ast.LtE()], [ast.Name(target.id, ast.Load()), high])
            fails = ast.Raise(ast.Call(ast.Name("Failure", ast.Load()), [line], []))
            return [ast.Assign([target], value, lineno=0), ast.If(ast.UnaryOp(ast.Not(), holds), [fails], [])]
        if name not in ("min", "max") or not isinstance(call, ast.Call) or len(call.args) != 2:
            return node
        first, other = call.args
        if not isinstance(target, ast.Name) or not atomic(other) or call.keywords or ast.unparse(other) == target.id:
            return node
        sign = ast.Gt() if name == "min" else ast.Lt()
        test = ast.Compare(ast.Name(target.id, ast.Load()), [sign], [other])
        cut = ast.If(test, [ast.Assign([target], other, lineno=0)], [])
        return cut if ast.unparse(first) == target.id else [ast.Assign([target], first, lineno=0), cut]

    # ------------------------------------------------------------ what is gone through
    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name):
            return node
        name, args = node.func.id, node.args
        if name in ("ranked_low", "ranked_high", "with_most", "with_least", "ranked_shuffled") or (
            name in ("tuple", "list") and args
        ):
            k = 2 if name == "ranked_shuffled" else 0
            args[k] = self.gone_through(args[k])
        if name not in ("tuple", "list") or not args:
            return node
        if name == "tuple" and isinstance(args[0], (ast.Tuple, ast.Constant)):
            return args[0]
        if name == "list" and isinstance(args[0], ast.Subscript) and is_zone(args[0]):
            return ast.Subscript(args[0], ast.Slice(), ast.Load())  # a copy of a list is cheaper by its slice
        inner = args[0].func if isinstance(args[0], ast.Call) else None
        return args[0] if isinstance(inner, ast.Name) and inner.id == name else node

    def gone_through(self, node: ast.expr) -> ast.expr:
        """A source without needless making: a short range is a tuple, a copy that is only read is not made."""
        found = bounds(node)
        if found is None:
            return node
        low, high = found
        if high - low <= SHORT:
            return ast.Tuple([ast.Constant(n) for n in range(low, high)], ast.Load())
        name = self.module.table(f"K_{low}_to_{high - 1}", ast.parse(f"range({low}, {high})", mode="eval").body)
        return ast.Name(name, ast.Load())


def is_zone(node: ast.AST) -> bool:
    """``z[...]``, a list of cards."""
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "z"


def _jumps(loop: ast.For) -> bool:
    """Whether a sentence leaves the loop or goes on with the next round."""
    return any(isinstance(n, (ast.Continue, ast.Break)) for n in ast.walk(loop))


def folded(module: Module, function: ast.FunctionDef) -> None:
    """Simplifies a function in place."""
    Fold(module).visit(function)
    _without_dead_ends(function.body)


def _without_dead_ends(body: list[ast.stmt]) -> None:
    """Drops what stands behind a return, a raise, a continue or a break, and needless passes."""
    for k, part in enumerate(body):
        for name in ("body", "orelse", "finalbody"):
            inner = getattr(part, name, None)
            if isinstance(inner, list):
                _without_dead_ends(inner)
        if isinstance(part, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
            del body[k + 1 :]
            break
    kept = [p for p in body if not isinstance(p, ast.Pass)]
    body[:] = kept or body[:1]
