"""What a player sees of the table: everything, or what matters for the decision at hand.

The engine knows no game, and neither do we: what matters is found by what the question is about. Of each kind of things
with a row of its own we show the members that can be chosen and those that are marked with the player's name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from rulekit.cli.cells import Thing, are_counts, count, full, is_empty, is_open, short
from rulekit.cli.texts import Texts

MANY = 8


@frozen
class Sheet:
    """One table to be shown. ``left`` is how many rows were left out."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 0


@define
class Board:
    """A view of a match, in the words of one language."""

    view: Mapping[str, Any]
    texts: Texts
    _players: Mapping[str, Any] | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        # The table of the players is the one that has a row for whoever looks; an onlooker has none.
        you = self.view["you"]
        found = (t for t in self.view["tables"] if any(row["key"] == you for row in t["rows"]))
        self._players = next((t for t in found if len(t["rows"]) == len(self.view["players"])), None)

    def everything(self) -> Iterator[Sheet]:
        """All that this player may see."""
        yield from self._general(lambda thing: not is_empty(thing), None, self.view["devices"])
        for table in self.view["tables"]:
            yield from self._members(table, table["rows"])
        yield from self._own()

    def general(self) -> Iterator[Sheet]:
        """What most decisions hang on: the marks of the table, open cards, the players and one's own cards."""
        yield from self._general(is_open, MANY, ())
        if self._players is not None:
            yield from self._members(self._players, self._players["rows"])
        yield from self._own()

    def around(self, keys: Collection[str], most: int) -> Iterator[tuple[Sheet, set[str]]]:
        """Of every kind but the players, the members that can be chosen and one's own; with the keys that are shown."""
        mine = self._my_name()
        for table in self.view["tables"]:
            if table is self._players:
                continue
            asked = [row for row in table["rows"] if row["key"] in keys]
            own = [row for row in table["rows"] if any(mark["value"] == mine for mark in row["marks"])]
            chosen = [*asked, *(row for row in own if row["key"] not in keys)][:most]
            shown = {row["key"] for row in chosen}
            left = sum(not _is_blank(row) for row in table["rows"] if row["key"] not in shown)
            for sheet in self._members(table, [row for row in table["rows"] if row["key"] in shown], left):
                yield sheet, shown

    # ------------------------------------------------------------ parts
    def _general(self, wanted: Any, most: int | None, devices: Sequence[Thing]) -> Iterator[Sheet]:
        rows = [[m["name"], str(m["value"])] for m in self.view["marks"]]
        rows += [[p["name"], full(self.texts, p, most)] for p in (*self.view["places"], *devices) if wanted(p)]
        if rows:
            yield Sheet("", ("", ""), rows)

    def _members(self, table: Thing, rows: Sequence[Thing], left: int = 0) -> Iterator[Sheet]:
        """A table with a row for each member, without the rows and columns in which nothing stands."""
        rows = [row for row in rows if table is self._players or not _is_blank(row)]
        names: dict[str, str] = {}
        for row in rows:
            names.update({x["key"]: x["name"] for x in _things(row) if not is_empty(x)})
        things = [{x["key"]: x for x in _things(row)} for row in rows]
        bare = {k for k in names if table is self._players and are_counts([t[k] for t in things if k in t])}
        cells = [{k: count(x) if k in bare else short(self.texts, x) for k, x in t.items()} for t in things]
        # A kind that holds pieces is a place itself: its column is called like the members, and needs no second name.
        columns = [table["name"], *("" if key == table["of"] else name for key, name in names.items())]
        if rows:
            body = [[row["name"], *(cell.get(key, "") for key in names)] for row, cell in zip(rows, cells, strict=True)]
            yield Sheet("", columns, body, left)

    def _own(self) -> Iterator[Sheet]:
        """One's own cards by name, where the table of the players only counts them."""
        if self._players is None:
            return
        row = next(row for row in self._players["rows"] if row["key"] == self.view["you"])
        lists = [p for p in row["places"] if not is_empty(p) and short(self.texts, p) != full(self.texts, p)]
        if lists:
            yield Sheet(row["name"], ("", ""), [[p["name"], full(self.texts, p)] for p in lists])

    def _my_name(self) -> str | None:
        if self._players is None:
            return None
        return next(str(row["name"]) for row in self._players["rows"] if row["key"] == self.view["you"])


def _things(row: Thing) -> list[Thing]:
    """What has a column. ``facts`` are what is printed on a member: its columns in the game's data, if the view has them."""
    return [*row.get("facts", ()), *row["marks"], *row["places"]]


def _is_blank(row: Thing) -> bool:
    return all(is_empty(x) for x in (*row["marks"], *row["places"]))
