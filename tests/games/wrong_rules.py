"""Copies of a game with one wrong rule each, for the checks that run beside games at random to notice: ``wrong_rules.yaml``."""

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
    """``text``, which stands once in ``file`` when the references to clauses are taken off, becomes ``instead``."""

    game: str
    says: str
    file: str
    text: str
    instead: str

    def planted(self, folder: Path, place: Path) -> rulekit.Game:
        """A copy of the game with the mistake, and without tests and looks."""
        copy = place / folder.name
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("tests", "board.yaml", "words.yaml"))
        path = copy / self.file
        rules = REFERENCES.sub("", path.read_text(encoding="utf-8"))
        there = rules.count(self.text)
        assert there == 1, f"{self.file} holds “{self.text}” {there} times: bring the table up to date"
        path.write_text(rules.replace(self.text, self.instead), encoding="utf-8")
        return rulekit.load(copy)


def wrong_rules(game: str) -> list[WrongRule]:
    path = Path(__file__).with_suffix(".yaml")
    rows = [WrongRule(**row) for row in YAML(typ="safe").load(path.read_text(encoding="utf-8"))]
    return [row for row in rows if row.game == game]
