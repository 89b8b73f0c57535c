"""Sentences that change something, and which writer knows how to write each of them.

With a journal every change also leaves an entry ``(line, me, sort, ...)``; without one not even a test for it is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulekit.compiler.cards import Cards
from rulekit.compiler.course import Course
from rulekit.compiler.equipment import Equipment
from rulekit.compiler.marks import Marks
from rulekit.compiler.pieces import Pieces
from rulekit.compiler.values import Context
from rulekit.compiler.writer import Writer
from rulekit.dsl.tree import Statement

if TYPE_CHECKING:
    from rulekit.compiler.flow import Flow

WRITERS: Mapping[str, type[Writer]] = {
    name: writer
    for writer in (Pieces, Cards, Marks, Equipment, Course)
    for name in vars(writer)
    if name.startswith("s_")
}
"""The method that writes a sentence, `s_` and its name -> whose it is."""


def method(op: str) -> str:
    """The name of the method that writes a sentence."""
    return "s_" + op.replace("-", "_")


def emit(flow: Flow, x: Statement, c: Context) -> None:
    """Adds what a sentence does to the function that is being written."""
    name = method(x.op)
    getattr(WRITERS[name](flow), name)(x, c)
