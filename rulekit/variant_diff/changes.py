"""What variants change in a game, as data. Imports only `diagnostics`, and the messages."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from rulekit.diagnostics import Span
from rulekit.variant_diff.messages import TEXTS


@frozen
class VariantChange:
    """One change. ``part`` is numbers, cards, rules or things; ``how`` is added, removed, changed or replaced.

    ``key``: what is said of it (`messages.TEXTS`), with ``values`` beside the name, before and after; ``before`` and ``after``
    are lines of rules or values as texts; ``place`` is where the variant says it, ``base`` where the game says what is changed.
    """

    part: str
    how: str
    name: str
    key: str
    values: Mapping[str, str] = field(factory=dict)
    before: str = ""
    after: str = ""
    place: Span | None = None
    base: Span | None = None

    @property
    def text(self) -> str:
        """In English."""
        return self.said("en")

    def said(self, lang: str) -> str:
        """One sentence in a language; in English where the messages are not translated."""
        values = dict(self.values)
        if f"what_{values.get('what')}" in TEXTS:
            values["what"] = TEXTS.text(f"what_{values['what']}", lang)
        return TEXTS.text(self.key, lang, **{"name": self.name, "before": self.before, "after": self.after, **values})

    def as_json(self, lang: str = "en") -> dict[str, str | None]:
        return {
            "part": self.part,
            "how": self.how,
            "name": self.name,
            "text": self.said(lang),
            "before": self.before,
            "after": self.after,
            "place": None if self.place is None else f"{self.place.file}:{self.place.line}",
            "base": None if self.base is None else f"{self.base.file}:{self.base.line}",
        }
