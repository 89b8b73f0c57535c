"""Data flow into names: which values each local, slot and role of a program can have, and so what can be inferred from it.

A local has the values that `let`, a choice or an assignment gives it, a slot the arguments of all calls of its deed. A name that
can have several values also reveals the conditions under which it gets them. The arguments of a scene are announced to everybody,
except which cards they are. The analysis ignores the order of sentences: a name has every value that it ever can have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from attrs import define, field, frozen

from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.hidden_information import ME, NOBODY, Secrets
from rulekit.dsl.operations import has
from rulekit.dsl.scope import local
from rulekit.dsl.tree import Node, Statement
from rulekit.dsl.types import TRUTH

Names = Mapping[str, "NameSource"]
ENTERED = ""
"""A pseudo-name for the conditions under which a deed is carried out"""


@frozen(eq=False)
class NamedValue:
    """A value that a name can have. ``names``: the names in scope there; ``me``: a number for each binding of `me`.

    ``called``: of what a deed is called with, the name there of who is `me` in the deed; None for a name of the deed itself.
    """

    node: Node
    names: Names
    me: int
    called: str | None = None


@define(eq=False)
class NameSource:
    """The values of a name. ``under``: the conditions of its assignments; ``me``: of a slot, `me` in its deed; ``own``: the only
    player who knows what was chosen."""

    readings: list[NamedValue] = field(factory=list)
    under: list[NamedValue] = field(factory=list)
    me: int = -1
    own: int | None = None

    def tells(self) -> Iterator[NamedValue]:
        """The values from which it can be inferred."""
        yield from self.readings
        if len({reading.node.key for reading in self.readings}) != 1:
            yield from self.under


@frozen
class NoteReader:
    """The reader of a note: the names ``known_as`` are this player where `me` has the number ``me``."""

    me: int
    known_as: frozenset[str]


@frozen(eq=False)
class NoteInSight:
    """A note below the choice ``of``, with the names in scope there."""

    note: Statement
    of: Statement
    names: Names
    me: int


class NameSources:
    """The names of a program, and the lines below its choices."""

    def __init__(self, graph: CallGraph) -> None:
        self.graph, self.notes = graph, list[NoteInSight]()
        self._count, self._secrets = count(), Secrets(graph.program)
        self._apart = self._in_secret()
        self._roles: dict[str, NameSource] = {}
        self._slots: dict[str, Names] = {}
        for name in graph.names:
            me = next(self._count)
            own = (slot for slot in graph.program.points[name].slots if slot != "me")
            self._slots[name] = {slot: NameSource(me=me) for slot in (*own, ENTERED)}
        for name, slots in self._slots.items():
            me = slots[ENTERED].me
            entered = NamedValue(local(ENTERED, TRUTH), slots, me)
            for body in graph.bodies(name):
                self._block(body, slots, me, (entered,), name in self._apart)

    # ------------------------------------------------------------ queries
    def hidden(self, node: Node, names: Names, me: int) -> bool:
        """Whether a value rests on what `me` may not see."""
        return self._hidden(NamedValue(node, names, me), NoteReader(me, ME), set())

    def _hidden(self, what: NamedValue, reader: NoteReader, seen: set[object]) -> bool:
        if any(True for _ in self._secrets.hidden(what.node, reader.known_as if reader.me == what.me else NOBODY)):
            return True
        return any(self._tells(source, reader, seen) for source in self._used(what))

    def _used(self, what: NamedValue) -> Iterator[NameSource]:
        for n in what.node.walk():
            if n.op == "local" and n.data["name"] in what.names:
                yield what.names[n.data["name"]]
            elif n.op == "role":
                yield self._role(n.data["scene"], n.data["role"])

    def _tells(self, source: NameSource, reader: NoteReader, seen: set[object]) -> bool:
        key = (id(source), reader)
        if key in seen:
            return False
        seen.add(key)
        if source.own is not None and reader != NoteReader(source.own, ME):
            return True
        return any(self._hidden(x, _where_read(x, source, reader), seen) for x in source.tells())

    # ------------------------------------------------------------ collecting the values
    def _in_secret(self) -> set[str]:
        """The deeds that are carried out while all choose in secret and at once."""
        graph = self.graph
        bodies = [x.body for name in graph.names for x in graph.statements(name) if x.op == "at-once"]
        return set(
            graph.reached(called for body in bodies for b in body for x in b.walk() for called in graph.leads(x))
        )

    def _role(self, scene: str, role: str) -> NameSource:
        return self._roles.setdefault(f"{scene} {role}", NameSource())

    def _block(
        self, body: Sequence[Statement], names: Names, me: int, under: Sequence[NamedValue], at_once: bool
    ) -> list[NamedValue]:
        """Collects the values that names get in a block, ``under`` some conditions; gives those under which it is left early."""
        left: list[NamedValue] = []
        for x in body:
            here, said = [*under, *left], [NamedValue(node, names, me) for node in x.args.values()]
            self._called(x, names, me, here)
            self._set(x, names, said, here)
            after = names
            if isinstance(x.data.get("x"), str):
                own = me if at_once and has(x.op, "names a choice") else None
                after = {**names, x.data["x"]: NameSource(said, own=own)}
            if has(x.op, "names a choice"):
                self.notes += [NoteInSight(note, x, names, me) for note in x.body if has(note.op, "is a note")]
            inner = next(self._count) if has(x.op, "binds me") else me
            below = [y for y in x.body if not has(y.op, "is a note")]
            left += self._block(below, after, inner, [*here, *said], at_once or x.op == "at-once")
            left += self._block(x.otherwise or (), names, me, [*here, *said], at_once)
            left += under if has(x.op, "leaves") else ()
            names = after
        return left

    def _set(self, x: Statement, names: Names, said: Sequence[NamedValue], under: Sequence[NamedValue]) -> None:
        """A name that is set, raised or lowered."""
        target = x.args.get("x") if has(x.op, "sets") else None
        if target is None or target.op not in ("local", "role"):
            return
        if target.op == "role":
            source: NameSource | None = self._role(target.data["scene"], target.data["role"])
        else:
            source = names.get(target.data["name"])
        if source is not None:
            source.readings += [reading for reading in said if reading.node is not target]
            source.under += under

    def _called(self, x: Statement, names: Names, me: int, under: Sequence[NamedValue]) -> None:
        """The arguments of a call: values of the slots of a deed, or of the roles of a scene."""
        if x.op == "begin":
            for role, node in x.args.items():
                if node.type.head == "spot" or self._secrets.hides(node.type.of):
                    self._role(x.data["point"], role).readings.append(NamedValue(node, names, me))
            return
        doer = x.args.get("me")
        called = "me" if x.op != "do" else doer.data["name"] if doer is not None and doer.op == "local" else ""
        for point in self.graph.leads(x):
            for entry in (point, *self.graph.plays(point)):
                for slot, source in self._slots.get(entry, {}).items():
                    given = [x.args[slot]] if slot in x.args else [] if x.op == "do" else x.args.values()
                    if slot != ENTERED:
                        source.readings += [NamedValue(node, names, me, called) for node in given]
                    source.under += [NamedValue(r.node, r.names, r.me, called) for r in under]


def _where_read(what: NamedValue, source: NameSource, reader: NoteReader) -> NoteReader:
    """The same reader where the value is computed."""
    if what.called is None:
        return reader
    return NoteReader(what.me, frozenset([what.called]) if reader == NoteReader(source.me, ME) else NOBODY)
