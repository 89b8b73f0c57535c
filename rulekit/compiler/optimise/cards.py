"""Taking a card from where it lies, and looking which one lies there, written out: no calls.

The place of a card that is taken is not cleared when it is set right after.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulekit.compiler.optimise.module import Module
from rulekit.compiler.optimise.names import assign, same, walked

BETWEEN = frozenset(("insort", ".append", ".insert"))


def lifted(module: Module, body: Sequence[ast.stmt], lists: int) -> list[ast.stmt]:
    """``lists``: how many lists of cards there are; the numbers from there on are spots."""
    out: list[ast.stmt] = []
    for k, part in enumerate(body):
        for name in ("body", "orelse"):
            inner = getattr(part, name, None)
            if isinstance(inner, list):
                setattr(part, name, lifted(module, inner, lists))
        if (looked := _looked(part)) is not None:
            out += looked
            continue
        call = part.value if isinstance(part, ast.Expr) else None
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "lift":
            out.append(part)
            continue
        where, card = call.args[2], call.args[3]
        place = module.fresh.name("place")
        out.append(assign(place, ast.Subscript(ast.Name("s", ast.Load()), where, ast.Load())))
        clear = "" if _set_soon(body[k + 1 : k + 4], where) else f"\n    s[{ast.unparse(where)}] = -1"
        text = (
            f"if {place} >= {lists}:\n    s[{place} - {lists}] = -1{clear}\n"
            f"elif {place} >= 0:\n    z[{place}].remove({ast.unparse(card)}){clear}"
        )
        out += ast.parse(text).body
    return out


def _looked(part: ast.stmt) -> list[ast.stmt] | None:
    """``x = card(spot, line)`` and ``x = top(pile, line)``."""
    if not isinstance(part, ast.Assign) or not isinstance(part.targets[0], ast.Name):
        return None
    call = part.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in ("card", "top"):
        return None
    name, where, line = (ast.unparse(n) for n in (part.targets[0], *call.args))
    if call.func.id == "card":
        return ast.parse(f"{name} = {where}\nif {name} < 0:\n    raise Failure({line})").body
    return ast.parse(f"if not {where}:\n    raise Failure({line})\n{name} = {where}[-1]").body


def _set_soon(rest: Sequence[ast.stmt], where: ast.expr) -> bool:
    """Whether the card's new place is written before anything could ask for the old one."""
    for part in rest:
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Subscript):
            target = part.targets[0]
            if any(isinstance(n, (ast.Subscript, ast.Call)) for n in walked(part.value)):
                return False
            if ast.unparse(target.value) == "s" and same(target.slice, where):
                return True
            continue
        if not isinstance(part, ast.Expr) or not isinstance(part.value, ast.Call):
            return False
        name = getattr(part.value.func, "id", "") or "." + getattr(part.value.func, "attr", "")
        if name not in BETWEEN:
            return False
    return False
