"""What walks over the intermediate form visit: every field of every node that holds nodes."""

from __future__ import annotations

import pytest
from attrs import frozen

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import parts_of

NODES = {
    "Ask": "player options",
    "AtOnce": "body{}",
    "Attempt": "call me",
    "Between": "low x high",
    "Binary": "a b",
    "Bind": "value body",
    "Break": "",
    "Call": "args*",
    "Const": "",
    "ConstantTable": "",
    "Contains": "item source",
    "Continue": "",
    "DeviceCall": "args*",
    "Do": "value",
    "Either": "test a b",
    "End": "rows",
    "Expr": "",
    "Fail": "why facts*",
    "Filter": "source test",
    "For": "source body{}",
    "Fork": "args*",
    "GraphSearch": "near starts leave step back cost ends most",
    "If": "test then{} otherwise{}",
    "Increase": "index amount",
    "Items": "items*",
    "Let": "value",
    "Load": "index",
    "Local": "",
    "Log": "me what*",
    "Loop": "body{}",
    "Map": "source value",
    "MarkArena": "",
    "Not": "a",
    "Op": "args*",
    "Pop": "",
    "Probe": "value",
    "Push": "frame*",
    "Range": "low high",
    "ReleaseArena": "",
    "Return": "value",
    "Stmt": "",
    "Store": "index value",
    "Subscript": "source index",
    "Suppose": "body{}",
    "Suspend": "player options",
    "Test": "",
    "Tuple": "items*",
    "Zone": "index",
}
"""Class -> its fields that hold nodes: an expression, several (`*`), a block (`{}`)"""
MARKS = {"expr": "", "exprs": "*", "block": "{}"}


KINDS = [kind for kind in vars(ir).values() if isinstance(kind, type) and issubclass(kind, ir.Expr | ir.Stmt)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_part_of_a_node_is_visited(kind: type[ir.Expr | ir.Stmt]) -> None:
    assert " ".join(name + MARKS[way] for name, way in parts_of(kind)) == NODES[kind.__name__]


@frozen
class Both(ir.Stmt):
    """Holds its nodes as no other node does."""

    both: tuple[ir.Expr, ir.Expr]


@frozen
class Perhaps(ir.Stmt):
    """Another spelling of what other nodes hold."""

    value: ir.Call | None


def test_nodes_that_no_walk_knows_are_no_nodes() -> None:
    with pytest.raises(TypeError, match=r"Both\.both holds nodes as "):
        parts_of(Both)
    assert parts_of(Perhaps) == (("value", "expr"),)
