"""Simpler expressions for the same values: numbers added up, conditions without double negation, lists asked if empty."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from rulekit.compiler.optimise.module import Module, safe
from rulekit.compiler.optimise.names import atomic
from rulekit.compiler.optimise.rewrite import Rewriter, key

OPPOSITE: dict[type, type] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
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
            return _summed(node)
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
            right = node.comparators[0] = _uncopied(right)
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
        node.ifs = _parts(condition(ast.BoolOp(ast.And(), tests))) if tests else []
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


def number(node: ast.AST) -> int | None:
    """The value of a whole number."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = number(node.operand)
        return None if inner is None else -inner
    return None


def bounds(node: ast.AST) -> tuple[int, int] | None:
    """(from, up to) of ``range(a, b)`` or ``range(a, b)[:n]`` with fixed numbers."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "range"
        and len(node.args) == 2
    ):
        low, high = number(node.args[0]), number(node.args[1])
        return None if low is None or high is None else (low, max(low, high))
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and node.slice.lower is None:
        inner = bounds(node.value)
        upper = number(node.slice.upper) if node.slice.upper is not None else None
        if inner is not None and upper is not None and upper >= 0:
            return inner[0], min(inner[1], inner[0] + upper)
    return None


def is_zone(node: ast.AST) -> bool:
    """``z[...]``, a list of cards."""
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "z"


def _parts(test: ast.expr) -> list[ast.expr]:
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]


def _summed(node: ast.BinOp) -> ast.expr:
    """A sum with its fixed numbers put together; a sum without one is left alone (it may be a sum of lists)."""
    terms: list[tuple[ast.expr, int]] = []

    def collect(part: ast.expr, sign: int) -> None:
        if isinstance(part, ast.BinOp) and isinstance(part.op, (ast.Add, ast.Sub)):
            collect(part.left, sign)
            collect(part.right, sign if isinstance(part.op, ast.Add) else -sign)
        else:
            terms.append((part, sign))

    collect(node, 1)
    numbers = [sign * n for part, sign in terms if (n := number(part)) is not None]
    if not numbers:
        return node
    rest, fixed = [(part, sign) for part, sign in terms if number(part) is None], sum(numbers)
    if not rest:
        return ast.Constant(fixed)
    first = next((k for k, (_, sign) in enumerate(rest) if sign > 0), None)
    if first is None or (fixed > 0 and first):
        out: ast.expr = ast.Constant(fixed)
        rest_from = rest
    elif fixed > 0:
        out, rest_from = ast.BinOp(ast.Constant(fixed), ast.Add(), rest[0][0]), rest[1:]
        fixed = 0
    else:
        if first:
            return node  # the terms keep their order
        out, rest_from = rest[0][0], rest[1:]
    if isinstance(out, ast.Constant):
        fixed = 0
    for part, sign in rest_from:
        out = ast.BinOp(out, ast.Add() if sign > 0 else ast.Sub(), part)
    return ast.BinOp(out, ast.Sub(), ast.Constant(-fixed)) if fixed < 0 else out


def _jumps(loop: ast.For) -> bool:
    """Whether a sentence leaves the loop or goes on with the next round."""
    return any(isinstance(n, (ast.Continue, ast.Break)) for n in ast.walk(loop))


def negated(node: ast.expr) -> ast.expr:
    """``not node``."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) and boolean(node.operand):
        return node.operand
    if isinstance(node, ast.Constant):
        return ast.Constant(not node.value)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return ast.Compare(node.left, [OPPOSITE[type(node.ops[0])]()], node.comparators)
    return ast.UnaryOp(ast.Not(), node)


def boolean(node: ast.expr) -> bool:
    """Whether the value is True or False, and not something that counts as one."""
    if isinstance(node, ast.BoolOp):
        return all(map(boolean, node.values))
    if isinstance(node, ast.IfExp):
        return boolean(node.body) and boolean(node.orelse)
    return (
        isinstance(node, ast.Compare)
        or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
        or (isinstance(node, ast.Constant) and isinstance(node.value, bool))
    )


