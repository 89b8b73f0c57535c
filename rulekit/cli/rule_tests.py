"""``rulekit test``: the rule tests of games."""

from __future__ import annotations

from importlib import import_module

import click

from rulekit.cli.games import find_files, find_variants


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--variant", "variants", multiple=True, metavar="FILE", help="A variant to be laid over the games.")
@click.option("-v", "--verbose", is_flag=True, help="Name the tests that pass as well.")
def test(paths: tuple[str, ...], variants: tuple[str, ...], verbose: bool) -> int:
    """Run the rule tests of games (folders or names). The exit code is 1 if one fails.

    With a variant its own tests are run: those in its file, and those in tests/ beside it, in a file of the same name.
    """
    run_tests = import_module("rulekit.testing").run_tests
    passed = failed = 0
    for path in paths:
        folder, own = find_files(path)
        for result in run_tests(folder, [*own, *find_variants(folder, variants)]):
            if result.ok:
                passed += 1
                if verbose:
                    click.echo(f"{result.place}: passed: {result.title}")
            else:
                failed += 1
                click.echo(f"{result.place}: failed: {result.title}")
                for line in str(result.message or "").splitlines():
                    click.echo(f"    {line}")
    click.echo(f"{passed} passed, {failed} failed")
    return int(failed > 0)
