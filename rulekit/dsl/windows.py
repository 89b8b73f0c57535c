"""Windows: the lines under their headings, and the entries that say `played in`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.dsl.points import Point
from rulekit.dsl.program import Entry
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Line
from rulekit.dsl.types import PLAYER

if TYPE_CHECKING:
    from rulekit.dsl.bodies import Bodies


def read_window(bodies: Bodies, line: Line, scope: Scope, point: Point) -> None:
    window = bodies.program.windows[point.name]
    before = len(bodies.program.found)
    for sub in line.body or ():
        if sub.is_note:
            continue
        bodies.reader.cite(sub)
        bound = bodies.reader.one(("D",), sub, sub.tokens, scope)
        if bound is None:
            continue
        match bound.phrase.op:
            case "asks":
                window.asked = [bound.values[k] for k in "abs" if k in bound.values]
                window.turn = "turn" in bound.phrase.data
            case "closes":
                window.until_pass = "pass" in bound.phrase.data
                window.until_success = "success" in bound.phrase.data
            case _:
                bodies.reader.report("RK337", "a window says who is asked and when it closes", sub.span)
    if not window.asked and before == len(bodies.program.found):
        bodies.reader.report("RK337", "who is asked is not said", line.span, "add a line:  asks each of players, once")
    if window.turn and not window.until_pass:
        bodies.reader.report(
            "RK337", "players asked in turn: when does it end?", line.span, "add a line:  closes when all pass in a row"
        )


def read_play(bodies: Bodies, line: Line, scope: Scope, entry: Entry) -> Scope:
    """`played in W if C`: the entry is offered there; it speaks with the words of the window's scene."""
    bodies.reader.cite(line)
    bound = bodies.reader.one(("D",), line, line.tokens, scope.bind("me", PLAYER))
    if bound is None or bound.phrase.op != "played-in":
        return scope
    point: Point = bound.values["w"]
    window = bodies.program.windows[point.name]
    window.plays.append((entry.name, bound.values.get("c")))
    bodies.window = point.name
    if bodies.program.families[entry.family].slot is not None:
        bodies.reader.report(
            "RK337", f"a {entry.family} is about a thing; nobody says which when it is played in a window", line.span
        )
    families = {bodies.program.entries[name].family for name, _ in window.plays}
    if len(families) > 1:
        bodies.reader.report(
            "RK337", "only entries of one family are played in one window", line.span, "make two windows of it"
        )
    return point.scope(scope).bind("me", PLAYER)
