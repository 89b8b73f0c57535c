"""Suggests a conversion where a value of another type is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.dsl.types import NUMBER, TRUTH, Type, parse_type

if TYPE_CHECKING:
    from rulekit.dsl.names import Vocabulary

MANY = ("set", "zone", "row")


def conversion_hint(words: Vocabulary, want: str, have: Type, said: str) -> str:
    """One line of advice: ``want`` is the text of a slot, ``have`` what ``said`` is."""
    named = want.removeprefix("opt/").removeprefix("kind/").removeprefix("exact/")
    number = have == NUMBER
    match named:
        case "truth" | "yesno":
            if number:
                return f"compare it:  {said} is at least 1"
            if have.head in MANY:
                return f"ask for it:  there are {said}   or  the number of {said} is at least 1"
            return f"compare it:  {said} is not none" if have.maybe else f"compare it:  {said} is ..."
        case "number":
            if have.head in (*MANY, "pieces"):
                return f"count them:  the number of {said}"
            if have.head == TRUTH.head:
                return f"a condition stands behind `if`:  1 if {said}"
            return "a number is written, counted, or read from a column or a mark:  3, the number of ..., WORD of ..."
    if named.startswith("set/") or named == "set":
        return f"a set is named, or its members are:  {_members(words, parse_type(named), 2) or 'one, another'}"
    if have.head in MANY:
        return f"if there is never another one:  the only member of ({said})   or ask for one:  choose x among {said}"
    example = _members(words, parse_type(named), 1)
    return f"for example:  {example}" if example else f"name {words.kinds.say(want)}"


def _members(words: Vocabulary, type_: Type, count: int) -> str:
    """Some names of a kind, as a list is written."""
    if type_.of == "player" or type_.head == "player":
        return ", ".join([*list(words.players)[:count]])
    found = [name for name, bearers in words.entities.items() if type_.of in dict(bearers)]
    return ", ".join(found[:count])
