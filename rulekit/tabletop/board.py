"""What a player sees of the table: everything, or what matters for the decision at hand.

The engine knows no game, and neither do we: what matters is found by what the question is about. Of each kind of things
with a row of its own we show the members that can be chosen and, as long as there is room, those that are marked with the
player's name; but not those that lie somewhere, as counters do, for they are seen where they lie. Marks of which the journal
does not tell are bookkeeping, and not shown either.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Literal

from attrs import define, evolve, field, frozen

from rulekit.runtime.view_types import Card, CardPlace, Device, Fact, Mark, Place, PlaceGroup, Row, Table, View
from rulekit.tabletop.cells import Cell, are_counts, card_places, count, full, is_empty, is_open, short
from rulekit.tabletop.columns import TextColumn
from rulekit.tabletop.tables import WHERE, gathered
from rulekit.tabletop.texts import Texts
from rulekit.tabletop.units import beside, merged, spread, values

MANY = 8
LONG = 5
"""So many places for one thing each are a list, and not a row."""
Named = Literal["name", "key"]
"""By which of its names something is asked for: that in the language of the table, or that in the rules"""


@frozen
class PlacedCard:
    """A card that can be read. ``where``: what people call its place and space; ``place``: that place."""

    where: str
    place: CardPlace
    card: Card


@frozen
class Sheet:
    """One table to be shown. ``left`` is how many rows were left out."""

    columns: Sequence[TextColumn]
    title: str = ""
    left: int = 0

    def rows(self) -> Iterator[tuple[str, ...]]:
        """The cells of each row, without the headings."""
        return zip(*(column.cells for column in self.columns), strict=True)


@define
class LocalizedView:
    """A view of a match, in the words of one language."""

    view: View
    texts: Texts
    ways: Mapping[str, Sequence[tuple[str, str]]] = field(factory=dict)
    """The name in rules of a thing -> (sort of way, neighbours by it), if there is a board"""
    shown_with: Callable[[str], Sequence[str]] = lambda key: ()
    """The name in rules of a thing -> what the game shows with it"""
    _tables: Sequence[Table] = field(init=False)
    _players: Table | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._tables = gathered(self.view, self.texts)
        # The table of the players is the one that has a row for whoever looks; an onlooker has none.
        found = (t for t in self._tables if any(row.key == self.view.you for row in t.rows))
        self._players = next((t for t in found if len(t.rows) == len(self.view.players)), None)

    def everything(self) -> Iterator[Sheet]:
        """The tables of everything that this player may see."""
        yield from self._general(lambda place: not is_empty(place), None, self.view.devices)
        for table in self._tables:
            yield from self.players() if table is self._players else self._members(table, table.rows)
        yield from self._own()

    def general(self) -> Iterator[Sheet]:
        """The tables that most decisions need: the marks of the table, open cards, the players and one's own cards."""
        yield from self.marks()
        yield from self.players()
        yield from self.own()

    def marks(self) -> Iterator[Sheet]:
        """The marks of the table and what lies openly on it, as pairs."""
        yield from self._general(is_open, MANY, ())

    def equipment(self) -> list[Device]:
        """The equipment on the table in which something lies."""
        return [device for device in self.view.devices if not is_empty(device)]

    def players(self) -> Iterator[Sheet]:
        """The table of the players, if there is one and more in it than their names."""
        if self._players is not None:
            yield from (s for s in self._members(self._players, self._players.rows) if len(s.columns) > 1)

    def own(self, lists: bool = True) -> Iterator[Sheet]:
        """One's own cards by name, where the table of the players only counts them; without ``lists`` not what lies in many
        places for one thing each."""
        yield from self._own(lists)

    def lists(self) -> dict[str, dict[str, str]]:
        """One's own rows of at least ``LONG`` single places: name -> (place -> its content)."""
        row = self._own_row()
        groups = [p for p in row.places if isinstance(p, PlaceGroup) and len(p.spots) >= LONG] if row else []
        return {
            p.name: {spot.member: full(self.texts, spot.place) for spot in p.spots if not is_empty(spot.place)}
            for p in groups
        }

    def around(self, keys: Collection[str], most: int) -> Iterator[tuple[Sheet, set[str]]]:
        """Of every kind but the players, the members that can be chosen and one's own; with the keys that are shown.

        ``most``: so many rows of a kind can be chosen from; one's own get what room is left of as many in all.
        """
        tables = [table for table in self._tables if table is not self._players]
        asked = {table.of: [row for row in table.rows if row.key in keys][:most] for table in tables}
        room = max(0, most - sum(map(len, asked.values())))
        for table in tables:
            chosen = list(asked[table.of])
            own = [] if table.lies else [row for row in self._mine(table) if row not in chosen]
            chosen += own[:room]
            room -= len(own[:room])
            shown = {row.key for row in chosen}
            left = sum(not _is_blank(row) for row in table.rows if row.key not in shown)
            for sheet in self._members(table, [row for row in table.rows if row.key in shown], left):
                yield sheet, shown

    def about(self, name: str) -> list[Sheet]:
        """All of one thing, of one kind of things, or of all that has one heading; nothing where there is none.

        By its name in the language of the table, or else by its name in the rules.
        """
        return self._about(_folded(name), "name") or self._about(_folded(name), "key")

    def _about(self, wanted: str, named: Named) -> list[Sheet]:
        for kind in self.view.tables:
            if _folded(kind.of if named == "key" else kind.name) == wanted:
                keys = {row.key for row in kind.rows}
                table = next(t for t in self._tables if keys <= {row.key for row in t.rows})
                rows = [row for row in table.rows if row.key in keys]
                return list(self._members(table, rows, whole=True)) or [self._only_names(kind.name, rows)]
        called = [(table, row) for table, row in self._rows() if _called(row, named) == wanted]
        lying = [row for table, row in called if table.lies]
        found = [self._units(lying)] if lying else []
        found += [self._thing(table, row) for table, row in called if not table.lies]
        return found or self._cards(wanted, named) or self._headed(wanted, named)

    def _units(self, rows: Sequence[Row]) -> Sheet:
        """One thing that lies somewhere, or several with the same name."""
        found = merged(rows)
        row = found[0]
        if len(found) > 1:
            return Sheet(spread(found, self.texts), f"{row.name} ×{len(found)}")
        said = values(row)
        if others := beside(row, self._tables, self.texts):
            said.insert(1, (self.texts("beside"), others))
        said += [(place.name, full(self.texts, place)) for place in row.places if not is_empty(place)]
        said += [_labelled(text) for text in self.shown_with(row.key)]
        return _pairs(said or [("", self.texts("empty"))], self._between, row.name)

    def _only_names(self, name: str, rows: Sequence[Row]) -> Sheet:
        """Members on which nothing lies and nothing is marked."""
        return _pairs([(name, self.texts.list(row.name for row in rows)), ("", self.texts("empty"))], self._between)

    def names(self) -> list[str]:
        """The names that :meth:`about` accepts."""
        found = [table.name for table in self.view.tables] + [row.name for _, row in self._rows()]
        found += [cell.name for _, cell in self._headings()]
        found += [lying.card.name for lying in self._lying()]
        return list(dict.fromkeys(found))

    def has_heading(self, name: str) -> bool:
        """Whether a kind of things, or a place or mark, is called so in the language of the table or in the rules."""
        headed = [(kind.name, kind.of) for kind in self.view.tables]
        headed += [(cell.name, cell.key) for _, cell in self._headings()]
        return _folded(name) in {_folded(said) for pair in headed for said in pair}

    def keys_of(self, name: str) -> list[str]:
        """The names in rules of the cards of that name that can be seen."""
        wanted = _folded(name)
        return list(dict.fromkeys(x.card.key for x in self._lying() if _folded(x.card.name) == wanted))

    def kinds_of(self, name: str) -> list[str]:
        """The kinds, by their names in rules, of the things of that name that lie somewhere; the narrowest first."""
        wanted = _folded(name)
        kinds = [t for t in self.view.tables if t.lies and any(_called(row, "name") == wanted for row in t.rows)]
        return [table.of for table in sorted(kinds, key=lambda table: len(table.rows))]

    def _cards(self, wanted: str, named: Named) -> list[Sheet]:
        """The places of the cards with a name, or of those of a kind."""
        lying = list(self._lying())
        found = [x for x in lying if _called(x.card, named) == wanted]
        if found:
            rows = [(self.texts("where"), self.texts.list(dict.fromkeys(x.where for x in found)))]
            with_it = dict.fromkeys(text for x in found for text in self.shown_with(x.card.key))
            return [_pairs([*rows, *map(_labelled, with_it)], self._between, found[0].card.name)]
        kinds = [x for x in lying if _folded(x.place.of if named == "key" else x.place.kind) == wanted]
        if not kinds:
            return []
        cards = TextColumn(kinds[0].place.kind, [x.card.name for x in kinds])
        return [Sheet([cards, TextColumn(self.texts("where"), [x.where for x in kinds])])]

    def _headed(self, wanted: str, named: Named) -> list[Sheet]:
        """All that stands under a heading: a place or a mark of the table, or one that every member of a kind has."""
        found = [(owner, cell) for owner, cell in self._headings() if _called(cell, named) == wanted]
        if not found:
            return []
        rows = [(owner, text) for owner, cell in found if (text := full(self.texts, cell))]
        return [_pairs(rows or [("", self.texts("empty"))], self._between, found[0][1].name)]

    def _headings(self) -> Iterator[tuple[str, Cell]]:
        """(whose it is, or nothing, place or mark or equipment)"""
        for cell in (*self.view.marks, *self.view.places, *self.view.devices):
            yield "", cell
        for _, row in self._rows():
            yield from ((row.name, cell) for cell in _cells(row))

    def _lying(self) -> Iterator[PlacedCard]:
        """All cards that can be read."""
        places = [("", place) for place in self.view.places]
        places += [(row.name, place) for _, row in self._rows() for place in row.places]
        for owner, place in places:
            for member, part in card_places(place):
                where = f"{owner}{self.texts.colon}{place.name}" if owner else place.name
                where += f" ({member})" if member else ""
                for k, card in enumerate(part.cards, 1):
                    if card is not None and card.key:
                        yield PlacedCard(where + (f" {k}" if part.row else ""), part, card)

    # ------------------------------------------------------------ parts
    def _rows(self) -> Iterator[tuple[Table, Row]]:
        return ((table, row) for table in self._tables for row in table.rows)

    def _mine(self, table: Table) -> list[Row]:
        mine = self._own_row()
        return [row for row in table.rows if mine is not None and any(mark.value == mine.name for mark in row.marks)]

    def _thing(self, table: Table, row: Row) -> Sheet:
        """What stands with one thing; that it belongs to nobody, and that nothing lies on it, is said as well."""
        rows = []
        for x in _cells(row):
            own = x.key == table.of  # a place that is the thing itself
            if not is_empty(x):
                rows.append((self.texts("contents") if own else x.name, full(self.texts, x)))
            elif own:
                rows.append((self.texts("contents"), self.texts("empty")))
            elif table is not self._players and isinstance(x, Mark) and x.sort == "kind":
                rows.append((x.name, self.texts("nobody") if self._is_of_player(table, x.key) else x.value))
        rows += [_labelled(text) for text in self.shown_with(row.key)]
        rows += self.ways.get(row.key, ())
        return _pairs(rows or [("", self.texts("empty"))], self._between, row.name)

    def _is_of_player(self, table: Table, key: str) -> bool:
        """Whether a mark says whose something is: that of another member names a player."""
        return any(mark.key == key and mark.id in self.view.seats for row in table.rows for mark in row.marks)

    def is_blank(self, sheet: Sheet) -> bool:
        """Whether a table has only empty cells."""
        return [*sheet.rows()] == [("", self.texts("empty"))]

    def _general(
        self, wanted: Callable[[Place | Device], bool], most: int | None, devices: Sequence[Device]
    ) -> Iterator[Sheet]:
        rows = [(mark.name, mark.value) for mark in self.view.marks if mark.told and not is_empty(mark)]
        rows += [(p.name, full(self.texts, p, most)) for p in (*self.view.places, *devices) if wanted(p)]
        if rows:
            yield _pairs(rows, self._between)

    def _members(self, table: Table, rows: Sequence[Row], left: int = 0, whole: bool = False) -> Iterator[Sheet]:
        """A table with a row for each member, without empty rows and columns. ``whole``: unless all are empty, every row is
        shown, and what has no owner is marked so."""
        if not whole or all(map(_is_blank, rows)):
            rows = [row for row in rows if table is self._players or not _is_blank(row)]
        filled = {x.key for row in rows for x in _cells(row) if not is_empty(x)}
        # In the order of all members, whoever is shown: a column keeps its place from one question to the next.
        names = {x.key: x.name for row in table.rows for x in _cells(row) if x.key in filled}
        things = [{x.key: x for x in _cells(row)} for row in rows]
        columns = [TextColumn(table.name, [row.name for row in rows])]
        for key, name in names.items():
            cells = [row[key] for row in things if key in row]
            brief = count if table is self._players and are_counts(cells) else self._short
            if whole and table is not self._players and not table.lies:
                brief = self._said
            # A kind that holds pieces is a place itself: its column is called like the members, and needs no second name.
            columns.append(
                TextColumn(
                    "" if key == table.of else name,
                    [brief(row[key]) if key in row else "" for row in things],
                    _rank(rows, key),
                    self._between if any(not isinstance(cell, Fact) for cell in cells) else "",
                )
            )
        if rows:
            yield Sheet(_alike(columns), "", left)

    def _short(self, cell: Cell) -> str:
        return short(self.texts, cell)

    def _said(self, cell: Cell) -> str:
        return cell.value if isinstance(cell, Mark) and cell.sort == "kind" else self._short(cell)

    def _own(self, lists: bool = True) -> Iterator[Sheet]:
        """One's own cards by name, where the table of the players only counts them."""
        row, left_out = self._own_row(), () if lists else self.lists()
        found = (
            [p for p in row.places if not is_empty(p) and short(self.texts, p) != full(self.texts, p)] if row else []
        )
        rows = [(p.name, full(self.texts, p)) for p in found if p.name not in left_out]
        if row and rows:
            yield _pairs(rows, self._between, row.name)

    @property
    def _between(self) -> str:
        """The separator between two names in a list."""
        return self.texts.list(("", ""))

    def _own_row(self) -> Row | None:
        """The viewer's row in the table of the players; None for spectators."""
        return next((row for row in self._players.rows if row.key == self.view.you), None) if self._players else None


