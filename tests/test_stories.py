"""`rulekit explain`: every message has a longer story, with a mistake, the answer to it as it is, and the same done right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.cli.commands.explain import overview, story
from tests.stories import CHINESE, PAGE, Example, examples, stories, with_blocks_of

pytestmark = pytest.mark.slow

CODES = re.findall(r"^\| (RK\d{3}) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
EXAMPLES = [e for code, text in stories().items() for e in examples(code, text)]
ONE_CAUSE: dict[str, str] = {}
"""Codes whose story shows all that can lead to them, each with the reason why there is nothing else to be named"""


def test_every_code_has_its_story() -> None:
    assert list(stories()) == CODES, "in the order of the tables"
    chinese = CHINESE.read_text(encoding="utf-8")
    assert re.findall(r"^\| (RK\d{3}) \|", chinese, re.MULTILINE) == CODES
    assert re.findall(r"^### (RK\d{3})$", chinese, re.MULTILINE) == CODES
    for code in CODES:
        mine = {e.wrong for e in EXAMPLES if e.code == code}
        assert mine == {True, False}, f"{code}: a mistake and the same thing mended"


@pytest.mark.parametrize(
    ("page", "opening"), [(PAGE, "What else it may be: "), (CHINESE, "还可能是：")], ids=["en", "zh"]
)
def test_every_code_says_what_else_it_may_be(page: Path, opening: str) -> None:
    """A story shows one mistake of those that have its code, and names others in the last sentence of its text."""
    last = re.compile(rf"(?<=\n){opening}\S[^\n]*(?:\n[^\n]+)*\n\n(?:Wrong:|错误：)\n")
    lacking = [code for code, text in stories(page).items() if len(last.findall(text)) != 1 or text.count(opening) != 1]
    assert lacking == list(ONE_CAUSE)


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
    assert told.index("\nWrong:\n") < told.index(" error RK102") < told.index("\nRight:\n")


@pytest.mark.parametrize("code", CODES)
def test_told_in_chinese(code: str) -> None:
    """With the same example, and no English around it."""
    told, english = (story(code, lang) for lang in ("zh-Hans", "en"))
    assert re.search(rf"\A{code}：.*\n\n怎么办：.*\n\n.*[一-鿿]", told) and not re.search(
        r"\b(Wrong|Right|What)\b", told
    )
    examples = [[row for row in text.splitlines() if row.startswith("    ")] for text in (told, english)]
    assert examples[0] == examples[1] and len(examples[0]) > 3


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_all_codes_are_listed(lang: str) -> None:
    assert re.findall(r"^  (RK\d{3})  \S", overview(lang), re.MULTILINE) == CODES


def test_the_blocks_of_a_page_are_taken_over() -> None:
    assert with_blocks_of("```a\n1\n```\n", "中\n```a\n2\n```\n文") == "中\n```a\n1\n```\n文"
    with pytest.raises(ValueError, match="same number"):
        with_blocks_of("```a\n1\n```\n", "中")
