"""Who reads of a failure in a browser sees what the page showed and what the server wrote."""

from __future__ import annotations

import re
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.playing import ROOT
from tests.web.browsing import page_of, seen_last
from tests.web.serving import STARTED, Server, free_port

pytest_plugins = ["pytester"]
CONFTEST = "from tests.web.conftest import *\n"
WAITS = """
from tests.web.browsing import page_of

def test_waits(browser, server):
    page = page_of(browser, [])
    page.goto(f"{server.address}/")
    page.wait_for_selector("form.new")
    (server.folder / f"server-{server.port}.log").write_text("something went wrong here")
    page.evaluate("() => console.error('and here')")
    page.wait_for_selector(".nowhere", timeout=500)
"""


def test_the_message_of_a_wait_in_vain(
    pytester: pytest.Pytester, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the picture of the page is, and the end of the log."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(WAITS)
    done = pytester.runpytest_subprocess("-q")
    done.assert_outcomes(failed=1)
    told = done.stdout.str()
    assert "Timeout 500ms exceeded" in told and ".nowhere" in told
    found = re.search(r"page 1 at http://127\.0\.0\.1:\d+/: (\S+\.png)", told)
    assert found is not None, told
    assert Path(found[1]).read_bytes().startswith(b"\x89PNG")
    assert "and here" in told
    assert re.search(r"server-\d+\.log \(running\):\nE?\s+something went wrong here", told), told


def test_a_page_that_is_gone_is_told_of(browser: Any, tmp_path: Path) -> None:
    page = page_of(browser, ["it complained"])
    page.close()
    first, second, *_logs = seen_last(tmp_path, "gone")
    assert first.startswith("page 1 at about:blank: no picture, ") and second == "  it complained"


def test_ports_are_given_once() -> None:
    ports = [free_port() for _ in range(50)]
    assert len(set(ports)) == 50


def test_a_port_that_is_taken_is_changed(tmp_path: Path) -> None:
    """Some other program was quicker."""
    server = Server(tmp_path, ("games/tic_tac_toe",))
    with socket.socket() as other:
        other.bind(("127.0.0.1", server.port))
        server.start()
        assert server.port != other.getsockname()[1] and server.running and server in STARTED
    server.kill()
    assert "(ended with -9):" in server.log()


def test_a_server_that_does_not_come_up_says_why(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="the server does not come up") as failed:
        Server(tmp_path, ("games/nowhere",)).start()
    assert "games/nowhere" in str(failed.value)
