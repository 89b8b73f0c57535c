"""What the system refuses: names that are too long, folders that are gone, streams that are closed.
It is said without a traceback or a report of a crash."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.cli.errors import guarded
from rulekit.diagnostics import UserError
from rulekit.installed import find_game, find_variants
from rulekit.tabletop import save_files
from tests.cli.conftest import Run
from tests.playing import ROOT

GAME = str(ROOT / "games" / "tic_tac_toe")
LONG = "x" * 300
TOO_LONG = {
    "game": ["play", LONG],
    "folder": ["check", f"./{LONG}"],
    "rule file": ["check", f"./{LONG}.rules"],
    "variant": ["play", GAME, "--auto", "--variant", LONG],
    "variant file": ["play", GAME, "--auto", "--variant", f"./{LONG}.rules"],
    "save": ["play", GAME, "--auto", "--save", LONG],
    "resume": ["play", "--resume", LONG],
    "log": ["log", LONG],
    "board": ["board", GAME, "--svg", LONG],
    "position": ["board", GAME, "--from", LONG],
    "rulebook": ["rulebook", GAME, "-o", LONG],
    "report": ["simulate", GAME, "--games", "1", "--report", LONG],
    "csv": ["simulate", GAME, "--games", "1", "--csv", LONG],
    "new": ["new", "game", LONG],
    "fmt": ["fmt", f"{LONG}.rules"],
}


@pytest.mark.parametrize("what", TOO_LONG)
def test_a_name_that_is_too_long(what: str, home: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    done = run(*TOO_LONG[what])
    assert done.exit_code == 1
    assert f"{LONG}" in done.stderr and "File name too long" in done.stderr and "choose a shorter name" in done.stderr
    assert "internal error" not in done.output and not (home / "crashes").exists()


@pytest.mark.parametrize(
    "order", [["board", GAME, "--svg"], ["rulebook", GAME, "-o"], ["play", GAME, "--auto", "--save"]]
)
def test_a_folder_that_is_not_there(order: list[str], run: Run) -> None:
    done = run(*order, "no/such/file")
    assert done.exit_code == 1 and "no/such/file cannot be written: " in done.stderr


@pytest.mark.parametrize("order", [["check"], ["play", "--auto"], ["test"]], ids=" ".join)
def test_a_folder_of_variants_is_no_game(order: list[str], tmp_path: Path, run: Run) -> None:
    (tmp_path / "calm.rules").write_text('variant Calm of Shogun "Calm":\n  years is 1\n', encoding="utf-8")
    done = run(*order, str(tmp_path))
    assert done.exit_code == 1 and "this is a variant of `Shogun`, and no game is here" in done.output
    assert "GAME --variant calm.rules" in done.output


def test_a_name_of_255_letters_is_a_name(tmp_path: Path) -> None:
    """The temporary file beside it has a shorter one."""
    path = tmp_path / ("y" * 250 + ".json")
    save_files.write(path, {"format": save_files.FORMAT})
    assert save_files.read(path) == {"format": save_files.FORMAT}


def test_programs_get_a_user_error() -> None:
    with pytest.raises(UserError, match="File name too long"):
        find_game(LONG)
    with pytest.raises(UserError, match="File name too long"):
        find_variants(Path(GAME), [LONG])


def test_any_other_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(lambda: Path("/no/such/file").read_text()) == 1
    assert capsys.readouterr().err.startswith("/no/such/file cannot be used: No such file or directory\n  look at ")


def in_shell(order: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a shell command in which R is replaced by the program."""
    path = os.pathsep.join([str(ROOT), *sys.path])
    env = {**os.environ, "PYTHONPATH": path, "R": f"{sys.executable} -m rulekit", "G": GAME}
    return subprocess.run(["sh", "-c", order], cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "command", ["play $G --auto", "play $G --auto --save x.json", "check $G", "test $G", "new game x"]
)
def test_the_current_folder_is_gone(command: str, tmp_path: Path, home: Path) -> None:
    done = in_shell(f"mkdir gone; cd gone; rmdir ../gone; $R {command}", tmp_path)
    said = "the folder in which this command runs is not there any more\n  change to another: cd FOLDER\n"
    assert (done.returncode, done.stderr) == (1, said) and not (home / "crashes").exists()


@pytest.mark.parametrize("command", ["play $G --plain", "play $G --plain --seat 1=human", "check $G", "plugins"])
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(command: str, closed: str, tmp_path: Path, home: Path) -> None:
    """Nothing comes from there or goes there, as with ``/dev/null``."""
    done = in_shell(f"$R {command} {closed}", tmp_path)
    assert done.returncode == 0 and not (home / "crashes").exists()
    assert bool(done.stdout) == (">&-" not in closed.split()) and "Error" not in done.stderr
