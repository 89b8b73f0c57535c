"""`me` is somebody wherever a rule says `me` or `my`: followed from where the game begins."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl.program import Program
from rulekit.dsl.tree import CHOOSING, Node, Statement

ASKING = (*CHOOSING, "choose-one")
BINDING = ("each-player", "at-once", "for-player", "may")


def check(program: Program) -> None:
    if not isinstance(program.begins, str) or program.begins not in program.points:
        return
    seen: set[str] = set()
    reported: set[str] = set()
    known: dict[str, bool] = {}

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
            if x.op in ASKING:
                report(x, "nobody is asked here")
            if x.op == "carry-out":
                for name in entries(x):
                    if speaks(name):
                        report(x, f"nobody is `me` here, but `{name}` is about whoever carries it out")
            if x.op not in BINDING:
                block(x.body)
            block(x.otherwise or ())

    def entries(x: Statement) -> list[str]:
        """What `carry out` may come to: the card that it names, or any of its family."""
        card, family = x.args["a"], x.args["a"].type.of
        found = [e for e in program.entries.values() if e.family == family]
        named = [e for e in found if card.op == "entity" and card.data["index"] in e.indices]
        return [e.name for e in named or found]

    def speaks(name: str) -> bool:
        """Whether a rule needs somebody who carries it out."""
        if name not in known:
            known[name] = False
            point, entry = program.points[name], program.entries.get(name)
            bodies = [point.body, entry.body if entry is not None else [], *(s.body for s in point.said)]
            known[name] = any(needs_me(x) for body in bodies for x in body)
        return known[name]

    def needs_me(x: Statement) -> bool:
        if x.op in ASKING or any(_speaks_of_me(n) for k, n in x.args.items() if k != "me" for n in n.walk()):
            return True
        if x.op == "do":
            point = program.points[x.data["point"]]
            return _speaks_of_me(x.args["me"]) if "me" in point.slots else speaks(point.name)
        if x.op == "carry-out" and any(speaks(name) for name in entries(x)):
            return True
        inside = () if x.op in BINDING else x.body
        return any(needs_me(inner) for inner in (*inside, *(x.otherwise or ())))

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
