"""Reads the intermediate form from the text that :mod:`rulekit.compiler.emit.text` prints, for small fixtures of passes.

Expressions are read as Python. A local has the type of what it is set to first; ``let rows: Seq 0..9 = []`` gives one where that
says too little. Tables stand before the functions, ``K_rank = [0, 1, 2]``. What the text does not say is left as a node has it:
the line of an operation, the base and the weight of a search.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from itertools import pairwise
from textwrap import dedent
from typing import Any

from attrs import evolve

from rulekit.compiler.analysis.calls import asking
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import statements
from rulekit.compiler.ir.types import (
    BOOL,
    DATA,
    LARGEST,
    NUMBER,
    PAIR,
    TEXT,
    VOID,
    Bool,
    Cells,
    Int,
    Mask,
    Seq,
    Set,
    Type,
)
from tests.compiler.ir_expressions import Expressions, as_python

HEAD = re.compile(r"(turn )?(\w+) (\w+)\((.*)\)(?: -> (.+))?")
TABLE = re.compile(r"(K_\w+) = (.+)")
PLAIN: dict[str, Type] = {"Bool": BOOL, "Text": TEXT, "Pair": PAIR, "Void": VOID, "Data": DATA}
RANGED: dict[str, Callable[[int, int], Type]] = {"Int": Int, "Set": Set, "Seq": Seq, "Mask": Mask}


def read_module(text: str) -> ir.Module:
    """Raises ValueError with the row that cannot be read."""
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


class _Rows(Expressions):
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
        (x,) = ast.parse(as_python(row)).body
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
        condition, then = self.read(test), self.block(depth + 1)
        otherwise: ir.Block = ()
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
        return ir.Log(int(line), self.read(me), row, self.several(what))

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
        return ir.MarkArena(self.bind(name, NUMBER))

    def release(self, depth: int, name: str) -> ir.Stmt:
        return ir.ReleaseArena(self.bind(name, NUMBER))


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
