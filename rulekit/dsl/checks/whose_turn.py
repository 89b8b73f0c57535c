"""`me` is somebody wherever a rule says `me` or `my`: followed from where the game begins."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl.program import Program
from rulekit.dsl.tree import CHOOSING, Node, Statement

BINDING = ("each-player", "at-once", "for-player", "may")


def check(program: Program) -> None:
    if not isinstance(program.begins, str) or program.begins not in program.points:
        return
    seen: set[str] = set()
    reported: set[str] = set()

    def deed(name: str) -> None:
        if name not in seen:
            seen.add(name)
            point = program.points[name]
            block(point.body)
            for saying in point.said:
                block(saying.body)

    def block(body: Sequence[Statement]) -> None:
        """Statements without a `me`."""
        for x in body:
            if x.op != "do" and any(_speaks_of_me(n) for n in x.nodes()):
                report(x)
            elif x.op == "do":
                point = program.points[x.data["point"]]
                given = [n for k, a in x.args.items() if k != "me" for n in a.walk()]
                if any(_speaks_of_me(n) for n in given) or ("me" in point.slots and _speaks_of_me(x.args["me"])):
                    report(x)
                elif "me" not in point.slots:
                    deed(point.name)
            if x.op in (*CHOOSING, "choose-one"):
                report(x, "nobody is asked here")
            if x.op not in BINDING:
                block(x.body)
            block(x.otherwise or ())

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


def _speaks_of_me(node: Node) -> bool:
    return (node.op == "local" and node.data["name"] == "me") or node.op == "owned-mine"
