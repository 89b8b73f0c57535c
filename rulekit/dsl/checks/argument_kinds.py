"""Sorts of things where a phrase takes any: cards go where such cards can lie, numbers are what is raised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.diagnostics import Span
from rulekit.dsl.call_graph import CallGraph, Value, needed
from rulekit.dsl.conversions import conversion_hint
from rulekit.dsl.operations import has
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement
from rulekit.dsl.types import NUMBER

MOVES = {
    "move-thing": ("x", "b"),
    "move-under": ("x", "b"),
    "move-set": ("s", "b"),
    "move-cards": ("a", "b"),
    "lay-top": ("a", "b"),
}
KINDS = {"move-random": "b", "lay-row": "r"}


def check(program: Program, graph: CallGraph) -> None:
    seen: set[str] = set()
    for name in graph.names:
        _sentences(program, [*((x, x.span) for x in graph.statements(name)), *graph.supposed(name)], seen)
        _asked_in_vain(program, graph.values(name), name, seen)
    _asked_in_vain(program, needed(program), "", seen)
    for test in program.tests:
        said = [(value, span) for _, values, span, _ in test.lines for value in values.values()]
        sentences = [(inner, span) for x, span in said if isinstance(x, Statement) for inner in x.walk()]
        _sentences(program, sentences, seen)
        values = [*((n, span) for x, span in sentences for n in x.args.values()), *said]
        _asked_in_vain(program, [(x, span) for x, span in values if isinstance(x, Node)], test.title, seen)


def _sentences(program: Program, sentences: Iterable[tuple[Statement, Span]], seen: set[str]) -> None:
    for x, span in sentences:
        for message, hint in _wrong(program, x):
            if str(span) not in seen:
                seen.add(str(span))
                program.report("RK304", message, span, hint)


def _asked_in_vain(program: Program, values: Iterable[Value], name: str, seen: set[str]) -> None:
    """Whether a thing lies where no such thing can ever lie."""
    for whole, span in values:
        for node in whole.walk():
            if node.op in ("is-in", "is-not-in") and not _can_lie(program, node.args["a"].type.of, node.args["b"]):
                key = f"{name} {node.key}"
                if key not in seen:
                    seen.add(key)
                    text = f"no {node.args['a'].type.of} can ever lie there"
                    program.report("RK304", text, span, "name a place of such things, or take the question away")


def _wrong(program: Program, x: Statement) -> Iterator[tuple[str, str]]:
    say = program.words.kinds.say
    if has(x.op, "sets a number") and x.args["x"].type != NUMBER:
        yield f"only a number can be raised or lowered, but this is {say(x.args['x'].type)}", "say  set ... to ..."
    if x.op in MOVES:
        what, where = (x.args[k] for k in MOVES[x.op])
        if not _can_lie(program, what.type.of, where):
            yield (
                f"no {what.type.of} can lie there: it is a place for {_many(program, where.type.of)}",
                _homes(program, what.type.of),
            )
    if x.op in KINDS and not _can_lie(program, x.data["k"], x.args[KINDS[x.op]]):
        many = _many(program, x.args[KINDS[x.op]].type.of)
        yield f"no {x.data['k']} can lie there: it is a place for {many}", _homes(program, x.data["k"])
    if has(x.op, "moves pieces"):
        yield from _of_two_owners(program, x)
    if x.op == "turn-up" and not _is_card(program, x.args["x"].type.of):
        yield f"{say(x.args['x'].type)} is not a card that lies anywhere; only a card is turned", "name a card"
    if x.op in ("look-at", "show-to") and not _is_card(program, x.args["x"].type.of):
        yield (
            f"{say(x.args['x'].type)} is not a card that lies anywhere; only cards are looked at and shown",
            "name a card",
        )
    if x.op == "carry-out":
        yield from _carried_out(program, x)


def _of_two_owners(program: Program, x: Statement) -> Iterator[tuple[str, str]]:
    """Pieces stay with their owner: from one player's own place they do not come to another's."""
    owners = {}
    for node in (x.args["p"], x.args["a"], x.args["b"]):
        place = program.places.get(node.data.get("place", ""))
        given = [n for n in node.args.values() if n.op == "seated"]
        if given and (place.mine if place is not None else node.type.head == "pieces"):
            owners[given[0].data["name"]] = node
    if len(owners) > 1:
        yield f"these can not be pieces of {' and of '.join(owners)} at once", "name one player in all three places"


def _carried_out(program: Program, x: Statement) -> Iterator[tuple[str, str]]:
    family = program.families[x.args["a"].type.of]
    say = program.words.kinds.say
    if family.slot is None and "p" in x.args:
        yield f"a {family.name} is about nothing", f"say:  {x.text.rpartition(' in ')[0]}"
    elif family.slot is not None and "p" not in x.args:
        yield f"a {family.name} is about {say(family.slot[1])}", f"say:  {x.text} in ..."
    elif family.slot is not None and not program.words.kinds.fits(x.args["p"].type, str(family.slot[1])):
        hint = conversion_hint(program.words, str(family.slot[1]), x.args["p"].type, x.args["p"].word or "those")
        yield f"a {family.name} is about {say(family.slot[1])}, but this is {say(x.args['p'].type)}", hint


def _can_lie(program: Program, kind: str, place: Node) -> bool:
    """Whether some member of a kind can lie at a place: one is a sort of the other."""
    held, kinds = place.type.of, program.words.kinds
    return kinds.is_sort_of(kind, held) or kinds.is_sort_of(held, kind)


def _is_card(program: Program, kind: str) -> bool:
    kinds = program.words.kinds
    held = {p.contents[0] for p in program.places.values() if not p.counted}
    return any(kinds.is_sort_of(kind, h) or kinds.is_sort_of(h, kind) for h in held)


def _homes(program: Program, kind: str) -> str:
    """The places in which members of a kind can lie."""
    kinds = program.words.kinds
    names = [
        p.name for p in program.places.values()
        if not p.counted and p.contents and (kinds.is_sort_of(kind, p.contents[0]) or kinds.is_sort_of(p.contents[0], kind))
    ]  # fmt: skip
    return "it can lie in: " + ", ".join(names) if names else "it lies nowhere: declare a place for it"


def _many(program: Program, kind: str) -> str:
    return program.words.kinds.names.get(kind, kind + "s")
