"""Everything has a place from the beginning, and every place can come to hold something."""

from __future__ import annotations

from rulekit.dsl.program import Program
from rulekit.dsl.symbols import Kind


def check(program: Program) -> None:
    placed: dict[str, str] = {}
    for place in program.places.values():
        if not place.counted:
            placed.setdefault(place.contents[0], place.name)
    for name, place_name in placed.items():
        kind = program.kinds.get(name)
        if kind is None:
            continue
        for part in _parts(program, kind):
            if part.first is None and not _part_has_home(program, part):
                where = part.span or program.places[place_name].span
                program.report(
                    "RK345",
                    f"where the {program.words.kinds.names[part.name]} lie at first is not said",
                    where,
                    "add a line below the heading:  at first in PLACE",
                )


def _parts(program: Program, kind: Kind) -> list[Kind]:
    return [x for p in kind.parts for x in _parts(program, program.kinds[p])] if kind.parts else [kind]


def _part_has_home(program: Program, kind: Kind) -> bool:
    return any(kind.name in k.parts and k.first is not None for k in program.kinds.values())
