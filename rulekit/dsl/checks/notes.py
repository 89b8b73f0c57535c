"""The notes below a choice reveal nothing to the asked player that is hidden from them.

A name in a note is followed to every value that it can have (:mod:`rulekit.dsl.name_sources`), so that a secret stays one when
it is assigned with `let` or passed to a deed. The option itself is exempt, since in play no note is shown with a card that the
player may not read; so is what the question names, which the player has read already.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.dsl import accessors as get
from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.hidden_information import Secrets
from rulekit.dsl.name_sources import NamedValue, Names, NameSource, NameSources, NoteInSight
from rulekit.dsl.operations import has
from rulekit.dsl.paraphrase import say
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node

HINT = (
    "say it of what `me` sees:  places seen by all, my own hand, a card that lies face up, or what the question names"
)


def check(program: Program, graph: CallGraph) -> None:
    found = _NoteCheck(program, NameSources(graph))
    for x in found.sources.notes:
        if x.note.span.file not in program.test_files:
            found.note(x)


class _NoteCheck:
    def __init__(self, program: Program, sources: NameSources) -> None:
        self.program, self.secrets, self.sources = program, Secrets(program), sources

    def note(self, x: NoteInSight) -> None:
        names = self._names(x)
        for node in (*x.note.args.values(), *self._said(x)):
            if self.sources.hidden(node, names, x.me):
                text = f"`{say(node)}` rests on what is hidden from the player who reads this"
                self.program.report("RK355", text, x.note.span, HINT)
                return

    def _names(self, x: NoteInSight) -> Names:
        """The sources of the names in a note; of an option that is a spot the spots, since the card in it may be hidden."""
        names = {name: source for name, source in x.names.items() if name not in self._told(x)}
        if x.note.op == "shown-above":
            return names
        names = {name: source for name, source in names.items() if name not in _option(x)}
        if x.of.op in ("choose", "choose-band") and get.options(x.of).type.head == "row":
            spots = NameSource([NamedValue(get.options(x.of), x.names, x.me)])
            names |= dict.fromkeys(_option(x), spots)
        return names

    def _told(self, x: NoteInSight) -> set[str]:
        """The names that the question itself tells as they are."""
        prompt = x.of.data.get("prompt")
        parts = [part for part in prompt.parts if isinstance(part, Node)] if prompt is not None else []
        plain = (part for part in parts if part.op == "local" and part.type.head in ("number", "truth", "kind"))
        return {part.data["name"] for part in plain if not self._is_card(part)}

    def _said(self, x: NoteInSight) -> Iterator[Node]:
        """The values that a text reveals. Of a card that is referred to by its place or spot this is the place alone: in play the
        card is named only to a player who may read it."""
        for part in x.note.data["note"].parts:
            if not isinstance(part, Node) or (part.op == "local" and part.data["name"] in _option(x)):
                continue
            if self._is_card(part) and has(part.op, "is a card by its place"):
                spot = get.place_of(part)
                yield from spot.args.values() if has(spot.op, "is a place of cards") else (spot,)
            else:
                yield part

    def _is_card(self, node: Node) -> bool:
        return node.type.head in ("kind", "set") and self.secrets.hides(node.type.of)


def _option(x: NoteInSight) -> tuple[str, ...]:
    """The names of the option in a line about options."""
    if x.note.op == "shown-above":
        return ()
    return ("it",) if x.of.op == "choose-band" else ("it", str(x.of.data["x"]))
