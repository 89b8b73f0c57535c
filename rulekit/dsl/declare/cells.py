"""Cells of data tables, read by the type that their column declares."""

from __future__ import annotations

from rulekit.dsl.data import title
from rulekit.dsl.datum import Datum
from rulekit.dsl.declare.context import DeclarationContext
from rulekit.dsl.grammar import DIGITS
from rulekit.dsl.similar_words import near_words
from rulekit.dsl.symbols import Cell
from rulekit.dsl.types import NUMBER, TRUTH, Type

__all__ = ["entry", "missing", "title"]


def missing(d: DeclarationContext, datum: Datum, value: str) -> int:
    near = near_words(value, [k for k in datum.fields or () if k not in datum.used], 1, 0.6)
    datum.used.update(near)  # said here, and not a second time as what nothing reads
    hint = f"did you mean `{value}` by `{near[0]}`?" if near else f"add  {value}: ..."
    d.reader.report("RK204", f"`{value}` is missing here", datum.keys[near[0]] if near else datum.span, hint)
    return 0


def _number(d: DeclarationContext, datum: Datum, low: int, high: int | None) -> int:
    text = datum.text or ""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()) or len(text) > DIGITS:
        hint = "write a number:  3"
        if not digits.isascii() and digits.isnumeric():
            hint = "numbers are written with the digits 0 to 9"
        elif digits.isdecimal():
            hint = f"a number has at most {DIGITS} digits"
        elif text.replace(".", "", 1).isdecimal():
            hint = "there are only whole numbers"
        said = f"this is `{text}`" if text else "nothing stands here"
        d.reader.report("RK205", f"a number is needed here, but {said}", datum.span, hint)
        return low
    n = int(text)
    if n < low or (high is not None and n > high):
        bounds = f"{low} or more" if high is None else f"from {low} to {high}"
        d.reader.report(
            "RK208",
            f"this number is {bounds}, but here stands {n}",
            datum.span,
            f"write a number {'of ' if high is None else ''}{bounds}",
        )
        return low
    return n


def entry(d: DeclarationContext, datum: Datum, type_: Type, low: int | None = None, high: int | None = None) -> Cell:
    """One cell of a table, read by the declared type: numbers, yes or no as 0 and 1, members of a kind as their index.

    A number is 0 or more, or what the column declares.
    """
    text, report = datum.text, d.reader.report
    if type_.head == "set":
        if datum.items is None:
            report("RK205", "a list is needed here", datum.span, f"put it in brackets:  [{text or ''}]")
            return ()
        return tuple(_one(d, item, Type("kind", type_.of)) for item in datum)
    return _one(d, datum, type_, low, high)


def _one(d: DeclarationContext, datum: Datum, type_: Type, low: int | None = None, high: int | None = None) -> int:
    text, report = datum.text, d.reader.report
    if text is None:
        report(
            "RK205",
            f"{d.words.kinds.say(type_)} is needed here",
            datum.span,
            "write one value, without brackets and without rows below",
        )
        return 0
    if type_.maybe and text.lower() in ("none", "null", "~", ""):
        return -1
    if type_.head == NUMBER.head:
        return _number(d, datum, low or 0, high)
    if type_ == TRUTH:
        if text.lower() not in ("yes", "no", "true", "false"):
            report("RK205", f"yes or no is needed here, but this is `{text}`", datum.span, "write yes or no")
        return int(text.lower() in ("yes", "true"))
    bearers = dict(d.words.entities.get(title(text), ()))
    if type_.of == "player" and title(text) in d.words.players:
        return d.words.players[title(text)]
    if type_.of not in bearers:
        members = [n for n, b in d.words.entities.items() if type_.of in dict(b)]
        near = d.reader.suggestions.near(title(text), members)
        report("RK205", f"no {type_.of} is called `{text}`", datum.span, near, about=title(text))
        return 0
    return bearers[type_.of]
