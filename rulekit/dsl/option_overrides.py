"""Reads overrides: a variant fixes an option, a number of a table or a group, or a count of pieces in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define

from rulekit.dsl.conversions import conversion_hint
from rulekit.dsl.syntax import Line, Token, span_of
from rulekit.dsl.types import NUMBER, TEXT, TRUTH, Type

if TYPE_CHECKING:
    from rulekit.diagnostics import Span
    from rulekit.dsl.program import Program
    from rulekit.dsl.reader import Reader
    from rulekit.dsl.symbols import Cell, Column, Kind


@define
class OverrideReader:
    """All that was settled so far; two variants that settle the same contradict each other."""

    reader: Reader
    program: Program

    def once(self, line: Line, what: str) -> bool:
        """Whether nothing else sets this already; otherwise it is reported, with the other place."""
        if what not in self.program.settled:
            self.program.settled[what] = line.span
            return True
        also = (("the other", self.program.settled[what]),)
        hint = "leave one of the two lines, or one of the two variants, away"
        self.reader.report("RK350", f"`{what}` is settled here, and elsewhere already", line.span, hint, also)
        return False

    def pieces(self, line: Line, many: str, count: int) -> None:
        """``there are 50 coins``: of each player where they are a player's."""
        made = self.program.pieces.get(self.program.words.pieces.get(many, ""))
        if made is None:
            near = self.reader.suggestions.near(many, self.program.words.pieces)
            self.reader.report("RK301", f"no piece is called `{many}`", line.span, near)
        elif self.once(line, f"the number of {made.plural}"):
            made.count = count

    def of_a_group(self, line: Line, column: str, one: str, number: int) -> None:
        """``price of mill is 4``: a number of one row of a group of pieces."""
        made = self.program.groups[self.program.words.group_of[one]]
        if column not in made.columns:
            near = self.reader.suggestions.near(column, made.columns) or f"they have: {', '.join(made.columns)}"
            self.reader.report("RK301", f"{made.plural} have no `{column}`", line.span, near)
        elif self.once(line, f"{column} of {one}"):
            made.columns[column][made.pieces.index(one)] = number
            if column == "pieces":
                self.program.pieces[one].count = number

    def of_a_row(self, line: Line, column: str, name: str, of: str | None, value: Sequence[Token]) -> None:
        """``income of Cedar is 3``, ``size of Cedar for Small is 2``: a cell of a table, or a number of a card."""
        bearers = [(self.program.kinds[k], n) for k, n in self.program.words.entities.get(name, ())]
        if not bearers:
            near = self.reader.suggestions.near(name, self.program.words.entities)
            self.reader.report("RK301", f"nothing is called `{name}`", line.span, near)
            return
        found = next(((kind, n) for kind, n in bearers if column in kind.columns), None)
        if found is None:
            columns = {c for kind, _ in bearers for c in kind.columns}
            near = (
                self.reader.suggestions.near(column, columns) or f"it has: {', '.join(sorted(columns)) or 'no columns'}"
            )
            self.reader.report("RK301", f"`{name}` has no column `{column}`", line.span, near)
            return
        kind, member = found
        counted = next((k for k in self.program.kinds.values() if k.counts == (kind.name, column)), None)
        if counted is not None:
            text = f"how many {self.program.words.kinds.names[counted.name]} there are rests on `{column}`"
            self.reader.report("RK314", text, line.span, "a variant cannot say it otherwise")
            return
        cell = self._cell(line, kind.columns[column], value)
        if cell is not None:
            self._set(line, kind, column, member, of, cell)

    def _set(self, line: Line, kind: Kind, column: str, member: int, of: str | None, cell: Cell) -> None:
        made, name = kind.columns[column], kind.members[member]
        if made.each is None:
            if of is not None:
                self.reader.report("RK314", f"`{column}` is the same for all", line.span, f"{column} of {name} is ...")
            elif self.once(line, f"{column} of {name}"):
                entry = self.program.entries.get(name)
                for k in [member] if entry is None else entry.indices:  # all copies of a card
                    made.cells[k] = [cell]
            return
        options = self.program.options[made.each].values
        if of not in options:
            text = f"`{column}` is given for each {made.each}"
            self.reader.report("RK314", text, line.span, f"for example:  {column} of {name} for {options[0]} is ...")
        elif self.once(line, f"{column} of {name} for {of}"):
            made.cells[member][options.index(of)] = cell

    def _cell(self, line: Line, column: Column, said: Sequence[Token]) -> Cell | None:
        """What is said as the column holds it; None, with a finding, where it is of another sort."""
        if column.type.head == "set":
            found = [self._one(line, column, Type("kind", column.type.of), t) for t in said if t.text != ","]
            members = tuple(n for n in found if n is not None)
            return members if len(members) == len(found) else None
        if len(said) == 1:
            return self._one(line, column, column.type, said[0])
        self._wrong(line, column, column.type, span_of(line.file, said))
        return None

    def _one(self, line: Line, column: Column, type_: Type, token: Token) -> int | None:
        where = span_of(line.file, [token])
        if type_ == NUMBER and token.kind == "NUMBER":
            n, low, high = int(token.text), column.low or 0, column.high
            if n < low or (high is not None and n > high):
                bounds = f"{low} or more" if high is None else f"from {low} to {high}"
                self.reader.report(
                    "RK208",
                    f"`{column.name}` is {bounds}",
                    where,
                    f"write a number {bounds if high else f'of {bounds}'}",
                )
                return None
            return n
        if type_ == TRUTH and token.text in ("yes", "no"):
            return int(token.text == "yes")
        if type_.maybe and token.text == "none":
            return -1
        if type_.of == "player" and token.text in self.program.words.players:
            return self.program.words.players[token.text]
        for kind, member in self.program.words.entities.get(token.text, ()):
            if kind == type_.of:
                return member
        self._wrong(line, column, type_, where)
        return None

    def _wrong(self, line: Line, column: Column, type_: Type, where: Span) -> None:
        members = [n for n, bearers in self.program.words.entities.items() if type_.of in dict(bearers)]
        near = self.reader.suggestions.near(line.tokens[-1].text, members) if members else None
        hint = near or (
            "write yes or no" if type_ == TRUTH else conversion_hint(self.program.words, str(type_), TEXT, "that")
        )
        self.reader.report("RK304", f"`{column.name}` is {self.program.words.kinds.say(type_)}", where, hint)
