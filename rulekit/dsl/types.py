"""The types of the rule language.

A type is a head, what it is about, and whether it may be ``none``: ``kind player``, ``set of kind player``,
``kind player or none``. Types are written in phrase tables as ``number``, ``set/player``, ``opt/player``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from attrs import evolve, frozen


@frozen(cache_hash=True)
class Type:
    """``head``: number, truth, text, none, kind, set, pieces, place, zone, spot, row, permission, wild.

    ``of`` is a kind, piece or group name for kind, pieces, zone, spot, row, the name of a place for place, and is empty
    otherwise. ``maybe`` marks a value that may be none; ``owned`` marks pieces whose owner is said (``tokens of me``).
    """

    head: str
    of: str = ""
    maybe: bool = False
    owned: bool = False

    def __str__(self) -> str:
        return ("opt/" if self.maybe else "") + self.head + ("/" + self.of if self.of else "")


NUMBER, TRUTH, TEXT, NONE, WILD = Type("number"), Type("truth"), Type("text"), Type("none"), Type("wild")


def kind(name: str) -> Type:
    return Type("kind", name)


def optional(type_: Type) -> Type:
    return evolve(type_, maybe=True)


def certain(type_: Type) -> Type:
    return evolve(type_, maybe=False) if type_.maybe else type_


def several(element: Type) -> Type:
    """The type of a set of such members."""
    return Type("row" if element.head == "spot" else "set", element.of)


PLAYER = kind("player")


@lru_cache(None)
def parse_type(text: str) -> Type:
    """``number``, ``set/player``, ``opt/town``: as phrase tables write types; a bare word is a kind."""
    if text.startswith("opt/"):
        return optional(parse_type(text[4:]))
    head, _, of = text.partition("/")
    if of:
        return Type(head, of)
    if head in ("number", "truth", "text", "none", "wild", "place", "permission"):
        return Type(head)
    return kind(head)


class Containment(NamedTuple):
    """What the members of a kind hold: things of the kind ``held``, in the place ``place``; ``alone``: and nothing else;
    ``one``: each of them one."""

    held: str
    place: str
    alone: bool
    one: bool = False


class Kinds:
    """What the types of one program need to know about its kinds and pieces: who is a sort of whom."""

    def __init__(self) -> None:
        self.wider: dict[str, set[str]] = {}
        """kind -> the kinds that it is a sort of"""
        self.members: dict[str, tuple[str, ...]] = {}
        """union -> its member kinds"""
        self.holders: set[str] = set()
        """kinds whose members are places"""
        self.housing: dict[str, Containment] = {}
        """kind whose members hold things -> what they hold"""
        self.groups: dict[str, list[str]] = {}
        """group of pieces -> its pieces"""
        self.names: dict[str, str] = {}
        """kind -> its plural"""

    def is_sort_of(self, narrow: str, wide: str) -> bool:
        if narrow == wide:
            return True
        return any(self.is_sort_of(w, wide) for w in self.wider.get(narrow, ()))

    def element(self, type_: Type) -> Type | None:
        """The type of the members of a set, a zone or a row."""
        if type_.head in ("set", "zone"):
            return kind(type_.of)
        if type_.head == "row":
            return Type("spot", type_.of)
        return None

    def houses(self, type_: Type) -> bool:
        """Whether a value is a thing that is itself a place for things."""
        return type_.head == "kind" and not type_.maybe and type_.of in self.housing

    def place_of(self, type_: Type) -> Type | None:
        """The place that a thing is for others: a place for many, or a spot for one."""
        if not self.houses(type_):
            return None
        found = self.housing[type_.of]
        return Type("spot" if found.one else "zone", found.held)

    def fits(self, have: Type, want: str) -> bool:
        """Whether a value of type ``have`` can stand where a phrase wants ``want`` (the text of a slot)."""
        if have == WILD:
            return True
        if want == "any":
            return True
        if want.startswith("opt/"):
            return have == NONE or self.fits(certain(have), want[4:])
        if want == "maybe":
            return have.head in ("kind", "spot")
        if have.maybe or have == NONE:
            return False
        head, of = have.head, have.of
        match want:
            case "number" | "text" | "truth":
                return head == want
            case "yesno":
                return head == "truth"
            case "thing":
                return head in ("kind", "spot")
            case "set":
                return head in ("set", "zone", "row")
            case "some":
                return head in ("kind", "set", "zone")
            case "place":
                return head in ("place", "zone", "spot") or (head == "kind" and of in self.holders)
            case "zone" | "spot":
                made = self.place_of(have) or have
                return made.head == want
            case "row":
                return head == want
            case "cardplace":
                return head in ("zone", "spot") or self.houses(have)
            case "cardsource":
                return head in ("zone", "spot", "row") or self.houses(have)
            case "pieces":
                return head == "pieces" or (head == "kind" and of in self.groups)
            case "piece":
                return head == "pieces" and not have.owned
        want = want.removeprefix("kind/")
        if want.startswith("some/"):
            return self.fits(have, want[5:]) or self.fits(have, f"set/{want[5:]}")
        if want.startswith("set/"):
            inner = self.element(have)
            return inner is not None and inner.head == "kind" and self.is_sort_of(inner.of, want[4:])
        if want.startswith("exact/"):
            return head == "kind" and of == want[len("exact/") :]
        if want.startswith(("zone/", "spot/", "row/", "pieces/")):
            return want in (str(have), str(self.place_of(have)))
        return head == "kind" and self.is_sort_of(of, want)

    def comparable(self, a: Type, b: Type) -> bool:
        """Whether ``a is b`` can ever be a sensible question."""
        if WILD in (a, b):
            return True
        if NONE in (a, b):
            return a.maybe or b.maybe
        a, b = certain(a), certain(b)
        if {a.head, b.head} & {"set", "zone", "row", "place", "pieces"}:
            return False
        if a.head == b.head == "kind":
            return self.is_sort_of(a.of, b.of) or self.is_sort_of(b.of, a.of)
        return a.head == b.head

    def say(self, type_: Type | str) -> str:
        """A type in the author's words: ``a number``, ``a set of towns``, ``a player or none``."""
        if isinstance(type_, str):
            return _say_slot(type_)
        if type_.maybe:
            return self.say(certain(type_)) + " or none"
        match type_.head:
            case "set":
                return f"a set of {self.names.get(type_.of, type_.of + 's')}"
            case "pieces":
                return "a sort of piece"
            case "place" | "zone":
                return "a place"
            case "spot":
                return "a spot for one card"
            case "row":
                return "a row of spots"
            case "truth":
                return "yes or no"
            case "none":
                return "none"
            case "kind":
                return article(type_.of)
        return article(type_.head)


