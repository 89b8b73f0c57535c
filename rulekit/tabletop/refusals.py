"""Why an option is refused, in words: those of the rules' author, or what does not hold of the line that refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.tabletop.texts import Texts

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Refusal
    from rulekit.tabletop.quotes import RuleQuotes


def reason(refusal: Refusal, lang: str, texts: Texts, quoting: RuleQuotes) -> str:
    """The author's reason; else ``this needs: it can follow``; else the line itself, quoted in the language of the reader."""
    unmet = refusal.unmet()
    if unmet:
        return texts("needs", conditions=texts.list(map(quoting.words, unmet)))
    said = refusal.reason(lang)
    return said if refusal.why is not None else f"“{quoting.row(said.strip('“”'))}”"
