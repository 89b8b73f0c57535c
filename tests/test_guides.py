"""The guides are followed as they stand: files are written, commands typed, outputs compared; in English and in Chinese."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import patience
from tests.blocks import Block, Shell, blocks, commands, fits
from tests.playing import ROOT, SHOGUN

pytestmark = pytest.mark.slow

DOCS = ROOT / "docs"
GUIDES = ("tutorial", "playing")


def steps(page: Path) -> list[Block]:
    """The blocks with rules and commands, in the order of the page."""
    return sorted(blocks(page, "rules") + blocks(page, "console"), key=lambda b: b.line)


def follow(page: Path, folder: Path, only: int | None = None, program: Path | None = None) -> None:
    """Does what a page says, in an empty folder: ``rules file:NAME`` is written there, ``console`` is typed.

    ``program``: the folder with the `rulekit` that is typed, if it is not that of the checkout.
    """
    shell = Shell(folder, [], program)
    for number, block in enumerate(steps(page)):
        files = [word.removeprefix("file:") for word in block.info if word.startswith("file:")]
        for name in files:
            (shell.folder / name).write_text(block.text, encoding="utf-8")
        if block.info[0] != "console" or (only is not None and number != only):
            continue
        for command, shown in commands(block):
            code, printed = shell.run(command)
            assert code == int(": error RK" in shown or ", 1 failed" in shown), f"{block}: {command}: {printed}"
            assert fits(shown, printed), f"{block}: {command} prints:\n{printed}"


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_can_be_followed(name: str, tmp_path: Path) -> None:
    follow(DOCS / f"{name}.md", tmp_path)


def test_what_a_chinese_player_is_shown(tmp_path: Path) -> None:
    page = DOCS / "zh" / "playing.md"
    (own,) = [k for k, block in enumerate(steps(page)) if "zh-Hans" in block.text]
    follow(page, tmp_path, own)


@pytest.mark.parametrize("name", GUIDES)
def test_the_chinese_guide_shows_the_same(name: str) -> None:
    """Its blocks are those of the English one, and so are its steps; what is in Chinese itself is tried above."""
    english, chinese = steps(DOCS / f"{name}.md"), steps(DOCS / "zh" / f"{name}.md")
    assert len(english) == len(chinese)
    for one, other in zip(english, chinese, strict=True):
        if "zh-Hans" not in other.text or "zh-Hans" in one.text:
            assert (one.info, one.text) == (other.info, other.text), f"{one} and {other} differ"
    heads = [
        re.findall(r"^#+ ", p.read_text("utf-8"), re.MULTILINE)
        for p in (DOCS / f"{name}.md", DOCS / "zh" / f"{name}.md")
    ]
    assert heads[0] == heads[1]


def test_a_variant_of_the_guide_reads(tmp_path: Path) -> None:
    """What needs a plugin that is named, and is not installed everywhere."""
    import rulekit_table_tower

    import rulekit
    from rulekit.plugins.manager import find_plugins

    (block,) = [b for b in steps(DOCS / "playing.md") if "shogun-table" in b.info]
    (tmp_path / "tower.rules").write_text(block.text, encoding="utf-8")
    found, _ = rulekit.check(SHOGUN, [tmp_path / "tower.rules"], find_plugins((rulekit_table_tower,)))
    assert not found


def test_the_pages_become_a_book(tmp_path: Path) -> None:
    """Without a single warning."""
    pytest.importorskip("furo")
    pytest.importorskip("myst_parser")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", str(DOCS), str(tmp_path / "html")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience.seconds(300))
    assert done.returncode == 0, done.stderr
    _search_finds_chinese(tmp_path / "html")
    chinese, english = ((tmp_path / "html" / name).read_text("utf-8") for name in ("zh/tutorial.html", "tutorial.html"))
    assert re.search('href="../tutorial.html">(<span[^>]*>)?English<', chinese)
    assert re.search('href="zh/tutorial.html">(<span[^>]*>)?简体中文<', english)


def _search_finds_chinese(book: Path) -> None:
    """Words of two signs, on every page that has them; and the page cuts a query as the index was cut."""
    text = (book / "searchindex.js").read_text("utf-8")
    index = json.loads(text[text.index("(") + 1 : text.rindex(")")])
    for word in ("存档", "村规", "变体"):
        found = {
            index["docnames"][k] for place in ("terms", "titleterms") for k in _several(index[place].get(word, []))
        }
        written = [p for p in (DOCS / "zh").glob("*.md") if word in p.read_text("utf-8")]
        assert {f"zh/{p.stem}" for p in written} <= found, word
    if shutil.which("node"):
        queries = ["存档", "怎样发布村规 plugin", "house rule's 3", "桌"]
        script = f"""
            globalThis.window = globalThis
            {(book / "_static" / "language_data.js").read_text("utf-8")}
            console.log(JSON.stringify({json.dumps(queries)}.map(splitQuery)), new Stemmer().stemWord("houses"))
        """
        done = subprocess.run(["node", "-e", script], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-300:]
        words = runpy.run_path(str(DOCS / "search_words.py"))["words"]
        cut, stem = done.stdout.rsplit(maxsplit=1)
        assert json.loads(cut) == [words(query, single=False) for query in queries] and stem == "hous"


def _several(found: int | list[int]) -> list[int]:
    return [found] if isinstance(found, int) else found
