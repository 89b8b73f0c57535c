"""Has whoever changes something forget the answers that were worked out from it.

::

    s[289 + here] = side               ->  s[289 + here] = side
                                           forget place 0, since p_is_open reads s[289..377]

It comes after all passes that write, double or move a change.
"""

from __future__ import annotations

from attrs import evolve

from rulekit.compiler.analysis.effects import NOTHING, Cells, Effects, State
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import parts, walk


def forget_answers(module: ir.Module, state: State) -> ir.Module:
    if not module.kept:
        return module
    effects = Effects(module, state)
    telling = _Telling(effects, [effects.function_reads(name) for name in module.kept])
    functions = {
        name: f if f.sort == "point" else evolve(f, body=telling.block(f.body)) for name, f in module.functions.items()
    }
    return evolve(module, functions=functions)


class _Telling:
    """Has whoever changes something forget what was worked out from it."""

    def __init__(self, effects: Effects, reads: list[Cells]) -> None:
        self.effects, self.reads = effects, reads
        self.known: dict[Cells, frozenset[int]] = {NOTHING: frozenset()}

    def places(self, cells: Cells) -> frozenset[int]:
        if cells not in self.known:
            self.known[cells] = frozenset(k for k, read in enumerate(self.reads) if read.meets(cells))
        return self.known[cells]

    def block(self, body: ir.Block) -> ir.Block:
        """The statements; what several of them in a row change is forgotten once."""
        out: list[ir.Stmt] = []
        waiting: frozenset[int] = frozenset()
        for x in body:
            inner = {name: self.block(getattr(x, name)) for name, sort in parts(x) if sort == "block"}
            calls = any(isinstance(y, ir.Call | ir.Device) for y in walk(x))
            if waiting and (inner or calls or not isinstance(x, LATER)):
                out.append(ir.Forget(waiting))
                waiting = frozenset()
            out.append(evolve(x, **inner) if inner else x)
            if not inner:
                waiting |= self.places(self.effects.changes(x, deep=False))
        if waiting:
            out.append(ir.Forget(waiting))
        return tuple(out)


LATER = (ir.Let, ir.Store, ir.Increase, ir.Do)
"""Statements before which nothing needs to be forgotten yet."""
