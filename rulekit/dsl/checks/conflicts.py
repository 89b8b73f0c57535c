"""Within a layer the order of cards does not matter: statements commute, are never in force together, or are reported."""

from __future__ import annotations

from rulekit.dsl import accessors as get
from rulekit.dsl.points import Modifier, Point
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Clause, Node

SAME_SORT = {
    "plus": "sum",
    "minus": "sum",
    "at-most": "most",
    "at-least": "least",
    "with": "with",
    "without": "without",
}
CONDITION = "give one of them a condition that excludes the other"
NEGATIVES = [
    ("is", "is-not"),
    ("is-a", "is-not-a"),
    ("among", "not-among"),
    ("among-numbers", "not-among-numbers"),
    ("is-in", "is-not-in"),
    ("face-up", "face-down"),
    ("plays", "plays-not"),
    ("empty", "not-empty"),
    ("exist", "exist-no"),
    ("holds", "holds-no"),
    ("allowed", "not-allowed"),
    ("route", "no-route"),
    ("more", "at-most"),
    ("less", "at-least"),
]
NEVER_BOTH = {*NEGATIVES, *((b, a) for a, b in NEGATIVES)}
"""Conditions of which one holds where the other does not, about the same things"""
CONSTANTS = ("entity", "number")


def check(program: Program) -> None:
    for point in [*program.points.values(), *program.choices.values()]:
        for k, a in enumerate(point.modifiers):
            for b in point.modifiers[k + 1 :]:
                if a.layer == b.layer and not _commute(a, b) and not apart(program, a, b):
                    said, other = (
                        (b, a) if a.carrier and not b.carrier else (a, b)
                    )  # who writes a variant mends it there
                    program.report(
                        "RK350",
                        f"{speakers(a, b)} about `{point.name}` in the layer {a.layer}, and their order matters",
                        said.span,
                        _apart_by(program, a, b),
                        also=(("the other", other.span),),
                    )
        for a in point.modifiers:
            _row_against_itself(program, point, a)
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


def _apart_by(program: Program, a: Modifier, b: Modifier) -> str:
    layer = other_layer(program, a, b)
    return f"{CONDITION};  or {layer}" if layer else CONDITION


def other_layer(program: Program, a: Modifier, b: Modifier) -> str:
    """How one of them is let speak in another layer; empty where it cannot be, since one speaker has one layer."""
    at = program.layers.index(a.layer) if a.layer in program.layers else 0
    earlier, later = program.layers[:at], program.layers[at + 1 :]
    if same_speaker(a, b) or not (earlier or later):
        return ""
    layer, when = (earlier[-1], "first") if earlier else (later[0], "last")
    if a.carrier and b.carrier:
        return "" if a.family == b.family else f"let the family of one of them speak in another layer:  layer {layer}"
    which = "the variant" if a.carrier or b.carrier else f"the variant that is to speak {when}"
    return f"say in {which}:  layer {layer}"


def _row_against_itself(program: Program, point: Point, a: Modifier) -> None:
    """A text for a row of cards: several of them can be in force together."""
    entry = program.entries.get(a.carrier)
    if entry is None or entry.over is None or _single_spot(program, a) or _names_its_row(a, entry.over[0]):
        return
    same = a.op != "instead" and (
        a.adjustment is None or a.adjustment[0] != "becomes" or not a.speaks_of(entry.over[0])
    )
    if not same:
        program.report(
            "RK350",
            f"several cards of `{a.carrier}` can speak about `{point.name}` together, and their order matters",
            a.span,
            f"give it a condition that only one of them fulfils:  if ... is {entry.over[0]}",
        )


def _names_its_row(a: Modifier, row: str) -> bool:
    """`if goal is b`: that holds for one row only."""
    for part in _parts(a.condition) if a.condition is not None else ():
        if part.op == "is":
            own = [n.op == "local" and n.data["name"] == row for n in part.args.values()]
            others = [n for n, mine in zip(part.args.values(), own, strict=True) if not mine]
            if len(others) == 1 and not any(n.op == "local" and n.data["name"] == row for n in others[0].walk()):
                return True
    return False


def same_speaker(a: Modifier, b: Modifier) -> bool:
    return (a.carrier or a.family) == (b.carrier or b.family)


def speakers(a: Modifier, b: Modifier) -> str:
    one, other = _who(a), _who(b)
    return f"two lines of {one} speak" if one == other else f"{one} and {other} both speak"


def _who(modifier: Modifier) -> str:
    return modifier.carrier or f"the variant {modifier.family}"


def _commute(a: Modifier, b: Modifier) -> bool:
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


def apart(program: Program, a: Modifier, b: Modifier) -> bool:
    """Proved never to speak together: by the zone that puts them in force, or by the same question with another answer."""
    if _opposite(a.condition, b.condition):
        return True
    if a.carrier and a.carrier == b.carrier:
        return False
    return a.family == b.family and _single_spot(program, a)


def _single_spot(program: Program, a: Modifier) -> bool:
    """Whether its family is in force in one spot, where one card lies at a time."""
    family = program.families.get(a.family)
    if family is None or family.zone is None:
        return False
    place = program.places.get(family.zone.data.get("place", ""))
    single = place is not None and place.is_spot
    return single and (not place.owners or family.mine) if place is not None else False


def _excluded(x: Clause, y: Clause) -> bool:
    return bool(x.despite == y.name or y.despite == x.name) or _opposite(x.condition, y.condition)


def _opposite(a: Node | None, b: Node | None) -> bool:
    """`x is A` against `x is B`, `n is 1` against `n is 2`, or a condition against its negative."""
    if a is None or b is None:
        return False
    parts_a, parts_b = _parts(a), _parts(b)
    for p in parts_a:
        for q in parts_b:
            if p.op == "is" and q.op == "is" and get.left(p).key == get.left(q).key:
                x, y = get.right(p), get.right(q)
                if x.op == y.op and x.op in CONSTANTS and x.key != y.key:
                    return True
            if (p.op, q.op) in NEVER_BOTH and p.key.removeprefix(p.op) == q.key.removeprefix(q.op):
                return True
            if (p.op == "not" and get.denied(p).key == q.key) or (q.op == "not" and get.denied(q).key == p.key):
                return True
    return False


def _parts(node: Node) -> list[Node]:
    return [*_parts(get.left(node)), *_parts(get.right(node))] if node.op == "and" else [node]
