"""What is supposed leaves no trace: the deed of a `would ... after` asks nobody, draws nothing and ends nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.dsl import accessors as get
from rulekit.dsl.call_graph import CallGraph, Value, displayed, needed
from rulekit.dsl.conversions import conversion_hint
from rulekit.dsl.hidden_information import Secrets
from rulekit.dsl.operations import has
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement
from rulekit.dsl.types import NONE


def check(program: Program, graph: CallGraph) -> None:
    secrets, seen = Secrets(program), set[str]()
    for value, span in _values(program, graph):
        for deed in (n.data["deed"] for n in value.walk() if n.op == "supposed"):
            if f"{span}{deed.text}" in seen:
                continue
            seen.add(f"{span}{deed.text}")
            for code, message, hint in [*_wrong(program, graph, secrets, deed), *_set(program, deed)][:1]:
                program.report(code, message, span, hint)


def can_be_supposed(program: Program, graph: CallGraph, deed: Statement) -> bool:
    """Whether a condition may ask what would be after a sentence."""
    return not any(_wrong(program, graph, Secrets(program), deed))


def _values(program: Program, graph: CallGraph) -> Iterator[Value]:
    yield from needed(program)
    yield from displayed(program)
    for name in graph.names:
        yield from graph.values(name)


def _wrong(
    program: Program, graph: CallGraph, secrets: Secrets, deed: Statement
) -> Iterator[tuple[str, str, str | None]]:
    said = "ask what would be only after what changes the position and nothing else"
    for x in graph.carried_out([deed]):
        what = _not_supposed(program, x)
        if what:
            yield "RK356", f"what is supposed here {what}" + _inside(x, deed), said
        hidden = next((n for n in x.nodes() if _hidden(program, secrets, n)), None)
        moved = has(x.op, "moves cards") and any(secrets.hides(n.type.of) for n in x.args.values())
        if hidden is not None or moved:
            text = "what is supposed here rests on what not everybody sees" + _inside(x, deed)
            yield "RK355", text, "suppose only what all at the table may see"


def _inside(x: Statement, deed: Statement) -> str:
    return "" if x is deed else f", in `{x.text}`"


def _not_supposed(program: Program, x: Statement) -> str:
    """What a sentence does that cannot be undone; empty where there is nothing."""
    if has(x.op, "asks") or x.op == "open" or "asks" in x.data:
        return "asks somebody"
    if has(x.op, "draws") or x.op == "device" or any("chance" in n.data for n in x.nodes()):
        return "draws by chance"
    if has(x.op, "ends the game"):
        return "ends the game"
    if x.op in ("look-at", "show-to"):
        return "shows a card to somebody"
    if x.op == "carry-out" and program.families[get.carried_out(x).type.of].whole:
        return "is whole or not at all, so that nobody knows whether it would be done"
    return ""


def _hidden(program: Program, secrets: Secrets, n: Node) -> bool:
    return ("place" in n.data or "mark" in n.data) and not secrets.open(
        Node(n.op, n.type, {}, n.data)
    )  # of its parts each is looked at by itself


def _set(program: Program, deed: Statement) -> Iterator[tuple[str, str, str | None]]:
    """What is set can be that, as in a line of its own."""
    if deed.op != "set":
        return
    target, value = get.target(deed), get.new_value(deed)
    declared = program.marks[target.data["mark"]].type if target.op == "mark" else target.type
    if value.type == NONE and declared.maybe:
        return
    spec = str(declared) if declared.head != "truth" else "yesno"
    if not program.words.kinds.fits(value.type, spec):
        say = program.words.kinds.say
        text = f"{say(declared)} is needed here, but this is {say(value.type)}"
        yield "RK304", text, conversion_hint(program.words, spec, value.type, deed.text.rpartition(" to ")[2])
