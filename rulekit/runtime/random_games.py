"""Whole games at random by their seeds, by the fastest means at hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat

from rulekit.runtime.game import Game
from rulekit.runtime.outcome import Outcome

LIMIT = 1_000_000
"""More choices are no game that ends."""
LARGEST = 1 << 64


def random_games(
    game: Game,
    first: int,
    count: int,
    players: int | Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
) -> Iterator[Outcome]:
    """Games with the seeds ``first``, ``first + 1``, ...: each as ``game.start(..., seed)`` and ``play_random(seed)`` play it.

    Played in a native library where the set-up has one (:func:`rulekit.native.go_native`). Raises UserError for a set-up that
    there is not, RuleFailure for a game that stops.
    """
    compiled = game.compiled(players, options)
    seeded = 0 <= first <= LARGEST - count  # other seeds have no 64 bits
    library = compiled.machine.native if seeded else None
    played = repeat(None, count) if library is None else library.games(compiled.image, first, count, LIMIT)
    for seed, outcome in enumerate(played, first):
        if outcome is None:  # no library, or one that leaves this game to Python
            match = game.start(players, seed, options, journal=False)
            match.play_random(seed, LIMIT)
            outcome = Outcome(match.decided, match.ending)
        yield outcome
