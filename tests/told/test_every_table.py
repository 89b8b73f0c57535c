"""The same match tells the same at the prompts, at the full screen and in the browser: a whole game, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import groupby

import pytest
from rich.console import Console

from rulekit.cli.screen import Screen
from rulekit.tabletop.page import Page, TableGroup
from rulekit.tabletop.story import told
from rulekit.tabletop.story_page import story_page
from rulekit.tabletop.texts import Texts
from rulekit.web.state import LineState
from rulekit.web.story_cache import lines
from tests.told.reading import GAMES, LANGUAGES, read

TABLE = "a table"
"""Placeholder for a scoring, or for rows, which each table sets in columns of its own"""


def at_the_prompts(name: str, lang: str) -> list[str]:
    match, reader, _ = read(name, lang)
    texts = Texts(lang)
    return [*_shown(story_page(texts, match, reader), texts)]


def _shown(page: Page, texts: Texts) -> Iterator[str]:
    for block in page.blocks:
        screen, written = Screen(plain=True), StringIO()
        screen.console = Console(file=written, width=1000, markup=False, highlight=False, emoji=False)
        screen.draw(Page([block]), texts)
        yield TABLE if isinstance(block, TableGroup) else written.getvalue().strip()


def at_the_full_screen(name: str, lang: str) -> list[str]:
    match, reader, _ = read(name, lang)
    found = told(match, reader, 0, Texts(lang), lang, None)
    return [TABLE if line.table is not None else line.text for line in found]


def in_the_browser(name: str, lang: str) -> list[str]:
    match, reader, _ = read(name, lang)
    return [*_texts(lines(match.story(reader, lang=lang), reader, {}))]


def _texts(found: Iterable[LineState]) -> Iterator[str]:
    def table(line: LineState) -> str:
        return line.score.mark if line.score is not None else "row" if line.sort == "row" else ""

    for mark, run in groupby(found, table):
        together = list(run)
        if mark == "row" or (mark and len(together) > 1):
            yield TABLE
            continue
        for line in together:
            yield "".join(part if isinstance(part, str) else part.name for part in line.parts)
            yield from _texts(line.inside)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_table_tells_the_same(name: str, lang: str) -> None:
    prompts, browser = at_the_prompts(name, lang), in_the_browser(name, lang)
    assert len(prompts) > 50 and prompts == at_the_full_screen(name, lang)
    assert prompts == browser


@pytest.mark.parametrize("name", GAMES)
def test_the_ledger_is_the_journal(name: str) -> None:
    match, reader, _ = read(name)
    ledger = match.story(reader, level="ledger")
    assert [x.text for x in ledger] == [text for entry in match.journal if (text := entry.text(viewer=reader))]
    assert {x.rule for x in ledger} <= {entry.rule for entry in match.journal}
    assert [x.entries[0] for x in ledger] == sorted({x.entries[0] for x in ledger})
