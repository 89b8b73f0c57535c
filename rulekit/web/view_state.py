"""The view of a seat as JSON: the classes that programs read it with. :mod:`rulekit.runtime.view_json` writes them; what a field
means is said in :mod:`rulekit.runtime.view_types`."""

from __future__ import annotations

from typing import TypeVar

from msgspec import UNSET, Struct, UnsetType, field

from rulekit.runtime.view_json import as_json
from rulekit.runtime.view_types import Raw, View
from rulekit.web.decoding import convert, decode

T = TypeVar("T")


class FactState(Struct):
    """A value that is printed on a thing."""

    name: str
    key: str
    value: str
    raw: Raw
    id: str
    sort: str


class MarkState(FactState):
    """A value that changes in play."""

    told: bool


class PiecesState(Struct):
    """Pieces of one sort and one owner."""

    text: str
    piece: str
    owner: int
    count: int


class CardState(Struct):
    """A card or counter that can be read."""

    name: str
    key: str


class DeviceState(Struct):
    """Equipment on the table."""

    name: str
    key: str
    pieces: list[str]


class PlaceState:
    """A place: a :class:`PiecePlaceState`, :class:`CardPlaceState` or :class:`PlaceGroupState`. JSON tells them apart by
    ``pieces``, ``cards`` or ``spots``."""

    __slots__ = ()


class _NamedPlace(PlaceState, Struct, kw_only=True):
    member: str | UnsetType = field(name="for", default=UNSET)
    """What the thing is called that a spot of a group is for; only there"""
    name: str
    key: str


class PiecePlaceState(_NamedPlace, kw_only=True):
    """A place where pieces are counted."""

    pieces: list[PiecesState]
    hidden: bool


class CardPlaceState(_NamedPlace, kw_only=True):
    """A place for cards or counters of one kind. ``row``: only where it has spaces."""

    row: bool | UnsetType = UNSET
    cards: list[CardState | None]
    of: str
    kind: str
    number: int
    hidden: int
    holder: bool


class PlaceGroupState(_NamedPlace, kw_only=True):
    """Places that one thing has for each member of a second kind."""

    spots: list[PlaceState]
    number: int


PLACES = (PiecePlaceState, CardPlaceState, PlaceGroupState)


class RowState(Struct):
    """A member of a kind as it is now."""

    name: str
    key: str
    facts: list[FactState]
    marks: list[MarkState]
    places: list[PlaceState]


class TableState(Struct):
    """A kind of things that have marks or places."""

    of: str
    name: str
    lies: bool
    rows: list[RowState]


class ViewFrame(Struct):
    """The fields of a view that are sent as a whole, and not item by item."""

    game: str
    you: str | None
    players: list[str]
    seats: list[str]
    over: bool
    waiting: list[str]


class ViewState(ViewFrame):
    """The view of one player, or of a spectator."""

    marks: list[MarkState]
    places: list[PlaceState]
    tables: list[TableState]
    devices: list[DeviceState]


class ListChanges(Struct, omit_defaults=True):
    """The changes in the lists of a view, by index."""

    marks: dict[int, MarkState] = {}
    places: dict[int, PlaceState] = {}
    devices: dict[int, DeviceState] = {}


class RowChange(Struct, omit_defaults=True):
    """The changes in the marks and places of a row, by index."""

    marks: dict[int, MarkState] = {}
    places: dict[int, PlaceState] = {}


def view_state(view: View) -> ViewState:
    """A view in these classes."""
    return convert(as_json(view), ViewState, _place)


def decoded(body: bytes | str, shape: type[T]) -> T:
    """An answer of the server. Raises msgspec.DecodeError for what is no JSON or has another shape."""
    return decode(body, shape, _place)


def _place(shape: type, data: object) -> object:
    """Tells the three classes of places apart by their fields, which a msgspec type cannot say."""
    if shape is not PlaceState or not isinstance(data, dict):
        raise NotImplementedError(shape)
    sort = PiecePlaceState if "pieces" in data else PlaceGroupState if "spots" in data else CardPlaceState
    return convert(data, sort, _place)
