"""Compares what the look of a board names with the rules of its game."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

from rulekit.board.look import HELD, Look
from rulekit.diagnostics import Diagnostic

if TYPE_CHECKING:
    from rulekit.dsl.program import Program

MOST = 40
"""So many names are told at most, where none is near"""


def unknown(look: Look, program: Program) -> Iterator[Diagnostic]:
    """A finding for each name in ``board.yaml`` that the rules do not have."""
    shared = [name for name, place in program.places.items() if not place.owners]
    owned = {name: mark.owners for name, mark in program.marks.items()}
    owned |= {name: place.owners for name, place in program.places.items()}
    of_players = [name for name, owners in owned.items() if list(owners) == ["player"]]
    columns = {name: column for kind in program.kinds.values() for name, column in kind.columns.items()}
    marks = {name: mark for name, mark in program.marks.items() if mark.owners}
    types = {name: x.type for name, x in columns.items()} | {name: x.type for name, x in marks.items()}
    truths = [name for name, type_ in types.items() if type_.head == "truth"]
    members = [name for kind in program.kinds.values() for name in kind.members]
    sorts = {
        "own": ("mark or place of each player", of_players),
        "shared": ("place", shared),
        "lying": ("kind or piece", [*program.kinds, *program.pieces]),
        "mark": ("mark or column", [*marks, *columns]),
        "truth": ("yes-or-no mark or column", truths),
        "deed": ("deed", [point.name.replace("-", " ") for point in program.points.values() if point.sort == "deed"]),
        "thing": (
            "kind, piece, card, mark or place",
            [*program.kinds, *program.pieces, *program.places, *members, *marks, *(HELD for _ in look.columns)],
        ),
    }
    for mention in look.mentions:
        what, known = sorts[mention.what]
        if mention.name not in known:
            point = program.points.get(mention.name) or program.points.get(f"is {mention.name}")
            if mention.what == "truth" and point is not None and point.sort == "whether":
                hint = (
                    f"what is worked out is not drawn: keep it in a mark, as in  each {{place}} may be {mention.name}"
                )
                yield Diagnostic("RK205", f"`{_spoken(mention.name)}` is a condition, not a mark", mention.span, hint)
                continue
            near = get_close_matches(mention.name, known, 3) or known[:MOST]
            hint = ("did you mean " if near != known[:MOST] else "there are: ") + ", ".join(map(_spoken, near))
            yield Diagnostic("RK205", f"there is no {what} `{_spoken(mention.name)}`", mention.span, hint)


def _spoken(name: str) -> str:
    return name.replace("-", " ")
