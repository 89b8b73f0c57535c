"""Chinese pages keep in step with the English ones: what is added, changed or taken away there is missed here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.playing import ROOT
from tests.stories import FENCED
from tests.test_docs import DOCS, TWINS

FOR_PLAYERS = {DOCS / "zh" / name for name in ("table.md",)}
PAGES = pytest.mark.parametrize("page", sorted(TWINS | FOR_PLAYERS), ids=lambda p: p.name)
WORD = re.compile(r"`([^`]+)`")


def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def english(page: Path) -> Path:
    return DOCS / page.name


def sections(page: Path) -> list[tuple[str, str]]:
    """The level of each heading, as ``##``, and the prose below it."""
    parts = re.split(r"^(#+) .*\n", FENCED.sub("", text(page)), flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def shape(prose: str) -> dict[str, int]:
    """How many points of lists, rows of tables and links there are."""
    marks = {"points": r"^(?:- |\d+\. )", "rows": r"^\|", "links": r"\]\("}
    return {name: len(re.findall(mark, prose, re.MULTILINE)) for name, mark in marks.items()}


def words(prose: str) -> set[str]:
    """What stands in it of the language, of commands and of Python."""
    return {" ".join(word.split()) for word in WORD.findall(prose)}


@PAGES
def test_the_headings_have_the_same_levels(page: Path) -> None:
    assert [level for level, _ in sections(page)] == [level for level, _ in sections(english(page))]


@PAGES
def test_the_blocks_are_the_same(page: Path) -> None:
    """Byte for byte, in the same order, whatever their language; so what is tried on the English page holds here."""
    assert FENCED.findall(text(page)) == FENCED.findall(text(english(page)))


@PAGES
def test_each_section_speaks_of_the_same(page: Path) -> None:
    """It has as many points, rows and links, and says all sentences of the language that the English one says."""
    for (_, own), (_, other) in zip(sections(page), sections(english(page)), strict=True):
        title = other.strip().partition("\n")[0]
        assert shape(own) == shape(other), title
        assert words(other) <= words(own), f"{title}: {words(other) - words(own)}"


@pytest.mark.parametrize("page", [*ROOT.glob("*.zh.md"), *sorted((DOCS / "zh").glob("*.md"))], ids=lambda p: p.name)
def test_links_stay_in_the_language(page: Path) -> None:
    """A link does not lead to an English page that there is in Chinese, except to change the language."""
    links = re.findall(r"\[([^\]]*)\]\(([\w./-]+\.md)", FENCED.sub("", text(page)))
    paths = [(page.parent / target).resolve() for said, target in links if said != "English"]
    twins = [(path, twin) for path in paths for twin in (DOCS / "zh" / path.name, path.with_suffix(".zh.md"))]
    assert [str(path) for path, twin in twins if path != twin and path.parent in (DOCS, ROOT) and twin.exists()] == []
