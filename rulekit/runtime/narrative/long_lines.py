"""Sentences longer than a line: an enumeration is continued on lines below the first."""

from __future__ import annotations

from collections.abc import Sequence, Set

from attrs import evolve

from rulekit.runtime.labels import Part
from rulekit.runtime.narrative.sentence import LONGEST, Sentence

_COARSE = frozenset([";", "；"])
_FINE = _COARSE | {",", "、"}


def divided(node: Sentence) -> Sentence:
    """A sentence with no line that is too long, if there is an enumeration in it; the same for all below it. A row stays
    whole."""
    below = tuple(map(divided, node.children))
    first, *rest = _lines(node.parts) if node.sort != "row" else [node.parts]
    more = (
        evolve(node, sort="line", parts=x, children=(), rows=(), throws=(), rolls=(), template=-1, joined=())
        for x in rest
    )
    return evolve(node, parts=first, children=(*more, *below)) if rest or below else node


def _lines(parts: Sequence[Part]) -> list[tuple[Part, ...]]:
    """Breaks at semicolons, and between names only where that is not enough."""
    coarse = _divided_at(_COARSE, parts)
    short = all(len("".join(map(str, line)).rstrip()) <= LONGEST for line in coarse)
    return coarse if short else _divided_at(_FINE, parts)


def _divided_at(between: Set[str], parts: Sequence[Part]) -> list[tuple[Part, ...]]:
    out: list[tuple[Part, ...]] = []
    line: list[Part] = []
    item: list[Part] = []  # what cannot be divided
    for part in parts:
        item.append(part)
        if isinstance(part, str) and part.strip() in between:
            line, item = _longer(out, line, item), []
    out.append(tuple(_longer(out, line, item)))
    return out


def _longer(out: list[tuple[Part, ...]], line: list[Part], item: list[Part]) -> list[Part]:
    """The line with an item more, or a new line that begins with it."""
    if not line or len("".join(map(str, (*line, *item))).rstrip()) <= LONGEST:
        return [*line, *item]
    out.append((*line[:-1], str(line[-1]).rstrip()))
    return item
