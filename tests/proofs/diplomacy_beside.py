"""Random games of Diplomacy in our engine and in the package `diplomacy`, phase by phase: both come to the same position.

The orders fit each other more often than by chance: most supports and convoys are given to moves that are ordered. Every
order is an option of ours by its label, which is the order as people write it, and so as the package reads it.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, frozen

import rulekit
from rulekit import Match
from rulekit.runtime.view_types import CardPlace, Mark, Row

REFEREE = Path(__file__).with_name("diplomacy_referee.py")
FITTING = 0.8
"""How many of the supports and convoys are meant to fit an order."""
MOVING = 0.5


@frozen
class Difference:
    """Where the two part: what was written, the orders of all, and what each of them says."""

    seed: int
    sort: str
    orders: tuple[str, ...]
    ours: str
    theirs: str


class Referee:
    """The package behind its pipe. ``python``: the interpreter of the environment in which it is installed."""

    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen(
            [python, str(REFEREE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **request: Any) -> dict[str, Any]:
        """The position after a request. Raises RuntimeError when it is gone."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError("the referee has gone")
        found: dict[str, Any] = json.loads(answer)
        return found

    def close(self) -> None:
        """Ends the process."""
        self.process.terminate()
        self.process.wait()


def code(label: str) -> str:
    """`F Stp (sc) - Bot` -> `F STP/SC - BOT`"""
    return label.replace(" (", "/").replace(")", "").upper().replace("VIA CONVOY", "VIA")


# ---------------------------------------------------------------- our position
def mark(row: Row, name: str) -> Mark:
    """A mark of a row."""
    return next(x for x in row.marks if x.key == name)


def names_there(row: Row) -> set[str]:
    """The names of the units that lie on a coast."""
    place = row.places[0]
    assert isinstance(place, CardPlace)
    return {card.key for card in place.cards if card is not None}


