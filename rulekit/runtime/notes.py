"""What the rules show with a question and its options: what each costs and brings (lines below a `choose`).

A cost is a note and never a refusal: it may be more than one has. Everything is worked out from what the asked player may see;
what speaks of something that is not there, or that they may not read, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulekit.runtime.work import Failure

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision
    from rulekit.runtime.forms import Form


@frozen
class OptionCost:
    """``amount`` of ``have`` of what is called ``unit``."""

    amount: int
    have: int
    unit: str

    @property
    def short(self) -> int:
        """How many units are missing."""
        return max(self.amount - self.have, 0)


@frozen
class OptionNotes:
    """What an option costs, and sentences of what it brings."""

    costs: tuple[OptionCost, ...] = ()
    brings: tuple[str, ...] = ()


def about_question(decision: Decision, lang: str = "en") -> list[str]:
    """What is shown with the question (`shown above` below a `choose`)."""
    return list(_written(decision, _said(decision, "slot", ()), lang))


def notes_of(decision: Decision, value: int, lang: str = "en") -> OptionNotes:
    """What is shown with an option; nothing with a card that the player may not read."""
    about = decision.about
    if about.secret and value >= 0 and not decision.look.reads(about.sort.of, value):
        return OptionNotes()
    costs = [(n, have, list(_written(decision, [unit], lang))) for n, have, unit in _said(decision, "cost", (value,))]
    brings = _written(decision, _said(decision, "with", (value,)), lang)
    return OptionNotes(tuple(OptionCost(n, have, unit[0]) for n, have, unit in costs if unit), tuple(brings))


def summed(several: Iterable[Sequence[OptionCost]]) -> list[OptionCost]:
    """What several options cost together, in each unit, out of what the player has before the first."""
    out: dict[str, OptionCost] = {}
    for cost in (cost for costs in several for cost in costs):
        before = out.get(cost.unit)
        out[cost.unit] = cost if before is None else OptionCost(before.amount + cost.amount, before.have, cost.unit)
    return list(out.values())


def total(form: Form, lang: str = "en") -> list[OptionCost]:
    """What the filled lines of a form cost together; where it is nothing, of how many."""
    rows = list(zip(form.asked(), form.values, strict=False))
    first = next(((d, v) for d, _ in rows[:1] for v in d.values if v >= 0), None)
    nothing = (
        [OptionCost(0, cost.have, cost.unit) for cost in notes_of(*first, lang).costs] if first is not None else []
    )
    return summed([nothing, *(notes_of(d, v, lang).costs for d, v in rows if v is not None)])


def _written(decision: Decision, texts: Iterable[tuple[Any, ...]], lang: str) -> Iterator[str]:
    """Texts in a language, without those that name something that the player may not see."""
    labels = decision.labels(lang)
    for template, values in texts:
        if not decision.look.hidden(labels.image.templates[template], values):
            yield labels.template(template, values, decision.look)


def _said(decision: Decision, sort: str, about: tuple[int, ...]) -> Iterator[tuple[Any, ...]]:
    """What the functions of one sort give, one after another, without those that have nothing to say now."""
    for k in count():
        if not decision.explains(f"{sort}{k}"):
            return
        try:
            found = decision.explained(f"{sort}{k}", decision.seat - 1, *about)
        except Failure:  # what it speaks of is not there now
            continue
        if found is not None:
            yield found
