"""``rulekit coverage``: which clauses, rule lines and branches the rule tests and random games reach."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TypeVar

import click

from rulekit.cli.coverage_messages import TEXTS
from rulekit.cli.games import find_files
from rulekit.cli.options import chosen_language, language_option, variant_option
from rulekit.cli.output import say
from rulekit.cli.progress import progress
from rulekit.installed import find_variants

K = TypeVar("K")


@click.command()
@click.argument("path", metavar="GAME")
@click.option(
    "--games",
    default=20,
    show_default=True,
    type=click.IntRange(min=0),
    metavar="N",
    help="Random games for each set-up, fewer where they reach nothing new; 0: tests alone.",
)
@variant_option
@click.option(
    "--fail-under",
    default=0.0,
    type=click.FloatRange(0, 100),
    metavar="P",
    help="Exit with 1 when clauses or lines are covered by less than P %.",
)
@language_option
def coverage(path: str, games: int, variants: tuple[str, ...], fail_under: float, lang: str | None) -> int:
    """Show what no test and no game came to: clauses of the game's list, rule lines, branches."""
    module = import_module("rulekit.rule_tests.coverage")
    said = chosen_language(lang)
    folder, own = find_files(path)
    with progress("coverage", "tests and games", said) as told:
        found = module.measure(folder, games, [*own, *find_variants(folder, variants)], told=told)
    clauses = [TEXTS.text("clause", said, clause=clause) for clause in _missing(found.clauses)]
    lines = [TEXTS.text("line", said, place=f"{file}:{line}") for file, line in _missing(found.lines)]
    for file, line, answer in _missing(found.branches):
        answered = TEXTS.text(answer, said) if answer in TEXTS else answer
        lines.append(TEXTS.text("branch", said, place=f"{file}:{line}", answer=answered))
    for row in (
        [*lines, *clauses] if variants else [*clauses, *lines]
    ):  # the lines of a variant before the game's clauses
        say(row)
    for name in ("clauses", "lines", "branches"):
        part = getattr(found, name)
        say(TEXTS.text(name, said, reached=sum(part.values()), n=len(part), share=found.share(part)))
    if found.failed:
        say(TEXTS.text("failed", said, n=found.failed))
    return int(found.failed > 0 or found.least < fail_under)


def _missing(part: Mapping[K, bool]) -> list[K]:
    return [key for key, there in part.items() if not there]
