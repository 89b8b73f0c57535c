"""``rulekit rulebook``: the rulebook of a game, from its rules."""

from __future__ import annotations

from pathlib import Path

import click

from rulekit.cli.completion import complete_game
from rulekit.cli.options import chosen_language, language_option, variant_option
from rulekit.cli.output import say
from rulekit.files import access
from rulekit.installed import find_game, find_variants
from rulekit.tabletop.texts import choose_language


@click.command()
@click.argument("game", shell_complete=complete_game)
@variant_option
@language_option
@click.option("-o", "--output", metavar="FILE", help="Where to write it; normally it is printed.")
def rulebook(game: str, variants: tuple[str, ...], lang: str | None, output: str | None) -> int:
    """Make the rulebook of GAME: one HTML page, to be read or printed, with the variants that are laid over it.

    It is made from the rules that are played, so it cannot say anything else. In the language of the terminal it is made where
    the game has words in it, else in English.
    """
    from rulekit import rulebook as books

    folder = find_game(game)
    text = books.rulebook(folder, find_variants(folder, variants), chosen_language(lang), asked=lang is not None)
    if output is None:
        say(text, nl=False)
    else:
        with access(output, "cannot be written"):
            Path(output).write_text(text, encoding="utf-8")
        say(choose_language(lang)("wrote", path=output))
    return 0
