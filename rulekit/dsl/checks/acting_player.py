"""`me` is somebody wherever a rule says `me` or `my`: followed from where the game begins."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.operations import has
from rulekit.dsl.points import VALUES
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement


def check(program: Program, graph: CallGraph) -> None:
    if program.begins is None or program.begins not in program.points:
        return
    seen: set[str] = set()
    reported: set[str] = set()
    known: dict[str, bool] = {}

    def deed(name: str) -> None:
        if name not in seen:
            seen.add(name)
            for body in graph.bodies(name):
                block(body)

    def block(body: Sequence[Statement]) -> None:
        """Statements without a `me`."""
        for x in body:
            if x.op != "do" and any(of_me(n) for n in x.nodes()):
                report(x)
            elif x.op == "do":
                point = program.points[x.data["point"]]
                given = [n for k, a in x.args.items() if k != "me" for n in a.walk()]
                if any(of_me(n) for n in given) or ("me" in point.slots and of_me(x.args["me"])):
                    report(x)
                elif "me" not in point.slots:
                    deed(point.name)
            if has(x.op, "asks me"):
                report(x, "nobody is asked here")
            if has(x.op, "is done by me"):
                report(x)
            if x.op == "carry-out":
                for name in graph.leads(x):
                    if speaks(name):
                        report(x, f"nobody is `me` here, but `{name}` is about whoever carries it out")
            if not has(x.op, "binds me"):
                block(x.body)
            block(x.otherwise or ())

    def speaks(name: str) -> bool:
        """Whether a rule needs somebody who carries it out."""
        if name not in known:
            known[name] = False
            known[name] = any(needs_me(x) for body in graph.bodies(name) for x in body)
        return known[name]

    def needs_me(x: Statement) -> bool:
        by_me = has(x.op, "asks me") or has(x.op, "is done by me")
        if by_me or any(of_me(n) for k, n in x.args.items() if k != "me" for n in n.walk()):
            return True
        if x.op == "do":
            point = program.points[x.data["point"]]
            return of_me(x.args["me"]) if "me" in point.slots else speaks(point.name)
        if x.op == "carry-out" and any(speaks(name) for name in graph.leads(x)):
            return True
        inside = () if has(x.op, "binds me") else x.body
        return any(needs_me(inner) for inner in (*inside, *(x.otherwise or ())))

    def of_me(node: Node) -> bool:
        """Whether a part of a value is `me`, or a deed that is supposed and needs somebody who carries it out."""
        return _speaks_of_me(node) or (node.op == "supposed" and needs_me(node.data["deed"]))

    def report(x: Statement, what: str = "nobody is `me` here") -> None:
        if str(x.span) not in reported:
            reported.add(str(x.span))
            program.report(
                "RK341",
                f"{what}: no player carries this rule out",
                x.span,
                "put it under `each player in players:` or `for PLAYER:`",
            )

    deed(program.begins)
    for name in graph.names:
        point = program.points[name]
        if point.sort in (*VALUES, "permission") and "me" not in point.slots:
            for x, span in graph.supposed(name):
                if needs_me(x):
                    report(x.at(span), "nobody is `me` in this deed")


def _speaks_of_me(node: Node) -> bool:
    return (node.op == "local" and node.data["name"] == "me") or node.op == "owned-mine"
