"""How a playout goes on from what lies on the stack: the steps of the quiet module, with every deed that they call whole.

A playout may begin in the middle of a rule. The frames that lie there are taken by steps with the same numbers as in any other
module; but what such a step calls is the straight function, which comes back when all is done.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulekit.compiler.unit import Unit

CALL = re.compile(r"( *)return (\w+)\(m, s, z, st(.*)\)")
LAID = re.compile(r" *st\.append\(.*\)")
NAME = re.compile(r"[A-Za-z_]\w*")


def straight_source(quiet: Unit, straight: Unit) -> str:
    """The straight module, with the steps of the other one beside its deeds."""
    whole = _whole(quiet, straight)
    there = {_name(text): text for text in straight.functions}
    ours = {_name(text): text for text in quiet.functions}
    made = straight.deeds.made
    same = {name: made[key] for key, name in quiet.deeds.made.items() if key in made and name not in whole}
    waiting, taken = list(dict.fromkeys(quiet.steps)), dict[str, str]()
    while waiting:
        name = waiting.pop()
        if name in taken:
            continue
        if name in same:
            taken[name] = same[name]
            continue
        taken[name] = name if there.get(name) == ours[name] else f"q_{name}"
        waiting += [n for n in NAME.findall(_calling(ours[name], whole)) if n in ours and n not in taken]
    constants = dict(straight.constants)
    for name, text in quiet.constants.items():
        taken[name] = name if constants.setdefault(name, text) == text else f"{name}_q"
        constants[taken[name]] = text
    more = [_renamed(_calling(ours[n], whole), taken) for n, new in taken.items() if n in ours and new.startswith("q_")]
    straight.constants, straight.functions = constants, [*straight.functions, *more]
    straight.steps = [taken[name] for name in quiet.steps]
    return straight.source()


def _name(text: str) -> str:
    return text[4 : text.index("(")]


def _whole(quiet: Unit, straight: Unit) -> dict[str, str]:
    """What each function of the quiet module that asks is called in the straight one."""
    asks = {_name(text) for text in straight.functions if ", draw" in text[: text.index("\n")]}
    return {quiet.deeds.made[key]: made for key, made in straight.deeds.made.items() if made in asks}


def _calling(text: str, whole: dict[str, str]) -> str:
    """A function whose calls of deeds that ask become calls that come back, before the frame that goes on is laid."""
    out: list[str] = []
    for row in text.split("\n"):
        found = CALL.fullmatch(row)
        if found is None or found[2] not in whole:
            out.append(row)
            continue
        laid = [out.pop()] if out and LAID.fullmatch(out[-1]) else []
        out += [f"{found[1]}@{whole[found[2]]}(m, s, z, m.draw{found[3]})", *laid, f"{found[1]}return"]
    return "\n".join(out)


def _renamed(text: str, names: dict[str, str]) -> str:
    return re.sub(r"@?[A-Za-z_]\w*", lambda n: n[0][1:] if n[0][0] == "@" else names.get(n[0], n[0]), text)
