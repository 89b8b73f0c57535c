"""Reads the intermediate form from the text that :mod:`rulekit.compiler.emit.text` prints, for small fixtures of passes.

Expressions are read as Python. A local has the type of what it is set to first; ``let rows: Seq 0..9 = []`` gives one where that
says too little. Tables stand before the functions, ``K_rank = [0, 1, 2]``. What the text does not say is left as a node has it:
the line of an operation, the base and the weight of a search.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from textwrap import dedent
from typing import Any

from attrs import evolve

from rulekit.compiler.analysis.calls import asking
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import OPERATIONS
from rulekit.compiler.ir.traverse import statements
from rulekit.compiler.ir.types import (
    BOOL,
    DATA,
    LARGEST,
    NUMBER,
    PAIR,
    SEVERAL,
    TEXT,
    VOID,
    Bool,
    Cells,
    Int,
    Mask,
    Seq,
    Set,
    Type,
    element,
    join,
)

HEAD = re.compile(r"(turn )?(\w+) (\w+)\((.*)\)(?: -> (.+))?")
TABLE = re.compile(r"(K_\w+) = (.+)")
STATE = ("m", "s", "z", "st", "draw")
PLAIN = {"Bool": BOOL, "Text": TEXT, "Pair": PAIR, "Void": VOID, "Data": DATA}
RANGED = {"Int": Int, "Set": Set, "Seq": Seq, "Mask": Mask}
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


def read_module(text: str) -> ir.Module:
    """Raises ValueError with the row that can not be read."""
    rows = [row.rstrip() for row in dedent(text).splitlines() if row.strip()]
    tables = {x[1]: _tuples(ast.literal_eval(x[2])) for x in map(TABLE.fullmatch, rows) if x}
    rows = [row for row in rows if not TABLE.fullmatch(row)]
    heads = [k for k, row in enumerate(rows) if not row.startswith(" ")] + [len(rows)]
    functions = {f.name: f for f in (_head(rows[k]) for k in heads[:-1])}
    module = ir.Module(functions, tables)
    for first, after in pairwise(heads):
        f = read_function("\n".join(rows[first:after]), module)
        functions[f.name] = f
    if any(isinstance(x, ir.Suspend | ir.Fork) for f in functions.values() for x in statements(f.body)):
        asks = asking(functions)
        functions.update({name: evolve(f, asks=name in asks or f.sort == "step") for name, f in functions.items()})
    steps = tuple(name for name, f in functions.items() if f.sort == "step")
    return evolve(module, functions=dict(functions), steps=steps)


def _tuples(held: object) -> object:
    """A table as the compiler has it."""
    return tuple([_tuples(x) for x in held]) if isinstance(held, list | tuple) else held


def read_function(text: str, module: ir.Module) -> ir.Function:
    """One function; what it calls, and its tables, are in a module."""
    rows = text.splitlines()
    head = _head(rows[0])
    reader = _Rows(rows[1:], module, head)
    return evolve(module.functions.get(head.name, head), params=head.params, body=reader.block(1))


def _head(row: str) -> ir.Function:
    found = HEAD.fullmatch(row)
    if found is None:
        raise ValueError(f"not the head of a function: {row}")
    turn, sort, name, params, gives = found.groups()
    locals_ = [part.split(": ", 1) for part in params.split(", ") if part]
    given = tuple(ir.Local(x, _type(type_)) for x, type_ in locals_)
    return ir.Function(name, given, (), VOID if gives is None else _type(gives), sort, turn=bool(turn))


def _type(text: str) -> Type:
    if text in PLAIN:
        return PLAIN[text]
    if text.startswith("Cells of "):
        of = _type(text.removeprefix("Cells of "))
        assert isinstance(of, Int | Bool | Set | Seq)
        return Cells(of)
    word, _, both = text.partition(" ")
    low, _, high = both.partition("..")
    return RANGED[word](int(low), int(high)) if both else RANGED[word](-LARGEST, LARGEST)


def _as_python(text: str) -> str:
    """A search as a call with keywords: ``reach(start=..., along=x1, to=y2, by=K_near, leave=..., step=...)``."""
    text = re.sub(r" along (\w+) to (\w+) by (\w+)", r", along=\1, to=\2, by=\3", text.replace("(from ", "(start="))
    text = re.sub(r", (leave|step|back|cost|ends|most) ", r", \1=", text)
    return re.sub(r"\b([a-z]+)-([a-z]+)\(start=", r"\1_\2(start=", text)


class _Expressions:
    """Expressions of one function. ``locals``: those that have been set."""

    def __init__(self, module: ir.Module, params: Iterable[ir.Local]) -> None:
        self.module = module
        self.locals = {p.name: p for p in params}

    def read(self, text: str) -> ir.Expr:
        return self.expr(ast.parse(_as_python(text), mode="eval").body)

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
        return ir.Const(x.value, TEXT) if isinstance(x.value, str) else ir.Const(x.value)

    def _name(self, x: ast.Name) -> ir.Expr:
        if x.id in self.locals:
            return self.locals[x.id]
        return self._table(x.id) if x.id in self.module.tables else ir.Local(x.id)

    def _table(self, name: str) -> ir.Table:
        held = self.module.tables[name]
        rows = held if isinstance(held, list | tuple) else []
        nested = any(isinstance(row, list | tuple) for row in rows)
        numbers = [n for row in rows for n in (row if nested else [row]) if isinstance(n, int)] or [0]
        return ir.Table(name, (Set if nested else Int)(min(numbers), max(numbers)))

    def _unaryop(self, x: ast.UnaryOp) -> ir.Expr:
        if isinstance(x.op, ast.Not):
            return ir.Not(self.expr(x.operand))
        assert isinstance(x.op, ast.USub) and isinstance(x.operand, ast.Constant)
        return ir.Const(-x.operand.value)

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
        return ir.Item(self.expr(x.value), index)

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
                return ir.Device(str(device.value), str(function.value), tuple(given), NUMBER)
            case "seen" | "asked":
                *numbers, value = map(self.expr, args)
                return ir.Probe(tuple(int(n.const or 0) for n in numbers), value)
            case "max" if x.keywords:
                return self._op("most", args)
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

    def _search(self, x: ast.Call, sort: str) -> ir.Search:
        words: dict[str, ast.expr] = {word.arg: word.value for word in x.keywords if word.arg is not None}
        starts, near = self.expr(words["start"]), self.expr(words["by"])
        assert isinstance(near, ir.Table) and isinstance(words["along"], ast.Name) and isinstance(words["to"], ast.Name)
        outer, member = dict(self.locals), self.member(ir.Item(near, ir.Const(0)))
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
        return ir.Search(sort, near, 0, a, b, starts, leave, step, back, cost, ends, most, -1, made)


class _Rows(_Expressions):
    """The statements of one function, by their rows."""

    def __init__(self, rows: list[str], module: ir.Module, head: ir.Function) -> None:
        super().__init__(module, head.params)
        self.rows, self.at = rows, 0

    def block(self, depth: int) -> ir.Block:
        out: list[ir.Stmt] = []
        while self.at < len(self.rows):
            row = self.rows[self.at]
            indent = (len(row) - len(row.lstrip())) // 4
            if indent < depth or row.strip() == "else":
                break
            self.at += 1
            try:
                out += self.statement(row.strip(), depth)
            except (SyntaxError, ValueError, AssertionError, LookupError, AttributeError) as wrong:
                raise ValueError(f"{row.strip()}: {wrong}") from wrong
        return tuple(out)

    def statement(self, row: str, depth: int) -> list[ir.Stmt]:
        if row == "nothing":
            return []
        for pattern, read in STATEMENTS:
            found = pattern.fullmatch(row)
            if found is not None:
                return [read(self, depth, *found.groups())]
        (x,) = ast.parse(_as_python(row)).body
        match x:
            case ast.Assign([ast.Subscript(ast.Name("s"), index)], value):
                return [ir.Store(self.expr(index), self.expr(value))]
            case ast.AugAssign(ast.Subscript(ast.Name("s"), index), op, value):
                return [ir.Increase(self.expr(index), self.expr(value), isinstance(op, ast.Sub))]
            case ast.Assign([ast.Subscript(target, index)], value):
                return [ir.Do(self._op("put", [target, index, value]))]
            case ast.AugAssign(ast.Name() as target, ast.Add(), value):
                return [ir.Do(self._op("extend", [target, value]))]
            case ast.Expr(value):
                return [ir.Do(self.expr(value))]
        raise ValueError("no statement of the intermediate form")

    def let(self, depth: int, name: str, type_: str | None, value: str) -> ir.Stmt:
        made = self.read(value)
        return ir.Let(self.bind(name, _type(type_) if type_ else made.type), made)

    def if_(self, depth: int, test: str) -> ir.Stmt:
        condition, then, otherwise = self.read(test), self.block(depth + 1), ()
        if self.at < len(self.rows) and self.rows[self.at] == "    " * depth + "else":
            self.at += 1
            otherwise = self.block(depth + 1)
        return ir.If(condition, then, otherwise)

    def for_(self, depth: int, name: str, source: str, live: str | None) -> ir.Stmt:
        members = self.read(source)
        var = self.locals[name] = ir.Local(name, self.member(members))
        return ir.For(var, members, self.block(depth + 1), bool(live))

    def loop(self, depth: int) -> ir.Stmt:
        return ir.Loop(self.block(depth + 1))

    def jump(self, depth: int, word: str) -> ir.Stmt:
        return ir.Break() if word == "break" else ir.Continue()

    def return_(self, depth: int, value: str | None) -> ir.Stmt:
        return ir.Return(None if value is None else self.read(value))

    def fail(self, depth: int, line: str, why: str | None, facts: str | None) -> ir.Stmt:
        return ir.Fail(int(line), None if why is None else self.read(why), self.several(facts or ""))

    def journal(self, depth: int, line: str, me: str, row: Any, what: str) -> ir.Stmt:
        return ir.Journal(int(line), self.read(me), row, self.several(what))

    def ask(self, depth: int, question: str, player: str, options: str, name: str, shown: str | None) -> ir.Stmt:
        offered = self.read(options)
        locals_ = tuple(x for x in self.several(shown or "") if isinstance(x, ir.Local))
        return ir.Ask(int(question), self.read(player), offered, self.bind(name, self.member(offered)), locals_)

    def at_once(self, depth: int, me: str) -> ir.Stmt:
        return ir.AtOnce(self.bind(me, NUMBER), self.block(depth + 1))

    def attempt(self, depth: int, call: str, lines: str | None, kept: str | None, drawn: str | None) -> ir.Stmt:
        called, me = self.read(call), self.locals.get("me", ir.Local("me"))
        assert isinstance(called, ir.Call)
        if lines is None or kept is None:
            return ir.Attempt(called, -1, me)
        runs, lists = _restored(kept)
        return ir.Attempt(
            called, -1, me, frozenset(map(int, lines.split(", "))), (*runs, (0, 0))[0], lists, bool(drawn)
        )

    def suppose(self, depth: int, name: str, kept: str) -> ir.Stmt:
        runs, lists = _restored(kept)
        var = self.bind(name, BOOL)
        return ir.Suppose(var, self.block(depth + 1), (), runs, lists)

    def end(self, depth: int, line: str, rows: str, width: str) -> ir.Stmt:
        return ir.End(self.read(rows), int(width), int(line))

    def push(self, depth: int, frame: str, step: str) -> ir.Stmt:
        return ir.Push(self.several(frame), int(step))

    def pop(self, depth: int, frame: str) -> ir.Stmt:
        return ir.Pop(tuple(self.bind(name, NUMBER) for name in frame.split(", ") if name))

    def suspend(self, depth: int, question: str, player: str, options: str) -> ir.Stmt:
        return ir.Suspend(int(question), self.read(player), self.read(options))

    def fork(self, depth: int, function: str, args: str) -> ir.Stmt:
        return ir.Fork(function, self.several(args))

    def mark(self, depth: int, name: str) -> ir.Stmt:
        return ir.Mark(self.bind(name, NUMBER))

    def release(self, depth: int, name: str) -> ir.Stmt:
        return ir.Release(self.bind(name, NUMBER))


def _restored(text: str) -> tuple[tuple[tuple[int, int], ...], bool]:
    """The runs of the numbers that are put back, and whether the lists are."""
    runs = [(int(low or 0), int(high or LARGEST)) for low, high in re.findall(r"s\[(\d*):(\d*)\]", text)]
    return tuple(runs), text.endswith("lists")


STATEMENTS: list[tuple[re.Pattern[str], Callable[..., ir.Stmt]]] = [
    (re.compile(pattern), read)
    for pattern, read in (
        (r"let (\w+)(?:: ([^=]+?))? = (.+)", _Rows.let),
        (r"if (.+)", _Rows.if_),
        (r"for (\w+) in (.+?)( \(live\))?", _Rows.for_),
        (r"loop", _Rows.loop),
        (r"(break|continue)", _Rows.jump),
        (r"return(?: (.+))?", _Rows.return_),
        (r"fail at (-?\d+)(?:, why (.+?))?(?:, facts (.+))?", _Rows.fail),
        (r"journal at (-?\d+) for (.+?): ([A-Z]\w+) ?(.*)", _Rows.journal),
        (r"ask (\d+) of (.+?): (.+) -> (\w+)(?:   \(shown (.+)\))?", _Rows.ask),
        (r"at once, each player as (\w+)", _Rows.at_once),
        (r"attempt (.+): (?:at ([-\d, ]+) restore (.+?)(, unless drawn)?|never rolled back)", _Rows.attempt),
        (r"suppose (\w+), then restore (.+)", _Rows.suppose),
        (r"end at (-?\d+): (.+), (\d+) for each player", _Rows.end),
        (r"push \((.*)\) for step (\d+)", _Rows.push),
        (r"pop \((.*)\)", _Rows.pop),
        (r"suspend for (\d+) of (.+?): (.+)", _Rows.suspend),
        (r"fork (\w+)\((.*)\) for each player", _Rows.fork),
        (r"mark (\w+)", _Rows.mark),
        (r"release (\w+)", _Rows.release),
    )
]
"""A row of text -> the statement that it is"""
