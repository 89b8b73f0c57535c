"""Evaluates constant expressions at compile time."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import COMPARE, FOLD

WORDS = {**COMPARE, **{op: word for op, word in FOLD.items() if op not in ("//", "%")}}
"""What operations give that never fail"""


class NotConstant(Exception):
    """The expression is not constant, or fails."""


def evaluated(x: ir.Expr, given: Mapping[str, int], tables: Mapping[str, object]) -> int:
    """The number or truth value of an expression, for these values of its locals (``given``). Raises NotConstant."""
    found = _value(x, given, tables)
    if not isinstance(found, int):
        raise NotConstant
    return found


def _value(x: ir.Expr, given: Mapping[str, int], tables: Mapping[str, object]) -> object:
    """A number, or a row of a table."""
    match x:
        case ir.Local(name) if name in given:
            return given[name]
        case ir.Const(value):
            return value
        case ir.ConstantTable(name) if name in tables:
            return tables[name]
        case ir.Subscript(source, index):
            row, at = _value(source, given, tables), evaluated(index, given, tables)
            if not isinstance(row, tuple) or not 0 <= at < len(row):
                raise NotConstant
            return row[at]
        case ir.Contains(item, source):
            row = _value(source, given, tables)
            if not isinstance(row, tuple):
                raise NotConstant
            return evaluated(item, given, tables) in row
        case ir.Not(a):
            return not evaluated(a, given, tables)
        case ir.Between(low, inner, high):
            return evaluated(low, given, tables) <= evaluated(inner, given, tables) <= evaluated(high, given, tables)
        case ir.Either(test, a, b):
            return _value(a if evaluated(test, given, tables) else b, given, tables)
        case ir.Binary("and", a, b):
            return evaluated(a, given, tables) and evaluated(b, given, tables)
        case ir.Binary("or", a, b):
            return evaluated(a, given, tables) or evaluated(b, given, tables)
        case ir.Binary(op, a, b) if op in WORDS:
            return WORDS[op](evaluated(a, given, tables), evaluated(b, given, tables))
    raise NotConstant
