"""Sentences about the course of the game: what is needed, scenes that begin, the end."""

from __future__ import annotations

from rulekit.compiler.code import Code, not_, number
from rulekit.compiler.values import Context
from rulekit.compiler.writer import Writer
from rulekit.dsl.program import Mark
from rulekit.dsl.tree import Statement


class Course(Writer):
    def begin(self, x: Statement, c: Context) -> None:
        """The roles and the marks of a scene, as they are at its beginning."""
        name = x.data["point"]
        scene = self.unit.program.scenes[name]
        for slot in scene.slots:
            self.add(f"s[{self.layout.roles[name, slot]}] = {self.values.value(x.args[slot], c)}")
        for mark_name in scene.marks:
            mark = self.unit.program.marks[mark_name]
            base = self.layout.marks[mark_name]
            for k, it in enumerate(self.layout.first_owners(mark)):
                first = (
                    self.values.value(mark.first, c.bind(it=number(it)))
                    if mark.first is not None
                    else number(-1 if mark.type.maybe else self._lowest(mark))
                )
                self.add(f"s[{base + k}] = {first}")

    def _lowest(self, mark: Mark) -> int:
        return self.layout.bases[mark.type.of] if mark.type.head == "kind" else mark.low or 0

    def s_needs(self, x: Statement, c: Context) -> None:
        test = self.unit.asked(x.span, not_(self.values.condition(x.args["c"], c)))
        if test.const == 0:
            return
        why = self.unit.texts.reason(x.data.get("reason"), c)
        self.add(f"if {test}: {self.fail(c, why if self.unit.journal else '')}")

    def s_end_game(self, x: Statement, c: Context) -> None:
        who = self.values.name("x")
        source = self.values.value(x.args["s"], c)
        keys = [self.values.value(x.args[k], c.bind(it=Code(who))) for k in "nm" if k in x.args]
        self.add(f"m.end([({who}, {', '.join(keys)}) for {who} in {source}], {c.line})")
        self.add("return")

    def s_end_won(self, x: Statement, c: Context) -> None:
        """Those who have won rank before all others; somebody must have."""
        node = x.args["w"]
        code = self.values.value(node, c)
        won = self.values.name("won")
        self.add(f"{won} = {f'({code},)' if node.type.head == 'kind' else code}")
        self.add(f"if not {won}: {self.fail(c)}")
        self.add(f"m.end([(x, int(x in {won})) for x in range({self.layout.players})], {c.line})")
        self.add("return")
