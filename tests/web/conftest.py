"""A server in this process with a database of its own; one in a process of its own, and a browser that looks at it."""

from __future__ import annotations

import re
import shutil
import warnings
from collections.abc import Generator, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from starlette.applications import Starlette

from rulekit.web import payload, registry, session
from rulekit.web.app import create_app
from tests.playing import ROOT
from tests.web.asking import TestClient
from tests.web.browsing import close_pages, seen_last
from tests.web.serving import STARTED, Server

FOLDERS = {"tic_tac_toe": ROOT / "games" / "tic_tac_toe", "shogun": ROOT / "games" / "shogun"}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """To what has failed it adds where pictures of the pages are, and the end of the logs of the servers."""
    if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
        told = [*seen_last(pictures(item.config), re.sub(r"\W+", "-", item.name))]
        call.excinfo.value.add_note("\n".join(told))
    return (yield)


def pictures(config: pytest.Config) -> Path:
    """Where pictures of pages are kept until the next run: beside what pytest keeps."""
    kept = getattr(config, "cache", None)
    return kept.mkdir("pages") if kept is not None else Path(mkdtemp(prefix="rulekit-pages-"))


@pytest.fixture(autouse=True)
def alone(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test finds the pages of another one, nor a server that another one has killed."""
    if "server" in request.fixturenames and not (server := request.getfixturevalue("server")).running:
        server.start()
    yield
    close_pages()
    STARTED[:] = [server for server in STARTED if server.running]


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


@pytest.fixture
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """For games that are to be the same to the byte: since when one is asked would differ at the turn of a second."""
    for module in (registry, session, payload):
        monkeypatch.setattr(module, "now", lambda: 1_000_000)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """``rulekit serve`` in a process of its own, the same for all tests: what it has compiled and laid out once is ready."""
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.kill()


OTHER_NAME = "--host-resolver-rules=MAP play.test 127.0.0.1"
"""A name of this machine under which browsers hold a page to be insecure, as that of a server at home without TLS"""


CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Programs that show pages; the first has no window of its own, and takes a fifth less time for the same"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, driven by Playwright. Skips where there is none, and says so, loudly."""
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if chromium is None:
        warnings.warn("no Chromium here: the page was NOT tried in a browser", stacklevel=1)
        pytest.skip("no Chromium on this machine")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", OTHER_NAME])
        yield browser
        browser.close()
