"""Plugins at fault in ways that are easily missed: they are named, and the match stays as it was."""

from __future__ import annotations

import json
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import rulekit
from rulekit import bots
from rulekit.bots import Seat
from rulekit.cli import main
from rulekit.diagnostics import UserError
from rulekit.plugins.contracts import PluginFault
from rulekit.plugins.hookspecs import hookimpl
from rulekit.plugins.manager import NAMED, find_plugins
from tests.playing import ROOT, TOY, game
from tests.plugins.test_contracts import GAME, Imp, brought

TIC = str(ROOT / "games" / "tic_tac_toe")


class Mute(Exception):
    """An exception whose text raises."""

    def __str__(self) -> str:
        raise RuntimeError("no text")

    __repr__ = __str__


class Loud(Exception):
    """An exception with a text that drives the terminal."""

    def __str__(self) -> str:
        return "\x1b[2J" + "x" * 100_000


class Rude(BaseException):
    """No Exception, so that `except Exception` lets it through."""


class Nameless:
    def __repr__(self) -> str:
        raise RuntimeError("no text")


def writes(s: list[int]) -> int:
    s[0] += 1
    return 1


def grows(s: list[int]) -> int:
    s.append(1)
    return 1


def raising(error: BaseException) -> Callable[..., Any]:
    def function(*_: Any) -> Any:
        raise error

    return function


def fault(caught: pytest.ExceptionInfo[UserError], who: str) -> None:
    text = str(caught.value)
    assert who in text and "\x1b" not in text and len(text) < 2_500


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    (tmp_path / "fair.rules").write_text(GAME, encoding="utf-8")
    return tmp_path


VALUES: dict[str, tuple[Callable[..., Any], str]] = {
    "writes": (writes, "changes the game, and should only look at it"),
    "grows": (grows, "changes the game, and should only look at it"),
    "mute": (raising(Mute()), "failed in "),
    "loud": (raising(Loud()), "Loud: "),
    "leaves": (raising(SystemExit(0)), "SystemExit"),
    "rude": (raising(Rude()), "Rude"),
    "nameless": (lambda s: Nameless(), "gives a Nameless"),
}


@pytest.mark.parametrize("how", VALUES)
def test_a_value_word(how: str, fair: Path) -> None:
    value, said = VALUES[how]
    match = rulekit.load(fair, found=brought(Imp(luck=value))).start()
    before = match.copy()
    with pytest.raises(PluginFault) as caught:
        match.choose(match.decisions[0], "1")
    fault(caught, "the plugin naughty is at fault: the device imp: ")
    assert said in caught.value.message
    assert match == before


@pytest.mark.parametrize("error", [Mute(), Loud(), Rude(), SystemExit(3)], ids=lambda e: type(e).__name__)
def test_a_hook_and_a_property_that_fail(error: BaseException) -> None:
    class Odd(Imp):
        @property
        def words(self) -> Any:  # type: ignore[override]
            raise error

    with pytest.raises(PluginFault) as caught:
        brought(Odd())
    fault(caught, "the plugin naughty is at fault")
    module: Any = types.ModuleType("odd")
    module.rulekit_games = hookimpl(raising(error))
    with pytest.raises(PluginFault) as caught:
        find_plugins((module,))
    fault(caught, "the plugin odd is at fault")


@pytest.mark.parametrize(
    "text",
    ["raise SystemExit(3)", "raise BaseException", "class E(Exception):\n  def __str__(self): raise OSError\nraise E"],
)
def test_a_module_that_cannot_be_loaded(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "odd.py"
    path.write_text(text + "\n", encoding="utf-8")
    monkeypatch.setenv(NAMED, str(path))
    with pytest.raises(UserError, match="cannot be loaded"):
        find_plugins()


def empties(seat: Seat) -> int:
    seat.decision.values.clear()
    return 0


def adds(seat: Seat) -> int:
    seat.decision.match.asks[0][2].append(99)
    return len(seat.decision.values) - 1


def forgets(seat: Seat) -> int:
    seat.decision.match.asks.clear()
    seat.decision.match.s[:] = []
    return 0


def turns(seat: Seat) -> int:
    seat.decision.values.reverse()
    return 0


def plays(seat: Seat) -> int:
    seat.match.choose(seat.decision, 0)
    return 0


BOTS: dict[str, tuple[Callable[..., Any], str]] = {
    "adds": (adds, "where there are options 0 to "),
    "rude": (raising(Rude()), "failed in "),
    "mute": (raising(Mute()), "failed in "),
    "loud": (raising(Loud()), "Loud"),
    "leaves": (raising(SystemExit(0)), "SystemExit"),
    "nameless": (lambda seat: Nameless(), "chose a Nameless"),
}


@pytest.mark.parametrize("how", BOTS)
def test_a_bot(how: str) -> None:
    bot, said = BOTS[how]
    match = game(TOY).start(2, 1)
    before, options = match.copy(), list(match.asks[0][2])
    with pytest.raises(UserError) as caught:
        bots.ask("odd", bot, match, match.decisions[0])
    fault(caught, "the bot odd")
    assert said in caught.value.message
    assert match == before and match.asks[0][2] == options and options


@pytest.mark.parametrize("bot", [empties, forgets, turns, plays])
def test_a_bot_that_changes_what_it_was_given_changes_nothing(bot: Callable[[Seat], int]) -> None:
    match = game(TOY).start(2, 1)
    before, options = match.copy(), list(match.asks[0][2])
    assert bots.ask("odd", bot, match, match.decisions[0]) == 0
    assert match == before and match.asks[0][2] == options and options


PRINTS = """
from rulekit.plugins.hookspecs import hookimpl
print("on import")

@hookimpl
def rulekit_bots():
    print("in a hook")
    def chatty(seat):
        print("in a bot")
        return 0
    return [("chatty", chatty)]
"""


@pytest.mark.parametrize(
    "order,said",
    [
        (["check", "--json", TIC], ["on import", "in a hook"]),
        (["play", "--json", "--seat", "1=chatty", "--seat", "2=chatty", TIC], ["in a bot"]),
        (["simulate", "--json", "--games", "2", "--jobs", "1", "--bots", "chatty", TIC], ["in a bot"]),
    ],
    ids=lambda value: value[0],
)
def test_what_a_plugin_prints_goes_to_the_error_stream(order: list[str], said: list[str], tmp_path: Path) -> None:
    path = tmp_path / "chatty.py"
    path.write_text(PRINTS, encoding="utf-8")
    done = CliRunner().invoke(main, ["--plugin", str(path), *order], env={NAMED: ""})
    assert not done.exit_code and all(text in done.stderr for text in said)
    assert not any(text in done.stdout for text in ("on import", "in a hook", "in a bot"))
    json.loads(done.stdout)


def test_ctrl_c_in_a_plugin_is_not_its_fault() -> None:
    module: Any = types.ModuleType("slow")
    module.rulekit_games = hookimpl(raising(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        find_plugins((module,))
