"""``rulekit diff``: what variants change in a game, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulekit import api
from rulekit.cli.completion import complete_game, complete_variant
from rulekit.cli.options import chosen_language, language_option
from rulekit.cli.output import say, say_json
from rulekit.installed import find_game, find_variants
from rulekit.languages import punctuation

if TYPE_CHECKING:
    from rulekit.diagnostics import Span
    from rulekit.variant_diff.changes import VariantChange

PARTS = ("numbers", "cards", "rules", "things")


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
@language_option
@click.option("--json", "as_json", is_flag=True, help="One JSON list instead of text, in English without --lang.")
def diff(game: str, variants: tuple[str, ...], lang: str | None, as_json: bool) -> int:
    """Show what variants change in GAME: numbers, cards, rules, things and places, each with file and line.

    What goes is marked with `-`, what comes with `+`.
    """
    from rulekit.variant_diff.messages import TEXTS

    folder = find_game(game)
    said = chosen_language(lang)
    found, titles = api.differences(folder, find_variants(folder, variants), lang=said)
    if as_json:
        say_json([d.as_json(lang or "en") for d in found], indent=2)
        return 0
    say(punctuation(said).comma.join(titles.values()))
    for part in PARTS:
        own = [d for d in found if d.part == part]
        if own:
            say(f"\n{TEXTS.text(part, said)}")
        for d in own:
            _tell(d, said)
    if not found:
        say(f"\n{TEXTS.text('nothing', said)}")
    return 0


def _tell(d: VariantChange, lang: str) -> None:
    places = " ".join(x for x in (_at(d.base), "->" if d.base and d.place else "", _at(d.place)) if x)
    text = d.said(lang)
    say(f"  {text}  ({places})" if places else f"  {text}")
    if d.part == "numbers":
        return
    for sign, text in ((" " if d.how == "added" else "-", d.before), ("+", d.after)):
        for row in text.splitlines() if text != d.name else ():
            say(f"    {sign} {row}")


def _at(span: Span | None) -> str:
    return "" if span is None else span.place
