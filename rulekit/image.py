"""What the compiler hands to the runtime: source text, the state at the beginning, and everything needed to show a match.

An image is made of attrs classes that hold plain data, so that it goes through JSON (:mod:`rulekit.plain_data`) and can be
cached and loaded without the rule files being read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from attrs import define, field, frozen


@frozen
class Setup:
    """``seats``: the names of the players in clockwise order. ``options``: option -> value as a number."""

    seats: tuple[str, ...]
    options: Mapping[str, int]

    @property
    def key(self) -> str:
        return ",".join(self.seats) + ";" + ",".join(f"{k}={v}" for k, v in sorted(self.options.items()))


def wrong_number(title: str, fewest: int, most: int, count: int) -> str | None:
    """Why so many players cannot sit down to a game; None if they can."""
    if fewest <= count <= most:
        return None
    many = f"{fewest} to {most}" if fewest < most else str(most)
    return f"{title} is played by {many} players, not by {count}"


# ---------------------------------------------------------------- values and texts
@frozen
class Sort:
    """What a value is. ``head``: kind, set, spot, number, truth, yesno, branch, token, amount ...; ``of``: the root kind of a
    kind, set or spot, the piece of an amount."""

    head: str
    of: str = ""

    @property
    def kind(self) -> str:
        """The root kind of a thing; empty for any other value."""
        return self.of if self.head == "kind" else ""

    def things(self, value: Told) -> Sequence[int]:
        """The members of a kind that a value is: one, several or none."""
        if not isinstance(value, int):
            return value if self.head == "set" and self.of else ()
        return (value,) if self.kind else ()

    @property
    def words(self) -> list[str]:
        """``["kind", "town"]``, ``["number"]``"""
        return [self.head, self.of] if self.of else [self.head]


@frozen
class Gap:
    """Where a text has a value. ``plural``: of the piece of an amount. ``cards``: where the value rests on cards that may be
    hidden, the root kinds of these; the value comes as a tuple then, with the cards behind it."""

    sort: Sort
    plural: str = ""
    cards: tuple[str, ...] = ()

    def parts(self, value: Value) -> tuple[Told, Sequence[int]]:
        """The value itself, and the cards on which it rests."""
        if self.cards and not isinstance(value, int):
            return value[0], value[1:]
        return cast("Told", value), ()


Told = int | Sequence[int]
"""A value in a text: a number, a member of a kind, or several of these"""
Value = Told | tuple[Told, *tuple[int, ...]]
"""The value of a gap in a template; in some gaps with the cards that the value depends on behind it"""
Template = list[str | Gap]
"""A text for people"""


@frozen
class RuleLine:
    """A rule line, with the clauses that it cites. ``variant``: the name of the one that it belongs to, or nothing."""

    file: str
    number: int
    text: str
    clauses: tuple[str, ...]
    variant: str = ""

    @property
    def place(self) -> str:
        """``FILE:LINE``"""
        return f"{self.file}:{self.number}"


@frozen
class Slot:
    """One of the values that a rule is given."""

    name: str
    sort: Sort


@frozen
class Rule:
    """How the story calls a deed, an entry (a card), a scene, a window, or what all players do at once (``at-once``)."""

    sort: str
    name: str = ""
    key: str = ""
    """The heading with its slots by name, as `words.yaml` has it"""
    slots: list[Slot] = field(factory=list)
    """In the order of the values"""
    hides: bool = False
    """Whether some of the values may lie hidden"""
    root: str = ""
    """The root kind of an entry's card, which is the last of its values,"""
    on: str | None = None
    """and the slot that the card is played on"""

    @property
    def gaps(self) -> list[Gap]:
        """What the values are, for who asks which of them a person can read; none where they cannot lie hidden."""
        card = [Gap(Sort("kind", self.root))] if self.root else []
        return [*(Gap(slot.sort) for slot in self.slots), *card] if self.hides else []


@frozen
class Question:
    """What is known of a question wherever it is asked."""

    line: int
    sort: Sort
    op: str
    """The operation of the sentence that asks; ``window``, ``device``"""
    text: str
    name: str = ""
    """Of what is chosen, of the window, of the device"""
    choice: str = ""
    """The name by which cards and variants speak of it: ``target in march``"""
    final: bool = False
    """Whether what is chosen is given up for good"""
    secret: bool = False
    """Whether an option may be a card that the player may not read"""
    among: tuple[str, ...] = ()
    """The kinds to which the things that may be options belong; empty for all of the kind"""


