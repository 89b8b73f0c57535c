"""Lines, markers and what can be bought in WAR OF NOBUNAGA'S SUCCESSORS: worked out a second time.

It shares nothing with the rules but names and tables, and reads the raw state through :class:`tests.games.realm.Invariants`. What
a player may mark, reinforce, recruit and win over (NS-8.22) is compared with what he is offered. When a turn begins nothing is
left that the end of the last one takes away (NS-7.3-01 to -04). Who has put a marker stands alone there (NS-4.12).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.games.realm import AZUCHI, BETWEEN_ROUNDS, Invariants, must, table

ROUTES = ("plains", "mountains", "sea_routes", "snow_roads")
NOBODY = -1


class Standing:
    """Looks at one match from its start to its end, beside ``realm.Invariants``, which has looked at the position already."""

    def __init__(self, invariants: Invariants, folder: Path) -> None:
        self.inv, self.image = invariants, invariants.image
        raw: Mapping[str, list[list[str]]] = table(folder / "map.yaml")
        names = list(invariants.areas)
        self.near: list[set[int]] = [set() for _ in names]
        for a, b in (pair for sort in ROUTES for pair in raw[sort]):
            self.near[names.index(a)].add(names.index(b))
            self.near[names.index(b)].add(names.index(a))
        self.kind = [row["class"] for row in invariants.rows]
        self.rank = [row["rank"] for row in invariants.rows]
        self.rooted: dict[int, set[int]] = {}
        """player -> who stood in an area of his when his round began"""
        self.turn = self.looked = self.offers = self.turns = 0
        self.truce = 0
        self.marked: list[int] = []

    def check(self) -> None:
        """After every decision, after ``realm.Invariants.check``."""
        inv, self.looked = self.inv, self.looked + 1
        self.banner, self.marker = inv.mark("banner"), inv.mark("marker")
        self.here = [inv.place("area", k) for k in range(len(self.near))]
        if inv.mark("turn")[0] > self.turn > 0:
            self._turn_begins()
        self.turn = inv.mark("turn")[0]
        for p, question, options, _ in inv.match.asks:
            choice = self.image.asks[question].choice
            if choice == BETWEEN_ROUNDS:
                self.rooted[p] = {u for k, m in enumerate(self.marker) if m == p for u in self.here[k]}
            elif (wanted := self._wanted(choice, p, options)) is not None:
                self.offers += 1
                must(
                    set(options) == wanted,
                    "8.22-01",
                    f"{choice}: {self._said(choice, options)}, not {self._said(choice, wanted)}",
                )
        self._markers()

    def _said(self, choice: str, options: object) -> list[str]:
        names = self.inv.counter_names if choice.startswith("u in") else self.inv.area_names
        return sorted(names[k] for k in options)  # type: ignore[attr-defined]

    # ------------------------------------------------------------ lines
    def _neutral(self, u: int) -> bool:
        return self.inv._neutral(u)

    def _friends(self, k: int, p: int) -> list[int]:
        return [u for u in self.here[k] if self.banner[u] == p]

    def _strangers(self, k: int, p: int) -> list[int]:
        """Counters of others; a neutral lord in an area of one's own is none (NS-8.22-17)."""
        return [u for u in self.here[k] if self.banner[u] != p and not (self._neutral(u) and self.marker[k] == p)]

    def _reached(self, p: int, start: int) -> set[int]:
        """The own areas that hang together with an area, which counts as own (NS-4.21-01, -02, -8.22-07)."""
        reached, todo = {start}, [start]
        while todo:
            for k in self.near[todo.pop()] - reached:
                if self.marker[k] == p:
                    reached.add(k)
                    todo.append(k)
        return reached

    def _supplied(self, p: int, start: int) -> bool:
        """Whether a line joins an area with a source: an own area with an own counter or a neutral lord (NS-4.21-03, A-09)."""
        return any(
            self._friends(k, p) or (self.marker[k] == p and any(map(self._neutral, self.here[k])))
            for k in self._reached(p, start)
        )

    # ------------------------------------------------------------ what card points buy
    def _wanted(self, choice: str, p: int, options: object) -> set[int] | None:
        areas, counters = range(len(self.near)), range(len(self.banner))
        if choice == "here in mark for value":
            return {k for k in areas if self._may_mark(k, p)}
        if choice == "u in reinforce":
            return {u for u in counters if self._may_reinforce(u, p)}
        if choice == "u in recruit":
            return {u for u in self.inv.place("reserve", p) if any(self._may_recruit(u, k, p) for k in areas)}
        if choice == "u in win a lord":
            return {u for u in counters if any(self._may_win(u, k, p) for k in areas)}
        if choice in ("here in recruit", "here in win a lord"):
            # which counter was chosen the options do not say: they have to be those of one of them
            may = self._may_recruit if choice == "here in recruit" else self._may_win
            whole = [{k for k in areas if may(u, k, p)} for u in counters]
            return next((found for found in whole if found == set(options)), set())  # type: ignore[call-overload]
        return None

    def _may_mark(self, k: int, p: int) -> bool:
        """NS-8.22-02 to -07, -4.12-01, -02; not against Mori under the truce of Takamatsu."""
        if self.marker[k] == p or self.inv.grounds[k]["ground"] == "Off Map" or self._strangers(k, p):
            return False
        if not any(self.marker[n] == p for n in self.near[k]) or self._truce(k, p):
            return False
        return self._supplied(p, k) and (self.marker[k] == NOBODY or bool(self._friends(k, p)))

    def _truce(self, k: int, p: int) -> bool:
        """Between the sides of Hashiba and Mori, while the card is in force."""
        if not self.inv.mark("truce")[0] or self.marker[k] == NOBODY:
            return False
        owner, houses = self.inv.mark("owner"), list(self.inv.houses)
        pair = {owner[houses.index(name)] for name in ("hashiba", "mori")}
        return {p, self.marker[k]} == pair

    def _may_reinforce(self, u: int, p: int) -> bool:
        """NS-8.22-08"""
        k = self.inv.where[u]
        mine = self.kind[u] == "Daimyo Army" and self.banner[u] == p and not self.inv.mark("reinforced")[u]
        return mine and k >= 0 and u in self.rooted.get(p, ()) and not self._strangers(k, p)

    def _may_recruit(self, u: int, k: int, p: int) -> bool:
        """NS-8.22-09 to -13, -16, -3.3-07"""
        if u not in self.inv.place("reserve", p) or self.marker[k] != p or self._strangers(k, p):
            return False
        home, house = self.inv.homes[u], self.inv.house_of[u]
        if self.inv.mark("card-points")[0] < (1 if home == k else 2):
            return False
        others = [v for v in self.here[k] if self.kind[v] == "Daimyo Army" and self.banner[v] == p]
        if not self.inv.oda[u] and any(self.inv.house_of[v] != house for v in others):
            return False
        if home < 0:
            return any(self.inv.house_of[v] == house and self.rank[v] != "Army" for v in others)
        return self.marker[home] == p and home in self._reached(p, k)

    def _may_win(self, u: int, k: int, p: int) -> bool:
        """NS-8.22-14 to -16, -3.6-05"""
        home = self.inv.where[u]
        if not self._neutral(u) or u == self.inv.shogun or home < 0 or u not in self.rooted.get(p, ()):
            return False
        if self.marker[k] != p or self._strangers(k, p) or self.inv.mark("card-points")[0] < (1 if home == k else 2):
            return False
        return home == k or (self.marker[home] == p and home in self._reached(p, k))

    # ------------------------------------------------------------ markers
    def _turn_begins(self) -> None:
        """No marker without a line, nobody strong in a foreign area: the end of the turn has seen to it (NS-7.3-01 to -04)."""
        self.turns += 1
        for k, p in enumerate(self.marker):
            must(p == NOBODY or self._supplied(p, k), "7.3-01", f"{self.inv.area_names[k]} is cut off")
            for u in self.here[k]:
                foreign = self.kind[u] == "Daimyo Army" and self.banner[u] != p
                must(
                    not (foreign and self.inv.mark("reinforced")[u]),
                    "7.3-02",
                    f"{self.inv.counter_names[u]} is still strong",
                )

    def _markers(self) -> None:
        """A marker is put where no others stand outside the castle (NS-4.12-01 to -03); Azuchi burns when lost (NS-4.16-04).

        The truce of Takamatsu gives Takamatsu away, whoever stands there (its card)."""
        before, self.marked = self.marked, list(self.marker)
        truce, self.truce = self.truce, self.inv.mark("truce")[0]
        inside = self.inv.mark("inside")
        for k, (old, new) in enumerate(zip(before, self.marker, strict=False)):
            if old == new:
                continue
            if old != NOBODY and self.inv.area_names[k] == AZUCHI:
                must(bool(self.inv.mark("azuchi-burnt")[0]), "4.16-04", "Azuchi has changed hands and does not burn")
            others = [u for u in self.here[k] if not self._neutral(u) and not inside[u] and self.banner[u] != new]
            given = self.truce > truce and self.inv.area_names[k] == "takamatsu"
            said = f"{new} marks {self.inv.area_names[k]} beside {[self.inv.counter_names[u] for u in others]}"
            must(new == NOBODY or not others or given, "4.12-03", said)


