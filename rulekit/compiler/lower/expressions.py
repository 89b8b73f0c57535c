"""The entry point for every value and condition of the typed tree, and what all parts of its lowering share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from rulekit.compiler.errors import CompileError, Register
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import add, multiply, not_, number, subtract
from rulekit.compiler.ir.build import condition as as_condition
from rulekit.compiler.ir.types import BOOL, NUMBER, SEVERAL, TEXT, Int, Seq, Set, Type
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.scope import Scope
from rulekit.dsl import accessors as get
from rulekit.dsl import types as dsl
from rulekit.dsl.arguments import HandlerSlots, taken
from rulekit.dsl.tree import Node

Handler = Callable[["Lowering", Node, Scope], ir.Expr]
ByName = TypeVar("ByName", bound=Callable[..., ir.Expr])
"""What lowers an operation: of the lowering, the node and what is in sight, with the arguments that it takes by name. A part is
given as it was read (`Node`) or lowered (`ir.Expr`)."""
HANDLERS: Register[Handler] = Register(
    "nothing lowers the value or condition `{}`: register it in the module of its subject in rulekit/compiler/lower/"
)
"""Operation of the typed tree -> what lowers it; filled by the modules that are named after their subject."""


def register(handlers: Mapping[str, Callable[..., ir.Expr]]) -> None:
    """Registers a function that lowers these operations of the typed tree."""
    for op, handler in handlers.items():
        lowers(op)(handler)


def lowers(*ops: str) -> Callable[[ByName], ByName]:
    """The same for one function. Raises TypeError for arguments that the operations do not have."""

    def decorate(handler: ByName) -> ByName:
        assert not HANDLERS.keys() & {*ops}, ops
        HANDLERS.update(dict.fromkeys(ops, _given(handler, taken(handler, 3, "value", *ops, made=ir.Expr))))
        return handler

    return decorate


def _given(handler: Callable[..., ir.Expr], arguments: HandlerSlots) -> Handler:
    """Calls the handler with its arguments."""
    if arguments == HandlerSlots():
        return handler
    given, lowered = arguments.of, arguments.lowered

    def handle(low: Lowering, node: Node, c: Scope) -> ir.Expr:
        named = given(node.args, node.data)
        for name, slot in lowered:
            if slot in node.args:
                named[name] = value(low, node.args[slot], c)
        return handler(low, node, c, **named)

    return handle


def negation(of: str) -> Handler:
    """Lowers the opposite of another operation."""
    return lambda low, node, c: not_(HANDLERS[of](low, node, c))


def value(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    return HANDLERS[node.op](low, node, c)


def condition(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    """The same where a truth is wanted."""
    return as_condition(HANDLERS[node.op](low, node, c))


# ---------------------------------------------------------------- types
def range_of(low: Lowering, kind: str) -> Int:
    """The ids of the members of a kind."""
    if kind not in low.layout.bases:
        return NUMBER  # rows of a group of pieces
    base = low.layout.bases[kind]
    return Int(base, base + max(low.layout.sizes[kind], 1) - 1)


def type_of(low: Lowering, type_: dsl.Type) -> Type:
    """How a type of the language is represented."""
    match type_.head:
        case "truth":
            return BOOL
        case "text":
            return TEXT
        case "kind":
            found = range_of(low, type_.of)
            return Int(-1, found.high) if type_.maybe and found != NUMBER else found
        case "set" | "zone":
            found = range_of(low, type_.of)
            return Seq(found.low, found.high)
        case "row":
            return Set(0, low.layout.size)
    return NUMBER


def set_type(low: Lowering, kind: str) -> Set:
    found = range_of(low, kind)
    return Set(found.low, found.high)


def several(source: ir.Expr) -> Set | Seq:
    """The type of an expression that has members."""
    assert isinstance(source.type, SEVERAL), source
    return source.type


# ---------------------------------------------------------------- instances and limits
def instance(low: Lowering, node: Node, owners: Sequence[str], c: Scope) -> ir.Expr:
    """The number of a place or mark among those of all owners."""
    index: ir.Expr = number(0)
    for owner, code in zip(owners, owners_of(low, node, owners, c), strict=True):
        if code.const is not None and code.const < 0:
            raise CompileError(
                "nobody of this name sits at the table, or it is none",
                "ask first whether it is none, or say who is meant",
            )
        mine = subtract(code, number(low.layout.bases[owner]))
        index = add(multiply(index, number(low.layout.sizes[owner])), mine)
    return index


def owners_of(low: Lowering, node: Node, owners: Sequence[str], c: Scope) -> list[ir.Expr]:
    """The owners of the place or mark that is meant."""
    given = [node.args.get("ab"[k]) or get.me(node) for k in range(len(owners))]
    return [value(low, owner, c) for owner in given]


def within(low: Lowering, n: ir.Expr, least: int, most: int, c: Scope) -> ir.Expr:
    """A number that must lie in a range, or the rule fails."""
    if n.const is None:
        return ir.Op("within", (n, number(least), number(most)), c.line, Int(least, most))
    if not least <= n.const <= most:
        error = CompileError(
            f"there is no number {n.const} here: they go from {least} to {most}",
            f"write a number from {least} to {most}",
        )
        error.span = low.lines[c.line] if c.line < len(low.lines) else None
        raise error
    return n
