"""``rulekit bench``: how fast a game is played at random."""

from __future__ import annotations

from time import perf_counter

import click

import rulekit
from rulekit.cli.games import find_game, find_variants, split_settings, usual_players


@click.command()
@click.argument("game")
@click.option("--games", default=200, show_default=True, type=click.IntRange(min=1), help="Games that are counted.")
@click.option("--players", type=click.IntRange(min=1), help="Number of players; normally four, if the game allows.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(min=0), help="Seed of the first game.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game.")
@click.option("--variant", "variants", multiple=True, metavar="FILE", help="A variant to be laid over the game.")
def bench(
    game: str, games: int, players: int | None, seed: int, settings: tuple[str, ...], variants: tuple[str, ...]
) -> None:
    """Play GAME at random, again and again, and tell how fast that went."""
    wanted = split_settings(settings, "OPTION=VALUE")
    folder = find_game(game)
    rules = rulekit.load(folder, find_variants(folder, variants))
    count = usual_players(rules, players)

    def play(number: int) -> int:
        return rules.start(players=count, seed=number, options=wanted, journal=False).play_random(number)

    play(seed + games)  # a warm-up that is not counted: it pays for what is made once
    before = perf_counter()
    decisions = sum(play(seed + k) for k in range(games))
    seconds = max(perf_counter() - before, 1e-9)
    click.echo(f"{rules.title}: {games} games of {count} players in {seconds:.2f} s")
    rates = f"{games / seconds:.1f} games/s, {decisions / seconds:.0f} decisions/s"
    click.echo(f"rulekit: {rates}, {decisions / games:.1f} decisions/game")
