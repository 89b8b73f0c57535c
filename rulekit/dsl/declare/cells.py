"""Cells of data tables, read by the type that their column declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.dsl.data import Datum
from rulekit.dsl.types import NUMBER, TRUTH, Type

if TYPE_CHECKING:
    from rulekit.dsl.declare.declarations import Declarations


def title(key: str) -> str:
    """``mt_hiei`` -> ``Mt Hiei``; what is capitalised already stays."""
    return key if key[:1].isupper() else " ".join(w.capitalize() for w in key.split("_"))


def missing(d: Declarations, datum: Datum, value: str) -> int:
    d.reader.report("RK204", f"`{value}` is missing here", datum.span)
    return 0


def entry(d: Declarations, datum: Datum, type_: Type) -> Any:
    """One cell of a table, read by the declared type: numbers, yes or no as 0 and 1, members of a kind as their index."""
    text, report = datum.text, d.reader.report
    if type_.head == "set":
        if datum.items is None:
            report("RK205", "a list is needed here", datum.span, "for example: [Red, Green]")
            return ()
        return tuple(entry(d, item, Type("kind", type_.of)) for item in datum)
    if text is None:
        report("RK205", f"{d.words.kinds.say(type_)} is needed here", datum.span)
        return 0
    if type_.maybe and text.lower() in ("none", "null", "~", ""):
        return -1
    if type_.head == NUMBER.head:
        if not text.removeprefix("-").isdecimal() or len(text) > 9:
            report("RK205", f"a number is needed here, but this is `{text}`", datum.span)
            return 0
        return int(text)
    if type_ == TRUTH:
        if text.lower() not in ("yes", "no", "true", "false"):
            report("RK205", f"yes or no is needed here, but this is `{text}`", datum.span)
        return int(text.lower() in ("yes", "true"))
    bearers = dict(d.words.entities.get(title(text), ()))
    if type_.of == "player" and title(text) in d.words.players:
        return d.words.players[title(text)]
    if type_.of not in bearers:
        members = [n for n, b in d.words.entities.items() if type_.of in dict(b)]
        report("RK205", f"no {type_.of} is called `{text}`", datum.span, d.reader.answers.near(text, members))
        return 0
    return bearers[type_.of]
