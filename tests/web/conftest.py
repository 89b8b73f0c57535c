"""A server in this process with a database of its own; one in a process of its own, and a browser that looks at it."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rulekit.web.app import create_app
from tests.playing import ROOT
from tests.web.serving import Server

FOLDERS = {"tic_tac_toe": ROOT / "games" / "tic_tac_toe", "shogun": ROOT / "games" / "shogun"}


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def app(database: str) -> Starlette:
    return create_app(FOLDERS, database)


@pytest.fixture
def client(app: Starlette) -> Iterator[TestClient]:
    with TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}) as client:
        yield client


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """``rulekit serve`` in a process of its own."""
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, driven by Playwright. Skips where there is none, and says so, loudly."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        warnings.warn("no Chromium here: the page was NOT tried in a browser", stacklevel=1)
        pytest.skip("no Chromium on this machine")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()
