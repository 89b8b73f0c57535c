"""Paraphrases a reading with a bracket round each of its parts, so that ambiguous readings can be told apart."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.dsl import accessors as get
from rulekit.dsl.phrases import Literal, Phrase
from rulekit.dsl.tree import Node
from rulekit.dsl.types import Type, article


def spoken(phrase: Phrase, values: Mapping[str, object], kinds: bool = False) -> str:
    """A phrase with its slots filled. ``kinds``: say of what kind each Name is, for Names that several things bear."""
    out = []
    for part in phrase.parts:
        if isinstance(part, Literal):
            out.append(part.text)
        elif part.name in values:
            out.append(_value(values[part.name], kinds))
    return " ".join(out).replace(" , ", ", ")


def say(node: Node, kinds: bool = False) -> str:
    """A value or a condition."""
    inner = node.args.get("c")
    if node.op == "not" and inner is not None:  # a phrase with `not` in its words says it itself
        negated = inner.phrase is not None and inner.phrase.negated
        return say(inner, kinds) if negated else f"not {_value(inner, kinds)}"
    if node.op in ("and", "or"):
        return f"{_value(get.left(node), kinds)} {node.op} {_value(get.right(node), kinds)}"
    if node.op == "arithmetic":
        return f"{_value(get.left(node), kinds)} {node.data['sign']} {_value(get.right(node), kinds)}"
    if node.op == "amounts":  # `{(the number of scouts) coins}` in a text says the number
        return say(node.data["items"][0], kinds)
    if node.phrase is not None:
        return spoken(node.phrase, {**node.data, **node.args}, kinds)
    sort = {"entity": node.data.get("kind", ""), "seated": "player"}.get(node.op) if kinds else None
    return f"{node.word}, {article(sort)}" if sort else node.word


def _value(value: object, kinds: bool) -> str:
    if isinstance(value, Node):
        if "items" in value.data:
            return ", ".join(_value(n, kinds) for n in value.data["items"])
        said = say(value, kinds)
        return f"({said})" if " " in said else said
    if isinstance(value, tuple) and value and isinstance(value[0], Type):
        return article(value[0].of or value[0].head)
    if isinstance(value, (tuple, list)):
        return " ".join(_value(v, kinds) for v in value)
    return str(getattr(value, "name", value))
