"""Non-interference: two matches that differ only in what a seat may not know give that seat the same, now and in moves to come.

``python -m tests.secrecy.harness --positions 20000`` plays games at random, takes positions, and for each seat looks

- now: with all that is hidden mixed (cards, marks, chance to come, what lies in equipment), and
- one and two moves on: the same moves are made in both worlds; what the seat is given has to stay the same until something
  is turned up for it. Chance is the same in both worlds there, so that only what is hidden makes a difference.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, field, frozen

import rulekit
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.narrative.rows import CardMoved, Chosen, Shown, TurnedUp
from tests.playing import COUNCIL, ROOT, SHOGUN, TOY
from tests.secrecy.observing import LANGS, first_difference, observed, same_bytes
from tests.secrecy.worlds import another_world, mix_chance, mix_marks

DARING = ROOT / "plugins" / "most_dangerous_time" / "rulekit_most_dangerous_time" / "game"
HEIRS = ROOT / "plugins" / "nobunaga_successors" / "rulekit_nobunaga_successors" / "game"
MOVES = 2
BYTES = 5
"""Of so many comparisons one is made byte for byte as well: equal data differ there in their order at most"""
STORIES = 5
"""At one of so many positions the story is heard, too"""


@frozen
class Table:
    """A game at a number of players. ``apart``: everybody knows who holds which cards, and only not where (see worlds)."""

    name: str
    folder: Path
    players: int
    options: dict[str, str] = field(factory=dict)
    variants: tuple[str, ...] = ()
    apart: bool = False
    rate: float = 0.3
    """At how many of its positions a game is looked at"""
    asks_about_cards: bool = False
    """Whether its questions speak of hidden cards that a rule has already picked: such cards stay where they are"""

    def load(self) -> rulekit.Game:
        return rulekit.load(self.folder, [self.folder / "variants" / f"{v}.rules" for v in self.variants])


TABLES: Sequence[Table] = (
    Table("shogun 3", SHOGUN, 3, {"setup": "Predetermined"}, apart=True, rate=0.05),
    Table("shogun 4 Moon", SHOGUN, 4, {"side": "Moon"}, apart=True, rate=0.05),
    Table("shogun 5 asking", SHOGUN, 5, {"asking": "yes", "declining": "yes"}, apart=True, rate=0.05),
    Table(
        "shogun 3 variants", SHOGUN, 3, {}, ("merchants", "rice_market", "short_war", "spies"), apart=True, rate=0.05
    ),
    Table("shogun 4 open bids", SHOGUN, 4, {}, ("open_bids", "largest_realm", "three_years"), apart=True, rate=0.05),
    Table("shogun 3 market town", SHOGUN, 3, {}, ("market_town",), apart=True, rate=0.05),
    Table("shogun 4 dice", SHOGUN, 4, {}, ("dice_battles", "full_ties", "long_war"), apart=True, rate=0.05),
    Table("most dangerous time 2", DARING, 2, rate=0.05),
    Table("most dangerous time 2 campaign", DARING, 2, {"scenario": "Campaign"}, rate=0.05),
    Table("most dangerous time 3", DARING, 3, rate=0.05),
    Table("most dangerous time 4", DARING, 4, {"treachery": "yes"}, rate=0.05),
    Table("nobunaga successors 3", HEIRS, 3, rate=0.05),
    Table("nobunaga successors 4", HEIRS, 4, rate=0.05),
    Table("nobunaga successors 4 hypothetical", HEIRS, 4, {"scenario": "Hypothetical"}, rate=0.05),
    Table("toy", TOY, 2, {"map": "Small"}, apart=True),
    Table("hearts", ROOT / "games/hearts", 4, rate=0.05),
    Table("council", COUNCIL, 3, apart=True),
    Table("peek", ROOT / "tests/games/peek", 2, asks_about_cards=True),
)


@define
class Result:
    """What a run came to."""

    positions: int = 0
    """Positions taken, one for each seat that looks"""
    comparisons: int = 0
    moved: int = 0
    """Comparisons in which hidden cards really lay elsewhere"""
    revealed: int = 0
    """Moves after which something was turned up for the seat, or the worlds had to part: nothing to compare"""
    impossible: int = 0
    """Worlds in which the rules could not be carried on"""
    leaks: list[str] = field(factory=list)
    by: Counter[str] = field(factory=Counter)

    def line(self) -> str:
        return (
            f"{self.positions} positions, {self.comparisons} comparisons ({self.moved} with other cards; {self.revealed} ended "
            f"by a reveal, {self.impossible} by an impossible world): {len(self.leaks)} leaks"
        )


def run(tables: Sequence[Table], positions: int, seed: int, result: Result | None = None) -> Result:
    """Looks at so many positions of each table, in as many games as it takes."""
    result = result or Result()
    for table in tables:
        game, random = table.load(), Random(f"{table.name}/{seed}")
        wanted = result.positions + positions
        number = 0
        while result.positions < wanted:
            number += 1
            match = game.start(table.players, seed * 1000 + number, table.options, journal=True)
            for _ in _played(match, random):
                if result.positions >= wanted:
                    break
                if random.random() < table.rate:
                    for seat in random.sample(range(-1, len(match.players)), 2):
                        result.positions += 1
                        _look(table, match, seat, random, result)
    return result


def _played(match: rulekit.Match, random: Random) -> Iterator[None]:
    yield
    while match.asks:
        k = random.randrange(len(match.asks))
        match.decide(k, random.choice(match.asks[k][2]))
        yield


def _look(table: Table, match: rulekit.Match, seat: int, random: Random, result: Result) -> None:
    since, lang = len(match.log or ()), random.choice(LANGS)
    heard = match.happened if result.positions % STORIES == 0 else -1
    lately = (max(0, since - 40), lang, max(0, heard - 60) if heard >= 0 else -1)
    before = observed(match, seat, *lately)
    world, turned = another_world(match, seat, random, goes_on=table.asks_about_cards)
    mix_chance(world, random)
    mix_marks(world, seat, random)
    _compare(table, match, seat, "now", before, observed(world, seat, *lately), bool(turned), result)
    here = match.copy()
    there, turned = another_world(match, seat, random, table.apart, goes_on=True)
    for number in range(1, MOVES + 1):
        try:
            if not here.asks or not _move(here, there, seat, turned, random):
                result.revealed += 1
                return
        except RuleFailure:
            result.impossible += 1
            return
        if _shown(here, seat, since) or _shown(there, seat, since) or here.over or there.over:
            result.revealed += 1
            return
        one, other = (observed(world, seat, since, lang, heard) for world in (here, there))
        _compare(table, match, seat, f"{number} on", one, other, bool(turned), result)


def _compare(
    table: Table, match: rulekit.Match, seat: int, when: str, one: Any, other: Any, moved: bool, result: Result
) -> None:
    result.comparisons += 1
    result.moved += moved
    found = first_difference(one, other)
    if not found and result.comparisons % BYTES == 0 and not same_bytes(one, other):
        found = "/bytes: the same data in another order"
    if found:
        viewer = match.players[seat] if seat >= 0 else "an onlooker"
        last = "the end" if match.over else match.decisions[0].rule
        result.leaks.append(
            f"{table.name}, seed {match.seed}, after {match.decided} choices ({last}), {when}, {viewer}: {found}"
        )
        result.by[f"{table.name} {when} {found.split(':')[0].rstrip('/0123456789')}"] += 1


def _move(
    here: rulekit.Match, there: rulekit.Match, seat: int, turned: dict[str, dict[int, int]], random: Random
) -> bool:
    """Makes in both worlds a move that is the same to the seat; False where there is none."""
    k = random.randrange(len(here.asks))
    player, question, options, _ = here.asks[k]
    if len(there.asks) <= k or there.asks[k][:2] != (player, question):
        return False
    value = random.choice(options)
    twin = value
    sort = here.compiled.image.asks[question].sort
    if player != seat and sort.head == "kind" and value >= 0:
        twin = turned.get(sort.of, {}).get(value, value)
    elif player == seat:
        said = here.decisions[k].id(value)
        twin = next((o.value for o in there.decisions[k].options if o.id == said), value)
    if twin not in there.asks[k][2]:
        return False
    here.decide(k, value)
    there.decide(k, twin)
    return True


def _shown(match: rulekit.Match, seat: int, since: int) -> bool:
    """Whether a card that the seat could not read has been turned up for it, or by chance another thing came."""
    sight, asks = match.compiled.sight(match.players[seat] if seat >= 0 else None), match.compiled.image.asks
    for entry in (match.log or [])[since:]:
        match entry:
            case TurnedUp():
                return True
            case Shown() if entry.to in (seat, -1):
                return True
            case Chosen() if entry.me != seat and entry.value >= 0 and asks[entry.question].op == "window":
                return True  # a card that is played is seen by all
            case CardMoved() if sight.card(entry.target, bool(entry.up)) and not sight.card(entry.source, False):
                return True
    return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=300, help="how many in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", default="", help="only tables whose name holds this")
    parser.add_argument("--show", type=int, default=10, help="how many leaks are shown")
    said = parser.parse_args()
    tables = [table for table in TABLES if said.table in table.name]
    begun, result = time.process_time(), Result()
    for table in tables:
        run([table], -(-said.positions // len(tables)), said.seed, result)
        print(f"{table.name}: {result.line()}, {time.process_time() - begun:.0f} s", file=sys.stderr, flush=True)
    for leak in result.leaks[: said.show]:
        print(leak, file=sys.stderr)
    for name, n in result.by.most_common():
        print(f"{n:6} {name}", file=sys.stderr)
    print(f"secrecy: {result.line()}")
    return int(bool(result.leaks))


if __name__ == "__main__":
    sys.exit(main())
