"""Lines that do not do what they seem to say. Warnings: a reason given in the file silences them."""

from __future__ import annotations

from pathlib import PurePath

from rulekit.dsl import accessors as get
from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.mentions import nodes
from rulekit.dsl.operations import has
from rulekit.dsl.points import Modifier, Point
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Statement


def check(program: Program, graph: CallGraph) -> None:
    _never_carried_out(program, graph)
    for point in [*program.points.values(), *program.choices.values()]:
        for said in point.modifiers:
            _undoes_clauses(program, point, said)
            _looks_too_late(program, graph, point, said)
    _never_in_force(program, graph)


def _undoes_clauses(program: Program, point: Point, said: Modifier) -> None:
    """`becomes` without an `if` where the point itself makes differences: all of them are gone."""
    if said.op != "adjust" or said.adjustment is None or said.adjustment[0] != "becomes" or said.condition is not None:
        return
    ifs = [c for c in point.clauses if c.condition is not None]
    reads_it = any(n.op == "local" and n.data.get("name") == "it" for n in said.adjustment[1].walk())
    if ifs and not reads_it:
        program.report(
            "RK361",
            f"`becomes` without an `if` undoes every case of `{point.name}`, also `{ifs[0].text}`",
            said.span,
            f"add an `if`:  adjust {point.name} if ...: becomes ...",
            "warning",
            (("the cases", point.span),),
        )


def _never_in_force(program: Program, graph: CallGraph) -> None:
    """A card that has an effect while it lies in a place, and is never moved there."""
    statements = [(name, x) for name in graph.names for x in graph.statements(name)]
    for family in program.families.values():
        zone = family.zone.data.get("place") if family.zone is not None else None
        home = program.kinds[family.name].first
        if zone is None or (home is not None and home.data.get("place") == zone):
            continue
        others = {owner for owner, x in statements if _moves_to(x, zone, others=True)}
        for entry in program.entries.values():
            said = [
                s
                for p in [*program.points.values(), *program.choices.values()]
                for s in p.modifiers
                if s.carrier == entry.name
            ]
            own = any(owner == entry.name and _moves_to(x, zone, others=False) for owner, x in statements)
            if entry.family == family.name and said and not others and not own:
                program.report(
                    "RK362",
                    f"`{entry.name}` speaks only while it lies in {zone}, and nothing ever moves it there",
                    said[0].span,
                    f"for example:  move this card to {'my ' if family.mine else ''}{zone}",
                    "warning",
                )


def _moves_to(x: Statement, zone: str, others: bool) -> bool:
    """Whether a sentence moves cards to a place: any cards, or only the card that speaks."""
    if not has(x.op, "moves cards"):
        return False
    there = any(n.data.get("place") == zone for n in nodes(x.args.get("b"), x.args.get("r")))
    itself = x.op == "move-thing" and get.thing(x).op == "this-card"
    return there and itself != others


def _looks_too_late(program: Program, graph: CallGraph, point: Point, said: Modifier) -> None:
    """`after P if C`, where P itself asks C's value first and then changes what it rests on."""
    if said.op != "after" or said.condition is None or point.sort not in ("deed", "entry"):
        return
    first = [
        b for b, other in zip(graph.bodies(point.name), (None, None, *point.modifiers), strict=True) if _before(other)
    ]
    inside = list(graph.carried_out(x for body in first for x in body))
    asked = {n.data["point"] for x in inside for n in x.nodes() if "point" in n.data}
    for node in said.condition.walk():
        name = node.data.get("point")
        if name in asked and name in program.points and _rests_on(program, str(name)) & _changed(inside):
            program.report(
                "RK363",
                f"`{name}` is looked at after `{point.name}`, which changes what it rests on",
                said.span,
                f"look before:  before {point.name} if ...:",
                "warning",
                (("it is said here", program.points[str(name)].span),),
            )
            return


def _before(said: Modifier | None) -> bool:
    """Whether this is carried out before the conditions of `after` are looked at."""
    return said is None or said.op in ("before", "instead")


def _rests_on(program: Program, name: str) -> set[str]:
    """The places and marks that a value is reckoned from, also by way of others."""
    out, work, seen = set[str](), [name], set[str]()
    while work:
        one = work.pop()
        if one in seen or one not in program.points:
            continue
        seen.add(one)
        for n in nodes(program.points[one].clauses):
            out |= {str(n.data[k]) for k in ("place", "mark") if k in n.data}
            work += [str(n.data["point"])] if "point" in n.data else []
    return out


def _changed(inside: list[Statement]) -> set[str]:
    out = set[str]()
    for x in inside:
        if x.op.startswith("move"):
            out |= {str(n.data["place"]) for k in "ab" if k in x.args for n in x.args[k].walk() if "place" in n.data}
        elif has(x.op, "sets") and "x" in x.args:
            out |= {str(n.data["mark"]) for n in get.target(x).walk() if "mark" in n.data}
    return out


def _never_carried_out(program: Program, graph: CallGraph) -> None:
    """Deeds that nothing carries out: often a misspelt heading. A warning, because a variant may still use them."""
    used = {called for name in graph.names for called in graph.calls(name)}
    for test in program.tests:
        for line in test.lines:
            if line.op == "do":
                used |= {x.data["point"] for x in line.values["statement"].walk() if "point" in x.data}
    for point in program.points.values():
        if (
            point.sort == "deed"
            and point.name not in used
            and point.name != program.begins
            and "tests" not in PurePath(point.span.file).parts[:-1]
        ):
            program.report(
                "RK346",
                f"nothing ever says `{point.name}`",
                point.span,
                "is the heading spelt as it is used?",
                severity="warning",
            )
