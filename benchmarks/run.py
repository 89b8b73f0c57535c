"""``python -m benchmarks.run``: what is fast and what is not, as a table; ``--check`` fails below half of what is recorded,
``--base COMMIT`` shows how long it takes to make what is fast beside that commit.

Machines differ and are shared, so what is recorded are ratios between things that were measured in the same run: the
engine against pieces written by hand (baseline.py), a start against the start of Python. Only the time of the process
counts, and of several rounds the best.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import rulekit
from benchmarks import chess_beside, growth, making, openspiel_beside
from benchmarks.baseline import battle, year_points
from benchmarks.pieces import ROOT, Pieces
from rulekit.diagnostics import UserError
from rulekit.install_command import install_command
from rulekit.native import go_native
from rulekit.runtime.match import Match
from rulekit.runtime.random_games import random_games

RECORDED = Path(__file__).with_name("ratios.json")
SHOGUN = ROOT / "games" / "shogun"
ROUNDS = 9


def best(
    work: Callable[[], object], times: int = 1, clock: Callable[[], float] = process_time, rounds: int = ROUNDS
) -> float:
    """Seconds for one time, in the best of several rounds."""
    found = float("inf")
    for _ in range(rounds):
        before = clock()
        for _ in range(times):
            work()
        found = min(found, (clock() - before) / times)
    return found


def best_of_each(works: Sequence[Callable[[], object]], times: int, rounds: int = 3 * ROUNDS) -> list[float]:
    """Seconds for one time of each, in the best of several rounds that take turns, so that their differences are steady."""
    found = [float("inf")] * len(works)
    for _ in range(rounds):
        found = [min(before, best(work, times, rounds=1)) for before, work in zip(found, works, strict=True)]
    return found


def middle(game: rulekit.Game, players: int, decisions: int, seed: int = 3) -> Match:
    """A match after so many choices at random."""
    match, random = game.start(players, seed, journal=False), Random(seed)
    while match.decided < decisions:
        decision = match.decisions[0]
        match.choose(decision, random.randrange(len(decision.options)))
    return match


def playouts(game: rulekit.Game, players: int, games: int = 5) -> tuple[float, float]:
    """(games a second, seconds for a decision)"""

    def play() -> int:
        return sum(outcome.decided for outcome in random_games(game, 0, games, players))

    decisions = play()
    seconds = best(play)
    return games / seconds, seconds / decisions


def native(game: rulekit.Game, players: int) -> float | str:
    """Games a second in a native library, or why there are none."""
    compiled = game.compiled(players)
    try:
        go_native(compiled)
        return playouts(game, players, 200)[0]
    except UserError as error:
        return error.message
    finally:
        compiled.machine.native = None


def positions(game: rulekit.Game) -> dict[str, str]:
    """What a search asks of a position in the middle of a game, in the native library."""
    match = middle(game, 4, 200)
    try:
        position = go_native(match.compiled).position(match)
    except UserError as error:
        return {"a native position": error.message}
    finally:
        match.compiled.machine.native = None
    seeds = iter(range(1_000_000))

    def chosen() -> None:
        other = position.copy()
        other.apply(other.count - 1)

    return {
        "a native position, copied": f"{best(position.copy, 2000) * 1e6:.1f} us",
        "copied, its options counted, one chosen": f"{best(chosen, 2000) * 1e6:.1f} us",
        "played to the end from there": f"{1000 / best(lambda: list(position.playouts(next(seeds), 1000))):.0f} a second",
    }


def batches(game: rulekit.Game) -> dict[str, str]:
    """Steps of 256 matches at once, for a second of processor time."""
    try:
        import numpy as np

        from rulekit.envs.batch import ANY, Batch
    except ImportError:
        return {"a batch of matches": f"not measured: {install_command('rl')}"}
    rows = {}
    for observe, name in ((False, "steps of a batch"), (True, "steps with observations and masks")):
        try:
            batch = Batch(game, 256, 4, observe=observe)
        except UserError as error:
            return {"a batch of matches": error.message}
        batch.reset()
        actions = np.full(batch.n, ANY)
        rows[name] = f"{batch.n / best(partial(batch.step, actions), 20):.0f} a second"
    game.compiled(4).machine.native = None
    return rows


def by_hand() -> dict[str, float]:
    """How many times as long the hand-written pieces take, and how long they take."""
    pieces = Pieces()
    game = rulekit.load(SHOGUN)
    match = middle(game, 4, 200)
    board = pieces.board(match)
    here = max(range(45), key=lambda k: max(row[k] for row in board.armies))
    me = board.owner[here]
    target = next(k for k, owner in enumerate(board.owner) if owner not in (me, -1))
    kept, kept_board = (match.s[:], [x[:] for x in match.z]), deepcopy(board)
    stream = pieces.image.streams["battle-tower"]
    draws = itertools.count(board.drawn, 16)

    def restore() -> None:
        """The same position before each battle, and other numbers of the tower."""
        match.s[:] = kept[0]
        match.z[:] = [x[:] for x in kept[1]]
        match.s[stream] = next(draws)

    def engine() -> None:
        restore()
        pieces.attack(match, me, here, target, 2)

    def restore_board() -> None:
        board.armies = [row[:] for row in kept_board.armies]
        board.floors = [row[:] for row in kept_board.floors]
        board.buildings = [row[:] for row in kept_board.buildings]
        board.owner, board.unrest = kept_board.owner[:], kept_board.unrest[:]
        board.tray, board.reserve = kept_board.tray[:], kept_board.reserve[:]
        board.drawn = next(draws)

    def hand() -> None:
        restore_board()
        battle(board, me, here, target, 2)

    found = best_of_each((engine, restore, hand, restore_board), 300)
    battle_engine, battle_hand = found[0] - found[1], found[2] - found[3]
    restore()
    points = best(lambda: pieces.score(match), 100)
    return {
        "battle": battle_hand / battle_engine,
        "points": best(lambda: year_points(board), 100) / points,
        "_battle": battle_hand,
        "_engine": battle_engine,
        "_points": points,
    }


def start(*arguments: str, rounds: int = ROUNDS) -> float:
    """Seconds of a Python process."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return best(
        lambda: subprocess.run(
            [sys.executable, *arguments], env=environment, check=True, capture_output=True, cwd=ROOT
        ),
        clock=perf_counter,
        rounds=rounds,
    )


