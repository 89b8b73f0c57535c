"""Each place that a new operation needs says where it is, as long as there is nothing."""

from __future__ import annotations

import pytest

from rulekit.compiler.emit import c_parts
from rulekit.compiler.emit.c_expressions import CExpressions
from rulekit.compiler.emit.python_expressions import SPECIAL, PythonExpressions
from rulekit.compiler.identifiers import NameTable
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import number
from rulekit.compiler.ir.ops import OPERATIONS, ROWS, Operation
from rulekit.compiler.ir.types import NUMBER
from rulekit.compiler.lower.expressions import HANDLERS
from rulekit.compiler.lower.statements import SENTENCES
from rulekit.runtime.prelude import namespace
from rulekit.runtime.redaction import WORDS

MODULE = ir.Module({})
SHRINK = ir.Op("shrink", (number(3),), -1, NUMBER)
ELSEWHERE = {"counted", "fill", "compared"}
"""What a match, a rule test and a trace bring themselves"""
INLINE = {"some", "counted", "len"}
"""What is printed in C without a function"""


def test_what_nothing_lowers_is_told_with_the_folder() -> None:
    with pytest.raises(LookupError, match=r"the value or condition `shorter`: .* rulekit/compiler/lower/"):
        HANDLERS["shorter"]
    with pytest.raises(LookupError, match=r"the sentence `shrink`: .* rulekit/compiler/lower/"):
        SENTENCES["shrink"]


def test_an_operation_without_a_row_is_told_with_the_file() -> None:
    for printer in (PythonExpressions(MODULE, NameTable()), CExpressions(MODULE, 1, 1, ())):
        with pytest.raises(LookupError, match=r"`shrink` has no row in rulekit/compiler/ir/ops\.py"):
            printer.text(SHRINK)


def test_an_operation_that_is_not_written_in_c_is_told_with_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPERATIONS, "shrink", Operation("shrink"))
    assert PythonExpressions(MODULE, NameTable()).text(SHRINK) == "shrink(3)"
    with pytest.raises(LookupError, match=r"nothing in rulekit/compiler/emit/c/ is called op_shrink"):
        CExpressions(MODULE, 1, 1, ()).text(SHRINK)


def test_every_operation_is_known_in_python() -> None:
    lacking = {row.name for row in ROWS} - SPECIAL.keys() - namespace().keys() - WORDS.keys() - ELSEWHERE
    lacking -= namespace()["__builtins__"].keys()
    where = "SPECIAL in rulekit/compiler/emit/python_expressions.py, or a function in rulekit/runtime/prelude.py"
    assert not lacking, f"{where}: {', '.join(sorted(lacking))}"


def test_every_operation_is_written_in_c() -> None:
    lacking = {row.name for row in ROWS if not row.python} - c_parts.operations() - INLINE
    assert not lacking, f"op_{', op_'.join(sorted(lacking))} in rulekit/compiler/emit/c/"
