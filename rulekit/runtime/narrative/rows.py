"""The rows of the journal, and the notes beside it: what the journaled form of the rules writes while it is carried out.

A row says what changed. ``line`` is the number of the causing line in :attr:`~rulekit.image.Image.lines`, ``me`` the seat of who
carried it out, from 0, or -1. Indices and codes of places are those of the state. A note says which rule was being carried out,
or what its author tells of it; ``entries`` is how many rows the journal had then.

Generated code makes these by their names (:class:`~rulekit.compiler.ir.nodes.Log`). They are tuples of plain data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulekit.image import Told, Value

Reason = tuple[int, tuple[Value, ...]]
"""A template of the image, and its values"""
Unread = Mapping[int, Sequence[int]]
"""seat, or -1 for an onlooker -> which of the values that person could not read then"""
ALL_READ: Unread = {}


# ---------------------------------------------------------------- rows
class Moved(NamedTuple):
    """``n`` pieces of a sort. ``source``, ``target``: the indices of their counts."""

    line: int
    me: int
    token: int
    n: int
    source: int
    target: int


class CardMoved(NamedTuple):
    """A card. ``source``, ``target``: the codes of the places, -1 for nowhere; ``up``: whether it lies face up there."""

    line: int
    me: int
    root: str
    card: int
    source: int
    target: int
    up: int


class TurnedUp(NamedTuple):
    """A card is turned face up where it lies."""

    line: int
    me: int
    root: str
    card: int


class Shown(NamedTuple):
    """A card that a player looks at or is shown; one row for each card and each who is shown it. ``at``: the code of the place,
    or -1; ``to``: the seat, or -1 for everybody. The card stays where it lies, hidden as before."""

    line: int
    me: int
    root: str
    card: int
    at: int
    to: int


class Marked(NamedTuple):
    """A mark has another value. ``cell``: its index in the state."""

    line: int
    me: int
    cell: int
    old: int
    new: int


class Shuffled(NamedTuple):
    """A pile is shuffled. ``place``: its code."""

    line: int
    me: int
    place: int


class Skipped(NamedTuple):
    """Something was not carried out. ``failed``: the line that failed; ``why``: the author's reason, if there is one."""

    line: int
    me: int
    failed: int
    why: Reason | None
    unread: Unread = ALL_READ


class Chosen(NamedTuple):
    """A choice. ``label``: what a branch or a yes is called, with the values that its player may not read (``hidden``);
    ``unseen``: a card was chosen that its player may not read."""

    line: int
    me: int
    question: int
    value: int
    label: Reason | None = None
    hidden: Sequence[int] = ()
    unseen: bool = False


class Rolled(NamedTuple):
    """Dice were thrown. ``plus``: what changes each of them; ``hits``: how many hit, -1 where they were added up."""

    line: int
    me: int
    dice: tuple[int, ...]
    plus: int
    hits: int


class DeviceGiven(NamedTuple):
    """A place that is passed to a device. ``counts``: how many pieces of each sort it holds before the device runs."""

    line: int
    me: int
    device: str
    counts: Sequence[int]


class DeviceUsed(NamedTuple):
    """A device has answered. ``counts``: how many pieces of each sort lie now in the last place that it was told of."""

    line: int
    me: int
    device: str
    counts: Sequence[int]


class GameOver(NamedTuple):
    """The game is over."""

    line: int
    me: int = -1


Row = (
    Moved
    | CardMoved
    | TurnedUp
    | Shown
    | Marked
    | Shuffled
    | Skipped
    | Chosen
    | Rolled
    | DeviceGiven
    | DeviceUsed
    | GameOver
)
SORTS: Mapping[type[Row], str] = {
    Moved: "pieces",
    CardMoved: "card",
    TurnedUp: "turn",
    Shown: "shown",
    Marked: "mark",
    Shuffled: "shuffle",
    Skipped: "skip",
    Chosen: "choice",
    Rolled: "dice",
    DeviceGiven: "device-given",
    DeviceUsed: "device",
    GameOver: "end",
}
"""What sort of row it is, for who reads a journal from outside"""


# ---------------------------------------------------------------- notes
class Begun(NamedTuple):
    """A rule of the image begins. ``values``: what it was given, in the order of its slots; of a card, last the card."""

    entries: int
    line: int
    me: int
    rule: int
    values: tuple[Told, ...]
    unread: Unread = ALL_READ


class PartBegun(NamedTuple):
    """A player begins with their part of what all do at once."""

    entries: int
    line: int
    me: int


class Called(NamedTuple):
    """A line carries out another rule: what began before in the rule of this line has ended."""

    entries: int
    line: int
    me: int


class Answered(NamedTuple):
    """A player has answered a question."""

    entries: int
    line: int
    me: int


class Gained(NamedTuple):
    """A score has another value. ``cell``: its index in the state; ``template`` and ``values``: what for, -1 and None where
    nobody says it."""

    entries: int
    line: int
    me: int
    cell: int
    old: int
    new: int
    template: int
    values: tuple[Value, ...] | None
    unread: Unread = ALL_READ


class Remarked(NamedTuple):
    """What the author of a rule tells in its course. ``values``: None where what the text asks for was not there."""

    entries: int
    line: int
    me: int
    template: int
    values: tuple[Value, ...] | None
    unread: Unread = ALL_READ


class Entitled(NamedTuple):
    """What the author of a rule tells instead of what it is called. The fields are those of a remark."""

    entries: int
    line: int
    me: int
    template: int
    values: tuple[Value, ...] | None
    unread: Unread = ALL_READ


class Silenced(NamedTuple):
    """The author of a rule tells nothing of it."""

    entries: int
    line: int
    me: int


Note = Begun | PartBegun | Called | Answered | Gained | Remarked | Entitled | Silenced

# ---------------------------------------------------------------- rows without their classes
Packed = tuple[int, *tuple[object, ...]]
"""The number of a class, and the fields"""
_CLASSES: tuple[type[Row] | type[Note], ...] = (
    *SORTS,
    Begun,
    PartBegun,
    Called,
    Answered,
    Gained,
    Remarked,
    Entitled,
    Silenced,
)
_NUMBERS = {kind: number for number, kind in enumerate(_CLASSES)}
NAMES: Mapping[str, type[Row] | type[Note]] = {kind.__name__: kind for kind in _CLASSES}
"""What a generated module with a journal can make"""


def packed(row: Row | Note) -> Packed:
    """A row or note as a plain tuple, which :func:`unpacked` reads."""
    return (_NUMBERS[type(row)], *row)


def unpacked(data: Packed) -> Row | Note:
    """The row or note of a plain tuple."""
    return _CLASSES[data[0]]._make(data[1:])
