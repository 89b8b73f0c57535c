"""Entry points are found without the standard library's reader, and are the same."""

from __future__ import annotations

import sys
import tomllib
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from zipfile import ZipFile

import pytest

from rulekit.plugins.entry_points import announced
from rulekit.plugins.manager import find_plugins
from tests.playing import ROOT

TEXT = """[console_scripts]
sack = sack:main

[rulekit]
# ours
sack = sack_of_mine
bag=sack_of_mine:Bag.inner [extra]

[other]
x = y
"""


def package(folder: Path, name: str, text: str = TEXT, head: str = "") -> None:
    info = folder / name
    info.mkdir(parents=True)
    (info / "entry_points.txt").write_text(text, encoding="utf-8")
    if head:
        (info / "PKG-INFO").write_text(head, encoding="utf-8")


@pytest.mark.parametrize("group", ["rulekit", "console_scripts", "pytest11"])
def test_they_are_those_of_the_standard_library(group: str) -> None:
    points = sorted(entry_points(group=group), key=precedence)
    wanted = {p.name: (p.value, p.dist.version if p.dist else "") for p in reversed(points)}
    found = [(p.name, p.value, p.version) for p in announced(group)]
    assert found and found == [(name, *wanted[name]) for name in sorted(wanted)]


def precedence(point: EntryPoint) -> tuple[int, str]:
    """Of two packages that announce one name, that one counts which sorts first: by the path, then by its name."""
    assert point.dist is not None
    return sys.path.index(str(point.dist.locate_file(""))), point.dist.name.lower().replace("-", "_")


def test_one_plugin_is_registered_for_each_name() -> None:
    """The package of rulekit brings plugins along that have packages of their own: each is there once, whichever is installed."""
    bundled = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]["rulekit"]
    own: dict[str, str] = {}
    for page in ROOT.glob("plugins/*/pyproject.toml"):
        own |= tomllib.loads(page.read_text(encoding="utf-8"))["project"]["entry-points"]["rulekit"]
    assert bundled.items() <= own.items(), "one name, one module"
    installed = {p.name for p in entry_points(group="rulekit")}
    assert [name for name, _ in find_plugins().names] == sorted(installed)
    assert bundled.keys() <= installed <= own.keys()


def test_a_name_that_two_packages_announce_counts_in_the_first(tmp_path, monkeypatch) -> None:
    package(tmp_path / "a", "cup-2.dist-info", "[rulekit]\nsack = of_cup\n")
    package(tmp_path / "a", "bag-1.dist-info", "[rulekit]\nsack = of_bag\n")
    package(tmp_path / "b", "ace-3.dist-info", "[rulekit]\nsack = of_ace\nace = of_ace\n")
    for folders, wanted in {"ab": ("of_bag", "1"), "ba": ("of_ace", "3")}.items():
        monkeypatch.setattr(sys, "path", [str(tmp_path / folder) for folder in folders])
        found = [(p.name, p.value, p.version) for p in announced("rulekit")]
        assert found == [("ace", "of_ace", "3"), ("sack", *wanted)]


def test_what_was_announced_anew_counts(tmp_path, monkeypatch) -> None:
    """A file is read once; where it was written since, or is there no more, that is noticed."""
    package(tmp_path, "sack-1.dist-info", "[rulekit]\nsack = sack\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert [p.value for p in announced("rulekit")] == [p.value for p in announced("rulekit")] == ["sack"]
    assert announced("other") == []
    page = tmp_path / "sack-1.dist-info" / "entry_points.txt"
    page.write_text("[rulekit]\nsack = sack_of_mine\n", encoding="utf-8")
    assert [p.value for p in announced("rulekit")] == ["sack_of_mine"]
    page.unlink()
    assert announced("rulekit") == []


def test_the_lines_of_one_group_are_read_with_the_version_of_the_package(tmp_path, monkeypatch) -> None:
    package(tmp_path / "a", "sack-1.2.dist-info")
    package(tmp_path / "b", "sack-0.9.dist-info", "[rulekit]\nold = gone\n")  # the same package, later on the path
    package(tmp_path / "b", "Cup.egg-info", "[rulekit]\ncup = cup\n", "Name: Cup\nVersion: 3.0\n")
    package(tmp_path / "b", "broken-1.dist-info", "no group at all = [\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "a"), str(tmp_path / "b"), str(tmp_path / "nowhere")])
    found = [(p.name, p.value, p.version) for p in announced("rulekit")]
    assert found == [
        ("bag", "sack_of_mine:Bag.inner [extra]", "1.2"),
        ("cup", "cup", "3.0"),
        ("sack", "sack_of_mine", "1.2"),
    ]


def test_a_module_or_something_in_it_is_loaded(tmp_path, monkeypatch) -> None:
    package(tmp_path, "sack-1.dist-info")
    (tmp_path / "sack_of_mine.py").write_text("class Bag:\n    inner = 5\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delitem(sys.modules, "sack_of_mine", raising=False)
    points = {p.name: p.load() for p in announced("rulekit") if p.name in ("bag", "sack")}
    assert points == {"bag": 5, "sack": sys.modules["sack_of_mine"]}


def test_where_packages_lie_in_an_archive_the_standard_library_looks(tmp_path, monkeypatch) -> None:
    archive = tmp_path / "all.zip"
    with ZipFile(archive, "w") as file:
        file.writestr("sack-2.dist-info/METADATA", "Metadata-Version: 2.1\nName: sack\nVersion: 2\n")
        file.writestr("sack-2.dist-info/entry_points.txt", "[rulekit]\nsack = sack\n")
    monkeypatch.setattr(sys, "path", [str(archive), *sys.path])
    assert ("sack", "2") in [(p.name, p.version) for p in announced("rulekit")]
