"""Which entries a line `carry out ...` can lead to.

An entry whose own text carries out a card of its own family that is only chosen in play (`carry out card`) leads to all
entries of the family but those of its own sort: so none of them ever comes back to itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.dsl.tree import Statement

if TYPE_CHECKING:
    from rulekit.dsl.program import Entry, Program


def mark_others(entry: Entry) -> None:
    """Notes at the lines of an entry's own text that they lead to the others of the family."""
    for x in (s for b in entry.body for s in b.walk()):
        if x.op == "carry-out" and x.args["a"].op != "entity" and x.args["a"].type.of == entry.family:
            x.data["others"] = True
            entry.passes_on = True


def carried(program: Program, x: Statement) -> list[Entry]:
    card = x.args["a"]
    family = [e for e in program.entries.values() if e.family == card.type.of]
    if card.op == "entity":
        return [e for e in family if card.data["index"] in e.indices]
    return [e for e in family if not e.passes_on] if "others" in x.data else family
