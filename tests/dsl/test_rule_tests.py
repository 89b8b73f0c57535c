"""Lines of rule tests: the same line may stand in many tests, and each time it is told of where it stands."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins

SHOGUN = Path(__file__).parents[2] / "games" / "shogun"


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
