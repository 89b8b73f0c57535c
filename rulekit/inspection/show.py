"""What `rulekit show` prints: one rule, or a sentence of it, at one stage of its way from text to code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from textwrap import indent

from rulekit.diagnostics import RulesError
from rulekit.inspection import readings
from rulekit.inspection.code import Code
from rulekit.inspection.forms import FORMS
from rulekit.inspection.rules import Part, Selection, find, row_at
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins

Sources = Mapping[str, str]


def show(
    folder: Path,
    variants: Sequence[Path],
    asked: str | None,
    view: str,
    form: str | None = None,
    until: str | None = None,
    players: int | None = None,
) -> str:
    """``asked``: the name of a rule or of a function, a place ``FILE:LINE``, a sentence; None: all there is.

    ``view`` is one of :data:`~rulekit.inspection.forms.VIEWS`, ``form`` one of its forms. Raises RulesError for a game with
    mistakes, UserError for what is not there.
    """
    program = read_program(folder, find_plugins().devices, variants)
    if any(d.severity == "error" for d in program.found):
        raise RulesError(program.found, program.sources)
    code = Code(program, form or FORMS.get(view, FORMS["ir"])[0], players, until)
    if asked is None:
        return code.text(view, code.module.functions) if view in FORMS else _listed(code)
    if view in FORMS and asked in code.module.functions:
        return code.text(view, [asked])
    found = find(code.rules, program.sources, asked, code.module.functions, code.owner)
    if view in FORMS:
        return code.text(view, code.functions(found.rule))
    return _before_lowering(found, readings.reading if view == "reading" else readings.tree, program.sources)


def _before_lowering(found: Selection, printed: Callable[[Part, Sources], str], sources: Sources) -> str:
    """Parts of a rule; below its heading where these are all."""
    text = "\n".join(printed(part, sources) for part in found.parts)
    if found.parts is not found.rule.parts:
        return text
    span = found.rule.span
    return "\n".join([f"{span.place}  {row_at(sources, span)}", *([indent(text, "    ")] if text else [])])


def _listed(code: Code) -> str:
    """Every rule with its place and its functions, then the functions that belong to none."""
    rows = []
    for rule in code.rules.values():
        made = [name for name in code.module.functions if code.owner(name) == rule.name]
        rows.append(f"{rule.sort:10} {rule.name}   {rule.span.place}   {', '.join(made)}".rstrip())
    others = [f for f in code.module.functions.values() if not code.owner(f.name)]
    return "\n".join([*rows, *(f"{f.sort:10} {f.name}" for f in others)])
