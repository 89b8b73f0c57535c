"""What authors are told: one file for each mistake, with what the checker answers to it (``update.py`` writes that anew)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.diagnostics.corpus import FIXTURES, FOLDER, SINGLE, TOPICS, answer, is_sampled, kept, read
from tests.diagnostics.score import FIX, LINE

FEWEST = 300


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_answer(fixture: Path, tmp_path: Path) -> None:
    """The code, the place, what is offered, and whether that is right; below each finding a hint; for a sample each word."""
    got = answer(fixture, tmp_path / "toy")
    assert got.findings, "the mistake is not noticed"
    assert got.golden == kept(fixture.parent.name)[fixture.stem]
    assert got.hinted
    if is_sampled(fixture):
        assert got.text == fixture.with_suffix(".txt").read_text(encoding="utf-8")


def test_the_score_holds() -> None:
    """Of the answers that are kept, which the tests above hold against those that are given."""
    texts = [kept(f.parent.name)[f.stem] for f in SINGLE]
    assert 100 * sum("right line" in text for text in texts) / len(texts) >= LINE
    assert 100 * sum("right fix" in text for text in texts) / len(texts) >= FIX


def test_the_corpus_is_whole() -> None:
    assert len(SINGLE) >= FEWEST
    assert {(topic, name) for topic in TOPICS for name in kept(topic)} == {(f.parent.name, f.stem) for f in FIXTURES}
    assert not [name for name, n in Counter(read(f).name for f in FIXTURES).items() if n > 1]


def test_each_code_of_a_topic_has_its_whole_text() -> None:
    sampled = {f.with_suffix(".txt") for f in FIXTURES if is_sampled(f)}
    assert sampled == {*FOLDER.glob("*/*.txt")}, "python -m tests.diagnostics.update"
    for topic in TOPICS:
        texts = [path.read_text(encoding="utf-8") for path in sampled if path.parent.name == topic]
        first = {re.findall(r"RK\d{3}", text)[0] for text in kept(topic).values()}
        assert first <= {code for text in texts for code in re.findall(r" (RK\d{3}): ", text)}


@pytest.mark.parametrize("fixture", SINGLE, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_what_is_wanted_is_said(fixture: Path) -> None:
    mistake = read(fixture)
    assert mistake.all("at") and mistake.all("fix")
