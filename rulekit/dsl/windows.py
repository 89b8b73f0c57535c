"""Reads windows: who is asked and when they close, and the entries that are `played in` them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from rulekit.dsl.arguments import by_name
from rulekit.dsl.points import Point
from rulekit.dsl.program import Program
from rulekit.dsl.scope import Scope
from rulekit.dsl.symbols import FamilyEntry, Kind
from rulekit.dsl.syntax import Line
from rulekit.dsl.tree import Node, TextTemplate
from rulekit.dsl.types import PLAYER

if TYPE_CHECKING:
    from rulekit.dsl.body_parts import BodyParts


def read_window(bodies: BodyParts, line: Line, scope: Scope, point: Point) -> None:
    window = bodies.program.windows[point.name]
    before = len(bodies.program.found)
    for sub in line.body or ():
        if sub.is_note:
            continue
        bodies.reader.cite(sub)
        bound = bodies.reader.one(("D",), sub, sub.tokens, scope)
        if bound is None:
            continue
        if sub.tail is not None:
            window.prompt = _question(bodies, sub, bound.phrase.op, scope)
        match bound.phrase.op:
            case "asks":
                window.asked = [bound.nodes[k] for k in "abs" if k in bound.nodes]
                window.turn = "turn" in bound.phrase.data
                if "again" in bound.phrase.data:  # in turn with themselves
                    window.turn = window.until_pass = True
            case "asks-whom":
                window.alike = "all" in bound.phrase.data
            case "closes":
                window.until_pass |= "pass" in bound.phrase.data
                window.until_success = "success" in bound.phrase.data
            case _:
                bodies.reader.report(
                    "RK337", "a window says who is asked and when it closes", sub.span, "asks each of players, once"
                )
    if not window.asked and before == len(bodies.program.found):
        bodies.reader.report("RK337", "who is asked is not said", line.span, "add a line:  asks each of players, once")
    if window.turn and not window.until_pass:
        bodies.reader.report(
            "RK337", "players asked in turn: when does it end?", line.span, "add a line:  closes when all pass in a row"
        )


def _question(bodies: BodyParts, line: Line, op: str, scope: Scope) -> TextTemplate | None:
    """The text behind `asks ...:`, in which `me` is who is asked."""
    tail = line.tail or []
    if op != "asks" or len(tail) != 1 or tail[0].kind != "STRING":
        text = "who is asked can be followed by `:` and the text of the question; nothing else can"
        bodies.reader.report("RK326", text, line.span, 'asks each of players, once: "play a card?"')
        return None
    return bodies.template(tail[0], line.file, scope.bind("me", PLAYER))


def read_plays(bodies: BodyParts, lines: Sequence[Line], scope: Scope, entry: FamilyEntry) -> Scope:
    """`played in W if C`, perhaps several: the entry is offered there; it speaks with the words that all its windows have."""
    scenes = [made for made in (_play(bodies, line, scope, entry) for line in lines) if made is not None]
    if not scenes:
        return scope
    first, *others = scenes
    names = {n: node for n, node in first.names.items() if all(_same(other, n, node) for other in others)}
    together = frozenset.intersection(*(made.scenes for made in scenes))
    return Scope(names, {}, together).bind("me", PLAYER)


def _same(scope: Scope, name: str, node: Node) -> bool:
    return name in scope.names and scope.names[name].key == node.key


def _play(bodies: BodyParts, line: Line, scope: Scope, entry: FamilyEntry) -> Scope | None:
    bodies.reader.cite(line)
    bound = bodies.reader.one(("D",), line, line.tokens, scope.bind("me", PLAYER))
    if bound is None or bound.phrase.op != "played-in":
        return None
    return PLAYED(bound.values, bodies, line, scope, entry)


def _played_in(
    bodies: BodyParts, line: Line, scope: Scope, entry: FamilyEntry, *, w: Point, c: Node | None = None
) -> Scope:
    bodies.program.windows[w.name].plays.append((entry.name, c))
    bodies.windows.append(w.name)
    if bodies.program.families[entry.family].slot is not None:
        bodies.reader.report(
            "RK337",
            f"a {entry.family} is about a thing; nobody says which when it is played in a window",
            line.span,
            "let another family be played there, or let the card choose the thing itself",
        )
    return w.scope(scope)


PLAYED = by_name({"played-in": _played_in}, 4, "declaration")["played-in"]


def say_what_is_in_sight(bodies: BodyParts, entry: FamilyEntry, found: int) -> None:
    """A word that only some of its windows have is unknown to a card of several windows: the message says why."""
    if len(bodies.windows) < 2:
        return
    text = f"{entry.name} is played in {' and '.join(bodies.windows)}: it can use only what is in sight in all of them"
    for k, d in enumerate(bodies.program.found[found:], found):
        if d.code in ("RK301", "RK302", "RK306"):
            bodies.program.found[k] = evolve(d, hint=f"{d.hint}; {text}" if d.code == "RK302" and d.hint else text)


def join_families(program: Program) -> None:
    """Cards of several families in one window are options of one question: their kinds get numbers of one row."""
    whole = {part: kind.name for kind in program.kinds.values() for part in kind.parts}
    for window in program.windows.values():
        tops = list(dict.fromkeys(_top(program.entries[name].family, whole) for name, _ in window.plays))
        if len(tops) > 1:
            name = f"cards played in {window.name}"
            program.kinds[name] = Kind(name, "union", window.span, parts=tops)
            whole.update(dict.fromkeys(tops, name))


def _top(kind: str, whole: dict[str, str]) -> str:
    while kind in whole:
        kind = whole[kind]
    return kind
