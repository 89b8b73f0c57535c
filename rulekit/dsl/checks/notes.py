"""What stands below a choice tells who is asked nothing that the board hides from him.

A name in a note stands for what it was given or what it was chosen from, so a secret that was put aside with `let` stays one.
The option itself is no such name: in play nothing is said of a card that the player may not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from rulekit.dsl import accessors as get
from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.hidden_information import ME, Secrets
from rulekit.dsl.operations import has
from rulekit.dsl.paraphrase import say
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement, TextTemplate

HINT = "say it of what `me` sees:  places seen by all, my own hand, a card that lies face up"


@frozen
class NameSource:
    """What a name stands for; ``depth``: how many times another was made `me` where it was made."""

    node: Node
    names: Mapping[str, NameSource]
    depth: int


Names = Mapping[str, NameSource]


def check(program: Program, graph: CallGraph) -> None:
    found = _NoteCheck(program)
    for name in graph.names:
        for body in graph.bodies(name):
            found.block(body, {}, 0)


class _NoteCheck:
    def __init__(self, program: Program) -> None:
        self.program, self.secrets = program, Secrets(program)

    def block(self, body: Sequence[Statement], names: Names, depth: int) -> None:
        for x in body:
            if has(x.op, "is a note"):
                self._note(x, names, depth)
                continue
            source, inside = _source(x), names
            if source is not None:
                inside = {**names, x.data["x"]: NameSource(source, names, depth)}
            below = {k: v for k, v in names.items() if k != x.data["x"]} if has(x.op, "names a choice") else inside
            self.block(x.body, below, depth + has(x.op, "binds me"))
            self.block(x.otherwise or (), names, depth)
            names = inside

    def _note(self, note: Statement, names: Names, depth: int) -> None:
        if note.span.file in self.program.test_files:
            return
        for node in (*note.args.values(), *self._said(note.data["note"])):
            if self._hidden(node, names, depth, depth):
                text = f"`{say(node)}` rests on what is hidden from the player who reads this"
                self.program.report("RK355", text, note.span, HINT)
                return

    def _said(self, text: TextTemplate) -> Iterator[Node]:
        """The values in a text. Of a card that is hidden no name is shown."""
        for part in text.parts:
            if isinstance(part, Node) and not (part.type.head in ("kind", "set") and self.secrets.hides(part.type.of)):
                yield part

    def _hidden(self, node: Node, names: Names, depth: int, now: int) -> bool:
        """Whether a value of depth ``depth`` rests on what `me` at depth ``now`` may not see."""
        if any(True for _ in self.secrets.hidden(node, ME if depth == now else frozenset())):
            return True
        used = (names[n.data["name"]] for n in node.walk() if n.op == "local" and n.data["name"] in names)
        return any(self._hidden(source.node, source.names, source.depth, now) for source in used)


def _source(x: Statement) -> Node | None:
    """What the name that a sentence makes stands for; None where it makes none, or only a number."""
    if x.op == "let":
        return get.new_value(x)
    return get.options(x) if x.op in ("choose", "choose-band", "each") else None
