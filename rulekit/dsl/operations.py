"""The register of what the typed tree can say: for each operation what a check or the compiler has to know of it.

A module that treats some operations alike asks here for a trait and keeps no list of names of its own, so that a new operation
is in all places that concern it once its row is written. What an operation of the compiled form does (draws, fails, changes)
is in :mod:`rulekit.compiler.ir.ops`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Trait = Literal[
    "names a choice",  # gives what a player chose a name
    "asks",  # a player answers before it goes on
    "asks me",  # it is `me` who answers
    "is done by me",  # `me` does it without being named
    "has an otherwise",  # an `otherwise:` may follow
    "loops",  # what stands below may be carried out several times
    "binds me",  # says who `me` is below
    "leaves",  # nothing behind it in its block is carried out
    "sets a number",  # changes a number of the match or a local
    "sets",  # changes a mark or a local
    "moves pieces",  # counted pieces
    "moves cards",  # things that lie in places one by one
    "empties a place",  # moves all that lies there
    "is a card by its place",  # whichever lies there
    "draws",  # by chance, besides the values that it is given
    "ends the game",
    "compares",  # two values of one sort
    "says who",  # asks whether somebody is somebody, or plays
    "counts cards",  # how many lie somewhere, or whether any does: never secret
    "is a place of cards",
    "can be set",
    "is told",  # speaks to people, and does nothing
    "is a note",  # stands below a choice, for who is asked: it is looked at on demand, and is no part of the course
    "changes nothing",  # by itself, so that what is known before it is known after it
    "works with numbers",  # numbers that can be told before it is carried out
    "searches a graph",
    "looks where things lie",
    "looks what pieces lie",
    "is known",  # a name: it reads nothing by itself
    "goes all at once",  # may stand in `all at once`
]

_SENTENCES: Mapping[str, tuple[Trait, ...]] = {
    "let": ("works with numbers", "changes nothing", "goes all at once"),
    "if": ("has an otherwise", "changes nothing", "goes all at once"),
    "otherwise": ("changes nothing", "goes all at once"),
    "otherwise-if": ("changes nothing", "goes all at once"),
    "branch": ("changes nothing",),
    "needs": ("changes nothing",),
    "told-as": ("changes nothing", "is told"),
    "tell": ("changes nothing", "is told"),
    "not-told": ("changes nothing", "is told"),
    "costs": ("changes nothing", "is a note"),
    "shown-with": ("changes nothing", "is a note"),
    "shown-above": ("changes nothing", "is a note"),
    "do": ("works with numbers",),
    "carry-out": (),
    "begin": (),
    "device": (),
    "said": (),
    "choose": ("names a choice", "asks", "asks me", "has an otherwise", "changes nothing"),
    "choose-number": ("names a choice", "asks", "asks me", "has an otherwise", "changes nothing"),
    "choose-numbers": ("names a choice", "asks", "asks me", "has an otherwise", "changes nothing"),
    "choose-band": ("names a choice", "asks", "asks me", "has an otherwise", "changes nothing"),
    "choose-one": ("asks", "asks me", "changes nothing"),
    "may": ("asks", "binds me", "has an otherwise", "changes nothing"),
    "at-once": ("asks", "loops", "binds me", "changes nothing"),
    "open": ("asks",),
    "each": ("loops", "changes nothing", "goes all at once"),
    "each-player": ("loops", "binds me", "changes nothing", "goes all at once"),
    "for-player": ("binds me", "changes nothing", "goes all at once"),
    "repeat": ("loops", "changes nothing"),
    "repeat-until": ("loops", "has an otherwise", "changes nothing"),
    "repeat-while": ("loops", "has an otherwise", "changes nothing"),
    "repeat-still": ("loops", "changes nothing"),
    "all-at-once": ("changes nothing",),
    "stop": ("leaves", "changes nothing"),
    "skip": ("leaves", "changes nothing"),
    "succeed": ("leaves", "changes nothing"),
    "set": ("sets", "works with numbers", "goes all at once"),
    "raise": ("sets", "sets a number", "works with numbers", "goes all at once"),
    "lower": ("sets", "sets a number", "works with numbers", "goes all at once"),
    "raise-to": ("sets", "sets a number", "works with numbers", "goes all at once"),
    "lower-to": ("sets", "sets a number", "works with numbers", "goes all at once"),
    "becomes": ("sets", "goes all at once"),
    "clear": ("sets",),
    "move-count": ("moves pieces", "works with numbers"),
    "move-up-to": ("moves pieces", "works with numbers"),
    "move-all": ("moves pieces", "empties a place"),
    "move-thing": ("moves cards", "goes all at once"),
    "move-under": ("moves cards", "goes all at once"),
    "move-set": ("moves cards", "empties a place"),
    "move-cards": ("moves cards", "empties a place"),
    "move-random": ("moves cards", "draws"),
    "lay-row": ("moves cards", "draws"),
    "lay-top": ("moves cards",),
    "shuffle": ("draws",),
    "turn-up": (),
    "look-at": ("is done by me", "changes nothing"),
    "show-to": ("changes nothing",),
    "turn-next": (),
    "end-game": ("ends the game",),
    "end-won": ("ends the game",),
}
_CONDITIONS: Mapping[str, tuple[Trait, ...]] = {
    "is": ("compares", "says who"),
    "is-not": ("compares", "says who"),
    "more": ("compares",),
    "less": ("compares",),
    "at-least": ("compares",),
    "at-most": ("compares",),
    "among": ("compares", "says who"),
    "not-among": ("compares", "says who"),
    "among-numbers": ("compares",),
    "not-among-numbers": ("compares",),
    "plays": ("says who",),
    "plays-not": ("says who",),
    "empty": ("counts cards", "looks where things lie", "looks what pieces lie"),
    "not-empty": ("counts cards", "looks where things lie", "looks what pieces lie"),
    "exist": ("counts cards",),
    "exist-no": ("counts cards",),
    **dict.fromkeys(
        ("allowed", "not-allowed", "is-a", "is-not-a", "route", "no-route"),
        (),
    ),
    **dict.fromkeys(("holds", "holds-no", "holds-each"), ("looks what pieces lie",)),
    **dict.fromkeys(("face-up", "face-down", "is-in", "is-not-in"), ("looks where things lie",)),
    **dict.fromkeys(("path", "path-through"), ("searches a graph",)),
    **dict.fromkeys(("and", "or", "not", "adjective", "permission", "would"), ()),
}
_VALUES: Mapping[str, tuple[Trait, ...]] = {
    "size": ("counts cards", "looks where things lie"),
    "empty-spots": ("counts cards", "looks where things lie"),
    "place": ("is a place of cards",),
    "place-row": ("is a place of cards",),
    "mark": ("can be set",),
    "local": ("can be set", "is known"),
    "role": ("can be set", "is known"),
    "random-one": ("draws",),
    "die": ("draws",),
    "dice": ("draws",),
    "hits": ("draws",),
    "ranked": (),
    **dict.fromkeys(("card-in", "card-in-any", "top-card"), ("is a card by its place",)),
    "holder-of": ("looks where things lie",),
    "count": ("looks what pieces lie",),
    **dict.fromkeys(("spot-of", "first-spots"), ()),
    **dict.fromkeys(("clockwise-after", "clockwise-from", "neighbours", "straight"), ()),
    **dict.fromkeys(("connected", "reach", "nearest", "within-steps", "within-points"), ("searches a graph",)),
    **dict.fromkeys(("fewest-steps", "fewest-points"), ("searches a graph",)),
    **dict.fromkeys(
        (
            "where",
            "that-are",
            "that-point",
            "that-adjective",
            "things-in",
            "except",
            "except-all",
            "together",
            "together-all",
            "each-of",
        ),
        (),
    ),
    **dict.fromkeys(("first-of", "only-of", "list", "with-most", "with-least", "sum", "most-of", "least-of"), ()),
    **dict.fromkeys(("none", "entity", "thing-of-group", "seated", "all", "pieces", "this-card"), ("is known",)),
    **dict.fromkeys(("number", "truth", "text", "seat", "option"), ()),
    **dict.fromkeys(
        ("arithmetic", "smaller", "larger", "half", "column", "way", "paired", "pair", "index", "rule-table", "point"),
        (),
    ),
    "handed": (),
    **dict.fromkeys(("copy-number", "copy-with", "owned", "owned-mine", "amounts"), ()),
}
OPERATIONS: Mapping[str, frozenset[Trait]] = {
    name: frozenset(traits) for rows in (_SENTENCES, _CONDITIONS, _VALUES) for name, traits in rows.items()
}


def has(operation: str, trait: Trait) -> bool:
    """Whether an operation has a trait. An operation that the register does not know (a deed of the game) has none."""
    return trait in OPERATIONS.get(operation, ())


def having(trait: Trait) -> frozenset[str]:
    """The operations that have a trait."""
    return frozenset(name for name, traits in OPERATIONS.items() if trait in traits)
