"""How the files of the pages are sent: compressed once, and what else is compressed."""

from __future__ import annotations

import urllib.request
from pathlib import Path

import brotli
import pytest
from starlette.exceptions import HTTPException

from rulekit.web.app import STATIC
from rulekit.web.client import begin
from rulekit.web.static_files import ScriptFiles
from tests.web.asking import TestClient
from tests.web.serving import Server


@pytest.fixture(scope="module")
def files() -> ScriptFiles:
    files = ScriptFiles(STATIC)
    files.compress()
    return files


@pytest.mark.parametrize("name", ["table.js", "table.css", "vendor/preact-htm.js"])
def test_scripts_and_styles_are_sent_in_brotli_to_who_reads_it(files: ScriptFiles, name: str) -> None:
    """The same text, in fewer bytes than a server that compresses while somebody waits would send."""
    client = TestClient(files)
    plain = client.get(f"/{name}", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    sent = client.get(f"/{name}", headers={"accept-encoding": "gzip, br"})
    assert sent.headers["content-encoding"] == "br" and sent.headers["vary"] == "Accept-Encoding"
    assert sent.text == plain.text and sent.headers["last-modified"] == plain.headers["last-modified"]
    assert int(sent.headers["content-length"]) < len(brotli.compress(plain.content, quality=5))


@pytest.mark.parametrize("accepted", ["", "gzip", "br;q=0", "br; q=0.00, gzip", "brotli"])
def test_who_does_not_read_brotli_is_sent_none(files: ScriptFiles, accepted: str) -> None:
    answer = TestClient(files).get("/table.js", headers={"accept-encoding": accepted})
    assert "content-encoding" not in answer.headers and answer.text.startswith("import")


@pytest.mark.parametrize("accepted", ["br", "gzip;q=0.5, br;q=0.1", "deflate,BR"])
def test_who_reads_brotli_says_so_in_many_ways(files: ScriptFiles, accepted: str) -> None:
    assert TestClient(files).get("/table.js", headers={"accept-encoding": accepted}).headers["content-encoding"] == "br"


def test_a_page_names_its_scripts_by_a_version_that_changes_with_them(tmp_path: Path) -> None:
    """Browsers keep them for good; after an upgrade they have other names, and none is mixed with one of before."""
    (tmp_path / "table.html").write_text('<script type="module" src="/static/table.js"></script>')
    script = tmp_path / "table.js"
    script.write_text('import "./parts.js";')
    (tmp_path / "parts.js").write_text("const a = 1;")
    files = ScriptFiles(tmp_path)
    client = TestClient(files)
    before = files.version()
    assert f'src="/static/{before}/table.js"' in bytes(files.page("table.html").body).decode()
    kept = client.get(f"/{before}/table.js")
    assert kept.headers["cache-control"] == "max-age=31536000, immutable"
    assert kept.text == client.get("/table.js").text and client.get("/table.js").headers["cache-control"] == "no-cache"
    (tmp_path / "parts.js").write_text("const a = 2;")
    assert files.version() != before
    assert client.get(f"/{before}/table.js").headers["cache-control"] == "no-cache", "a page of before, still open"
    with pytest.raises(HTTPException, match="404"):
        client.get("/v-nothing/table.js")


@pytest.mark.parametrize(("path", "encoding"), [("", "br"), ("/board.svg", "br"), ("/events?states=1", None)])
def test_answers_are_compressed_and_news_are_not(server: Server, path: str, encoding: str | None) -> None:
    """A page holds a line for news open all the time: a compressor for each would take memory."""
    seat = begin(server.address, game="shogun", players=3, seed=7)[0]
    request = urllib.request.Request(
        f"{server.address}{seat.path}{path}",
        headers={"Authorization": f"Bearer {seat.token}", "Accept-Encoding": "br"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.headers["content-encoding"] == encoding
