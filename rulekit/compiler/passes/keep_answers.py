"""Keeps the answers of functions that look at much and change nothing, until something changes that they look at.

::

    def p_is_open(here, side): ...     ->  kept: p_is_open

A match holds the answers beside its numbers (``Match.kept``); they are no part of its value. The pass `forget_answers` sees to
it that they are right.
"""

from __future__ import annotations

from attrs import evolve

from rulekit.compiler.analysis.costs import Costs
from rulekit.compiler.analysis.effects import Effects
from rulekit.compiler.ir import nodes as ir


def keep_answers(module: ir.Module) -> ir.Module:
    """The module with the functions named whose answers are worth to be kept."""
    made = Costs(module, Effects(module))
    for name in module.functions:
        made.function(name)
    return evolve(module, kept=tuple(name for name in module.functions if name in made.kept))
