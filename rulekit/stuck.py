"""Why a rule line cannot be carried out: the codes that compiled rules raise, and their texts.

The compiler writes ``(code, me, values...)`` at a line that may fail, the runtime says it. ``me`` is -1 where nobody is. Values:

few           the sort of pieces, where in the state they are counted, how many are wanted, how many lie there
limits        where the mark stands in the state, what it would be
taken         the spot, as it is counted in the state, and the card that lies there
empty         the place, as the lists of cards are counted

and of all others the numbers that the text has gaps for. What not everybody may know is left out (``..., unsaid``), but not for a
trace that tells the author of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from rulekit.i18n.catalogue import MessageCatalogue

if TYPE_CHECKING:
    from rulekit.image import Image, StateColumn

Forms = Mapping[str, str]
"""A text by language"""
TEXTS = MessageCatalogue(
    "stuck",
    {
        "few": "{place} holds {pieces}, and {n} should leave it",
        "few, unsaid": "fewer lie there than are needed",
        "limits": "{mark} would be {n}: it goes from {low} to {high}",
        "limits, unsaid": "it would leave its limits",
        "taken": "{card} lies in {place} already",
        "taken, unsaid": "a card lies there already",
        "no options": "there is nothing to choose",
        "few options": "to be chosen: {0}, and fewer can be",
        "nobody": "nobody is meant by it",
        "no card": "no card lies there",
        "empty": "no card is left in {place}",
        "rounds": "{0} rounds are more than {1}",
        "not its owner": "pieces of another player lie there, or would",
        "no row": "no row of the table covers this number",
        "many numbers": "{0} to {1} are too many numbers to choose from",
        "range": "{0} is not from {1} to {2}",
        "product": "{0} times {1} is beyond {2}",
        "few cards": "needed: {0}, lying there: {1}",
        "nothing to draw": "there is nothing to draw from",
        "no such spot": "there is no spot {0}: there are {1}",
        "unsaid dice": "{0} dice are thrown where the test says {1}, and that there are no others",
        "not one": "exactly one is meant, and there are {0}",
        "rounds over": "{0} rounds are carried out, and it should still go on",
        "rounds over, unsaid": "all rounds are carried out, and it should still go on",
    },
)
OF_NUMBERS = MessageCatalogue(
    "stuck",
    {
        "negative": "{n} of {pieces} are to be moved: a number of pieces is 0 or more",
        "too low": "{mark} would be {n}: it is {low} or more",
        "too high": "{mark} would be {n}: that is too much",
    },
)
"""The last one: of a mark without an upper limit"""
UNSAID = MessageCatalogue(
    "stuck.unsaid",
    {
        "rounds": "there are too many rounds",
        "many numbers": "there are too many numbers to choose from",
        "range": "a number is out of its range",
        "product": "a product is too large",
        "few cards": "fewer cards lie there than are needed",
        "no such spot": "there is no such spot",
        "not one": "exactly one is meant, and there are fewer or more",
    },
)
"""What is said to players of facts whose numbers were not looked at when the rules were compiled: they may rest on secrets."""
CODES = {name: code for code, name in enumerate(TEXTS)}
_NAMES = tuple(TEXTS)


class ThingNames(Protocol):
    """What things are called in one language (:class:`rulekit.runtime.labels.Labels`)."""

    image: Image
    lang: str

    @property
    def colon(self) -> str: ...
    def column(self, index: int) -> StateColumn: ...
    def instance(self, name: str, owners: Sequence[str], instance: int) -> str: ...
    def member(self, root: str, index: int) -> str: ...
    def place(self, code: int) -> str: ...
    def pieces(self, token: int, n: int | None = None) -> str: ...
    def slot(self, index: int) -> str: ...
    def spot(self, index: int) -> str: ...


def in_words(facts: Sequence[int], names: ThingNames, to_author: bool = False) -> str:
    """What the facts of a failure say: ``Ash: bank holds 3 coins, and 5 should leave it``; empty where there are none."""
    if not facts:
        return ""
    code, me, *values = facts
    said = _said(_NAMES[code], values, names, to_author)
    who = names.member("player", me) if 0 <= me < len(names.image.seats) else ""
    return said if who in said else f"{who}{names.colon}{said}"  # also where nobody is meant


def _said(name: str, values: Sequence[int], names: ThingNames, to_author: bool) -> str:
    match name:
        case "few":
            token, index, n, there = values
            if n < 0:
                return OF_NUMBERS.form("negative", names.lang).format(n=n, pieces=names.pieces(token))
            lying = names.pieces(token, there)
            return TEXTS.form(name, names.lang).format(place=names.slot(index), pieces=lying, n=f"{n:,}")
        case "limits":
            return _limits(values[0], values[1], names)
        case "empty":
            return TEXTS.form(name, names.lang).format(place=names.place(values[0]))
        case "taken":
            card = names.member(names.image.places[names.column(values[0]).name].root, values[1])
            return TEXTS.form(name, names.lang).format(card=card, place=names.spot(values[0]))
    if name in UNSAID and not to_author:
        return UNSAID.form(name, names.lang)
    return TEXTS.form(name, names.lang).format(*(f"{n:,}" for n in values))


def _limits(index: int, value: int, names: ThingNames) -> str:
    block = names.column(index)
    mark = names.image.marks[block.name]
    low, high = mark.low, mark.high
    if high is not None:
        text = TEXTS.form("limits", names.lang)
    else:
        text = OF_NUMBERS.form("too low" if low is not None and value < low else "too high", names.lang)
    said = names.instance(block.name, mark.owners, index - block.base)
    return text.format(mark=said, n=f"{value:,}", low=low, high=high)
