"""One word, one sense: a class name is defined in one module, or is one thing at several stages and in the glossary as that."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Set

from tests.playing import ROOT

GLOSSARY = ROOT / "docs" / "glossary.md"
HEADING = "## One word at several stages"
ROW = re.compile(r"\| `(\w+)` \| [^|]+ \| (`[\w.]+`(?:, `[\w.]+`)+) \|")


def defined() -> Mapping[str, Set[str]]:
    """Class name -> the modules that define it, those of ``rulekit`` without this word; nested and private classes count."""
    found: dict[str, set[str]] = {}
    for folder in ("rulekit", "plugins", "tools"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removeprefix("rulekit.")
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, set()).add(module)
    return found


def several_stages() -> Mapping[str, Set[str]]:
    """The table of the glossary: class name -> modules."""
    _, _, behind = GLOSSARY.read_text(encoding="utf-8").partition(HEADING)
    rows = [row for row in behind.partition("\n## ")[0].splitlines() if row.startswith("| `")]
    table = {}
    for row in rows:
        said = ROW.fullmatch(row)
        assert said, f"this row has not the form of the others: {row}"
        assert said[1] not in table, f"{said[1]} has two rows"
        table[said[1]] = set(re.findall(r"[\w.]+", said[2]))
    return table


def test_a_class_name_has_one_sense() -> None:
    """The table names neither too few nor too many: a name that is no longer double goes from it."""
    assert {name: modules for name, modules in defined().items() if len(modules) > 1} == several_stages()


def test_classes_of_all_sorts_are_found() -> None:
    found = defined()
    assert found["PlaceSelected"] == {"tui.map_view"}, "a class in a class"
    assert found["_FlowState"] == {"compiler.passes.plan_rollback"}, "a private one"
    assert found["Tool"] == {"tools.run"}
    assert "plugins.battle_tower.rulekit_battle_tower.tower" in found["BattleTower"]


def test_players_are_they() -> None:
    """In what the engine says of somebody, and in its docstrings. Rules may be asked for with `his`; the layout of the database
    stays as it was."""
    words = re.compile(r"(?<![\w\"'])(he|his|him|himself)(?![\w\"'])")
    found = [
        f"{path.relative_to(ROOT)}:{n}"
        for path in sorted((ROOT / "rulekit").rglob("*.py"))
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if words.search(line) and path.name != "schema.py"
    ]
    assert found == []
