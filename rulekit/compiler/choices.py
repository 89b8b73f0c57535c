"""Decisions: what the options are, and, only when somebody looks, how they are called and why others are refused.

For each decision the unit keeps what the runtime needs to show it: its line, the sort of its options, the locals that lie
in the frame while it waits, and the names of three functions over that frame: its prompt, the label of a branch, and the
candidates that are refused, each with its reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rulekit.compiler import bands
from rulekit.compiler.alike import has_alike
from rulekit.compiler.code import TRUE, Code, Lines, and_, lay, not_, unpack
from rulekit.compiler.equipment import Equipment
from rulekit.compiler.values import Context
from rulekit.compiler.writer import FlowPart
from rulekit.dsl.bands import peel
from rulekit.dsl.tree import Node, Statement, leaves

if TYPE_CHECKING:
    from rulekit.compiler.flow import Flow
    from rulekit.compiler.goal import Goal


class Choices(FlowPart):
    def ask(self, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        match x.op:
            case "choose-one":
                self._branches(x, rest, goal, c)
            case "may":
                self._may(x, rest, goal, c)
            case "choose-band":
                bands.ask(self, x, rest, goal, c)
            case _:
                self._choose(x, rest, goal, c)

    # ------------------------------------------------------------ choose x among ...
    def _choose(self, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        out, flow = self.flow.out, self.flow
        number = self.unit.ask()
        name = x.data["x"]
        local = self.unit.local_name(name)
        options = self.options(x, c)
        out.add(f"options = {options}")
        none = x.data.get("none")
        if none == "always":
            out.add("options.append(-1)")
        elif none == "if":
            test = self.values.condition(x.args["c"], c)
            if test.const is None:
                out.add(f"if {test}: options.append(-1)")
            elif test.const:
                out.add("options.append(-1)")
        if none != "always":
            out.add("if not options:")
            out.depth += 1
            self.nothing(x, rest, goal, c)
            out.depth -= 1
        kept = list(flow.kept)
        inner = [*kept, *([] if local in kept else [local])]
        after = flow.sub(inner)
        after_c = c.bind(**{name: Code(local)})
        resume = Lines()
        unpack(resume, kept)
        resume.add(f"{local} = v")
        self.told(resume, c, number)
        if "unasked" in x.data:
            part = flow.part(rest, goal, after_c, inner, "chosen")
            out.add("if len(options) == 1:")
            out.add(f"    {local} = options[0]")
            out.depth += 1
            flow.go(part)
            out.depth -= 1
            resume.add(f"return {part.function}({', '.join(['m', 's', 'z', 'st', *part.kept])})")
            after.out = resume
            self.question(number, x, after, kept, c, self.sort(x))
        else:
            after.out.rows = resume.rows
            self.question(number, x, after, kept, c, self.sort(x), then=lambda: after.block(rest, goal, after_c))

    def sort(self, x: Statement) -> list[str]:
        if x.op in ("choose-number", "choose-numbers"):
            return ["number"]
        element = self.unit.program.words.kinds.element(x.args["s"].type)
        return self.unit.texts.sort(element) if element is not None else ["number"]

    def options(self, x: Statement, c: Context) -> str:
        """A fresh list of the options."""
        source = self.values.value(x.args["s"], c) if x.op == "choose" else self._numbers(x, c)
        if self.refusals(x):
            source = self.values.filtered(source, lambda y: self.allowed(x, c.bind(**{x.data["x"]: y})))
        if x.op == "choose" and has_alike(self.unit.layout, x.args["s"].type.of):
            return f"unlike(s, {source}, {self.unit.alike(x.args['s'].type.of)})"
        return source if source.startswith("[") and source.endswith("]") else f"list({source})"

    def _numbers(self, x: Statement, c: Context) -> Code:
        if x.op == "choose-numbers":
            return self.values.value(x.args["l"], c)
        a, b = self.values.value(x.args["a"], c), self.values.value(x.args["b"], c)
        return Code(f"numbers({a}, {b}, {c.line})")

    def refusals(self, x: Statement) -> bool:
        point = self.unit.program.choices.get(x.data.get("choice", ""))
        return point is not None and any(s.op == "refuse" for s in point.said)

    def allowed(self, x: Statement, names: Context) -> Code:
        """True unless somebody refuses an option from outside."""
        point = self.unit.program.choices[x.data["choice"]]
        out = TRUE
        for saying in self.unit.points.said(point):
            if saying.op == "refuse":
                out = and_(out, not_(self.unit.points.heard(saying, names)))
        return out

    def nothing(self, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        """Nothing is left to choose: the `otherwise` of the choice, or a failure of the rule."""
        if x.otherwise is None:
            self.flow.out.add(f"raise Failure({c.line})")
            return
        after = None if leaves(x.otherwise) else self.flow.after(rest, goal, c)
        kept = list(self.flow.kept)
        self.flow.block(x.otherwise, after, c)
        self.flow.kept = kept

    # ------------------------------------------------------------ choose one: to "..." / may "..."
    def _branches(self, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        flow, out = self.flow, self.flow.out
        number = self.unit.ask()
        tests = [
            self.unit.asked(b.span, self.values.condition(b.args["c"], c)) if "c" in b.args else TRUE for b in x.body
        ]
        out.add("options = []")
        for k, test in enumerate(tests):
            if test.const is None:
                out.add(f"if {test}: options.append({k})")
            elif test.const:
                out.add(f"options.append({k})")
        out.add(f"if not options: raise Failure({c.line})")
        after_goal = flow.after(rest, goal, c)
        kept = list(flow.kept)
        after = flow.sub(kept)
        unpack(after.out, kept)
        for k, branch in enumerate(x.body):
            last = k == len(x.body) - 1
            if not last:
                after.out.add(f"if v == {k}:")
                after.out.depth += 1
            self.told(after.out, c, number, branch.data["label"])
            if self.unit.trace is not None:
                after.out.add(self.unit.seen(branch.span, Code("None")))
            after.block(branch.body, after_goal, c)
            after.kept = list(kept)
            if not last:
                after.out.depth -= 1
        labels = [b.data["label"] for b in x.body]
        self.question(number, x, after, kept, c, ["branch"], labels, tests)

    def _may(self, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        flow, out = self.flow, self.flow.out
        number = self.unit.ask()
        me = self.values.name("me")
        out.add(f"{me} = {self.values.value(x.args['w'], c)}")
        test = self.values.condition(x.args["c"], c.bind(me=Code(me))) if "c" in x.args else TRUE
        after_goal = flow.after(rest, goal, c)
        kept = list(flow.kept)
        if test.const != 1:
            out.add(f"if not ({test}):")
            out.depth += 1
            if x.otherwise:
                flow.block(x.otherwise, after_goal, c)
                flow.kept = list(kept)
            else:
                flow.go(after_goal)
            out.depth -= 1
        out.add("options = [1, 0]")
        after = flow.sub([*kept, me])
        unpack(after.out, [*kept, me])
        after.out.add("if v:")
        after.out.depth += 1
        self.told(after.out, c.bind(me=Code(me)), number, x.data["label"])
        after.block(x.body, after_goal, c.bind(me=Code(me)))
        after.out.depth -= 1
        after.kept = list(kept)
        if x.otherwise:
            after.block(x.otherwise, after_goal, c)
        else:
            after.go(after_goal)
        self.question(number, x, after, [*kept, me], c.bind(me=Code(me)), ["yesno"], [x.data["label"]])

    # ------------------------------------------------------------ what equipment on the table shows
    def ask_device(self, x: Statement, step: int, kept: Sequence[str], c: Context) -> None:
        """Within the step that goes on with an answer: takes it down, and asks on while the device wants to know more."""
        unit, out, number = self.unit, self.flow.out, self.unit.ask()
        tape = unit.layout.tapes[x.data["device"]]
        call = Equipment(self.flow).call(x.data["device"], x.data["asks"], x, c)
        out.add("if v is not None:")
        out.depth += 1
        out.add(f"z[{tape}].append(v)")
        self.told(out, c, number)
        out.depth -= 1
        out.add(f"asked = {call}")
        out.add("if asked is not None:")
        out.depth += 1
        out.add("options = list(range(asked[1] + 1))")
        out.add(lay(kept, step))
        out.add(f"m.asks.append(({c.names['me']}, {number}, options, st))")
        out.add("return")
        out.depth -= 1
        unit.asks[number].update(
            line=c.line, name=x.data["device"], choice="", sort=["number"], text=x.text, op="device"
        )
        if unit.journal:  # the same in both modules: made once
            return
        prompt, refused = Lines(), Lines()
        prompt.add(f"asked = {call}")
        prompt.add(f"return ({unit.texts.of_token(x.data['question'])}, (asked[0],))")
        refused.add("return []")
        unit.function(f"prompt_{number}", ["m", "s", "z", *kept], prompt)
        unit.function(f"refused_{number}", ["m", "s", "z", *kept], refused)

    # ------------------------------------------------------------ the question itself
    def told(self, out: Lines, c: Context, number: int, label: Any = None) -> None:
        """The choice goes into the journal; of a branch also its text, as it was when the choice was made."""
        said = f", {self.unit.texts.reason(label, c)}" if label is not None else ""
        if self.unit.journal:
            out.add(f"m.log.append(({c.line}, {c.names['me']}, 'choice', {number}, v{said}))")

    def question(
        self,
        number: int,
        x: Statement,
        after: Flow,
        kept: Sequence[str],
        c: Context,
        sort: list[str],
        labels: Sequence[Any] = (),
        tests: Sequence[Code] = (),
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """``then`` writes what comes after the answer, as soon as this rule is done."""
        unit, out = self.unit, self.flow.out
        name = unit.python_name("r", f"{self.flow.name} {x.data.get('x', x.op)}")
        unit.asks[number].update(
            line=c.line,
            name=x.data.get("x", ""),
            choice=x.data.get("choice", ""),
            sort=sort,
            text=x.text,
            op=x.op,
        )

        def write() -> None:
            then()
            unit.function(name, ["m", "s", "z", "st", "v"], after.out)

        unit.later(write)
        step = unit.step(name)
        out.add(lay(kept, step))
        out.add(f"m.asks.append(({c.names['me']}, {number}, options, st))")
        out.add("return")
        self._explain(number, x, kept, c, labels, tests)

    def _explain(
        self, number: int, x: Statement, kept: Sequence[str], c: Context, labels: Sequence[Any], tests: Sequence[Code]
    ) -> None:
        """The functions that are called only when somebody looks."""
        unit = self.unit
        if unit.journal:  # the same in both modules: made once; what nobody asks in a hurry stands in this one
            if unit.trace is None:
                unit.facts.question(number, x, list(kept), c)
            return
        params = ["m", "s", "z", *kept]
        if x.data.get("prompt") is not None:
            body = Lines()
            body.add(f"return {unit.texts.reason(x.data['prompt'], c)}")
            unit.function(f"prompt_{number}", params, body)
        if labels:
            body = Lines()
            for k, label in enumerate(labels):
                body.add(f"if v == {k if x.op == 'choose-one' else 1}: return {unit.texts.reason(label, c)}")
            unit.function(f"label_{number}", [*params, "v"], body)
        body = Lines()
        body.add("out = []")
        if x.op == "choose-one":
            for k, (branch, test) in enumerate(zip(x.body, tests, strict=True)):
                if test.const is None:
                    body.add(f"if not ({test}): out.append(({k}, {unit.line(branch.span)}, None))")
        elif x.op == "choose-band":
            bands.refused(self, x, c, body)
        elif x.op == "choose" or self.refusals(x):
            self._refused(x, c, body)
        body.add("return out")
        unit.function(f"refused_{number}", params, body)

    def _refused(self, x: Statement, c: Context, body: Lines) -> None:
        local = Code(self.values.name("x"))
        names = c.bind(it=local, **{x.data["x"]: local})
        conditions: list[Node] = []
        if x.op == "choose":
            base, conditions = peel(x.args["s"])
            body.add(f"for {local} in {self.values.value(base, c)}:")
        else:
            body.add(f"for {local} in {self._numbers(x, c)}:")
        body.depth += 1
        for condition in conditions:
            self.unit.reasons.why(condition, names, body, f"out.append(({local}, %s)); continue")
        self.refused_from_outside(x, local, names, body)
        body.add("pass")
        body.depth -= 1

    def refused_from_outside(self, x: Statement, local: Code, names: Context, body: Lines) -> None:
        point = self.unit.program.choices.get(x.data.get("choice", ""))
        for saying in self.unit.points.said(point) if point is not None else ():
            if saying.op == "refuse":
                test = self.unit.points.heard(saying, names)
                why = self.unit.texts.reason(saying.reason, self.unit.points.seen(saying, names))
                body.add(f"if {test}: out.append(({local}, {self.unit.line(saying.span)}, {why})); continue")