def position(match: Match) -> dict[str, dict[str, list[str]]]:
    """``units``: power -> its units, none that is dislodged; ``centres``: power -> its centres; as the package writes them."""
    seen = match.view(None)
    powers = [name.upper() for name in seen.players]
    tables = {t.of: t.rows for t in seen.tables}
    spaces, units = {row.key: row for row in tables["space"]}, tables["unit"]
    half = len(units) // 2  # first the armies, then the fleets, each power by power
    standing: dict[str, list[str]] = {power: [] for power in powers}
    held: dict[str, list[str]] = {power: [] for power in powers}
    for key, row in spaces.items():
        owner, unit = mark(row, "owner").id, mark(row, "occupant").raw
        if owner != "none":
            held[owner.upper()].append(key.upper())
        assert isinstance(unit, int)
        if unit >= 0:
            shores = [k for k in spaces if k.startswith(key + " ")]
            name = units[unit].key
            there = [k for k in shores if name in names_there(spaces[k])]
            goal = mark(units[unit], "goal").id  # of two of one name, one has come and one has to go
            at = goal if goal in there else next(iter(there), key)
            power = powers[unit % half // (half // len(powers))]
            standing[power].append(f"{'A' if unit < half else 'F'} {at.replace(' ', '/').upper()}")
    return {
        "units": {power: sorted(found) for power, found in standing.items()},
        "centres": {power: sorted(found) for power, found in held.items()},
    }


# ---------------------------------------------------------------- orders
def questions(match: Match, units: dict[str, list[str]]) -> list[tuple[str, str, list[str]]]:
    """(power, unit as `A Par`, labels of the options) for each unit; what somebody answers changes no other question."""
    out = []
    for first in match.decisions:
        ahead = match.copy()
        for _ in units[first.player.upper()]:
            decision = next(d for d in ahead.decisions if d.player == first.player)
            out.append(
                (first.player, decision.prompt().removeprefix("order for "), [o.label() for o in decision.options])
            )
            ahead.choose(decision, decision.options[0])
    return out


def sort_of(match: Match) -> str:
    """What is written now: orders, retreats or builds. It is never retreats or builds twice in a row."""
    text = match.decisions[0].prompt() if match.decisions else ""
    return "retreats" if "dislodged" in text else "builds" if text.startswith(("what do", "which unit")) else "orders"


def place(space: str) -> str:
    """`Stp (sc)` -> `Stp`"""
    return space.partition(" (")[0]


def plan(asked: Sequence[tuple[str, str, list[str]]], random: Random) -> list[str]:
    """An order for each unit: some move, and many of the others do what fits. Nobody helps others against a unit of his own: what
    is then right the cases of the DATC say (6.D.12 to 6.D.14, 6.E.6), and the package keeps to them by land only."""
    chosen: list[str | None] = [None] * len(asked)
    for k in random.sample(range(len(asked)), len(asked)):
        moves = [x for x in asked[k][2] if " S " not in x and " C " not in x and " - " in x]
        if moves and random.random() < MOVING:
            over_sea = [x for x in moves if x.endswith("convoy")]
            chosen[k] = random.choice(over_sea if over_sea and random.random() < 0.6 else moves)
    meant = {
        x.removesuffix(" via convoy").replace(" (nc)", "").replace(" (sc)", "").replace(" (ec)", "")
        for x in chosen
        if x
    }
    own: dict[str, set[str]] = {}
    for power, head, _ in asked:
        own.setdefault(power, set()).add(place(head[2:]))
    for k, (power, _, labels) in enumerate(asked):
        if chosen[k] is not None:
            continue
        labels = [
            x for x in labels if " S " not in x or " - " not in x or place(x.rsplit(" - ", 1)[1]) not in own[power]
        ]
        fits = [x for x in labels if any(f" {how} " in x and x.split(f" {how} ")[1] in meant for how in "SC")]
        carries = [x for x in fits if " C " in x]
        held = [x for x in labels if " S " in x and " - " not in x]
        if fits and random.random() < FITTING:
            chosen[k] = random.choice(carries or fits)
        elif held and random.random() < 0.5:
            chosen[k] = random.choice(held)
        else:
            chosen[k] = random.choice(labels)
    return [x or "" for x in chosen]


def crowded(theirs: dict[str, Any]) -> bool:
    """Whether all refuges that the package knows are taken: where an army came by ship it forgets to look who stands there."""
    taken = {unit[2:5] for units in theirs["units"].values() for unit in units}
    return all(space[:3] in taken for found in theirs["refuges"].values() for space in found)


LETTERS = {"orders": "M", "retreats": "R", "builds": "A"}
"""The last letter of a phase of the package"""


@define
class Contest:
    """A game in both. ``sets``: how many sets of orders were compared so far."""

    game: rulekit.Game
    referee: Referee
    sets: int = 0

    def play(self, seed: int, most: int) -> Iterator[Difference]:
        """The differences of one game, of which the first ends it; ``most`` sets of orders at most."""
        random = Random(seed)
        match = self.game.start(seed=seed, options={"draws": "no"}, journal=False)
        self.referee.ask(new=True)
        before = position(match)
        for _ in range(most):
            if match.over:
                return
            sort = sort_of(match)
            orders = (
                self.orders(match, before["units"], random) if sort == "orders" else self.answers(match, sort, random)
            )
            theirs = self.referee.ask(orders=orders)
            self.sets += sort == "orders"
            if theirs["phase"] == "COMPLETED":
                return
            before = position(match)
            if theirs["phase"][-1] == "R" and sort_of(match) != "retreats" and crowded(theirs):
                theirs = self.referee.ask(orders={})
            parts = [k for k in before if before[k] != theirs[k]]
            if not match.over and not parts and LETTERS[sort_of(match)] != theirs["phase"][-1]:
                parts = ["phase", "refuges"]
                before |= {"phase": {}, "refuges": {d.player: [d.prompt()] for d in match.decisions}}
            if parts:
                said = tuple(f"{p}: {o}" for p, found in orders.items() for o in found)
                ours, wanted = (str({k: x[k] for k in parts}) for x in (before, theirs))
                yield Difference(seed, sort, said, ours, wanted)
                return

    def orders(self, match: Match, units: dict[str, list[str]], random: Random) -> dict[str, list[str]]:
        """Chooses the orders of a season and gives them, in our game; as the package reads them."""
        asked = questions(match, units)
        out: dict[str, list[str]] = {}
        for (player, _, _), label in zip(asked, plan(asked, random), strict=True):
            match.choose(next(d for d in match.decisions if d.player == player), label)
            out.setdefault(player.upper(), []).append(code(label))
        return out

    def answers(self, match: Match, sort: str, random: Random) -> dict[str, list[str]]:
        """Retreats, or builds and disbands, chosen by chance and given in our game; as the package reads them."""
        out: dict[str, list[str]] = {}
        while not match.over and sort_of(match) == sort:
            decision = match.decisions[0]
            label = random.choice([o.label() for o in decision.options if o.label() != "whichever the rule takes"])
            head = decision.prompt()
            match.choose(decision, label)
            mine = out.setdefault(decision.player.upper(), [])
            if label.endswith(" disbands"):
                mine.append(code(label).removesuffix(" DISBANDS") + " D")
            elif sort == "retreats":
                mine.append(code(label).replace(" - ", " R "))
            elif head.startswith("which unit"):
                mine.append(code(label) + " D")
            else:
                mine.append(code(label) + " B" if label != "nothing" else "WAIVE")
        return out
