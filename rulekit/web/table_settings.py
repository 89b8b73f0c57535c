"""What can be set for a table, by whoever sets it and later by its host."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulekit.web.clock import DAY, NO_CLOCK, ClockRules, Span, TimeUp
from rulekit.web.requests import RequestBody

MOST_BANK = 365
HOUR = 3600


class ClockBody(RequestBody):
    """``days`` in the bank of each seat ``per`` game or chapter of its story (a round, a turn), ``hours`` that each choice
    adds. ``then``: what happens to a seat whose time has run out: a ``bot`` plays until the person is back, this one question
    gets its standing ``answer``, else one by chance, all are told in a ``note``, or the others ``vote`` on a bot."""

    days: Annotated[int, msgspec.Meta(ge=0, le=MOST_BANK)] = 0
    hours: Annotated[int, msgspec.Meta(ge=0, le=MOST_BANK * 24)] = 0
    per: Span = "game"
    then: TimeUp = "bot"

    def rules(self, before: ClockRules | None = None, at: int = 0) -> ClockRules:
        """The clock, which the host sets ``at`` a time in place of the one ``before``. Unless the time itself is changed, the
        banks stay as they are."""
        if not self.days:
            return NO_CLOCK
        bank, more = self.days * DAY, self.hours * HOUR
        if before is not None and (before.bank, before.more, before.per) == (bank, more, self.per):
            at = before.since
        return ClockRules(bank, more, self.per, self.then, at)
