"""``rulekit test``: the rule tests of games."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import click

from rulekit.cli.games import find_files
from rulekit.cli.options import language_option
from rulekit.cli.output import say
from rulekit.diagnostics import UserError
from rulekit.files import TESTS
from rulekit.i18n.locale import spoken_now
from rulekit.i18n.outcomes import outcome
from rulekit.installed import find_variants


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--variant", "variants", multiple=True, metavar="FILE", help="A variant to be laid over the games.")
@click.option(
    "-k",
    "named",
    default="",
    metavar="TEXT",
    help="Only the test of this title; if there is none, those with this in their title or their clauses.",
)
@click.option("-v", "--verbose", is_flag=True, help="Name the tests that pass as well.")
@click.option("--trace", is_flag=True, help="Show what each line of the tests does, and what is asked after it.")
@language_option
def test(
    paths: tuple[str, ...], variants: tuple[str, ...], named: str, verbose: bool, trace: bool, lang: str | None
) -> int:
    """Run the rule tests of games (folders or names), or of single test files. The exit code is 1 if one fails.

    With a variant its own tests are run: those in its file, and those in tests/ beside it, in a file of the same name.
    """
    run_tests = import_module("rulekit.rule_tests.runner").run_tests
    lang = spoken_now.get() if lang is None else lang
    passed = failed = 0
    for path in paths:
        folder, own = find_files(path)
        chosen = Path(path) if _is_test_file(Path(path), folder) else folder
        laid = [*own, *find_variants(folder, variants)]
        for result in run_tests(chosen, laid, named=named, with_steps=trace, lang=lang):
            for step in result.steps:
                say(f"{step.place}: {step.line}")
                for row in step.told:
                    say(f"    {row}")
            if result.ok:
                passed += 1
                if verbose or trace:
                    say(f"{result.place}: {outcome(f'passed: {result.title}', lang)}")
            else:
                failed += 1
                say(f"{result.place}: {outcome(f'failed: {result.title}', lang)}")
                for line in str(result.message or "").splitlines():
                    say(f"    {line}")
    if named and not passed + failed:
        raise UserError(
            f"no test has “{named}” in its title or its clauses", "leave -k out, with -v, to see the titles"
        )
    say(outcome(f"{passed} passed, {failed} failed", lang))
    return int(failed > 0)


def _is_test_file(path: Path, folder: Path) -> bool:
    """A file of the game's own tests; those of a variant come with the variant, and no others."""
    tests = folder.resolve() / TESTS
    return path.is_file() and path.resolve().is_relative_to(tests)
