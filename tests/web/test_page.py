"""The page's own files: every text in every language, libraries as they were published, small enough for a slow line."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import zlib
from pathlib import Path
from typing import Any

import pytest

from rulekit.web.app import STATIC
from rulekit.web.static_files import without_comments
from tests.web.asking import TestClient
from tests.web.browsing import page_of
from tests.web.npm import NPM, tools

SCRIPTS = sorted(STATIC.glob("*.js"))
MOST = 65_000
"""Bytes of the page's own scripts, compressed; what the first view loads of them has a limit of its own in test_pictures"""


def test_libraries_are_unchanged() -> None:
    told = (STATIC / "vendor" / "README.md").read_text(encoding="utf-8")
    assert hashlib.sha256((STATIC / "vendor" / "preact-htm.js").read_bytes()).hexdigest() in told


def test_the_scripts_are_small() -> None:
    assert sum(len(zlib.compress(without_comments(path, 0).encode())) for path in SCRIPTS) < MOST


COMPILED = """
const [typescript, ...texts] = JSON.parse(require("fs").readFileSync(0, "utf-8"));
const options = {compilerOptions: {removeComments: true, target: "es2022"}};
console.log(JSON.stringify(texts.map(text => require(typescript).transpileModule(text, options).outputText)));
"""
"""Scripts as the compiler of TypeScript writes them without comments"""


def test_what_scripts_say_to_their_readers_is_not_sent(client: TestClient) -> None:
    """And nothing else is left out: the compiler of TypeScript makes the same of what is sent and of what was written, but for
    indents within templates."""
    written = [path.read_text(encoding="utf-8") for path in SCRIPTS]
    sent = [client.get(f"/static/{path.name}").text for path in SCRIPTS]
    assert not any("/**" in text for text in sent)
    asked = json.dumps([str(tools() / "typescript"), *written, *sent])
    ran = subprocess.run(["node", "-e", COMPILED], input=asked, capture_output=True, text=True, check=True)
    compiled = [re.sub(r"\n +", "\n", text) for text in json.loads(ran.stdout)]
    assert compiled[: len(written)] == compiled[len(written) :]
    assert client.get("/static/vendor/preact-htm.js").content == (STATIC / "vendor" / "preact-htm.js").read_bytes()


RULES = """texts => texts.map(text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].map(rule => rule.cssText.replaceAll(", ", ","));
})"""


@pytest.mark.browser
@pytest.mark.parametrize("path", sorted(STATIC.glob("*.css")), ids=lambda path: path.name)
def test_a_browser_reads_the_same_styles(browser: Any, path: Path) -> None:
    """Without the comments and spaces that are not sent; in values with variables a browser keeps the spaces behind commas."""
    written, sent = path.read_text(encoding="utf-8"), without_comments(path, 0)
    before, after = page_of(browser, []).evaluate(RULES, [written, sent])
    assert len(before) > 9 and before == after and len(sent) < len(written)


@pytest.mark.parametrize("name", ["lobby.html", "host.html", "table.html"])
def test_pages_hold_no_script_and_no_style_of_their_own(name: str) -> None:
    text = (STATIC / name).read_text(encoding="utf-8")
    assert "<style" not in text and not re.search(r"<script(?![^>]*\bsrc=)", text) and " on" not in text


def test_the_scripts_are_typed() -> None:
    """As the JSDoc comments say it: what tsc finds in them with all of its checks."""
    tsc = tools() / "typescript" / "bin" / "tsc"
    found = subprocess.run(["node", tsc, "-p", NPM / "tsconfig.json"], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def needed(path: Path, seen: set[Path]) -> set[Path]:
    """The scripts that one imports, itself or through others."""
    for found in re.findall(r'from "\./([\w/.-]+\.js)"', path.read_text(encoding="utf-8")):
        other = (path.parent / found).resolve()
        if other not in seen:
            seen.add(other)
            needed(other, seen)
    return seen


def preloaded(name: str, priority: str = "") -> set[Path]:
    text = (STATIC / name).read_text(encoding="utf-8")
    return {
        (STATIC / found).resolve() for found in re.findall(rf'"modulepreload"{priority} href="/static/([^"]+)"', text)
    }


@pytest.mark.parametrize("name", ["lobby", "table", "join"])
def test_a_page_asks_for_all_of_its_scripts_at_once(name: str) -> None:
    """Else each would be asked for when the one that needs it has come."""
    assert preloaded(f"{name}.html") == needed(STATIC / f"{name}.js", set())


def test_the_page_of_a_link_loads_the_table_meanwhile() -> None:
    """The line has nothing else to do while the seat is taken."""
    table = STATIC / "table.js"
    assert preloaded("join.html") | preloaded("join.html", ' fetchpriority="low"') == needed(table, {table})
