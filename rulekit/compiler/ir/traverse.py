"""Walks over the intermediate form: the children of every node, rewriting from the leaves up, the locals that are read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter, is_
from types import NoneType, UnionType
from typing import Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from attrs import evolve, fields

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.types import NUMBER, Int, Type, join

N = TypeVar("N", bound=ir.Expr | ir.Stmt)
K = TypeVar("K", ir.Expr, ir.Stmt)
X = TypeVar("X", bound=ir.Expr | ir.Stmt)
V = TypeVar("V")


Parts = tuple[tuple[str, str], ...]
Get = Callable[[ir.Expr | ir.Stmt], Sequence[ir.Expr]]


class _OfClass(dict[type, V]):
    """What is found out once for each class of nodes; a dict, since walks ask it of every node and a call takes longer."""

    def __init__(self, make: Callable[[type], V]) -> None:
        self.make = make

    def __missing__(self, kind: type) -> V:
        found = self[kind] = self.make(kind)
        return found


class OfNode(ABC, Generic[X, V]):
    """What is worked out once for each node, by its identity: a pass asks the same node at several nesting levels.
    It holds the nodes, so it lives no longer than the pass that asks."""

    def __init__(self) -> None:
        self._known_nodes: dict[int, tuple[X, V]] = {}

    def __call__(self, node: X) -> V:
        known = self._known_nodes.get(id(node))
        if known is None:
            known = self._known_nodes[id(node)] = node, self.make(node)
        return known[1]

    @abstractmethod
    def make(self, node: X) -> V:
        """Works it out; of its parts, by a call of this object."""


def parts(node: ir.Expr | ir.Stmt) -> Parts:
    """(field, expr, exprs or block) of the fields of a node that hold nodes. Variables that a node binds are none of them."""
    return _PARTS[type(node)]


def parts_of(kind: type[ir.Expr | ir.Stmt]) -> Parts:
    """The same for a class of nodes. Raises TypeError where a field holds nodes in another way: nobody would visit them."""
    found, hints = [], get_type_hints(kind)
    for one in fields(kind):
        way = _way(hints[one.name])
        if way is None:
            raise TypeError(f"{kind.__name__}.{one.name} holds nodes as {one.type}, which no walk knows")
        if way:
            found.append((one.name, way))
    return tuple(found)


def _way(hint: object) -> str | None:
    """How a field of this type holds nodes: expr, exprs, block; "" where it holds none, or variables; None: in no known way."""
    if not _holds_nodes(hint) or hint in (ir.Local, tuple[ir.Local, ...]):
        return ""
    if hint == ir.Block:
        return "block"
    inner = [x for x in get_args(hint) if x is not NoneType]
    if get_origin(hint) is tuple:
        return "exprs" if inner[1:] == [...] and issubclass(inner[0], ir.Expr) else None
    if get_origin(hint) in (Union, UnionType):
        return _way(inner[0]) if len(inner) == 1 and _way(inner[0]) == "expr" else None
    return "expr" if isinstance(hint, type) and issubclass(hint, ir.Expr) else None


def _holds_nodes(hint: object) -> bool:
    if get_args(hint):
        return any(_holds_nodes(x) for x in get_args(hint))
    return isinstance(hint, type) and issubclass(hint, ir.Expr | ir.Stmt)


def _children_of(kind: type[ir.Expr | ir.Stmt]) -> Get:
    """What gives the expressions of a node of this class."""
    held, hints = [part for part in parts_of(kind) if part[1] != "block"], get_type_hints(kind)
    names = [name for name, _ in held]
    if not held:
        return lambda node: ()
    if len(held) == 1 and held[0][1] == "exprs":
        return attrgetter(names[0])
    if any(sort == "exprs" or NoneType in get_args(hints[name]) for name, sort in held):
        return lambda node: _several(node, held)
    if len(held) == 1:
        get = attrgetter(names[0])
        return lambda node: (get(node),)
    return attrgetter(*names)


def _several(node: ir.Expr | ir.Stmt, held: Sequence[tuple[str, str]]) -> tuple[ir.Expr, ...]:
    out: list[ir.Expr] = []
    for name, sort in held:
        one = getattr(node, name)
        if sort == "exprs":
            out += one
        elif one is not None:
            out.append(one)
    return tuple(out)


_PARTS, _CHILDREN = _OfClass(parts_of), _OfClass(_children_of)
_FIELDS = _OfClass(lambda kind: tuple(one.name for one in fields(kind)))
_BOUND = _OfClass(lambda kind: tuple(one.name for one in fields(kind) if one.type == "Local"))


def children(node: ir.Expr | ir.Stmt) -> Sequence[ir.Expr]:
    """The expressions of a node, in the order of evaluation; not those of inner statements."""
    return _CHILDREN[type(node)](node)


def blocks(node: ir.Stmt) -> Iterator[ir.Block]:
    """The blocks inside a statement."""
    for name, sort in parts(node):
        if sort == "block":
            yield getattr(node, name)


def walk(node: ir.Expr | ir.Stmt) -> Iterator[ir.Expr]:
    """Every expression below a node, and itself, in pre-order."""
    waiting = [node] if isinstance(node, ir.Expr) else [*children(node)[::-1]]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += _CHILDREN[type(one)](one)[::-1]


def statements(block: ir.Block) -> Iterator[ir.Stmt]:
    """Every statement of a block, nested ones included, in pre-order."""
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


def map_parts(
    node: N, change: Callable[..., ir.Expr], block: Callable[..., ir.Block] = lambda inner, *more: inner, *more: object
) -> N:
    """The node with ``change`` made to the expressions that it is made of, and ``block`` to the blocks inside of it; itself,
    where nothing changes. ``more``: what both are called with besides."""
    made: dict[str, object] = {}
    kind = type(node)
    for name, sort in _PARTS[kind]:
        held = getattr(node, name)
        if sort == "exprs":
            several = tuple([change(x, *more) for x in held])
            new: object = held if all(map(is_, several, held)) else several
        elif sort == "block":
            new = block(held, *more)
        else:
            new = change(held, *more) if held is not None else None
        if new is not held:
            made[name] = new
    # like `evolve`, which asks attrs for the fields each time
    return kind(*[made[name] if name in made else getattr(node, name) for name in _FIELDS[kind]]) if made else node


def rewrite(node: K, change: Callable[[ir.Expr], ir.Expr], own: Mapping[str, ir.Local] | None = None) -> K:
    """A node, expression or statement, with ``change`` made to every expression in it, from the leaves up. ``own``: other
    names for the variables that it binds."""
    kind = type(node)
    whole = node
    if _PARTS[kind]:
        whole = map_parts(node, rewrite, rewrite_block, change, own)
    if own and (names := _BOUND[kind]):
        whole = evolve(whole, **{name: own.get(getattr(node, name).name, getattr(node, name)) for name in names})
    return whole if isinstance(whole, ir.Stmt) else change(whole)


def rewrite_block(
    block: ir.Block, change: Callable[[ir.Expr], ir.Expr], own: Mapping[str, ir.Local] | None = None
) -> ir.Block:
    """The same for all statements of a block."""
    made = tuple([rewrite(x, change, own) for x in block])
    return block if all(map(is_, made, block)) else made


def rewrite_statements(block: ir.Block, change: Callable[[ir.Stmt], ir.Block]) -> ir.Block:
    """A block with every statement replaced by what ``change`` makes of it, inner ones first."""
    out: list[ir.Stmt] = []
    same = True
    for statement in block:
        made = change(with_blocks(statement, lambda inner: rewrite_statements(inner, change)))
        same = same and len(made) == 1 and made[0] is statement
        out += made
    return block if same else tuple(out)


def map_bodies(module: ir.Module, change: Callable[[ir.Block], ir.Block]) -> ir.Module:
    """The module with ``change`` made to the body of every function."""
    functions = dict(module.functions)
    for name, function in module.functions.items():
        body = change(function.body)
        if body is not function.body:
            functions[name] = evolve(function, body=body)
    return evolve(module, functions=functions)


def rewrite_module(module: ir.Module, change: Callable[[ir.Expr], ir.Expr]) -> ir.Module:
    """The module with ``change`` made to every expression in it, from the leaves up."""
    return map_bodies(module, lambda body: rewrite_block(body, change))


def with_blocks(x: ir.Stmt, change: Callable[[ir.Block], ir.Block]) -> ir.Stmt:
    """The statement with ``change`` made to the blocks inside of it."""
    return map_parts(x, lambda own: own, change)


def substitute(node: K, names: dict[str, ir.Expr]) -> K:
    """The node with locals replaced. Variables that it binds itself must have other names (they are unique in a function)."""
    return rewrite(node, lambda x: names.get(x.name, x) if isinstance(x, ir.Local) else x)


def loops(node: ir.Expr | ir.Stmt) -> int:
    """How deep the loops of a node nest: statements and comprehensions."""
    inner = max([loops(x) for x in children(node)], default=0)
    if isinstance(node, ir.Stmt):
        inner = max([inner, *[loops(x) for block in blocks(node) for x in block]])
    return inner + isinstance(node, ir.Filter | ir.Map | ir.GraphSearch | ir.For | ir.Loop)


def _all_of(node: ir.Expr | ir.Stmt) -> Iterator[ir.Expr | ir.Stmt]:
    """A node with the expressions and statements below it."""
    for x in statements((node,)) if isinstance(node, ir.Stmt) else (node,):
        yield x
        yield from walk(x)


def renamed(node: K, fresh: Callable[[ir.Local], ir.Local], names: Mapping[str, ir.Expr] | None = None) -> K:
    """A copy whose own variables have other names, so that it can be written beside the first. ``names``: what stands for
    its other locals."""
    own: dict[str, ir.Local] = {}
    for x in _all_of(node):
        for var in binds(x):
            if var.name not in own:
                own[var.name] = fresh(var)
    known: Mapping[str, ir.Expr] = {**(names or {}), **own}
    return rewrite(node, lambda x: known.get(x.name, x) if isinstance(x, ir.Local) else x, own) if known else node


def widened(body: ir.Block, again: bool = False) -> ir.Block:
    """The statements with every local as wide as all that is put into it; they may be written with the type of the first.

    ``again``: what still grows then grows without bound.
    """
    first: dict[str, ir.Local] = {}
    types: dict[str, Type] = {}
    for x in statements(body):
        if isinstance(x, ir.Let):
            first.setdefault(x.var.name, x.var)
            types[x.var.name] = join(types.get(x.var.name, x.var.made), x.value.type)
    grown = {name: made for name, made in types.items() if made != first[name].made}
    if not grown:
        return body
    wider = {
        name: evolve(first[name], made=NUMBER if again and isinstance(made, Int) else made)
        for name, made in grown.items()
    }
    named = rewrite_block(body, lambda x: wider.get(x.name, x) if isinstance(x, ir.Local) else x, wider)
    return widened(named, again=True)


def bound(node: ir.Expr | ir.Stmt) -> tuple[str, ...]:
    """The fields of a node that hold the variables it binds."""
    return _BOUND[type(node)]


def binds(node: ir.Expr | ir.Stmt) -> list[ir.Local]:
    """The variables that a node binds."""
    return [getattr(node, name) for name in _BOUND[type(node)]]


def ends(body: ir.Block) -> bool:
    """Whether nothing after it is ever carried out."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, ir.If):
        return ends(last.then) and ends(last.otherwise)
    if isinstance(last, ir.Loop):
        return not _breaks(last.body)
    return isinstance(last, ir.Return | ir.Fail | ir.Break | ir.Continue)


def _breaks(body: ir.Block) -> bool:
    """Whether the loop around it may be left."""
    return any(
        isinstance(x, ir.Break) or (not isinstance(x, ir.For | ir.Loop) and any(_breaks(inner) for inner in blocks(x)))
        for x in body
    )
