"""Reads choices: the text of a question, branches, and the name by which modifiers refer to a choice."""

from __future__ import annotations

from rulekit.dsl import accessors as get
from rulekit.dsl.body_parts import BodyParts
from rulekit.dsl.narrowing import narrowings
from rulekit.dsl.points import Point
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Line, words
from rulekit.dsl.tree import Statement
from rulekit.dsl.types import WILD, Type

NOTES = ("costs", "shown")
"""The first words of what stands below a choice"""


class ChoiceReader(BodyParts):
    """A part of :class:`rulekit.dsl.bodies.Bodies`."""

    def _choice_with_text(self, line: Line, scope: Scope, cites: tuple[str, ...]) -> tuple[Statement | None, Scope]:
        """`choose goal among ...: "where do they march?"` gives the question its text."""
        bound = self.reader.one(("S",), line, line.tokens, scope)
        if bound is None:
            self.reader.losing(line)
            return None, scope
        statement = self.make_statement(line, bound, cites)
        if line.tail is None or len(line.tail) != 1 or line.tail[0].kind != "STRING":
            self.reader.report(
                "RK326", "after a choice, `:` gives the text of the question", line.span, ': "which one?"'
            )
        else:
            statement.data["prompt"] = self.template(line.tail[0], line.file, scope)
        after = self.after(statement, bound, scope)
        statement.body = self._notes(line, statement, bound.scope.settled(), scope)
        return statement, after

    def _notes(self, line: Line, statement: Statement, chosen: Scope, asked: Scope) -> list[Statement]:
        """What is shown with the question and its options: what each costs and brings. Who is asked reads it on demand."""
        out: list[Statement] = []
        for sub in line.body or ():
            if sub.is_note:
                continue
            cites = self.reader.cite(sub)
            if sub.first not in NOTES or sub.tail is not None or sub.body is not None:
                hint = 'costs N of M "...", shown with it "...", shown above "..."; what is done stands as far in as `choose`'
                self.reader.report("RK310", "this does not belong under a choice", sub.span, hint)
                continue
            above = [token.text for token in sub.tokens[1:2]] == ["above"]
            scope = asked if above else self._about_option(statement, chosen)
            bound = self.reader.one(("D",), sub, sub.tokens, scope)
            if bound is not None:
                note = self.make_statement(sub, bound, cites)
                if "c" in note.args:
                    scope = scope.knowing(narrowings(get.condition(note), self.words.kinds)[0])
                token = next(t for t in sub.tokens if t.kind == "STRING")
                note.data["note"] = self.template(token, sub.file, scope)
                out.append(note)
        return out

    def _about_option(self, statement: Statement, chosen: Scope) -> Scope:
        """The name of the choice and `it` are an option, which is never none; of several that are chosen, only `it` is."""
        if statement.op == "choose-band":
            member = self.words.kinds.element(get.options(statement).type) or WILD
            return chosen.without(statement.data["x"]).bind("it", member)
        name, type_ = statement.data["x"], chosen.names[statement.data["x"]].type
        return chosen.bind(name, Type(type_.head, type_.of)).bind("it", Type(type_.head, type_.of))

    def _register_choice(self, statement: Statement, scope: Scope) -> None:
        """Every choice can be spoken about from outside: `refuse target in march if ...`."""
        name = statement.data["x"] if isinstance(statement.data.get("x"), str) else ""
        full = f"{name} in {self.home}"
        slots = {n: node.type for n, node in scope.names.items() if node.op == "local"}
        if statement.op == "choose-band":  # who speaks about it speaks about one member at a time
            del slots[name]
            slots["it"] = self.words.kinds.element(get.options(statement).type) or WILD
        if name in slots and slots[name].maybe:
            slots[name] = Type(slots[name].head, slots[name].of)
        roles = {n: node for n, node in scope.names.items() if node.op != "local"}
        if full not in self.program.choices:
            point = Point(
                full,
                "choice",
                slots,
                (),
                scope.names[name].type if name in scope.names else None,
                statement.span,
                statement.text,
                None,
                scope.scenes,
                roles,
                home=self.home,
            )
            self.program.choices[full] = point
        else:  # a second choice of that name in the same rule: whoever speaks about it speaks about both
            point = self.program.choices[full]
            point.slots = {n: t for n, t in point.slots.items() if slots.get(n) == t}
        statement.data["choice"] = full

    def _branches(self, line: Line, scope: Scope) -> list[Statement]:
        out = []
        before = len(self.program.found)
        for sub in line.body or ():
            if sub.is_note:
                continue
            cites = self.reader.cite(sub)
            if sub.tokens[0].text != "to" or sub.tokens[1:2] == [] or sub.tokens[1].kind != "STRING":
                text = 'under `choose one:` every line begins with `to "..."`'
                hint = f'for example:  to "{words(sub.tokens[1:]) or "rest"}": ...'
                self.reader.report("RK329", text, sub.span, hint)
                continue
            bound = self.reader.one(("H",), sub, sub.tokens, scope)
            if bound is None:
                continue
            if bound.phrase.op != "branch":
                text = 'under `choose one:` every line begins with `to "..."`'
                self.reader.report("RK329", text, sub.span, 'for example:  to "rest": ...')
                continue
            self.in_sight = {n for n in scope.names if n not in ("it", "me")}
            branch = self.make_statement(sub, bound, cites)
            self._options_text(branch, sub, bound.scope)
            inner = sub.body if sub.body is not None else [Line(sub.tail or [], None, None, sub.file, [])]
            branch.body = self.block(inner, bound.scope.settled())
            out.append(branch)
        many = any("s" in branch.args for branch in out)
        if len(out) < 2 and not many and line.body is not None and before == len(self.program.found):
            hint = 'where there is only yes or no:  me may "...":'
            self.reader.report("RK329", "a choice has two branches or more", line.span, hint)
        return out

    def _options_text(self, statement: Statement, line: Line, scope: Scope) -> None:
        token = next(t for t in line.tokens if t.kind == "STRING")
        statement.data["label"] = self.template(token, line.file, scope)
