"""Sorts of things where a phrase takes any: cards go where such cards can lie, numbers are what is raised."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from rulekit.diagnostics import Span
from rulekit.dsl.arguments import by_name
from rulekit.dsl.call_graph import CallGraph, Value, needed
from rulekit.dsl.conversions import conversion_hint
from rulekit.dsl.operations import having
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement
from rulekit.dsl.types import NUMBER

Wrong = Iterator[tuple[str, str]]
"""(message, hint)"""


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
        for message, hint in WRONG[x.op].of(x, program, x) if x.op in WRONG else ():
            if str(span) not in seen:
                seen.add(str(span))
                program.report("RK304", message, span, hint)


def _asked_in_vain(program: Program, values: Iterable[Value], name: str, seen: set[str]) -> None:
    """Whether a condition asks for a thing where no such thing can ever lie."""
    for whole, span in values:
        for node in whole.walk():
            vain = IN_VAIN[node.op].of(node, program) if node.op in IN_VAIN else ""
            key = f"{name} {node.key}"
            if vain and key not in seen:
                seen.add(key)
                text = f"no {vain} can ever lie there"
                program.report("RK304", text, span, "name a place of such things, or take the question away")


def _in_vain(program: Program, *, a: Node, b: Node) -> str:
    """What can never lie where it is asked for."""
    return "" if _can_lie(program, a.type.of, b) else a.type.of


IN_VAIN = by_name(dict.fromkeys(("is-in", "is-not-in"), _in_vain), 1, "value")


# ---------------------------------------------------------------- what is wrong with a sentence
def _raised(program: Program, said: Statement, *, x: Node) -> Wrong:
    if x.type != NUMBER:
        what = program.words.kinds.say(x.type)
        yield f"only a number can be raised or lowered, but this is {what}", "say  set ... to ..."


def _moved(program: Program, said: Statement, *, x: Node, b: Node) -> Wrong:
    yield from _laid(program, x.type.of, b)


def _moved_set(program: Program, said: Statement, *, s: Node, b: Node) -> Wrong:
    yield from _laid(program, s.type.of, b)


def _moved_cards(program: Program, said: Statement, *, a: Node, b: Node) -> Wrong:
    yield from _laid(program, a.type.of, b)


def _moved_at_random(program: Program, said: Statement, *, k: str, b: Node) -> Wrong:
    yield from _laid(program, k, b)


def _laid_in_a_row(program: Program, said: Statement, *, k: str, r: Node) -> Wrong:
    yield from _laid(program, k, r)


def _laid(program: Program, kind: str, where: Node) -> Wrong:
    if not _can_lie(program, kind, where):
        many = _many(program, where.type.of)
        yield f"no {kind} can lie there: it is a place for {many}", _homes(program, kind)


def _of_two_owners(program: Program, said: Statement, *, p: Node, a: Node, b: Node) -> Wrong:
    """Pieces stay with their owner: from one player's own place they do not come to another's."""
    owners = {}
    for node in (p, a, b):
        place = program.places.get(node.data.get("place", ""))
        given = [n for n in node.args.values() if n.op == "seated"]
        if given and (place.mine if place is not None else node.type.head == "pieces"):
            owners[given[0].data["name"]] = node
    if len(owners) > 1:
        yield f"these cannot be pieces of {' and of '.join(owners)} at once", "name one player in all three places"


def _turned(program: Program, said: Statement, *, x: Node) -> Wrong:
    if not _is_card(program, x.type.of):
        what = program.words.kinds.say(x.type)
        yield f"{what} is not a card that lies anywhere; only a card is turned", "name a card"


def _shown(program: Program, said: Statement, *, x: Node) -> Wrong:
    if not _is_card(program, x.type.of):
        what = program.words.kinds.say(x.type)
        yield f"{what} is not a card that lies anywhere; only cards are looked at and shown", "name a card"


def _carried_out(program: Program, said: Statement, *, a: Node, p: Node | None = None) -> Wrong:
    family, say = program.families[a.type.of], program.words.kinds.say
    if family.slot is None and p is not None:
        yield f"a {family.name} is about nothing", f"say:  {said.text.rpartition(' in ')[0]}"
    elif family.slot is not None and p is None:
        yield f"a {family.name} is about {say(family.slot[1])}", f"say:  {said.text} in ..."
    elif family.slot is not None and p is not None and not program.words.kinds.fits(p.type, str(family.slot[1])):
        hint = conversion_hint(program.words, str(family.slot[1]), p.type, p.word or "those")
        yield f"a {family.name} is about {say(family.slot[1])}, but this is {say(p.type)}", hint


_WRONG: Mapping[str, Callable[..., Wrong]] = {
    **dict.fromkeys(having("sets a number"), _raised),
    **dict.fromkeys(having("moves pieces"), _of_two_owners),
    **dict.fromkeys(("move-thing", "move-under"), _moved),
    **dict.fromkeys(("move-cards", "lay-top"), _moved_cards),
    "move-set": _moved_set,
    "move-random": _moved_at_random,
    "lay-row": _laid_in_a_row,
    "turn-up": _turned,
    **dict.fromkeys(("look-at", "show-to"), _shown),
    "carry-out": _carried_out,
}
WRONG = by_name(_WRONG, 2, "sentence")


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