def article(word: str) -> str:
    return ("an " if word[:1] in "aeiou" else "a ") + word


_SAID = {
    "truth": "condition",
    "yesno": "yes or no",
    "pieces": "sort of piece",
    "piece": "sort of piece",
    "any": "value",
    "point": "point (a rule, a number, a permission)",
    "var": "mark",
    "thing": "thing",
    "some": "thing or set",
    "maybe": "thing or none",
    "cardplace": "place for cards",
    "cardsource": "place for cards",
    "zone": "place for cards",
    "kinds": "kind of things",
    "noun": "word",
    "adjective": "word",
    "name": "Name",
    "rest": "text",
    "new": "new word",
    "route": "sort of route",
    "routes": "sort of route",
    "entry": "card or action of a family",
    "elem": "thing",
    "seen": "word on who sees them",
    "marks": "mark of several things",
    "me": "player",
    "type": "sort of value",
    "pattern": "phrase",
    "slotdef": "slot, such as {here: town},",
    "would": "condition",
    "supposed": "deed",
    "copies": "number of cards",
    "names": "list of names",
    "nouns": "list of words",
    "langs": "list of names, each in a language,",
    "clauses": "list of clauses",
    "settings": "list of settings",
    "values": "list of values",
    "amounts": "list of amounts",
    "numberlist": "list of numbers",
    "window": "window",
}


def _say_slot(spec: str) -> str:
    if spec.startswith("opt/"):
        return _say_slot(spec[4:]) + " or none"
    if spec.startswith("some/"):
        return f"{article(spec[5:])} or a set of {spec[5:]}s"
    if spec.startswith("exact/"):
        return article(spec[len("exact/") :])
    if spec.startswith("set/"):
        return f"a set of {spec[4:]}s"
    word = _SAID.get(spec.partition("/")[0] if "/" in spec else spec, spec)
    return word if word == "yes or no" else article(word)
