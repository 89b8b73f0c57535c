"""A rule before it is compiled: the phrases that its sentences were read as, and the typed tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rulekit.dsl.paraphrase import say
from rulekit.dsl.phrases import Phrase
from rulekit.dsl.points import Modifier
from rulekit.dsl.tree import Clause, Node, Ruling, Statement, TextTemplate
from rulekit.inspection.rules import Part, row_at, texts

Rows = Iterator[tuple[int, str]]
"""(depth, text)"""


def reading(part: Part, sources: Mapping[str, str]) -> str:
    """Each line of a rule with the phrase that it was read as and the values of the slots; groups of words in brackets."""
    return _text(_reading(part, 0, sources))


def tree(part: Part, sources: Mapping[str, str]) -> str:
    """The typed tree: operations, their parts by slot name, types, and what is no node in braces."""
    return _text(_tree(part, 0, sources))


def _text(rows: Rows) -> str:
    return "\n".join("    " * depth + row for depth, row in rows)


# ---------------------------------------------------------------- readings
def _reading(part: Part, depth: int, sources: Mapping[str, str]) -> Rows:
    phrase = part.phrase if isinstance(part, Statement) else None
    yield depth, f"{part.span.place}  {row_at(sources, part.span)}{_read_as(phrase)}"
    for name, node in _parts(part):
        yield from _node_reading(name, node, depth + 1)
    yield from _inner(part, depth, sources, _reading)


def _node_reading(name: str, node: Node, depth: int) -> Rows:
    yield depth, f"{name}  {say(node) or node.op} : {node.type}{_read_as(node.phrase)}"
    for inner, child in _children(node):
        if child.phrase is not None or any(n.phrase is not None for n in child.walk()):
            yield from _node_reading(inner, child, depth + 1)


def _read_as(phrase: Phrase | None) -> str:
    return f"   <- {phrase.text}" if phrase is not None else ""


# ---------------------------------------------------------------- trees
def _tree(part: Part, depth: int, sources: Mapping[str, str]) -> Rows:
    data = part.data if isinstance(part, Statement) else {}
    yield depth, f"{part.op}{_data(data)}   @{part.span.place}"
    for name, node in _parts(part):
        yield from _node_tree(name, node, depth + 1)
    yield from _inner(part, depth, sources, _tree)


def _node_tree(name: str, node: Node, depth: int) -> Rows:
    yield depth, f"{name}: {node.op}{_data(node.data)} : {node.type}"
    for inner, child in _children(node):
        yield from _node_tree(inner, child, depth + 1)
    deed = node.data.get("deed")
    if deed is not None:
        yield from _tree(deed, depth + 1, {})


def _data(data: Mapping[str, object]) -> str:
    """What is no node: names, numbers, texts."""
    shown = [f"{name}={_plain(value)}" for name, value in data.items() if _is_plain(value)]
    return f" {{{', '.join(shown)}}}" if shown else ""


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple | list):
        return all(map(_is_plain, value))
    return not isinstance(value, Node | Statement) and value is not None


def _plain(value: object) -> str:
    match value:
        case TextTemplate():
            return repr(texts(value))
        case tuple() | list():
            return f"[{', '.join(map(_plain, value))}]"
    return str(value)


# ---------------------------------------------------------------- what both go through
def _parts(part: Part) -> list[tuple[str, Node]]:
    """The values and conditions of one line, by the names of their slots."""
    match part:
        case Statement():
            return [*part.args.items(), *_held(part.data)]
        case Clause():
            named = [("value", part.value), ("if", part.condition)]
        case Ruling():
            named = [("if", part.condition), *_worded(part.reason)]
        case Modifier():
            what = [(part.adjustment[0], part.adjustment[1])] if part.adjustment is not None else []
            named = [*what, ("if", part.condition), *_worded(part.reason)]
    return [(name, node) for name, node in named if node is not None]


def _children(node: Node) -> list[tuple[str, Node]]:
    return [*node.args.items(), *_held(node.data)]


def _held(data: Mapping[str, object]) -> list[tuple[str, Node]]:
    """The nodes among what is no slot: the members of a list, the values in a text."""
    found: list[tuple[str, Node]] = []
    for name, value in data.items():
        items = (
            value.parts if isinstance(value, TextTemplate) else value if isinstance(value, tuple | list) else (value,)
        )
        nodes = [item for item in items if isinstance(item, Node)]
        found += [(f"{name}[{k}]" if len(nodes) > 1 else name, n) for k, n in enumerate(nodes)]
    return found


def _worded(reason: TextTemplate | None) -> list[tuple[str, Node]]:
    return _held({"reason": reason}) if reason is not None else []


def _inner(part: Part, depth: int, sources: Mapping[str, str], show: Callable[..., Rows]) -> Rows:
    if isinstance(part, Statement | Modifier):
        for sentence in part.body:
            yield from show(sentence, depth + 1, sources)
    if isinstance(part, Statement) and part.otherwise is not None:
        span = part.otherwise_span or part.span
        yield depth, f"{span.place}  otherwise"
        for sentence in part.otherwise:
            yield from show(sentence, depth + 1, sources)
