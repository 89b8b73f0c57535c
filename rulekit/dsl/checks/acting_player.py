"""There is an acting player wherever a rule says `me` or `my`: followed from the beginning of the game."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl import accessors as get
from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.operations import has
from rulekit.dsl.points import VALUES
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement


def check(program: Program, graph: CallGraph) -> None:
    if program.begins is not None and program.begins in program.points:
        _Check(program, graph).all(program.begins)


class _Check:
    def __init__(self, program: Program, graph: CallGraph) -> None:
        self.program, self.graph = program, graph
        self.seen: set[str] = set()
        self.reported: set[str] = set()
        self.known: dict[str, bool] = {}

    def all(self, begins: str) -> None:
        self._deed(begins)
        for name in self.graph.names:
            point = self.program.points[name]
            if point.sort in (*VALUES, "permission") and "me" not in point.slots:
                for x, span in self.graph.supposed(name):
                    if self._needs_me(x):
                        self._report(x.at(span), "nobody is `me` in this deed")

    def _deed(self, name: str) -> None:
        if name not in self.seen:
            self.seen.add(name)
            for body in self.graph.bodies(name):
                self._block(body)

    def _block(self, body: Sequence[Statement]) -> None:
        """Statements without a `me`."""
        for x in body:
            if x.op != "do" and any(self._of_me(n) for n in x.nodes()):
                self._report(x)
            elif x.op == "do":
                point = self.program.points[x.data["point"]]
                given = [n for k, a in x.args.items() if k != "me" for n in a.walk()]
                if any(self._of_me(n) for n in given) or ("me" in point.slots and self._of_me(get.doer(x))):
                    self._report(x)
                elif "me" not in point.slots:
                    self._deed(point.name)
            if has(x.op, "asks me"):
                self._report(x, "nobody is asked here")
            if has(x.op, "is done by me"):
                self._report(x)
            if x.op == "carry-out":
                for name in self.graph.leads(x):
                    if self._speaks(name):
                        self._report(x, f"nobody is `me` here, but `{name}` is about whoever carries it out")
            if not has(x.op, "binds me"):
                self._block(x.body)
            self._block(x.otherwise or ())

    def _speaks(self, name: str) -> bool:
        """Whether a rule needs an acting player."""
        if name not in self.known:
            self.known[name] = False
            self.known[name] = any(self._needs_me(x) for body in self.graph.bodies(name) for x in body)
        return self.known[name]

    def _needs_me(self, x: Statement) -> bool:
        by_me = has(x.op, "asks me") or has(x.op, "is done by me")
        if by_me or any(self._of_me(n) for k, n in x.args.items() if k != "me" for n in n.walk()):
            return True
        if x.op == "do":
            point = self.program.points[x.data["point"]]
            return self._of_me(get.doer(x)) if "me" in point.slots else self._speaks(point.name)
        if x.op == "carry-out" and any(self._speaks(name) for name in self.graph.leads(x)):
            return True
        inside = () if has(x.op, "binds me") else x.body
        return any(self._needs_me(inner) for inner in (*inside, *(x.otherwise or ())))

    def _of_me(self, node: Node) -> bool:
        """Whether a part of a value is `me`, or a deed that is supposed and needs somebody who carries it out."""
        return _speaks_of_me(node) or (node.op == "supposed" and self._needs_me(node.data["deed"]))

    def _report(self, x: Statement, what: str = "nobody is `me` here") -> None:
        if str(x.span) not in self.reported:
            self.reported.add(str(x.span))
            self.program.report(
                "RK341",
                f"{what}: no player carries this rule out",
                x.span,
                "put it under `each player in players:` or `for PLAYER:`",
            )


def _speaks_of_me(node: Node) -> bool:
    return (node.op == "local" and node.data["name"] == "me") or node.op == "owned-mine"
