"""``rulekit rulebook``: the rulebook of a game, from its rules."""

from __future__ import annotations

from pathlib import Path

import click

from rulekit.cli.completion import complete_game
from rulekit.cli.options import spoken, variant_option
from rulekit.cli.output import say
from rulekit.files import access
from rulekit.installed import find_game, find_variants
from rulekit.tabletop.texts import choose_language


@click.command()
@click.argument("game", shell_complete=complete_game)
@variant_option
@click.option(
    "--lang", "language", metavar="LANG", default="en", show_default=True, callback=spoken("en", "zh-Hans"),
    help="en, or zh for Simplified Chinese.",
)  # fmt: skip
@click.option("-o", "--output", metavar="FILE", help="Where to write it; normally it is printed.")
def rulebook(game: str, variants: tuple[str, ...], language: str, output: str | None) -> int:
    """Make the rulebook of GAME: one HTML page, to be read or printed, with the variants that are laid over it.

    It is made from the rules that are played, so it cannot say anything else.
    """
    from rulekit import rulebook as books

    folder = find_game(game)
    text = books.rulebook(folder, find_variants(folder, variants), language)
    if output is None:
        say(text, nl=False)
    else:
        with access(output, "cannot be written"):
            Path(output).write_text(text, encoding="utf-8")
        say(choose_language(language)("wrote", path=output))
    return 0
