"""Walks over the intermediate form: the children of every node, rewriting from the leaves up, the locals that are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from attrs import evolve, fields

from rulekit.compiler.ir import nodes as ir

EXPRESSION = ("Expr", "Expr | None", "Table", "Call")
EXPRESSIONS = "tuple[Expr, ...]"
BLOCK = "Block"
N = TypeVar("N", ir.Expr, ir.Stmt)


_parts: dict[type, tuple[tuple[str, str], ...]] = {}
_bound: dict[type, tuple[str, ...]] = {}


def parts(node: ir.Expr | ir.Stmt) -> tuple[tuple[str, str], ...]:
    """(field, expr, exprs or block) of the fields of a node that hold nodes. Variables that a node binds are none of them."""
    found = _parts.get(type(node))
    if found is None:
        sorts = {**dict.fromkeys(EXPRESSION, "expr"), EXPRESSIONS: "exprs", BLOCK: "block"}
        rows = [(one.name, sorts[str(one.type)]) for one in fields(type(node)) if str(one.type) in sorts]
        found = _parts[type(node)] = tuple(rows)
    return found


def children(node: ir.Expr | ir.Stmt) -> Iterator[ir.Expr]:
    """The expressions that a node is made of, in the order in which they are worked out; not those of inner statements."""
    for name, sort in parts(node):
        held = getattr(node, name)
        if sort == "expr":
            if held is not None:
                yield held
        elif sort == "exprs":
            yield from held


def blocks(node: ir.Stmt) -> Iterator[ir.Block]:
    """The blocks inside of a statement."""
    for name, sort in parts(node):
        if sort == "block":
            yield getattr(node, name)


def walk(node: ir.Expr | ir.Stmt) -> Iterator[ir.Expr]:
    """Every expression below a node, itself included, each before its parts."""
    waiting = [node] if isinstance(node, ir.Expr) else list(children(node))[::-1]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += list(children(one))[::-1]


def statements(block: ir.Block) -> Iterator[ir.Stmt]:
    """Every statement of a block, those inside of others included, each before what is inside."""
    waiting = list(block[::-1])
    while waiting:
        one = waiting.pop()
        yield one
        for inner in list(blocks(one))[::-1]:
            waiting += inner[::-1]


def expressions(block: ir.Block) -> Iterator[ir.Expr]:
    """Every expression of a block."""
    for statement in statements(block):
        yield from walk(statement)


def rewrite(node: Any, change: Callable[[ir.Expr], ir.Expr]) -> Any:
    """A node, expression or statement, with ``change`` made to every expression in it, from the leaves up."""
    made: dict[str, Any] = {}
    for name, sort in parts(node):
        held = getattr(node, name)
        new: Any = held
        if sort == "expr":
            if held is not None:
                new = rewrite(held, change)
        elif sort == "exprs":
            if held:
                new = tuple([rewrite(x, change) for x in held])
                if all(a is b for a, b in zip(new, held, strict=True)):
                    continue
        else:
            new = rewrite_block(held, change)
        if new is not held:
            made[name] = new
    whole = evolve(node, **made) if made else node
    return change(whole) if isinstance(whole, ir.Expr) else whole


def rewrite_block(block: ir.Block, change: Callable[[ir.Expr], ir.Expr]) -> ir.Block:
    """The same for all statements of a block."""
    made = tuple([rewrite(x, change) for x in block])
    return block if all(a is b for a, b in zip(made, block, strict=True)) else made


def rewrite_statements(block: ir.Block, change: Callable[[ir.Stmt], ir.Block]) -> ir.Block:
    """A block with every statement replaced by what ``change`` makes of it, inner ones first."""
    out: list[ir.Stmt] = []
    same = True
    for statement in block:
        inner = {
            name: rewrite_statements(getattr(statement, name), change)
            for name, sort in parts(statement)
            if sort == "block"
        }
        inner = {name: new for name, new in inner.items() if new is not getattr(statement, name)}
        made = change(evolve(statement, **inner) if inner else statement)
        same = same and len(made) == 1 and made[0] is statement
        out += made
    return block if same else tuple(out)


def substitute(node: N, names: dict[str, ir.Expr]) -> N:
    """The node with locals replaced. Variables that it binds itself must have other names (they are unique in a function)."""
    found: N = rewrite(node, lambda x: names.get(x.name, x) if isinstance(x, ir.Local) else x)
    return found


def loops(node: ir.Expr | ir.Stmt) -> int:
    """How many loops stand inside each other in a node, those of statements and those in brackets."""
    inner = max([loops(x) for x in children(node)], default=0)
    if isinstance(node, ir.Stmt):
        inner = max([inner, *[loops(x) for block in blocks(node) for x in block]])
    return inner + isinstance(node, ir.Filter | ir.Map | ir.Search | ir.For | ir.Zip | ir.Repeat | ir.Loop)


def renamed(node: ir.Expr, fresh: Callable[[ir.Local], ir.Local]) -> ir.Expr:
    """A copy of an expression whose own variables have other names, so that it can be written beside the first."""
    names: dict[str, ir.Expr] = {}
    for x in walk(node):
        for var in binds(x):
            names.setdefault(var.name, fresh(var))

    def change(x: ir.Expr) -> ir.Expr:
        if isinstance(x, ir.Local):
            return names.get(x.name, x)
        own = {name: names[var.name] for var, name in zip(binds(x), _bound[type(x)], strict=True)}
        return evolve(x, **own) if own else x

    made: ir.Expr = rewrite(node, change) if names else node
    return made


def binds(node: ir.Expr | ir.Stmt) -> list[ir.Local]:
    """The variables that a node binds."""
    found = _bound.get(type(node))
    if found is None:
        found = _bound[type(node)] = tuple(one.name for one in fields(type(node)) if one.type == "Local")
    return [getattr(node, name) for name in found]
