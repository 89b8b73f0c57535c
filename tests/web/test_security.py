"""Headers of security: all of them on what a browser shows as a page or keeps to itself, those that count on scripts."""

from __future__ import annotations

import pytest

from rulekit.web.security import HEADERS, OF_SCRIPTS
from tests.web.asking import TestClient
from tests.web.test_games import begin


@pytest.mark.parametrize(
    "path", ["/", "/games/x/1", "/join/x", "/static/table.html", "/static/icon.svg", "/api/v1/games", "/none"]
)
def test_pages_and_answers_have_all_headers(client: TestClient, path: str) -> None:
    found = client.get(path).headers
    assert all(found[name] == value for name, value in HEADERS.items())


@pytest.mark.parametrize("path", ["/static/table.js", "/static/style.css", "/static/words/zh-Hans.json"])
def test_scripts_have_those_that_are_about_them(client: TestClient, path: str) -> None:
    found = client.get(path).headers
    assert {name for name in HEADERS if name in found} == {*OF_SCRIPTS}
    assert all(found[name] == HEADERS[name] for name in OF_SCRIPTS)


def test_a_drawing_has_all_headers(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    found = client.get(f"/api/v1/games/{game}/seats/1/board.svg", headers=seats[0]).headers
    assert all(found[name] == value for name, value in HEADERS.items())
