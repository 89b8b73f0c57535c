"""A server in this process, with a database of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rulekit.web.app import create_app
from tests.playing import ROOT

FOLDERS = {"tic_tac_toe": ROOT / "games" / "tic_tac_toe", "shogun": ROOT / "games" / "shogun"}


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def client(database: str) -> Iterator[TestClient]:
    with TestClient(create_app(FOLDERS, database), headers={"Sec-Fetch-Site": "same-origin"}) as client:
        yield client
