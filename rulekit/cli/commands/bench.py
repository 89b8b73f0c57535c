"""``rulekit bench``: how fast a game is played at random."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from time import perf_counter, process_time

import click
from attrs import frozen

import rulekit
from rulekit.cli.completion import complete_game
from rulekit.cli.games import split_settings, usual_players
from rulekit.cli.options import settings_option, variant_option
from rulekit.cli.output import say
from rulekit.diagnostics import UserError
from rulekit.installed import find_game, find_variants
from rulekit.native import go_native
from rulekit.runtime.random_games import random_games

ROUNDS = 10
WARMUP = 5


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--games", default=200, show_default=True, type=click.IntRange(min=1), help="Games that are counted.")
@click.option("--players", type=click.IntRange(min=1), help="How many play; normally as many as the rules say.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(min=0), help="Seed of the first game.")
@settings_option
@variant_option
@click.option("--native/--no-native", default=True, help="Have the games played by a native library as well.")
def bench(
    game: str,
    games: int,
    players: int | None,
    seed: int,
    settings: tuple[str, ...],
    variants: tuple[str, ...],
    native: bool,
) -> None:
    """Play GAME at random, again and again, and tell how fast that went.

    The games are played in rounds, and the fastest round counts: the others were held up by something else. Where there is
    a C compiler they are then played by a native library, which is made if it is not there yet: that takes some seconds. The
    last line is the faster of both.
    """
    wanted = split_settings(settings, "OPTION=VALUE")
    folder = find_game(game)
    rules = rulekit.load(folder, find_variants(folder, variants))
    count = usual_players(rules, players)

    def play(first: int, number: int) -> int:
        return sum(outcome.decided for outcome in random_games(rules, first, number, count, wanted))

    found = [_measured(play, seed, games)]
    say(f"{rules.title}: {games} games of {count} players, the fastest of {min(ROUNDS, games)} rounds:")
    say(f"python: {found[0].rates}")
    if native:
        try:
            before = perf_counter()
            go_native(rules.compiled(count, wanted))
            made = perf_counter() - before
        except UserError as error:
            say(f"native: {'; '.join(filter(None, (error.message, error.hint)))}")
        else:
            found.append(_measured(play, seed, games))
            say(f"native: {found[1].rates} (the library was there after {made:.1f} s)")
    best = max(found, key=lambda x: x.speed)
    say(f"rulekit: {best.rates}, {best.decisions / games:.1f} decisions/game")


@frozen
class BenchmarkResult:
    """``decisions`` of all rounds; ``speed``: decisions a second in the fastest round, ``games`` a second likewise."""

    decisions: int
    speed: float
    games: float

    @property
    def rates(self) -> str:
        return f"{self.games:.1f} games/s, {self.speed:.0f} decisions/s"


def _measured(play: Callable[[int, int], int], first: int, games: int) -> BenchmarkResult:
    """``play(first, number)`` plays so many games from a seed on, and gives how many decisions there were."""
    play(first + games, WARMUP)  # not counted: pays for what is made once
    rounds = min(ROUNDS, games)
    bounds = [first + games * k // rounds for k in range(rounds + 1)]
    timed = [(*_round(play, low, high - low), high - low) for low, high in pairwise(bounds)]
    time, made, played = min(timed, key=lambda x: x[0] / x[1])
    return BenchmarkResult(sum(d for _, d, _ in timed), made / time, played / time)


def _round(play: Callable[[int, int], int], first: int, number: int) -> tuple[float, int]:
    """(processor time in seconds, decisions)"""
    before = process_time()
    made = play(first, number)
    return max(process_time() - before, 1e-9), made
