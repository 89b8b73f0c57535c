"""``rulekit lint``: what is not wrong, and yet of no use."""

from __future__ import annotations

import json

import click

import rulekit
from rulekit.cli.games import find_files, find_variants
from rulekit.diagnostics import Diagnostic, render


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--variant", "variants", multiple=True, metavar="FILE", help="A variant to be laid over the games.")
@click.option("--json", "as_json", is_flag=True, help="One JSON list instead of text.")
def lint(paths: tuple[str, ...], variants: tuple[str, ...], as_json: bool) -> int:
    """Show what games (folders or names) declare and never use, and what they never come to.

    A remark `# no RK371: reason` silences a warning. The exit code is 1 if anything is found.
    """
    found: dict[Diagnostic, dict[str, str]] = {}
    for path in paths:
        folder, own = find_files(path)
        diagnostics, sources = rulekit.lint(folder, [*own, *find_variants(folder, variants)])
        found.update({d: sources for d in diagnostics if d not in found})
    if as_json:
        click.echo(json.dumps([d.as_json() for d in found], ensure_ascii=False, indent=2))
    else:
        for diagnostic, sources in found.items():
            click.echo(render(diagnostic, sources))
        click.echo({0: "no findings", 1: "1 finding"}.get(len(found), f"{len(found)} findings"))
    return int(bool(found))
