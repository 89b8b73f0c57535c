"""Marks: numbers, members of kinds and adjectives that belong to the table, to a player, to a thing, or to a scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.dsl.conversions import conversion_hint
from rulekit.dsl.derived_phrases import negative, that
from rulekit.dsl.phrases import Literal, Part, Slot
from rulekit.dsl.program import Mark
from rulekit.dsl.readings import Bound
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Line
from rulekit.dsl.types import NUMBER, TRUTH, kind

if TYPE_CHECKING:
    from rulekit.dsl.declare.context import DeclarationContext


def marks(d: DeclarationContext, bound: Bound, line: Line) -> None:
    told = "untold" not in bound.phrase.data
    seen, _, turned = bound.values.get("v", "all").partition(" until")
    if turned:
        d.reader.report("RK319", "marks are not turned up", line.span, "say  marks seen by all")
    d.reader.cite(line)
    for sub in line.body or ():
        if sub.is_note:
            continue
        d.reader.cite(sub)
        head = d.reader.one(("L",), sub, sub.tokens)
        if head is not None:
            mark(d, head, sub, seen, None, told)


def mark(d: DeclarationContext, head: Bound, sub: Line, seen: str, scene: str | None, told: bool = True) -> None:
    name = head.values["x"]
    owners = [head.values[k] for k in "kl" if k in head.values]
    for owner in owners:
        if owner not in d.words.kinds.names:
            d.reader.report(
                "RK301", f"no kind is called `{owner}`", sub.span, d.reader.suggestions.near(owner, d.words.kinds.names)
            )
            return
    if head.phrase.op == "adjective":
        if not d.known(name, "the mark", d.program.marks, sub):
            d.program.marks[name] = Mark(name, owners, TRUTH, 0, 1, None, seen, sub.span, scene, told)
            _adjective(d, name, owners[0], sub)
        return
    if sub.tail is None:
        d.reader.report("RK319", "say what it can be", sub.span, "for example:  owner of each town: a player or none")
        return
    if seen == "their owner" and owners[:1] != ["player"]:
        d.reader.report(
            "RK319",
            "`seen by their owner` needs marks of each player",
            sub.span,
            f"for example:  {name} of each player: ...",
        )
        return
    scope = Scope().bind("it", kind(owners[0])) if owners else Scope()
    tail = d.reader.one(("M",), sub, sub.tail, scope)
    if tail is None or d.known(name, "the mark", d.program.marks, sub):
        return
    low = high = None
    if tail.phrase.op == "range":
        type_ = NUMBER
        low = tail.values["a"].data["n"]
        high = tail.values["b"].data["n"] if "b" in tail.values else None
        if high is not None and high < low:
            d.reader.report("RK319", f"from {low} to {high} there is nothing", sub.span, f"from {high} to {low}")
    elif tail.phrase.op == "typed":
        type_ = tail.values["y"][0]
    else:
        d.reader.report(
            "RK319",
            "this is how pieces are declared, not marks",
            sub.span,
            "move it below  pieces:   or say  from 0 to 9",
        )
        return
    first = tail.values.get("v")
    d.program.marks[name] = Mark(name, owners, type_, low, high, first, seen, sub.span, scene, told)
    if first is not None and not d.words.kinds.fits(first.type, str(type_)):
        d.reader.report(
            "RK304",
            f"{d.words.kinds.say(type_)} is needed at first",
            sub.span,
            conversion_hint(d.words, str(type_), first.type, "that"),
        )
    data = {"mark": name}
    info = f"{type_} var"
    parts: list[Part] = [Literal(name)]
    if owners:
        parts = [Literal(name), Literal("of"), Slot("a", owners[0])]
    tail_parts: list[Part] = [Literal("for"), Slot("b", owners[1])] if len(owners) > 1 else []
    d.say("V", info, [*parts, *tail_parts], "mark", sub, data=data, scene=scene)
    if owners[:1] == ["player"]:
        d.say(
            "V",
            info,
            [Literal("my"), Literal(name), *tail_parts],
            "mark",
            sub,
            data=data,
            scene=scene,
            implied={"me": "player"},
        )


def _adjective(d: DeclarationContext, word: str, owner: str, sub: Line) -> None:
    """`each guard may be tired` brings: becomes tired, is no longer tired, is (not) tired, guards that are (not) tired."""
    data = {"mark": word}
    d.say("S", "", [Slot("a", owner), Literal("becomes"), Literal(word)], "becomes", sub, data=data)
    d.say(
        "S",
        "",
        [Slot("a", owner), Literal("is"), Literal("no"), Literal("longer"), Literal(word)],
        "becomes",
        sub,
        data={**data, "no": "yes"},
    )
    condition: list[Part] = [Slot("a", owner), Literal("is"), Literal(word)]
    for parts, no in ((condition, False), (negative(condition), True)):
        assert parts is not None
        d.say("C", "truth", parts, "adjective", sub, data=data, negated=no)
        filtered = that(parts)
        if filtered is not None:
            d.say("V", f"set/{owner}", filtered, "that-adjective", sub, data={**data, **({"no": "yes"} if no else {})})


HANDLERS = {"marks": marks}
