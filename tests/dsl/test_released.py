"""A game is freed with its last reference: it has no cycles that only the garbage collector could free."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekit.compiler.build import built, default_setup, lowered
from rulekit.compiler.pipeline import Forms
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins

ROOT = Path(__file__).parents[2]
TOY, SHOGUN = ROOT / "tests" / "games" / "toy", ROOT / "games" / "shogun"


@pytest.fixture(autouse=True)
def without_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("folder", [TOY, SHOGUN], ids=lambda folder: folder.name)
def test_a_program(folder: Path) -> None:
    program = read_program(folder, find_plugins().devices, tests=True)
    assert program.points and program.tests
    held = weakref.ref(program)
    del program
    assert held() is None


def test_a_program_that_was_compiled() -> None:
    program = read_program(TOY, {})
    forms = Forms(lowered(program, default_setup(program)))
    assert built(forms, "").journaled and forms.fast.functions and forms.native.functions
    held, made = weakref.ref(program), weakref.ref(forms.cut)
    del program, forms
    assert held() is None and made() is None
