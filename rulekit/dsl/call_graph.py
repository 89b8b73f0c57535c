"""The call graph of a program, modifiers included: every check that follows calls and reads walks it, and nothing else.

A deed or a card is what stands below its heading *and* what is said before, after and instead of it; a number, a permission or
a choice is its clauses *and* what cards and variants adjust, refuse and allow. A window is who is asked there, the conditions
under which cards are played in it, and these cards. A word of a device is a sentence like others. Whoever follows calls gets
all of that from here and cannot forget a part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulekit.diagnostics import Span
from rulekit.dsl import accessors as get
from rulekit.dsl.points import Modifier
from rulekit.dsl.program import Program
from rulekit.dsl.symbols import FamilyEntry
from rulekit.dsl.tree import Node, Statement, TextTemplate

Value = tuple[Node, Span]
"""A value or a condition, whole, with the line in which it stands"""


class CallGraph:
    """The calls of a program as it was read. Nodes are the names of its points, windows and entries among them."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.names: Sequence[str] = list(program.points)
        self._statements: dict[str, Sequence[Statement]] = {}
        self._values: dict[str, Sequence[Value]] = {}
        self._calls: dict[str, Sequence[str]] = {}

    # ------------------------------------------------------------ what a point is
    def bodies(self, name: str) -> list[Sequence[Statement]]:
        """The blocks of a deed or an entry: its own first, then each that is said before, after or instead of it."""
        point, entry = self.program.points[name], self.program.entries.get(name)
        return [point.body, entry.body if entry is not None else (), *(s.body for s in point.modifiers)]

    def statements(self, name: str) -> Sequence[Statement]:
        """All sentences of a deed or an entry, in pre-order."""
        if name not in self._statements:
            self._statements[name] = [x for body in self.bodies(name) for s in body for x in s.walk()]
        return self._statements[name]

    def modifiers(self, name: str) -> list[Modifier]:
        """The modifiers of a point, and of the choices that are made in it."""
        made = dict.fromkeys(str(x.data["choice"]) for x in self.statements(name) if x.data.get("choice"))
        choices = (self.program.choices[c] for c in made if c in self.program.choices)
        return [*self.program.points[name].modifiers, *(s for choice in choices for s in choice.modifiers)]

    def plays(self, name: str) -> list[str]:
        """Of a window: the entries that can be played in it."""
        window = self.program.windows.get(name)
        return [entry for entry, _ in window.plays] if window is not None else []

    def asked(self, name: str) -> list[Node]:
        """Of a window: who is asked, and the conditions of what can be played in it."""
        window = self.program.windows.get(name)
        if window is None:
            return []
        return [*window.asked, *(condition for _, condition in window.plays if condition is not None)]

    def values(self, name: str) -> Sequence[Value]:
        """The values that a point rests on, with those in its texts."""
        if name not in self._values:
            self._values[name] = list(self._all_values(name))
        return self._values[name]

    def _all_values(self, name: str) -> Iterator[Value]:
        point = self.program.points[name]
        for clause in point.clauses:
            yield from ((n, clause.span) for n in (clause.value, clause.condition) if n is not None)
        for ruling in point.rulings:
            yield from _told(ruling.condition, ruling.reason, ruling.span)
        for modifier in self.modifiers(name):
            yield from _told(modifier.condition, modifier.reason, modifier.span)
            if modifier.adjustment is not None:
                yield modifier.adjustment[1], modifier.span
        yield from ((n, point.span) for n in self.asked(name))
        if name in self.program.windows:
            yield from _told(None, self.program.windows[name].prompt, point.span)
        for x in self.statements(name):
            yield from sentence(x)

    def nodes(self, name: str) -> Iterator[Node]:
        """Every node of the values that a point rests on."""
        return (n for value, _ in self.values(name) for n in value.walk())

    def supposed(self, name: str) -> Iterator[tuple[Statement, Span]]:
        """The sentences of which a point asks what would be after them, with the lines in which it does."""
        for value, span in self.values(name):
            yield from ((n.data["deed"], span) for n in value.walk() if n.op == "supposed")

    # ------------------------------------------------------------ calls
    def leads(self, x: Statement) -> list[str]:
        """What one sentence carries out, begins or opens, without its inner sentences."""
        if x.op in ("do", "begin"):
            return [str(x.data["point"])]
        if x.op == "open":
            return [str(x.data["w"])]
        if x.op == "carry-out":
            return [e.name for e in carried(self.program, x)]
        return []

    def calls(self, name: str) -> Sequence[str]:
        """The points that a point reads, carries out, begins or opens, in alphabetical order."""
        if name not in self._calls:
            found = {str(n.data["point"]) for n in self.nodes(name) if "point" in n.data}
            found.update(called for x in self.statements(name) for called in self.leads(x))
            found.update(called for x, _ in self.supposed(name) for called in self.leads(x))
            found.update(self.plays(name))
            self._calls[name] = sorted(n for n in found if n in self.program.points)
        return self._calls[name]

    def reached(self, start: Iterable[str]) -> dict[str, None]:
        """Everything that some names lead to, including themselves."""
        done: dict[str, None] = {}
        work = [name for name in start if name in self.program.points]
        while work:
            name = work.pop()
            if name not in done:
                done[name] = None
                work += self.calls(name)
        return done

    def carried_out(self, body: Iterable[Statement]) -> Iterator[Statement]:
        """The sentences of a block and all sentences that it leads to, each rule once."""
        own = [x for s in body for x in s.walk()]
        yield from own
        for name in self.reached(called for x in own for called in self.leads(x)):
            yield from self.statements(name)

    def bottom_up(self, start: Iterable[str]) -> list[str]:
        """Everything that some names lead to, callees first. The graph must have no cycles."""
        done: dict[str, None] = {}
        for first in start:
            work = [first]
            while work:
                waiting = [n for n in self.calls(work[-1]) if n not in done]
                if waiting:
                    work += waiting
                else:
                    done[work.pop()] = None
        return list(done)


