"""Texts with values for people: kept as templates, filled in on demand."""

from __future__ import annotations

from rulekit.compiler.errors import CompileError
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import number
from rulekit.compiler.ir.types import DATA
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import value
from rulekit.compiler.lower.places import spelt
from rulekit.compiler.lower.scope import Scope
from rulekit.dsl.names import plural_of
from rulekit.dsl.tree import Node, TextTemplate
from rulekit.dsl.types import Type
from rulekit.image import Gap, Sort, Template

NAMED = ("entity", "none")
"""Operations whose value is written in the rules, and so is no secret"""


def sort(low: Lowering, type_: Type) -> Sort:
    """How a value of a type is shown."""
    roots = low.layout.roots if type_.head in ("kind", "set", "spot") else {}
    return Sort(type_.head, roots.get(type_.of, ""))


def template(low: Lowering, reason: TextTemplate | None) -> int:
    if reason is None:
        return _keep(low, ["?"])
    if id(reason) not in low.template_numbers:
        parts: Template = [p if isinstance(p, str) else _shown(low, p) for p in reason.parts]
        low.template_numbers[id(reason)] = _keep(low, parts)
    return low.template_numbers[id(reason)]


def of_token(low: Lowering, text: str) -> int:
    """A text of a device with one gap, for a sort of piece."""
    before, _, after = text.partition("{}")
    return _keep(low, [p for p in (before, Gap(Sort("token")), after) if p])


def named(low: Lowering, text: str, node: Node) -> int:
    """``coins in here: 3``: a value with what it is."""
    return _keep(low, [f"{text}: ", _shown(low, node)])


def _shown(low: Lowering, node: Node) -> Gap:
    cards = tuple([low.layout.roots[card.type.of] for card in _cards(low, node)])
    if node.op == "amounts":
        what = node.data["items"][1]
        if what.op == "all":
            kind = what.data["kind"]
            return Gap(Sort("amount", kind), low.program.words.kinds.names.get(kind) or plural_of(kind), cards)
        piece = low.program.pieces[spelt(low, what)[0]]
        return Gap(Sort("amount", piece.name), piece.plural, cards)
    return Gap(sort(low, node.type), cards=cards)


def _cards(low: Lowering, node: Node) -> list[Node]:
    """The cards on which a value rests that is no card itself, as far as they can lie hidden."""
    if node.op == "amounts":
        node = node.data["items"][0]
    elif node.type.head in ("kind", "set") and _may_hide(low, node):
        return []
    inside = (n for part in node.args.values() for n in part.walk())
    return [n for n in inside if n.type.head == "kind" and n.op not in NAMED and _may_hide(low, n)]


def _may_hide(low: Lowering, node: Node) -> bool:
    return node.type.of in low.layout.roots and low.secrets.hides(node.type.of)


def with_cards(low: Lowering, node: Node, found: ir.Expr, c: Scope) -> ir.Expr:
    """A value, together with the cards on which it rests."""
    cards = _cards(low, node)
    return ir.Tuple((found, *[_card(low, card, c) for card in cards]), DATA) if cards else found


def _card(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    try:
        return value(low, node, c)
    except (KeyError, CompileError):  # the member of a set: which one it is is not said
        return number(-1)


def _keep(low: Lowering, parts: Template) -> int:
    low.templates.append(parts)
    return len(low.templates) - 1


def values(low: Lowering, reason: TextTemplate | None, c: Scope) -> ir.Expr:
    """The values of a template."""
    nodes = [p for p in reason.parts if isinstance(p, Node)] if reason is not None else []
    return ir.Tuple(tuple([_value(low, n, c) for n in nodes]), DATA)


def _value(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    if node.op == "amounts":
        return with_cards(low, node, value(low, node.data["items"][0], c), c)
    try:
        return with_cards(low, node, value(low, node, c), c)
    except CompileError:
        return with_cards(low, node, number(-1), c)


def reason(low: Lowering, reason: TextTemplate | None, c: Scope) -> ir.Expr:
    """``(template, values)``"""
    return ir.Tuple((number(template(low, reason)), values(low, reason, c)), DATA)
