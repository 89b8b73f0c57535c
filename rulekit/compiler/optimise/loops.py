"""Lists in brackets, and searches, written out as loops, after all other passes.

Python makes a function of every list in brackets: making it, calling it, and keeping what it reads in cells instead of
locals costs more than going through a list of two. So ``[x for x in here if ...]`` becomes a loop that appends, a sum one
that adds, and ``if there is one`` a loop that is left when the first is found. What is not worked out for want of a reason
stays so: what stands behind ``and`` stands behind an ``if``.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Sequence

from rulekit.compiler.optimise.module import Module, quiet, safe, unfailing
from rulekit.compiler.optimise.names import assign, load, params, reads, stored, substituted, walk
from rulekit.compiler.optimise.searches import (
    LISTINGS,
    Listing,
    Search,
    argument,
    bare,
    composed,
    conjunction,
    denied,
    is_test,
    kept_once,
    searched,
    target,
)

DEEPEST = 12
"""Python takes twenty loops in one another."""
Sentences = list[ast.stmt]


class Loops:
    def __init__(self, module: Module) -> None:
        self.module, self.pure, self.unfailing = module, module.pure(), module.unfailing()
        self.nesting = 0
        """in how many loops what is in hand stands"""

    def function(self, function: ast.FunctionDef) -> None:
        if any(isinstance(n, LISTINGS) for n in walk(function.body)):
            renaming = _Renaming(self.module, stored(function.body) + Counter(params(function)))
            function.body = self.block([renaming.visit(part) for part in function.body])

    def listed(self, node: ast.AST) -> bool:
        """Whether there is a list in it that can be written as a loop here."""
        return self.nesting < DEEPEST and any(isinstance(n, LISTINGS) and self.plain(n) for n in walk([node]))

    def plain(self, listing: Listing) -> bool:
        only = listing.generators[0]
        return len(listing.generators) == 1 and isinstance(only.target, ast.Name) and quiet(listing, self.pure)

    def searched(self, node: ast.expr) -> Search | None:
        found = searched(node)
        return found if found is not None and self.plain(found.listing) and self.left(node, found.listing) else None

    def left(self, node: ast.expr, listing: Listing) -> bool:
        """Whether a search may be left at the first that is found. In a list, what fails for a later member fails."""
        return isinstance(listing, ast.GeneratorExp) or unfailing(node, self.unfailing)

    # ------------------------------------------------------------ sentences
    def block(self, body: Sequence[ast.stmt]) -> Sentences:
        return [made for part in body for made in self.sentence(part)]

    def sentence(self, part: ast.stmt) -> Sentences:
        looping = isinstance(part, (ast.For, ast.While, ast.Try))
        self.nesting += looping
        for inside in (part, *getattr(part, "handlers", ())):
            for field in ("body", "orelse", "finalbody"):
                if isinstance(getattr(inside, field, None), list):
                    setattr(inside, field, self.block(getattr(inside, field)))
        self.nesting -= looping
        field = "test" if isinstance(part, ast.If) else "iter" if isinstance(part, ast.For) else "value"
        value = getattr(part, field, None)
        if not isinstance(value, ast.expr) or not self.listed(value):
            return [part]
        if isinstance(part, ast.If):
            return self.choice(part.test, part.body, part.orelse)
        if isinstance(part, ast.Return) and is_test(value):
            return [*self.when(value, [ast.Return(ast.Constant(True))]), ast.Return(ast.Constant(False))]
        if isinstance(part, ast.Assign) and isinstance(value, ast.ListComp) and self.plain(value):
            target = part.targets[0]
            if isinstance(target, ast.Name) and target.id not in reads(value):
                return self.filled(value, target.id)
        before: Sentences = []
        setattr(part, field, self.value(value, before))
        return [*before, part]

    def choice(self, test: ast.expr, then: Sentences, otherwise: Sentences) -> Sentences:
        if not otherwise:
            return self.when(test, then)
        found = self.module.fresh.name("found")
        return [*self.flag(test, found), ast.If(load(found), then, otherwise)]

    def flag(self, test: ast.expr, name: str) -> Sentences:
        return [assign(name, ast.Constant(False)), *self.when(test, [assign(name, ast.Constant(True))])]

    # ------------------------------------------------------------ conditions
    def when(self, test: ast.expr, then: Sentences, last: bool = False) -> Sentences:
        """What carries ``then`` out if the test holds. ``last``: in a loop of ours whose round ends with it."""
        if not self.listed(test):
            return [_if(test, then)]
        found = self.searched(test)
        if found is not None:
            return self.unless_found(found, then) if found.absent else self.if_found(found, then, last)
        kept = kept_once(test) if isinstance(test, ast.BoolOp) else None
        if kept is not None:  # a list that is there now, even if nothing is in it
            return [*self.prepared(kept), *then]
        both = conjunction(test)
        if both is not None:
            return self.all_of(both, then, last)
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            turned = denied(test.operand)
            if not isinstance(turned, ast.UnaryOp):
                return self.when(turned, then, last)
        if isinstance(test, ast.BoolOp):
            return self.one_of(test.values, then, last)
        before: Sentences = []
        made = self.value(test, before)
        return [*before, _if(made, then)]

    def all_of(self, tests: Sequence[ast.expr], then: Sentences, last: bool) -> Sentences:
        for test in reversed(tests):
            then = self.when(test, then, last)
        return then

    def one_of(self, tests: Sequence[ast.expr], then: Sentences, last: bool) -> Sentences:
        if len(then) == 1 and isinstance(then[0], (ast.Return, ast.Continue)):
            return [made for test in tests for made in self.when(test, [substituted(then[0], {})])]
        none = [denied(test) for test in tests]
        if last:
            return [*self.all_of(none, [ast.Continue()], False), *then]
        holds = self.module.fresh.name("holds")
        no = assign(holds, ast.Constant(False))
        return [assign(holds, ast.Constant(True)), *self.all_of(none, [no], False), ast.If(load(holds), then, [])]

    def unless_found(self, found: Search, then: Sentences) -> Sentences:
        return self.loop(found.listing, found.tests, [ast.Break()], then)

    def if_found(self, found: Search, then: Sentences, last: bool) -> Sentences:
        if last:
            return [*self.loop(found.listing, found.tests, [ast.Break()], [ast.Continue()]), *then]
        if self.nesting + _closed(then) < DEEPEST:
            ends = isinstance(then[-1], (ast.Return, ast.Raise))
            return self.loop(found.listing, found.tests, then if ends else [*then, ast.Break()])
        name = self.module.fresh.name("found")
        yes: Sentences = [assign(name, ast.Constant(True)), ast.Break()]
        looked = self.loop(found.listing, found.tests, yes)
        return [assign(name, ast.Constant(False)), *looked, ast.If(load(name), then, [])]

    # ------------------------------------------------------------ values
    def value(self, node: ast.expr, before: Sentences) -> ast.expr:
        """The value, with its lists made in sentences that come ``before``."""
        if not self.listed(node) or isinstance(node, (ast.Lambda, ast.SetComp, ast.DictComp)):
            return node
        counted = argument(node, "len")
        inside = counted or argument(node, "sum") or node
        if isinstance(inside, LISTINGS):
            if not self.plain(inside):
                return node
            name = self.module.fresh.name("list" if inside is node else "number")
            before += self.filled(inside, name) if inside is node else self.summed(inside, name, inside is counted)
            return load(name)
        kept = kept_once(node)
        if kept is not None:
            before += self.prepared(kept)
            return load(kept.target.id) if isinstance(node, ast.IfExp) else ast.Constant(True)
        name = self.module.fresh.name("value")
        if self.searched(node) is not None or composed(node):
            before += self.flag(node, name)
        elif isinstance(node, ast.IfExp):
            before += self.choice(node.test, self.given(name, node.body), self.given(name, node.orelse))
        elif isinstance(node, ast.BoolOp):
            before += self.chain(node, name)
        else:
            self.parts(node, before)
            return node
        return load(name)

    def parts(self, node: ast.expr, before: Sentences) -> None:
        """The parts of a value in their order. What changes something stays before what comes after it."""
        earlier: list[ast.expr] = []

        def made(part: ast.expr) -> ast.expr:
            first = all(map(safe, earlier)) or (safe(part) and all(quiet(e, self.pure) for e in earlier))
            earlier.append(part)
            return self.value(part, before) if first else part

        for field, part in ast.iter_fields(node):
            if isinstance(part, ast.expr):
                setattr(node, field, made(part))
            elif isinstance(part, list):
                setattr(node, field, [made(x) if isinstance(x, ast.expr) else x for x in part])

    def given(self, name: str, node: ast.expr) -> Sentences:
        before: Sentences = []
        made = self.value(node, before)
        return [*before, assign(name, made)]

    def chain(self, node: ast.BoolOp, name: str) -> Sentences:
        """``a and b`` where the value itself matters and not only whether it holds."""
        first, *rest = node.values
        out = self.given(name, first)
        if rest:
            more = self.chain(ast.BoolOp(node.op, rest), name)
            out.append(ast.If(load(name) if isinstance(node.op, ast.And) else denied(load(name)), more, []))
        return out

    def prepared(self, kept: ast.NamedExpr) -> Sentences:
        missing = ast.Compare(load(kept.target.id), [ast.Is()], [ast.Constant(None)])
        return [ast.If(missing, self.given(kept.target.id, kept.value), [])]

    # ------------------------------------------------------------ loops
    def loop(
        self, listing: Listing, tests: Sequence[ast.expr], then: Sentences, otherwise: Sentences | None = None
    ) -> Sentences:
        """Goes through what is listed, and carries ``then`` out for those that pass all tests."""
        only = listing.generators[0]
        before: Sentences = []
        chosen = only.iter
        while isinstance(chosen, LISTINGS) and bare(chosen) and self.plain(chosen) and self.left(chosen, chosen):
            inner = chosen.generators[0]
            tests = [*(substituted(test, {target(chosen): load(target(listing))}) for test in inner.ifs), *tests]
            chosen = inner.iter
        source = self.value(chosen, before)
        self.nesting += 1
        body = self.all_of(tests, then, True)
        self.nesting -= 1
        return [*before, ast.For(only.target, source, body, otherwise or [], lineno=0)]

    def filled(self, listing: Listing, name: str) -> Sentences:
        if bare(listing) and not listing.generators[0].ifs:
            return self.given(name, ast.Call(load("list"), [listing.generators[0].iter], []))
        append = ast.Attribute(load(name), "append", ast.Load())
        return [
            assign(name, ast.List([], ast.Load())),
            *self.each(listing, lambda x: ast.Expr(ast.Call(append, [x], []))),
        ]

    def summed(self, listing: Listing, name: str, one_each: bool) -> Sentences:
        if one_each:
            listing = ast.ListComp(ast.Constant(1), listing.generators)
        total = ast.Name(name, ast.Store())
        return [assign(name, ast.Constant(0)), *self.each(listing, lambda x: ast.AugAssign(total, ast.Add(), x))]

    def each(self, listing: Listing, sentence: Callable[[ast.expr], ast.stmt]) -> Sentences:
        then: Sentences = []
        self.nesting += 1
        made = self.value(listing.elt, then)
        self.nesting -= 1
        return self.loop(listing, listing.generators[0].ifs, [*then, sentence(made)])


def _if(test: ast.expr, then: Sentences) -> ast.stmt:
    """Conditions one behind the other are one condition."""
    only = then[0]
    if len(then) == 1 and isinstance(only, ast.If) and not only.orelse:
        tests = [v for t in (test, only.test) for v in ([t] if isinstance(t, ast.IfExp) else conjunction(t) or [t])]
        return ast.If(ast.BoolOp(ast.And(), tests), only.body, [])
    return ast.If(test, then, [])


def _closed(body: Sequence[ast.stmt]) -> int:
    """How many loops stand in one another; too many where something leaves a loop that begins outside."""
    deepest = 0
    for part in body:
        if isinstance(part, (ast.Break, ast.Continue)):
            return DEEPEST
        if isinstance(part, (ast.For, ast.While)):
            inner = [1 + _inside(part.body), _closed(part.orelse)]
        elif isinstance(part, ast.If):
            inner = [_closed(part.body), _closed(part.orelse)]
        else:
            inner = [DEEPEST if isinstance(part, ast.Try) else 0]
        deepest = max(deepest, *inner)
    return deepest


def _inside(body: Sequence[ast.stmt]) -> int:
    """How many loops stand in one another in the body of a loop."""
    parts = [p for p in walk(body) if isinstance(p, (ast.For, ast.While))]
    return max((1 + _inside(p.body) for p in parts), default=0)


class _Renaming(ast.NodeTransformer):
    """The members of a list get a name of their own: outside of its brackets it would be somebody else's."""

    def __init__(self, module: Module, counts: Counter[str]) -> None:
        self.module, self.counts = module, counts

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return self.listing(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        return self.listing(node)

    def listing(self, node: Listing) -> ast.AST:
        self.generic_visit(node)
        only = node.generators[0]
        if len(node.generators) == 1 and isinstance(only.target, ast.Name) and self.counts[only.target.id] > 1:
            name = {only.target.id: load(self.module.fresh.name("x"))}
            only.target, node.elt = substituted(only.target, name), substituted(node.elt, name)
            only.ifs = [substituted(test, name) for test in only.ifs]
        return node
