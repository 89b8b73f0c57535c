"""A rule behind the compiler: its functions in a form, or after a pass, printed as text, as Python, as C."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulekit.compiler.analysis.verify import observed
from rulekit.compiler.build import default_setup, lowered, python_printer, whole
from rulekit.compiler.emit.c import C
from rulekit.compiler.emit.c_tables import Unsupported
from rulekit.compiler.emit.text import function_text
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.metadata import devices
from rulekit.compiler.pipeline import Forms
from rulekit.diagnostics import RulesError, UserError
from rulekit.dsl.program import Program
from rulekit.inspection.rules import RuleParts, nodes, rules_of

MADE_OF = re.compile(r"(?:over_)?(?:r_|resumed_)?(.+?)(?:__\w+)?")
"""What passes call the functions that they make of one: its steps, what comes after its last choice"""


class Code:
    """The functions of one form of a checked program, for so many players; with ``until`` as that pass has left them.

    Raises UserError for a number of players that cannot play and for a pass that this form does not have, RulesError for what
    cannot be compiled.
    """

    def __init__(self, program: Program, form: str, players: int | None = None, until: str | None = None) -> None:
        if players is not None and not program.fewest <= players <= program.most:
            raise UserError(f"{players} cannot play this game", f"{program.fewest} to {program.most} can")
        self.form, self.rules = form, rules_of(program)  # before lowering, which adds points of its own
        stages: dict[str, ir.Module] = {}
        with observed(stages.__setitem__):
            made = whole(program, lambda: Forms(lowered(program, default_setup(program, players))))
            if made is None:
                raise RulesError(program.found, program.sources)
            self.forms, self.module = made, getattr(made, form)
        if until is not None:
            if until not in stages:
                raise UserError(f"the form {form} has no pass {until}", f"it goes through: {', '.join(stages)}")
            self.module = stages[until]
        self._owners = dict(self._made())

    # ------------------------------------------------------------ which functions
    def owner(self, function: str) -> str:
        """The name of the rule that a function was made of; empty for one that belongs to none."""
        made_of = MADE_OF.fullmatch(function)
        return self._owners.get(function) or self._owners.get(made_of[1] if made_of is not None else "", "")

    def functions(self, rule: RuleParts) -> list[str]:
        """The functions that were made of a rule. Raises UserError where there are none, with those that it was written into."""
        found = [name for name in self.module.functions if self.owner(name) == rule.name]
        if found:
            return found
        readers = self._readers(rule.name)
        hint = (
            f"it is written into what reads it: {', '.join(readers)}"
            if readers
            else "nothing that is compiled for this set-up reads it, but texts may"
        )
        raise UserError(f"`{rule.name}` has no function of its own in the form {self.form}", hint)

    def _made(self) -> Iterator[tuple[str, str]]:
        """(function, rule)"""
        for key, function in self.forms.low.made.items():
            said = key.partition(" ")[2]
            name = said if said in self.rules else said.rpartition(", ")[0]  # `build, as printed`
            if name in self.rules:
                yield function, name
                yield f"{function}_as_printed", name
                yield f"whole_{function.removeprefix('e_')}", name

    def _readers(self, point: str) -> list[str]:
        """The functions into which a point is written: of the rules that read it, or that read one that has none either."""
        read = {name: {n.data.get("point") for part in r.parts for n in nodes(part)} for name, r in self.rules.items()}
        inlined, found = [point], dict[str, None]()
        for one in inlined:
            for rule in (name for name, points in read.items() if one in points):
                made = [name for name in self.module.functions if self.owner(name) == rule]
                found.update(dict.fromkeys(made))
                if not made and rule not in inlined:
                    inlined.append(rule)
        return list(found)

    # ------------------------------------------------------------ printing
    def text(self, view: str, functions: Iterable[str]) -> str:
        """Functions as ``ir``, ``python`` or ``c``, one after the other. Raises UserError for what is not written in C."""
        parts = {"ir": self._ir, "python": self._python, "c": self._c}[view](functions)
        return "\n\n".join(parts)

    def _ir(self, functions: Iterable[str]) -> Iterator[str]:
        for name in functions:
            yield function_text(self.module, name)

    def _python(self, functions: Iterable[str]) -> Iterator[str]:
        printer = python_printer(self.forms, self.form)
        for name in functions:
            begun = len(printer.out)
            printer.function(self.module.functions[name])
            yield "\n".join(printer.out[begun:]).rstrip()

    def _c(self, functions: Iterable[str]) -> Iterator[str]:
        low, layout = self.forms.low, self.forms.low.layout
        printer = C(self.module, layout.size, layout.lists, devices(low.program, layout))
        for name in functions:
            begun = len(printer.out)
            try:
                printer.function(self.module.functions[name])
            except Unsupported as error:
                where = f"{low.lines[error.line]}, in {name}" if error.line >= 0 else f"in {name}"
                raise UserError(f"{error} is not written in C", where) from error
            yield "\n".join(_indented(printer.out[begun:]))


def _indented(rows: Iterable[str]) -> Iterator[str]:
    """Rows of C, which are printed for a compiler, with the depth of their brackets."""
    depth = 0
    for row in rows:
        yield "    " * (depth - row.startswith("}")) + row
        depth += row.count("{") - row.count("}")
