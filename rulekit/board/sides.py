"""Assigns each owner a colour, a pattern, and letters and a crest that no other owner has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from rulekit.board.icons import CRESTS
from rulekit.board.look import INK, PAPER, PATTERNS, Side
from rulekit.board.places import Board
from rulekit.board.position import Position
from rulekit.board.text_width import is_wide

COLOURS = ("#c0392b", "#2f66b0", "#e0b020", "#3f8f4a", "#7d4fa8", "#2a8f8a", "#d4783a", "#6b6b6b")
"""For owners that the look does not name."""
DARK = 0.52
"""Colours below this lightness carry light letters."""


@frozen
class Owner:
    """``key`` is its name in the rules, ``name`` that in the language of the board."""

    key: str
    name: str
    colour: str
    letter: str
    pattern: str
    crest: str = ""
    """What is drawn of it, where there are not too many owners for a drawing each"""

    @property
    def ink(self) -> str:
        return ink_on(self.colour)


def owners(board: Board, position: Position | None, language: str) -> dict[str, Owner]:
    """Every owner that the board or the position knows: those of the look first, then seats, then the others by name."""
    sides = board.look.owners.sides
    printed = {place.owner for place in board.places.values() if place.owner}
    known = dict.fromkeys(sides)
    if position is not None:
        seen = {s.owner for s in position.places.values()} | {
            stack.owner for s in position.places.values() for stack in s.stacks
        }
        known.update(dict.fromkeys(key for key in position.owners if key not in printed))
        printed |= seen - {""}
    known.update(dict.fromkeys(sorted(printed)))
    names = {key: _name(board, position, key, language) for key in known}
    letters = _letters(names, sides, language)
    drawn = crests({key: sides[key].crest if key in sides else "" for key in known})
    out = {}
    for n, key in enumerate(known):
        side = sides.get(key, Side())
        pattern = side.pattern or PATTERNS[1 + n % (len(PATTERNS) - 1)]
        out[key] = Owner(key, names[key], side.colour or COLOURS[n % len(COLOURS)], letters[key], pattern, drawn[key])
    return out


def crests(said: Mapping[str, str]) -> dict[str, str]:
    """A crest for each owner: the one that is said, else the first that is nobody's; none of these where they do not suffice."""
    free = [name for name in CRESTS if name not in said.values()]
    enough = len(said) <= len(CRESTS)
    return {key: name or (free.pop(0) if enough else "") for key, name in said.items()}


def _name(board: Board, position: Position | None, key: str, language: str) -> str:
    if position is not None and key in position.owners:
        return position.owners[key]
    if key in board.owners:
        return board.said({"en": key, **board.owners[key]}, language)
    return board.word(key, language)


def _letters(names: Mapping[str, str], sides: Mapping[str, Side], language: str) -> dict[str, str]:
    """The letters that are said; else as many of the first letters of the name as no other owner has."""
    out: dict[str, str] = {}
    for key, name in names.items():
        said = sides[key].letter if key in sides else {}
        if said.get(language) or (said.get("en") and not (is_wide(name) and said["en"].isalpha())):
            out[key] = said.get(language) or said["en"]
    for key, name in names.items():
        if key not in out:
            taken: Iterable[str] = set(out.values())
            firsts = [name[:n] for n in range(1, len(name) + 1)] or ["?"]
            out[key] = next((letters for letters in firsts if letters not in taken), firsts[-1])
    return out


def ink_on(colour: str) -> str:
    """Letters on a colour: light ones on a dark one."""
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return PAPER if 0.299 * red + 0.587 * green + 0.114 * blue < DARK else INK
