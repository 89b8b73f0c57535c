"""Whole or not at all without a net: an entry that can be taken back only before it changes much needs no copy of the state.

The wrapper keeps all numbers and catches the failure. Here each place that can fail is followed by what takes back the few
changes that were made before it, and by a return. Where that can not be said, the wrapper stays.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from attrs import frozen

from rulekit.compiler.optimise.inline import bound
from rulekit.compiler.optimise.module import SAFE, Module
from rulekit.compiler.optimise.names import assign, atomic, calls, copied, load, params, walked

DRAWS = frozenset(["below", "pick", "ranked_shuffled", "sample", "shuffle"])
MOVES = frozenset(["insort", "lift", ".append", ".insert", ".remove", ".pop", "shuffle"])
"""What changes lists of cards: nothing here takes that back."""

NEVER = frozenset(["below", "draw", "insort", "lift", "ranked_shuffled", "shuffle"])
"""Helpers that change something, but never fail."""
LINE_LAST = frozenset(
    [
        *("Failure", "card", "firsts", "nth", "numbers", "own", "pick", "product"),
        *("sample", "times", "top", "tops", "within"),
    ]
)
"""What fails with the line that it is given last. Of any other helper it is not known with which."""
RESTORED = ("del st[depth:]", "s[:] = kept", "z[:] = lists")
"""What a wrapper takes back, as :mod:`rulekit.compiler.deeds` writes it."""


@frozen
class Fails:
    """What a function can fail with: these lines, and the one that it is given last if it is ``given`` one."""

    lines: frozenset[int]
    given: bool = False


NOTHING = Fails(frozenset())


class _NotSimple(Exception):
    """The entry does too much before its last line that can fail."""


class Wholes:
    def __init__(self, module: Module) -> None:
        self.module = module
        self._fails: dict[str, Fails | None] = {}

    def all(self) -> bool:
        """Rewrites every wrapper for which that can be done; whether there was one."""
        changed = False
        for name in self.module.played():
            function = self.module.functions[name]
            found = _wrapper(function)
            if found is None:
                continue
            inside, table = found
            lines = self.module.value(table)
            try:
                function.body = self.written(inside, lines or frozenset())
                changed = True
            except _NotSimple:
                continue
        return changed

    def written(self, call: ast.Call, lines: frozenset[int]) -> list[ast.stmt]:
        body = self._inside(_answered(call))
        while (last := self._asked(body)) is not None:
            body = [*body[:-1], *self._inside(last)]
        return self.block(body, lines, [], False)

    def _inside(self, call: ast.Call) -> list[ast.stmt]:
        assert isinstance(call.func, ast.Name)
        before, body, _ = bound(self.module, self.module.functions[call.func.id], call.args)
        return [*before, *body]

    def _asked(self, body: Sequence[ast.stmt]) -> ast.Call | None:
        """The call of a function that may ask, with which a body ends."""
        last = body[-1] if body else None
        call = last.value if isinstance(last, (ast.Return, ast.Expr)) else None
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            return None
        function = self.module.functions.get(call.func.id)
        if function is None or {"st", "draw"}.isdisjoint(params(function)) or _wrapper(function) is not None:
            return None
        return call

    # ------------------------------------------------------------ the way through
    def block(
        self, body: Sequence[ast.stmt], lines: frozenset[int], undo: list[ast.stmt], later: bool
    ) -> list[ast.stmt]:
        """``undo``: what takes back the changes so far, the last first. ``later``: something behind the block can fail."""
        out: list[ast.stmt] = []
        for k, part in enumerate(body):
            fails = later or bool(self.failing(body[k + 1 :], lines))
            line = _raised(part)
            if line is not None and line in lines:
                return [*out, *map(copied, undo), ast.Return(None)]
            if line is not None:  # no failure of this entry: it goes through, as it goes through the wrapper
                return [*out, part]
            if isinstance(part, ast.If):
                if self.failing([part.test], lines):
                    raise _NotSimple
                changes = len(undo)
                mine, other = list(undo), list(undo)
                yes = self.block(part.body, lines, mine, fails)
                no = self.block(part.orelse, lines, other, fails)
                if fails and ((len(mine) > changes and _goes_on(yes)) or (len(other) > changes and _goes_on(no))):
                    raise _NotSimple
                if fails and any("draw" in calls(n) for n in part.body + part.orelse):
                    raise _NotSimple
                out.append(ast.If(part.test, yes, no))
                continue
            if self.failing([part], lines):
                raise _NotSimple
            if isinstance(part, ast.Assign) and "draw" in calls(part):
                return [*out, *body[k:]]  # a question was answered: from here on it stands
            if fails:
                out += self._kept(part, undo)
            out.append(part)
        return out

    def _kept(self, part: ast.stmt, undo: list[ast.stmt]) -> list[ast.stmt]:
        """Keeps the number that a sentence changes, and how to put it back."""
        if any(c in DRAWS or c in MOVES or c.startswith("dev_") or not self._known(c) for c in calls(part)):
            raise _NotSimple
        if isinstance(part, ast.Expr):
            return []
        if not isinstance(part, (ast.Assign, ast.AugAssign)):
            raise _NotSimple
        target = part.targets[0] if isinstance(part, ast.Assign) else part.target
        if isinstance(target, ast.Name):
            return []
        if not isinstance(target, ast.Subscript):
            raise _NotSimple
        if ast.unparse(target.value) != "s":
            raise _NotSimple
        old, before = self.module.fresh.name("old"), []
        if not atomic(target.slice):
            index = self.module.fresh.name("i")
            before.append(assign(index, target.slice))
            target.slice = load(index)
        elif isinstance(target.slice, ast.Name):  # the name may stand for something else by then
            index = self.module.fresh.name("i")
            before.append(assign(index, copied(target.slice)))
            target.slice = load(index)
        where = ast.Subscript(load("s"), copied(target.slice), ast.Load())
        undo.insert(0, ast.Assign([ast.Subscript(load("s"), copied(target.slice), ast.Store())], load(old), lineno=0))
        return [*before, assign(old, where)]

    def _known(self, name: str) -> bool:
        """Whether a function only reads."""
        return name in SAFE or name in self._pure()

    def _pure(self) -> set[str]:
        if not hasattr(self, "_pures"):
            self._pures = self.module.pure()
        return self._pures

    # ------------------------------------------------------------ what can fail
    def failing(self, body: Sequence[ast.AST], lines: frozenset[int]) -> frozenset[int]:
        """The lines of these that a piece of code can fail with."""
        found: set[int] = set()
        for part in body:
            for node in walked(part):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    made = self._call(node)
                    found |= lines if made is None else made & lines
        return frozenset(found)

    def _call(self, node: ast.Call, told: str = "") -> frozenset[int] | None:
        """The lines that a call can fail with; None for any. ``told``: the local in which the line stands that is given."""
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        found: frozenset[int] = frozenset()
        if name in self.module.functions:
            inside = self._function(name)
            if inside is None or not inside.given:
                return None if inside is None else inside.lines
            found = inside.lines
        elif name in SAFE or name in NEVER or name.startswith("dev_"):
            return found
        elif name not in LINE_LAST:
            return None
        last = node.args[0 if name == "Failure" else -1] if node.args else None
        if isinstance(last, ast.Constant) and isinstance(last.value, int):
            return found | {last.value}
        return found if isinstance(last, ast.Name) and last.id == told else None

    def _function(self, name: str) -> Fails | None:
        """The lines that a function can fail with; None for any."""
        if name not in self._fails:
            self._fails[name] = NOTHING
            function = self.module.functions[name]
            last = params(function)[-1]
            lines: frozenset[int] | None = frozenset()
            for node in walked(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    made = self._call(node, last)
                    lines = None if lines is None or made is None else lines | made
            given = any(isinstance(n, ast.Call) and self._given_line(n, last) for n in walked(function))
            self._fails[name] = None if lines is None else Fails(lines, given)
        return self._fails[name]

    def _given_line(self, node: ast.Call, told: str) -> bool:
        """Whether a call hands on the line that its function was given."""
        if not isinstance(node.func, ast.Name) or not node.args:
            return False
        last = node.args[0 if node.func.id == "Failure" else -1]
        inside = self._function(node.func.id) if node.func.id in self.module.functions else None
        asks = node.func.id in LINE_LAST or (inside is not None and inside.given)
        return asks and isinstance(last, ast.Name) and last.id == told


def _raised(part: ast.stmt) -> int | None:
    """The line of ``raise Failure(line)``."""
    if isinstance(part, ast.Raise) and isinstance(part.exc, ast.Call):
        line = part.exc.args[0]
        if isinstance(line, ast.Constant) and isinstance(line.value, int):
            return line.value
    return None


def _answered(call: ast.Call) -> ast.Call:
    """The call without a note of whether a question was answered."""
    args = [load("draw") if isinstance(a, ast.Name) and a.id == "noted" else a for a in call.args]
    return ast.Call(call.func, args, [])


def _goes_on(body: Sequence[ast.stmt]) -> bool:
    return not body or not isinstance(body[-1], (ast.Return, ast.Raise))


def _wrapper(function: ast.FunctionDef) -> tuple[ast.Call, str] | None:
    """(call of what is inside, name of the table of lines) of a function that tries an entry."""
    last = function.body[-1]
    if not isinstance(last, ast.Try) or len(last.body) != 1 or not isinstance(last.body[0], ast.Return):
        return None
    call, handler = last.body[0].value, last.handlers[0]
    if any(ast.unparse(part) not in RESTORED for part in handler.body[1:]):
        return None
    tables = [n.id for n in walked(handler.body[0]) if isinstance(n, ast.Name) and n.id.startswith("K_lines_")]
    return (call, tables[0]) if isinstance(call, ast.Call) and len(tables) == 1 else None
