"""Lowering reads the typed program and writes nothing into it: one program serves all set-ups, the rulebook and the lab."""

from __future__ import annotations

import pickle

import pytest
from attrs import fields

from rulekit.compiler.build import default_setup, lowered
from rulekit.compiler.pipeline import Forms
from rulekit.dsl.program import Program
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from tests.compiler.test_passes import MDT, NOBU
from tests.playing import ROOT

FOLDERS = [
    "games/backgammon",
    "games/chess",
    "games/diplomacy",
    "games/hearts",
    "games/hnefatafl",
    "games/shogun",
    "games/tic_tac_toe",
    MDT,
    NOBU,
]
BESIDE = ("table", "words", "devices")
"""The phrase table, which keeps readings, and objects of plugins"""


def content(program: Program) -> bytes:
    return pickle.dumps({x.name: getattr(program, x.name) for x in fields(Program) if x.name not in BESIDE})


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_program_is_the_same_after_it_was_lowered(folder: str) -> None:
    program = read_program(ROOT / folder, find_plugins().devices, ())
    before = content(program)
    low = lowered(program, default_setup(program, program.most))
    assert Forms(low).journaled.functions
    assert content(program) == before


def test_what_is_said_around_a_deed_becomes_points_of_lowering() -> None:
    program = read_program(ROOT / "games/shogun", find_plugins().devices, ())
    low = lowered(program, default_setup(program))
    assert {"build, as printed", "build, after 0"} <= low.points.keys() - program.points.keys()
