"""Sentences that use equipment on the table: words of devices."""

from __future__ import annotations

from rulekit.compiler.values import Context
from rulekit.compiler.writer import Writer
from rulekit.dsl.tree import Node, Statement


class Equipment(Writer):
    def s_device(self, x: Statement, c: Context) -> None:
        self.add(self.call(x.data["device"], x.data["function"], x, c))
        places = [self.place(node, c) for node in x.args.values() if node.type.head in ("place", "kind")]
        if places:  # what lies in the last place is what came of it
            name = x.data["device"]
            self.log(c, "'device'", f"{name!r}", f"tuple([s[k] if k >= 0 else 0 for k in {places[-1]}])")

    def call(self, name: str, function: str, x: Statement, c: Context) -> str:
        """A call of a device's function with what stands in the gaps of its phrase, in the order of the phrase."""
        args = [
            self.place(node, c) if node.type.head in ("place", "kind") else self.values.value(node, c)
            for node in x.args.values()
        ]
        return f"{self.unit.device(name, function)}(s, z, {', '.join(args)})"

    def place(self, node: Node, c: Context) -> str:
        name, instance = self.values.holder(node, c)
        made = self.unit.program.places.get(name)
        count = self.layout.instances(made.owners) if made is not None else self.layout.sizes[name]
        slots = self.unit.constant(f"slots_{name}", tuple(self.layout.slots(name, k) for k in range(count)))
        return f"{slots}[{instance}]"
