"""The register of operations is complete, and nobody keeps a list of their names beside it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rulekit.compiler.lower import deeds
from rulekit.compiler.lower.expressions import HANDLERS
from rulekit.compiler.lower.statements import SENTENCES
from rulekit.dsl.operations import OPERATIONS, having
from rulekit.dsl.phrases import standard_table
from tests.playing import ROOT

ROOMS = ("dsl", "compiler/lower")
ELSEWHERE = {"operations.py"}


def test_every_operation_has_a_row() -> None:
    assert deeds.SUBJECTS  # loaded: they register what they lower
    said = {phrase.op for phrase in standard_table().all("V", "C", "S", "H")}
    assert {*said, *HANDLERS, *SENTENCES} <= OPERATIONS.keys() | {"device"}


def test_every_row_is_of_an_operation() -> None:
    said = {phrase.op for phrase in standard_table().all("V", "C", "S", "H")}
    known = {*said, *HANDLERS, *SENTENCES, "amounts", "stop", "skip", "succeed", *having("is a note")}
    assert OPERATIONS.keys() <= known


@pytest.mark.parametrize("room", ROOMS)
def test_nobody_keeps_a_list_of_operations(room: str) -> None:
    """A constant that holds three names of sentences or more is a list of its own."""
    sentences = {name for name in OPERATIONS if "-" in name or name in ("set", "raise", "lower", "choose", "each")}
    found = []
    for path in sorted((ROOT / "rulekit" / room).rglob("*.py")):
        if path.name in ELSEWHERE:
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple | ast.Set | ast.List):
                names = {part.value for part in node.value.elts if isinstance(part, ast.Constant)}
                if len(names & sentences) >= 3:
                    found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert found == []


def test_the_files_that_are_looked_at_are_there() -> None:
    assert all(any(Path(ROOT / "rulekit" / room).glob("*.py")) for room in ROOMS)
