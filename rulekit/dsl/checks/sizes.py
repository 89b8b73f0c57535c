"""Limits of size: members of a kind, numbers of a match. Whatever is too large is reported before it is made."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.diagnostics import Span
from rulekit.dsl.program import Program

PLAYERS = 12
MEMBERS = 5_000
"""Most members of one kind."""
NEST = 20
"""Most kinds of which one is made of the other."""
TOO_MANY = 10**9
"""What is not counted any further"""
STATE = 100_000
"""Most numbers that one mark, one place or one sort of piece takes in a match."""


def check(program: Program) -> None:
    for kind in program.kinds.values():
        if members(program, kind.name) > MEMBERS and kind.span is not None:
            program.report(
                "RK348", f"a {kind.name} has more than {MEMBERS:,} members", kind.span, "make its numbers smaller"
            )
    for kind in program.kinds.values():
        if _rests_on(program, kind.name) > NEST and kind.span is not None:
            hint = "say the members of some of them"
            program.report("RK348", f"more than {NEST} kinds rest on each other here", kind.span, hint)
            break
    if any(d.code == "RK348" for d in program.found):
        return
    for name, owners, size, span in _stored(program):
        for owner in owners:
            size *= members(program, owner)
        if size > STATE:
            program.report(
                "RK348",
                f"`{name}` takes more than {STATE:,} numbers: one for each of all these",
                span,
                "have it for fewer kinds of things, or for smaller ones",
            )
    for option in program.options.values():
        if option.sort == "number" and option.high - option.low >= MEMBERS:
            program.report(
                "RK348",
                f"the option `{option.name}` has more than {MEMBERS:,} values",
                option.span,
                "let it choose among fewer",
            )


def _stored(program: Program) -> Iterator[tuple[str, list[str], int, Span]]:
    for mark in program.marks.values():
        yield mark.name, list(mark.owners), 1, mark.span
    for place in program.places.values():
        row = 1
        if place.row is not None:
            row = members(program, place.row[0]) if place.row[0] else place.row[2] - place.row[1] + 1
        yield place.name, list(place.owners), max(row, 0), place.span


def _rests_on(program: Program, name: str) -> int:
    """How many kinds an `or` and an `each` of this kind lead through; counting stops soon after the limit."""
    deep, level = 0, {name}
    while level and deep <= NEST:
        deep += 1
        kinds = [program.kinds[n] for n in level if n in program.kinds]
        level = {n for k in kinds for n in (*k.parts, *(of for _, of, _, _ in k.ways if of))}
    return deep


def members(program: Program, name: str) -> int:
    """The largest number of members of a kind."""
    return _members(program, name, {}, 0)


def _members(program: Program, name: str, known: dict[str, int], deep: int) -> int:
    """``known``: what was worked out before, for kinds that rest on one kind in many ways; ``deep``: how many lead here."""
    kind = program.kinds.get(name)
    if kind is None or kind.sort == "player":
        return PLAYERS
    if deep > 2 * NEST:  # or it comes back to itself
        return TOO_MANY
    if name not in known:
        if kind.sort == "union":
            total = sum(_members(program, part, known, deep + 1) for part in kind.parts)
        elif kind.sort == "each":
            total = 1
            for _, of, low, high in kind.ways:
                total *= _members(program, of, known, deep + 1) if of else max(high - low + 1, 0)
        else:
            total = max(len(kind.members), 1)
        known[name] = min(total, TOO_MANY)
    return known[name]
