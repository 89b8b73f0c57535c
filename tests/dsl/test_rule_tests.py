"""Lines of rule tests: the same line may stand in many tests, and each time it is told of where it stands."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rulekit.compiler.build import default_setup
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from rulekit.rule_tests.runner import compile_tests

ROOT = Path(__file__).parents[2]
SHOGUN, TOY = ROOT / "games" / "shogun", ROOT / "tests" / "games" / "toy"


def test_every_line_knows_where_it_stands() -> None:
    program = read_program(SHOGUN, find_plugins().devices, tests=True)
    rows = {file: text.splitlines() for file, text in program.sources.items()}
    said: Counter[str] = Counter()
    places = set()
    for test in program.tests:
        for op, values, span, text in test.lines:
            first = text.split()[0]
            assert rows[span.file][span.line - 1].strip().startswith(first)
            if op == "do":
                assert values["statement"].span.file == span.file
                assert values["statement"].span.line == span.line
            said[text] += 1
            places.add((span.file, span.line))
    assert said.most_common(1)[0][1] > 100
    assert len(places) == said.total()


def test_of_the_game_only_what_tests_come_to_is_made() -> None:
    """A march asks, and has an explanation; no sum reaches it, and neither begins the game."""
    found = find_plugins()
    program = read_program(TOY, found.devices, tests=True)

    def made(title: str) -> tuple[set[str], set[str]]:
        tests = [(n, test) for n, test in enumerate(program.tests) if test.title == title]
        machine = compile_tests(program, default_setup(program), tests, found.devices).machine
        return {name for name in machine.journaled if name.startswith(("d_", "p_", "r_"))}, {*machine.explain}

    march, explained = made("walls keep strangers out")
    assert any("march" in name for name in march) and any(name.startswith("prompt__") for name in explained)
    sums, explained = made("a number below 0 is a difference")
    assert not sums and not any(name.startswith("prompt__") for name in explained)
