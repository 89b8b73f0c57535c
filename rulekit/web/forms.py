"""Forms over the wire. The server stores none: each request brings the values of the lines, as ids of options."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom
from typing import TypedDict

from rulekit.runtime.decisions import Decision
from rulekit.runtime.failures import Refused
from rulekit.runtime.forms import Form
from rulekit.runtime.notes import OptionCost, OptionNotes, about_question, notes_of, total
from rulekit.tabletop.form_lines import heading, rests
from rulekit.tabletop.names import PlaceNames
from rulekit.web.state import CostState, FormLineState, FormState, OptionState


class NotedFields(TypedDict):
    """What the rules show with an option, as the fields of who is sent it."""

    costs: list[CostState]
    notes: list[str]


def filled(form: Form | None, decision: Decision, names: Sequence[str | None] = ()) -> Form:
    """A form that begins at a question, filled in. ``names``: for each line the id of an option, or None.

    Raises Refused for what is no form or cannot stand there.
    """
    if form is None:
        raise Refused("this question is not a form", decision.rule)
    if len(names) > len(form.values):
        raise Refused(f"this form has {len(form.values)} lines", decision.rule)
    if not form.read(names):
        form.values[: len(names)] = [None if name is None else value_of(form, k, name) for k, name in enumerate(names)]
    return form


def value_of(form: Form, k: int, name: str) -> int:
    """The value for a line, by the id of the option. Raises Refused for one that is not allowed."""
    found = form.find(k, name)
    if found is None:
        raise Refused(f"{name} cannot stand in line {k + 1}", form.decision.rule)
    return found


def changed(form: Form, line: int | None, name: str | None, rest: bool) -> list[int]:
    """Writes something into a line, clears it, or fills all that is open; gives the lines that were cleared for it."""
    if rest:
        form.rest_random(SystemRandom())
        return []
    if line is None or not 0 <= line < len(form.values):
        raise Refused("there is no such line", form.decision.rule)
    return form.set(line, None if name is None else value_of(form, line, name))


def form_state(
    form: Form, lang: str, places: PlaceNames | None, cleared: Sequence[int] = (), at: int | None = None
) -> FormState:
    """The form as it stands. ``open``: the lines in which something still has to stand; ``options``: what may stand in the line
    ``at``, which is the first without a value if none is named. Those of other lines are asked for when they are opened."""
    found = form.lines(lang)
    rows = [
        FormLineState(
            asks=rest,
            prompt=line.prompt,
            value=None if line.value is None else form.decision.id(line.value),
            label=line.label,
            about=about_question(asked, lang),
            **noted(asked, line.value, lang),
        )
        for line, rest, asked in zip(found, rests(found), form.asked(), strict=True)
    ]
    if at is None or not 0 <= at < len(rows):
        at = next((k for k, line in enumerate(found) if line.value is None), -1)
    asking = form.asked(at) if at >= 0 else []
    options = [_option(form, asked, option, lang, places) for asked in asking for option in form.options(at, lang)]
    return FormState(
        title=heading(form, found, lang),
        lines=rows,
        open=form.open_lines(),
        cleared=cleared,
        at=at,
        options=options,
        costs=costs_state(total(form, lang)),
    )


def noted(decision: Decision, value: int | None, lang: str) -> NotedFields:
    """What the rules show with an option; nothing for an open line."""
    notes = OptionNotes() if value is None else notes_of(decision, value, lang)
    return NotedFields(costs=costs_state(notes.costs), notes=list(notes.brings))


def costs_state(costs: Sequence[OptionCost]) -> list[CostState]:
    return [CostState(cost.amount, cost.have, cost.unit, cost.short) for cost in costs]


def _option(form: Form, asked: Decision, option: tuple[int, str], lang: str, places: PlaceNames | None) -> OptionState:
    value, label = option
    key = form.decision.id(value)
    place = places.of_option(key, label) if places is not None else ""
    return OptionState(key, label, place, declines=asked.declines(value), **noted(asked, value, lang))
