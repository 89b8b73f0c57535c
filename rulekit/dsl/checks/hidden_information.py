"""No question and no text tells a player what the board hides from them.

Cards that lie hidden are shown by their places when they are chosen; but which of them can be chosen at all would tell what
they are, and so would a text with a value that rests on them, also by a name that was given with `let`.
"""

from __future__ import annotations

import re

from rulekit.diagnostics import Span
from rulekit.dsl import accessors as get
from rulekit.dsl.call_graph import CallGraph, shown_texts
from rulekit.dsl.given_names import GivenNames
from rulekit.dsl.hidden_information import ME, NOBODY, Names, Secrets
from rulekit.dsl.operations import has
from rulekit.dsl.paraphrase import say
from rulekit.dsl.program import Program
from rulekit.dsl.subset_choice import peel, speaks_of
from rulekit.dsl.tree import Node, Statement, TextTemplate

UNSEEN = "say it of what `me` sees:  places seen by all, my own hand, a card that lies face up"


def check(program: Program, graph: CallGraph) -> None:
    secrets = Secrets(program)
    read = set[int]()
    for name in graph.names:
        for body in graph.bodies(name):
            given = GivenNames(secrets, body)
            for x in (x for y in body for x in y.walk() if x.span.file not in program.test_files):
                if id(x) not in read:
                    read.add(id(x))
                    _sentence(program, given, x)
    nothing = GivenNames(secrets, ())
    for reason, span in shown_texts(program):
        _told(program, nothing, reason, span)
    for window in program.windows.values():
        _text(program, nothing, window.prompt, window.span)
    for point in program.points.values():
        given = GivenNames.of_point(secrets, point)
        for ruling in point.rulings:
            _text(program, given, ruling.reason, ruling.span)
    for point in (*program.points.values(), *program.choices.values()):
        for modifier in point.modifiers:
            _text(program, nothing, modifier.reason, modifier.span)


def _sentence(program: Program, given: GivenNames, x: Statement) -> None:
    if has(x.op, "names a choice") and "s" in x.args:
        _choice(program, given.secrets, x)
    for key, text in x.data.items():
        if isinstance(text, TextTemplate) and key == "told":
            _told(program, given, text, x.span, x)
        elif isinstance(text, TextTemplate) and key != "note":
            _text(program, given, text, x.span, x)


def _choice(program: Program, secrets: Secrets, x: Statement) -> None:
    base, tests = peel(get.options(x))
    if not any(True for _ in secrets.hidden(base)):
        return
    if any(n.op == "face-up" for c in tests for n in c.walk()):
        return
    name = x.data["x"]
    found: list[tuple[Node, Span]] = [(c, x.span) for c in tests if _tells(c, ("it",))]
    if base.op in ("things-in", "that-are") and not _all_are(program, base):
        found.append((base, x.span))
    point = program.choices.get(x.data.get("choice", ""))
    for modifier in point.modifiers if point is not None else ():
        if modifier.op == "refuse" and modifier.condition is not None and _tells(modifier.condition, ("it", name)):
            found.append((modifier.condition, modifier.span))
    for node, span in found[:1]:
        text = f"`me` may not see these cards, but which of them can be chosen (`{say(node)}`) tells what they are"
        hint = f"let any of them be chosen and say `look at {name}` afterwards, or let the owner of the cards choose"
        program.report("RK355", text, span, hint)


def _tells(condition: Node, names: tuple[str, ...]) -> bool:
    """Whether a condition asks what a card is, or the card on a spot: not only whether one lies there, or how it lies."""
    if condition.op in ("empty", "not-empty", "face-up", "face-down"):
        return False
    spots = [n for n in condition.walk() if n.op == "local" and n.data["name"] in names and n.type.head == "spot"]
    if spots:
        return any(n.op in ("card-in", "card-in-any") for n in condition.walk())
    return any(speaks_of(condition, name) for name in names)


def _all_are(program: Program, base: Node) -> bool:
    """Whether the place holds nothing but things of this kind, so that to say it tells nothing."""
    place = next((program.places.get(str(n.data.get("place"))) for n in base.walk() if "place" in n.data), None)
    sort = program.words.kinds.is_sort_of
    return place is not None and all(sort(kind, base.type.of) for kind in place.contents)


def _told(program: Program, given: GivenNames, text: TextTemplate, span: Span, x: Statement | None = None) -> None:
    """Reports a text for all players that depends on information hidden from some of them."""
    part, node = _hidden(given, text, x, NOBODY)
    if part is not None and node is not None:
        said = f"everybody is told this, and `{say(part)}` rests on what not everybody sees"
        program.report("RK355", said, span, "tell what all at the table may see" + _revealing(node))


def _text(
    program: Program, given: GivenNames, text: TextTemplate | None, span: Span, x: Statement | None = None
) -> None:
    part, node = _hidden(given, text, x, ME) if text is not None else (None, None)
    if part is not None and node is not None:
        said = f"`{say(part)}` rests on what is hidden from the player who reads this"
        program.report("RK355", said, span, UNSEEN + _revealing(node))


def _hidden(
    given: GivenNames, text: TextTemplate, x: Statement | None, mine: Names
) -> tuple[Node, Node] | tuple[None, None]:
    """The first value in a text that is hidden from its reader, and the hidden part of it."""
    for part in text.parts:
        if not isinstance(part, Node) or (part.type.head in ("kind", "set") and given.secrets.hides(part.type.of)):
            continue  # a card that is hidden is `a card`
        node = next(given.hidden(part, x, mine), None)
        if node is not None:
            return part, node
    return None, None


def _revealing(node: Node) -> str:
    """How a mark that its owner alone reads is shown to all; empty for anything else that is hidden."""
    mark, said = str(node.data.get("mark", "")), say(node)
    if not mark:
        return ""
    shown = re.sub(rf"(?<![\w-]){re.escape(mark)}(?![\w-])", f"revealed-{mark}", said, count=1)
    return f"; to reveal it, set a mark below `marks seen by all:` to it, and tell that one:  set {shown} to {said}"
