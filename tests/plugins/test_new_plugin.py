"""`rulekit new plugin`: what it writes is whole, and works where nothing but rulekit is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from packaging.specifiers import SpecifierSet

from rulekit.cli import main
from rulekit.version import DISTRIBUTION, __version__
from tests import patience, tiers
from tests.playing import ROOT
from tests.released import wheel
from tests.test_guides import follow

pytestmark = pytest.mark.slow


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args)


def test_a_new_plugin_is_without_fault(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("new", "plugin", "wind-fall")
    assert result.exit_code == 0 and "wrote wind-fall/rulekit_wind_fall/__init__.py" in result.output
    plugin = ["--plugin", "wind-fall/rulekit_wind_fall/__init__.py"]
    monkeypatch.setenv("RULEKIT_PLUGINS", "")
    game = "wind-fall/rulekit_wind_fall/game"
    assert run(*plugin, "check", game).output == "no problems\n"
    monkeypatch.setenv("RULEKIT_PLUGINS", "")
    assert run(*plugin, "lint", game).output == "no findings\n"
    assert run("fmt", "--check", game).exit_code == 0
    written = [p for p in Path("wind-fall").rglob("*.*") if p.is_file() and p.parent.name != "__pycache__"]
    texts = [p.read_text("utf-8") for p in written]
    assert not any("$" in text for text in texts), "everything is filled in"


SORTS = pytest.mark.parametrize("more", [(), ("--for", "shogun"), ("--bot",)], ids=["game", "for", "bot"])


@SORTS
def test_a_new_plugin_says_for_which_rulekit_it_is_and_its_license(here: Path, more: tuple[str, ...]) -> None:
    assert run("new", "plugin", "wind-fall", *more).exit_code == 0
    project = tomllib.loads(Path("wind-fall/pyproject.toml").read_text("utf-8"))["project"]
    first, second = map(int, __version__.split(".")[:2])
    assert project["dependencies"] == [f"rulekit-boardgames>={first}.{second},<{first}.{second + 1}"]
    assert project["license"] == "MIT"
    assert SpecifierSet(project["dependencies"][0].removeprefix(DISTRIBUTION)).contains(__version__)


def test_a_new_bot_passes_its_own_tests(here: Path) -> None:
    """It beats chance, from its folder as if it were installed; and takes a seat by its name."""
    result = run("new", "plugin", "eager-ann", "--bot")
    assert result.exit_code == 0 and "rulekit play tic_tac_toe --seat 2=eager-ann" in result.output
    environment = {**os.environ, "PYTHONPATH": f"eager-ann{os.pathsep}{ROOT}", "RULEKIT_PLUGINS": "rulekit_eager_ann"}

    def do(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", *command],
            env=environment,
            capture_output=True,
            text=True,
            timeout=patience.seconds(200),
        )
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done.stdout

    assert "2 passed" in do("pytest", "-q", "-p", "no:xdist", "eager-ann")
    seats = ["--seat", "1=random", "--seat", "2=eager-ann"]
    assert json.loads(do("rulekit", "play", "tic_tac_toe", "--auto", "--json", *seats))["standings"]


def test_a_bot_is_for_no_game(here: Path) -> None:
    result = run("new", "plugin", "eager-ann", "--bot", "--for", "shogun")
    assert result.exit_code == 2 and "do not go together" in result.stderr and not list(here.iterdir())


@pytest.mark.parametrize("name", ["wind-fäll", "7-winds", "wind!"])
def test_a_name_that_no_package_can_have(here: Path, name: str) -> None:
    result = run("new", "plugin", name)
    assert result.exit_code == 1 and "cannot be" in result.stderr and not list(here.iterdir())


def test_nothing_is_overwritten(here: Path) -> None:
    (here / "wind-fall").mkdir()
    (here / "wind-fall" / "notes.txt").write_text("mine", "utf-8")
    result = run("new", "plugin", "wind-fall")
    assert result.exit_code == 1 and "is there already" in result.stderr
    assert [p.name for p in (here / "wind-fall").iterdir()] == ["notes.txt"]


@pytest.mark.fresh
@pytest.mark.apart
def test_in_a_fresh_environment(here: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """As somebody would who has only the package: install it, write a plugin, install that, test it, play with it. In the long
    tier he has followed the tutorial in an empty folder before; each commit follows it in a checkout (tests/test_guides.py),
    of which nothing is missing in the package (tests/test_release.py)."""
    quiet = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "RULEKIT_PLUGINS", "VIRTUAL_ENV")}

    def do(*command: str, folder: Path = here) -> str:
        done = subprocess.run(
            command, cwd=folder, env=quiet, capture_output=True, text=True, timeout=patience.seconds(400)
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    bin_ = here / "fresh" / "bin"
    do(sys.executable, "-m", "venv", "fresh")
    do(str(bin_ / "pip"), "install", "-q", str(wheel(tmp_path_factory)))
    if tiers.LONG:
        (here / "tutorial").mkdir()
        follow(ROOT / "docs" / "tutorial.md", here / "tutorial", program=bin_)
    do(str(bin_ / "rulekit"), "new", "plugin", "wind-fall")
    do(str(bin_ / "pip"), "install", "-q", "-e", "wind-fall[test]")
    assert "device wind-fall" in do(str(bin_ / "rulekit"), "plugins", "--plain")
    assert " passed" in do(str(bin_ / "pytest"), folder=here / "wind-fall")
    played = json.loads(do(str(bin_ / "rulekit"), "play", "wind-fall", "--auto", "--seed", "2", "--json"))
    assert played["decisions"] == 6
