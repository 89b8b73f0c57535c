"""Loops that have nothing to do with each other go through their members under names of their own.

A deed that is written out where it is called brings its names with it: ``for u`` here and ``for u`` there. What is known
of a name that is given once is not known of one that is given in two places.
"""

from __future__ import annotations

import ast

from rulekit.compiler.optimise.module import Module
from rulekit.compiler.optimise.names import load, loaded, params, stored, substituted, walk


def renamed(module: Module, function: ast.FunctionDef) -> bool:
    """Gives every loop but the first a new name for its member, if nobody outside asks for it; whether there was any."""
    given, asked = stored(function.body), loaded(function.body)
    changed = False
    for name in [n for n, times in given.items() if times > 1 and n not in params(function)]:
        loops = [
            n
            for n in walk(function.body)
            if isinstance(n, ast.For) and isinstance(n.target, ast.Name) and n.target.id == name
        ]
        if len(loops) == given[name] and sum(loaded(loop.body)[name] for loop in loops) == asked[name]:
            for loop in loops[1:]:
                own = load(module.fresh.name(name))
                loop.target = ast.Name(own.id, ast.Store())
                loop.body = [substituted(part, {name: own}) for part in loop.body]
            changed = True
    return changed
