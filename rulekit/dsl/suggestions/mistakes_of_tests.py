"""Common mistakes in the lines of a rule test, each with the way to write it here."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl.suggestions.mistake import CommonMistake
from rulekit.dsl.suggestions.report import NUMBERS, Report
from rulekit.dsl.suggestions.unread_line import all_of
from rulekit.dsl.syntax import Token, words
from rulekit.dsl.types import PLAYER

HAVING = ("has", "have", "holds", "hold", "owns", "own", "controls")
ONE = ("a", "an", "one")
TOLD = (["is", "told"], ["reads"], ["hears"], ["is", "shown"])


def in_a_test(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    mine = next((t for t in all_of(tokens) if t.text in ("me", "my")), None)
    if said[0] in ("given", "when") and mine is not None:
        hint = f"say who:  {said[0]} Ash: {words(tokens[1:])}"
        return CommonMistake(f"nobody is `{mine.text}` in a test", [mine], hint, "RK341")
    if said[0] not in ("given", "then") or len(said) < 4:
        return None
    return (
        _having(report, tokens, said)
        or _belonging(report, tokens, said)
        or _told(tokens, said)
        or _number(report, tokens, said)
    )


def _having(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`given Red owns Alder`, `then Red has 5 coins`, `given Alder has 2 guards`."""
    if said[2] not in HAVING or tokens[1].kind != "NAME":
        return None
    whose, kinds = said[1], _kinds(report, tokens[1])
    text = f"`{said[2]}` is not said so in a test"
    if len(said) == 4 and tokens[3].kind == "NAME" and PLAYER.of in kinds:
        owner = _owner(report, _kinds(report, tokens[3]))
        hint = f"say  {said[0]} {owner} of {said[3]} is {whose}"
        return CommonMistake(text, [tokens[2]], hint) if owner is not None else None
    number = 1 if said[3] in ONE else NUMBERS.get(said[3], int(said[3]) if said[3].isdecimal() else None)
    thing = said[4] if len(said) > 4 else ""
    if number is None or not thing:
        return None
    mark = report.program.marks.get(thing)
    if mark is not None and len(said) == 5 and list(mark.owners)[:1] == kinds[:1]:
        return CommonMistake(text, [tokens[2]], f"say  {said[0]} {thing} of {whose} is {number}")
    piece = report.words.pieces.get(thing)
    if piece is None:
        return None
    place = said[6] if len(said) == 7 and said[5] in ("in", "on", "at") else _place(report, whose, kinds, piece)
    if place is None or (len(said) != 5 and len(said) != 7):
        return None
    if said[0] == "then":
        return CommonMistake(text, [tokens[2]], f"say  then {thing} in {place} is {number}")
    each = report.program.pieces[piece].each if piece in report.program.pieces else False
    mine = f" of {whose if PLAYER.of in kinds else '{player}'}" if each and not place.endswith(f" of {whose}") else ""
    return CommonMistake(text, [tokens[2]], f"say  given {place} holds {number} {thing}{mine}")


def _owner(report: Report, kinds: Sequence[str]) -> str | None:
    """The mark that says to whom a thing of these kinds belongs."""
    marks = report.program.marks.values()
    return next((m.name for m in marks if m.type.of == PLAYER.of and kinds and list(m.owners) == [*kinds[:1]]), None)


def _belonging(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`given Alder belongs to Red`: to whom something belongs is worked out, and the mark behind it is set."""
    if said[0] != "given" or said[2:4] != ["belongs", "to"] or len(said) != 5:
        return None
    owner = _owner(report, _kinds(report, tokens[1]))
    if owner is None or PLAYER.of not in _kinds(report, tokens[4]):
        return None
    hint = f"say  given {owner} of {said[1]} is {said[4]}"
    return CommonMistake("what a rule works out is not given", tokens[2:4], hint)


def _told(tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`then Red is told "..."`."""
    if said[0] != "then" or tokens[-1].kind != "STRING" or said[2:-1] not in TOLD:
        return None
    text = "`tell` speaks to all players"
    return CommonMistake(text, tokens[1:-1], f"say  then {words(tokens[-1:])} is told")


def _number(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`then coins of Red is 5`, `then purse of Red is 5`: pieces are counted in a place."""
    if said[0] != "then" or said[2] != "of" or said[4:5] not in (["is"], ["are"]) or tokens[3].kind != "NAME":
        return None
    kinds, rest = _kinds(report, tokens[3]), words(tokens[5:])
    place, piece = report.program.places.get(said[1]), report.words.pieces.get(said[1])
    if place is not None and place.counted and len(place.contents) == 1:
        counted = report.program.pieces.get(place.contents[0])
        if counted is not None:
            hint = f"say  then {counted.plural} in {said[1]} of {said[3]} is {rest}"
            return CommonMistake(f"`{said[1]}` is a place", tokens[1:4], hint)
    where = _place(report, said[3], kinds, piece) if piece is not None else None
    if where is None:
        return None
    return CommonMistake("pieces are counted in a place", tokens[1:4], f"say  then {said[1]} in {where} is {rest}")


def _kinds(report: Report, name: Token) -> list[str]:
    """Of what kinds the things are that bear a name."""
    return [node.type.of for node in report.words.named(name.text)]


def _place(report: Report, name: str, kinds: Sequence[str], piece: str) -> str | None:
    """Where pieces lie that somebody has, or that something holds."""
    program = report.program
    own = (p.name for p in program.places.values() if list(p.owners) == kinds[:1] and piece in p.contents)
    found = next(own, None)
    if found is not None and PLAYER.of in kinds:
        return f"{found} of {name}"
    return name if any(program.kinds[kind].holds for kind in kinds if kind in program.kinds) else None
