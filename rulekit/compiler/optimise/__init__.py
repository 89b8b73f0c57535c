"""Passes over the generated module without a journal: the same play, faster.

The module with a journal stays as the compiler writes it. So every pass is held against it: equal seeds lead to equal
states in both, at every question.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulekit.compiler.optimise.cards import lifted
from rulekit.compiler.optimise.columns import Marked, filled
from rulekit.compiler.optimise.copies import propagated
from rulekit.compiler.optimise.derived import Derived
from rulekit.compiler.optimise.drawn import drawn
from rulekit.compiler.optimise.exists import Exists
from rulekit.compiler.optimise.filters import Filters, grouped
from rulekit.compiler.optimise.fold import folded
from rulekit.compiler.optimise.guards import Guards
from rulekit.compiler.optimise.hoist import hoisted
from rulekit.compiler.optimise.inline import Sentences, Values
from rulekit.compiler.optimise.kept import Kept
from rulekit.compiler.optimise.lists import Lists
from rulekit.compiler.optimise.loops import Loops
from rulekit.compiler.optimise.members import Members
from rulekit.compiler.optimise.memo import Memos
from rulekit.compiler.optimise.module import Module
from rulekit.compiler.optimise.names import depth
from rulekit.compiler.optimise.once import Once
from rulekit.compiler.optimise.project import projected
from rulekit.compiler.optimise.reach import only_asked, reached, walks
from rulekit.compiler.optimise.rosters import Rosters
from rulekit.compiler.optimise.runs import Runs
from rulekit.compiler.optimise.share import Shares
from rulekit.compiler.optimise.single import Single
from rulekit.compiler.optimise.steps import Steps
from rulekit.compiler.optimise.targets import renamed
from rulekit.compiler.optimise.touch import Columns, Touches
from rulekit.compiler.optimise.whole import Wholes

DEEPEST = 70
"""A module that nests deeper than this, as no rule book does, stays as it is."""


def optimise(source: str, lists: int, columns: Columns | None = None) -> str:
    """A faster module with the same steps. ``lists``: how many lists of cards a match has; ``columns``: where its numbers
    live (without them nothing is kept from one sentence to the next)."""
    module = Module(source)
    if depth(module.tree) > DEEPEST:
        return source
    improve(module, lists, columns)
    answered(module)
    loops = Loops(module)
    for name in module.played():
        loops.function(module.functions[name])
    return module.source()


def improve(module: Module, lists: int, columns: Columns | None = None) -> None:
    """All passes that know lists in brackets as what they are."""
    if columns is not None:
        module.apart = walks(module, module.pure())
    _joined(module)
    functions = [module.functions[name] for name in module.played()]
    filters, shares, once, unfailing = Filters(module), Shares(module), Once(module), module.unfailing()
    for function in functions:
        function.body = lifted(module, function.body, lists)
        _tidy(module, function)
        filters.visit(function)
        function.body = hoisted(module, shares.block(function.body))
        function.body = grouped(module, function.body)
        _tidy(module, function)
        Exists(filters.span, unfailing).visit(function)
        Runs(filters.span).visit(function)
        Marked(filters.span).visit(function)
        filled(module, filters.span, function)
        function.body = once.block(function.body)
    if columns is not None and module.apart:  # only a game that searches asks the same so often
        _keep(module, columns)


def joined(source: str, lists: int) -> Module:
    """A module for a C compiler, which does by itself what only saves Python a step. It does not see that a search gives
    the same again, and not what an entry changes before it fails."""
    module = Module(source)
    if depth(module.tree) > DEEPEST:
        return module
    _joined(module)
    shares, once = Shares(module), Once(module)
    for name in module.played():
        function = module.functions[name]
        function.body = lifted(module, function.body, lists)
        _tidy(module, function)
        function.body = once.block(shares.block(function.body))
    return module


def _joined(module: Module) -> None:
    """What is short stands where it is used, and steps that follow each other are one."""
    functions = [module.functions[name] for name in module.played()]
    values, single = Values(module), Single(Filters(module))
    for function in functions:
        folded(module, function)
        if values.written(function):
            folded(module, function)
        single.visit(function)
        folded(module, function)
    _deeds(module, functions)
    if Wholes(module).all():
        _deeds(module, functions)
    Steps(module).all()
    guards = Guards(module)
    for name in module.played():
        guards.visit(module.functions[name])


def answered(module: Module) -> None:
    """Passes for what a playout answers at once, and for lists of cards."""
    lists = Lists(module)
    for name in module.played():
        drawn(module, module.functions[name])
        lists.function(module.functions[name])


def _keep(module: Module, columns: Columns) -> None:
    kept = Kept(module, Touches(module, columns))
    names = module.played()
    Derived(module, kept).all([module.functions[name] for name in names])
    readers = module.pure()
    projected(module, names, readers | walks(module, readers))
    memos = Memos(module, kept, Filters(module))
    Members(memos).all([module.functions[name] for name in names])
    memos.all(names)
    Rosters(module, kept).all([module.functions[name] for name in module.played()])
    reached(module, kept, readers)
    for name in names:
        only_asked(module.functions[name], module)
    kept.written([module.functions[name] for name in module.played()])
    module.keepers |= readers  # whoever only read before changes nothing now but what is kept


def _tidy(module: Module, function: ast.FunctionDef) -> None:
    renamed(module, function)
    folded(module, function)
    if propagated(function):
        folded(module, function)


def _deeds(module: Module, functions: Sequence[ast.FunctionDef]) -> None:
    sentences = Sentences(module)
    for function in functions:
        if sentences.function(function):
            folded(module, function)
