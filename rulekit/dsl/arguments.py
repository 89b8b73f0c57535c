"""The arguments of operations: which slots there are, and how a function that deals with an operation takes them by name.

::

    @lowers("seat")
    def _seat(low: Lowering, node: Node, scope: Scope, *, n: ir.Expr) -> ir.Expr: ...

The parameters behind those that every handler of a dispatcher has are slots: ``n`` of ``seat {n:number}``; `-` in the name of a
slot is `_` in that of the parameter. What not all phrases of an operation have takes a default. A handler is held against the
phrases when it is registered, so that a wrong name is found before anything is handled, and its types are those of the slots.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import FunctionType, GenericAlias, UnionType
from typing import Generic, Literal, TypeVar, get_type_hints

from attrs import frozen

from rulekit.dsl.phrases import Phrase, Slot, standard_table
from rulekit.dsl.points import Point
from rulekit.dsl.readings import Names, Settings, Tokens
from rulekit.dsl.syntax import Token
from rulekit.dsl.tree import Node, NodeData, Statement, StatementData
from rulekit.dsl.types import Type

Area = Literal["value", "sentence", "clause", "declaration", "test"]
CATEGORIES: Mapping[Area, Sequence[str]] = {
    "value": ("V", "C"),
    "sentence": ("S", "H"),
    "clause": ("B", "BH", "R"),
    "declaration": ("D", "DH", "L", "P", "M"),
    "test": ("T",),
}
"""Operations of different areas may have the same name."""
Gives = TypeVar("Gives")
Form = type | GenericAlias | UnionType
"""A type as an annotation says it"""
PLAIN: Mapping[str, Form] = {
    **dict.fromkeys(
        ("new", "kind", "kinds", "route", "marks", "window", "noun", "adjective", "name", "text", "yesno", "seen"), str
    ),
    **dict.fromkeys(("routes", "names", "nouns"), Names),
    **dict.fromkeys(("rest", "pattern", "clauses"), Tokens),
    "langs": tuple[tuple[str, str], ...],
    "settings": Settings,
    "copies": tuple[Settings, ...],
    "sentence": list[Token],
    "slotdef": Token,
    "type": tuple[Type, str | None],
    "point": Point,
}
"""Types of slots that are no values -> what is read there; all others are nodes."""


@frozen
class Argument:
    """What an operation has in a slot: its type, and whether all phrases of the operation have it."""

    type: Form
    always: bool = True


# ---------------------------------------------------------------- what operations have
_VALUES: Mapping[str, str] = {
    "adjective": "a | mark state?",
    "all": "| kind",
    "amounts": "| items",
    "and": "a b",
    "arithmetic": "a b | sign",
    "card-in": "a | lies?",
    "column": "a | column kind",
    "copy-with": "a n | column kind",
    "device": "| device function",
    "each-of": "s n",
    "entity": "| kind index",
    "handed": "was | name",
    "holder-of": "a | kind",
    "list": "| items",
    "local": "| name hides?",
    "mark": "a? b? me? | mark",
    "none": "",
    "not": "c",
    "number": "| n",
    "option": "| option",
    "or": "a b",
    "pair": "a b | kind",
    "paired": "a | kind",
    "permission": "| point",
    "pieces": "| piece",
    "place": "a? b? me? | place",
    "place-row": "a? b? me? | place",
    "point": "| point",
    "role": "| scene role",
    "rule-table": "| table index",
    "seated": "| name",
    "supposed": "| deed",
    "text": "| text",
    "that-adjective": "a | mark state? no?",
    "that-point": "| point no?",
    "thing-of-group": "| group piece",
    "truth": "| yes",
    "way": "a | kind way",
}
_SENTENCES: Mapping[str, str] = {
    "becomes": "a | mark state? no?",
    "begin": "| point",
    "branch": "| label",
    "carry-out": "| others?",
    "choose": "| choice prompt?",
    "choose-band": "| choice prompt?",
    "choose-number": "| choice prompt?",
    "choose-numbers": "| choice prompt?",
    "choose-one": "| prompt?",
    "costs": "n m | note t",
    "device": "| device function asks? question? chance?",
    "do": "me? | point",
    "if": "| chained? too_long?",
    "lower": "| told?",
    "may": "| label",
    "needs": "| reason",
    "raise": "| told?",
    "said": "",
    "shown-above": "c? | note t",
    "shown-with": "c? | note t",
    "tell": "| told",
    "told-as": "| told",
}


def _rows(rows: Mapping[str, str], data: type) -> dict[str, dict[str, Argument]]:
    types, out = get_type_hints(data), dict[str, dict[str, Argument]]()
    for op, row in rows.items():
        parts, _, plain = (half.split() for half in row.partition("|"))
        out[op] = {n.rstrip("?"): Argument(Node, not n.endswith("?")) for n in parts}
        out[op] |= {n.rstrip("?"): Argument(types[n.rstrip("?")], not n.endswith("?")) for n in plain}
    return out


BESIDE: Mapping[Area, Mapping[str, Mapping[str, Argument]]] = {
    "value": _rows(_VALUES, NodeData),
    "sentence": _rows(_SENTENCES, StatementData),
    "clause": {},
    "declaration": {
        "entry": {
            **{name: Argument(str) for name in ("x", "t", "family")},
            **{name: Argument(Token, False) for name in ("y", "p")},
            "g": Argument(str, False),
        }
    },
    "test": {"device": {"device": Argument(str), "function": Argument(str)}, "do": {"statement": Argument(Statement)}},
}
"""What operations have besides the slots of phrases in the table: parts | data, `?` behind what only some have. Phrases of the
game bring it, or the code that makes the tree. Slots that a game names (of its deeds, points and tables) are not among them."""


@cache
def _table(area: Area) -> Mapping[str, Mapping[str, Argument]]:
    """Operation -> what it has: of its phrases in the table, and besides."""
    read: dict[str, list[dict[str, Form]]] = {}
    for phrase in standard_table().all(*CATEGORIES[area]):
        read.setdefault(phrase.op, []).append(_in_phrase(phrase))
    out = {op: _joined(op, rows) for op, rows in read.items()}
    for op, more in BESIDE[area].items():
        out[op] = {**out.get(op, {}), **more}
    return out


def _in_phrase(phrase: Phrase) -> dict[str, Form]:
    """Slot -> its type, for one phrase, with the slots that it fills by itself."""
    found: dict[str, Form] = {p.name: PLAIN.get(p.bare, Node) for p in phrase.parts if isinstance(p, Slot)}
    if phrase.category == "D" and phrase.slots.get("w") == "window":
        found["w"] = Point  # a card speaks with the words of its window
    return found | dict.fromkeys(phrase.implied, Node) | dict.fromkeys(phrase.data, str)


def _joined(op: str, rows: Sequence[Mapping[str, Form]]) -> dict[str, Argument]:
    """What any of the phrases of one operation, or of several that one handler deals with, has."""
    types: dict[str, Form] = {}
    for row in rows:
        for name, type_ in row.items():
            if types.setdefault(name, type_) != type_:
                raise TypeError(f"`{name}` of `{op}` is {types[name]} in one phrase and {type_} in another")
    return {name: Argument(type_, all(name in row for row in rows)) for name, type_ in types.items()}


def arguments_of(area: Area, *ops: str) -> Mapping[str, Argument]:
    """The arguments of operations: every slot that one of them has."""
    rows = [_table(area).get(op, {}) for op in ops]
    if len(rows) == 1:
        return rows[0]
    out: dict[str, Argument] = {}
    for row in rows:
        for name, argument in row.items():
            always = all(name in other and other[name].always for other in rows)
            out[name] = Argument(argument.type if out.get(name, argument).type == argument.type else object, always)
    return out


@frozen
class Accessor:
    """Reads the part that nodes or statements of some operations have in a slot."""

    slot: str
    ops: Sequence[str]

    def __call__(self, x: Node | Statement) -> Node:
        return x.args[self.slot]


def part(slot: str, area: Area, *ops: str) -> Accessor:
    """Raises TypeError for an operation that never has the slot, or has no part there."""
    for op in ops:
        has = arguments_of(area, op)
        if slot not in has or has[slot].type is not Node:
            raise TypeError(f"`{op}` has no part `{slot}`. There are: {_listed(has)}")
    return Accessor(slot, ops)


# ---------------------------------------------------------------- what handlers take
@frozen
class HandlerSlots:
    """What a handler takes by name: (parameter, slot) of parts and of plain data."""

    parts: Sequence[tuple[str, str]] = ()
    data: Sequence[tuple[str, str]] = ()
    lowered: Sequence[tuple[str, str]] = ()
    """Of the dispatcher's own type: parts that it makes that of, and hands over itself"""

    def of(self, args: Mapping[str, object], data: Mapping[str, object]) -> dict[str, object]:
        """The arguments that are present; the handler has defaults for the others."""
        out: dict[str, object] = {name: args[slot] for name, slot in self.parts if slot in args}
        if self.data:
            out.update({name: data[slot] for name, slot in self.data if slot in data})
        return out


