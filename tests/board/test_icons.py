"""Drawings: pages show those of the board, every one can be told from the others, and each owner has one of his own."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulekit.api import check
from rulekit.board import read_board
from rulekit.board.icons import CRESTS, ICONS, sprite
from rulekit.board.sides import crests, owners
from tests.board.test_board import MDT, TICTACTOE
from tests.playing import ROOT, SHOGUN

FILE = ROOT / "rulekit" / "web" / "static" / "icons.svg"


def test_pages_have_the_drawings_of_the_board() -> None:
    if os.environ.get("RULEKIT_UPDATE"):
        FILE.write_text(sprite(), encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == sprite(), "RULEKIT_UPDATE=1 makes it anew"


def test_drawings_are_small_and_different() -> None:
    paths = [str(path.get("d")) for path in ElementTree.fromstring(sprite()).iter("{http://www.w3.org/2000/svg}path")]
    assert len(set(paths)) == len(paths) == len(CRESTS) + len(ICONS)
    assert all(re.fullmatch(r"[MmLlHhVvCcQqSsAaZz0-9 .,-]+", path) and len(path) < 500 for path in paths)


def test_owners_have_crests_of_their_own() -> None:
    assert list(crests({"A": "", "B": "disc", "C": ""}).values()) == ["diamond", "disc", "waves"]
    assert len(set(crests(dict.fromkeys("ABCDEFGHIJKLMN", "")).values())) == len(CRESTS) == 14
    many = {str(k): "star" if k == 3 else "" for k in range(20)}  # too many for a crest each: they have letters
    assert crests(many) == many
    assert [owner.crest for owner in owners(read_board(SHOGUN), None, "en").values()] == list(CRESTS)[:5]
    assert {owner.crest for owner in owners(read_board(MDT), None, "en").values()} == {""}


@pytest.mark.parametrize(
    ("old", "new", "said", "hint"),
    [
        ("saltire", "lion", "there is no crest `lion`", "crests are: disc, diamond, waves, "),
        ("saltire", "ring", "`Cross` has the crest `ring`, too", "each needs its own; nobody has: disc, diamond, "),
    ],
)
def test_check_reads_crests(old: str, new: str, said: str, hint: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(TICTACTOE, tmp_path / "game"))
    text = (folder / "board.yaml").read_text()
    assert old in text and not check(folder)[0]
    (folder / "board.yaml").write_text(text.replace(old, new))
    [found] = check(folder)[0]
    assert found.message == said and str(found.hint).startswith(hint) and found.span.file.endswith("board.yaml")


@pytest.mark.parametrize(
    ("icons", "said", "hint"),
    [
        ("{square: lion}", "there is no icon `lion`", "icons are: keep, gate, fan, "),
        ("{squre: keep}", "there is no kind, piece, card, mark or place `squre`", "did you mean square"),
        ("{zzz: keep}", "there is no kind, piece, card, mark or place `zzz`", "there are: player, square, "),
    ],
)
def test_check_reads_icons(icons: str, said: str, hint: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(TICTACTOE, tmp_path / "game"))
    text = (folder / "board.yaml").read_text()
    (folder / "board.yaml").write_text(text + f"icons: {icons}\n")
    [found] = check(folder)[0]
    assert found.message == said and str(found.hint).startswith(hint)
    assert found.span.file.endswith("board.yaml") and found.span.line == text.count("\n") + 1
