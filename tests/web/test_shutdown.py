"""The server ends on SIGTERM and Ctrl-C, whatever pages are open and whatever work is in progress."""

from __future__ import annotations

import signal
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from rulekit.plugins.manager import NAMED
from rulekit.web.client import SeatClient, begin
from tests import patience
from tests.web.serving import Server

ENDLESS = """
import time

import rulekit.web.analysis


def endless(*what):
    print("thinks", flush=True)
    while True:
        time.sleep(0.01)


rulekit.web.analysis._shown = endless
"""
LINES = 30
SECONDS = 5.0
"""So long it may take to end; what would be a reason to kill it"""


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, games=("games/tic_tac_toe",))
    yield server
    server.kill()


@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 130)])
def test_open_pages_are_let_go(own: Server, how: signal.Signals, code: int) -> None:
    own.start()
    (seat, *_) = begin(own.address, game="tic_tac_toe", bots={"2": "mcts:hard"})
    lines = [_line(seat) for _ in range(LINES)]
    seat.choose("B2")
    assert own.end(how, SECONDS) == code, own.log()
    assert "stopped" in own.log(), f"the deadline came before an orderly end: {own.log()}"
    assert "Traceback" not in own.log(), own.log()
    for line in lines:
        line.join(patience.seconds(60))
        assert not line.is_alive()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_endless_work_is_not_waited_for(
    own: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS, encoding="utf-8")
    monkeypatch.setenv(NAMED, str(tmp_path / "endless.py"))
    own.start()
    (seat, *_) = begin(own.address, game="tic_tac_toe")
    seat.choose("B2")
    work = threading.Thread(target=_tried, args=(seat,))
    work.start()
    patience.until(lambda: "thinks" in own.log(), "the endless work")
    assert own.end(how, SECONDS) == 128 + how and "Traceback" not in own.log()
    work.join()
    monkeypatch.delenv(NAMED)
    own.start()
    assert seat.look().view.waiting == ["Nought"], "what was answered was stored"


def _tried(seat: SeatClient) -> None:
    with suppress(OSError):
        seat._ask(f"{seat.path}/analysis", dict, {"line": []})


def _line(seat: SeatClient) -> threading.Thread:
    """A page that listens until the line ends."""
    request = urllib.request.Request(f"{seat.server}{seat.path}/events", headers=seat._headers())
    stream = urllib.request.urlopen(request, timeout=patience.seconds(60))

    def read() -> None:
        with suppress(OSError):
            stream.read()

    thread = threading.Thread(target=read)
    thread.start()
    return thread
