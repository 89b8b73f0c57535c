"""Within a layer the order of what is said before and after a deed does not matter: what one changes the others leave alone."""

from __future__ import annotations

from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.checks.conflicts import CONDITION, apart, other_layer, same_speaker, speakers
from rulekit.dsl.points import Modifier, Point
from rulekit.dsl.program import Program
from rulekit.dsl.touched import CHANCE, END, QUESTION, Resource, Touched, Touches, meeting

TOGETHER = "say both in one block, in the order that is meant"


def check(program: Program, graph: CallGraph) -> None:
    blocks = [(point, [x for x in point.modifiers if x.op in ("before", "after")]) for point in program.points.values()]
    if not any(len(said) > 1 for _, said in blocks):
        return
    touched = Touched(program, graph)
    for point, said in blocks:
        for k, a in enumerate(said):
            for b in said[k + 1 :]:
                if a.op == b.op and a.layer == b.layer:
                    _compare(program, point, touched, a, b)


def _compare(program: Program, point: Point, touched: Touched, a: Modifier, b: Modifier) -> None:
    if apart(program, a, b):  # it may be so only until the first has spoken
        met = meeting(touched.by(a), touched.conditions(b)) or meeting(touched.conditions(a), touched.by(b))
    else:
        met = meeting(touched.by(a), touched.by(b))
    if met is None:
        return
    why = _met(met, touched.by(a), touched.by(b))
    text = f"{speakers(a, b)} {a.op} `{point.name}` in the layer {a.layer}, and their order matters: {why}"
    hint = other_layer(program, a, b) or (TOGETHER if same_speaker(a, b) else CONDITION)
    program.report("RK350", text, b.span, hint, also=(("the other", a.span),))


def _met(met: Resource, a: Touches, b: Touches) -> str:
    if met == QUESTION:
        return "both ask"
    if met == CHANCE:
        return "both draw by chance"
    if met == END:
        return "one ends the game"
    what = met[1] if met[1] != "*" else "the same"
    both = all(any(_near(met, k) and ways - {"read"} for k, ways in side.items()) for side in (a, b))
    return f"both change `{what}`" if both else f"one changes `{what}`, the other looks at it"


def _near(met: Resource, other: Resource) -> bool:
    return len(met) == len(other) and all(x == y or "*" in (x, y) for x, y in zip(met, other, strict=True))
