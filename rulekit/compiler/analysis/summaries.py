"""Summaries of nodes with everything inside them: computed from the leaves up, once for each node."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Protocol, Self, TypeVar

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import OfNode, blocks, children


class Lattice(Protocol):
    def __or__(self, other: Self, /) -> Self: ...


V = TypeVar("V", bound=Lattice)
LEAVES = (ir.Local, ir.Const, ir.ConstantTable)
"""They do nothing and hold nothing: half of all nodes"""


class Summaries(OfNode[ir.Expr | ir.Stmt, V]):
    """Answers for the nodes of one module. ``nothing``: the answer for most of them, which adds nothing to others."""

    def __init__(self, nothing: V) -> None:
        super().__init__()
        self._nothing = nothing

    def of(self, *parts: ir.Expr | ir.Stmt) -> V:
        """What they do together, with what is inside of them and what they call; of what is only supposed, what its statement
        does."""
        return self._joined(self._nothing, parts)

    @abstractmethod
    def one(self, x: ir.Expr | ir.Stmt) -> V:
        """What a node does without its parts, but with what it calls."""

    def make(self, x: ir.Expr | ir.Stmt) -> V:
        found = self._joined(self.one(x), children(x))
        if isinstance(x, ir.Stmt) and not isinstance(x, ir.Suppose):
            for block in blocks(x):
                found = self._joined(found, block)
        return found

    def _joined(self, found: V, parts: Iterable[ir.Expr | ir.Stmt]) -> V:
        for part in parts:
            if not isinstance(part, LEAVES) and (more := self(part)) is not self._nothing:
                found = more if found is self._nothing else found | more
        return found
