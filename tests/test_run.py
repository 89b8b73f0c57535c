"""`./run`: what it starts, in which order, with which arguments; one set-up at a time; its tiers, and the files for editors."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import threading
import time
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from ruamel.yaml import YAML

from tests import patience, tiers
from tests.playing import ROOT

POSIX = pytest.mark.skipif(os.name != "posix", reason="run is a shell script; run.cmd is its twin")
TOOLS = ("ruff", "codespell", "mypy", "pytest", "rulekit")
STYLE = ["ruff check", "ruff format --check", "codespell ."]
SPREAD = "pytest -n auto --dist loadgroup --no-loadscope-reorder"
BROWSER = "pytest tests/web -m browser"
TOO = "not browser and (fresh or native)"
BESIDE = f"pytest -m {TOO}"
WHOLE = [f"{SPREAD} -m not browser and not fresh and not native", BROWSER]
PLAYED = ["rulekit test games/shogun", "rulekit coverage games/shogun --games 3 --fail-under 100"]


def loaded(top: Path) -> ModuleType:
    """tools/run.py, as if it lay in another checkout."""
    spec = importlib.util.spec_from_file_location("run_of_another_checkout", ROOT / "tools" / "run.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    own: Any = module
    own.TOP, own.VENV = top, top / ".venv"
    own.BIN = own.VENV / "bin"
    own.PYTHON, own.STAMP = own.BIN / "python", own.VENV / "rulekit-setup"
    own.LOCK = top / "tools" / "locked.txt"
    return module


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A checkout with a blank in its name, set up, whose tools only write down what they are told."""
    top = tmp_path / "a checkout"
    bin_ = top / ".venv" / "bin"
    bin_.mkdir(parents=True)
    for name in ("run", "tools", "pyproject.toml"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, top / name)
    (bin_ / "python").symlink_to(sys.executable)
    for name in TOOLS:
        tool = bin_ / name
        write_down = f'echo "{name} $* long=$RULEKIT_LONG" >>"{top}/told"; echo "{name} speaks"'
        tool.write_text(f'#!/bin/sh\n{write_down}\n[ ! -e "{top}/{name} fails" ] || exit 7\n')
        tool.chmod(0o755)
    run: Any = loaded(top)
    run.STAMP.write_text("".join(f"{row}\n" for row in [top, *(f"{x} {run._checksum()}" for x in ("play", "test"))]))
    return top


def told(top: Path, *words: str, cwd: Path | None = None, **more: str) -> tuple[int, list[str], str]:
    """(exit code, what the tools were told, standard error)"""
    env = {k: v for k, v in os.environ.items() if k != "RULEKIT_LONG"} | more
    done = subprocess.run(
        [str(top / "run"), *words],
        cwd=cwd or top,
        env=env,
        capture_output=True,
        text=True,
        timeout=patience.seconds(120),
    )
    rows = (top / "told").read_text().splitlines() if (top / "told").exists() else []
    return done.returncode, [row.partition(" long=")[0] for row in rows], done.stderr


@POSIX
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["quick", "-k", "a or b"], [f"{SPREAD} -m quick and not browser -k a or b"]),
        (["quick", "tests/dsl"], [f"{SPREAD} -m quick and not browser tests/dsl"]),
        (["games"], [f"{SPREAD} -m games and not browser"]),
        (["tables", "-x"], [f"{SPREAD} -m tables and not browser -x"]),
        (["browser", "-x"], [f"{BROWSER} -x"]),
        (["tests/dsl", "-k", "a or b"], ["pytest tests/dsl -k a or b"]),
        (["-x"], ["pytest -x"]),
        (["long", "tests/web", "-x"], ["pytest tests/web -x"]),
    ],
    ids=str,
)
def test_what_is_started(words: list[str], wanted: list[str], top: Path) -> None:
    assert told(top, "test", *words)[:2] == (0, wanted)


@POSIX
def test_quick_looks_at_style_and_types(top: Path) -> None:
    """Types are checked beside the tests; either may be told first."""
    code, started, _ = told(top, "test", "quick")
    assert (code, started[: len(STYLE)]) == (0, STYLE)
    assert sorted(started[len(STYLE) :]) == ["mypy ", f"{SPREAD} -m quick and not browser"]
    (top / "mypy fails").touch()
    assert told(top, "test", "quick")[0] == 7


@POSIX
@pytest.mark.parametrize("tier", ["", "long"])
def test_everything(tier: str, top: Path) -> None:
    """Types are checked, environments set up and libraries in C made beside the tests in browsers; these do not run beside those
    that use all cores."""
    assert told(top, "test", *filter(None, [tier]))[0] == 0
    rows = [row.partition(" long=") for row in (top / "told").read_text().splitlines()]
    started = [row[0] for row in rows]
    assert [x for x in started if x not in ("mypy ", BESIDE)] == [*STYLE, *WHOLE, *(PLAYED if tier else [])]
    assert started.index(WHOLE[0]) < started.index("mypy ") < started.index(BESIDE) and len(started) == len(
        set(started)
    )
    assert {long for name, _, long in rows if name.startswith("pytest")} == {"1" if tier else ""}