@frozen
class SlotHandler(Generic[Gives]):
    """A handler, called with the values of a phrase, or :meth:`of` a node or statement, and with its first arguments."""

    handler: Callable[..., Gives]
    arguments: HandlerSlots

    def __call__(self, values: Mapping[str, object], *first: object) -> Gives:
        return self.handler(*first, **self.arguments.of(values, values))

    def of(self, x: Node | Statement, *first: object) -> Gives:
        return self.handler(*first, **self.arguments.of(x.args, x.data))


def by_name(handlers: Mapping[str, Callable[..., Gives]], first: int, area: Area) -> dict[str, SlotHandler[Gives]]:
    """The handlers of an area, each given what it takes. Raises TypeError as :func:`taken`."""
    shared: dict[Callable[..., Gives], list[str]] = {}
    for op, handler in handlers.items():
        shared.setdefault(handler, []).append(op)
    made = {handler: SlotHandler(handler, taken(handler, first, area, *ops)) for handler, ops in shared.items()}
    return {op: made[handler] for op, handler in handlers.items()}


def taken(handler: Callable[..., object], first: int, area: Area, *ops: str, made: type | None = None) -> HandlerSlots:
    """What a handler of these operations takes behind its ``first`` parameters; ``made``: what its dispatcher makes of parts.

    Raises TypeError for a name that no phrase of the operations has, for one without a default that not all have, and for a
    type that is not that of the slot.
    """
    assert isinstance(handler, FunctionType)
    code, optional = handler.__code__, handler.__kwdefaults__ or {}
    names = code.co_varnames[first : code.co_argcount + code.co_kwonlyargcount]
    if not names:
        return HandlerSlots()
    has = arguments_of(area, *ops)
    parts, data, lowered = (list[tuple[str, str]]() for _ in range(3))
    for name in names:
        slot = name.replace("_", "-")
        argument = has.get(slot)
        if argument is None or (not argument.always and name not in optional):
            wrong = "there is none" if argument is None else "without a default, but not every phrase has it"
            raise TypeError(f"{_called(handler)} takes `{slot}` of {_quoted(ops)}: {wrong}. There are: {_listed(has)}")
        said = handler.__annotations__.get(name)
        wanted, part = argument.type if said is None else _type(said, handler.__module__), argument.type is Node
        if part and made is not None and wanted in (made, made | None):
            lowered.append((name, slot))
            continue
        if wanted not in (argument.type, argument.type | None):
            raise TypeError(
                f"{_called(handler)} takes `{slot}` of {_quoted(ops)} as {wanted}, but it is {argument.type}"
            )
        (parts if part else data).append((name, slot))
    return HandlerSlots(parts, data, lowered)


@cache
def _type(said: str, module: str) -> object:
    """The type of an annotation, resolved in its module."""
    meant: object = eval(said, vars(sys.modules[module]))
    return meant


def _called(handler: FunctionType) -> str:
    return f"{handler.__module__}.{handler.__qualname__}"


def _quoted(ops: Sequence[str]) -> str:
    return ", ".join(f"`{op}`" for op in ops)


def _listed(has: Mapping[str, Argument]) -> str:
    return ", ".join(f"{name}{'' if has[name].always else ' (at times)'}" for name in has) or "none"
