"""Every hook has its documentation, its example, and a test here; and plugins come from where they may come from only."""

from __future__ import annotations

import inspect
import os
import re
import shutil
import textwrap
import types
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import rulekit
from rulekit.cli import main
from rulekit.diagnostics import UserError
from rulekit.installed import find_variants
from rulekit.plugins import hookspecs, manager
from rulekit.web.app import create_app
from tests.playing import ROOT, TOY
from tests.web.asking import TestClient

HOOKS = {name: f for name, f in inspect.getmembers(hookspecs, inspect.isfunction) if name.startswith("rulekit_")}


def example(name: str) -> types.ModuleType:
    """The module that the docstring of a hook shows."""
    text = inspect.getdoc(HOOKS[name]) or ""
    module = types.ModuleType(f"example_of_{name}")
    module.__file__ = str(ROOT / "tests" / "games" / "example.py")
    exec(textwrap.dedent(text.partition("Example::\n")[2]), module.__dict__)
    return module


# ---------------------------------------------------------------- documentation
@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_says_what_it_is_for_what_it_takes_and_gives_and_when_it_is_called(name: str) -> None:
    text = inspect.getdoc(HOOKS[name]) or ""
    first = text.partition("\n\n")[0]
    assert re.match(r"[A-Z][a-z]+: .+\.$", first.replace("\n", " ")), "the first sentence says what it is for"
    for part in ("Takes:\n", "Gives:\n", "Called:\n", "Example::\n"):
        assert part in text, f"{name} lacks `{part.strip()}`"


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_has_an_example_that_implements_it(name: str) -> None:
    assert name in vars(example(name))


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_has_a_test(name: str) -> None:
    assert callable(globals().get(f"test_{name}")), f"write test_{name} here, with the example of its docstring"


# ---------------------------------------------------------------- one test for each hook
SPIN = """
game Fair "Fair":
  played by 1 player, called Ann
  begins with play the game
  uses plugin wheel

piece nut, nuts: 9, at first in crate

places seen by all:
  crate: nuts
  basket: nuts

to play the game:
  move 6 nuts from crate to basket
  spin basket over crate
  end the game, ranking players by nuts in basket
"""


def test_rulekit_devices(tmp_path: Path) -> None:
    (tmp_path / "fair.rules").write_text(SPIN, encoding="utf-8")
    game = rulekit.load(tmp_path, found=manager.find_plugins((example("rulekit_devices"),)))
    left = {game.start(seed=seed).standings[0].score for seed in range(60)}
    assert left == {*range(7)}, "every number of nuts may fall off"


def test_rulekit_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module = example("rulekit_games")
    (tmp_path / "market_day").mkdir()
    monkeypatch.setattr(module, "Path", lambda _: tmp_path / "plugin.py")
    assert manager.find_plugins((module,)).games["market-day"] == tmp_path / "market_day"


