"""Sentences that are valid but seldom do what was meant. Warnings: a reason given in the file silences them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.dsl import accessors as get
from rulekit.dsl.arguments import by_name
from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.operations import has
from rulekit.dsl.paraphrase import say
from rulekit.dsl.points import Modifier, Point
from rulekit.dsl.program import Program
from rulekit.dsl.ranges import bounds
from rulekit.dsl.tree import Node, Statement

KEPT = ("mark", "point")
"""What is written down of things, or worked out: in play it is none now and then, unlike what a table says"""
OF_EACH = ("with-most", "with-least", "ranked")
"""Operations whose number is asked of each member of a set"""


def check(program: Program, graph: CallGraph) -> None:
    for name in graph.names:
        for x in graph.statements(name):
            if x.op == "set":
                SET.of(x, program, graph, name, x)
            _to_where_it_lies(program, x)
        _both_none(program, graph, name)
        _swallowed(program, graph, name)
        _same_for_all(program, graph, name)
    for point in [*program.points.values(), *program.choices.values()]:
        for said in point.modifiers:
            _itself_less(program, point, said)
            _reads_what_is_emptied(program, graph, point, said)


# ---------------------------------------------------------------- a number below the least of its mark
def _below_the_least(program: Program, graph: CallGraph, name: str, said: Statement, *, x: Node, v: Node) -> None:
    """`set M to A - B` where that can be below the least that M can be, and nobody compared A with B."""
    if x.op != "mark" or not _is_difference(v):
        return
    mark = program.marks[x.data["mark"]]
    a, b = get.left(v), get.right(v)
    if mark.low is None or bounds(program, a)[0] - bounds(program, b)[1] >= mark.low or _compared(graph, name, a, b):
        return
    text = f"this can be below {mark.low}, which `{mark.name}` is at least: the line fails then"
    hint = f"where A and B are the two numbers:  if A is at least B, or  lower {mark.name} by ..., to no less than {mark.low}"
    program.report("RK369", text, said.span, hint, "warning", (("it is declared here", mark.span),))


SET = by_name({"set": _below_the_least}, 4, "sentence")["set"]


def _is_difference(node: Node) -> bool:
    return node.op == "arithmetic" and node.data["sign"] == "-"


def _compared(graph: CallGraph, name: str, a: Node, b: Node) -> bool:
    """Whether some condition of the rule speaks of the first number, or of both: then their difference was thought of."""
    keys = {a.key} | ({b.key} if b.op != "number" else set())
    for node in graph.nodes(name):
        if has(node.op, "compares") and any(n.key in keys for part in node.args.values() for n in part.walk()):
            return True
    return False


# ---------------------------------------------------------------- things that go where they are
def _to_where_it_lies(program: Program, x: Statement) -> None:
    one, other = x.args.get("a"), x.args.get("b")
    if x.op == "move-thing" and has(get.thing(x).op, "is a card by its place"):
        one = get.place_of(get.thing(x))
    if x.op == "each" and (lying := _where_they_lie(get.options(x))) is not None:
        for moved in _of_the_round(x.body):
            moving, to = get.thing(moved), get.goal(moved)
            if moving.op == "local" and moving.data.get("name") == x.data["x"] and to.key == lying.key:
                _told_of_lying(program, moved)
    if not x.op.startswith("move") or x.op == "move-under" or one is None or other is None or one.key != other.key:
        return
    _told_of_lying(program, x)


def _told_of_lying(program: Program, x: Statement) -> None:
    hint = "name the place where they are to lie then; to the bottom of a pile:  move {thing} under {pile}"
    program.report("RK368", "this moves things to where they lie already", x.span, hint, "warning")


def _where_they_lie(members: Node) -> Node | None:
    """The place in which all members of a set lie: `my hand`, `deeds in my hand`, `my hand where it is a deed`."""
    match members.op:
        case "place":
            return members
        case "things-in":
            return get.place_of(members)
        case "where":
            return _where_they_lie(get.members(members))
    return None


def _of_the_round(body: list[Statement]) -> Iterator[Statement]:
    """Things that a round moves first of all, below conditions too; what another player does has another `me`."""
    for x in body:
        if x.op == "move-thing":
            yield x
        elif x.op == "if":
            yield from _of_the_round(x.body)
            yield from _of_the_round(x.otherwise or [])
        elif x.op not in ("let", "tell"):
            return


# ---------------------------------------------------------------- where ... and
def _swallowed(program: Program, graph: CallGraph, name: str) -> None:
    """`there are no S where A and B`: B belongs to the `where`, also where it speaks of no member."""
    for value, span in graph.values(name):
        for node in value.walk():
            members = get.members(node) if node.op == "exist-no" else None
            test = get.filtered_by(members) if members is not None and members.op == "where" else None
            while test is not None and test.op == "and":
                last, test = get.right(test), get.left(test)
                if not any(
                    n.op == "local" and n.data["name"] not in ("me", *_slots(program, name)) for n in last.walk()
                ):
                    text = f"`{say(last)}` is asked of each member, and speaks of none: where it does not hold, there are none"
                    hint = f"put brackets round what is asked of the members:  there are no (...) and {say(last)}"
                    program.report("RK377", text, span, hint, "warning")
                    return


def _same_for_all(program: Program, graph: CallGraph, name: str) -> None:
    """`players with the most guards on the map`: a number that is the same for each of them chooses all."""
    for value, span in graph.values(name):
        for node in value.walk():
            number = node.args.get("n") if node.op in OF_EACH else None
            if number is not None and not any(
                n.op == "local" or has(n.op, "draws") or "chance" in n.data for n in number.walk()
            ):
                text = f"`{say(number)}` is asked of each member, and is the same for all of them"
                hint = f"say whose it is:  {say(number)} of it"
                program.report("RK377", text, span, hint, "warning")
                return


def _slots(program: Program, name: str) -> Iterable[str]:
    return program.points[name].slots


# ---------------------------------------------------------------- none is none
def _both_none(program: Program, graph: CallGraph, name: str) -> None:
    """`owner of X is ally of Y`: it holds where neither has one as well."""
    asked = {n.key for value, _ in graph.values(name) for n in _asked_for_none(value)}
    outside = {id(said.condition) for said in graph.modifiers(name)}
    for value, span in graph.values(name):
        # what is said from outside comes before the rule asks anything
        before = {n.key for n in _asked_for_none(value)} if id(value) in outside else asked
        for node in value.walk():
            a, b = node.args.get("a"), node.args.get("b")
            if node.op != "is" or a is None or b is None or not (a.type.maybe and b.type.maybe):
                continue
            if a.op in KEPT and b.op in KEPT and not {a.key, b.key} & before:
                text = "this holds as well where both are none"
                program.report("RK367", text, span, f"if that is not meant:  {say(a)} is not none and ...", "warning")


def _asked_for_none(value: Node) -> Iterator[Node]:
    """What is compared with `none` somewhere in a value."""
    for node in value.walk():
        if node.op in ("is", "is-not") and "none" in (get.left(node).op, get.right(node).op):
            yield from node.args.values()


# ---------------------------------------------------------------- modifiers
def _itself_less(program: Program, point: Point, said: Modifier) -> None:
    if said.adjustment is None or said.adjustment[0] != "minus":
        return
    node = said.adjustment[1]
    if node.op == "local" and node.data.get("name") == "it":
        text = f"`minus it` takes `{point.name}` off itself: it is 0 then, whatever it was"
        program.report("RK370", text, said.span, f"say  adjust {point.name}: becomes 0  if that is meant", "warning")


def _reads_what_is_emptied(program: Program, graph: CallGraph, point: Point, said: Modifier) -> None:
    """`after P` that reads a place out of which P moves everything, and into which it moves nothing."""
    if said.op != "after" or point.sort not in ("deed", "entry"):
        return
    filled, emptied = set[str](), set[str]()
    for x in _in_order(graph, (x for body in graph.bodies(point.name)[:2] for x in body), set()):
        if has(x.op, "empties a place"):
            emptied.update(_places(x.args.get("a") or x.args.get("s")))
        if x.op.startswith(("move", "lay")):
            here = set(_places(x.args.get("b")))
            filled |= here
            emptied -= here
    read = [said.condition] if said.condition is not None else []
    first = next(iter(said.body), None)
    read += [
        n for n in (first.args.values() if first is not None else ()) if first and not has(first.op, "empties a place")
    ]
    for place in (p for node in read for p in _places(node)):
        if place in emptied:
            how = ("may be", "moves") if place in filled else ("is", "has moved")
            text = f"`{place}` {how[0]} empty here: `{point.name}` {how[1]} away what lay there"
            hint = f"look before:  before {point.name}: ..."
            program.report("RK363", text, said.span, hint, "warning", ((f"`{point.name}`", point.span),))
            return


def _in_order(graph: CallGraph, body: Iterable[Statement], seen: set[str]) -> Iterator[Statement]:
    """The sentences of a block, each followed by those of the rules that it calls; each rule once."""
    for first in body:
        for x in first.walk():
            yield x
            for name in graph.leads(x):
                if name in graph.program.points and name not in seen:
                    seen.add(name)
                    yield from _in_order(graph, graph.statements(name), seen)


def _places(node: Node | None) -> Iterator[str]:
    for n in node.walk() if node is not None else ():
        if "place" in n.data:
            yield str(n.data["place"])
