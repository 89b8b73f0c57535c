"""``rulekit bench``: how fast a game is played at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time

import click

import rulekit
from rulekit.cli.games import find_game, find_variants, split_settings, usual_players

ROUNDS = 10
WARMUP = 5


@click.command()
@click.argument("game")
@click.option("--games", default=200, show_default=True, type=click.IntRange(min=1), help="Games that are counted.")
@click.option("--players", type=click.IntRange(min=1), help="How many play; normally as many as the rules say.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(min=0), help="Seed of the first game.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game.")
@click.option("--variant", "variants", multiple=True, metavar="FILE", help="A variant to be laid over the game.")
def bench(
    game: str, games: int, players: int | None, seed: int, settings: tuple[str, ...], variants: tuple[str, ...]
) -> None:
    """Play GAME at random, again and again, and tell how fast that went.

    The games are played in rounds, and the fastest round counts: the others were held up by something else.
    """
    wanted = split_settings(settings, "OPTION=VALUE")
    folder = find_game(game)
    rules = rulekit.load(folder, find_variants(folder, variants))
    count = usual_players(rules, players)

    def play(number: int) -> int:
        return rules.start(players=count, seed=number, options=wanted, journal=False).play_random(number)

    for number in range(WARMUP):  # not counted: pays for what is made once
        play(seed + games + number)
    rounds = min(ROUNDS, games)
    timed = [_round(play, range(seed + k, seed + games, rounds)) for k in range(rounds)]
    seconds, decisions = sum(t for t, _, _ in timed), sum(d for _, d, _ in timed)
    time, made, played = min(timed, key=lambda x: x[0] / x[1])
    click.echo(f"{rules.title}: {games} games of {count} players in {seconds:.2f} s, the fastest of {rounds} rounds:")
    rates = f"{played / time:.1f} games/s, {made / time:.0f} decisions/s"
    click.echo(f"rulekit: {rates}, {decisions / games:.1f} decisions/game")


def _round(play: Callable[[int], int], seeds: Sequence[int]) -> tuple[float, int, int]:
    """(seconds of this process, decisions, games)"""
    before = process_time()
    decisions = sum(map(play, seeds))
    return max(process_time() - before, 1e-9), decisions, len(seeds)
