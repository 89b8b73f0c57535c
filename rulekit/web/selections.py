"""Selections over the wire. The server keeps none: a request brings the ids of what is chosen, and how many of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulekit.runtime.decisions import Decision, Refusal
from rulekit.runtime.failures import Refused
from rulekit.runtime.selections import SubsetCandidate, SubsetSelection
from rulekit.runtime.view_types import Fact, View
from rulekit.tabletop.quotes import RuleQuotes
from rulekit.tabletop.refusals import reason
from rulekit.tabletop.texts import Texts
from rulekit.web.forms import noted
from rulekit.web.lying import facts_of, in_words, printed_on
from rulekit.web.state import SelectedState, SelectionState

Picked = Mapping[str, int]
"""The id of an option -> how many of its like are chosen"""


def choices(found: SubsetSelection | None, picked: Picked) -> list[int]:
    """The values to be chosen one after another. Raises Refused where they do not go together, or are too few."""
    selection = _several(found)
    return selection.choices(selection.named(picked))


def selection_state(
    found: SubsetSelection | None, picked: Picked, full: bool, view: View, lang: str, texts: Texts, quoting: RuleQuotes
) -> SelectionState:
    """The things that can be chosen, with what is. ``full``: as many as go with it are chosen as well. Raises Refused for what
    is no option, and where only one thing can be chosen."""
    selection = _several(found)
    amounts = selection.named(picked)
    if full:
        amounts = selection.filled(amounts)
    decision, selected = selection.decision, selection.selected(amounts)
    values = _telling({x: _facts(decision, x, view, lang) for x in selection.members})

    def state(candidate: SubsetCandidate) -> SelectedState:
        value, refusal = candidate.value, candidate.refusal
        return SelectedState(
            id=decision.id(value),
            label=decision.label(value, lang),
            values=values[value],
            chosen=candidate.chosen,
            most=candidate.chosen + candidate.more,
            reason=_reason(refusal, lang, texts, quoting),
            **noted(decision, value, lang),
        )

    apart = [decision.id(value) for value in selection.members if selected.left[decision.key(value)]]
    return SelectionState([*map(state, selection.candidates(amounts))], selected.complete, apart)


def _reason(refusal: Refusal | None, lang: str, texts: Texts, quoting: RuleQuotes) -> str:
    """Why something cannot be chosen; empty if that would only repeat the rule line."""
    said = refusal is not None and (refusal.why is not None or refusal.unmet())
    return reason(refusal, lang, texts, quoting) if refusal is not None and said else ""


def _facts(decision: Decision, value: int, view: View, lang: str) -> list[Fact]:
    """What holds of something, as the view shows it, or else what is printed on it."""
    key, label = decision.id(value), decision.label(value, lang)
    sort = decision.about.sort
    printed = decision.match.compiled.members(sort.of, lang) if sort.head == "kind" else ()
    return facts_of(view, key, label) or printed_on([x for x in printed if x.key == key], label)


def _telling(facts: Mapping[int, Sequence[Fact]]) -> dict[int, list[str]]:
    """What holds of each, without zeros and without what all belong to."""
    belongs = [{(x.key, x.id) for x in of if x.sort == "kind"} for of in facts.values()]
    shared = set.intersection(*belongs) if len(belongs) > 1 else set()
    return {
        value: [in_words(x) for x in of if (x.key, x.id) not in shared and (x.raw or x.sort != "number")]
        for value, of in facts.items()
    }


def _several(found: SubsetSelection | None) -> SubsetSelection:
    if found is None:
        raise Refused("only one thing is chosen here")
    return found
