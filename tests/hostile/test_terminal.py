"""Nothing foreign drives the terminal, and a terminal that takes nothing ends a command with a message."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from rulekit.characters import cleaned, cleaned_json, hidden, one_line
from rulekit.cli.screen import Screen
from rulekit.diagnostics import Diagnostic, Span, UserError, render
from rulekit.tabletop.board import Sheet
from rulekit.tabletop.columns import TextColumn
from rulekit.tabletop.page import Page
from rulekit.tabletop.texts import Texts
from rulekit.terminal.pages import in_panel
from tests import patience
from tests.hostile.running import run
from tests.playing import ROOT, TOY

ESCAPES = (
    "\x1b[31m",
    "\x1b]0;title\x07",
    "\x9b2J",
    "\u202e",
    "\u2066",
    "\u2028",
    "\x00",
    "\x7f",
    "\ud800",
    "\u200b",
    "\r",
)
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="names and devices as there are on POSIX")

PLUGIN = """
from rulekit.plugins.devices import Word
from rulekit.plugins.hookspecs import hookimpl

class Loud:
    name = "loud"
    doc = "A \\x1b[31mred\\u202e device."
    parameters = ()
    words = ()
    def stores(self, parameters): return []
    def bind(self, setting): return {}

@hookimpl
def rulekit_devices():
    return [Loud()]
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    shutil.copytree(TOY, tmp_path / "toy")
    return tmp_path / "toy"


@pytest.mark.parametrize("escape", ESCAPES, ids=ascii)
def test_foreign_texts_are_cleaned(escape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"Al{escape}der"
    assert hidden(text) == 2
    for made in (cleaned(text), one_line(text), str(UserError(text, text))):
        assert hidden(made) is None
    assert json.loads(cleaned_json(json.dumps(text, ensure_ascii=False))) == text
    told = render(Diagnostic("RK101", text, Span(f"{text}.rules", 1, 1, 9), text), {f"{text}.rules": f"  {text}"})
    assert hidden(told) is None
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stdout", shown)
    screen = Screen(plain=True)
    screen.line(text)
    page = Page()
    page.choices([(1, text)])
    page.tables([Sheet([TextColumn(text, [text]), TextColumn(text, [text])], text)])
    screen.draw(page, Texts("en"))
    Console(file=shown).print(in_panel(page, Texts("en"), screen.console, 80))
    assert hidden(shown.getvalue()) is None and "Al" in shown.getvalue()


@pytest.mark.parametrize("text", ["山城 “中文” — é", "a\tb\nc", "👨‍👩‍👧", "می‌خواهم"])
def test_texts_that_show_themselves_stay(text: str) -> None:
    assert cleaned(text) == text == cleaned_json(text) and hidden(text) is None


def test_below_a_cleaned_row_the_mark_is_in_its_place() -> None:
    rows = render(Diagnostic("RK101", "x", Span("f", 1, 4, 5)), {"f": "a\x1bb!"}).split("\n")
    assert rows[1].index("!") == rows[2].index("^")


@POSIX
@pytest.mark.parametrize("words", ["replay {}", "check {}", "play {}", "test {}", "play toy --resume {}",
                                   "check toy --variant {}", "explain {}", "fmt {}"])  # fmt: skip
def test_what_the_user_typed(words: str, toy: Path) -> None:
    odd = "x\x1b[31m\u202e.json"
    done = run(toy.parent, *(word.format(odd) for word in words.split()))
    assert done.status in (1, 2) and hidden(done.err) is None and "internal error" not in done.err


@POSIX
def test_a_folder_with_an_escape_in_its_name(toy: Path) -> None:
    odd = toy.rename(toy.with_name("t\x1b[31moy\u202e"))
    (odd / "x.rules").write_text("nonsense\n", encoding="utf-8")
    done = run(odd.parent, "check", odd.name)
    assert done.status == 1 and hidden(done.out) is None and "RK" in done.out
    (odd / "x.rules").unlink()
    done = run(odd.parent, "play", odd.name, "--auto", "--seed", "1", "--save", "s\x1b[31m.json", "--plain")
    assert done.status == 0 and hidden(done.out) is None
    assert run(odd.parent, "replay", "s\x1b[31m.json", "--verify").status == 0


def test_the_text_of_a_device(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(PLUGIN, encoding="utf-8")
    done = run(tmp_path, "--plugin", str(tmp_path / "loud.py"), "plugins", "--plain")
    assert done.status == 0 and "red" in done.out and hidden(done.out) is None


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")
@pytest.mark.parametrize("words", [["check", "toy"], ["check", "--json", "toy"], ["--help"], ["--version"], ["test", "toy"],
                                   ["play", "toy", "--auto", "--seed", "1"], ["plugins"], ["explain", "RK101"]],
                         ids=" ".join)  # fmt: skip
@pytest.mark.parametrize("where", ["full", "closed"])
def test_standard_output_that_takes_nothing(words: list[str], where: str, toy: Path) -> None:
    around = {**os.environ, "PYTHONPATH": str(ROOT)}
    order = f'exec "$0" -m rulekit "$@" {">/dev/full" if where == "full" else ">&-"}'
    done = subprocess.run(
        ["sh", "-c", order, sys.executable, *words],
        cwd=toy.parent, env=around, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False,
        timeout=patience.seconds(60),
    )  # fmt: skip
    assert len(done.stderr.splitlines()) <= 1 and "internal error" not in done.stderr, done.stderr
    if where == "full":
        assert done.returncode == 1 and "could not be written" in done.stderr
    else:
        assert done.returncode == 0