def _labelled(text: str) -> tuple[str, str]:
    """A text whose first colon parts a heading from what stands under it, as a row of two columns."""
    for colon in (": ", "："):
        heading, found, rest = text.partition(colon)
        if found:
            return heading, rest
    return "", text


def _called(thing: Row | Cell | Card, named: Named) -> str:
    """The name that a player can type for a thing."""
    return _folded(thing.key if named == "key" else thing.name)


def _folded(name: str) -> str:
    """A name as somebody may type it: in any case, and in English also in the plural."""
    name = name.strip().casefold()
    return name.removesuffix("s") if name.isascii() else name


def _alike(columns: Sequence[TextColumn]) -> list[TextColumn]:
    """Merges rows that are equal in everything shown into one row with their number."""
    found: dict[tuple[str, ...], int] = {}
    for row in Sheet(columns).rows():
        found[row] = found.get(row, 0) + 1
    if all(n == 1 for n in found.values()):
        return list(columns)
    kept = [list(cells) for cells in zip(*found, strict=True)]
    kept[0] = [name if n == 1 else f"{name} ×{n}" for name, n in zip(kept[0], found.values(), strict=True)]
    return [evolve(column, cells=cells) for column, cells in zip(columns, kept, strict=True)]


def _pairs(rows: Sequence[tuple[str, str]], items: str, title: str = "") -> Sheet:
    """A table of two columns without headings. ``items``: what separates the items of a list."""
    return Sheet([TextColumn("", [row[0] for row in rows]), TextColumn("", [row[1] for row in rows], 0, items)], title)


def _cells(row: Row) -> list[Cell]:
    """What has a column. The facts are the columns of what is printed on a member, in the game's data."""
    return [*row.facts, *(mark for mark in row.marks if mark.told), *row.places]


def _rank(rows: Sequence[Row], key: str) -> int:
    """What lies there stays on a narrow screen; what is printed on a member goes before what is marked on it."""
    if key == WHERE:
        return 0
    for row in rows:
        for rank, facts in ((2, row.facts), (1, row.marks)):
            if any(x.key == key for x in facts):
                return rank
    return 0


def _is_blank(row: Row) -> bool:
    return all(is_empty(x) for x in (*(mark for mark in row.marks if mark.told), *row.places))
