"""What authors are told: one file for each mistake, with the answer beside it (``update_messages.py`` writes them anew)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dsl.mistakes import FIXTURES, FOLDER, answer


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda f: f.stem)
def test_answer(fixture: Path, tmp_path: Path) -> None:
    wanted = fixture.with_suffix(".txt").read_text(encoding="utf-8")
    said = answer(fixture, tmp_path / "toy")
    assert said, "the mistake is not noticed"
    assert said == wanted


def test_every_answer_has_its_mistake() -> None:
    assert {f.stem for f in FIXTURES} == {f.stem for f in FOLDER.glob("*.txt")}
