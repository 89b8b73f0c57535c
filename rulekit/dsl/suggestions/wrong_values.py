"""Hints for a value of the wrong type."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl.conversions import MANY
from rulekit.dsl.names import Vocabulary
from rulekit.dsl.program import Program
from rulekit.dsl.syntax import Token, words
from rulekit.dsl.types import Type


def counted(vocabulary: Vocabulary, spec: str, tokens: Sequence[Token], at: int) -> str | None:
    """`choose b among buildings in here`, `choose g among guards in here`: pieces are not told apart."""
    rest = tokens[at:]
    if spec != "set" or len(rest) < 3 or rest[1].text != "in":
        return None
    end = next((k for k, t in enumerate(rest) if t.text == ","), len(rest))
    if rest[0].text in vocabulary.group_plurals:
        return f"which of them lie there:  {rest[0].text} where it in {words(rest[2:end])} is more than 0"
    if rest[0].text not in vocabulary.pieces:
        return None
    if [t.text for t in tokens[at - 2 : at]] == ["number", "of"]:
        return f"it is the number of them already: leave out `the number of`:  {words(rest[:end])}"
    return f"pieces are counted, not told apart; how many:  choose n from 1 to {words(rest[:end])}"


def added_up(vocabulary: Vocabulary, spec: str, rest: Sequence[Token]) -> str | None:
    """`mills in my towns`: what lies in several places is added up."""
    if (
        spec != "number"
        or len(rest) < 3
        or rest[0].text not in vocabulary.pieces
        or rest[1].text != "in"
        or rest[2].text == "it"
    ):
        return None
    several = words(rest[2:])
    return f"in one place:  {rest[0].text} in PLACE;  in several:  the sum of {rest[0].text} in it over {several}"


def put_before(tokens: Sequence[Token], at: int) -> str | None:
    """`plus 1 in Alder`: of what it holds is said before the adjustment."""
    if tokens[0].text not in ("plus", "minus") or tokens[at - 1].text != "in" or tokens[at].kind != "NAME":
        return None
    where, amount = tokens[at].text, words(tokens[: at - 1])
    return f"of what it holds is said before the `:`:  adjust ... if here is {where}: {amount}"


def counted_in_a_number(program: Program, spec: str, tokens: Sequence[Token], at: int) -> str | None:
    """`players with the most mills in it`: what lies in the places of each of them is added up in a number."""
    said, rest = [t.text for t in tokens[:at]], [t.text for t in tokens[at:]]
    vocabulary = program.words
    if spec != "number" or said[-2:-1] != ["with"] or said[-1] not in ("most", "least") or rest[1:3] != ["in", "it"]:
        return None
    piece, several = vocabulary.pieces.get(rest[0]), vocabulary.plurals.get(said[-3] if len(said) > 2 else "")
    if piece is None or several is None or program.kinds[several].holds:
        return None
    sets = (p for p in program.points.values() if p.sort == "set" and p.type is not None and [*p.slots] == ["me"])
    there = next((f"my {p.name}" for p in sets if p.type is not None and program.kinds[p.type.of].holds), "SET")
    return (
        f"count them in a number:  number {rest[0]} of {{me: player}}: the sum of {rest[0]} in it over {there}"
        f"   then  with the {said[-1]} {rest[0]} of it"
    )


def number_of_them(spec: str, have: Type, said: str) -> str | None:
    """`players is at least 4`: how many there are is a number."""
    return f"count them:  the number of {said}" if spec == "number" and have.head in MANY else None


def written_plain(tokens: Sequence[Token], at: int, end: int) -> str:
    """`then my purse holds exactly (toll of Alder) coins`: a number that is worked out is compared with what lies there."""
    piece = words(tokens[end : end + 1])
    if not piece:
        return "write how many there are, and of what:  3 {pieces}"
    plain = f"write how many there are:  3 {piece}"
    behind = next((k for k in range(at) if tokens[k].text == "holds"), 0)
    if tokens[0].text != "then" or not behind:
        return plain
    number = words(tokens[at].items if end == at + 1 and tokens[at].kind == "GROUP" else tokens[at:end])
    return f"{plain}   or compare:  then {piece} in {words(tokens[1:behind])} is {number}"
