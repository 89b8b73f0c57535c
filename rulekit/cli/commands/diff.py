"""``rulekit diff``: what variants change in a game, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulekit import api
from rulekit.cli.completion import complete_game, complete_variant
from rulekit.cli.output import say, say_json
from rulekit.installed import find_game, find_variants

if TYPE_CHECKING:
    from rulekit.diagnostics import Span
    from rulekit.variant_diff.changes import VariantChange

PARTS = {"numbers": "Numbers", "cards": "Cards", "rules": "Rules", "things": "Things and places"}


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--variant",
    "variants",
    multiple=True,
    shell_complete=complete_variant,
    required=True,
    metavar="FILE",
    help="The variant; several at once.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON list instead of text.")
def diff(game: str, variants: tuple[str, ...], as_json: bool) -> int:
    """Show what variants change in GAME: numbers, cards, rules, things and places, each with file and line.

    What goes is marked with `-`, what comes with `+`.
    """
    folder = find_game(game)
    found, titles = api.differences(folder, find_variants(folder, variants))
    if as_json:
        say_json([d.as_json() for d in found], indent=2)
        return 0
    say(", ".join(titles.values()))
    for part, title in PARTS.items():
        own = [d for d in found if d.part == part]
        if own:
            say(f"\n{title}")
        for d in own:
            _tell(d)
    if not found:
        say("\nnothing changes")
    return 0


def _tell(d: VariantChange) -> None:
    places = " ".join(x for x in (_at(d.base), "->" if d.base and d.place else "", _at(d.place)) if x)
    say(f"  {d.text}  ({places})" if places else f"  {d.text}")
    if d.part == "numbers":
        return
    for sign, text in ((" " if d.how == "added" else "-", d.before), ("+", d.after)):
        for row in text.splitlines() if text != d.name else ():
            say(f"    {sign} {row}")


def _at(span: Span | None) -> str:
    return "" if span is None else f"{span.file}:{span.line}"
