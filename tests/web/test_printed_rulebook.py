"""A rulebook on paper: two columns, in no more sheets than people print."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.rulebook.test_rulebook import book
from tests.web.browsing import page_of

MOST = {"shogun": 16, "most_dangerous_time": 50}
"""Pages of A4"""


@pytest.mark.parametrize("game", MOST)
def test_a_rulebook_is_printed_on_few_pages(browser: Any, tmp_path: Path, game: str) -> None:
    (tmp_path / "rules.html").write_text(book(game), encoding="utf-8")
    page = page_of(browser, [], viewport={"width": 700, "height": 1000})
    page.goto((tmp_path / "rules.html").as_uri())
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    page.emulate_media(media="print")
    sizes = page.evaluate("""() => [...document.querySelectorAll("figure, table, .card, li")]
        .filter((x) => x.scrollWidth > x.clientWidth + 1).map((x) => x.className || x.tagName)""")
    assert max(int(count) for count in re.findall(rb"/Count (\d+)", printed)) <= MOST[game]
    assert sizes == []
