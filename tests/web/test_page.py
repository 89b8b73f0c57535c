"""The page's own files: every text in every language, libraries as they were published, small enough for a slow line."""

from __future__ import annotations

import hashlib
import json
import re
import zlib

import pytest

from rulekit.web.app import STATIC
from rulekit.web.openapi import description
from rulekit.web.routes import ROUTES

SCRIPTS = sorted(STATIC.glob("*.js"))
TEXT = re.compile(r'\bt\("([^"]+)"')
MOST = 60_000
"""Bytes of the page's own scripts, compressed"""


def test_every_text_is_in_every_catalogue() -> None:
    said = {text for path in SCRIPTS for text in TEXT.findall(path.read_text(encoding="utf-8"))}
    for catalogue in (STATIC / "words").glob("*.json"):
        words = json.loads(catalogue.read_text(encoding="utf-8"))
        assert set(words) == said, catalogue.name
        for text, translated in words.items():
            assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", translated)), text


def test_libraries_are_unchanged() -> None:
    told = (STATIC / "vendor" / "README.md").read_text(encoding="utf-8")
    assert hashlib.sha256((STATIC / "vendor" / "preact-htm.js").read_bytes()).hexdigest() in told


def test_the_scripts_are_small() -> None:
    assert sum(len(zlib.compress(path.read_bytes())) for path in SCRIPTS) < MOST


@pytest.mark.parametrize("name", ["lobby.html", "table.html"])
def test_pages_hold_no_script_and_no_style_of_their_own(name: str) -> None:
    text = (STATIC / name).read_text(encoding="utf-8")
    assert "<style" not in text and not re.search(r"<script(?![^>]*\bsrc=)", text) and " on" not in text


def test_the_description_names_every_route() -> None:
    paths = description(ROUTES)["paths"]
    assert "post" in paths["/api/v1/games/{game}/seats/{seat}/choices"]
    for operations in paths.values():
        for operation in operations.values():
            assert operation["summary"].endswith("."), operation["operationId"]