def condition(node: ast.expr) -> ast.expr:
    """The same condition where only its truth matters."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = condition(node.operand)
        if isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not):
            return condition(inner.operand)
        return negated(inner)
    if isinstance(node, ast.BoolOp):
        return _joined(node)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return _compared(node)
    if isinstance(node, ast.IfExp):
        return _chosen(node)
    return _uncopied(node)


def _uncopied(node: ast.expr) -> ast.expr:
    """``[x for x in table.get(y, ())]``, where it is only asked what is in it, without the copy."""
    if isinstance(node, ast.IfExp):
        return ast.IfExp(node.test, _uncopied(node.body), _uncopied(node.orelse))
    if isinstance(node, ast.ListComp) and len(node.generators) == 1 and not node.generators[0].ifs:
        source, member = node.generators[0].iter, node.generators[0].target
        found = isinstance(source, ast.Call) and isinstance(source.func, ast.Attribute) and source.func.attr == "get"
        if found and isinstance(node.elt, ast.Name) and isinstance(member, ast.Name) and node.elt.id == member.id:
            return source
    return node


def _joined(node: ast.BoolOp) -> ast.expr:
    neutral = isinstance(node.op, ast.And)
    parts: list[ast.expr] = []
    said: dict[Any, bool] = {}
    for value in node.values:
        part = condition(value)
        if isinstance(part, ast.Constant):
            if bool(part.value) is neutral:
                continue
            if all(map(safe, parts)):
                return ast.Constant(not neutral)
            parts.append(ast.Constant(not neutral))
            break
        for one in part.values if isinstance(part, ast.BoolOp) and type(part.op) is type(node.op) else [part]:
            known = _known(one, said)
            if not isinstance(known, ast.Constant):
                parts.append(known)
                said.setdefault(key(known), neutral)
                said.setdefault(key(negated(known)), not neutral)
            elif bool(known.value) is not neutral and all(map(safe, parts)):
                return known
            elif bool(known.value) is not neutral:
                return ast.BoolOp(node.op, [*parts, known])
    if not parts:
        return ast.Constant(neutral)
    if isinstance(parts[0], ast.Constant) or len(parts) == 1:
        return parts[0]
    return ast.BoolOp(node.op, parts)


def _known(node: ast.expr, said: Mapping[Any, bool]) -> ast.expr:
    """A condition, given what the ones before it in the same `and` (or `or`) are: ``said`` has their keys."""
    truth = said.get(key(node)) if said else None
    if truth is not None:
        return ast.Constant(truth)
    if isinstance(node, ast.BoolOp) and said:
        return _joined(ast.BoolOp(node.op, [_known(v, said) for v in node.values]))
    return node


def _compared(node: ast.Compare) -> ast.expr:
    """``len(x) > 0`` is x, ``len(x) == 0`` is not x."""
    left, op, n = node.left, node.ops[0], number(node.comparators[0])
    if not (isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id == "len"):
        return node
    if (isinstance(op, ast.Gt) and n == 0) or (isinstance(op, ast.GtE) and n == 1):
        return left.args[0]
    if (isinstance(op, (ast.Eq, ast.LtE)) and n == 0) or (isinstance(op, ast.Lt) and n == 1):
        return ast.UnaryOp(ast.Not(), left.args[0])
    return node


def _chosen(node: ast.IfExp) -> ast.expr:
    """A choice between yes and no is a plain condition."""
    test, yes, no = condition(node.test), condition(node.body), condition(node.orelse)
    if isinstance(yes, ast.Constant):
        return condition(ast.BoolOp(ast.Or(), [test, no]) if yes.value else ast.BoolOp(ast.And(), [negated(test), no]))
    if isinstance(no, ast.Constant):
        return condition(ast.BoolOp(ast.Or(), [negated(test), yes]) if no.value else ast.BoolOp(ast.And(), [test, yes]))
    return ast.IfExp(test, yes, no)


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