def starts() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RULEKIT_CACHE"] = folder
        run = ("-m", "rulekit")
        return {
            "python": start("-c", "pass"),
            "import": start("-c", "import rulekit"),
            "help": start(*run, "--help"),
            "check": start(*run, "check", "games/shogun"),
            "first question": start("-c", QUESTION),
            "check, nothing known": cold(*run, "check", "games/shogun"),
        }


QUESTION = """
import rulekit
match = rulekit.load("games/shogun").start(4, 1)
print(match.decisions[0].prompt(), [option.label() for option in match.decisions[0].options])
"""


def cold(*arguments: str) -> float:
    """Seconds of a Python process that finds no cache."""
    found = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["RULEKIT_CACHE"] = folder
            found.append(start(*arguments, rounds=1))
    return min(found)


def tenfold() -> float:
    """How many times as long it takes to check ten times as many rules."""
    os.environ["RULEKIT_CACHE"] = "off"
    with tempfile.TemporaryDirectory() as folder:
        one, ten = growth.write(Path(folder) / "one", 4), growth.write(Path(folder) / "ten", 40)
        growth.seconds(one)
        return min(growth.seconds(ten) for _ in range(3)) / min(growth.seconds(one) for _ in range(5))


def weight(match: Match) -> int:
    """Bytes of what a match holds for itself (numbers are shared)."""
    parts: list[object] = [match, match.s, match.z, *match.z, match.st, *match.st, match.asks, match.past, match.log]
    for _, _, options, stack in match.asks:
        parts += [options, stack, *stack]
    return sum(sys.getsizeof(p) for p in {id(p): p for p in parts}.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 where a ratio is below half of the recorded one")
    parser.add_argument("--base", metavar="COMMIT", help="how long it takes to make what is fast, beside a commit")
    parser.add_argument("--record", action="store_true", help="write the ratios of this run down")
    given = parser.parse_args()
    game = rulekit.load(SHOGUN)
    variant = rulekit.load(SHOGUN, [SHOGUN / "variants" / "merchants.rules"])
    hand = by_hand()
    rows: list[tuple[str, str]] = []
    ratios = {"battle": hand["battle"], "points": hand["points"]}
    speed = {players: playouts(game, players) for players in (3, 4, 5)}
    for players, (games, decision) in speed.items():
        rows.append((f"games of {players} players", f"{games:.0f} games/s, {1 / decision:.0f} decisions/s"))
    games, decision = playouts(variant, 4)
    rows.append(("with the variant merchants", f"{games:.0f} games/s, {1 / decision:.0f} decisions/s"))
    for rules, name, slow in ((game, "native", speed[4][0]), (variant, "native, with merchants", games)):
        found = native(rules, 4)
        rows.append((name, found if isinstance(found, str) else f"{found:.0f} games/s"))
        if not isinstance(found, str):
            ratios[f"{name}: games to those in Python"] = found / slow
    rows += positions(game).items()
    rows += batches(game).items()
    games, decision = playouts(rulekit.load(ROOT / "games" / "tic_tac_toe"), 2, 200)
    rows.append(("tic-tac-toe", f"{games:.0f} games/s, {1 / decision:.0f} decisions/s"))
    for found in (chess_beside.rows(), openspiel_beside.rows()):
        rows += found[0]
        ratios |= found[1]
    ratios["decisions per battle by hand"] = hand["_battle"] / speed[4][1]
    ratios["decision of 3 to decision of 5 players"] = speed[3][1] / speed[5][1]
    rows.append(("a battle", f"{hand['_engine'] * 1e6:.1f} us, by hand {hand['_battle'] * 1e6:.1f} us"))
    rows.append(("points of a year", f"{hand['_points'] * 1e6:.0f} us, {hand['points']:.2f} of the speed by hand"))
    match = middle(game, 4, 250)
    saved = match.save()
    rows.append(("copy", f"{best(match.copy, 2000) * 1e6:.1f} us"))
    rows.append(("save", f"{best(match.save, 50) * 1e3:.2f} ms"))
    rows.append(("resume", f"{best(lambda: game.resume(saved, journal=False), 20) * 1e3:.2f} ms"))
    rows.append(("a running match", f"{weight(match) / 1000:.1f} kB"))
    rows += making.rows(given.base)
    longer = tenfold()
    rows.append(("check ten times as many rules", f"{longer:.1f} times as long"))
    ratios["tenfold rules in less than tenfold time"] = 10 / longer
    times = starts()
    for name, seconds in times.items():
        rows.append((f"start: {name}", f"{seconds * 1e3:.0f} ms, {seconds / times['python']:.2f} times Python"))
    ratios["start of Python to import"] = times["python"] / times["import"]
    for name, text in rows:
        print(f"{name:<40} {text}")
    return verdict(ratios, given.check, given.record)


def verdict(ratios: dict[str, float], check: bool, record: bool) -> int:
    recorded = json.loads(RECORDED.read_text()) if RECORDED.is_file() else {}
    bad = []
    for name, ratio in ratios.items():
        print(f"ratio: {name:<40} {ratio:.2f}  recorded {recorded.get(name, 0):.2f}")
        if ratio < recorded.get(name, 0) / 2:
            bad.append(name)
    if record:
        RECORDED.write_text(json.dumps({k: round(v, 2) for k, v in ratios.items()}, indent=2) + "\n")
    for name in bad:
        print(f"less than half of what is recorded: {name}")
    return int(check and bool(bad))


if __name__ == "__main__":
    sys.exit(main())
