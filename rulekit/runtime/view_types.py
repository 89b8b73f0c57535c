"""What one player or an onlooker sees of a match: the classes of a view, which :mod:`rulekit.runtime.view` makes.

``name`` is always what people call a thing, in the language of the view; ``key`` is its name in the rules, the same in every
language. :mod:`rulekit.runtime.view_json` makes plain data of a view, where it leaves the process.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

Raw = int | str | Sequence[int]
"""A value as the state holds it: a number, 0 or 1 for a truth, the index of a member of a kind or -1 for none; a text; the
indices of a set of members"""


@frozen
class Fact:
    """A value that is printed on a thing. ``value``: as people read it; ``id``: as the rules call it, in every language;
    ``sort``: what it is, such as ``truth``, ``number`` or ``kind``."""

    name: str
    key: str
    value: str
    raw: Raw
    id: str
    sort: str


@frozen
class Mark(Fact):
    """A value that changes in play. ``told``: whether the journal tells of it; all else is bookkeeping."""

    told: bool


@frozen
class Pieces:
    """Pieces of one sort and one owner. ``text``: they in words (``3 coins of Blue``); ``piece``: their sort; ``owner``: the
    index of a seat, -1 for nobody."""

    text: str
    piece: str
    owner: int
    count: int


@frozen
class PiecePlace:
    """A place where pieces are counted. ``hidden``: whether the viewer may not see them; it looks empty to them then."""

    name: str
    key: str
    pieces: Sequence[Pieces]
    hidden: bool


@frozen
class Card:
    """A card or counter that can be read. Where a space of a row is empty, both names are."""

    name: str
    key: str


@frozen
class CardPlace:
    """A place for cards or counters of one kind.

    ``row``: whether its spaces are a row with numbers; None where it has no spaces but a list.
    ``cards``: in their order; None is a card that the viewer cannot read. Outside of rows these come last, since their position
    must not give anything away. ``of``: the kind of the cards, ``kind``: its name. ``number``: the number of cards, ``hidden``:
    that of the cards the viewer cannot read. ``holder``: whether the place is itself a member of a kind, such as a region that
    holds pieces.
    """

    name: str
    key: str
    row: bool | None
    cards: Sequence[Card | None]
    of: str
    kind: str
    number: int
    hidden: int
    holder: bool


@frozen
class Spot:
    """One of the places of a :class:`PlaceGroup`. ``member``: what the thing is called that it is for."""

    member: str
    place: PiecePlace | CardPlace


@frozen
class PlaceGroup:
    """Places that one thing has for each member of a second kind: for each player a plan with a spot for each action.
    ``number``: the number of cards in all of them together."""

    name: str
    key: str
    spots: Sequence[Spot]
    number: int


Place = PiecePlace | CardPlace | PlaceGroup


@frozen
class Device:
    """Equipment on the table, such as a dice cup. ``pieces``: what it holds in all, in words, an entry for each sort."""

    name: str
    key: str
    pieces: Sequence[str]


@frozen
class Member:
    """A member of a kind, with what is printed on it: the same in every state."""

    name: str
    key: str
    facts: Sequence[Fact]


@frozen
class Row(Member):
    """A member of a kind in its present state."""

    marks: Sequence[Mark]
    places: Sequence[Place]


@frozen
class Table:
    """A kind of things that have marks or places, with a row for each member, in the order of the rules. ``of``: the kind,
    ``name``: what it is called; ``lies``: whether its members lie at places themselves, as cards and counters do."""

    of: str
    name: str
    lies: bool
    rows: Sequence[Row]


@frozen
class View:
    """What one player sees, or an onlooker.

    ``you``: the viewer by their name in the rules, None for an onlooker. ``players``: the names of the players in the language of
    the view, ``seats``: those in the rules; both in the order of the seats. ``over``: whether the game is. ``waiting``: who is
    asked something now, by their names in the rules, sorted. ``marks``, ``places``: those of the whole table; those of things
    are in the rows of ``tables``.
    """

    game: str
    you: str | None
    players: Sequence[str]
    seats: Sequence[str]
    over: bool
    waiting: Sequence[str]
    marks: Sequence[Mark]
    places: Sequence[Place]
    tables: Sequence[Table]
    devices: Sequence[Device]
