"""The bot ``random``: any option, each as likely as the others."""

from __future__ import annotations

from rulekit.bots.seat import Seat


class AtRandom:
    """Any of the options, each as likely as the others."""

    blind = True
    """It looks at nothing: whoever asks it need not draw a world for it."""

    def __call__(self, seat: Seat) -> int:
        return seat.rng.randrange(len(seat.decision.values))


at_random = AtRandom()
