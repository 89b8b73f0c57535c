"""Marks: numbers, members of kinds and adjectives that belong to the table, to a player, to a thing, or to a scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from rulekit.dsl.arguments import by_name
from rulekit.dsl.conversions import conversion_hint
from rulekit.dsl.declare.context import DeclarationContext
from rulekit.dsl.derived_phrases import negatives, that
from rulekit.dsl.phrases import Literal, Part, Slot
from rulekit.dsl.readings import Bound
from rulekit.dsl.scope import Scope
from rulekit.dsl.symbols import Kind, Mark
from rulekit.dsl.syntax import Line, written
from rulekit.dsl.tree import Node
from rulekit.dsl.types import NUMBER, TRUTH, Type, kind
from rulekit.image import OWNER, PARTNERS

State = Mapping[str, int]
"""``{"state": n}``: of the n-th of several states, from 0"""


def marks(d: DeclarationContext, line: Line, *, v: str = "all", untold: str = "", x: str | None = None) -> None:
    seen, _, turned = v.partition(" until")
    if turned:
        d.reader.report("RK319", "marks are not turned up", line.span, f"say  marks seen by {seen}")
    d.reader.cite(line)
    together = d.words.mark_groups.setdefault(x, []) if x is not None else []
    for sub in line.body or ():
        if sub.is_note:
            continue
        d.reader.cite(sub)
        head = d.reader.one(("L",), sub, sub.tokens)
        if head is not None:
            name = mark(d, head, sub, seen, None, not untold)
            if name in d.program.marks:
                together.append(name)


def mark(d: DeclarationContext, head: Bound, sub: Line, seen: str, scene: str | None, told: bool = True) -> str:
    """Declares a mark, with findings for what it cannot be; gives its name."""
    return LINES[head.phrase.op](head.said, d, sub, seen, scene, told)


def _may_be(d: DeclarationContext, sub: Line, seen: str, scene: str | None, told: bool, *, k: str, x: str) -> str:
    """`each guard may be tired`"""
    if _are_kinds(d, [k], sub) and not d.known(x, "the mark", d.program.marks, sub):
        d.program.marks[x] = Mark(x, [k], TRUTH, 0, 1, None, seen, sub.span, scene, told)
        _adjective(d, x, k, sub, scene)
    return x


def _mark(
    d: DeclarationContext,
    sub: Line,
    seen: str,
    scene: str | None,
    told: bool,
    *,
    x: str,
    k: str | None = None,
    l: str | None = None,
) -> str:
    owners = [owner for owner in (k, l) if owner is not None]
    domain = _domain(d, x, owners, sub, seen)
    if domain is None:
        return x
    type_, first = domain.type, domain.first
    d.program.marks[x] = Mark(x, owners, type_, domain.low, domain.high, first, seen, sub.span, scene, told)
    if first is not None and not d.words.kinds.fits(first.type, str(type_)):
        d.reader.report(
            "RK304",
            f"{d.words.kinds.say(type_)} is needed at first",
            sub.span,
            conversion_hint(d.words, str(type_), first.type, "that"),
        )
    for number, state in enumerate(domain.states):
        _adjective(d, x, owners[0], sub, scene, state, {"state": number})
    data, info = {"mark": x}, f"{type_} var"
    parts: list[Part] = [Literal(x)]
    if owners:
        parts = [Literal(x), Literal("of"), Slot("a", owners[0])]
    tail: list[Part] = [Literal("for"), Slot("b", owners[1])] if len(owners) > 1 else []
    d.say("V", info, [*parts, *tail], "mark", sub, data=data, scene=scene)
    if owners[:1] == ["player"]:
        mine = [Literal("my"), Literal(x), *tail]
        d.say("V", info, mine, "mark", sub, data=data, scene=scene, implied={"me": "player"})
    return x


def _are_kinds(d: DeclarationContext, owners: Sequence[str], sub: Line) -> bool:
    for owner in owners:
        if owner not in d.words.kinds.names:
            near = d.reader.suggestions.near(owner, d.words.kinds.names)
            d.reader.report("RK301", f"no kind is called `{owner}`", sub.span, near)
            return False
    return True


# ---------------------------------------------------------------- what a mark holds
@frozen
class MarkDomain:
    """What a mark can be, and what it is at first."""

    type: Type
    low: int | None = None
    high: int | None = None
    first: Node | None = None
    states: Sequence[str] = ()


def _domain(d: DeclarationContext, name: str, owners: Sequence[str], sub: Line, seen: str) -> MarkDomain | None:
    if not _are_kinds(d, owners, sub):
        return None
    if sub.tail is None:
        d.reader.report("RK319", "say what it can be", sub.span, "for example:  owner of each town: a player or none")
        return None
    if seen in (OWNER, PARTNERS) and owners[:1] != ["player"]:
        d.reader.report(
            "RK319",
            f"`seen by {seen}` needs marks of each player",
            sub.span,
            f"for example:  {name} of each player: ...",
        )
        return None
    scope = Scope().bind("it", kind(owners[0])) if owners else Scope()
    tail = d.reader.one(("M",), sub, sub.tail, scope)
    if tail is None or d.known(name, "the mark", d.program.marks, sub):
        return None
    return DOMAINS[tail.phrase.op](tail.said, d, name, owners, sub)


def _range(
    d: DeclarationContext,
    name: str,
    owners: Sequence[str],
    sub: Line,
    *,
    a: Node,
    b: Node | None = None,
    v: Node | None = None,
) -> MarkDomain:
    low, high = a.data["n"], b.data["n"] if b is not None else None
    if high is not None and high < low:
        d.reader.report("RK319", f"from {low} to {high} there is nothing", sub.span, f"from {high} to {low}")
    return MarkDomain(NUMBER, low, high, v)


def _typed(
    d: DeclarationContext,
    name: str,
    owners: Sequence[str],
    sub: Line,
    *,
    y: tuple[Type, str | None],
    v: Node | None = None,
) -> MarkDomain:
    return MarkDomain(y[0], first=v)


def _stock(d: DeclarationContext, name: str, owners: Sequence[str], sub: Line) -> None:
    text, hint = "this is how pieces are declared, not marks", "move it below  pieces:   or say  from 0 to 9"
    d.reader.report("RK319", text, sub.span, hint)


def _states(
    d: DeclarationContext, name: str, owners: Sequence[str], sub: Line, *, x: str, l: tuple[str, ...]
) -> MarkDomain | None:
    """`fate of each unit: open, successful or failed`: the states become the members of a kind of their own."""
    states = (x, *l)
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
        return None
    else:
        d.words.add_kind(name)
        shown = [{"en": state.replace("-", " ")} for state in states]
        d.program.kinds[name] = Kind(name, "states", sub.span, list(states), shown)
        return MarkDomain(kind(name), states=states)
    d.reader.report("RK319", text, sub.span, hint)
    return None


def _adjective(
    d: DeclarationContext,
    mark: str,
    owner: str,
    sub: Line,
    scene: str | None,
    word: str = "",
    state: State | None = None,
) -> None:
    """`each guard may be tired` brings: becomes tired, is no longer tired, is (not) tired, guards that are (not) tired.

    ``word``: one of several states, which brings the same. What is no longer in it is in the first one again, and of the first
    one `is no longer` cannot be said.
    """
    data: dict[str, str | int] = {"mark": mark, **(state or {})}
    word = written(word or mark)
    d.say("S", "", [Slot("a", owner), Literal("becomes"), Literal(word)], "becomes", sub, data=data, scene=scene)
    if state is None or state["state"]:
        no_longer = [Literal(text) for text in ("is", "no", "longer", word)]
        d.say("S", "", [Slot("a", owner), *no_longer], "becomes", sub, data={**data, "no": "yes"}, scene=scene)
    condition: list[Part] = [Slot("a", owner), Literal("is"), Literal(word)]
    for parts, no in ((condition, False), *((parts, True) for parts in negatives(condition))):
        assert parts is not None
        d.say("C", "truth", parts, "adjective", sub, data=data, negated=no, scene=scene)
        filtered = that(parts)
        if filtered is not None:
            told = {**data, **({"no": "yes"} if no else {})}
            d.say("V", f"set/{owner}", filtered, "that-adjective", sub, data=told, scene=scene)


HANDLERS = {"marks": marks}
_LINES: Mapping[str, Callable[..., str]] = {
    **dict.fromkeys(("one", "of-each", "of-each-for-each", "row", "row-numbers"), _mark),
    "adjective": _may_be,
}
LINES = by_name(_LINES, 5, "declaration")
"""What the first part of a line declares"""
_DOMAINS: Mapping[str, Callable[..., MarkDomain | None]] = {
    "range": _range,
    "typed": _typed,
    "states": _states,
    "stock": _stock,
}
DOMAINS = by_name(_DOMAINS, 4, "declaration")
"""The part after `:`"""
