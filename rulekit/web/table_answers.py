"""What is answered about tables, beside the states of seats: the lobby, the page of a host, luck, people and their notices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET, Struct, UnsetType

from rulekit.web.answers import ResponseBody
from rulekit.web.clock import ClockRules


# ---------------------------------------------------------------- the lobby
class OptionOffer(Struct):
    """An option of a game. ``default``: one of its ``values``; ``labels``: these as people call them."""

    name: str
    text: str
    sort: str
    values: Sequence[str]
    labels: Sequence[str]
    default: str


class VariantOffer(Struct):
    """``text``: what it changes, in a sentence; empty where its author does not say it."""

    name: str
    title: str
    text: str


class GameOffer(ResponseBody):
    """A game. ``players``: the fewest and the most; ``seats``: how many play -> what the seats are called; ``chapters``: whether
    a heading divides its story into some; ``ticked``: the names of those ``variants`` that whoever runs the server wants to be
    chosen at first."""

    name: str
    title: str
    players: tuple[int, int]
    usual: int
    seats: Mapping[str, Sequence[str]]
    options: Sequence[OptionOffer]
    variants: Sequence[VariantOffer]
    ticked: Sequence[str]
    chapters: bool


class Offers(ResponseBody):
    """``faulty``: the names of games whose rules hold mistakes; ``uploads``: whether house rules may be sent; ``password``:
    whether who sets a table needs one."""

    games: Sequence[GameOffer]
    faulty: Sequence[str]
    bots: Sequence[str]
    uploads: bool
    password: bool


class SeatLink(Struct):
    seat: int
    link: str


class NewGame(ResponseBody):
    """A game that was begun: the secret links of its seats, the one to ``watch`` it, and that of its ``host``."""

    STATUS = 201
    id: str
    seats: Sequence[SeatLink]
    watch: str
    host: str


class OpenedSeat(ResponseBody):
    """What a token opens; ``seat`` 0 is the place of a spectator."""

    game: str
    seat: int


class JoinedSeat(ResponseBody):
    """The seat of a link. ``token``: what opens it from now on, if the browser does not keep it as a cookie; ``host``: the link
    is that of the table's host, and opens no seat."""

    game: str
    seat: int
    token: str | UnsetType = UNSET
    host: bool | UnsetType = UNSET


class MyGame(Struct):
    """``title``: of the table, ``player``: in whose place the seat is, empty for spectators; ``asked``: whether the seat is,
    ``waits``: whom the others wait for; ``over``: whether the game is; ``trouble``: whether it cannot go on."""

    id: str
    seat: int
    title: str
    game: str
    player: str
    asked: bool
    waits: Sequence[str]
    over: bool
    trouble: bool


class MyTable(Struct):
    """A table that this browser is the host of."""

    id: str
    title: str
    game: str


class MyGames(ResponseBody):
    games: Sequence[MyGame]
    tables: Sequence[MyTable]


# ---------------------------------------------------------------- the host of a table
class HostedSeat(Struct):
    """``name``: of the person, empty where nobody has said it; ``bot``: who chooses there, ``absent``: until the person comes
    back; ``joined``: whether somebody has opened the link of the seat, ``link``: as long as nobody has."""

    seat: int
    player: str
    name: str
    bot: str
    absent: bool
    joined: bool
    link: str | UnsetType = UNSET


class ChosenOption(Struct):
    """An option of a table with the chosen ``value``, one of ``values``; ``normal``: that without a choice."""

    text: str
    value: str
    values: Sequence[str]
    normal: str


class VariantInUse(Struct):
    """House rules in force. ``text``: what they change, in a sentence; empty where their author does not say it."""

    title: str
    text: str


class HostedTable(ResponseBody):
    """A table as its host sees it. ``link``: of its host, ``watch``: of the spectators; ``chapters``: whether a heading divides
    the story of the game into some; ``missing``: the seats on whose nonces the game waits; ``bots``: those at hand."""

    id: str
    title: str
    game: str
    link: str
    watch: str
    seats: Sequence[HostedSeat]
    options: Sequence[ChosenOption]
    variants: Sequence[VariantInUse]
    clock: ClockRules
    chapters: bool
    missing: Sequence[int]
    bots: Sequence[str]


class HouseRules(ResponseBody):
    """``variants``: name of the file -> its text."""

    variants: Mapping[str, str]


# ---------------------------------------------------------------- luck
class NonceState(Struct):
    """What a seat adds to the luck. ``given``: whether it has; ``nonce``: what, once the game has begun."""

    seat: int
    name: str
    given: bool
    nonce: str


class LuckState(ResponseBody):
    """Where the chance of a game comes from. ``source``: server, seed, save, or empty for old games; ``chance``: the generator;
    ``secret`` and ``seed``, a decimal number: only after the end."""

    source: str
    commitment: str
    chance: str
    begun: bool
    over: bool
    nonces: Sequence[NonceState]
    secret: str
    seed: str


# ---------------------------------------------------------------- people
class ChangedSeat(ResponseBody):
    """``link``: the new one, if it was asked for."""

    link: str | UnsetType = UNSET


class OwnLink(ResponseBody):
    """``host``: whether the browser is that of the table's host, too."""

    link: str
    host: bool


class NoticeAddress(Struct):
    """``pause``: the least seconds between two notices to the address."""

    sort: str
    address: str
    pause: int


class Notices(ResponseBody):
    """``sorts``: the kinds of notices that this server can send; ``notices``: the addresses of the seat."""

    sorts: Sequence[str]
    notices: Sequence[NoticeAddress]


class Message(Struct):
    """``at``: seconds since 1970. ``sort``: for what nobody has said, but has happened to the seat: it has a new ``link``, a
    ``bot`` plays there, the ``person`` has returned, it was given all ``secrets`` of the game, as a save or a fork; or its time
    has run out: all are told that it is ``late``, its question is ``answered``, or the others may vote (``overdue``). ``clock``:
    the host has changed that of the table."""

    id: int
    seat: int
    text: str
    at: int
    sort: str | UnsetType = UNSET


class Messages(ResponseBody):
    messages: Sequence[Message]
