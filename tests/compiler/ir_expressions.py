"""Reads expressions of the intermediate form, as :mod:`rulekit.compiler.emit.text` prints them; see ``ir_text.py``."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from typing import Any

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import OPERATIONS
from rulekit.compiler.ir.types import (
    BOOL,
    DATA,
    LARGEST,
    NUMBER,
    SEVERAL,
    TEXT,
    VOID,
    Cells,
    Int,
    Seq,
    Set,
    Type,
    element,
    join,
)

STATE = ("m", "s", "z", "st", "draw")
SIGNS: dict[type[ast.AST], str] = dict(
    zip(
        (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.And, ast.Or),
        ("+", "-", "*", "//", "%", "&", "|", "and", "or"),
        strict=True,
    )
) | dict(zip((ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE), ("==", "!=", "<", "<=", ">", ">="), strict=True))
METHODS = {"append": "append", "index": "index", "insert": "insert_first"}
LIKE_FIRST = ("list", "tuple", "first_n", "after", "together", "united", "without", "unlike", "side_by_side")
NOTHING = ("append", "insort", "insert_first", "extend", "put", "lift", "shuffle", "heappush")
NUMBERS = ("fewest", "fewest-points")
"""Searches that give a number; `path` gives a truth, the others give places"""


def as_python(text: str) -> str:
    """A search as a call with keywords: ``reach(start=..., along=x1, to=y2, by=K_near, leave=..., step=...)``."""
    text = re.sub(r" along (\w+) to (\w+) by (\w+)", r", along=\1, to=\2, by=\3", text.replace("(from ", "(start="))
    text = re.sub(r", (leave|step|back|cost|ends|most) ", r", \1=", text)
    return re.sub(r"\b([a-z]+)-([a-z]+)\(start=", r"\1_\2(start=", text)


class Expressions:
    """Expressions of one function. ``locals``: those that have been set."""

    def __init__(self, module: ir.Module, params: Iterable[ir.Local]) -> None:
        self.module = module
        self.locals = {p.name: p for p in params}

    def read(self, text: str) -> ir.Expr:
        return self.expr(ast.parse(as_python(text), mode="eval").body)

    def several(self, text: str) -> tuple[ir.Expr, ...]:
        """What stands between commas."""
        made = self.read(f"({text},)") if text.strip(" ,") else None
        return made.items if isinstance(made, ir.Items | ir.Tuple) else ()

    def bind(self, name: str, type_: Type) -> ir.Local:
        """A local that is set: it keeps the type that it had first."""
        return self.locals.setdefault(name, ir.Local(name, type_))

    def expr(self, x: ast.AST) -> ir.Expr:
        read: Callable[[Any], ir.Expr] | None = getattr(self, f"_{type(x).__name__.lower()}", None)
        if read is None:
            raise ValueError(f"not in the intermediate form: {ast.unparse(x)}")
        return read(x)

    def _constant(self, x: ast.Constant) -> ir.Expr:
        if x.value is None:
            return ir.Const("None", DATA)
        assert isinstance(x.value, str | int)
        return ir.Const(x.value, TEXT) if isinstance(x.value, str) else ir.Const(x.value)

    def _name(self, x: ast.Name) -> ir.Expr:
        if x.id in self.locals:
            return self.locals[x.id]
        return self._table(x.id) if x.id in self.module.tables else ir.Local(x.id)

    def _table(self, name: str) -> ir.ConstantTable:
        held = self.module.tables[name]
        rows = held if isinstance(held, list | tuple) else []
        nested = any(isinstance(row, list | tuple) for row in rows)
        numbers = [n for row in rows for n in (row if nested else [row]) if isinstance(n, int)] or [0]
        return ir.ConstantTable(name, (Set if nested else Int)(min(numbers), max(numbers)))

    def _unaryop(self, x: ast.UnaryOp) -> ir.Expr:
        if isinstance(x.op, ast.Not):
            return ir.Not(self.expr(x.operand))
        return ir.Const(ast.literal_eval(x))

    def _binop(self, x: ast.BinOp) -> ir.Expr:
        if isinstance(x.op, ast.RShift):  # draw() * n >> 31
            assert isinstance(x.left, ast.BinOp)
            return ir.Op("answer", (self.expr(x.left.right),))
        if isinstance(x.left, ast.List):
            blank = isinstance(x.left.elts[0], ast.Constant) and x.left.elts[0].value is None
            return ir.Op(
                "blank" if blank else "flags", (self.expr(x.right),), made=Cells(NUMBER) if blank else Seq(0, 1)
            )
        return ir.Binary(SIGNS[type(x.op)], self.expr(x.left), self.expr(x.right))

    def _boolop(self, x: ast.BoolOp) -> ir.Expr:
        made, *others = map(self.expr, x.values)
        for one in others:
            made = ir.Binary(SIGNS[type(x.op)], made, one)
        return made

    def _compare(self, x: ast.Compare) -> ir.Expr:
        parts = [self.expr(x.left), *map(self.expr, x.comparators)]
        if len(parts) == 3:
            return ir.Between(*parts)
        match x.ops[0]:
            case ast.In():
                return ir.Contains(*parts)
            case ast.IsNot():
                return ir.Op("some", (parts[0],), made=BOOL)
        return ir.Binary(SIGNS[type(x.ops[0])], *parts)

    def _ifexp(self, x: ast.IfExp) -> ir.Expr:
        return ir.Either(self.expr(x.test), self.expr(x.body), self.expr(x.orelse))

    def _tuple(self, x: ast.Tuple) -> ir.Expr:
        items = tuple(map(self.expr, x.elts))
        type_: Type = Int(0, 0)
        for k, item in enumerate(items):
            type_ = join(type_, item.type) if k else item.type
        if not isinstance(type_, Int):
            return ir.Tuple(items, DATA)
        numbers = [item.const for item in items]
        ascending = None not in numbers and numbers == sorted(numbers, key=lambda n: n or 0)
        return ir.Items(items, (Set if ascending else Seq)(type_.low, type_.high))

    def _list(self, x: ast.List) -> ir.Expr:
        if not x.elts:
            return ir.Op("empty", (), made=Seq())
        held = self._tuple(ast.Tuple(x.elts))
        return ir.Op("list", (held,), made=held.type)

    def _listcomp(self, x: ast.ListComp) -> ir.Expr:
        (loop,) = x.generators
        assert isinstance(loop.target, ast.Name)
        source = self.expr(loop.iter)
        outer = dict(self.locals)
        var = self.locals[loop.target.id] = ir.Local(loop.target.id, self.member(source))
        held: ir.Expr = source
        for test in loop.ifs:
            held = ir.Filter(var, held, self.expr(test))
        value = self.expr(x.elt)
        self.locals = outer
        if value == var and loop.ifs:
            return held
        type_ = value.type if isinstance(value.type, Int) else Int(0, 1)
        return ir.Map(var, held, value, Seq(type_.low, type_.high))

    def member(self, source: ir.Expr) -> Type:
        return element(source.type) if isinstance(source.type, SEVERAL) else NUMBER

    def _subscript(self, x: ast.Subscript) -> ir.Expr:
        if isinstance(x.value, ast.Tuple):  # ((name := value), body)[1]
            named, body = x.value.elts
            assert isinstance(named, ast.NamedExpr)
            value = self.expr(named.value)
            var = self.locals[named.target.id] = ir.Local(named.target.id, value.type)
            return ir.Bind(var, value, self.expr(body))
        if isinstance(x.slice, ast.Slice):
            source = self.expr(x.value)
            if x.slice.upper is not None:
                return ir.Op("first_n", (source, self.expr(x.slice.upper)), made=source.type)
            assert isinstance(x.slice.lower, ast.BinOp) and isinstance(x.slice.lower.left, ast.Call)
            return ir.Op("after", (source, self.expr(x.slice.lower.left.args[0])), made=source.type)
        index = self.expr(x.slice)
        match x.value:
            case ast.Name("s"):
                return ir.Load(index)
            case ast.Name("z"):
                return ir.Zone(index, Seq())
        return ir.Subscript(self.expr(x.value), index)

    def _call(self, x: ast.Call) -> ir.Expr:
        if isinstance(x.func, ast.Attribute):  # rows.append(x)
            values = x.args[1:] if x.func.attr == "insert" else x.args
            return self._op(METHODS[x.func.attr], [x.func.value, *values])
        assert isinstance(x.func, ast.Name)
        name = x.func.id
        if any(word.arg == "start" for word in x.keywords):
            return self._search(x, name.replace("_", "-"))
        args = [a for a in x.args if not (isinstance(a, ast.Name) and a.id in STATE) and ast.unparse(a) != "m.draw"]
        match name:
            case "range":
                return ir.Range(*map(self.expr, args))
            case "device":
                device, function, *given = map(self.expr, args)
                assert isinstance(device, ir.Const) and isinstance(function, ir.Const)
                return ir.DeviceCall(str(device.value), str(function.value), tuple(given), NUMBER)
            case "seen" | "asked":
                *numbers, value = map(self.expr, args)
                return ir.Probe(tuple(int(n.const or 0) for n in numbers), value)
            case "max" if x.keywords:
                return self._op("largest", args)
            case "min" | "max":
                return ir.Binary(name, *map(self.expr, args))
            case "kept":
                assert isinstance(args[2], ast.Lambda)
                return self._op(name, [*args[:2], args[2].body])
        if name in OPERATIONS:
            return self._op(name, args)
        callee = self.module.functions.get(name)
        return ir.Call(name, tuple(map(self.expr, args)), VOID if callee is None else callee.gives)

    def _op(self, name: str, args: list[ast.expr]) -> ir.Op:
        given, line = [self.expr(a) for a in args], -1
        if name == "told_hits" or name == "told_sum":
            line = int(given.pop(0).const or 0)
            given = [*given[1:], given[0]]
        elif OPERATIONS[name].fails:
            line = int(given.pop().const or 0)
        type_: Type = NUMBER
        if name in LIKE_FIRST and given:
            type_ = given[0].type
        elif name == "len":
            type_ = Int(0, LARGEST)
        elif name in NOTHING:
            type_ = VOID
        elif OPERATIONS[name].fresh:
            type_ = Seq()
        return ir.Op(name, tuple(given), line, type_)

    def _search(self, x: ast.Call, sort: str) -> ir.GraphSearch:
        words: dict[str, ast.expr] = {word.arg: word.value for word in x.keywords if word.arg is not None}
        starts, near = self.expr(words["start"]), self.expr(words["by"])
        assert (
            isinstance(near, ir.ConstantTable)
            and isinstance(words["along"], ast.Name)
            and isinstance(words["to"], ast.Name)
        )
        outer, member = dict(self.locals), self.member(ir.Subscript(near, ir.Const(0)))
        a, b = ir.Local(words["along"].id, member), ir.Local(words["to"].id, member)
        self.locals |= {a.name: a, b.name: b}
        step, leave, back, cost, ends, most = (
            self.expr(words[word]) if word in words else None
            for word in ("step", "leave", "back", "cost", "ends", "most")
        )
        self.locals = outer
        assert leave is not None and step is not None
        places: Type = Set(0, len(self.module.tables[near.name]) - 1)  # type: ignore[arg-type]
        made = Int(0, LARGEST) if sort in NUMBERS else BOOL if sort == "path" else places
        return ir.GraphSearch(sort, near, 0, a, b, starts, leave, step, back, cost, ends, most, -1, made)
