"""The buttons beside a board lie where they cover nothing of it, if there is such a corner."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit.web.client import begin
from tests.web.browsing import page_of
from tests.web.serving import Server

COVERED = """() => {
    const box = document.querySelector(".zoom").getBoundingClientRect();
    return [...document.querySelectorAll(".map [data-place]")].filter(node => {
        const r = node.getBoundingClientRect();
        return r.left < box.right && r.right > box.left && r.top < box.bottom && r.bottom > box.top;
    }).map(node => node.dataset.place);
}"""
GAMES = ("chess", "backgammon", "hnefatafl")


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(Path(tmp_path_factory.mktemp("boards")), tuple(f"games/{game}" for game in GAMES))
    server.start()
    yield server
    server.kill()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(390, 844), (1400, 900)])
def test_no_place_is_covered(browser: Any, boards: Server, game: str, size: tuple[int, int]) -> None:
    page = page_of(browser, [], viewport={"width": size[0], "height": size[1]})
    page.goto(begin(boards.address, game=game, players=2, seed=1)[0].link)
    page.wait_for_selector(".map [data-place]")
    page.wait_for_function(f"() => ({COVERED})().length === 0")
