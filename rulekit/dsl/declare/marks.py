"""Marks: numbers, members of kinds and adjectives that belong to the table, to a player, to a thing, or to a scene."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.dsl.conversions import conversion_hint
from rulekit.dsl.declare.context import DeclarationContext
from rulekit.dsl.derived_phrases import negatives, that
from rulekit.dsl.phrases import Literal, Part, Slot
from rulekit.dsl.program import Kind, Mark
from rulekit.dsl.readings import Bound
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Line
from rulekit.dsl.types import NUMBER, TRUTH, kind
from rulekit.image import OWNER, PARTNERS

State = Mapping[str, int]
"""``{"state": n}``: of the n-th of several states, from 0"""


def marks(d: DeclarationContext, line: Line, *, v: str = "all", untold: str = "", x: str | None = None) -> None:
    seen, _, turned = v.partition(" until")
    if turned:
        d.reader.report("RK319", "marks are not turned up", line.span, "say  marks seen by all")
    d.reader.cite(line)
    together = d.words.mark_groups.setdefault(x, []) if x is not None else []
    for sub in line.body or ():
        if sub.is_note:
            continue
        d.reader.cite(sub)
        head = d.reader.one(("L",), sub, sub.tokens)
        if head is not None:
            mark(d, head, sub, seen, None, not untold)
            if head.values["x"] in d.program.marks:
                together.append(head.values["x"])


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
    if seen in (OWNER, PARTNERS) and owners[:1] != ["player"]:
        d.reader.report(
            "RK319",
            f"`seen by {seen}` needs marks of each player",
            sub.span,
            f"for example:  {name} of each player: ...",
        )
        return
    scope = Scope().bind("it", kind(owners[0])) if owners else Scope()
    tail = d.reader.one(("M",), sub, sub.tail, scope)
    if tail is None or d.known(name, "the mark", d.program.marks, sub):
        return
    low = high = None
    states: tuple[str, ...] = ()
    if tail.phrase.op == "range":
        type_ = NUMBER
        low = tail.values["a"].data["n"]
        high = tail.values["b"].data["n"] if "b" in tail.values else None
        if high is not None and high < low:
            d.reader.report("RK319", f"from {low} to {high} there is nothing", sub.span, f"from {high} to {low}")
    elif tail.phrase.op == "typed":
        type_ = tail.values["y"][0]
    elif tail.phrase.op == "states":
        states = (tail.values["x"], *tail.values["l"])
        if not _states(d, name, owners, states, sub):
            return
        type_ = kind(name)
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
    for number, state in enumerate(states):
        _adjective(d, name, owners[0], sub, state, {"state": number})
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


def _states(d: DeclarationContext, name: str, owners: list[str], states: tuple[str, ...], sub: Line) -> bool:
    """`fate of each unit: open, successful or failed`: the states become the members of a kind of their own."""
    if len(owners) != 1:
        text, hint = (
            "only a thing can be in one of several states",
            f"for example:  {name} of each town: {', '.join(states)}",
        )
    elif len({*states}) < len(states):
        again = next(state for k, state in enumerate(states) if state in states[:k])
        text, hint = f"`{again}` stands there twice", "name every state once"
    elif len(states) == 2:
        text, hint = "two states are one adjective", f"say  each {owners[0]} may be {states[1]}"
    elif d.known(name, "the kind", d.program.kinds, sub):
        return False
    else:
        d.words.add_kind(name)
        shown = [{"en": state.replace("-", " ")} for state in states]
        d.program.kinds[name] = Kind(name, "states", sub.span, list(states), shown)
        return True
    d.reader.report("RK319", text, sub.span, hint)
    return False


def _adjective(
    d: DeclarationContext, mark: str, owner: str, sub: Line, word: str = "", state: State | None = None
) -> None:
    """`each guard may be tired` brings: becomes tired, is no longer tired, is (not) tired, guards that are (not) tired.

    ``word``: one of several states, which brings the same. What is no longer in it is in the first one again, and of the first
    one `is no longer` can not be said.
    """
    data, word = {"mark": mark, **(state or {})}, word or mark
    d.say("S", "", [Slot("a", owner), Literal("becomes"), Literal(word)], "becomes", sub, data=data)
    if state is None or state["state"]:
        no_longer = [Literal(text) for text in ("is", "no", "longer", word)]
        d.say("S", "", [Slot("a", owner), *no_longer], "becomes", sub, data={**data, "no": "yes"})
    condition: list[Part] = [Slot("a", owner), Literal("is"), Literal(word)]
    for parts, no in ((condition, False), *((parts, True) for parts in negatives(condition))):
        assert parts is not None
        d.say("C", "truth", parts, "adjective", sub, data=data, negated=no)
        filtered = that(parts)
        if filtered is not None:
            d.say("V", f"set/{owner}", filtered, "that-adjective", sub, data={**data, **({"no": "yes"} if no else {})})


HANDLERS = {"marks": marks}
