"""The commands are tested on a small game with secrets, chance, refusals and amounts (``orchard``)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from rulekit.cli import main

HERE = Path(__file__).parent
Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test reads or writes anything in the home of whoever runs it; all speak English until they say otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "COLUMNS", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "state" / "rulekit"


@pytest.fixture(autouse=True)
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a person lets chance fill in is the same in each run: `rest random` draws from the chance of the system."""
    monkeypatch.setattr("rulekit.tabletop.form_entry.SystemRandom", lambda: Random(5))


@pytest.fixture
def orchard(tmp_path: Path) -> Path:
    """A copy of the small game, to be spoilt."""
    return Path(shutil.copytree(HERE / "orchard", tmp_path / "orchard"))


@pytest.fixture
def run() -> Run:
    """Runs a command; whatever happens, nobody may see a traceback."""

    def invoke(*args: object, typed: str | None = None) -> Result:
        result = CliRunner().invoke(main, [str(a) for a in args], input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        return result

    return invoke


@pytest.fixture
def sit(run: Run, orchard: Path) -> Run:
    """Plays the small game as Anna against Ben, with what she types."""

    def play(*lines: str, more: tuple[object, ...] = ()) -> Result:
        typed = "".join(f"{line}\n" for line in lines)
        return run("play", orchard, "--players", 2, "--seed", 5, "--seat", "1=human", *more, typed=typed)

    return play
