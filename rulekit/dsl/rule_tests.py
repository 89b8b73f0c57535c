"""Reads rule tests (given, when, then) into operations with values, which the compiler lowers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from rulekit.dsl.arguments import by_name
from rulekit.dsl.scope import Scope
from rulekit.dsl.shapes import Shapes
from rulekit.dsl.symbols import RuleTest, RuleTestLine
from rulekit.dsl.syntax import Line, words
from rulekit.dsl.tree import Node, Statement
from rulekit.dsl.types import PLAYER
from rulekit.image import wrong_number

if TYPE_CHECKING:
    from rulekit.dsl.body_parts import BodyParts
    from rulekit.dsl.modifiers import ModifierReader


RuleTestValues = dict[str, object]
"""What the slots hold; under ``statement`` what is carried out, under ``when`` whether the line begins so"""


class RuleTestReader:
    """``parts`` reads sentences, ``modifiers`` knows which values an option can have."""

    def __init__(self, parts: BodyParts, modifiers: ModifierReader) -> None:
        self.parts, self.modifiers = parts, modifiers
        self.known: dict[str, tuple[str, RuleTestValues]] = {}
        """Lines that were read: spelling -> what they mean."""

    @cached_property
    def shapes(self) -> Shapes:
        """The shapes of such lines; when the first of them is read, all words of the program are there."""
        return Shapes(self.parts.words)

    def read(self, line: Line, test: RuleTest) -> None:
        reader = self.parts.reader
        if line.body is None:
            reader.report(
                "RK334", "the lines of a test stand below its title", line.span, "one line for each given, when, then"
            )
        before = len(self.parts.program.found)
        for sub in line.body or ():
            if sub.is_note:
                continue
            reader.cite(sub)
            if sub.said_behind is not None or sub.body is not None:
                if sub.first in ("given", "when") and len(sub.said) == 2:  # when Blue: carry out ...
                    self._as_player(sub, test)
                else:
                    reader.report(
                        "RK334",
                        "a line of a test has no `:`",
                        sub.span,
                        "when Blue: sentence   gives a sentence its `me`",
                    )
                continue
            said = self._one_line(sub)
            if said is not None:
                test.lines.append(RuleTestLine(*said, sub.span, sub.words))
        read = before == len(self.parts.program.found)
        if read and line.body is not None and not any(sub.first == "then" for sub in line.body):
            hint = "end it with a line  then ..."
            self.parts.program.report("RK334", "this test judges nothing", line.span, hint, severity="warning")
        self._seats(test)

    def _one_line(self, sub: Line) -> tuple[str, RuleTestValues] | None:
        """What a line says. A line of a test means the same wherever it stands, so each is read once, and each shape of lines."""
        known = self.known.get(sub.spelling)
        if known is not None:
            op, values = known
            statement = values.get("statement")
            if isinstance(statement, Statement):
                return op, {**values, "statement": statement.at(sub.span_of_rest)}
            return op, values
        before = len(self.parts.program.found)
        shape = self.shapes.of(sub.said)
        meaning = self.shapes.known(shape) if shape is not None else None
        if meaning is not None and shape is not None:
            op, values = meaning.op, meaning.of(shape.holes, [(sub.span_of_rest, words(sub.said[1:]))])
        else:
            read = self._read_line(sub)
            if read is None:
                return None
            op, values = read
        self._possible(op, values, sub)
        if before == len(self.parts.program.found):
            self.known[sub.spelling] = op, values
            if meaning is None and shape is not None:
                self.shapes.keep(shape, op, values)
        return op, values

    def _read_line(self, sub: Line) -> tuple[str, RuleTestValues] | None:
        scope = Scope()
        bound = self.parts.reader.one(("T",), sub, sub.tokens, scope)
        if bound is None:
            return None
        values: RuleTestValues = {**bound.said, "when": sub.first == "when"}
        if bound.phrase.op == "do":
            said = values.pop("s")
            assert isinstance(said, list)
            inner = Line(said, None, None, sub.file, [])
            self.parts.home = ""
            statement, _ = self.parts.sentence(inner, scope, [])
            if statement is None:
                return None
            values["statement"] = statement
        return bound.phrase.op, values

    def _possible(self, op: str, values: RuleTestValues, sub: Line) -> None:
        """What depends on the numbers and names of a line, and not on its words alone."""
        if op in POSSIBLE:
            POSSIBLE[op](values, self, sub)

    def brought(self, sub: Line, *, l: Node) -> None:
        if any(x.type.head != "kind" for x in l.data["items"]):
            hint = "name cards, players or other things; dice are said by  given the dice will show 3, 5, 6"
            self.parts.reader.report("RK314", "chance brings things, by their names", sub.span, hint)

    def dice(self, sub: Line, *, l: Node) -> None:
        for shown in l.data["items"]:
            if shown.op != "number" or not 1 <= shown.data["n"] <= 6:
                self.parts.reader.report(
                    "RK314", "a die shows 1 to 6", sub.span, "for example:  given the dice will show 3, 5, 6"
                )
                return

    def seated(self, sub: Line, *, l: tuple[str, ...]) -> None:
        strangers = [x for x in l if x not in self.parts.words.players]
        if strangers:
            near = self.parts.reader.suggestions.near(strangers[0], self.parts.words.players)
            hint = near or "the players are: " + ", ".join(self.parts.words.players)
            self.parts.reader.report("RK313", f"nobody is called `{strangers[0]}` here", sub.span, hint)

    def holds(self, sub: Line, *, b: Node) -> None:
        flat = b.data["items"]
        for count, piece in zip(flat[::2], flat[1::2], strict=True):
            made = self.parts.program.pieces.get(piece.data.get("piece", ""))
            n = count.data.get("n", 0)
            if made is not None and n > made.count:
                text = f"there are only {made.count} {made.plural}"
                self.parts.reader.report("RK314", text, sub.span, f"write a number from 0 to {made.count}")

    def option(self, sub: Line, *, x: str, v: Node) -> None:
        self.modifiers.allowed(sub, x, v)

    def _seats(self, test: RuleTest) -> None:
        """So many can play, unless it is the point of the test that they cannot."""
        program = self.parts.program
        for op, values, span, _ in () if test.of_a_set_up else test.lines:
            if op in SEATS:
                count = SEATS[op](values)
                reason = wrong_number(program.title, program.fewest, program.most, count)
                if reason is not None:
                    hint = "that it is refused is said by  given the game is set up   and  then this is refused, because ..."
                    self.parts.reader.report("RK313", reason, span, hint)

    def _as_player(self, sub: Line, test: RuleTest) -> None:
        """`when Blue: move 2 coins to my purse`; a sentence on the same line is read once for each shape."""
        behind = sub.said_behind if sub.body is None else None
        shape = self.shapes.of(sub.said, behind) if behind is not None else None
        meaning = self.shapes.known(shape) if shape is not None else None
        if meaning is not None and shape is not None and behind is not None:
            places = [(sub.span, sub.words), (sub.span_behind, words(behind))]
            test.lines.append(RuleTestLine("do", meaning.of(shape.holes, places), sub.span, sub.words))
            return
        before = len(self.parts.program.found)
        who = self.parts.reader.value(sub, sub.tokens[1:], "player", Scope())
        if who is None:
            return
        self.parts.home = ""
        scope = Scope().bind("me", PLAYER)
        lines = sub.body if sub.body is not None else [Line(sub.tail or [], None, None, sub.file, [])]
        body = self.parts.block(lines, scope)
        statement = Statement("for-player", {"w": who}, {}, sub.span, sub.words, body)
        values: RuleTestValues = {"statement": statement, "when": sub.first == "when"}
        if shape is not None and before == len(self.parts.program.found):
            self.shapes.keep(shape, "do", values)
        test.lines.append(RuleTestLine("do", values, sub.span, sub.words))


def _players(*, n: Node) -> int:
    return n.data["n"]


def _seated(*, l: tuple[str, ...]) -> int:
    return len(l)


_SEATS: Mapping[str, Callable[..., int]] = {"players": _players, "seated": _seated}
SEATS = by_name(_SEATS, 0, "test")
"""Operation of a test line -> how many play"""
HANDLERS: Mapping[str, Callable[..., None]] = {
    "dice": RuleTestReader.dice,
    "brings": RuleTestReader.brought,
    "seated": RuleTestReader.seated,
    "holds": RuleTestReader.holds,
    "option": RuleTestReader.option,
}
POSSIBLE = by_name(HANDLERS, 2, "test")
"""Operation of a test line -> checks whether its numbers and names are possible in this game"""