def test_rulekit_variants(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A command finds the variant by its name, after those that lie in the game's own folder."""
    fair, plugin = tmp_path / "fair", tmp_path / "windy.py"
    (fair / "variants").mkdir(parents=True)
    (fair / "fair.rules").write_text(SPIN, encoding="utf-8")
    (tmp_path / "windy.rules").write_text('variant Windy of Fair "A windy fair":\n  years is 2\n', "utf-8")
    text = inspect.getdoc(HOOKS["rulekit_variants"]) or ""
    plugin.write_text(textwrap.dedent(text.partition("Example::\n")[2]), encoding="utf-8")
    monkeypatch.setenv(manager.NAMED, str(plugin))
    assert find_variants(fair, ["windy"]) == [tmp_path / "windy.rules"]
    (fair / "variants" / "windy.rules").touch()
    assert find_variants(fair, ["windy"]) == [fair / "variants" / "windy.rules"]
    with pytest.raises(UserError, match=r"there is no variant window\n  did you mean windy\?"):
        find_variants(fair, ["window"])


BRINGS = """
from pathlib import Path
from rulekit.plugins.hookspecs import hookimpl

@hookimpl
def rulekit_variants():
    return [(name, Path(__file__).parent / name / "new.rules") for name in ("windy", "own", "other")]
"""
HEADINGS = {
    "windy": '"more wind"\nvariant Windy of Hill Towns "Windy hills":\n  named "多风的山镇" in zh-Hans\n  rounds is 4\n',
    "own": 'variant Own of Hill Towns "Hidden by the one in the folder":\n  rounds is 4\n',
    "other": 'variant Other of Fair "Of another game":\n  rounds is 4\n',
}


@pytest.fixture
def towns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A game with one variant of its own, and a plugin that brings three variants."""
    for name, text in HEADINGS.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "new.rules").write_text(text, encoding="utf-8")
    (tmp_path / "hills.py").write_text(BRINGS, encoding="utf-8")
    monkeypatch.setenv(manager.NAMED, str(tmp_path / "hills.py"))
    folder = tmp_path / "towns"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("variants"))
    (folder / "variants").mkdir()
    (folder / "variants" / "own.rules").write_text('variant Own of Hill Towns "Own hills":\n  rounds is 5\n', "utf-8")
    return folder


def test_options_list_the_variants_that_plugins_bring_for_the_game(towns: Path) -> None:
    shown = CliRunner().invoke(main, ["options", str(towns), "--plain"]).output
    assert re.search(r"^own +Own hills", shown, re.MULTILINE)
    assert re.search(r"^windy +Windy hills +More wind\.", shown, re.MULTILINE)
    assert "Hidden" not in shown and "another game" not in shown
    chinese = CliRunner().invoke(main, ["options", str(towns), "--plain", "--lang", "zh"]).output
    assert re.search(r"^windy +多风的山镇", chinese, re.MULTILINE)


def test_the_lobby_offers_the_variants_that_plugins_bring_for_the_game(towns: Path, tmp_path: Path) -> None:
    with TestClient(create_app({"towns": towns}, f"sqlite:///{tmp_path / 'tables.db'}")) as client:
        (game,) = client.get("/api/v1/games").json()["games"]
        offered = {variant["name"]: variant["title"] for variant in game["variants"]}
        assert offered == {"own": "Own hills", "windy": "Windy hills"}
        made = client.post("/api/v1/games", json={"game": "towns", "variants": ["windy"]})
        assert made.status_code == 201, made.text


def test_rulekit_bots() -> None:
    found = manager.find_plugins((example("rulekit_bots"),))
    match = rulekit.load(TOY).start(seed=1)
    decision = match.decisions[0]
    assert rulekit.bots.ask("patient", found.bots["patient"], match, decision) == len(decision.options) - 1
    assert found.gifts["example_of_rulekit_bots"] == [("bot patient", "Always the last that is offered.")]


def test_rulekit_senders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from rulekit.plugins.senders import Turn

    monkeypatch.chdir(tmp_path)
    sender = manager.find_plugins((example("rulekit_senders"),)).senders["board"]
    assert sender.check(" ada ") == "ada"
    sender.send("ada", [Turn("Fair", "North", "/games/1/1")])
    assert (tmp_path / "turns.txt").read_text(encoding="utf-8") == "ada: North in Fair, /games/1/1\n"


# ---------------------------------------------------------------- hooks that are none
def module(text: str, name: str = "strange") -> types.ModuleType:
    made = types.ModuleType(name)
    exec("from rulekit.plugins.hookspecs import hookimpl\n" + text, made.__dict__)
    return made


WRONG = {
    "@hookimpl\ndef rulekit_device(): return []": "a hook that does not exist: rulekit_device\n  did you mean rulekit_devices?",
    "@hookimpl\ndef elephants(): return []": "a hook that does not exist: elephants\n  the hooks are rulekit_bots,",
    "def rulekit_bots(): return []": "in the plugin strange the hook rulekit_bots is not marked\n  write @hookimpl above it",
    "@hookimpl\ndef rulekit_bots(match): return []": "the hooks of the plugin strange are not as they have to be",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_misspelt_hook_is_reported(text: str) -> None:
    with pytest.raises(UserError) as caught:
        manager.find_plugins((module(text),))
    assert "strange" in str(caught.value) and WRONG[text].partition(" rulekit_bots,")[0] in str(caught.value)


# ---------------------------------------------------------------- where plugins come from
PLUGIN = """
from rulekit.plugins.hookspecs import hookimpl

@hookimpl
def rulekit_bots():
    return [("eager", lambda seat: 0)]
"""


def test_python_in_a_game_folder_is_never_loaded(tmp_path: Path) -> None:
    (tmp_path / "fair.rules").write_text(
        SPIN.replace("  uses plugin wheel\n", "").replace("  spin basket over crate\n", "")
    )
    for name in ("plugin.py", "conftest.py", "__init__.py", "rulekit_fair.py"):
        (tmp_path / name).write_text("raise SystemExit('this was run')", encoding="utf-8")
    assert rulekit.load(tmp_path).start().over


def test_a_file_that_the_user_names_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "eager.py").write_text(PLUGIN, encoding="utf-8")
    monkeypatch.setenv(manager.NAMED, os.pathsep.join([str(tmp_path / "eager.py"), ""]))
    assert "eager" in manager.find_plugins().bots


@pytest.mark.parametrize("text", ["no_such_module", "no_such_file.py"])
def test_a_plugin_that_cannot_be_loaded_is_named(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(manager.NAMED, text)
    with pytest.raises(UserError, match=f"the plugin {text} cannot be loaded"):
        manager.find_plugins()


def test_a_changed_device_makes_another_game(tmp_path: Path) -> None:
    """What was compiled for a plugin of yesterday is not taken for the one of today."""
    (tmp_path / "fair.rules").write_text(SPIN, encoding="utf-8")
    first: Any = example("rulekit_devices")
    again: Any = example("rulekit_devices")
    again.Wheel.words = (
        *again.Wheel.words,
        first.Word("oil the wheel with {a:place}", "spin", "oil the wheel with crate"),
    )
    hashes = [rulekit.load(tmp_path, found=manager.find_plugins((m,))).hash for m in (first, again)]
    assert hashes[0] != hashes[1]