def needed(program: Program) -> Iterator[Value]:
    """The conditions of a set-up: values that no rule leads to, since they are evaluated before the first rule."""
    for need in program.needs:
        yield from _told(*need)


def displayed(program: Program) -> Iterator[Value]:
    """The values in the texts above the table and with things on it."""
    for x in (*program.above, *program.beside):
        yield from _told(x.condition, x.text, x.span)


def shown_texts(program: Program) -> Iterator[tuple[TextTemplate, Span]]:
    """The texts above the table and with things on it, which everybody reads."""
    yield from ((x.text, x.span) for x in (*program.above, *program.beside))


def sentence(x: Statement) -> Iterator[Value]:
    """The values of one sentence, with those in its texts, without its inner sentences."""
    yield from ((n, x.span) for n in x.args.values())
    for value in x.data.values():
        for item in value if isinstance(value, (tuple, list)) else (value,):
            if isinstance(item, Node):
                yield item, x.span
            elif isinstance(item, TextTemplate):
                yield from _told(None, item, x.span)


def _told(condition: Node | None, reason: TextTemplate | None, span: Span) -> Iterator[Value]:
    if condition is not None:
        yield condition, span
    for part in reason.parts if reason is not None else ():
        if isinstance(part, Node):
            yield part, span


# ---------------------------------------------------------------- entries that are carried out
def mark_others(entry: FamilyEntry) -> None:
    """Notes at the lines of an entry's own text that they lead to the others of the family."""
    for x in (s for b in entry.body for s in b.walk()):
        if x.op == "carry-out" and get.carried_out(x).op != "entity" and get.carried_out(x).type.of == entry.family:
            x.data["others"] = True
            entry.passes_on = True


def carried(program: Program, x: Statement) -> list[FamilyEntry]:
    """Which entries a line `carry out ...` can lead to.

    An entry whose own text carries out a card of its own family that is only chosen in play (`carry out card`) leads to all
    entries of the family but those of its own sort: so none of them ever comes back to itself.
    """
    card = get.carried_out(x)
    family = [e for e in program.entries.values() if e.family == card.type.of]
    if card.op == "entity":
        return [e for e in family if card.data["index"] in e.indices]
    return [e for e in family if not e.passes_on] if "others" in x.data else family
