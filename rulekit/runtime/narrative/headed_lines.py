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
    """A sentence whose lines below do not say again what it ends with: short ones that follow each other are one line, and if
    there is nothing else it goes on with them. What befalls the ``reader`` keeps its line. The same for all below it."""
    if not node.children:
        return node
    below: list[Sentence] = []
    open_line = False
    for child in node.children:
        line = headed(child, labels, reader)
        rest = _rest(node.parts, line.parts)[1:] or _unnamed(node.parts, line.parts)
        short = bool(rest) and not (line.children or line.rows or befalls(line, reader))
        line = evolve(line, parts=rest or line.parts)
        if short and open_line and width(below[-1].text + line.text) < LONGEST:
            below[-1] = _joined(below[-1], line, (*below[-1].parts, labels.semicolon, *line.parts))
        else:
            below.append(line)
        open_line = short
    if len(below) == 1 and open_line:
        parts = (*node.parts, labels.colon, *below[0].parts)
        if width("".join(map(str, parts))) <= LONGEST:
            return _joined(evolve(node, children=()), below[0], parts)
    return evolve(node, children=tuple(below))


def _rest(heading: Sequence[Part], line: Sequence[Part]) -> tuple[Part, ...]:
    """The colon in a line and what stands behind it, if what stands before it is what a heading ends with; else nothing."""
    colon = next((k for k, x in enumerate(line) if isinstance(x, str) and x.strip() in COLONS), 0)
    return tuple(line[colon:]) if colon and tuple(line[:colon]) == tuple(heading[-colon:]) else ()


def _unnamed(heading: Sequence[Part], line: tuple[Part, ...]) -> tuple[Part, ...]:
    """``Ann (Kirkby): not carried out`` for ``Ann: Dig a well (Kirkby): not carried out`` below that card; else nothing."""
    match line:
        case [Thing(kind="player") as player, str(text), Thing() as card, str(behind), *rest] if card == heading[
            -1
        ] and text.rstrip().endswith(COLONS):
            return (player, text.rstrip(" :："), behind, *rest)
    return ()


def _joined(one: Sentence, other: Sentence, parts: Sequence[Part]) -> Sentence:
    """One sentence for two that follow each other; its number is that of the last one."""
    both = (*(one.joined or (one,)), *(other.joined or (other,)))
    return evolve(
        one, parts=tuple(parts), joined=both, number=max(one.number, other.number),
        player=other.player if len(both) == 2 and one.player is None else None, yours=one.yours or other.yours,
        entries=(min(one.entries[0], other.entries[0]), max(one.entries[1], other.entries[1])),
        throws=(*one.throws, *other.throws), rolls=(*one.rolls, *other.rolls),
    )  # fmt: skip
