"""What each pass makes of a few lines: ``passes/NAME.txt``, in the text form of the intermediate form.

Below a heading stands a module as the pass gets it, and behind ``# after`` as it gives it back, each by itself with the tables at
the top of the file. ``RULEKIT_UPDATE=1 pytest tests/compiler/test_pass_fixtures.py`` writes what stands behind anew: read the
difference before it is committed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

import pytest

from rulekit.compiler.analysis.verify import verify
from rulekit.compiler.emit.text import function_text
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.passes.detect_last_choices import detect_last_choices
from rulekit.compiler.passes.meter_work import meter_work
from rulekit.compiler.passes.random_policy import random_policy
from rulekit.compiler.passes.split_steps import split_steps
from tests.compiler.ir_text import read_module
from tests.playing import ROOT

FIXTURES = Path(__file__).parent / "passes"
PASSES = ROOT / "rulekit" / "compiler" / "passes"
NAMES = sorted(path.stem for path in FIXTURES.glob("*.txt"))
Pass = Callable[[ir.Module], ir.Module]
WITH_MORE: Mapping[str, Pass] = {
    "random_policy": lambda m: random_policy(m, split_steps(m, {}), 2),
    "meter_work": lambda m: meter_work(m, [5000]),
    "detect_last_choices": lambda m: detect_last_choices(split_steps(m, {}), ()),
    "split_steps": lambda m: split_steps(m, {}),
}
"""Passes that are given more than a module, with what the fixtures give them; `detect_last_choices` goes on from steps"""
UNCHANGED = " (unchanged)"
"""Behind the heading of what a pass does nothing with"""


def pass_of(name: str) -> Pass:
    apply: Pass = getattr(import_module(f"rulekit.compiler.passes.{name}"), name)
    return WITH_MORE.get(name, apply)


def cases(name: str) -> Iterator[tuple[str, str, str]]:
    """(heading, before with the tables, after) of a fixture"""
    tables, *parts = re.split(r"^## ", (FIXTURES / f"{name}.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)
    for part in parts:
        heading, _, rest = part.partition("\n")
        before, _, after = rest.partition("\n# after\n")
        yield heading, f"{tables.strip()}\n\n{before.strip()}\n".lstrip(), after.strip()


def printed(module: ir.Module) -> str:
    return "\n\n".join(function_text(module, name) for name in module.functions)


def with_new_tables(old: ir.Module, new: ir.Module) -> str:
    """The functions that a pass has left, below the tables that it has made."""
    made = [f"{name} = {held}" for name, held in new.tables.items() if name not in old.tables]
    return "\n".join([*made, *([""] if made else []), printed(new)])


def test_every_pass_has_a_fixture() -> None:
    """One word finds the module, its function, its fixture and its test."""
    modules = {path.stem for path in PASSES.glob("*.py")} - {"__init__", "flat_loops"}  # a part of flatten
    assert set(NAMES) == modules and {pass_of(name) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_a_pass(name: str) -> None:
    written = []
    for heading, before, after in cases(name):
        module = read_module(before)
        assert verify(module) == [], heading
        made = pass_of(name)(module)
        assert verify(made) == [], heading
        text = with_new_tables(module, made)
        written.append(text)
        if not os.environ.get("RULEKIT_UPDATE"):
            assert text == after, heading
        stays = heading.endswith(UNCHANGED)
        assert (text == printed(module)) is stays, (
            f"{heading}: the pass does {'something' if stays else 'nothing'} here"
        )
    assert written
    if os.environ.get("RULEKIT_UPDATE"):
        _write(FIXTURES / f"{name}.txt", written)


def _write(path: Path, written: list[str]) -> None:
    tables, *parts = re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    befores = [part.partition("\n# after\n")[0].rstrip() for part in parts]
    sections = [f"## {before}\n\n# after\n{after}\n" for before, after in zip(befores, written, strict=True)]
    path.write_text("\n".join([*([tables.rstrip() + "\n"] if tables.strip() else []), *sections]), encoding="utf-8")
