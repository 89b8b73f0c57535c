"""Whole games of bots ``random`` by their seeds, played in the fastest available way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat

from rulekit.runtime.game import Game
from rulekit.runtime.outcome import Outcome
from rulekit.runtime.playout import play_as_bots, play_by_steps
from rulekit.runtime.random_answers import Choice, RandomAnswers, keyed_bits

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
    """Games with the seeds ``first``, ``first + 1``, ...: each as bots ``random`` at every seat play it.

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
            play_as_bots(match, LIMIT)
            outcome = Outcome(match.decided, match.ending)
        yield outcome


def recorded_game(
    game: Game,
    seed: int,
    choices: list[Choice],
    players: int | Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    limit: int = LIMIT,
) -> Outcome:
    """One game in the same way. ``choices`` is given all that are made; where the game stops, the last is the one that cannot be
    carried out. Raises as :func:`random_games`."""
    compiled = game.compiled(players, options)
    library = compiled.machine.native if 0 <= seed < LARGEST else None
    if library is not None:
        (outcome,) = library.games(compiled.image, seed, 1, limit, recorded=True)
        if outcome is not None:
            choices += outcome.choices
            return outcome
    match = game.start(players, seed, options, journal=False)
    play_by_steps(match, RandomAnswers(keyed_bits(seed), limit + 1), limit, choices)
    return Outcome(match.decided, match.ending, tuple(choices))
