"""What a match keeps of what it has worked out, until something changes that it was worked out from.

A match without a journal has a list ``kept``. Its first number tells, column by column, what something is kept of; then come
dictionaries (what functions have answered) and tables (what is said of every thing of a kind; None until somebody asks).
Whoever changes a column looks whether something is kept of it, and if so it is forgotten.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from attrs import define, field

from rulekit.compiler.optimise.module import Module
from rulekit.compiler.optimise.names import assign, load
from rulekit.compiler.optimise.rewrite import Rewriter
from rulekit.compiler.optimise.touch import Touches

LATER = (ast.Assign, ast.AugAssign, ast.Expr, ast.Pass)
"""Sentences behind which a change may still be told of, if no function of the module comes before."""


@define
class Kept:
    """The list ``kept``, as the passes ask for places in it."""

    module: Module
    touches: Touches
    made: list[str] = field(factory=list)
    """What makes each of them"""
    _group: dict[int, int] = field(factory=dict)
    _of: dict[tuple[int, ...], int] = field(factory=dict)

    def place(self, made: str, bits: int) -> int:
        """A place for what ``made`` makes at first, worked out from columns."""
        self.made.append(made)
        self.touches.kept[len(self.made)] = bits
        return len(self.made)

    def table(self, made: str, bits: int) -> int:
        """A place for a table. It is made when it is asked for: :func:`looked` asks."""
        place = self.place("None", bits)
        text = f"""
def table_{place}(m, s):
    k = m.kept
    k[0] |= held({place})
    k[{place}] = made = {made}
    return made
"""
        function = ast.parse(text).body[0]
        assert isinstance(function, ast.FunctionDef)
        self.module.functions[function.name] = function
        self.module.keepers.add(function.name)
        return place

    def _name_groups(self) -> None:
        """Columns of which the same is kept share a bit in what is told: so the numbers stay small."""
        for k in range(self.touches.columns.all.bit_length()):
            who = tuple(place for place, bits in self.touches.kept.items() if bits >> k & 1)
            if who:
                self._group[k] = self._of.setdefault(who, 1 << len(self._of))

    def groups(self, bits: int) -> int:
        found = 0
        for k, group in self._group.items():
            if bits >> k & 1:
                found |= group
        return found

    def dictionary(self, bits: int) -> int:
        return self.place("{}", bits)

    @property
    def bits(self) -> int:
        found = 0
        for bits in self.touches.kept.values():
            found |= bits
        return found

    def written(self, functions: Sequence[ast.FunctionDef]) -> None:
        """Adds what makes, copies and forgets, and has every sentence tell what it changes."""
        if not self.made:
            return
        self._name_groups()
        for function in functions:
            _Held(self).visit(function)
            function.body = self.told(function.body)
        lines = [f"def fresh():\n    return [0, {', '.join(self.made)}]", "def forget(k, bits):"]
        for k, bits in self.touches.kept.items():
            what = f"k[{k}].clear()" if self.made[k - 1] == "{}" else f"k[{k}] = None"
            lines.append(f"    if bits & {self.groups(bits)}:\n        {what}")
        lines.append("    k[0] &= ~bits")
        for part in ast.parse("\n".join(lines)).body:
            assert isinstance(part, ast.FunctionDef)
            self.module.functions[part.name] = part

    # ------------------------------------------------------------ who changes something tells
    def told(self, body: list[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        bits = 0
        for part in body:
            compound, asked = False, _head(part)
            head = 0 if asked is None else self.touches.changes(ast.Expr(asked)) & self.bits
            for name in ("body", "orelse", "finalbody"):
                inner = getattr(part, name, None)
                if isinstance(inner, list) and (inner or (head and name == "orelse")):
                    setattr(part, name, [*([self.telling(head)] if head else []), *self.told(inner)])
                    compound = True
            for handler in getattr(part, "handlers", ()):
                handler.body = self.told(handler.body)
            if compound or not isinstance(part, LATER) or self._asks(part):
                if bits:
                    out.append(self.telling(bits))
                bits = 0
            if not compound:
                bits |= self.touches.changes(part) & self.bits
                if bits and isinstance(part, ast.Return):  # what is given was worked out before it is told
                    assert part.value is not None
                    out += [assign("given", part.value), self.telling(bits), ast.Return(load("given"))]
                    return out
            out.append(part)
        if bits:
            out.append(self.telling(bits))
        return out

    def _asks(self, part: ast.stmt) -> bool:
        """Whether a sentence may look at what is kept."""
        return any(
            (isinstance(n, ast.Attribute) and n.attr == "kept")
            or (isinstance(n, ast.Name) and n.id in self.module.functions)
            for n in ast.walk(part)
        )

    def telling(self, bits: int) -> ast.stmt:
        told = self.groups(bits)
        return ast.parse(f"if m.kept[0] & {told}: forget(m.kept, {told})").body[0]


class _Held(Rewriter):
    """``held(k)``: the bits of the columns that the k-th of what is kept was worked out from."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id == "held":
            return ast.Constant(self.kept.groups(self.kept.touches.kept[ast.literal_eval(node.args[0])]))
        return self.generic_visit(node)


def looked(place: int) -> ast.expr:
    """A table that is kept, made if it is not there."""
    return ast.parse(f"m.kept[{place}] or table_{place}(m, s)", mode="eval").body


def _head(part: ast.stmt) -> ast.expr | None:
    """What a sentence with a block asks before it goes in."""
    head = getattr(part, "test", None) or getattr(part, "iter", None)
    return head if isinstance(head, ast.expr) else None
