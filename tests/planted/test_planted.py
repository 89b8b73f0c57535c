"""Every wrong rule of ``mistakes.yaml`` makes a rule test fail that covers the clause it breaks.

A worth, by which bots judge positions, is in no clause: a mistake in one names the file of its rule tests instead.

Each is planted in a copy of the game. The copy holds only those rule tests that speak of the clause, and stands in the same
place each time, so that files without a change are parsed once for all mistakes. The references to
clauses are taken off the rule lines, so that a mistake is written as the rule is read.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from attrs import frozen
from ruamel.yaml import YAML

from rulekit.rule_tests.results import TestResult
from rulekit.rule_tests.runner import run_tests
from tests.playing import SHOGUN

REFERENCES = re.compile(r"[ ]+\[[A-Z]+-[A-Z0-9, -]+\]$", re.MULTILINE)
TEST = re.compile(r"^(?=test )", re.MULTILINE)
FEWEST = 36
LEFT_OUT = ("tests", "variants", "board.yaml", "clauses.yaml", "rulebook.rules", "words.yaml")
"""What holds no rule of the game and no number of it: nothing is planted there, and the copies do without."""


@frozen
class Mistake:
    """A line of the table: ``text`` becomes ``instead``, or the line that holds ``without`` is taken out.

    Rule tests of ``clause`` catch it, or any of the file ``tests``.
    """

    says: str
    file: str
    clause: str = ""
    tests: str = ""
    text: str = ""
    instead: str = ""
    without: str = ""

    @property
    def about(self) -> str:
        return self.clause or self.tests

    def catches(self, path: Path, test: str) -> bool:
        """Whether this rule test of the file at a path has to fail over this mistake."""
        if self.tests:
            return path.name == self.tests
        return re.search(rf"{self.clause}\b", test.partition("\n")[0]) is not None

    def planted(self, rules: str) -> str:
        """The rules with this mistake. Raises AssertionError when they no longer say what it would change."""
        there = rules.count(self.without or self.text)
        assert there == 1, f"{self.file} holds “{self.without or self.text}” {there} times: bring the table up to date"
        if not self.without:
            return rules.replace(self.text, self.instead)
        return "".join(line for line in rules.splitlines(keepends=True) if self.without not in line)


def table() -> list[Mistake]:
    path = Path(__file__).with_name("mistakes.yaml")
    return [Mistake(**row) for row in YAML(typ="safe").load(path.read_text(encoding="utf-8"))]


MISTAKES = table()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("planted") / "shogun"


def copied(place: Path, mistake: Mistake) -> Path:
    """A copy of SHOGUN with the rule tests that may catch a mistake, and the words that only tests use."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(SHOGUN, place, ignore=shutil.ignore_patterns(*LEFT_OUT))
    (place / "tests").mkdir()
    for path in (SHOGUN / "tests").glob("*.rules"):
        head, *tests = TEST.split(path.read_text(encoding="utf-8"))
        chosen = [test for test in tests if mistake.catches(path, test)]
        if chosen or not tests:
            (place / "tests" / path.name).write_text("".join([head, *chosen]), encoding="utf-8")
    return place


def outcome(mistake: Mistake, place: Path, wrong: bool) -> list[TestResult]:
    """What the rule tests that may catch it come to in a copy, with the mistake or without it. Raises when it does not load."""
    game = copied(place, mistake)
    path = game / mistake.file
    rules = REFERENCES.sub("", path.read_text(encoding="utf-8"))
    path.write_text(mistake.planted(rules) if wrong else rules, encoding="utf-8")
    return run_tests(game)


@pytest.mark.parametrize("mistake", MISTAKES, ids=[f"{m.about}: {m.says}" for m in MISTAKES])
def test_a_planted_mistake_is_caught(mistake: Mistake, place: Path) -> None:
    results = outcome(mistake, place, wrong=True)
    assert results, f"no rule test covers {mistake.about}"
    assert any(not r.ok for r in results), (
        f"{mistake.file}: {mistake.says}, and no rule test of {mistake.about} fails: "
        + ", ".join(r.title for r in results)
    )


@pytest.mark.parametrize("mistake", [MISTAKES[0], MISTAKES[-1]], ids=lambda m: m.file)
def test_nothing_fails_in_a_copy_without_a_mistake(mistake: Mistake, place: Path) -> None:
    results = outcome(mistake, place, wrong=False)
    assert results and all(r.ok for r in results)


def test_mistakes_are_many_and_everywhere() -> None:
    """No file that holds rules or numbers of the game is left out."""
    files = {p.relative_to(SHOGUN).as_posix() for p in SHOGUN.rglob("*") if p.suffix in (".rules", ".yaml")}
    rules = {f for f in files if f.split("/")[0] not in LEFT_OUT}
    planted = Counter(m.file for m in MISTAKES)
    assert len(MISTAKES) >= FEWEST
    assert set(planted) == rules
    assert len({(m.file, m.text, m.instead, m.without) for m in MISTAKES}) == len(MISTAKES)


def test_a_mistake_that_cannot_be_planted_is_told() -> None:
    with pytest.raises(AssertionError, match="0 times"):
        Mistake("never", "game.rules", text="no rule says this", instead="nor this").planted("to play the game:\n")
