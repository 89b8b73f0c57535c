"""What a question offers is not copied where a playout answers it at once: nobody looks at it afterwards.

``options = z[7][:]``, maybe one more option, a failure when there is none, and then one of them is drawn. A card that was drawn
from a list of the match and is then taken from where it lies is taken from this list, at the place where it was found.
"""

from __future__ import annotations

import ast
import re
from collections import Counter

from attrs import frozen

from rulekit.compiler.optimise.module import Module
from rulekit.compiler.optimise.names import assign, calls, copied, load, loaded, reads, stored

ANSWER = r"%s\[draw(_\d+)?\(\) \* len\(%s\) >> 31\]"
"""Written out in another function, ``draw`` has a number."""
NONE = ast.UnaryOp(ast.USub(), ast.Constant(1))


def drawn(module: Module, function: ast.FunctionDef) -> None:
    """Leaves out the copies of options in a function, and the lists of numbers that a range stands for."""
    if not any(name.startswith("draw") for name in calls(function)):
        return
    uses, sets = loaded(function.body), stored(function.body)
    for node in ast.walk(function):
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                for k in range(len(block) - 1, -1, -1):
                    found = _offered(block, k, uses, sets)
                    if found is not None:
                        _written(module, block, k, found, uses)


@frozen
class Offered:
    """``options`` is a copy of ``source``, with one more option if ``more``. It is drawn from in the sentence ``at``."""

    options: str
    source: ast.expr
    more: ast.expr | None
    at: int


def _offered(block: list[ast.stmt], k: int, uses: Counter[str], sets: Counter[str]) -> Offered | None:
    source, name = _copied(block[k]), _target(block[k])
    if source is None or sets[name] != 1:
        return None
    end, more = k + 1, None
    if end < len(block) and (more := _one_more(block[end], name)) is not None:
        end += 1
    if end < len(block) and _refused(block[end], name):
        end += 1
    answer = block[end] if end < len(block) else None
    if not isinstance(answer, ast.Assign) or not re.fullmatch(ANSWER % (name, name), ast.unparse(answer.value)):
        return None
    if loaded(block[k : end + 1])[name] != uses[name] or (more is not None and isinstance(source, ast.Call)):
        return None
    return Offered(name, source, more, end)


def _written(module: Module, block: list[ast.stmt], k: int, found: Offered, uses: Counter[str]) -> None:
    offer, answer = block[k], block[found.at]
    assert isinstance(offer, ast.Assign)
    assert isinstance(answer, ast.Assign)
    card, source = _target(answer), found.source
    if isinstance(source, ast.Subscript) and card:
        lift = _lift(block, found.at + 1, card, found.more is None, reads(source))
        if lift is not None and uses[_target(lift[0][lift[1]])] == 4:
            where, n = lift
            index = module.fresh.name("at")
            where[n : n + 2] = [ast.Delete([ast.Subscript(copied(source), load(index), ast.Del())])]
            assert isinstance(answer.value, ast.Subscript)
            block.insert(found.at, assign(index, answer.value.slice))
            answer.value = ast.Subscript(load(found.options), load(index), ast.Load())
    offer.value = source
    if found.more is not None:
        longer = ast.List([ast.Starred(source, ast.Load()), NONE], ast.Load())
        offer.value = ast.IfExp(found.more, longer, copied(source))
        del block[k + 1]


def _lift(block: list[ast.stmt], k: int, card: str, sure: bool, names: set[str]) -> tuple[list[ast.stmt], int] | None:
    """Where the card is taken from where it lies, as :mod:`.cards` writes it.

    ``sure``: it is a card, and not none. ``names``: those that say which list it was drawn from.
    """
    for n in range(k, len(block)):
        part = block[n]
        if sure and n + 1 < len(block) and _lifts(part, block[n + 1], card):
            return block, n
        if isinstance(part, ast.If) and ast.unparse(part.test) == f"{card} == -1":
            if part.orelse and all(isinstance(p, ast.Pass) for p in part.body):
                return _lift(part.orelse, 0, card, True, names)
            if part.orelse or not isinstance(part.body[-1], (ast.Return, ast.Continue)):
                return None
            sure = True
        elif isinstance(part, ast.If):
            if part.orelse or not isinstance(part.body[0], ast.Raise) or any(calls(part.test)):
                return None
        elif not isinstance(part, ast.Assign) or any(calls(part)) or _target(part) in {"", card, *names}:
            return None
    return None


def _lifts(first: ast.stmt, second: ast.stmt, card: str) -> bool:
    """``place = s[70 + card]``, and the card leaves a spot or a list of cards."""
    place = _target(first)
    if (
        not place
        or not isinstance(second, ast.If)
        or len(second.orelse) != 1
        or not isinstance(second.orelse[0], ast.If)
    ):
        return False
    assert isinstance(first, ast.Assign)
    found, out = ast.unparse(first.value), second.orelse[0].body
    return found.startswith("s[") and found.endswith(f" + {card}]") and _says(out, f"z[{place}].remove({card})")


def _says(body: list[ast.stmt], text: str) -> bool:
    """Whether this one call is all."""
    return len(body) == 1 and isinstance(body[0], ast.Expr) and ast.unparse(body[0]) == text


def _target(part: ast.AST) -> str:
    target = part.targets[0] if isinstance(part, ast.Assign) and len(part.targets) == 1 else None
    return target.id if isinstance(target, ast.Name) else ""


def _copied(part: ast.stmt) -> ast.expr | None:
    """What a list of options is a copy of: a list of the match, or a range."""
    if not isinstance(part, ast.Assign) or not _target(part):
        return None
    value = part.value
    if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice):
        whole = value.slice.lower is None and value.slice.upper is None
        return value.value if whole and isinstance(value.value, ast.Subscript) else None
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "list" and isinstance(value.args[0], ast.Call):
        return value.args[0] if ast.unparse(value.args[0].func) in ("numbers", "range") else None
    return None


def _one_more(part: ast.stmt, name: str) -> ast.expr | None:
    """``if test: options.append(-1)``: the test."""
    if not isinstance(part, ast.If) or len(part.body) != 1 or part.orelse:
        return None
    return part.test if _says(part.body, f"{name}.append(-1)") and name not in loaded([part.test]) else None


def _refused(part: ast.stmt, name: str) -> bool:
    """Nothing is left to choose."""
    return isinstance(part, ast.If) and ast.unparse(part.test) == f"not {name}" and isinstance(part.body[0], ast.Raise)