# ---------------------------------------------------------------- what lies where
@frozen
class Member:
    """A member of a kind. ``names``: language -> name, and ``title``. One without a name of its own is called by a ``word`` and
    its ``number``, or by the one or two things to which it belongs, or as a text with these says it."""

    name: str
    names: dict[str, str] = field(factory=dict)
    word: str = ""
    number: str = ""
    owners: tuple[tuple[str, int], ...] = ()
    """(root kind, member) of each"""
    called: str = ""
    """The text, with ``{}`` for each of the owners and, as the last of them, the number"""
    order: tuple[int, ...] = ()
    """Which of these stands at each ``{}``"""


@frozen
class Fact:
    """A column of a table, as it holds in this set-up: a value for each member of the kind, None for those that are not in this
    table."""

    name: str
    sort: Sort
    values: list[int | None]


Block = tuple[int, int]
"""The first and how many, or an offset and a stride"""
AlikeRow = tuple[int, int, list[int], list[Block], list[Block]]
"""Things without names: the first, the one behind the last, the group of each, where what is said of a thing stands (offset
and stride), the blocks of what points to things"""


@frozen
class Kind:
    """A kind that is no part of another one, with those that are parts of it."""

    sort: str
    members: list[Member]
    ranges: dict[str, Block]
    """kind -> its first member and how many"""
    alike: list[AlikeRow]
    facts: list[Fact]


@frozen
class StateColumn:
    """A block of the flat state: ``base + i`` for instance ``i``."""

    base: int
    size: int
    sort: str
    """mark, count, spot, where, face, role, stream, store"""
    name: str
    token: int = -1


@frozen
class PieceType:
    """A sort of counted piece of one owner (-1: of nobody)."""

    piece: str
    owner: int
    name: str
    plural: str


@frozen
class RowOfSpots:
    """A place that is a row of numbered spots, or one spot for each member of a kind."""

    kind: str
    first: int
    size: int


@frozen
class Place:
    """Where things lie, and who sees them there."""

    owners: tuple[str, ...]
    size: int
    """How many instances there are"""
    base: int = -1
    """The index of the first instance: in ``s`` for spots, in ``z`` for lists of cards; -1 for counted pieces"""
    contents: tuple[str, ...] = ()
    counted: bool = True
    spot: bool = False
    pile: bool = False
    seen: str = "all"
    turns: bool = False
    row: RowOfSpots | None = None
    root: str = ""
    """The root kind of the cards that lie there"""
    holder: bool = False
    """Whether it is a member of a kind that holds pieces"""
    mine: bool = False

    @property
    def spots(self) -> int:
        """How many spots an instance has; 0 for counted pieces and lists of cards."""
        return self.row.size if self.row is not None else int(self.spot)

    @property
    def listed(self) -> bool:
        """Whether its cards are a list, as opposed to spots and counted pieces."""
        return not self.counted and self.spots == 0


@frozen
class Mark:
    """A value of something, and where its numbers begin. ``low``, ``high``: its limits, both included; None for no limit."""

    owners: tuple[str, ...]
    type: Sort
    base: int
    size: int
    low: int | None
    high: int | None
    maybe: bool
    """Whether it can be `none`"""
    seen: str
    told: bool
    """Whether the journal tells of it"""
    scene: bool
    """Whether it belongs to a scene, and is no business of the table"""
    states: bool = False
    """Whether it says in which of several states a thing is, as an adjective says that it is in one"""


@frozen
class Device:
    """Equipment that a plugin brings: its settings, and where its stores lie."""

    parameters: dict[str, int]
    stores: list[list[int]]
    tape: int
    stream: int
    names: list[str]
    """Of the stores"""


@frozen
class GameOption:
    """An option of the game: names, numbers or yes and no. ``default``: as a number."""

    sort: str
    values: list[str]
    low: int
    high: int
    default: int
    text: str


