"""A short game at a real terminal: a pseudo-terminal with the whole program behind it."""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from pathlib import Path

import pytest

import rulekit
from rulekit import __main__ as program
from rulekit.tabletop import save_files
from tests import patience

pty = pytest.importorskip("pty")

PROMPTS = "import rulekit.tui; rulekit.tui.available = lambda: False; from rulekit.__main__ import main; main()"
"""The program where textual is not installed."""
SILENCE = 30
"""Seconds in which the program has to write something, or to end"""
PROGRAM = "from rulekit.__main__ import main; main()"


class Terminal:
    """Types, waits for what should appear, and tells how it ended."""

    def __init__(self, *args: object, lang: str = "C.UTF-8", program: str = PROMPTS) -> None:
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            env = {**os.environ, "TERM": "xterm", "LANG": lang, "COLUMNS": "100", "LINES": "40"}
            os.execve(sys.executable, [sys.executable, "-c", program, *map(str, args)], env)
        self.seen = ""

    def until(self, text: str) -> str:
        """What appears up to and with a text; fails when it does not come."""
        while text not in self.seen:
            more = self._read()
            if not more:
                raise AssertionError(f"{text!r} did not appear in {self.seen!r}")
            self.seen += more.decode("utf-8", "replace")
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def _read(self) -> bytes:
        """What comes next; nothing where the program has ended. One that neither writes nor ends is stopped."""
        ready, _, _ = select.select([self.handle], [], [], patience.seconds(SILENCE))
        if not ready:
            os.kill(self.pid, signal.SIGKILL)
        try:
            return os.read(self.handle, 4096) if ready else b""
        except OSError:  # how Linux says that the program has ended
            return b""

    def type(self, line: str) -> None:
        os.write(self.handle, f"{line}\n".encode())

    def end(self) -> int:
        """The exit code."""
        while more := self._read():
            self.seen += more.decode("utf-8", "replace")
        _, status = os.waitpid(self.pid, 0)
        os.close(self.handle)
        return os.waitstatus_to_exitcode(status)


def test_a_short_session(orchard: Path) -> None:
    screen = Terminal("play", orchard, "--players", 2, "--seed", 5)
    screen.until("Anna (you), Ben (bot random)")
    shown = screen.until("Anna: which token do you bid?")
    assert "─" in shown and "\x1b[" in shown  # boxes and colours
    screen.type("2")
    screen.until("and the other hand?")
    screen.type("undo")
    screen.until("Taken back;")
    screen.until("which token do you bid?")
    screen.type("?")
    screen.until("why an option is not allowed")
    screen.type("quit")
    screen.until("Go on with: rulekit play")
    assert screen.end() == 0


def test_the_full_screen_opens_where_textual_is(orchard: Path) -> None:
    screen = Terminal("play", orchard, "--players", 2, "--seed", 5, program=PROGRAM)
    assert "\x1b[?1049h" in screen.until("which token do you bid?")  # the screen of programs, not that of the shell
    os.write(screen.handle, b"\x11")  # Ctrl-Q
    screen.until("\x1b[?1049l")
    assert screen.end() == 0


def test_without_textual_the_prompts_say_how_to_get_the_full_screen(orchard: Path) -> None:
    screen = Terminal("play", orchard, "--players", 2, "--seed", 5)
    screen.until("with a map: ")
    screen.until("[tui]")
    screen.until("which token do you bid?")
    screen.type("quit")
    assert screen.end() == 0


def test_plain_has_neither_colours_nor_boxes(orchard: Path) -> None:
    screen = Terminal("play", orchard, "--players", 2, "--seed", 5, "--plain")
    shown = screen.until("Anna: which token do you bid?")
    assert "─" not in shown and "\x1b[" not in shown.replace("\x1b[?2004h", "")
    screen.type("quit")
    assert screen.end() == 0


