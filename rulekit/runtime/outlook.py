"""What an option would do: played ahead on a copy, and told only as far as the player could take it back.

Where chance, something hidden or another player comes in between, nothing is told of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.i18n.catalogue import MessageCatalogue
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.narrative.changes import change
from rulekit.runtime.narrative.narrator import story
from rulekit.runtime.undo import obstacle

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision, Option

TEXTS = MessageCatalogue(
    "outlook",
    {
        "then": "then: {}",
        "unknown": "what comes of it is not known before it is done",
    },
)


def outlook(decision: Decision, option: Option, lang: str = "en") -> list[str]:
    """What would happen, and what the player would be asked next, in sentences."""
    player, copy = decision.player, decision.match.copy()
    before, entries = copy.happened, len(copy.log or ())
    k = copy.pending(decision.seat - 1)
    assert k is not None, "the question is open"
    try:
        copy.decide(k, option.value)
    except RuleFailure:
        return []
    if copy.over or obstacle(copy, player) is not None:
        return [_text("unknown", lang)]
    out = [line.text for told in story(copy, player, before, "story", lang) for _, line in told.lines()]
    if not out:  # nobody has words for what it changes
        labels, sight = copy.compiled.labels(lang), copy.compiled.sight(player)
        changes = (change(row, labels, sight) for row in (copy.log or [])[entries:])
        out = ["".join(map(str, parts)) for parts in changes if parts]
    asked = copy.decision_of(player)
    return [*out, _text("then", lang).format(asked.prompt(lang))] if asked is not None else out


def _text(name: str, lang: str) -> str:
    return TEXTS.form(name, lang)
