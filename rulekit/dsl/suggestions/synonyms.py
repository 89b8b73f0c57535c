"""Synonyms: verbs that people try first, and the sentence of this game that means the same."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from attrs import evolve

from rulekit.dsl.phrases import FOLDER, Literal
from rulekit.dsl.program import Program
from rulekit.dsl.symbols import Piece, Place
from rulekit.dsl.syntax import Token, words

GAINING = ("gain", "get", "receive", "take", "earn", "score", "add", "increase", "collect")
LOSING = ("lose", "pay", "spend", "return", "subtract", "decrease", "reduce")


@cache
def synonyms() -> dict[str, str]:
    """Words that people will try -> the sentence that says it here."""
    out = {}
    for row in (FOLDER / "synonyms.txt").read_text(encoding="utf-8").splitlines():
        if row and not row.startswith("#"):
            said, instead = (x.strip() for x in row.split("|"))
            out.update(dict.fromkeys(said.split(", "), instead))
    return out


def instead_of(program: Program, tokens: Sequence[Token]) -> str | None:
    """What to say in place of a line that begins with an unknown verb, with the things of this game where we can tell."""
    first, said = tokens[0].text, [t.text for t in tokens]
    if first not in synonyms() and first not in (*GAINING, *LOSING):
        return None
    number = next((t.text for t in tokens if t.kind == "NUMBER"), None)
    if first in (*GAINING, *LOSING) and number is not None:
        for word in said:
            mark = program.marks.get(word)
            if mark is not None and mark.owners[:1] == ["player"]:
                return f"{'raise' if first in GAINING else 'lower'} my {word} by {number}"
            piece = program.pieces.get(program.words.pieces.get(word, ""))
            if piece is not None:
                return _moving(program, piece, word, number, first in GAINING)
    if first == "draw" and any(p.pile for p in program.places.values()):
        hand = next((p for p in program.places.values() if _hand(p)), None)
        pile = max((p for p in program.places.values() if p.pile), key=lambda p: _feeds(program, p, hand))
        return f"move the top card of {pile.name} to {'my ' + hand.name if hand else '{place}'}"
    return synonyms().get(first)


def of_each_player(program: Program, tokens: Sequence[Token]) -> tuple[int, str] | None:
    """`each player gets 1 coin`: how many words say who, and the sentence that says what they do."""
    said = [t.text for t in tokens]
    named = 2 if said[0] in ("each", "every", "all") and said[1:2] in (["player"], ["players"]) else 0
    named = named or int(said[0] in ("everybody", "everyone"))
    if not named or named == len(tokens) or tokens[named].kind != "WORD":
        return None
    verb = said[named].removesuffix("s")
    line = [evolve(tokens[named], text=verb), *tokens[named + 1 :]]
    sayable = {phrase.parts[0].text for phrase in program.table.all("S") if isinstance(phrase.parts[0], Literal)}
    hint = instead_of(program, line) or (words(line) if verb in sayable else None)
    return None if hint is None else (named, hint)


def _feeds(program: Program, pile: Place, hand: Place | None) -> bool:
    """Whether a card of a pile may lie in a hand."""
    sort = program.words.kinds.is_sort_of
    return hand is not None and any(sort(card, held) for card in pile.contents for held in hand.contents)


def _hand(place: object) -> bool:
    owners, counted = getattr(place, "owners", ()), getattr(place, "counted", True)
    return list(owners) == ["player"] and not counted and not getattr(place, "is_spot", True)


def _moving(program: Program, piece: Piece, word: str, number: str, gaining: bool) -> str:
    own = next(
        (p.name for p in program.places.values() if list(p.owners) == ["player"] and piece.name in p.contents), None
    )
    home = piece.home.data.get("place") if piece.home is not None else None
    there = f"my {own}" if own and own != home else "{place}"
    store = (f"my {home}" if piece.each else str(home)) if home else "{place}"
    a, b = (store, there) if gaining else (there, store)
    return f"move {number} {word} from {a} to {b}"