def misplaced(standing: Standing) -> Iterator[tuple[str, Callable[[], Callable[[], None]]]]:
    """Ways to break a position in which somebody is asked where he puts a marker: (clause, what breaks it and gives a mend)."""
    inv = standing.inv
    inv.check()
    standing.check()
    player, _, options, _ = inv.match.asks[0]

    def write(*changes: tuple[str, int, int]) -> Callable[[], Callable[[], None]]:
        def change() -> Callable[[], None]:
            before = list(inv.match.s)
            for mark, k, value in changes:
                inv.match.s[inv.image.marks[mark].base + k] = value

            def mend() -> None:
                inv.match.s[:] = before

            return mend

        return change

    azuchi = inv.area_names.index(AZUCHI)
    others = next(
        k for k, here in enumerate(standing.here)
        if [u for u in here if standing.banner[u] not in (NOBODY, player)] and standing.marker[k] != player
    )  # fmt: skip
    other = next(p for p in inv.players if p != player)
    lost = next(
        k for k, m in enumerate(standing.marker)
        if m == NOBODY and not standing.here[k] and all(standing.marker[n] != other for n in standing.near[k])
    )  # fmt: skip
    yield "8.22-01", write(("marker", options[0], player))
    yield "4.12-03", write(("marker", others, player))
    yield "4.16-04", write(("marker", azuchi, other if standing.marker[azuchi] != other else player))
    yield "7.3-01", write(("marker", lost, other), ("turn", 0, standing.turn + 1))
