"""What the tests of the engine share: how quick this machine is just now, measured before any process of the run has begun."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from tests import patience


def pytest_configure(config: pytest.Config) -> None:
    """The other processes of the run, and what they start, have the variable from this one.

    A run in the background, as under nohup, ignores signals, and so would what it starts: tests send them.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        patience.pace()


def pytest_report_header() -> str:
    """Says it where a run begins, so that whoever reads of a limit knows what it was."""
    return f"pace (waiting, work): {patience.pace()}"
