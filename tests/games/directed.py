"""Directed games: from the position of a rule test a game is played on, with a second reading beside it.

Random games hardly ever reach the situations in which some rules matter. A rule test gives such a position in its ``given``
lines and the decisions that lead to the situation in its ``when`` lines; further decisions and dice are random. ``then`` lines
are skipped: only the second reading judges. Any rule test can be played on in this way, except those in ``out_of_course.yaml``.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from ruamel.yaml import YAML

import rulekit
from rulekit.dsl.program import Program
from rulekit.dsl.symbols import RuleTest
from rulekit.image import Setup
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from rulekit.rule_tests.runner import compile_tests
from rulekit.rule_tests.set_up import setup_of
from rulekit.rule_tests.steps import carry_out
from rulekit.rule_tests.trial import Trial
from rulekit.runtime.compiled import Compiled
from tests.playing import play

OUT_OF_COURSE = Path(__file__).with_name("out_of_course.yaml")
MOMENTS = "moments.rules"
"""The test file of a game in which moments are that seldom come"""
WORDS = "help.rules"
"""The one with the words that lay them out"""
Beside = Callable[[rulekit.Match], Callable[[], None]]
"""What takes up a match where it stands, and gives what looks at it after every decision"""


class DirectedGames:
    """Games that are played on from rule tests of one game. Those of a set-up are compiled together."""

    def __init__(self, program: Program, wholly: bool = False) -> None:
        """``program``: the game with its tests. ``wholly``: from all of them in which something happens; else from moments."""
        self.program = program
        self.tests = {
            test.title: (k, test)
            for k, test in enumerate(program.tests)
            if (wholly or Path(test.span.file).name == MOMENTS)
            and not test.of_a_set_up
            and any(line.text.startswith("when ") for line in test.lines)
        }
        self.made: dict[str, Compiled] = {}

    @classmethod
    def in_copy(cls, copy: Path, tests: Path) -> DirectedGames:
        """Those of a copy of a game without tests; ``tests`` is the folder of its tests."""
        (copy / "tests").mkdir()
        for name in (MOMENTS, WORDS):
            shutil.copy(tests / name, copy / "tests")
        program = read_program(copy, find_plugins().devices, tests=True)
        assert not [x for x in program.found if x.severity == "error"], program.found
        return cls(program)

    def alarms(self, beside: Beside, seeds: list[int], without: frozenset[str] = frozenset()) -> Iterator[str]:
        """What the second reading has to say in games from all the tests, but for some."""
        for title in sorted(self.tests.keys() - without):
            for seed in seeds:
                try:
                    for _ in self.played_on(title, seed, beside):
                        pass
                except AssertionError as found:
                    yield f"{title}, seed {seed}: {found}"

    def played_on(self, title: str, seed: int, beside: Beside) -> Iterator[rulekit.Match]:
        """Plays a directed game until nobody is asked; gives the match after every decision that has been looked at."""
        trial = self._trial(title, seed)
        trial.begin()
        check: Callable[[], None] | None = None
        for k, line in enumerate(trial.test.lines):
            if line.text.startswith("then "):
                continue
            if check is None and line.text.startswith("when "):
                check = beside(trial.match)
            carry_out(trial, k)
            assert trial.refused is None, f"{title}: {line.text}: {trial.refused}"
            if check is not None:
                check()
                yield trial.match
        assert check is not None, f"{title}: nobody does anything"
        for match in play(trial.match, Random(seed)):
            check()
            yield match

    def _trial(self, title: str, seed: int) -> Trial:
        number, test = self.tests[title]
        setup = self._setup(test)
        if setup.key not in self.made:
            together = [(k, other) for k, other in self.tests.values() if self._setup(other).key == setup.key]
            self.made[setup.key] = compile_tests(self.program, setup, together, find_plugins().devices)
        return Trial(self.program, self.made[setup.key], number, test, seed)

    def _setup(self, test: RuleTest) -> Setup:
        return setup_of(self.program, test)


def out_of_course(game: str) -> frozenset[str]:
    """The titles of rule tests that cannot be played on."""
    reasons = YAML(typ="safe").load(OUT_OF_COURSE.read_text(encoding="utf-8"))[game]
    return frozenset(title for titles in reasons.values() for title in titles)
