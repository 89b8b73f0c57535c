"""Pages of the handbook, beside the guides: their Chinese twins show the same, and what they type prints what they show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.blocks import Block, Shell, blocks, commands, fits
from tests.playing import ROOT

DOCS = ROOT / "docs"
NAMES = ("installation", "upgrading", "publishing", "faq")
"""A page is here when it is written in both languages. A block ``rules file:NAME`` is written to that file, each line of a block
``console`` that begins with ``$`` is typed; in a block ``console wrong`` every command has to fail. What needs the network, or
changes the machine, is ``text``."""
TYPED = tuple(name for name in NAMES if blocks(DOCS / f"{name}.md", "console"))


def twin(name: str) -> Path:
    return DOCS / "zh" / f"{name}.md"


def fenced(page: Path) -> list[Block]:
    """All blocks, of whatever sort, in the order of the page."""
    sorts = sorted(set(re.findall(r"^```([^\s{]+)", page.read_text(encoding="utf-8"), re.MULTILINE)))
    return sorted((b for sort in sorts for b in blocks(page, sort)), key=lambda b: b.line)


def levels(page: Path) -> list[str]:
    """The headings, by their level; a remark in a block is none."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^#+(?= )", text, re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_the_chinese_page_shows_the_same(name: str) -> None:
    """The same headings by their level, and the same blocks; only what is itself in Chinese may differ."""
    english, chinese = fenced(DOCS / f"{name}.md"), fenced(twin(name))
    assert [b.info for b in english] == [b.info for b in chinese]
    for one, other in zip(english, chinese, strict=True):
        if "zh-Hans" not in other.text or "zh-Hans" in one.text:
            assert one.text == other.text, f"{one} and {other} differ"
    assert levels(DOCS / f"{name}.md") == levels(twin(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_in_the_book_in_both_languages(name: str) -> None:
    entries = re.findall(r"^(?:zh/)?\w+$", (DOCS / "index.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert entries.count(name) == entries.count(f"zh/{name}") == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", TYPED)
def test_what_the_page_types_prints_what_it_shows(name: str, tmp_path: Path) -> None:
    """From an empty folder, with an empty home."""
    shell = Shell(tmp_path, [])
    for block in fenced(DOCS / f"{name}.md"):
        for word in block.info:
            if word.startswith("file:"):
                (shell.folder / word.removeprefix("file:")).write_text(block.text, encoding="utf-8")
        for command, shown in commands(block) if block.info[0] == "console" else ():
            code, printed = shell.run(command)
            assert (code != 0) == ("wrong" in block.info), f"{block}: {command} ends with {code}:\n{printed}"
            assert fits(shown, printed), f"{block}: {command} prints:\n{printed}"
