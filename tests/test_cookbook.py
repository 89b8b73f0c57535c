"""Recipes of the cookbook are followed, the sentences of the cheat sheet read; the Chinese pages have the same."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.diagnostics import render
from rulekit.dsl.parser import parse
from rulekit.dsl.reader import Reader
from rulekit.dsl.scope import Scope
from rulekit.dsl.types import kind
from rulekit.loader import read_program
from rulekit.plugins import manager
from rulekit.rule_tests.runner import run_tests
from tests.blocks import Block, Shell, blocks, commands, fits
from tests.playing import ROOT, SHOGUN

DOCS = ROOT / "docs"
PAGES = ("cookbook", "cheat_sheet", "terms")
GAMES = {"Shogun": "shogun", "Tictactoe": "tic_tac_toe"}


def file_of(block: Block) -> str:
    return next(word.removeprefix("file:") for word in block.info if word.startswith("file:"))


RECIPES = {file_of(block): block for block in blocks(DOCS / "cookbook.md", "rules")}


def write(name: str, folder: Path) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(RECIPES[name].text, encoding="utf-8")
    return path


def laid(name: str, folder: Path) -> tuple[Path, list[Path]]:
    """A recipe in a folder: the game, and the variant if it is one."""
    path = write(name, folder)
    of = re.search(r'^variant .+? of ([A-Z][\w ]*?) "', RECIPES[name].text, re.MULTILINE)
    if of is None:
        return path.parent, []
    if of[1] in GAMES:
        return ROOT / "games" / GAMES[of[1]], [path]
    return write("fruit_stall/game.rules", folder).parent, [path]


@pytest.mark.slow
@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_is_right(name: str, tmp_path: Path) -> None:
    """Nothing is found in it, its tests hold, and a whole game goes to its end with it."""
    game, variants = laid(name, tmp_path)
    found, sources = rulekit.check(game, variants)
    assert not found, "\n".join(render(d, sources) for d in found)
    results = run_tests(game, variants)
    assert results, f"{name} has no test"
    assert all(r.ok for r in results), "\n".join(f"{r.title}: {r.message}" for r in results if not r.ok)
    match = rulekit.load(game, variants).start(seed=1)
    match.play_random(1)
    assert match.over


@pytest.mark.slow
def test_the_commands_print_what_is_shown(tmp_path: Path) -> None:
    shell = Shell(tmp_path, [])
    for name in RECIPES:
        write(name, shell.folder)
    for block in blocks(DOCS / "cookbook.md", "console"):
        for command, shown in commands(block):
            code, printed = shell.run(command)
            assert code == 0 and fits(shown, printed), f"{block}: {command} prints:\n{printed}"


@pytest.mark.parametrize("name", PAGES)
def test_the_chinese_page_has_the_same(name: str) -> None:
    """The same headings by level, and the same blocks."""
    english, chinese = DOCS / f"{name}.md", DOCS / "zh" / f"{name}.md"
    levels = [re.findall(r"^#+ ", p.read_text(encoding="utf-8"), re.MULTILINE) for p in (english, chinese)]
    assert levels[0] == levels[1]
    for language in ("rules", "console", "text"):
        one, other = blocks(english, language), blocks(chinese, language)
        assert [(b.info, b.text) for b in one] == [(b.info, b.text) for b in other]


# ---------------------------------------------------------------- the cheat sheet
CATEGORIES = ("S", "H", "R", "B", "BH", "A", "D", "L", "P", "M", "DH", "T")
MORE = "marks seen by all:\n  each province may be sacked\n"
IN_SIGHT = {"here": "province", "target": "province", "me": "player", "card": "planning-card"}


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """The words of SHOGUN, and the mark that the sheet declares."""
    folder = tmp_path_factory.mktemp("sheet") / "shogun"
    shutil.copytree(SHOGUN, folder, ignore=shutil.ignore_patterns("tests"))
    (folder / "more.rules").write_text(MORE, encoding="utf-8")
    return Reader(read_program(folder, manager.find_plugins().devices))


def reads(reader: Reader, sentence: str) -> bool:
    scope = Scope()
    for name, of in IN_SIGHT.items():
        scope = scope.bind(name, kind(of))
    tokens = parse(f"{sentence}\n", "sheet", [])[0].tokens
    if reader.matcher.complete(CATEGORIES, tokens, scope):
        return True
    found = (*reader.matcher.value(tokens, 0, scope), *reader.matcher.condition(tokens, 0, scope))
    return any(r.end == len(tokens) for r in found)


def sentences(page: Path) -> list[str]:
    """What stands in code before the explanation of each line."""
    rows = re.findall(r"^- ((?:`[^`]+`(?:, )?)+)[:：]", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [sentence for row in rows for sentence in re.findall(r"`([^`]+)`", row)]


def test_the_sentences_of_the_cheat_sheet_read(reader: Reader) -> None:
    said = sentences(DOCS / "cheat_sheet.md")
    assert len(said) >= 40 and not reads(reader, "here is a sentence that nobody says")
    assert not [sentence for sentence in said if not reads(reader, sentence)]
    assert said == sentences(DOCS / "zh" / "cheat_sheet.md")


# ---------------------------------------------------------------- the terms
def test_the_terms_are_in_order_and_the_same_in_chinese() -> None:
    english, chinese = (
        re.findall(r"^- \*\*([^*]+)\*\*", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
        for page in ("terms.md", "zh/terms.md")
    )
    assert english == sorted(english, key=str.lower) == chinese