@POSIX
def test_only_some_tests_in_their_long_form(top: Path) -> None:
    assert told(top, "test", "long", "tests/web")[0] == 0
    assert (top / "told").read_text() == "pytest tests/web long=1\n"


@POSIX
@pytest.mark.parametrize("tool", TOOLS[:3])
def test_it_stops_where_a_step_fails(tool: str, top: Path) -> None:
    """Types fail the run as well, when the tests in browsers are done; what mypy says is printed once."""
    (top / f"{tool} fails").touch()
    done = subprocess.run([str(top / "run"), "test"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 7
    if tool == "mypy":
        assert done.stdout.count("== mypy\nmypy speaks\n") == 1
        assert done.stdout.count(f"== pytest -m '{TOO}'\npytest speaks\n") == 1, (
            "what comes after it is tried all the same"
        )
    if tool == "ruff":
        assert (top / "told").read_text().splitlines() == ["ruff check long="]
    if tool == "pytest":
        assert BROWSER not in (top / "told").read_text(), "the others have failed"


@POSIX
def test_what_works_beside_does_not_outlive_the_run(top: Path) -> None:
    """Nor does what it has started itself."""
    bin_, alive = top / ".venv" / "bin", top / "alive"
    (bin_ / "mypy").write_text(f'#!/bin/sh\n(while sleep 0.1; do echo >>"{alive}"; done) &\nwait\n')
    there = f'until [ -s "{alive}" ]; do sleep 0.1; done; exit 7'
    (bin_ / "pytest").write_text(f'#!/bin/sh\ncase "$*" in "tests/web -m browser") {there};; esac\n')
    assert told(top, "test")[0] == 7
    size = alive.stat().st_size
    time.sleep(1)
    assert alive.stat().st_size <= size + 1, "one line may have been under way"


@POSIX
def test_a_path_is_meant_from_where_it_is_said(top: Path) -> None:
    (top / "tests").mkdir()
    (top / "tests" / "test_one.py").touch()
    assert told(top, "test", "test_one.py::test_x", cwd=top / "tests")[:2] == (0, ["pytest tests/test_one.py::test_x"])


@POSIX
def test_python_has_what_the_tests_need(top: Path) -> None:
    done = subprocess.run(
        [str(top / "run"), "python", "-c", "print(6 * 7)"], capture_output=True, text=True, timeout=patience.seconds(60)
    )
    assert (done.returncode, done.stdout) == (0, "42\n"), done.stderr
    made = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "PYTHON ?= ./run python\n" in made, "a target works on a fresh checkout"


@POSIX
def test_the_game_that_is_played(top: Path) -> None:
    """Messages name it as it is seen from where one stands."""
    assert told(top, "play", "--auto")[1] == ["rulekit play games/shogun --auto"]
    (top / "told").unlink()
    assert told(top, "play", cwd=top.parent)[1] == [f"rulekit play {top}/games/shogun"]
    (top / "told").unlink()
    assert told(top, "rulekit", "check", "a b")[1] == ["rulekit check a b"]
    for words in (["tic_tac_toe", "--seed", "1"], ["--resume", "game.json"]):
        (top / "told").unlink()
        assert told(top, "play", *words)[1] == [f"rulekit play {' '.join(words)}"], "another game, or that of the save"


@POSIX
def test_help_and_mistakes(top: Path) -> None:
    for words in (["help"], ["--help"], ["test", "--help"]):
        done = subprocess.run([str(top / "run"), *words], capture_output=True, text=True)
        assert done.returncode == 0
        assert all(f"\n       {tier} " in done.stdout for tier in (*loaded(ROOT).TIERS, "long"))
    assert told(top)[0] == told(top, "tset")[0] == 2


# ---------------------------------------------------------------- set-up
def test_what_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing when all is there; anew when something else has to be installed; without what cannot be had."""
    run: Any = loaded(tmp_path)
    (tmp_path / "tools").mkdir()
    run.LOCK.write_text("")
    (tmp_path / "pyproject.toml").write_text("one")
    orders: list[list[str]] = []
    refused: set[str] = set()

    def recorded(order: list[Any], **more: Any) -> subprocess.CompletedProcess[str]:
        words = [str(word) for word in order]
        if "uninstall" in words:  # what it was called before
            return subprocess.CompletedProcess(words, 0)
        orders.append(words)
        if "venv" in words:
            run.BIN.mkdir(parents=True, exist_ok=True)
            run.PYTHON.touch()
        return subprocess.CompletedProcess(words, int(bool(refused & {*words})))

    monkeypatch.setattr(subprocess, "run", recorded)
    run.set_up("play")
    assert ["venv" in order for order in orders] == [True, False] and ".[fast,tui,web]" in orders[1]
    run.set_up("play")
    assert len(orders) == 2
    run.set_up("test")
    locked, built = orders[2:]
    assert {"--require-hashes", str(run.LOCK)} < {*locked}
    assert {"--no-deps", "--no-build-isolation", "."} < {*built}, "nothing comes from elsewhere than the lock file"
    run.set_up("play")
    assert len(orders) == 4, "who can test can play"
    run.LOCK.write_text("another version")
    run.set_up("test")
    assert len(orders) == 6
    (tmp_path / "pyproject.toml").write_text("two")
    refused.add(".[fast,tui,web]")
    run.set_up("play")
    assert [order[-1] for order in orders[6:]] == [".[fast,tui,web]", ".[tui,web]"]
    refused.add("--require-hashes")
    with pytest.raises(SystemExit, match="the set-up failed"):
        run.set_up("test")
    refused.clear()
    run.set_up("test")
    assert "venv" in orders[-3], "after a failure it is begun anew"


@pytest.mark.parametrize("linked", [False, True])
def test_a_virtual_environment_of_somebody_else_is_left_alone(tmp_path: Path, linked: bool) -> None:
    run: Any = loaded(tmp_path)
    elsewhere = tmp_path / "elsewhere" if linked else run.VENV
    (elsewhere / "bin").mkdir(parents=True)
    (elsewhere / "bin" / "python").write_text("mine")
    if linked:
        (elsewhere / "rulekit-setup").write_text("/another/checkout\n")
        run.VENV.symlink_to(elsewhere)
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "tools").mkdir()
    run.LOCK.write_text("")
    with pytest.raises(SystemExit, match=r"\./run has not made it"):
        run.set_up("play")
    assert (elsewhere / "bin" / "python").read_text() == "mine"


def test_lock_file_meets_every_requirement() -> None:
    """Each package that the project asks for is pinned in a version that it allows, and nothing is without a hash."""
    text = loaded(ROOT).LOCK.read_text(encoding="utf-8").replace("\\\n", "")
    rows = [row for row in text.splitlines() if row]
    assert all(" --hash=sha256:" in row for row in rows)
    pinned: dict[str, list[str]] = {}
    for row in rows:
        pin = Requirement(row.partition(" --hash")[0])
        pinned.setdefault(canonicalize_name(pin.name), []).extend(each.version for each in pin.specifier)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    own = [
        Requirement(row)
        for row in project["project"]["dependencies"] + extras["dev"] + project["build-system"]["requires"]
    ]
    for asked in own:
        inner = [Requirement(row) for extra in asked.extras for row in extras.get(extra, [])] or [asked]
        for one in inner:
            versions = pinned.get(canonicalize_name(one.name), [])
            assert versions and all(map(one.specifier.contains, versions)), f"{one}: run make lock"


def test_one_set_up_at_a_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = (loaded(tmp_path) for _ in range(2))
    done: list[str] = []

    def second() -> None:
        with other._alone():
            done.append("second")

    with one._alone():
        thread = threading.Thread(target=second)
        thread.start()
        told = patience.until(lambda: capsys.readouterr().err, "the other one, which says that it waits")
        done.append("first")
    thread.join(patience.seconds(20))
    assert done == ["first", "second"]
    assert (told + capsys.readouterr().err).count("waiting for it") == 1


# ---------------------------------------------------------------- beside it
def test_both_starters_take_the_same_pythons() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == ">=3.11,<3.14"
    shell, cmd = ((ROOT / name).read_bytes() for name in ("run", "run.cmd"))
    for text in (shell, cmd):
        assert b"(3, 11) <= sys.version_info[:2] < (3, 14)" in text and text.count(b"run.py") >= 2
    assert b"\r" not in shell and cmd.count(b"\n") == cmd.count(b"\r\n") > 10


def test_tiers_are_markers() -> None:
    run: Any = loaded(ROOT)
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    markers = {row.partition(":")[0] for row in options["markers"]}
    assert {*run.TIERS} <= markers and tiers.FOLDERS.keys() <= {*run.TIERS}
    assert "\ntest-%:" in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_hooks_need_no_network() -> None:
    """They are the tools of .venv, and the same that `./run test` uses."""
    config = YAML(typ="safe").load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [repo["repo"] for repo in config["repos"]] == ["local"]
    hooks = config["repos"][0]["hooks"]
    assert {hook["language"] for hook in hooks} == {"system"}
    assert {hook["entry"].split()[0] for hook in hooks} == {f".venv/bin/{tool}" for tool in ("ruff", "mypy", "rulekit")}
