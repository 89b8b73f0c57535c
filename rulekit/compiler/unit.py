"""One compiled set-up in the making: constants, functions, steps and what the runtime must know about them."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import prod
from typing import Any

from rulekit.compiler.alike import sorts
from rulekit.compiler.code import Code, Lines
from rulekit.compiler.deeds import Deeds
from rulekit.compiler.facts import Facts
from rulekit.compiler.impossible import Impossible
from rulekit.compiler.layout import Layout
from rulekit.compiler.points import Points
from rulekit.compiler.reasons import Reasons
from rulekit.compiler.texts import Texts
from rulekit.compiler.trace import Trace
from rulekit.compiler.values import Values
from rulekit.diagnostics import Span
from rulekit.dsl.program import Program
from rulekit.dsl.types import Type


class Unit:
    def __init__(
        self,
        program: Program,
        layout: Layout,
        journal: bool,
        twin: Unit | None = None,
        trace: Trace | None = None,
        straight: bool = False,
    ) -> None:
        """``twin``: the unit without a journal, whose numbers for lines and texts are shared.

        With a ``trace`` the code tells which rule lines and branches it comes to. ``straight``: questions are answered by
        chance and on the spot (:mod:`rulekit.compiler.straight`).
        """
        self.program, self.layout, self.journal, self.trace = program, layout, journal, trace
        self.straight = straight
        self.constants: dict[str, str] = {}
        self.functions: list[str] = []
        self.steps: list[str] = []
        """Step number -> name of the function that goes on there."""
        self.lines: list[Span] = twin.lines if twin else []
        self._line_numbers: dict[tuple[str, int], int] = twin._line_numbers if twin else {}
        self._names: dict[str, int] = {}
        self._waiting: list[Callable[[], None]] = []
        self._shared: dict[str, str] = {}
        self.here: Span | None = None
        """The rule line that is being written."""
        self.asks: list[dict[str, Any]] = []
        self.devices: dict[str, tuple[str, str]] = {}
        self.texts: Texts = twin.texts if twin else Texts(self)
        self.reasons = Reasons(self)
        self.facts = Facts(self)
        self.values = Values(self)
        self.points = Points(self)
        self.deeds = Deeds(self)

    # ------------------------------------------------------------ names
    def python_name(self, prefix: str, text: str) -> str:
        stem = prefix + "_" + re.sub(r"\W+", "_", text.lower())
        self._names[stem] = self._names.get(stem, 0) + 1
        return stem if self._names[stem] == 1 else f"{stem}_{self._names[stem]}"

    def local_name(self, name: str) -> str:
        """A local of a rule as a Python name; a prefix keeps it off Python's own words."""
        return "v_" + re.sub(r"\W", "_", name)

    def line(self, span: Span) -> int:
        """The number of a rule line in the image."""
        key = (span.file, span.line)
        if key not in self._line_numbers:
            self._line_numbers[key] = len(self.lines)
            self.lines.append(span)
        return self._line_numbers[key]

    # ------------------------------------------------------------ what goes into the module
    def function(self, name: str, params: list[str], body: Lines) -> None:
        rows = body.rows or ["    pass"]
        self.functions.append(f"def {name}({', '.join(params)}):\n" + "\n".join(rows) + "\n")

    @property
    def asker(self) -> str:
        """What a function that asks is given besides: the stack, or what answers at once."""
        return "draw" if self.straight else "st"

    def later(self, make: Callable[[], None]) -> None:
        """Something is written when the present is done, not inside it: so no rule is too long and no chain too deep."""
        self._waiting.append(make)

    def finish(self) -> None:
        """What waits is written. Of what can not be compiled the place is told, where nobody knows it better."""
        while self._waiting:
            try:
                self._waiting.pop()()
            except Impossible as error:
                error.span = error.span or self.here
                raise

    def shared(self, prefix: str, params: list[str], body: str) -> str:
        """The name of a function with this body; what is needed twice is written once."""
        text = f"({', '.join(params)}):\n{body}"
        if text not in self._shared:
            self._shared[text] = f"{prefix}_{len(self._shared)}"
            self.functions.append(f"def {self._shared[text]}{text}")
        return self._shared[text]

    def constant(self, name: str, value: Any) -> str:
        return self.constant_text(name, repr(value))

    def constant_text(self, name: str, text: str) -> str:
        """A constant that is written as an expression."""
        full = "K_" + re.sub(r"\W", "_", name)
        while self.constants.setdefault(full, text) != text:
            full += "_"  # two names of the game that are one in Python
        return full

    def step(self, function: str) -> int:
        self.steps.append(function)
        return len(self.steps) - 1

    # ------------------------------------------------------------ tables
    def column_values(self, kind: str, column: str) -> list[Any]:
        if kind in self.program.groups:
            return list(self.program.groups[kind].columns[column])
        made = self.program.kinds[kind]
        if made.sort == "union":
            return [value for part in made.parts for value in self.column_values(part, column)]
        if column not in made.columns:
            return self.way_values(kind, [way[0] for way in made.ways].index(column))
        found = made.columns[column]
        base = self.layout.bases[found.type.of] if found.type.of else 0

        def shifted(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(v + base for v in value)
            return value + base if base and value >= 0 else value

        if found.each is None:
            return [shifted(v) for v in found.values]
        chosen = self.layout.setup.options[found.each]
        return [shifted(v[chosen]) for v in found.values]

    def way_values(self, kind: str, way: int) -> list[int]:
        """For each member of a kind that is one for each of others: which of them it belongs to."""
        ways = self.program.kinds[kind].ways
        sizes = [self.layout.sizes[of] if of else high - low + 1 for _, of, low, high in ways]
        below = prod(sizes[way + 1 :])
        _, of, low, _ = ways[way]
        base = self.layout.bases[of] if of else low
        return [base + k // below % sizes[way] for k in range(self.layout.sizes[kind])]

    def column(self, kind: str, column: str) -> str:
        return self.constant(f"{kind}_{column}", tuple(self.column_values(kind, column)))

    def alike(self, kind: str) -> str:
        """What tells apart the things without names that are of a sort with a kind."""
        root = self.layout.roots[kind]
        return self.constant_text(f"alike_{root}", f"Alike({self.alike_sorts(root)!r})")

    def alike_sorts(self, root: str) -> list[Any]:
        kinds = self.program.kinds.values()
        groups = {k.name: self.column_values(k.name, k.ways[0][0]) for k in kinds if k.sort == "many"}
        return sorts(self.layout, root, groups)

    def neighbours(self, kind: str) -> str:
        """Member of the graph (from 0) -> its neighbours as ids."""
        return self._near(kind, None)

    def route(self, kind: str, route: str) -> str:
        """Like :meth:`neighbours`, along routes of one sort."""
        return self._near(kind, route)

    def _near(self, kind: str, route: str | None) -> str:
        if kind not in self.program.graphs:
            raise Impossible(f"there is no map over the kind `{kind}`: add a line  graph of ... from ...")
        graph, base = self.program.graphs[kind], self.layout.bases[kind]
        near: list[set[int]] = [set() for _ in self.program.kinds[kind].members]
        for a, b, k in graph.edges:
            if route is None or graph.routes[k] == route:
                near[a].add(base + b)
                near[b].add(base + a)
        return self.constant(f"{route or 'near'}_{kind}", tuple(tuple(sorted(n)) for n in near))

    def rule_table(self, table: str, column: int) -> str:
        """A function (number, line) -> value; a number outside the table is a failure of the rules."""
        made = self.program.tables[table]
        name = "t_" + re.sub(r"\W", "_", f"{table}_{column}")
        if name not in self._names:
            self._names[name] = 1
            body = Lines()
            for low, high, values, span in made.rows:
                test = f"{low} <= n" + (f" <= {high}" if high is not None else "")
                value = values[column] + self._base_of(made.types[column])
                body.add(f"if {test}: return {self.seen(span, Code(str(value)))}")
            body.add("raise Failure(line)")
            self.function(name, ["n", "line"], body)
        return name

    def _base_of(self, type_: Type) -> int:
        return self.layout.bases[type_.of] if type_.head == "kind" else 0

    def spot_numbers(self) -> str:
        """Index of a spot in ``s`` -> its number in its row."""
        numbers: dict[int, int] = {}
        for place in self.program.places.values():
            if place.row is not None:
                base = self.layout.spots[place.name]
                low = 1 if place.row[0] else place.row[1]
                numbers.update({base + k: low + k for k in range(self.layout.row_size(place))})
        return self.constant("spot_numbers", numbers)

    def copies(self, family: str, index: int) -> list[int]:
        """All cards of the entry that card ``index`` belongs to."""
        for entry in self.program.entries.values():
            if entry.family == family and index in entry.indices and entry.over is None:
                return [self.layout.bases[family] + k for k in entry.indices]
        return [self.layout.bases[family] + index]

    def ask(self) -> int:
        """The number of a new question; what there is to know about it is filled in when it is written."""
        self.asks.append({})
        return len(self.asks) - 1

    # ------------------------------------------------------------ tracing
    def seen(self, span: Span, code: Code) -> Code:
        """The value; with a trace it tells that its line was come to."""
        return code if self.trace is None else Code(f"seen({self.trace.number(span, 'line')}, {code})")

    def asked(self, span: Span, code: Code) -> Code:
        """The condition; with a trace it tells how it was answered. What options decide is no branch."""
        if self.trace is None or code.const is not None:
            return code
        return Code(f"asked({self.trace.number(span, 'yes')}, {self.trace.number(span, 'no')}, {code})")

    def device(self, device: str, function: str) -> str:
        """The name under which the runtime binds a device's function."""
        name = "dev_" + re.sub(r"\W", "_", f"{device}_{function}")
        self.devices[name] = (device, function)
        return name

    def source(self) -> str:
        """The module."""
        steps = f"STEPS = ({''.join(f'{s}, ' for s in self.steps)})\n"
        return (
            "\n".join(f"{k} = {v}" for k, v in self.constants.items())
            + "\n\n"
            + "\n".join(self.functions)
            + "\n"
            + steps
        )
