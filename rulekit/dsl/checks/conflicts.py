"""Within a layer the order of cards does not matter: statements commute, are never in force together, or are reported."""

from __future__ import annotations

from rulekit.dsl.points import Point, Saying
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Clause, Node

SAME_SORT = {"plus": "sum", "minus": "sum", "at-most": "most", "at-least": "least"}


def check(program: Program) -> None:
    for point in [*program.points.values(), *program.choices.values()]:
        for k, a in enumerate(point.said):
            for b in point.said[k + 1 :]:
                if a.layer == b.layer and not _commute(a, b) and not _apart(program, point, a, b):
                    program.report(
                        "RK350",
                        f"{_who(a)} and {_who(b)} both speak about `{point.name}` in the layer {a.layer}, "
                        "and their order matters",
                        a.span,
                        "give one of them a condition that excludes the other, or another layer",
                        also=(("the other", b.span),),
                    )
        exceptions = [c for c in point.clauses if c.op == "exception"]
        for k, x in enumerate(exceptions):
            for y in exceptions[k + 1 :]:
                if not _excluded(x, y):
                    program.report(
                        "RK351",
                        f"the exceptions `{x.name}` and `{y.name}` of `{point.name}` can hold together",
                        y.span,
                        f"say which prevails:  exception {y.name} despite {x.name}: ...",
                        also=(("the other", x.span),),
                    )


def _who(saying: Saying) -> str:
    return saying.carrier or f"the variant {saying.family}"


def _commute(a: Saying, b: Saying) -> bool:
    if "instead" in (a.op, b.op):
        return a.op != b.op
    if a.op != b.op or a.op != "adjust":
        return True
    if a.adjustment is None or b.adjustment is None:
        return True
    x, y = SAME_SORT.get(a.adjustment[0]), SAME_SORT.get(b.adjustment[0])
    return (x is not None and x == y) or (
        a.adjustment[0] == b.adjustment[0] and a.adjustment[1].key == b.adjustment[1].key
    )


def _apart(program: Program, point: Point, a: Saying, b: Saying) -> bool:
    """Proved never to speak together: by the zone that puts them in force, or by the same question with another answer."""
    if _opposite(a.condition, b.condition):
        return True
    if a.carrier and a.carrier == b.carrier:
        return False
    family = program.families.get(a.family)
    if family is None or a.family != b.family or family.zone is None:
        return False
    place = program.places.get(family.zone.data.get("place", ""))
    single = place is not None and place.is_spot
    return single and (not place.owners or family.mine) if place is not None else False


def _excluded(x: Clause, y: Clause) -> bool:
    return bool(x.despite == y.name or y.despite == x.name) or _opposite(x.condition, y.condition)


def _opposite(a: Node | None, b: Node | None) -> bool:
    """`x is A` against `x is B`, or a condition against its negative."""
    if a is None or b is None:
        return False
    parts_a, parts_b = _parts(a), _parts(b)
    for p in parts_a:
        for q in parts_b:
            if p.op == "is" and q.op == "is" and p.args["a"].key == q.args["a"].key:
                x, y = p.args["b"], q.args["b"]
                if x.op == y.op == "entity" and x.key != y.key:
                    return True
            if (p.op == "not" and p.args["c"].key == q.key) or (q.op == "not" and q.args["c"].key == p.key):
                return True
    return False


def _parts(node: Node) -> list[Node]:
    return [*_parts(node.args["a"]), *_parts(node.args["b"])] if node.op == "and" else [node]
