"""What is shown with options is a function beside the question: play knows nothing of it."""

from __future__ import annotations

import re
from pathlib import Path

from rulekit.compiler.build import default_setup, lowered
from rulekit.compiler.ir.nodes import Module
from rulekit.compiler.lower.notes import SORTS
from rulekit.compiler.pipeline import Forms
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from tests.playing import STALL

FIRST = ("costs ", "shown with it ", "shown above ")


def forms(folder: Path) -> Forms:
    program = read_program(folder, find_plugins().devices, ())
    assert not program.found
    return Forms(lowered(program, default_setup(program)))


def without_notes(folder: Path) -> Path:
    """The game with a remark in place of each such line, so that all others keep their numbers."""
    lines = (STALL / "game.rules").read_text("utf-8").splitlines()
    kept = ["# a note stood here" if line.strip().startswith(FIRST) else line for line in lines]
    assert sum(a != b for a, b in zip(lines, kept, strict=True)) == 6
    (folder / "game.rules").write_text("\n".join(kept) + "\n", "utf-8")
    (folder / "wares.yaml").write_bytes((STALL / "wares.yaml").read_bytes())
    return folder


def shape(module: Module) -> dict[str, str]:
    """The functions of a form, without the numbers that lines of the rules have in the tables of an image."""
    return {name: re.sub(r"\bline=\d+", "", repr(f)) for name, f in module.functions.items()}


def test_play_is_the_same_without_them(tmp_path: Path) -> None:
    noted, bare = forms(STALL), forms(without_notes(tmp_path))
    for form in ("plain", "fast", "playout", "native"):
        assert shape(getattr(noted, form)) == shape(getattr(bare, form)), form


def test_each_line_is_a_function_of_its_own() -> None:
    made = sorted(
        name for name in forms(STALL).explain.functions if name.split("__")[0].rstrip("0123456789") in SORTS.values()
    )
    assert [name.split("__")[0] for name in made] == ["cost0", "cost0", "slot0", "slot0", "with0", "with1"]
