"""Lines below a heading that would repeat its end.

Below ``Work of the day: Dig a well`` the line ``Dig a well: Ann in Kirkby`` is ``Ann in Kirkby``, and if there is nothing else
both are one: ``Work of the day: Dig a well: Ann in Kirkby``.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulekit.diagnostics import width
from rulekit.runtime.labels import Labels, Part, Thing
from rulekit.runtime.narrative.sentence import LONGEST, Sentence, befalls

COLONS = ":", "："


def headed(node: Sentence, labels: Labels, reader: str | None) -> Sentence:
    """A sentence whose lines below do not say again what it ends with, and which goes on with them if they are short, nothing
    else stands below it, and none tells what befalls the ``reader``; the same for all below it."""
    below = tuple(headed(child, labels, reader) for child in node.children)
    rests = [_rest(node.parts, line.parts) for line in below]
    if below and all(rests) and not any(x.children or x.rows or befalls(x, reader) for x in below):
        parts = (*node.parts, *rests[0], *(x for rest in rests[1:] for x in (labels.semicolon, *rest[1:])))
        if width("".join(map(str, parts))) <= LONGEST:
            return _going_on(node, below, parts)
    shorter = (
        evolve(line, parts=rest[1:] if rest else _unnamed(node.parts, line.parts))
        for line, rest in zip(below, rests, strict=True)
    )
    return evolve(node, children=tuple(shorter)) if below else node


def _rest(heading: Sequence[Part], line: Sequence[Part]) -> tuple[Part, ...]:
    """The colon in a line and what stands behind it, if what stands before it is what a heading ends with; else nothing."""
    colon = next((k for k, x in enumerate(line) if isinstance(x, str) and x.strip() in COLONS), 0)
    return tuple(line[colon:]) if colon and tuple(line[:colon]) == tuple(heading[-colon:]) else ()


def _unnamed(heading: Sequence[Part], line: tuple[Part, ...]) -> tuple[Part, ...]:
    """``Ann (Kirkby): not carried out`` for ``Ann: Dig a well (Kirkby): not carried out`` below that card."""
    match line:
        case [Thing(kind="player") as player, str(text), Thing() as card, str(behind), *rest] if card == heading[
            -1
        ] and text.rstrip().endswith(COLONS):
            return (player, text.rstrip(" :："), behind, *rest)
    return line


def _going_on(heading: Sentence, below: Sequence[Sentence], parts: Sequence[Part]) -> Sentence:
    """One sentence from a heading and the lines below it; its number is that of the last line."""
    return evolve(
        heading, parts=tuple(parts), children=(), joined=(evolve(heading, children=()), *below),
        number=max(heading.number, *(x.number for x in below)),
        player=below[0].player if len(below) == 1 else None, yours=any(x.yours for x in (heading, *below)),
        entries=(
            min(heading.entries[0], *(x.entries[0] for x in below)),
            max(heading.entries[1], *(x.entries[1] for x in below)),
        ),
        throws=(*heading.throws, *(throw for x in below for throw in x.throws)),
        rolls=(*heading.rolls, *(roll for x in below for roll in x.rolls)),
    )  # fmt: skip