SIGHTS: dict[str, list[str | None]] = {
    "as soon as it has begun": ["Anna (you), Ben"],
    "while the question is shown": ["which token do you bid?"],
    "at the prompt": ["which token do you bid?", "> "],
    "at the second question": ["which token do you bid?", "> ", None, "and the other hand?"],
    "at the second prompt": ["which token do you bid?", "> ", None, "and the other hand?", "> "],
}
"""What has been seen when Ctrl-C comes; None is where an answer is typed."""


@pytest.mark.parametrize("when", SIGHTS)
def test_ctrl_c_keeps_the_game_and_exits_with_130(when: str, orchard: Path, home: Path) -> None:
    screen = Terminal("play", orchard, "--players", 2, "--seed", 5)
    for sight in SIGHTS[when]:
        if sight is None:
            screen.type("1")
        else:
            screen.until(sight)
    os.kill(screen.pid, signal.SIGINT)
    said = screen.until("Go on with: rulekit play")
    assert screen.end() == 130
    assert "Traceback" not in said + screen.seen
    (kept,) = (home / "saves").iterdir()
    assert rulekit.load(orchard).resume({k: v for k, v in save_files.read(kept).items() if k != save_files.TABLE}).asks


def test_ctrl_c_again_and_again_does_not_disturb_the_farewell(orchard: Path, home: Path) -> None:
    screen = Terminal("play", orchard, "--players", 2, "--seed", 5)
    screen.until("which token do you bid?")
    for _ in range(20):
        os.kill(screen.pid, signal.SIGINT)
        time.sleep(0.001)  # so that they are not heard as one
    screen.until("Go on with: rulekit play")
    assert screen.end() == 130
    assert "Traceback" not in screen.seen
    assert len(list((home / "saves").iterdir())) == 1


def test_ctrl_c_before_the_game_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulekit.cli.main", interrupted)
    monkeypatch.setattr(program, "_hear_nothing_more", lambda: None)  # the tests go on,
    monkeypatch.setattr("gc.freeze", lambda: None)  # and what they let go of is to be found
    with pytest.raises(SystemExit) as end:
        program.main()
    assert end.value.code == 130


def test_ctrl_d_leaves(orchard: Path) -> None:
    screen = Terminal("play", orchard, "--players", 2, "--seed", 5)
    screen.until("> ")
    os.write(screen.handle, b"\x04")
    screen.until("Go on with: rulekit play")
    assert screen.end() == 0


def test_auto_needs_nobody_at_a_terminal(orchard: Path) -> None:
    screen = Terminal("play", orchard, "--auto", "--seed", 5)
    screen.until("The game is over.")
    assert screen.end() == 0


def test_a_terminal_that_knows_no_chinese_is_no_reason_to_stop(orchard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    monkeypatch.setenv("PYTHONUTF8", "0")
    screen = Terminal("play", orchard, "--seed", 5, "--lang", "zh-Hans")
    screen.until("> ")
    screen.type("quit")
    assert screen.end() == 0


@pytest.mark.parametrize("reader", ["readline", "plain"])
def test_changed_rules_come_while_one_is_asked(reader: str, orchard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody presses a key; what was half typed was meant for the old question."""
    if reader == "plain":
        (orchard.parent / "readline.py").write_text("raise ImportError")  # as where Python has no readline
        monkeypatch.setenv("PYTHONPATH", str(orchard.parent))
    rules = orchard / "game.rules"
    screen = Terminal("play", orchard, "--players", 2, "--seed", 5, "--watch")
    screen.until("which token do you bid?")
    screen.until("> ")
    os.write(screen.handle, b"99")
    rules.write_text(rules.read_text("utf-8").replace("which token do you bid?", "which token shall it be?"), "utf-8")
    screen.until("Nothing that has happened so far changes.")
    screen.until("which token shall it be?")
    screen.until("> ")
    rules.write_text(rules.read_text("utf-8").replace("raise round by 1", "rise round by 1"), "utf-8")
    screen.until("the game goes on under the old ones")
    screen.until("> ")
    screen.type("1")
    screen.until("and the other hand?")
    screen.type("quit")
    assert screen.end() == 0
