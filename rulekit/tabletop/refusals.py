"""Why an option is refused, in words: those of the rules' author, or what does not hold of the line that refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.tabletop.texts import Texts

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Refusal
    from rulekit.tabletop.quotes import RuleQuotes


def reason(refusal: Refusal, lang: str, texts: Texts, quoting: RuleQuotes) -> str:
    """The author's reason; else ``this needs: it can follow``; else the line itself, quoted in the language of the reader. What
    the rules call by names of their own is named as it lies on the table, and whoever is asked is `you`."""
    if refusal.why is not None:
        return refusal.reason(lang)
    named = {**refusal.named(lang), "me": texts("you")}
    unmet = refusal.unmet()
    if unmet:
        return texts("needs", conditions=texts.list(quoting.words(condition, named) for condition in unmet))
    return f"“{quoting.row(refusal.reason(lang).strip('“”'), named)}”"
