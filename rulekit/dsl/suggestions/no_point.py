"""What is meant by a name that no point has, where a line says something about a point."""

from __future__ import annotations

from rulekit.dsl.points import ALLOWED
from rulekit.dsl.program import GameOption, Mark, Program
from rulekit.dsl.suggestions.vocabulary import WordLookup

SHOWN = 8
"""Most names of points that are told where none is like what was said."""


def meant(program: Program, known: WordLookup, said: str, op: str) -> str:
    """A hint: the point whose name is like it; else what bears the name, and how that is changed; else the points that
    such a line can speak of. ``op``: what the line says about a point."""
    return known.near_point(said) or _something_else(program, said) or _points(program, op)


def _something_else(program: Program, said: str) -> str | None:
    if option := program.options.get(said):
        return f"`{said}` is an option, which a variant settles:  {said} is {_default(option)}"
    if mark := program.marks.get(said):
        return f"`{said}` is a mark, which sentences change:  {_changed(mark)}"
    for kind in program.kinds.values():
        if said in kind.columns and kind.members:
            return f"`{said}` is a column, and a variant settles what stands there:  {said} of {kind.members[0]} is ..."
    for group in program.groups.values():
        if said in group.columns and group.pieces:
            return f"`{said}` is a column, and a variant settles what stands there:  {said} of {group.pieces[0]} is ..."
    if piece := program.pieces.get(program.words.pieces.get(said, "")):
        return f"of `{said}` a variant says how many there are:  there are {piece.count} {piece.plural}"
    if said in program.places:
        return f"`{said}` is a place: sentences move what lies there"
    return None


def _default(option: GameOption) -> str:
    match option.sort:
        case "names":
            return option.values[option.default]
        case "truth":
            return "yes" if option.default else "no"
    return str(option.default)


def _changed(mark: Mark) -> str:
    whose = mark.name + "".join(f" of {{{owner}}}" for owner in mark.owners[:1])
    return f"raise {whose} by 1" if mark.low is not None else f"set {whose} to ..."


def _points(program: Program, op: str) -> str:
    sorts = ALLOWED.get(op, ())
    names = [p.name for p in (*program.points.values(), *program.choices.values()) if not sorts or p.sort in sorts]
    shown = ", ".join(names[:SHOWN]) + (" ..." if len(names) > SHOWN else "")
    return f"it can be said of:  {shown}" if names else "the game has nothing of which this can be said"
