"""``rulekit lint``: what is not wrong, and yet of no use."""

from __future__ import annotations

import click

import rulekit
from rulekit.cli.findings import looked_through, tell
from rulekit.cli.options import language_option


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--variant", "variants", multiple=True, metavar="FILE", help="A variant to be laid over the games.")
@click.option("--json", "as_json", is_flag=True, help="One JSON list instead of text, in English.")
@language_option
def lint(paths: tuple[str, ...], variants: tuple[str, ...], as_json: bool, lang: str | None) -> int:
    """Show what games (folders or names) declare and never use, and what they never reach.

    A remark `# no RK371: reason` silences a warning. The exit code is 1 if anything is found.
    """
    found = looked_through(rulekit.lint, paths, variants)
    tell(found, as_json, "finding", lang)
    return int(bool(found))
