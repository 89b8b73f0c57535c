"""Short functions written where they are called: values as expressions, deeds that ask nobody as sentences."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulekit.compiler.optimise.module import Module, safe, unfailing
from rulekit.compiler.optimise.names import (
    assign,
    atomic,
    copied,
    load,
    loaded,
    params,
    size,
    stored,
    substituted,
    walked,
)
from rulekit.compiler.optimise.rewrite import Rewriter

LONGEST = 14
"""A deed up to this size is written out wherever it is called; a longer one only if that is one place."""
LONGEST_ASKING = 30
"""One that asks may be longer: what it asks in a loop is then seen together with the loop."""
LONGEST_VALUE = 80
"""A value with more parts than this is left where it is; so nothing nests without end."""
MOST = 220
"""No function grows beyond this."""


TWICE = 3
"""So often a value may be looked up again, rather than called for."""


def cheap(node: ast.expr) -> bool:
    """A number of the state, or one of a table, at a place that is known or one sum away."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name):
        return False
    index = node.slice
    return atomic(index) or (isinstance(index, ast.BinOp) and atomic(index.left) and atomic(index.right))


# ---------------------------------------------------------------- values
def as_expression(function: ast.FunctionDef) -> ast.expr | None:
    """The value of a function that only looks from case to case; None if it does more."""
    return _cases(function.body)


def _cases(body: Sequence[ast.stmt]) -> ast.expr | None:
    if not body:
        return None
    first, rest = body[0], body[1:]
    if isinstance(first, ast.Return):
        return first.value
    if not isinstance(first, ast.If):
        return None
    yes, no = _cases(first.body), _cases([*first.orelse, *rest])
    return None if yes is None or no is None else ast.IfExp(first.test, yes, no)


class Values(Rewriter):
    """Puts the values of short functions in the place of their calls."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.pure = module.pure()
        self.count = 0

    def written(self, function: ast.FunctionDef) -> bool:
        """Writes out what a function calls; whether there was anything."""
        before = self.count
        self.visit(function)
        return self.count > before

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id not in self.pure:
            return node
        function = self.module.functions[node.func.id]
        value = as_expression(function)
        if value is None or size([value]) > 4 or len(list(walked(value))) > LONGEST_VALUE:
            return node
        uses = loaded([value])
        given = dict(zip(params(function), node.args, strict=True))
        for name, arg in given.items():
            if not atomic(arg) and (uses[name] > (TWICE if cheap(arg) else 1) or not safe(arg)):
                return node
        self.count += 1
        fresh = {n: load(self.module.fresh.name(n)) for n in stored([value])}
        return substituted(value, {**fresh, **given})


# ---------------------------------------------------------------- sentences
def straightened(body: Sequence[ast.stmt], result: str | None) -> list[ast.stmt] | None:
    """The same sentences without a return: the value goes into a name. None where a return stands in a loop."""
    out: list[ast.stmt] = []
    for k, part in enumerate(body):
        if isinstance(part, ast.Return):
            if result is not None:
                out.append(assign(result, part.value or ast.Constant(None)))
            elif part.value is not None:
                out.append(ast.Expr(part.value))
            return out
        if not any(isinstance(n, ast.Return) for n in walked(part)):
            out.append(part)
            continue
        if not isinstance(part, ast.If):
            return None
        rest = list(body[k + 1 :])
        if not leaves(part.body) and not leaves(part.orelse) and size(rest) > 3:
            return None  # the rest would have to stand in both branches
        yes = straightened([*part.body, *rest], result)
        no = straightened([*part.orelse, *(copied(r) for r in rest)], result)
        if yes is None or no is None:
            return None
        out.append(ast.If(part.test, yes or [ast.Pass()], no))
        return out
    if result is not None:
        out.append(assign(result, ast.Constant(None)))
    return out


def leaves(body: Sequence[ast.stmt]) -> bool:
    """Whether the sentences never come to their end."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, ast.If):
        return leaves(last.body) and leaves(last.orelse)
    return isinstance(last, (ast.Return, ast.Raise))


