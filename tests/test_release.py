"""What is released: a wheel and a source distribution, each tried in an empty environment, on every Python of this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from rulekit.version import DISTRIBUTION, __version__
from tests import patience
from tests.determinism import pythons
from tests.playing import ROOT
from tests.released import built

GAMES = (
    "shogun",
    "chess",
    "backgammon",
    "diplomacy",
    "hearts",
    "hnefatafl",
    "tic_tac_toe",
    "most_dangerous_time",
    "nobunaga_successors",
)


def project(folder: Path) -> dict[str, object]:
    return dict(tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"])


def test_the_version_is_said_once() -> None:
    """In the module, which costs nothing to ask, and for pip, also in the plugins; and the changelog tells of it."""
    said = project(ROOT)
    assert (said["name"], said["version"]) == (DISTRIBUTION, __version__)
    plugins = {page.parent.name: project(page.parent)["version"] for page in ROOT.glob("plugins/*/pyproject.toml")}
    assert plugins == dict.fromkeys(plugins, __version__) and plugins
    assert f"## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_nothing_asks_for_the_package_of_another_project() -> None:
    """`rulekit` on the package index is somebody else's: who depends on that installs their code."""
    pages = [
        *ROOT.glob("plugins/*/pyproject.toml"),
        *ROOT.glob("rulekit/scaffold/**/*.template"),
        ROOT / "pyproject.toml",
    ]
    texts = {
        page: page.read_text(encoding="utf-8") for page in [*pages, *ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    }
    for page, text in texts.items():
        for wrong in ('"rulekit"]', '"rulekit>', '"rulekit[', "pip install rulekit`", "'rulekit["):
            assert wrong not in text, f"{page.relative_to(ROOT)}: {wrong}"


# ---------------------------------------------------------------- in an empty environment
def do(*command: object, folder: Path) -> str:
    quiet = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "RULEKIT_PLUGINS", "VIRTUAL_ENV")}
    around = {
        **quiet,
        "HOME": str(folder),
        "XDG_STATE_HOME": str(folder / "state"),
        "RULEKIT_CACHE": str(folder / "cache"),
    }
    done = subprocess.run(
        list(map(str, command)), cwd=folder, env=around, capture_output=True, text=True, timeout=patience.seconds(900)
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def made(python: str, folder: Path) -> Path:
    """An empty environment; gives where its programs are."""
    do(python, "-m", "venv", folder / "env", folder=folder)
    return folder / "env" / ("Scripts" if os.name == "nt" else "bin")


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the source distribution."""
    return built(tmp_path_factory)


@pytest.mark.fresh
@pytest.mark.apart
def test_what_is_in_them(dist: Path) -> None:
    (wheel,), (source,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "rulekit/_games/shogun/game.rules" in names and "rulekit/dsl/rules.lark" in names
    assert "rulekit_most_dangerous_time/game/game.rules" in names
    assert any(name.startswith("rulekit_nobunaga_successors/game/") for name in names)
    assert not [name for name in names if name.startswith("tests/") or "__pycache__" in name]
    for folder, place in (("rulekit", "rulekit"), ("games", "rulekit/_games")):
        files = [path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
        assert len(files) > 50
        assert {f"{place}/{path.relative_to(ROOT / folder).as_posix()}" for path in files} <= {*names}
    with tarfile.open(source) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "LICENSE", "SECURITY.md", "tests/playing.py", "plugins/fair_tower/README.md"} <= inside


@pytest.mark.fresh
@pytest.mark.apart
@pytest.mark.parametrize("version", pythons.versions())
def test_the_wheel_in_an_empty_environment(dist: Path, version: str, tmp_path: Path) -> None:
    python = next(iter(pythons.candidates(version)), None)
    if python is None:
        pytest.skip(f"there is no Python {version} on this machine")
    bin_ = made(python, tmp_path)
    do(bin_ / "python", "-m", "pip", "install", "-q", *dist.glob("*.whl"), folder=tmp_path)
    rulekit = bin_ / "rulekit"
    assert do(rulekit, "--version", folder=tmp_path) == f"rulekit {__version__}\n"
    found = json.loads(do(rulekit, "doctor", "--json", folder=tmp_path))
    assert found["well"] and {f["name"] for f in found["findings"] if f["area"] == "games"} == set(GAMES)
    for name in GAMES:
        played = json.loads(
            do(rulekit, "play", name, "--auto", "--seed", "1", "--json", folder=tmp_path).splitlines()[-1]
        )
        assert played["standings"], name


@pytest.mark.fresh
@pytest.mark.apart
def test_the_source_distribution_makes_the_same_wheel(dist: Path, tmp_path: Path) -> None:
    order = ("-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", "again")
    do(sys.executable, *order, *dist.glob("*.tar.gz"), folder=tmp_path)
    (again,), (wheel,) = (tmp_path / "again").glob("*.whl"), dist.glob("*.whl")
    with zipfile.ZipFile(again) as one, zipfile.ZipFile(wheel) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())
