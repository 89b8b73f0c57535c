"""What ``rulekit doctor`` finds: on a machine on which all is well, and where one thing after the other is not."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from email.message import Message
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from packaging.requirements import Requirement

from rulekit.cli import diagnosis
from rulekit.cli.diagnosis import lacking
from rulekit.cli.doctor_messages import EXTRAS, TEXTS
from rulekit.diagnostics import UserError
from rulekit.i18n.catalogue import LANGUAGES as PLAYED
from rulekit.install_command import install_command
from tests.cli.conftest import Run
from tests.playing import ROOT

LANGUAGES = PLAYED[:3]
"""Those that it speaks; in Japanese it answers in English"""
AREAS = ["rulekit", "python", "packages", "extras", "terminal", "cache", "saves", "compiler", "plugins", "games"]


def found(run: Run, area: str, code: int, *more: str) -> list[dict[str, Any]]:
    """The findings of one area. ``code``: how the command has to end."""
    result = run("doctor", "--json", *more)
    assert result.exit_code == code, result.output
    told = json.loads(result.stdout)
    assert told["well"] is (code == 0)
    return [finding for finding in told["findings"] if finding["area"] == area]


def test_all_is_well_here(run: Run) -> None:
    told = json.loads(run("doctor", "--json").stdout)
    assert told["well"] and list(dict.fromkeys(f["area"] for f in told["findings"])) == AREAS
    assert {f["name"] for f in told["findings"] if f["area"] == "games"} >= {"shogun", "tic_tac_toe"}
    assert not any(f["hint"] for f in told["findings"] if f["state"] == "works"), "advice is for what is wrong"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_speaks_three_languages(run: Run, lang: str) -> None:
    result = run("doctor", "--lang", lang, "--plain")
    assert result.exit_code == 0
    assert result.output.rstrip().endswith(TEXTS.text("all_well", lang))
    assert EXTRAS.text("fast", lang) in result.output


def test_another_python(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "PYTHONS", ((3, 98), (3, 99)))
    [python] = found(run, "python", 1)
    assert python["state"] == "broken" and "3.98" in python["hint"]


def test_no_cache_because_nobody_wants_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", "off")
    [cache] = found(run, "cache", 0)
    assert cache["state"] == "missing" and "RULEKIT_CACHE=off" in cache["hint"]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="permissions are another matter there")
def test_a_cache_that_others_can_write(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o777)
    monkeypatch.setenv("RULEKIT_CACHE", str(folder))
    [cache] = found(run, "cache", 1)
    assert cache["state"] == "broken" and str(folder) in cache["text"]


def test_a_full_disk(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("RULEKIT_CACHE", str(folder))
    monkeypatch.setattr(os, "replace", full)
    monkeypatch.setattr(diagnosis, "_compiler", lambda: iter(()))  # it replaces a file, too
    [cache] = found(run, "cache", 1)
    assert cache["state"] == "broken" and "full" in cache["text"]


def test_no_compiler(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    [compiler] = found(run, "compiler", 0)
    assert compiler["state"] == "missing" and "no-such-compiler" in compiler["text"] and compiler["hint"]


def test_a_compiler_that_gives_up(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "false")
    [compiler] = found(run, "compiler", 1)
    assert compiler["state"] == "broken" and "gives up" in compiler["text"]


def test_a_broken_plugin_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = tmp_path / "sack.py"
    plugin.write_text("raise RuntimeError('no sack')", encoding="utf-8")
    monkeypatch.setenv("RULEKIT_PLUGINS", str(plugin))
    result = run("doctor", "--json")
    told = json.loads(result.stdout)
    [broken] = [f for f in told["findings"] if f["state"] == "broken"]
    assert result.exit_code == 1 and broken["area"] == "plugins"
    assert "sack.py" in broken["text"] and "no sack" in broken["text"] and broken["hint"]


def metadata(requires: Sequence[str], extras: Sequence[str] = ()) -> Message:
    """Metadata of the package as an installer writes them."""
    out = Message()
    for line in requires:
        out["Requires-Dist"] = line
    for extra in extras:
        out["Provides-Extra"] = extra
    return out


def test_an_extra_that_is_not_installed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    magic = ["attrs>=23.1", 'no-such-thing>=2; extra == "magic"', 'rulekit-boardgames[magic]; extra == "dev"']
    monkeypatch.setattr("importlib.metadata.metadata", lambda _: metadata(magic, ["magic", "dev"]))
    extra, dev = found(run, "extras", 0)
    assert dev["name"] == "dev" and dev["state"] == "missing" and "no-such-thing" in dev["text"]
    assert extra["state"] == "missing" and "no-such-thing" in extra["text"]
    assert extra["hint"] == install_command("magic") and "[magic]" in extra["hint"]


def test_it_knows_the_extras_of_the_package_in_its_words() -> None:
    lines = (ROOT / "pyproject.toml").read_text("utf-8").split("[project.optional-dependencies]\n")[1].split("\n[")[0]
    said = dict(re.findall(r"^(\w+) = \[.*?(?:\] # ([^:;\n]*).*)?$", lines, re.MULTILINE))
    assert list(EXTRAS) == list(said)
    for extra, brings in said.items():
        assert EXTRAS.text(extra, "en") == brings or extra in ("docs", "dev"), extra


def refuse() -> tuple[str, ...]:
    raise UserError("there is no C compiler")


def test_a_compiler_is_offered_where_there_is_none(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    zig = ['no-such-zig>=2; extra == "native"']
    monkeypatch.setattr("importlib.metadata.metadata", lambda _: metadata(zig, ["native"]))
    monkeypatch.setattr("rulekit.native.compiler", lambda: ("cc",))
    [extra] = found(run, "extras", 0)
    assert extra["state"] == "missing" and not extra["hint"]
    monkeypatch.setattr("rulekit.native.compiler", refuse)
    [extra] = found(run, "extras", 0)
    assert "[native]" in extra["hint"]


def test_no_plugin_is_no_fault(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.plugins.manager.entry_points", list)
    monkeypatch.setattr("rulekit.plugins.manager._installed", lambda: iter(()))
    [plugins] = found(run, "plugins", 0)
    assert plugins["state"] == "missing" and not plugins["hint"]


# ---------------------------------------------------------------- the command that installs
WHEEL = "rulekit_boardgames-0.2.0-py3-none-any.whl"


@pytest.mark.parametrize(
    ("came", "ends"),
    [
        ("checkout", "-e '{tmp}/a folder[web]'"),
        ("wheel", "pip install '{tmp}/" + WHEEL + "[web]'"),
        ("wheel that is gone", "pip install 'rulekit-boardgames[web]'"),
        ("index", "pip install 'rulekit-boardgames[web]'"),
    ],
)
def test_the_command_is_true_for_this_installation(
    came: str, ends: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    monkeypatch.setattr("rulekit.install_command.CHECKOUT", folder)
    if came == "checkout":
        (folder / "pyproject.toml").touch()
    if came == "wheel":
        (tmp_path / WHEEL).touch()
    url = json.dumps({"url": (tmp_path / WHEEL).as_uri()}) if "wheel" in came else None
    installed = SimpleNamespace(read_text=lambda name: url if name == "direct_url.json" else None)
    monkeypatch.setattr("rulekit.install_command.distribution", lambda _: installed)
    monkeypatch.setattr("rulekit.install_command.find_spec", lambda _: True)
    assert install_command("web").startswith(f"{sys.executable} -m pip install ")
    assert install_command("web").endswith(ends.format(tmp=tmp_path))
    monkeypatch.setattr("rulekit.install_command.find_spec", lambda _: None)
    assert install_command("web").startswith(f"uv pip install --python {sys.executable} ")


def test_a_wheel_offers_no_extras_that_need_a_checkout(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    both = ['no-such-book>=2; extra == "docs"', 'no-such-web>=2; extra == "web"']
    monkeypatch.setattr("importlib.metadata.metadata", lambda _: metadata(both, ["docs", "web"]))
    assert [extra["name"] for extra in found(run, "extras", 0)] == ["docs", "web"]
    monkeypatch.setattr(diagnosis, "is_checkout", lambda: False)
    assert [extra["name"] for extra in found(run, "extras", 0)] == ["web"]


def test_a_package_that_is_too_old(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.metadata", lambda _: metadata(["attrs>=999.1"]))
    [package] = found(run, "packages", 1)
    assert package["state"] == "broken" and "attrs>=999.1" in package["text"]


@pytest.mark.parametrize(
    ("requirement", "lacks"),
    [
        ("click>=8.1", ""),
        ("click<99,>=8", ""),
        ("click>=100", "click>=100"),
        ("click<8", "click<8"),
        ("no-such>=1", "no-such"),
        ("click", ""),
    ],
)
def test_what_a_requirement_lacks(requirement: str, lacks: str) -> None:
    assert lacking(Requirement(requirement)) == lacks


def test_a_terminal_that_shows_ascii_only(home: Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "rulekit", "doctor", "--json"], capture_output=True, text=True, env=env, check=False
    )
    [terminal] = [f for f in json.loads(done.stdout)["findings"] if f["area"] == "terminal"]
    assert done.returncode == 1 and not done.stderr
    assert terminal["state"] == "broken" and "PYTHONUTF8" in terminal["hint"]


def test_a_language_that_it_lacks_is_told(run: Run) -> None:
    result = run("doctor", "--lang", "ja", "--plain")
    assert "日本語" in result.stderr and "英語" in result.stderr and "Python" in result.stdout
    assert run("doctor", "--lang", "zh", "--plain").stderr == ""


def test_nothing_else_says_how_an_extra_is_installed() -> None:
    """A message that names the package as an index has it leads nowhere from a checkout or the file of a wheel."""
    named = re.compile(r"rulekit-boardgames\[|pip install .*\[")
    found = [
        str(path.relative_to(ROOT))
        for top in ("rulekit", "benchmarks")
        for path in sorted((ROOT / top).rglob("*"))
        if path.suffix in (".py", ".po") and named.search(path.read_text("utf-8"))
    ]
    assert found == ["rulekit/cli/commands/new.py"]  # the tests of a plugin that somebody begins
