"""What the rules show with options, in words behind them: what each costs, what it brings, and whether one can pay for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulekit.runtime.notes import about_question, notes_of

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision
    from rulekit.runtime.notes import OptionCost
    from rulekit.tabletop.texts import Texts


def noted(texts: Texts, label: str, decision: Decision, value: int, whole: bool = False) -> str:
    """An option's label, with what is shown with it in brackets. ``whole``: with what is paid, which no sum tells."""
    notes = notes_of(decision, value, texts.lang)
    costs = sums(texts, [cost for cost in notes.costs if cost.amount]) if whole else _costs(texts, notes.costs)
    return texts.bracketed(label, [*costs, *notes.brings])


def noted_line(texts: Texts, text: str, decision: Decision, value: int | None) -> str:
    """A line of a form, with what is shown with its question and its option in brackets. Of what the option brings only what the
    rules say first, so that many lines stand side by side; the list of the options tells all."""
    said = about_question(decision, texts.lang)
    if value is not None:
        notes = notes_of(decision, value, texts.lang)
        said += [*_costs(texts, notes.costs), *notes.brings[:1]]
    return texts.bracketed(text, said)


def _costs(texts: Texts, costs: Sequence[OptionCost]) -> list[str]:
    """The costs of an option, and what is missing for it alone."""
    paid = [texts("costs", amount=cost.amount) for cost in costs if cost.amount]
    return [*paid, *(texts("short", n=cost.short) for cost in costs if cost.short)]


def sums(texts: Texts, costs: Sequence[OptionCost]) -> list[str]:
    """The total costs of a form, and what is missing."""
    out = []
    for cost in costs:
        out.append(texts("costs_of", amount=cost.amount, have=cost.have, unit=cost.unit))
        out += [texts("short", n=cost.short)] if cost.short else []
    return out
