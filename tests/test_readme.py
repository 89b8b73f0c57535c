"""What the README shows is what happens: its commands, their output, its Python and its rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import tiers
from tests.blocks import Block, Shell, blocks, commands, fits, try_rules
from tests.playing import ROOT

pytestmark = pytest.mark.slow

README = ROOT / "README.md"
CHINESE = ROOT / "README.zh.md"
EVERY_RULE_TEST = ("rulekit test games/shogun", "rulekit coverage games/shogun --games 1")
"""What these find out about SHOGUN is known from tests/games/test_rules.py; how they say it is seen with a small game, too."""


@pytest.mark.parametrize("block", blocks(README, "console"), ids=str)
def test_commands(block: Block, tmp_path: Path) -> None:
    """Runs every command that does not set up an environment of its own. The two longest run for a smaller game at each commit,
    and exactly as written in the long tier."""
    shell = Shell(tmp_path, ["games"])
    for command, shown in commands(block):
        if command.startswith("./run"):
            assert (ROOT / "run").is_file() and command.split()[1] in ("play", "test", "rulekit")
            continue
        small = command in EVERY_RULE_TEST and not tiers.LONG
        code, printed = shell.run(command.replace("shogun", "tic_tac_toe") if small else command)
        assert code == int(": error RK" in shown), f"{block}: {command}: {printed}"
        assert fits(shown, printed), f"{block}: {command} prints:\n{printed}"


def test_the_longest_commands_are_there() -> None:
    typed = [command for block in blocks(README, "console") for command, _ in commands(block)]
    assert {*EVERY_RULE_TEST} <= {*typed}


def test_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    for block in blocks(README, "python"):
        exec(compile(block.text, str(block), "exec"), names)


@pytest.mark.parametrize("block", [b for b in blocks(README, "rules") if "fragment" not in b.info], ids=str)
def test_rules(block: Block, tmp_path: Path) -> None:
    try_rules(block, tmp_path)


def test_rules_stand_in_their_files() -> None:
    """The rules that the README quotes stand so in the game, apart from the blanks before citations."""

    def bare(text: str) -> list[str]:
        return [row.split("  [")[0].rstrip() for row in text.splitlines()]

    files = {path: bare(path.read_text(encoding="utf-8")) for path in (ROOT / "games").rglob("*.rules")}
    for block in blocks(README, "rules"):
        quoted = bare(block.text)
        assert any(set(quoted) <= set(rows) for rows in files.values()), f"{block}: stands in no file"


def test_the_chinese_page_shows_the_same() -> None:
    """Its headings, blocks and rows of tables are those of the English page; so what is tried there holds here."""
    for language in ("console", "python", "rules"):
        english, chinese = blocks(README, language), blocks(CHINESE, language)
        assert [(b.info, b.text) for b in english] == [(b.info, b.text) for b in chinese]
    lines = [page.read_text(encoding="utf-8").splitlines() for page in (README, CHINESE)]
    for mark in ("# ", "## ", "|"):
        counts = [sum(row.startswith(mark) for row in rows) for rows in lines]
        assert counts[0] == counts[1], f"{mark}: {counts}"


@pytest.mark.parametrize("page", [README, CHINESE], ids=["en", "zh"])
def test_what_it_counts_is_there(page: Path) -> None:
    """The numbers of messages and of sentences are those of the pages that list them."""
    rows = {"messages": r"^\| RK\d", "phrases": r"^\| `"}
    text = page.read_text(encoding="utf-8")
    for name, row in rows.items():
        listed = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
        assert re.search(rf"\b{len(re.findall(row, listed, re.MULTILINE))} ", text), name


@pytest.mark.parametrize("page", [README, CHINESE], ids=["en", "zh"])
def test_links(page: Path) -> None:
    """Files that the page points to are there."""
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        assert (ROOT / target).exists(), target
