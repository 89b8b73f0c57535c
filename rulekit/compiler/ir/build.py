"""Constructors of expressions that fold constants: arithmetic, comparisons, logic, filters over filters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.types import BOOL, LARGEST, VOID, Int, Type, bounds

TRUE, FALSE = ir.Const(True), ir.Const(False)
NONE = ir.Const(-1)


@lru_cache(4096)
def number(n: int) -> ir.Const:
    return ir.Const(int(n), Int(int(n), int(n)))


def truth(yes: bool) -> ir.Const:
    return TRUE if yes else FALSE


OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def not_(a: ir.Expr) -> ir.Expr:
    if a.const is not None:
        return truth(not a.const)
    return ir.Not(a)


def negated(a: ir.Expr) -> ir.Expr:
    """``not a`` with the negation pushed into it, so that nothing is negated twice."""
    match a:
        case ir.Not(b) if b.type == BOOL:
            return b
        case ir.Binary("and", x, y):
            return or_(negated(x), negated(y))
        case ir.Binary("or", x, y):
            return and_(negated(x), negated(y))
        case ir.Binary(op, x, y) if op in OPPOSITE and not (op == ">" and isinstance(x, ir.Op)):  # "there is one" stays
            return ir.Binary(OPPOSITE[op], x, y)
        case ir.Either(test, x, y) if a.type == BOOL:
            return ir.Either(test, negated(x), negated(y))
        case ir.Bind(var, value, body):
            return ir.Bind(var, value, negated(body))
    return not_(a)


def and_(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    if a.const is not None:
        return b if a.const else FALSE
    if b.const is not None:
        return a if b.const else FALSE
    return ir.Binary("and", a, b)


def or_(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    if a.const is not None:
        return TRUE if a.const else b
    if b.const is not None:
        return TRUE if b.const else a
    return ir.Binary("or", a, b)


FOLD: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "min": min,
    "max": max,
}
COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def arithmetic(op: str, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """``a op b`` with what is fixed folded; constants of a sum gather at its left side."""
    if a.const is not None and b.const is not None:
        return number(FOLD[op](a.const, b.const))
    if op == "+":
        if a.const == 0:
            return b
        if b.const == 0:
            return a
        if b.const is not None:
            a, b = b, a
        if a.const is not None and isinstance(b, ir.Binary) and b.op in ("+", "-") and b.a.const is not None:
            return ir.Binary(b.op, number(a.const + b.a.const), b.b)
        if a.const is not None and a.const < 0:
            return arithmetic("-", b, number(-a.const))
        if a.const is not None and isinstance(b, ir.Binary) and b.op == "-" and b.b.const is not None:
            return arithmetic("+", number(a.const - b.b.const), b.a)
    if op == "-":
        if b.const == 0:
            return a
        if b.const is not None and isinstance(a, ir.Binary) and a.op == "+" and a.a.const is not None:
            return arithmetic("+", number(a.a.const - b.const), a.b)
    if op == "*":
        if a.const == 1:
            return b
        if b.const == 1:
            return a
    if op == "//" and b.const == 1:
        return a
    return ir.Binary(op, a, b)


def add(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return arithmetic("+", a, b)


def subtract(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return arithmetic("-", a, b)


def multiply(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return arithmetic("*", a, b)


def compare(a: ir.Expr, sign: str, b: ir.Expr) -> ir.Expr:
    if a.const is not None and b.const is not None:
        return truth(COMPARE[sign](a.const, b.const))
    return ir.Binary(sign, a, b)


def between(low: int, x: ir.Expr, high: int) -> ir.Expr:
    """``low <= x <= high``"""
    if x.const is not None:
        return truth(low <= x.const <= high)
    if low == high:
        return compare(x, "==", number(low))
    return ir.Between(number(low), x, number(high))


def size(source: ir.Expr) -> ir.Expr:
    return number(len(source.items)) if isinstance(source, ir.Items) else ir.Op("len", (source,))


def exists(source: ir.Expr) -> ir.Expr:
    """Whether a set has a member."""
    return compare(size(source), ">", number(0))


def fresh(source: ir.Expr, type_: Type | None = None) -> ir.Op:
    """A list of the members that is not shared, so that it can be changed."""
    return ir.Op("list", (source,), -1, type_ or source.type)


def empty(type_: Type) -> ir.Op:
    """A new empty list."""
    return fresh(ir.Items((), type_))


def snapshot(source: ir.Expr, type_: Type | None = None) -> ir.Op:
    """The members as they are now, unaffected by later changes."""
    return ir.Op("tuple", (source,), -1, type_ or source.type)


def append(target: ir.Expr, item: ir.Expr) -> ir.Stmt:
    return ir.Do(ir.Op("append", (target, item), made=VOID))


def given(a: ir.Expr) -> ir.Expr:
    """Whether a value of those who explain, or a pair, is there."""
    return ir.Op("some", (a,), made=BOOL)


def conjuncts(x: ir.Expr) -> Iterator[ir.Expr]:
    """The parts of a condition that all have to hold."""
    if isinstance(x, ir.Binary) and x.op == "and":
        yield from conjuncts(x.a)
        yield from conjuncts(x.b)
    else:
        yield x


def all_of(parts: Iterable[ir.Expr]) -> ir.Expr:
    """The condition that all of them hold."""
    whole: ir.Expr = TRUE
    for part in parts:
        whole = and_(whole, part)
    return whole


def condition(a: ir.Expr) -> ir.Expr:
    """A value as a condition."""
    return truth(bool(a.const)) if a.const is not None and a.type != BOOL else a


def simplified(x: ir.Expr) -> ir.Expr:
    """An expression whose parts are simplified already, with constants folded."""
    match x:
        case ir.Binary("and", a, b):
            return and_(a, b)
        case ir.Binary("or", a, b):
            return or_(a, b)
        case ir.Binary(op, a, b) if op in FOLD:
            return arithmetic(op, a, b)
        case ir.Binary(op, a, b):
            return compare(a, op, b)
        case ir.Not(a):
            return negated(a)
        case ir.Between(ir.Const(int(low)), inner, ir.Const(int(high))) if inner.const is not None:
            return truth(low <= inner.const <= high)
        case ir.Between(ir.Const(int(low)), inner, ir.Const(int(high))) if _lies(inner.type, low, high):
            return TRUE
        case ir.Either(ir.Const(known), a, b):
            return a if known else b
        case ir.Op("found", (row,)) if _lies(row.type, 0, LARGEST):
            return row
        case ir.Op("product", (a, b)) if _lies(bounds("*", a.type, b.type), 1 - LARGEST, LARGEST - 1):
            return arithmetic("*", a, b)
    return x


def _lies(found: Type, low: int, high: int) -> bool:
    """Whether a number of this type can be nothing else than from ``low`` to ``high``. A type ends at the largest number
    though what is worked out may be larger: then it says nothing."""
    return isinstance(found, Int) and max(low, 1 - LARGEST) <= found.low and found.high <= min(high, LARGEST - 1)
