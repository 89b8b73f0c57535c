"""What must hold after every decision of a game of SHOGUN: an independent check of the catalogue's section LIMIT.

It shares nothing with the rules but names. Where things lie is read from the raw state of a match (``s`` and ``z``), what a
province is like from the table ``map.yaml``; scores are counted here a second time. It checks what can be seen from outside:
a revolt or a battle that runs through without a question is one step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen
from ruamel.yaml import YAML

import rulekit

ARMIES, FARMERS, CHESTS, MARKERS = 62, 20, 135, 42
BUILDINGS = {"castle": (28, 3), "temple": (26, 2), "theater": (26, 1)}
"""name -> (pieces, points for the most of them in a region)"""
TOWER = "battle-tower"


@frozen
class Terms:
    """What a variant changes in the limits and in the score; what stands here is the game as printed."""

    buildings: Mapping[str, tuple[int, int]] = BUILDINGS
    shared_in_full: bool = False
    majorities: int = 1
    """How often the points for majorities count"""
    realm: int = 0
    """Points for the largest realm that hangs together"""
    income: int = 8
    """The most chests that come in in one round"""
    rice: int = 18
    farmers_hold: bool = False
    """Farmers alone can hold a province: an owner may have no army there"""


@cache
def table(path: Path) -> Mapping[str, Any]:
    rows: Mapping[str, Any] = YAML(typ="safe").load(path)
    return rows


def provinces(path: Path) -> Mapping[str, Mapping[str, Any]]:
    rows: Mapping[str, Mapping[str, Any]] = table(path)["provinces"]
    return rows


class Broken(AssertionError):
    """An invariant of the catalogue does not hold."""


def must(holds: bool, clause: str, said: object) -> None:
    if not holds:
        raise Broken(f"SHG-LIMIT-{clause}: {said}")


class Invariants:
    """Checks one match from its start to its end; :meth:`check` is called after every decision."""

    def __init__(self, match: rulekit.Match, table: Path, side: str, terms: Terms | None = None) -> None:
        self.table, self.terms = table, terms or Terms()
        self.match, self.image = match, match.compiled.image
        image = self.image
        self.players = len(image.seats)
        rows = provinces(table)
        self.names = [member.name for member in image.kinds["province"].members]
        assert sorted(self.names) == sorted(rows), "the table and the game know other provinces"
        self.spaces = [rows[name]["building_spaces"] for name in self.names]
        self.region = [rows[name]["region"][side] for name in self.names]
        self.unused = [self.players == 3 and side in rows[name]["unused_with_3_players"] for name in self.names]
        self._find()
        self.moment: tuple[int, int] = (0, 0)
        self.purses: list[int] = []
        self.years = image.options["years"]
        self.before = [0] * self.players
        """The points of the years that are over, counted here."""
        self.gone: set[int] = set()
        self.calm: tuple[int, list[Any]] | None = None
        """The season, and every province as it was when it was last looked at, unless a province was taken or attacked then"""

    # ------------------------------------------------------------ where things lie in the state
    def _find(self) -> None:
        image = self.image
        blocks = {(c.sort, c.name, c.token): (c.base, c.size) for c in image.columns}
        tokens = {(t.piece, t.owner): k for k, t in enumerate(image.tokens)}
        stores = image.devices[TOWER].stores

        def count(place: str, piece: str, owner: int = -1) -> slice:
            base, size = blocks["count", place, tokens[piece, owner]]
            return slice(base, base + size)

        def inside(piece: str, owner: int = -1) -> list[int]:
            return [store[tokens[piece, owner]] for store in stores]

        self.armies = [count("province", "army", p) for p in range(self.players)]
        self.marching = [count("funnel", "army", p).start for p in range(self.players)]
        self.armies_elsewhere = []
        for p in range(self.players):
            beside = [count(place, "army", p).start for place in ("supply", "tray", "funnel")]
            self.armies_elsewhere.append([*beside, *inside("army", p)])
        beside = [count(place, "farmer").start for place in ("farmer-supply", "tray", "funnel")]
        self.farmers = [*beside, *inside("farmer")]
        self.purse, self.bank = count("purse", "chest"), count("bank", "chest").start
        self.buildings = {name: (count("province", name), count("stock", name).start) for name in self.terms.buildings}
        self.markers, self.marker_stock = count("province", "revolt-marker"), count("stock", "revolt-marker").start
        must(("count", "province", tokens["farmer", -1]) not in blocks, "02", "farmers could lie on the map")
        counts = [slice(c.base, c.base + c.size) for c in image.columns if c.sort in ("count", "store")]
        self.counts = _joined(counts)
        self.mark = {name: slice(m.base, m.base + m.size) for name, m in image.marks.items()}
        self._find_cards()

    def _find_cards(self) -> None:
        """``zones`` and ``spots``: for each root kind, the lists and the single positions where its cards can lie."""
        image = self.image
        self.zones: dict[str, list[int]] = {root: [] for root in image.where}
        self.spots: dict[str, list[int]] = {root: [] for root in image.where}
        codes: dict[str, range] = {}
        lists = len(image.z)
        for name, place in image.places.items():
            if place.counted:
                continue
            single = place.spot or place.row is not None
            size = place.row.size if place.row is not None else place.size
            positions = range(place.base, place.base + size)
            (self.spots if single else self.zones)[place.root] += positions
            codes[name] = range(lists + positions.start, lists + positions.stop) if single else positions
        self.cards = {root: (base, len(image.kinds[root].members)) for root, base in image.where.items()}
        ranges = image.kinds["planning-card"].ranges
        first, many = ranges["province-card"]
        members = [member.name for member in image.kinds["planning-card"].members]
        at = self.cards["planning-card"][0]
        self.card_of = [at + members.index(name, first, first + many) for name in self.names]
        first, many = ranges["chest-card"]
        must(many == 5 * self.players, "07", f"there are {many} chest cards")
        self.chest_cards = [slice(at + first + 5 * p, at + first + 5 * p + 5) for p in range(self.players)]
        self.held: list[set[int]] = []  # places where a card is its player's
        for p in range(self.players):
            plans = len(codes["plan"]) // self.players
            self.held.append({codes["hand"][p], codes["bid-space"][p], *codes["plan"][p * plans : (p + 1) * plans]})
        self.unrest, self.pool = codes["unrest"][0], codes["pool"][0]
        self.not_owned = {self.pool, codes["province-deck"][0], *codes["offer"]}
        self.left_out = codes["unused-cards"][0]
        self.tape = image.devices[TOWER].tape

    # ------------------------------------------------------------ after every decision
    def check(self) -> None:
        s = self.match.s
        self._stock(s)
        self._cards(s, self.match.z)
        self._map(s)
        self._course(s)

    def _stock(self, s: Sequence[int]) -> None:
        for block in self.counts:
            must(min(s[block]) >= 0, "16", "a negative number of pieces")
        for p in range(self.players):
            total = sum(s[self.armies[p]]) + sum([s[k] for k in self.armies_elsewhere[p]])
            must(total == ARMIES, "01", f"{total} armies of {self.image.seats[p]}")
        must(sum([s[k] for k in self.farmers]) == FARMERS, "02", "farmers")
        must(sum(s[self.purse]) + s[self.bank] == CHESTS, "03", "chests")
        for name, (total, _) in self.terms.buildings.items():
            there, stock = self.buildings[name]
            must(sum(s[there]) + s[stock] == total, "04", name)
            must(max(s[there]) <= 1, "10", f"two of {name} in one province")
        must(sum(s[self.markers]) + s[self.marker_stock] == MARKERS, "05", "revolt markers")
        rice = s[self.mark["rice"]]
        must(min(rice) >= 0 and max(rice) <= self.terms.rice, "13", f"rice {rice}")

    def _cards(self, s: Sequence[int], z: Sequence[Sequence[int]]) -> None:
        """Every card lies in one place, and is written down as lying there."""
        lists = len(z)
        for root, (base, many) in self.cards.items():
            found = [-1] * many
            for zone in self.zones[root]:
                for card in z[zone]:
                    must(found[card] == -1, "06", f"{root} {card} lies in two places")
                    found[card] = zone
            for spot in self.spots[root]:
                card = s[spot]
                if card >= 0:
                    must(found[card] == -1, "06", f"{root} {card} lies in two places")
                    found[card] = lists + spot
            must(found == s[base : base + many], "06", f"a {root} lies elsewhere than is written down")
            must(-1 not in found, "06", f"a {root} lies nowhere")
        for p, cards in enumerate(self.chest_cards):
            must(
                self.held[p].issuperset(s[cards]), "07", f"a chest card of {self.image.seats[p]} is not with its player"
            )
        must(not z[self.tape], "02", "a script for the tower in play")

    def _map(self, s: Sequence[int]) -> None:
        owners, markers = s[self.mark["owner"]], s[self.markers]
        armies = [s[block] for block in self.armies]
        built = [sum(column) for column in zip(*(s[there] for there, _ in self.buildings.values()), strict=True)]
        season = s[self.mark["season"].start]
        taking = self._taking()
        attacked = -1
        winter = season == 3
        rows = list(zip(owners, markers, built, [s[card] for card in self.card_of], *armies, strict=True))
        between = taking < 0 and not any(s[k] for k in self.marching)
        known = self.calm if between and self.calm and self.calm[0] == season else None
        self.calm = (season, rows) if between else None
        for k, owner in enumerate(owners):
            if known is not None and known[1][k] == rows[k]:
                continue  # nothing goes on elsewhere that could excuse it, and it was looked at as it is
            there = [p for p in range(self.players) if armies[p][k]]
            buildings, place = built[k], s[self.card_of[k]]
            if taking >= 0 and place in self.held[taking] and not there:
                must(
                    owner in (-1, taking) and not buildings and not markers[k],
                    "08",
                    f"{self.names[k]} while it is taken",
                )
                taking = -1  # one province at a time
            elif owner < 0:
                must(not there, "09", f"armies in neutral {self.names[k]}")
                must(not buildings and not markers[k], "09", f"neutral {self.names[k]} is not bare")
                free = place == self.left_out if self.unused[k] else place in self.not_owned
                must(free, "06", f"the card of neutral {self.names[k]} lies elsewhere")
            else:
                if not there and self.terms.farmers_hold:
                    pass
                elif not there and attacked < 0 and s[self.marching[owner]]:
                    attacked = k  # its armies are gathered already while somebody is asked about extra ones
                else:
                    must(there == [owner], "08", f"{self.names[k]} belongs to {owner}, armies of {there}")
                held = place in self.held[owner] or (winter and place == self.unrest)
                must(held, "08", f"the card of {self.names[k]} is not with its owner")
                must(not self.unused[k], "06", f"{self.names[k]} is out of the game")
                must(buildings <= self.spaces[k], "10", f"{buildings} buildings in {self.names[k]}")
                must(markers[k] <= min(season + 1, 3), "11", f"{markers[k]} markers in {self.names[k]}")
        must(sum(markers) <= 2 * self.players * 3, "12", "more markers than a year can bring")

    def _taking(self) -> int:
        """The player who has drawn a province in the draft and is asked which group goes there; -1: nobody."""
        for player, question, _, _ in self.match.asks:
            if self.image.asks[question].choice.startswith("size in "):
                return player
        return -1

    # ------------------------------------------------------------ from decision to decision
    def _course(self, s: list[int]) -> None:
        moment = (s[self.mark["year"].start], s[self.mark["season"].start])
        purses = s[self.purse]
        if moment != self.moment:
            if 1 <= self.moment[0] < moment[0]:
                self.before = [a + b for a, b in zip(self.before, self.scored(s), strict=True)]
                points = s[self.mark["points"]]
                must(points == self.before, "17", f"points {points}, counted {self.before}")
            self.moment, self.purses = moment, purses
        for before, now in zip(self.purses or purses, purses, strict=True):
            must(
                moment[0] == 0 or now - before <= self.terms.income, "14", f"{now - before} chests came in in one round"
            )
        if moment[0]:
            owners = set(s[self.mark["owner"]])
            must(not self.gone & owners, "17", "a player without provinces has come back")
            self.gone |= set(range(self.players)) - owners

    def finish(self) -> None:
        """At the end: all years, the points and the places, counted by another way."""
        match, s = self.match, self.match.s
        moment = (s[self.mark["year"].start], s[self.mark["season"].start])
        must(moment == (self.years, 3), "17", "the game ends elsewhere")
        points = [a + b for a, b in zip(self.before, self.scored(s), strict=True)]
        must(s[self.mark["points"]] == points, "17", f"points {s[self.mark['points']]}, counted {points}")
        results = [(points[p], s[self.purse][p]) for p in range(self.players)]
        places = {self.image.seats[p]: 1 + sum(other > mine for other in results) for p, mine in enumerate(results)}
        standings = match.standings
        must([x.rank for x in standings] == sorted(x.rank for x in standings), "17", "the standings are not in order")
        must({x.name: x.rank for x in standings} == places, "17", f"places {places}")
        must({x.name: x.scores for x in standings} == dict(zip(self.image.seats, results, strict=True)), "17", "scores")

    def scored(self, s: Sequence[int]) -> list[int]:
        """The points of one winter (SHG-SCORE-02 to -09)."""
        owners = s[self.mark["owner"]]
        there = {name: s[block] for name, (block, _) in self.buildings.items()}
        points = [0] * self.players
        held: dict[tuple[str, str], list[int]] = {}
        for k, owner in enumerate(owners):
            if owner < 0:
                continue
            points[owner] += 1
            for name, counts in there.items():
                points[owner] += counts[k]
                held.setdefault((self.region[k], name), [0] * self.players)[owner] += counts[k]
        for (_, name), counts in held.items():
            best = [p for p in range(self.players) if counts[p] == max(counts) > 0]
            for p in best:
                shared = len(best) > 1 and not self.terms.shared_in_full
                points[p] += (self.terms.buildings[name][1] - shared) * self.terms.majorities
        if self.terms.realm:
            realms = [self._realm({k for k, owner in enumerate(owners) if owner == p}) for p in range(self.players)]
            for p in range(self.players):
                points[p] += self.terms.realm * (realms[p] == max(realms))
        return points

    def _realm(self, held: set[int]) -> int:
        """The size of the largest group of provinces that hang together, by land or by sea."""
        routes = [*table(self.table)["land_borders"], *table(self.table)["sea_routes"]]
        index = {name: k for k, name in enumerate(self.names)}
        group = {k: k for k in held}
        for _ in held:
            for a, b in routes:
                ends = [index[x] for x in (a, b) if index[x] in held]
                for k in ends:
                    group[k] = min(group[e] for e in ends)
        return max((list(group.values()).count(k) for k in held), default=0)


def _joined(blocks: Sequence[slice]) -> list[slice]:
    """Blocks that lie end to end as one, so that one look is enough."""
    out: list[slice] = []
    for block in sorted(blocks, key=lambda b: b.start):
        if out and out[-1].stop == block.start:
            block = slice(out.pop().start, block.stop)
        out.append(block)
    return out
