"""What must hold in a game of WAR OF NOBUNAGA'S SUCCESSORS, whatever is played: an independent look at limits of its catalogue.

It shares nothing with the rules but names. Where things lie is read from the raw state of a match (``s`` and ``z``), what a
counter and an area are like from the tables; victory points and legitimacy are counted here a second time.
:meth:`Invariants.check` is called after every decision. What only holds between two players' rounds is looked at when the next
one is asked for his card, what only holds after the points are recorded when it is asked who begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

import rulekit

COUNTERS, EXTRA, CARDS, HAND = 116, 9, 52, 5
SHELTER = {"Castle": 1, "Large Castle": 2}
KYO, AZUCHI = "kyo", "azuchi"
BETWEEN_ROUNDS, RECORDED = "card in use a card", "p in play a round"
MERITS = {
    "Funeral At Daitokuji": 2,
    "Donation To Court": 1,
    "Lady Ichi": 1,
    "Court Appointment": 1,
    "Guardian Of Sanboshi": 1,
}
LOST = {1, 2, 3}
"""What the cards count that a failed victory check takes from a rebel: it is off the record with the next recording only."""
KEPT = {*MERITS, "Soldiers And Farmers", "Ikeda Arrives", "Niwa Arrives", "Hachiya Arrives"}
STATES = ("reinforced", "active", "inside", "beaten", "following")


class Broken(AssertionError):
    """An invariant does not hold."""


def must(holds: bool, clause: str, said: object) -> None:
    if not holds:
        raise Broken(f"NS-{clause}: {said}")


@cache
def table(path: Path) -> Mapping[str, Any]:
    rows: Mapping[str, Any] = YAML(typ="safe").load(path)
    return rows


class Invariants:
    """Checks one match from its start to its end."""

    def __init__(self, match: rulekit.Match, folder: Path) -> None:
        self.match, self.image = match, match.compiled.image
        self.areas = table(folder / "map.yaml")["areas"]
        self.provinces = table(folder / "map.yaml")["provinces"]
        self.counters = table(folder / "counters.yaml")["counters"]
        self.houses = table(folder / "houses.yaml")["houses"]
        self.rows = list(self.counters.values())
        self.oda = [str(row["line"]) in ("yes", "True") for row in self.rows]
        self.grounds = list(self.areas.values())
        self.cards = [member.name for member in self.image.kinds["card"].members]
        self.shogun = list(self.counters).index("ashikaga_yoshiaki")
        self.players = range(len(self.image.seats))
        self.homes = [list(self.areas).index(row["home"]) if row["home"] != "none" else -1 for row in self.rows]
        self.house_of = [list(self.houses).index(row["house"]) if row["house"] != "none" else -1 for row in self.rows]
        self.counter_names, self.area_names = [*map(str, self.counters)], [*map(str, self.areas)]
        self.seen: dict[str, list[Any]] = {"state": [None] * len(self.rows), "castle": [None] * len(self.grounds)}
        """What every counter and every area was like when it was last looked at: what has not changed holds still."""
        self.dead: set[int] = set()
        self.once: dict[str, list[int]] = {
            "rebel": [0] * len(self.players),
            "azuchi-burnt": [0],
            "conference-held": [0],
        }
        self.rounds = self.records = 0

    def mark(self, name: str) -> list[int]:
        found = self.image.marks[name]
        return self.match.s[found.base : found.base + found.size]

    def place(self, name: str, k: int = 0) -> list[int]:
        return self.match.z[self.image.places[name].base + k]

    def check(self) -> None:
        """After every decision."""
        self.places = {name: self.mark(name) for name in ("banner", "marker", "owner", *STATES)}
        self.one_place_each()
        for u in self._changed("state", self._states()):
            self._state(u, self.rows[u])
        for k in self._changed("castle", self._castles()):
            self._castle(k, self.grounds[k])
        self._never_again()
        for _, question, _, _ in self.match.asks:
            if self.image.asks[question].choice == BETWEEN_ROUNDS:
                self._between_rounds()
            if self.image.asks[question].choice == RECORDED:
                self._recorded()

    # ------------------------------------------------------------ always
    def _changed(self, what: str, now: Iterable[Any]) -> list[int]:
        before, self.seen[what] = self.seen[what], list(now)
        return [k for k, (old, new) in enumerate(zip(before, self.seen[what], strict=True)) if old != new]

    def _states(self) -> Iterator[Any]:
        """All that :meth:`_state` asks of each counter."""
        marks = [self.places[name] for name in ("banner", "reinforced", "active", "inside")]
        serves = [self.places["owner"][house] if house >= 0 else -1 for house in self.house_of]
        lies = {u: p for p in self.players for u in self.place("reserve", p)} | dict.fromkeys(self.place("fallen"), -1)
        return zip(*marks, self.where, serves, map(lies.get, range(len(self.rows))), strict=True)

    def _castles(self) -> Iterator[Any]:
        """All that :meth:`_castle` asks of each area."""
        banner, inside, active = (self.places[name] for name in ("banner", "inside", "active"))
        for k, marker in enumerate(self.places["marker"]):
            yield marker, [(u, banner[u], inside[u], active[u]) for u in self.place("area", k)]

    def one_place_each(self) -> None:
        """Holds in any position."""
        s, z = self.match.s, self.match.z
        for root, base in self.image.where.items():
            many = {"counter": COUNTERS + EXTRA, "card": CARDS}[root]
            found, lying = [-1] * many, 0
            for place in self.image.places.values():
                if place.root == root:
                    for k in range(place.base, place.base + place.size):
                        lying += len(z[k])
                        for thing in z[k]:
                            found[thing] = k
            must(found == s[base : base + many], "2.0-01", f"a {root} is written down elsewhere")
            must(lying == many and -1 not in found, "2.0-01", f"{lying} {root}s of {many} lie somewhere")
        self.where = [-1] * len(self.rows)
        for k in range(len(self.grounds)):
            for u in self.place("area", k):
                self.where[u] = k
        for p in self.players:
            kept = {self.cards[card] for card in self.place("table", p)}
            must(kept <= KEPT, "5.22-08", f"{kept - KEPT} lie before {self.image.seats[p]}")

    def _state(self, u: int, row: Mapping[str, Any]) -> None:
        """One counter: whose it is, and in which state it can be."""
        name, here, banner = self._counter(u), self.where[u], self.places["banner"][u]
        reinforced, active, inside = (self.places[state][u] for state in ("reinforced", "active", "inside"))
        must(not inside or here >= 0 or u in self.place("fallen"), "10.3-01", f"{name} is in a castle off the map")
        if row["class"] == "Minor Lord":
            must(not reinforced, "3.22-01", f"{name} is reinforced")
            must(bool(active) == (banner >= 0), "3.22-01", f"{name}: active {active}, of {banner}")
            astray = here >= 0 and not active and here != self.homes[u] and u != self.shogun
            must(not astray or self._moved_by_option(u), "3.22-02", f"neutral {name} stands in {self._area(here)}")
        elif row["class"] == "Independent":
            must(banner < 0 and not inside and not active, "3.23-02", f"{name} serves somebody")
        else:
            must(not active, "3.21-04", f"{name} is a daimyo counter and needs no activation")
            must(
                here < 0 or banner == self.places["owner"][self.house_of[u]], "3.1-03", f"{name} serves another player"
            )
            for p in self.players:
                must(u not in self.place("reserve", p) or banner == p, "13.2-01", f"{name} is in another hand")

    def _castle(self, k: int, row: Mapping[str, Any]) -> None:
        """One area: its marker, and who is in its castle."""
        here, marker = self.place("area", k), self.places["marker"][k]
        if row["ground"] == "Off Map":
            must(marker < 0, "4.15-01", f"a marker lies on {self._area(k)}")
            strangers = [u for u in here if self.homes[u] != k]
            must(not strangers, "4.15-01", f"{[*map(self._counter, strangers)]} are in {self._area(k)}")
        inside = [u for u in here if self.places["inside"][u]]
        if inside:
            room = SHELTER.get(row["ground"], 0) - any(self._neutral(u) for u in here)
            must(len(inside) <= room, "4.13-01", f"{len(inside)} counters in the castle of {self._area(k)}")
            sides = {self.places["banner"][u] for u in inside}
            must(sides == {marker}, "10.1-01", f"{sides} in the castle of {self._area(k)}, marker of {marker}")

    def _never_again(self) -> None:
        dead = set(self.place("death-box"))
        must(self.dead <= dead, "4.3-06", f"{[*map(self._counter, self.dead - dead)]} rose from the dead")
        self.dead = dead
        for name, before in self.once.items():
            now = self.mark(name)
            clause = {"rebel": "16.3-08", "azuchi-burnt": "4.16-05", "conference-held": "15.1-04"}[name]
            must(all(a <= b for a, b in zip(before, now, strict=True)), clause, f"{name} no longer")
            self.once[name] = now

    # ------------------------------------------------------------ between two players' rounds
    def _between_rounds(self) -> None:
        self.rounds += 1
        must(not self.place("fallen"), "13.2-01", "the fallen lie about")
        must(not any(self.places["beaten"]) and not any(self.places["following"]), "9.0-01", "a move is not over")
        must(self.mark("turn")[0] in range(1, 5 - (len(self.players) == 4)), "7.0-01", f"turn {self.mark('turn')}")
        must(self.mark("round")[0] in range(1, 7), "7.0-01", f"round {self.mark('round')}")
        for k, row in enumerate(self.grounds):
            here = self.place("area", k)
            if here and row["ground"] != "Off Map":
                self._sides(k, here)
                self._houses(k, here)
        for u in self.place("waiting"):
            must(self._besieged(self.homes[u]), "13.2-03", f"{self._counter(u)} waits for nothing")

    def _sides(self, k: int, here: list[int]) -> None:
        """Two sides meet only around a castle, and the besieger has a commander there."""
        field = [u for u in here if not self._sheltered(u)]
        sides = {self.places["banner"][u] for u in field}
        must(len(sides) <= 1, "10.0-03", f"{[*map(self._counter, field)]} share {self._area(k)}")
        besieged = self._besieged(k)
        must(besieged or not any(self.places["inside"][u] for u in here), "10.3-01", f"nobody besieges {self._area(k)}")
        if besieged:
            leaders = [u for u in field if self.rows[u]["rank"] != "Army"]
            must(bool(leaders), "10.3-02", f"nobody leads the siege of {self._area(k)}")
        for u in field:
            if self.rows[u]["class"] == "Minor Lord" and self.rounds > 1:
                at_home = self.places["marker"][k] == self.places["banner"][u]
                led = any(self._may_lead(c, u) for c in field)
                must(at_home or led, "7.2-06", f"{self._counter(u)} in {self._area(k)} has lost his side")

    def _houses(self, k: int, here: list[int]) -> None:
        """Who is not Oda-affiliated stands with nobody of another house, and with no Oda-affiliated lord of his side."""
        for u in here:
            if self.rows[u]["class"] != "Daimyo Army" or self.oda[u]:
                continue
            for v in here:
                same_side = self.places["banner"][u] == self.places["banner"][v]
                if self.rows[v]["class"] == "Daimyo Army":
                    bad = same_side and self.house_of[v] != self.house_of[u]
                else:
                    bad = same_side and bool(self.places["active"][v]) and self.oda[v]
                must(not bad, "7.2-07", f"{self._counter(u)} and {self._counter(v)} in {self._area(k)}")

    # ------------------------------------------------------------ when the points are recorded
    def _recorded(self) -> None:
        self.records += 1
        points, honour, shame = self.mark("victory-points"), self.mark("honour"), self.mark("shame")
        must(points == self.points(), "15.1-01", f"points {points}, counted {self.points()}")
        for p, counted in enumerate(self.honour()):
            late = {0, *LOST} if self.mark("rebel")[p] and self.mark("round")[0] == 1 else {0}
            must(honour[p] - counted in late, "15.2-01", f"legitimacy {honour}, counted {self.honour()}")
        must(shame == self.shame(), "15.2-05", f"the traitor's {shame}, counted {self.shame()}")
        best = max((points[p], honour[p] - shame[p]) for p in self.players)
        lord = self.mark("tenkabito")[0]
        if self.mark("round")[0] > 1:  # a failed victory check lowers legitimacy when the title is found already
            must((points[lord], honour[lord] - shame[lord]) == best, "16.2-01", f"the tenkabito is {lord}: {points}")
        must(points[lord] == best[0], "16.2-01", f"the tenkabito is {lord}: {points}")
        if self.mark("round") == [1]:
            hands = [len(self.place("hand", p)) for p in self.players]
            must(hands == [HAND] * len(self.players), "7.1-01", f"cards in hand: {hands}")

    def points(self) -> list[int]:
        """Victory points of every player: provinces of which he holds more than half, and Sakai."""
        marker, out = self.mark("marker"), [0] * len(self.players)
        for name, land in self.provinces.items():
            parts = [marker[k] for k, row in enumerate(self.grounds) if row["province"] == name]
            must(len(parts) == land["size"], "4.17-01", f"{name} has {len(parts)} areas")
            for p in self.players:
                out[p] += land["vp"] * (2 * parts.count(p) > len(parts))
        for k, row in enumerate(self.grounds):
            if marker[k] >= 0:
                out[marker[k]] += row["worth"]
        return out

    def honour(self) -> list[int]:
        """Legitimacy of every player without the traitor's six."""
        marker, owner, rebel = self.mark("marker"), self.mark("owner"), self.mark("rebel")
        out = [0 if rebel[p] else 3 for p in self.players]
        for k, (name, row) in enumerate(self.areas.items()):
            if marker[k] >= 0:
                burnt = name == AZUCHI and self.mark("azuchi-burnt")[0]
                out[marker[k]] += row["dignity"] - bool(burnt)
        for house, row in zip(owner, self.houses.values(), strict=True):
            if house >= 0:
                out[house] += row["bonus"]
        shogun = self.where[self.shogun]
        if shogun >= 0 and marker[shogun] >= 0:
            out[marker[shogun]] += 1
        for p in self.players:
            out[p] += sum(MERITS.get(self.cards[card], 0) for card in self.place("table", p))
        avenger = self.mark("avenger")[0]
        if avenger >= 0 and owner[avenger] >= 0:
            out[owner[avenger]] += 3
        return out

    def shame(self) -> list[int]:
        traitor = self.mark("traitor")[0]
        return [6 * (traitor >= 0 and self.mark("owner")[traitor] == p) for p in self.players]

    # ------------------------------------------------------------ at the end
    def finish(self) -> None:
        """One winner: the tenkabito after the last turn, or the first in points and legitimacy, if he fulfils a card."""
        winners = [x.name for x in self.match.standings if x.rank == 1]
        must(len(winners) == 1, "17.2-01", f"{winners} win")
        winner = list(self.image.seats).index(winners[0])
        points, honour, shame = self.points(), self.honour(), self.shame()
        totals = [points[p] + honour[p] - shame[p] for p in self.players]
        played = [k for k, p in enumerate(self.mark("check-by")) if p >= 0]
        met = [self.cards[k] for k in played if self._fulfils(winner, self.cards[k])]
        if met and totals[winner] == max(totals):
            return
        must(
            self.mark("turn")[0] == 4 - (len(self.players) == 4), "7.0-01", f"the game ends in turn {self.mark('turn')}"
        )
        must(
            self.mark("tenkabito")[0] == winner, "17.2-01", f"{winner} wins, the tenkabito is {self.mark('tenkabito')}"
        )

    def _fulfils(self, p: int, card: str) -> bool:
        marker, areas = self.mark("marker"), list(self.areas)
        held = {areas[k] for k, owner in enumerate(marker) if owner == p}
        if card == "Succession Of The House":
            return not self.mark("rebel")[p] and self.cards.index("Lady Ichi") in self.place("table", p)
        if card == "Strife Within The House":
            return {"kiyosu", "gifu", AZUCHI} <= held
        if card == "Command Over The Realm":
            return self.mark("tenkabito")[0] == p and {KYO, "sakai", "osaka"} <= held
        shogun = self.where[self.shogun]
        return KYO in held and shogun >= 0 and marker[shogun] == p

    # ------------------------------------------------------------ small words
    def _neutral(self, u: int) -> bool:
        return self.rows[u]["class"] == "Minor Lord" and not self.places["active"][u]

    def _sheltered(self, u: int) -> bool:
        return bool(self.places["inside"][u]) or self._neutral(u)

    def _besieged(self, k: int) -> bool:
        """Somebody in the castle, and somebody strange to him outside."""
        here = self.place("area", k)
        field = {self.places["banner"][u] for u in here if not self._sheltered(u)}
        castle = {self.places["banner"][u] for u in here if self.places["inside"][u]}
        if any(self._neutral(u) for u in here):
            castle.add(self.places["marker"][k] if self.places["marker"][k] >= 0 else -2)
        return any(side != other for side in field for other in castle)

    def _may_lead(self, c: int, u: int) -> bool:
        """Whether one counter is a commander whom a minor lord of his side follows."""
        leader, lord = self.rows[c], self.rows[u]
        above = {"Sotaisho": 3, "Taisho": 2, "Army": 1}
        if self.places["banner"][c] != self.places["banner"][u] or above[leader["rank"]] <= above[lord["rank"]]:
            return False
        return leader["class"] == "Minor Lord" or self.oda[c] or not self.oda[u]

    def _moved_by_option(self, u: int) -> bool:
        name = self.counter_names[u]
        return bool(self.image.options["true-places"]) and name in (
            "takigawa_kazutoshi",
            "takigawa_masushige",
            "sanada_nobuyuki",
        )

    def _counter(self, u: int) -> str:
        return self.counter_names[u]

    def _area(self, k: int) -> str:
        return self.area_names[k]
