"""Deeds and entries as functions; what is said before, after and instead of them; carrying out an entry by its card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulekit.compiler.asking import Asking
from rulekit.compiler.code import Code, Lines
from rulekit.compiler.flow import Flow
from rulekit.compiler.manner import manner
from rulekit.compiler.straight import StraightFlow
from rulekit.compiler.values import Context
from rulekit.compiler.windows import window_function
from rulekit.dsl.points import Point, Saying
from rulekit.dsl.program import Entry, Window
from rulekit.dsl.scope import local
from rulekit.dsl.tree import Node, Statement
from rulekit.dsl.types import WILD

if TYPE_CHECKING:
    from rulekit.compiler.unit import Unit


class Deeds:
    def __init__(self, unit: Unit) -> None:
        self.unit, self.program, self.layout = unit, unit.program, unit.layout
        self.asking = Asking(unit)
        self.made: dict[str, str] = {}

    # ------------------------------------------------------------ deeds
    def slots(self, point: Point) -> list[str]:
        return [name for name in point.slots if name != "me"]

    def function(self, point: Point) -> str:
        """The function of a deed: ``(m, s, z, [st,] me, slots ...)``."""
        key = f"deed {point.name}"
        if key not in self.made:
            name = self.made[key] = self.unit.python_name("d", point.name)
            self._make(name, point, point.body, self.asking.deed(point))
        return self.made[key]

    def _make(self, name: str, point: Point, body: Sequence[Statement], asks: bool) -> None:
        params = ["me", *(self.unit.local_name(n) for n in self.slots(point))]
        names = {n: Code(p) for n, p in zip(("me", *self.slots(point)), params, strict=True)}
        if point.sort == "entry":
            params.append("this_card")
            names["this-card"] = Code("this_card")
        sayings = self.unit.points.said(point)
        if sayings:
            body = self._with_sayings(point, body, sayings, params)
        flow = (StraightFlow if self.unit.straight else Flow)(self.unit, name, params, asks)
        c = Context(names, self.unit.line(point.span))
        self.unit.later(lambda: flow.compile(body, c))

    def _with_sayings(
        self, point: Point, body: Sequence[Statement], sayings: Sequence[Saying], params: list[str]
    ) -> list[Statement]:
        """before..., the deed itself (or what stands instead of it), after...: the deed itself becomes a deed of its own."""
        inner_name = f"{point.name}, as printed"
        inner = Point(
            inner_name,
            point.sort,
            point.slots,
            (),
            None,
            point.span,
            point.text,
            point.scene,
            point.scenes,
            point.roles,
            body=list(body),
        )
        self.program.points[inner_name] = inner
        args = {n: _local(n) for n in point.slots}
        core: list[Statement] = [
            Statement("do", {**args, "me": _local("me")}, {"point": inner_name}, point.span, point.text)
        ]
        out: dict[str, list[Statement]] = {"before": [], "after": []}
        for number, saying in enumerate(sayings):
            body = self._own_deed(point, saying, number, args)
            if saying.op == "instead":
                core = [Statement("said", {}, {"saying": saying}, saying.span, saying.text, body, core)]
            elif saying.op in out:
                out[saying.op].append(Statement("said", {}, {"saying": saying}, saying.span, saying.text, body))
        return [*out["before"], *core, *out["after"]]

    def _own_deed(self, point: Point, saying: Saying, number: int, args: dict[str, Node]) -> list[Statement]:
        """What a card says as a deed of its own, so that `stop` in it leaves the card's words and nothing else."""
        name = f"{point.name}, {saying.op} {number}"
        own = [
            Statement("let", {"v": node}, {"x": n}, saying.span, saying.text)
            for n, node in self.unit.points.own(saying).items()
            if saying.speaks_of(n)
        ]
        self.program.points[name] = Point(
            name, "deed", point.slots, (), None, saying.span, saying.text, point.scene, body=[*own, *saying.body]
        )
        return [Statement("do", {**args, "me": _local("me")}, {"point": name}, saying.span, saying.text)]

    def arguments(self, point: Point, args: Mapping[str, Code]) -> str:
        me = args.get("me", Code("-1"))
        card = [args["this-card"]] if "this-card" in args else []
        return ", ".join([me, *(args[n] for n in self.slots(point)), *card])

    # ------------------------------------------------------------ entries
    def entry(self, name: str) -> str:
        key = f"entry {name}"
        if key in self.made:
            return self.made[key]
        entry, point = self.program.entries[name], self.program.points[name]
        made = self.made[key] = self.unit.python_name("e", name)
        asks = self.asking.entry(name)
        if not self.program.families[entry.family].whole:
            self._make(made, point, entry.body, asks)
            return made
        inside = self.unit.python_name("w", name)
        self._make(inside, point, entry.body, asks)
        said = [b for x in self.unit.points.said(point) for b in x.body]
        self._wrap(made, inside, point, [*said, *entry.body, *said], asks)
        return made

    def _wrap(self, name: str, inside: str, point: Point, body: Sequence[Statement], asks: bool) -> None:
        """Tries the entry; takes it back when it fails before it is committed."""
        found = manner(self.unit, body)
        params = ["me", *(self.unit.local_name(n) for n in self.slots(point)), "this_card"]
        stack = [self.unit.asker] if asks else []
        straight = asks and self.unit.straight
        given = ["noted"] if straight and found.lines else stack
        call = f"{inside}({', '.join(['m', 's', 'z', *given, *params])})"
        out = Lines()
        if not found.lines:
            out.add(f"return {call}")
        else:
            if found.counts or found.cards:
                out.add("kept = s[:]")
            if found.cards:
                out.add("lists = [x[:] for x in z]")
            streams = "(" + "".join(f"s[{k}], " for k in self.layout.streams.values()) + ")"
            out.add(f"drawn = {streams}")
            if straight:
                out.add("noted = Noted(draw)")
            elif asks:
                out.add("depth = len(st)")
            if self.unit.journal:
                out.add("told = len(m.log)")
            out.add("try:")
            out.add(f"    return {call}")
            out.add("except Failure as failed:")
            lines = self.unit.constant(f"lines_{name}", frozenset(found.lines))
            answered = " or noted.asked" if straight else ""
            out.add(f"    if failed.line not in {lines} or drawn != {streams}{answered}: raise")
            if asks and not straight:
                out.add("    del st[depth:]")
            if found.counts or found.cards:
                out.add("    s[:] = kept")
            if found.cards:
                out.add("    z[:] = lists")
            if self.unit.journal:
                out.add("    del m.log[told:]")
                out.add(f"    m.log.append(({self.unit.line(point.span)}, me, 'skip', failed.line, failed.why))")
        self.unit.function(name, ["m", "s", "z", *stack, *params], out)

    def window(self, window: Window) -> str:
        """The function that opens a window: ``window_x(m, s, z, st, me)``."""
        return window_function(self.unit, window)

    def carry(self, family: str, entries: Sequence[Entry], fails: int | None = None) -> str:
        """``carry_x(m, s, z, [st,] me, card[, thing])``: the entry of a card is carried out, if it is one of these.

        ``fails``: the line that fails for another card.
        """
        key = f"carry {family}: {', '.join(e.name for e in entries)}; {fails}"
        if key in self.made:
            return self.made[key]
        name = self.made[key] = self.unit.python_name("carry", family)
        asks, slot = any(self.asking.entry(e.name) for e in entries), self.program.families[family].slot
        stack = [self.unit.asker] if asks else []
        out = Lines()
        for entry in entries:
            if not entry.indices:
                continue
            base = self.layout.bases[family]
            low, high = base + entry.indices[0], base + entry.indices[-1]
            test = f"card == {low}" if low == high else f"{low} <= card <= {high}"
            args = ["m", "s", "z"] + ([self.unit.asker] if self.asking.entry(entry.name) else []) + ["me"]
            for n in self.slots(self.program.points[entry.name]):
                if entry.over is not None and n == entry.over[0]:
                    row = self.layout.bases[entry.over[1]]
                    args.append(f"card - {low - row}" if low != row else "card")
                else:
                    args.append("thing")
            args.append("card")
            out.add(f"if {test}: return {self.entry(entry.name)}({', '.join(args)})")
        if fails is not None:
            out.add(f"raise Failure({fails})")
        self.unit.function(name, ["m", "s", "z", *stack, "me", "card", *(["thing"] if slot else [])], out)
        return name


def _local(name: str) -> Node:
    return local(name, WILD)
