"""Rule tests: given, when, then. Their lines are phrases too; what they say is kept for the compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from rulekit.dsl.program import RuleTest
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Line, spelling, words
from rulekit.dsl.tree import Statement
from rulekit.dsl.types import PLAYER
from rulekit.image import wrong_number

if TYPE_CHECKING:
    from rulekit.dsl.bodies import Bodies


def read_test(bodies: Bodies, line: Line, test: RuleTest) -> None:
    reader = bodies.reader
    if line.body is None:
        reader.report(
            "RK334", "the lines of a test stand below its title", line.span, "one line for each given, when, then"
        )
    before = len(bodies.program.found)
    for sub in line.body or ():
        if sub.is_note:
            continue
        reader.cite(sub)
        if sub.tail is not None or sub.body is not None:
            if sub.first in ("given", "when") and len(sub.tokens) == 2:  # when Blue: carry out ...
                _as_player(bodies, sub, test)
            else:
                reader.report(
                    "RK334", "a line of a test has no `:`", sub.span, "when Blue: sentence   gives a sentence its `me`"
                )
            continue
        said = _one_line(bodies, sub)
        if said is not None:
            test.lines.append((*said, sub.span, words(sub.tokens)))
    read = before == len(bodies.program.found)
    if read and line.body is not None and not any(sub.first == "then" for sub in line.body):
        hint = "end it with a line  then ..."
        bodies.program.report("RK334", "this test judges nothing", line.span, hint, severity="warning")
    _seats(bodies, test)


def _one_line(bodies: Bodies, sub: Line) -> tuple[str, dict[str, Any]] | None:
    """What a line says. A line of a test means the same wherever it stands, so each is read once."""
    spelt = spelling(sub.tokens)
    known = bodies.test_lines.get(spelt)
    if known is not None:
        op, values = known
        values = dict(values)
        if op == "do":
            values["statement"] = evolve(values["statement"], span=sub.span)
        return op, values
    before, scope = len(bodies.program.found), Scope()
    bound = bodies.reader.one(("T",), sub, sub.tokens, scope)
    if bound is None:
        return None
    values = dict(bound.values)
    values.update(bound.phrase.data)
    _setting_up(bodies, bound.phrase.op, values, sub)
    if bound.phrase.op == "dice":
        _dice(bodies, values, sub)
    if bound.phrase.op == "do":
        inner = Line(values.pop("s"), None, None, sub.file, [])
        bodies.home = ""
        statement, _ = bodies.sentence(inner, scope, [])
        if statement is None:
            return None
        values["statement"] = statement
    values["when"] = sub.first == "when"
    if before == len(bodies.program.found):
        bodies.test_lines[spelt] = bound.phrase.op, values
    return bound.phrase.op, values


def _dice(bodies: Bodies, values: dict[str, Any], sub: Line) -> None:
    for shown in values["l"].data["items"]:
        if shown.op != "number" or not 1 <= shown.data["n"] <= 6:
            bodies.reader.report(
                "RK314", "a die shows 1 to 6", sub.span, "for example:  given the dice will show 3, 5, 6"
            )
            return


def _setting_up(bodies: Bodies, op: str, values: dict[str, Any], sub: Line) -> None:
    """The set-up of a test is one that the game knows."""
    seated = values["l"] if op == "seated" else ()
    strangers = [x for x in seated if x not in bodies.words.players]
    if strangers:
        bodies.reader.report("RK313", f"nobody is called `{strangers[0]}` here", sub.span)
    if op == "holds":
        flat = values["b"].data["items"]
        for count, piece in zip(flat[::2], flat[1::2], strict=True):
            made = bodies.program.pieces.get(piece.data.get("piece", ""))
            n = count.data.get("n", 0)
            if made is not None and n > made.count:
                bodies.reader.report("RK314", f"there are only {made.count} {made.plural}", sub.span)
    if op == "option":
        bodies.sayings.allowed(sub, values["x"], values["v"])


def _seats(bodies: Bodies, test: RuleTest) -> None:
    """So many can play, unless it is the point of the test that they can not."""
    program = bodies.program
    for op, values, span, _ in () if test.of_a_set_up else test.lines:
        if op in ("players", "seated"):
            count = values["n"].data["n"] if op == "players" else len(values["l"])
            reason = wrong_number(program.title, program.fewest, program.most, count)
            if reason is not None:
                hint = (
                    "that it is refused is said by  given the game is set up   and  then this is refused, because ..."
                )
                bodies.reader.report("RK313", reason, span, hint)


def _as_player(bodies: Bodies, sub: Line, test: RuleTest) -> None:
    who = bodies.reader.value(sub, sub.tokens[1:], "player", Scope())
    if who is None:
        return
    bodies.home = ""
    scope = Scope().bind("me", PLAYER)
    lines = sub.body if sub.body is not None else [Line(sub.tail or [], None, None, sub.file, [])]
    body = bodies.block(lines, scope)
    statement = Statement("for-player", {"w": who}, {}, sub.span, words(sub.tokens), body)
    test.lines.append(("do", {"statement": statement, "when": sub.first == "when"}, sub.span, words(sub.tokens)))
