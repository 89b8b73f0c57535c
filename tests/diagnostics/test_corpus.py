"""What authors are told: one file for each mistake, with what the checker answers to it (``update.py`` writes that anew)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.diagnostics.chinese import left_in_english
from tests.diagnostics.corpus import FIXTURES, FOLDER, SINGLE, TOPICS, answer, is_sampled, kept, read
from tests.diagnostics.score import FIX, LINE

FEWEST = 300


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_answer(fixture: Path, tmp_path: Path) -> None:
    """The code, the place, what is offered, and whether that is right; below each finding a hint; for a sample each word. In
    Chinese no sentence of it is left in English."""
    got = answer(fixture, tmp_path / "toy")
    assert got.findings, "the mistake is not noticed"
    assert got.golden == kept(fixture.parent.name)[fixture.stem]
    assert got.hinted
    assert not {text: left for text in got.said if (left := _english(text, got.rules))}
    if is_sampled(fixture):
        assert got.text == fixture.with_suffix(".txt").read_text(encoding="utf-8")


def _english(text: str, rules: str) -> list[str]:
    """Three words and more that a sentence still has in Chinese, but for names of the game."""
    return [run for run in left_in_english(text, rules) if len(run.split()) > 2]


def test_a_sentence_that_stays_english_is_noticed() -> None:
    assert _english("nobody has translated this, or `so it seems`", "") == ["nobody has translated this, or"]
    assert _english("say it of something in it: settle the raid", "to settle the raid:") == []


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
