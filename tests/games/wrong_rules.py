"""Copies of a game with one wrong rule each, for what is worked out beside games to notice: ``wrong_rules.yaml``.

Random games notice most of them; where the situation is rare, a directed game does (:mod:`tests.games.directed`).
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from attrs import frozen
from ruamel.yaml import YAML

import rulekit

REFERENCES = re.compile(r" +\[[A-Z]+-[A-Z0-9., -]+\]$", re.MULTILINE)


@frozen
class WrongRule:
    """``text``, which stands once in ``file`` when the references to clauses are taken off, becomes ``instead``.

    ``directed``: the directed game that notices it; "" for games at random.
    """

    game: str
    says: str
    file: str
    text: str
    instead: str
    directed: str = ""

    def planted(self, folder: Path, place: Path) -> rulekit.Game:
        """A copy of the game with the mistake."""
        return rulekit.load(self.written(folder, place))

    def written(self, folder: Path, place: Path) -> Path:
        """The folder of a copy with the mistake."""
        copy = bare_copy(folder, place)
        path = copy / self.file
        rules = REFERENCES.sub("", path.read_text(encoding="utf-8"))
        there = rules.count(self.text)
        assert there == 1, f"{self.file} holds “{self.text}” {there} times: bring the table up to date"
        path.write_text(rules.replace(self.text, self.instead), encoding="utf-8")
        return copy


def bare_copy(folder: Path, place: Path) -> Path:
    """A copy of a game without tests and looks."""
    copy = place / folder.name
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("tests", "board.yaml", "words.yaml"))
    return copy


def wrong_rules(game: str, directed: bool = False) -> list[WrongRule]:
    """Those of a game that games at random notice, or else those that directed games do."""
    path = Path(__file__).with_suffix(".yaml")
    rows = [WrongRule(**row) for row in YAML(typ="safe").load(path.read_text(encoding="utf-8"))]
    return [row for row in rows if row.game == game and bool(row.directed) == directed]
