"""What authors are told: one file for each mistake, with the answer beside it (``update.py`` writes the answers anew)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.diagnostics.corpus import FIXTURES, FOLDER, SINGLE, Answer, answer, read
from tests.diagnostics.score import FIX, LINE, share

FEWEST = 300
ANSWERS: dict[Path, Answer] = {}


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_answer(fixture: Path, tmp_path: Path) -> None:
    wanted = fixture.with_suffix(".txt").read_text(encoding="utf-8")
    got = ANSWERS[fixture] = answer(fixture, tmp_path / "toy")
    assert got.text, "the mistake is not noticed"
    assert got.text == wanted


def test_the_score_holds() -> None:
    """Runs behind the tests above, and speaks only when all of them ran."""
    if len(ANSWERS) == len(FIXTURES):
        got = [ANSWERS[f] for f in SINGLE]
        assert share(got, "line") >= LINE
        assert share(got, "fix") >= FIX


def test_the_corpus_is_whole() -> None:
    assert len(SINGLE) >= FEWEST
    assert {f.with_suffix(".txt") for f in FIXTURES} == set(FOLDER.glob("*/*.txt"))
    assert not [name for name, n in Counter(read(f).name for f in FIXTURES).items() if n > 1]


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_every_answer_says_what_to_do(fixture: Path) -> None:
    """Below each finding stands a hint, or which other line is meant."""
    findings = re.split(
        r"^(?=\S.*: (?:error|warning) RK\d{3}: )", fixture.with_suffix(".txt").read_text("utf-8"), flags=re.M
    )
    assert not [f for f in findings if f.strip() and "\n    hint: " not in f]


@pytest.mark.parametrize("fixture", SINGLE, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_what_is_wanted_is_said(fixture: Path) -> None:
    mistake = read(fixture)
    assert mistake.all("at") and mistake.all("fix")
