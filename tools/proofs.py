"""Games whose right course others have published, held against it: one section for each (``make proofs``).

Every line names what was counted or played, the number that is published or that another program found, and how long it took.
``--long`` counts deeper and plays more. Ends with 1 at the first difference.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from time import perf_counter

import rulekit

SHORT, LONG = 500_000, 20_000_000
"""Most leaves of a tree that is counted"""
GAMES = {False: 20, True: 200}
"""Games at random beside another program"""
DEALS = {False: 200, True: 2_000}
"""Deals of cards beside another program"""
POSITIONS = {False: 100, True: 2_000}
"""Positions from which every turn is compared with those of another program"""
TABLE_GAMES = {False: 5, True: 200}
"""Games at random under each set of table rules"""
ORDER_SETS = 10_000
Lines = Iterator[tuple[str, bool]]
"""What is told, and whether it is as it should be"""


def chess(long: bool) -> Lines:
    """The counts of six positions by plies, then games beside python-chess."""
    from tests.proofs import chess_beside
    from tests.proofs.chess_counts import CHESS, cases, counted

    total = 0
    for title, plies, leaves in cases(LONG if long else SHORT):
        before, found = perf_counter(), counted(title, plies)
        total += found
        yield f"{title}, {plies} plies: {found:,} of {leaves:,} {_since(before)}", found == leaves
    yield f"leaves in all: {total:,}", True
    for variant in ((), ("chess960",)):
        rules = rulekit.load(CHESS, [CHESS / "variants" / f"{name}.rules" for name in variant])
        before, plies = perf_counter(), 0
        for seed in range(1, GAMES[long] + 1):
            plies += chess_beside.game(rules, seed, board=chess_beside.first(variant))
        said = f"{GAMES[long]} games at random{' of ' + variant[0] if variant else ''}, {plies:,} plies"
        yield f"{said}: the same moves and ends as python-chess {_since(before)}", True


def backgammon(long: bool) -> Lines:
    """Positions of games at random beside OpenSpiel."""
    from tests.proofs import backgammon_beside

    before = perf_counter()
    games = backgammon_beside.held(rulekit.load(backgammon_beside.FOLDER), POSITIONS[long], 1)
    said = f"{POSITIONS[long]:,} positions of {games} games at random"
    yield f"{said}: the same turns and ends as OpenSpiel {_since(before)}", True


def diplomacy(long: bool) -> Lines:
    """The published cases by their sections; with ``long`` then random games beside an independent program."""
    from tests.proofs import diplomacy_cases

    for section, passed, of in diplomacy_cases.sections():
        yield f"DATC {section}: {passed} of {of} cases", passed == of
    if long:
        before = perf_counter()
        compared, differences = diplomacy_cases.beside(ORDER_SETS)
        yield (
            f"{compared:,} random sets of orders beside the package diplomacy: {differences} differ {_since(before)}",
            not differences,
        )


def hearts(long: bool) -> Lines:
    """Deals beside OpenSpiel, with every option one way or the other."""
    if not find_spec("pyspiel"):
        yield "not compared: OpenSpiel is not installed (package open_spiel)", True
        return
    from tests.proofs import hearts_beside

    before, deals = perf_counter(), DEALS[long]
    held = hearts_beside.many(rulekit.load(hearts_beside.FOLDER), deals)
    yield f"{deals:,} deals, {held}: the same cards and points as OpenSpiel {_since(before)}", True


def hnefatafl(long: bool) -> Lines:
    """Games under every set of table rules beside a referee of our own."""
    from tests.proofs import hnefatafl_beside

    rules, before, compared = rulekit.load(hnefatafl_beside.HNEFATAFL), perf_counter(), hnefatafl_beside.Compared()
    for table in hnefatafl_beside.TABLES.values():
        for seed in range(1, TABLE_GAMES[long] + 1):
            hnefatafl_beside.game(rules, table, seed, compared)
    said = f"{TABLE_GAMES[long]} games under each of {len(hnefatafl_beside.TABLES)} sets of table rules, {compared.plies:,} plies"
    yield f"{said}: the same moves, captures and ends as the referee {_since(before)}", True


def _since(before: float) -> str:
    return f"({perf_counter() - before:.1f} s)"


SECTIONS: Mapping[str, Callable[[bool], Lines]] = {
    "chess": chess,
    "backgammon": backgammon,
    "diplomacy": diplomacy,
    "hearts": hearts,
    "hnefatafl": hnefatafl,
}


def main() -> int:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("sections", nargs="*", choices=[*SECTIONS, []], help="normally all")
    given.add_argument("--long", action="store_true")
    wanted = given.parse_args()
    wrong = 0
    for name in wanted.sections or SECTIONS:
        print(f"== {name}", flush=True)
        try:
            for line, right in SECTIONS[name](wanted.long):
                print(line if right else f"{line}  WRONG", flush=True)
                wrong += not right
        except AssertionError as difference:
            print(f"a difference: {difference}  WRONG", flush=True)
            wrong += 1
    print(f"{wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
