"""``rulekit check``: every mistake in the files of games and variants."""

from __future__ import annotations

import json
from pathlib import Path

import click

import rulekit
from rulekit.cli.games import find_files, find_variants
from rulekit.diagnostics import Diagnostic, render


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--variant", "variants", multiple=True, metavar="FILE", help="A variant to be laid over the games.")
@click.option("--json", "as_json", is_flag=True, help="One JSON list instead of text.")
def check(paths: tuple[str, ...], variants: tuple[str, ...], as_json: bool) -> int:
    """Show every mistake in games (folders or names) and variants (files).

    The exit code is 1 if there is an error, and 0 if there are warnings at most.
    """
    found: dict[Diagnostic, dict[str, str]] = {}
    for path in paths:
        folder, own = find_files(path)
        diagnostics, sources = _check(folder, [*own, *find_variants(folder, variants)])
        found.update({d: sources for d in diagnostics if d not in found})
    if as_json:
        click.echo(json.dumps([d.as_json() for d in found], ensure_ascii=False, indent=2))
    else:
        for diagnostic, sources in found.items():
            click.echo(render(diagnostic, sources))
        click.echo({0: "no problems", 1: "1 problem"}.get(len(found), f"{len(found)} problems"))
    return int(any(d.severity == "error" for d in found))


def _check(folder: Path, variants: list[Path]) -> tuple[list[Diagnostic], dict[str, str]]:
    diagnostics, sources = rulekit.check(folder, variants)
    return diagnostics, dict(sources)
