"""Keeps the second set of books of a game of SHOGUN beside a match, and compares them after every decision.

The journal says who planned which card, what was chosen, what went into the tower and came out of it, and which cards were drawn
in winter. What lies where in the match then is compared with what :mod:`tests.games.courses` has computed, and so are the options
of a march, and each sort of points.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import rulekit
from rulekit.runtime.narrative.rows import CardMoved, Chosen, DeviceGiven, DeviceUsed, Gained, Marked, TurnedUp
from tests.games.books import AGAIN, BUILDINGS, LOSSES, Books, Course, Table, must
from tests.games.courses import ACTIONS, Courses
from tests.games.invariants import provinces, table

TOLD_OTHERWISE = ("card in plan a card", "spot in determine turn order", "card in suffer shortage")
"""Choices that the row of a card tells of as well"""
BY_PROVINCE = ("owner", "armies", "unrest", "buildings", "regions")


class Bookkeeper:
    """Keeps the books of one match, which has a journal, from its first year on."""

    def __init__(self, match: rulekit.Match, path: Path, side: str) -> None:
        self.match, self.image = match, match.compiled.image
        self.players = range(len(self.image.seats))
        self.members = {root: [m.name for m in kind.members] for root, kind in self.image.kinds.items()}
        rows = provinces(path)
        names = self.members["province"]
        self.regions = [self.members["region"].index(rows[name]["region"][side]) for name in names]
        routes = [*table(path)["land_borders"], *table(path)["sea_routes"]]
        out = {k for k in names if len(self.players) == 3 and side in rows[k]["unused_with_3_players"]}
        near = {name: {x for pair in routes if name in pair for x in pair} - out - {name} for name in names}
        self.table = Table(
            names=names, lands=self.members["region"], tax=[rows[k]["tax"] for k in names], rice=[rows[k]["rice"] for k in names],
            spaces=[rows[k]["building_spaces"] for k in names], near=[{names.index(x) for x in near[k]} for k in names],
            declining=bool(self.image.options["declining"]), asking=bool(self.image.options["asking"]),
            paying_rest=bool(self.image.options["paying-rest"]),
        )  # fmt: skip
        self.first_chest = self.image.kinds["planning-card"].ranges["chest-card"][0]
        self.codes = self._codes()
        self.events: set[str] = set()
        self.courses: Courses | None = None
        self.course: Course | None = None
        self.bids: dict[int, int] = {}
        self.seen = self.noted = self.looked = 0

    def check(self) -> None:
        """After every decision."""
        log, s = self.match.log or [], self.match.s
        if self.courses is None:
            if not s[self.image.marks["year"].base]:
                return
            self.courses = Courses(self.table, self.found())
            self.seen = (
                next(k for k, row in enumerate(log) if isinstance(row, Marked) and self._mark(row.cell) == "year") + 1
            )
        for row in log[self.seen :]:
            self._row(self.courses, row)
        self.seen = len(log)
        self._asked(self.courses)
        self._points(self.courses)
        if not any(s[c.base] for c in self.image.columns if c.sort == "count" and c.name == "funnel"):
            self.looked += 1
            self._compare(self.courses.books, self.found())

    def _compare(self, kept: Books, found: Books) -> None:
        """The books against the position, by what each part of it is called."""
        for name in Books.__dataclass_fields__:
            mine, there = getattr(kept, name), getattr(found, name)
            if mine != there:
                rows = zip(there, mine, strict=True) if isinstance(there, list) else [(there, mine)]
                k, (row, my_row) = next((k, pair) for k, pair in enumerate(rows) if pair[0] != pair[1])
                if isinstance(row, list):
                    k = next(k for k, pair in enumerate(zip(row, my_row, strict=True)) if pair[0] != pair[1])
                    row, my_row = row[k], my_row[k]
                where = self.table.names[k] if name in BY_PROVINCE else k
                must(False, "LIMIT-08", f"{name} of {where}: {row}, by the books {my_row}")

    def _points(self, courses: Courses) -> None:
        """Each sort of points of a year, when its winter is over (SHG-SCORE-01 to -09)."""
        gained: Counter[tuple[int, str]] = Counter()
        notes = self.match.events or []
        for note in notes[self.noted :]:
            if isinstance(note, Gained):
                gained[note.cell - self.image.marks["points"].base, self._source(note)] += note.new - note.old
        self.noted = len(notes)
        must(gained == courses.earned, "SCORE-09", f"{dict(gained)} is scored, by the books {courses.earned}")
        courses.earned = {}

    def _source(self, note: Gained) -> str:
        """What a score was raised for, in words."""
        values = iter(note.values or ())
        said = []
        for part in self.image.templates[note.template]:
            value = "" if isinstance(part, str) else next(values)
            said.append(part if isinstance(part, str) else self.members[part.sort.of][int(str(value))])
        return "".join(said)

    def finish(self) -> None:
        self._over()
        must(self.seen == len(self.match.log or []), "END-01", "the books end elsewhere")

    def found(self) -> Books:
        """The position as it is in the match."""
        image, s = self.image, self.match.s
        blocks = {(c.name, c.token): s[c.base : c.base + c.size] for c in image.columns if c.sort == "count"}
        token = {(t.piece, t.owner): k for k, t in enumerate(image.tokens)}

        def at(place: str, piece: str, owner: int = -1) -> list[int]:
            return blocks[place, token[piece, owner]]

        def mark(name: str) -> list[int]:
            return s[image.marks[name].base : image.marks[name].base + image.marks[name].size]

        return Books(
            regions=self.regions, owner=mark("owner"), armies=[at("province", "army", p) for p in self.players],
            unrest=at("province", "revolt-marker"), buildings=[at("province", name) for name in BUILDINGS],
            reserve=[*(sum(at("supply", "army", p)) for p in self.players), *at("farmer-supply", "farmer")],
            unrest_stock=sum(at("stock", "revolt-marker")), building_stock=[sum(at("stock", name)) for name in BUILDINGS],
            tray=[*(sum(at("tray", "army", p)) for p in self.players), *at("tray", "farmer")], floors=[], key=b"", drawn=0,
            purse=at("purse", "chest"), bank=sum(at("bank", "chest")), rice=mark("rice"),
        )  # fmt: skip

    # ------------------------------------------------------------ what the journal tells
    def _row(self, courses: Courses, row: Any) -> None:
        if isinstance(row, CardMoved):
            self._card(courses, row, *self.codes.get(row.target, ("", 0)), *self.codes.get(row.source, ("", 0)))
        elif isinstance(row, Marked):
            mark = self._mark(row.cell)
            if mark == "position":
                if row.new:  # back to 0 it goes when the special cards are handed in
                    courses.position[row.cell - self.image.marks[mark].base] = row.new
            elif mark == "season" and self.members["season"][row.new] == "Winter":
                self._begin(courses.winter(sum(LOSSES[event] for event in self.events)))
            elif mark == "year":
                courses.new_year()
        elif isinstance(row, TurnedUp):
            if row.root == "planning-card" and row.card not in self.bids.values():
                self._send(row)
        elif isinstance(row, DeviceGiven | DeviceUsed) or (
            isinstance(row, Chosen) and self.image.asks[row.question].choice not in TOLD_OTHERWISE
        ):
            self._send(row)

    def _card(self, courses: Courses, row: CardMoved, place: str, k: int, source: str, _: int) -> None:
        if row.root == "planning-card":
            province = row.card if row.card < self.first_chest else None
            if place == "plan":
                courses.plans[k // len(ACTIONS), self.members["action"][k % len(ACTIONS)]] = province
            elif place == "bid-space":
                self.bids[k] = row.card
            elif "unrest" in (place, source):
                self._send(row)
        elif place == "action-row":
            courses.order.append(self.members["action"][row.card])
        elif place == "privilege":
            courses.special[k] = self.members["special"][row.card]
        elif place == "event-row":
            self.events.add(self.members["event"][row.card])
        elif place == "event-space":
            courses.event = self.members["event"][row.card]
            self.events.remove(courses.event)
            chests = {p: (card - self.first_chest) % 5 for p, card in self.bids.items() if card >= self.first_chest}
            courses.pay_bids(chests)
            self._begin(courses.season())
        elif source == "event-space":
            self._over()
            self.bids, courses.order, courses.event = {}, [], ""
        elif source == "event-row":
            self.events.clear()

    def _asked(self, courses: Courses) -> None:
        """The options of who is asked where armies go, and how many."""
        for _, question, options, _ in self.match.asks:
            if self.image.asks[question].choice.startswith(("target in ", "n in ")):
                must(
                    set(options) == courses.wanted, "ACT-BATTLE-01", f"options {options}, by the books {courses.wanted}"
                )

    # ------------------------------------------------------------ courses
    def _begin(self, course: Course) -> None:
        self._over()
        try:
            next(course)
        except StopIteration:
            return
        self.course = course

    def _send(self, row: Any) -> None:
        must(self.course is not None, "ROUND-01", f"nothing was left to do: {row}")
        try:
            assert self.course is not None
            while self.course.send(row) is AGAIN:
                next(self.course)
        except StopIteration:
            self.course = None

    def _over(self) -> None:
        """What is in course has to be at its end."""
        if self.course is not None:
            self._send(None)
        must(self.course is None, "ROUND-01", "something is left to do")

    # ------------------------------------------------------------ words
    def _codes(self) -> dict[int, tuple[str, int]]:
        """The code of a place of cards -> its name, and which of its instances or spots it is."""
        out: dict[int, tuple[str, int]] = {}
        lists = len(self.match.z)
        for name, place in self.image.places.items():
            if not place.counted:
                first = place.base + (lists if place.spots else 0)
                out |= {first + k: (name, k) for k in range(place.size * max(place.spots, 1))}
        return out

    def _mark(self, cell: int) -> str:
        return next(name for name, mark in self.image.marks.items() if mark.base <= cell < mark.base + mark.size)