@frozen
class GameInfo:
    """What can be said of a game before it is compiled for a set-up. ``usual``: how many play when nobody says how many;
    ``seatings``: how many play -> the names that the seats can have then; ``words``: language -> seats, options and their values
    in it; ``chapters``: whether a heading stands above the table."""

    name: str
    title: str
    names: dict[str, str]
    fewest: int
    most: int
    usual: int
    seats: tuple[str, ...]
    seatings: dict[str, tuple[str, ...]]
    options: dict[str, GameOption]
    words: dict[str, dict[str, str]]
    chapters: bool


# ---------------------------------------------------------------- modules
@frozen
class DeviceFunction:
    """The value that a name of a module is bound to."""

    device: str
    function: str


@frozen
class PythonForm:
    """A form of the module that is only made when somebody plays without a journal."""

    source: str
    bound: dict[str, DeviceFunction]


@frozen
class NativeForm:
    """The form in C. ``frames``: for each step what lies in the slots of its frames, ``number`` or ``list``. ``called``: the
    functions of devices, which write them behind the source (see :class:`rulekit.plugins.devices.Native`)."""

    source: str = ""
    frames: list[list[str]] = field(factory=list)
    called: list[DeviceFunction] = field(factory=list)
    refused: str = ""
    """Why there is none,"""
    line: int = -1
    """and because of which rule line; -1 for none"""


OWNER, PARTNERS = "their owner", "their owner and partners"
"""Who sees a place or a mark of each player, besides ``all`` and ``nobody``"""


STREAM_WIDTH = 5
"""Numbers of ``s`` that a stream of chance takes: its position, and its key in four"""


@frozen
class Ranking:
    """By what a line that ends the game ranks the players, in the words of the rules: what decides first, then what breaks ties.
    An empty text for a number that has no name."""

    line: int
    keys: list[str]


def rivals(partners: Sequence[Sequence[int]], players: int) -> list[list[int]]:
    """For each seat, from 0, those that it wants to stand ahead of: who is no partner, or all others where everybody is one."""
    found = []
    for seat in range(players):
        others = [k for k in range(players) if k != seat]
        found.append([k for k in others if not any(k in group and seat in group for group in partners)] or others)
    return found


@define
class Image:
    """One game compiled for one set-up."""

    name: str
    title: str
    names: dict[str, str]
    hash: str
    seats: list[str]
    options: dict[str, int]
    journaled: str
    """Source that writes a journal."""
    plain: str
    """Source without a journal. Steps and decisions have the same numbers in both."""
    explain: str
    """Source of what is called only when somebody looks: prompts, labels, refusals and facts of the questions."""
    s: list[int]
    z: list[list[int]]
    streams: dict[str, int]
    """Of chance: name -> where its :data:`STREAM_WIDTH` numbers begin in ``s``."""
    kinds: dict[str, Kind]
    tokens: list[PieceType]
    columns: list[StateColumn]
    places: dict[str, Place]
    marks: dict[str, Mark]
    where: dict[str, int]
    """root kind -> first index of its members' places"""
    faces: dict[str, int]
    asks: list[Question]
    templates: list[Template]
    lines: list[RuleLine]
    rules: list[Rule]
    rule_of: list[int]
    """rule line -> the rule that it belongs to; -1 for none"""
    scores: list[str]
    """Marks of players that count at the end"""
    rankings: list[Ranking]
    devices: dict[str, Device]
    keepers: dict[str, str]
    """kind -> the function in ``explain`` that says who keeps a thing of it which is not seen, as everybody knows"""
    beside: dict[str, list[str]]
    """kind -> the functions in ``explain`` that say what is shown with a thing of it"""
    worth: str
    """The function in ``explain`` that says what a position is worth to a player; empty where the game does not tell"""
    bound: dict[str, DeviceFunction]
    script: int | None = None
    """With rule tests: the list in ``z`` of the dice that a test has said."""
    drawn: int | None = None
    """With rule tests: the list in ``z`` of the things that a test lets chance bring: sort, thing, and so on."""
    words: dict[str, dict[str, str]] = field(factory=dict)
    """language -> text -> text"""
    option_names: dict[str, GameOption] = field(factory=dict)
    variants: dict[str, dict[str, str]] = field(factory=dict)
    """The name of a variant -> language -> its title"""
    partners: list[list[int]] = field(factory=list)
    """The seats, from 0, of players who see what their partners see, a list for each group"""

    @property
    def rivals(self) -> list[list[int]]:
        """For each seat those that it wants to stand ahead of."""
        return rivals(self.partners, len(self.seats))