def bound(
    module: Module, function: ast.FunctionDef, args: Sequence[ast.expr]
) -> tuple[list[ast.stmt], list[ast.stmt], dict[str, ast.expr]]:
    """What has to be said before a function's body, the body with names of its own, and what stands for each old name."""
    body = [copied(p) for p in function.body]
    changed, uses = stored(body), loaded(body)
    before: list[ast.stmt] = []
    values: dict[str, ast.expr] = {}
    for name, arg in zip(params(function), args, strict=True):
        if atomic(arg) and not changed[name]:
            values[name] = arg
        elif not changed[name] and not uses[name] and safe(arg):
            continue
        else:
            own = module.fresh.name(name)
            values[name] = load(own)
            before.append(assign(own, arg))
    for name in changed:
        if name not in values:
            values[name] = load(module.fresh.name(name))
    return before, [substituted(p, values) for p in body], values


class Sentences:
    """Writes out the deeds that a function calls, as far as they ask nobody."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.pure, self.unfailing = module.pure(), module.unfailing()
        self.places: dict[str, int] = {}
        for name in module.played():
            for other in module.mentioned(module.functions[name]):
                self.places[other] = self.places.get(other, 0) + 1

    def function(self, function: ast.FunctionDef) -> bool:
        """Writes out what a function calls; whether there was anything."""
        before = self.room = MOST - size(function.body)
        function.body = self.block(function.body)
        return self.room < before

    def block(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for part in body:
            for name in ("body", "orelse"):
                inner = getattr(part, name, None)
                if isinstance(inner, list):  # a deed may come to nothing in this set-up
                    setattr(part, name, self.block(inner) or ([ast.Pass()] if name == "body" else []))
            for handler in getattr(part, "handlers", ()):
                handler.body = self.block(handler.body)
            out += self.sentence(part)
        return out

    def sentence(self, part: ast.stmt) -> list[ast.stmt]:
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Call):
            made = self.called(part.value, None)
            return [part] if made is None else made
        out: list[ast.stmt] = []
        while (call := self.first_call(part)) is not None:
            name = self.module.fresh.name("n")
            made = self.called(call, name)
            if made is None:
                break
            out += made
            replaced(part, call, load(name))
        return [*out, part]

    def called(self, call: ast.Call, result: str | None) -> list[ast.stmt] | None:
        assert isinstance(call.func, ast.Name) or result is None
        if not isinstance(call.func, ast.Name) or call.func.id not in self.module.functions:
            return None
        function = self.module.functions[call.func.id]
        if "st" in params(function) or function.name in self.module.apart:
            return None
        length = size(function.body)
        longest = LONGEST_ASKING if "draw" in params(function) else LONGEST
        if length > self.room or (length > longest and self.places.get(function.name, 0) > 1):
            return None
        if any(isinstance(n, ast.Try) for n in walked(function)):
            return None
        before, body, _ = bound(self.module, function, call.args)
        straight = straightened(body, result)
        if straight is None:
            return None
        self.room -= length
        return [*before, *straight]

    def first_call(self, part: ast.stmt) -> ast.Call | None:
        """A call of a value that a sentence comes to before anything that it could disturb."""
        source = part.test if isinstance(part, ast.If) else getattr(part, "value", None)
        if not isinstance(part, (ast.If, ast.Assign, ast.Return, ast.AugAssign)) or source is None:
            return None
        for node in always(source):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.pure:
                return node
            if isinstance(node, (ast.Call, *LATER)) and not unfailing(node, self.unfailing):
                return None  # what fails first must go on failing first
        return None


LATER = (ast.BoolOp, ast.IfExp, ast.ListComp, ast.GeneratorExp, ast.Compare)
"""What has parts that are computed or not, or more than once."""


def always(node: ast.expr) -> list[ast.expr]:
    """The parts of an expression that are computed in any case, in their order; the whole last."""
    if isinstance(node, ast.BoolOp):
        return [*always(node.values[0]), node]
    if isinstance(node, ast.IfExp):
        return [*always(node.test), node]
    if isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.Lambda)):
        return [node]
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        return [*always(node.left), *always(node.comparators[0]), node]
    inner = [n for n in ast.iter_child_nodes(node) if isinstance(n, ast.expr)]
    return [*(x for n in inner for x in always(n)), node]


def replaced(part: ast.AST, old: ast.AST, new: ast.expr) -> None:
    """Puts an expression in the place of another one."""
    _Replaced(old, new).visit(part)


class _Replaced(Rewriter):
    def __init__(self, old: ast.AST, new: ast.expr) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)
