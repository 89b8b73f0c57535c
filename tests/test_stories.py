"""`rulekit explain`: every message has a longer story, with a mistake, the answer to it as it is, and how it reads mended."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.cli.commands.explain import story
from tests.stories import PAGE, Example, examples, stories

pytestmark = pytest.mark.slow

CODES = re.findall(r"^\| (RK\d{3}) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
EXAMPLES = [e for code, text in stories().items() for e in examples(code, text)]


def test_every_code_has_its_story() -> None:
    assert list(stories()) == CODES, "in the order of the tables"
    for code in CODES:
        mine = {e.wrong for e in EXAMPLES if e.code == code}
        assert mine == {True, False}, f"{code}: a mistake and the same thing mended"


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_example(example: Example, tmp_path: Path) -> None:
    if example.wrong:
        assert example.answered(tmp_path / "vale") == example.answer, "run python -m tests.stories"
    else:
        found = example.findings(tmp_path / "vale")[0]
        bad = [d for d in found if d.severity == "error" or (d.code == example.code and example.is_here(d))]
        assert bad == []


def test_told_in_a_terminal() -> None:
    told = story("RK102")
    assert "```" not in told
    assert "\n    order Visit" in told
    assert "\n    mine.rules:2:1: error RK102" in told
