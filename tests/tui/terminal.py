"""A real terminal of a given size, held by tmux: what is typed into it, and what stands on its screen."""

from __future__ import annotations

import operator
import re
import shlex
import shutil
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from time import monotonic, sleep

from attrs import frozen

from tests import patience
from tests.playing import ROOT

TMUX = shutil.which("tmux")
PATIENCE = 60.0
"""Seconds in which a screen has to come, on a quick machine"""


@frozen
class Terminal:
    """``server``: the name of the tmux server, so that it stands beside all others."""

    server: str

    def tmux(self, *arguments: str) -> str:
        done = subprocess.run(["tmux", "-L", self.server, *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    def type(self, line: str) -> None:
        """A line, then Enter."""
        self.tmux("send-keys", "-l", line)
        self.tmux("send-keys", "Enter")

    def screen(self, colours: bool = False) -> str:
        return self.tmux("capture-pane", "-p", *(["-e"] if colours else []))

    def until(self, wanted: Callable[[str], bool]) -> str:
        """The first screen that is wanted, when it no longer changes. Raises TimeoutError where none comes."""
        end, last = monotonic() + patience.seconds(PATIENCE), ""
        while monotonic() < end:
            now = self.screen()
            if now == last and wanted(now):
                return now
            last = now
            sleep(0.3)
        raise TimeoutError(last)


@contextmanager
def terminal(size: tuple[int, int], command: str, environment: Mapping[str, str]) -> Iterator[Terminal]:
    """A terminal in which a command of rulekit runs."""
    made = Terminal(f"rulekit-{uuid.uuid4().hex[:8]}")
    words = shlex.join(f"{name}={value}" for name, value in environment.items())
    width, height = map(str, size)
    order = f"cd {shlex.quote(str(ROOT))} && env {words} {shlex.quote(sys.executable)} -m rulekit {command}"
    run = f"{order}; sleep {patience.seconds(PATIENCE):.0f}"  # so that the last screen can be read
    made.tmux("-f", "/dev/null", "new-session", "-d", "-x", width, "-y", height, run)
    try:
        yield made
    finally:
        with suppress(subprocess.CalledProcessError):  # it ends by itself when its command has ended
            made.tmux("kill-server")


def season(table: Terminal, name: str) -> str:
    """Plays the season that has begun by keys alone: the plan by chance and a bid, then the first answer to every question.

    The screen on which the next season is planned.
    """
    planning = re.compile(r"which card\?")
    table.until(lambda s: name in s and planning.search(s) is not None)
    table.type("rest random")
    table.until(lambda s: "your bid: –" not in s)
    table.type("done")
    for _ in range(40):
        now = table.until(lambda s: "?" in s.rpartition("─")[2] or "which" in s or "how many" in s)
        if name not in now.partition("\n")[0] and planning.search(now):
            return now
        table.type("1")
        table.until(partial(operator.ne, now))
    raise AssertionError(table.screen())
