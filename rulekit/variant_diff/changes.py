"""What variants change in a game, as data. Imports only `diagnostics`."""

from __future__ import annotations

from attrs import frozen

from rulekit.diagnostics import Span


@frozen
class VariantChange:
    """One change. ``part`` is numbers, cards, rules or things; ``how`` is added, removed, changed or replaced.

    ``before`` and ``after`` are lines of rules or values as texts; ``place`` is where the variant says it, ``base`` where the
    game says what is changed.
    """

    part: str
    how: str
    name: str
    text: str
    before: str = ""
    after: str = ""
    place: Span | None = None
    base: Span | None = None

    def as_json(self) -> dict[str, str | None]:
        return {
            "part": self.part,
            "how": self.how,
            "name": self.name,
            "text": self.text,
            "before": self.before,
            "after": self.after,
            "place": None if self.place is None else f"{self.place.file}:{self.place.line}",
            "base": None if self.base is None else f"{self.base.file}:{self.base.line}",
        }
