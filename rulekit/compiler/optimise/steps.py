"""Steps joined: where no question lies between two of them, the second is written out behind the first.

A frame that would be laid on the stack only to be taken off again is not laid at all. At every question the stack is the
same as without this, so that a match can go over from one module to the other.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from attrs import define

from rulekit.compiler.optimise.inline import bound
from rulekit.compiler.optimise.module import Module
from rulekit.compiler.optimise.names import copied, loaded, params, same, size, stored, walked

MOST = 90
"""A step does not grow beyond this by others that are written out in it."""


@define
class Loop:
    """The innermost loop that is a step itself: a frame of its own, laid and taken, is a `continue`."""

    step: int
    frame: list[ast.expr]


class Steps:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.first = {name: copied(f) for name, f in module.functions.items()}
        self.room = 0

    def all(self) -> None:
        """Joins what can be joined, in every step."""
        for name in self.module.played():
            function = self.module.functions[name]
            self.room = MOST - size(function.body)
            if "st" in params(function) and not any(isinstance(n, ast.Try) for n in walked(function)):
                step = self.module.steps.index(name) if name in self.module.steps else None
                function.body = self.body(function.body, (name,), step)

    # ------------------------------------------------------------ a step's body
    def body(self, body: list[ast.stmt], chain: tuple[str, ...], step: int | None) -> list[ast.stmt]:
        """``step``: whose body this is, if its frame is taken at the beginning."""
        frame = taken(body[0]) if body else None
        if step is not None and frame is not None and len(body) > 1 and isinstance(body[1], ast.While):
            loop = Loop(step, [ast.Name(n, ast.Load()) for n in frame])
            body[1].body = self.block(body[1].body, chain, loop)
            return body
        return self.block(body, chain, None)

    def block(self, body: Sequence[ast.stmt], chain: tuple[str, ...], loop: Loop | None) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        k = 0
        while k < len(body):
            part = body[k]
            after = body[k + 1] if k + 1 < len(body) else None
            frame = laid(part)
            if frame is not None and isinstance(after, ast.Return):
                out += self.ending(frame, after, chain, loop)
                return out
            if isinstance(part, ast.Return) and (call := self.tail(part)) is not None:
                made = self.written(call, chain)
                out += [part] if made is None else self.block(made, (*chain, _name(call)), loop)
                return out
            if isinstance(part, ast.If):
                part.body = self.block(part.body, chain, loop)
                part.orelse = self.block(part.orelse, chain, loop)
            elif isinstance(part, ast.While):
                part.body = self.block(part.body, chain, None)
            out.append(part)
            k += 1
        return out

    def ending(self, frame: ast.Tuple, after: ast.Return, chain: tuple[str, ...], loop: Loop | None) -> list[ast.stmt]:
        """``frame`` is laid, and then the course is left: for the runner, or by a call that may ask or not."""
        lay = _lay(frame)
        if after.value is None:
            step = number_of(frame)
            if loop is not None and step == loop.step and all(map(same, frame.elts[:-1], loop.frame)):
                return [ast.Continue()]
            return self.gone_to(frame, chain) or [lay, after]
        call = self.tail(after)
        if call is None:
            return [lay, after]
        made = self.written(call, chain)
        if made is None:
            return [lay, after]
        sunk = sink(lay, made)
        return [lay, after] if sunk is None else self.block(sunk, (*chain, _name(call)), loop)

    # ------------------------------------------------------------ what is written out
    def tail(self, part: ast.Return) -> ast.Call | None:
        """The call of a function that may ask, at the end of a course."""
        call = part.value
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            return None
        function = self.module.functions.get(call.func.id)
        return call if function is not None and "st" in params(function) else None

    def written(self, call: ast.Call, chain: tuple[str, ...]) -> list[ast.stmt] | None:
        """The body of the function, its values given; None where there is no room."""
        function = self.first[_name(call)]
        length = size(function.body)
        if function.name in chain or length > self.room or any(isinstance(n, ast.Try) for n in walked(function)):
            return None
        self.room -= length
        before, body, _ = bound(self.module, function, call.args)
        return [*before, *body, ast.Return(None)]

    def gone_to(self, frame: ast.Tuple, chain: tuple[str, ...]) -> list[ast.stmt] | None:
        """The body of the step whose frame would be laid, its locals given."""
        step = number_of(frame)
        function = self.first[self.module.steps[step]]
        names = taken(function.body[0])
        length = size(function.body)
        if names is None or function.name in chain or length > self.room or len(names) != len(frame.elts) - 1:
            return None
        if len(set(names)) != len(names) or "v" in loaded(function.body):
            return None
        self.room -= length
        inner = ast.FunctionDef(function.name, _arguments(names), function.body[1:], [])
        inner.body = [copied(p) for p in inner.body]
        before, body, values = bound(self.module, inner, frame.elts[:-1])
        if isinstance(body[0], ast.While):  # the loop's own frame, under the names that it has here
            own = Loop(step, [values.get(n, ast.Name(n, ast.Load())) for n in names])
            body[0].body = self.block(body[0].body, (*chain, function.name), own)
            return [*before, *body]
        return [*before, *self.block([*body, ast.Return(None)], (*chain, function.name), None)]


# ---------------------------------------------------------------- frames
def taken(part: ast.stmt) -> list[str] | None:
    """The names of ``a, b, _ = st.pop()``."""
    if isinstance(part, ast.Expr) and ast.unparse(part.value) == "st.pop()":
        return []
    if (
        isinstance(part, ast.Assign)
        and ast.unparse(part.value) == "st.pop()"
        and isinstance(part.targets[0], ast.Tuple)
    ):
        return [e.id for e in part.targets[0].elts[:-1] if isinstance(e, ast.Name)]
    return None


def laid(part: ast.AST) -> ast.Tuple | None:
    """The frame of ``st.append((a, b, 5))``."""
    if not isinstance(part, ast.Expr) or not isinstance(part.value, ast.Call):
        return None
    call = part.value
    if ast.unparse(call.func) == "st.append" and isinstance(call.args[0], ast.Tuple):
        return call.args[0]
    return None


def number_of(frame: ast.Tuple) -> int:
    last = frame.elts[-1]
    assert isinstance(last, ast.Constant) and isinstance(last.value, int)
    return last.value


def _lay(frame: ast.Tuple) -> ast.Expr:
    made = ast.parse("st.append(0)").body[0]
    assert isinstance(made, ast.Expr) and isinstance(made.value, ast.Call)
    made.value.args = [frame]
    return made


def sink(lay: ast.Expr, body: Sequence[ast.stmt]) -> list[ast.stmt] | None:
    """Lays a frame as late as can be: where the course asks, or ends. None if that can not be said."""
    frame = laid(lay)
    assert frame is not None
    names = {n.id for n in walked(frame) if isinstance(n, ast.Name)}
    if any(stored(body)[n] for n in names):
        return [lay, *body]
    return _sunk(lay, body)


def _sunk(lay: ast.Expr, body: Sequence[ast.stmt]) -> list[ast.stmt]:
    out: list[ast.stmt] = []
    for k, part in enumerate(body):
        if isinstance(part, ast.Return):
            if part.value is not None and _on_stack(part.value):
                return [*out, copied(lay), part]
            said: list[ast.stmt] = [] if part.value is None else [ast.Expr(part.value)]
            return [*out, *said, copied(lay), ast.Return(None)]
        if not _on_stack(part) and not any(isinstance(n, ast.Return) for n in walked(part)):
            out.append(part)
            continue
        if isinstance(part, ast.If) and all(_closed(b) for b in (part.body, part.orelse) if b):
            yes, no = _sunk(lay, part.body), _sunk(lay, part.orelse) if part.orelse else []
            out.append(ast.If(part.test, yes, no))
            continue
        return [*out, copied(lay), *body[k:]]
    return [*out, copied(lay), ast.Return(None)]


def _closed(body: Sequence[ast.stmt]) -> bool:
    """Whether a branch is left by a return at its end."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _closed(last.body) and _closed(last.orelse)
    return isinstance(last, (ast.Return, ast.Raise))


def _on_stack(node: ast.AST) -> bool:
    """Whether the stack, or the questions of the match, are spoken of."""
    for n in walked(node):
        if isinstance(n, ast.Name) and n.id == "st":
            return True
        if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and n.value.id == "m":
            return True
    return False


def _name(call: ast.Call) -> str:
    assert isinstance(call.func, ast.Name)
    return call.func.id


def _arguments(names: Sequence[str]) -> ast.arguments:
    return ast.arguments([], [ast.arg(n) for n in names], None, [], [], None, [])
