"""``rulekit check``: every mistake in the files of games and variants."""

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
def check(paths: tuple[str, ...], variants: tuple[str, ...], as_json: bool, lang: str | None) -> int:
    """Show every mistake in games (folders or names) and variants (files).

    A variant that lies outside of its game is laid over the installed game that its heading names.

    The exit code is 1 if there is an error, and 0 if there are warnings at most.
    """
    found = looked_through(rulekit.check, paths, variants)
    tell(found, as_json, "problem", lang)
    return int(any(d.severity == "error" for d in found))
