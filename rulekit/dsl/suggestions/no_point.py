"""Lines that say something about a point, and name none, or a scene as a whole: what is meant, and what can be said."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl.points import ALLOWED, Point
from rulekit.dsl.program import Program
from rulekit.dsl.suggestions.reasons import named_point
from rulekit.dsl.suggestions.report import Report
from rulekit.dsl.suggestions.unread_line import UnreadLine
from rulekit.dsl.symbols import GameOption, Mark
from rulekit.dsl.syntax import Token

SHOWN = 8
"""Most names of points that are told where none is like what was said."""


def tell(report: Report, said: str, op: str, file: str, where: Sequence[Token]) -> None:
    """That no point has this name; or that it is the name of a scene. ``op``: what the line says about a point."""
    point = report.words.find_point(said)
    if point is None:
        names = _points(report.program, op)
        hint = report.known.near_point(said, names) or _something_else(report.program, said) or _all(names)
        report.say("RK309", f"no point is called `{said}`", file, where, hint)
    else:
        _of_one_rule(report, point, "", file, where)


def of_a_scene(report: Report, line: UnreadLine) -> bool:
    """What is said from outside of a scene as a whole, however the line goes on."""
    found = named_point(report, line)
    if found is None or found[0].sort != "scene":
        return False
    _of_one_rule(report, found[0], line.tokens[0].text, line.file, found[1])
    return True


def _of_one_rule(report: Report, scene: Point, verb: str, file: str, where: Sequence[Token]) -> None:
    """A scene is spoken of as a whole: what a modifier of this verb can be said of instead."""
    sorts = ALLOWED.get(verb, ())
    fitting = [p for p in report.words.points.values() if not sorts or p.sort in sorts]
    inside = [p.name for p in fitting if p.scene == scene.name]
    hint = f"say it of something in it: {', '.join(inside)}" if inside else "say it of the deed that begins it"
    if not inside and verb in ("refuse", "allow"):
        hint = f"nothing in it is asked for; permissions are: {', '.join(p.name for p in fitting)}"
    text = f"`{scene.name}` is a {scene.sort}: what is said from outside is said of one rule in it"
    report.say("RK309", text, file, where, hint)


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


def _points(program: Program, op: str) -> list[str]:
    """The names of those of which a line can be said."""
    sorts = ALLOWED.get(op, ())
    return [p.name for p in (*program.points.values(), *program.choices.values()) if not sorts or p.sort in sorts]


def _all(names: Sequence[str]) -> str:
    shown = ", ".join(names[:SHOWN]) + (" ..." if len(names) > SHOWN else "")
    return f"it can be said of:  {shown}" if names else "the game has nothing of which this can be said"
