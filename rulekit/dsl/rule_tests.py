"""Rule tests: given, when, then. Their lines are phrases too; what they say is kept for the compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.dsl.program import RuleTest
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Line, words
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
        if sub.said_behind is not None or sub.body is not None:
            if sub.first in ("given", "when") and len(sub.said) == 2:  # when Blue: carry out ...
                _as_player(bodies, sub, test)
            else:
                reader.report(
                    "RK334", "a line of a test has no `:`", sub.span, "when Blue: sentence   gives a sentence its `me`"
                )
            continue
        said = _one_line(bodies, sub)
        if said is not None:
            test.lines.append((*said, sub.span, sub.words))
    read = before == len(bodies.program.found)
    if read and line.body is not None and not any(sub.first == "then" for sub in line.body):
        hint = "end it with a line  then ..."
        bodies.program.report("RK334", "this test judges nothing", line.span, hint, severity="warning")
    _seats(bodies, test)


def _one_line(bodies: Bodies, sub: Line) -> tuple[str, dict[str, Any]] | None:
    """What a line says. A line of a test means the same wherever it stands, so each is read once, and each shape of lines."""
    known = bodies.test_lines.get(sub.spelling)
    if known is not None:
        op, values = known
        values = dict(values)
        if op == "do":
            values["statement"] = values["statement"].at(sub.span_of_rest)
        return op, values
    before = len(bodies.program.found)
    shape = bodies.shapes.of(sub.said)
    meaning = bodies.shapes.known(shape) if shape is not None else None
    if meaning is not None and shape is not None:
        op, values = meaning.op, meaning.of(shape.holes, [(sub.span_of_rest, words(sub.said[1:]))])
    else:
        read = _read_line(bodies, sub)
        if read is None:
            return None
        op, values = read
    _possible(bodies, op, values, sub)
    if before == len(bodies.program.found):
        bodies.test_lines[sub.spelling] = op, values
        if meaning is None and shape is not None:
            bodies.shapes.keep(shape, op, values)
    return op, dict(values)


def _read_line(bodies: Bodies, sub: Line) -> tuple[str, dict[str, Any]] | None:
    scope = Scope()
    bound = bodies.reader.one(("T",), sub, sub.tokens, scope)
    if bound is None:
        return None
    values = dict(bound.values)
    values.update(bound.phrase.data)
    if bound.phrase.op == "do":
        inner = Line(values.pop("s"), None, None, sub.file, [])
        bodies.home = ""
        statement, _ = bodies.sentence(inner, scope, [])
        if statement is None:
            return None
        values["statement"] = statement
    values["when"] = sub.first == "when"
    return bound.phrase.op, values


def _possible(bodies: Bodies, op: str, values: dict[str, Any], sub: Line) -> None:
    """What depends on the numbers and names of a line, and not on its words alone."""
    _setting_up(bodies, op, values, sub)
    if op == "dice":
        _dice(bodies, values, sub)


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
        near = bodies.reader.answers.near(strangers[0], bodies.words.players)
        hint = near or "the players are: " + ", ".join(bodies.words.players)
        bodies.reader.report("RK313", f"nobody is called `{strangers[0]}` here", sub.span, hint)
    if op == "holds":
        flat = values["b"].data["items"]
        for count, piece in zip(flat[::2], flat[1::2], strict=True):
            made = bodies.program.pieces.get(piece.data.get("piece", ""))
            n = count.data.get("n", 0)
            if made is not None and n > made.count:
                text = f"there are only {made.count} {made.plural}"
                bodies.reader.report("RK314", text, sub.span, f"write a number from 0 to {made.count}")
    if op == "option":
        bodies.modifiers.allowed(sub, values["x"], values["v"])


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
    """`when Blue: move 2 coins to my purse`; a sentence on the same line is read once for each shape."""
    behind = sub.said_behind if sub.body is None else None
    shape = bodies.shapes.of(sub.said, behind) if behind is not None else None
    meaning = bodies.shapes.known(shape) if shape is not None else None
    if meaning is not None and shape is not None and behind is not None:
        places = [(sub.span, sub.words), (sub.span_behind, words(behind))]
        test.lines.append(("do", meaning.of(shape.holes, places), sub.span, sub.words))
        return
    before = len(bodies.program.found)
    who = bodies.reader.value(sub, sub.tokens[1:], "player", Scope())
    if who is None:
        return
    bodies.home = ""
    scope = Scope().bind("me", PLAYER)
    lines = sub.body if sub.body is not None else [Line(sub.tail or [], None, None, sub.file, [])]
    body = bodies.block(lines, scope)
    statement = Statement("for-player", {"w": who}, {}, sub.span, sub.words, body)
    values = {"statement": statement, "when": sub.first == "when"}
    if shape is not None and before == len(bodies.program.found):
        bodies.shapes.keep(shape, "do", values)
    test.lines.append(("do", values, sub.span, sub.words))
