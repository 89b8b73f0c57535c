"""``rulekit options``: what can be chosen before a game begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulekit.cli.completion import complete_game
from rulekit.cli.options import variant_option
from rulekit.cli.screen import Screen
from rulekit.installed import find_game, find_variants
from rulekit.tabletop.board import Sheet
from rulekit.tabletop.columns import TextColumn
from rulekit.tabletop.page import Page, TableGroup
from rulekit.tabletop.texts import Texts, choose_language
from rulekit.variants import VariantTexts

if TYPE_CHECKING:
    from rulekit import Game
    from rulekit.runtime.options import OptionInfo


@click.command()
@click.argument("game", shell_complete=complete_game)
@variant_option
@click.option("--lang", metavar="LANG", help="en, zh-Hans, zh-Hant or another language that the game speaks.")
@click.option("--plain", is_flag=True, help="No colours and no boxes.")
def options(game: str, variants: tuple[str, ...], lang: str | None, plain: bool) -> None:
    """Show what can be chosen before GAME begins: how many play, its options for --set, and the variants that come with it."""
    from rulekit import api

    folder = find_game(game)
    rules = api.load(folder, find_variants(folder, variants))
    texts = choose_language(lang, rules.names)
    out = Page()
    out.line(f"{rules.names.get(texts.lang, rules.title)}{texts.colon}{_players(rules, texts)}", "bold")
    sheets = [
        _sheet(texts("set_columns"), [*_options(rules, texts)]),
        _sheet(texts("variant_columns"), [*_variants(rules, folder, texts)]),
    ]
    for sheet in filter(None, sheets):
        out.line()
        out.blocks.append(TableGroup([sheet]))
    Screen(plain).draw(out, texts)


def _players(rules: Game, texts: Texts) -> str:
    key = "players_from" if rules.fewest < rules.most else "players_number"
    return texts(key, fewest=rules.fewest, n=rules.most, usual=rules.usual)


def _options(rules: Game, texts: Texts) -> Iterator[Sequence[str]]:
    """Each option: what is typed behind --set, what it is about, what it can be, and what it is where nothing is said."""
    for option in rules.options.values():
        yield option.name, rules.said(option.text, texts.lang), _values(option, rules, texts), option.default


def _values(option: OptionInfo, rules: Game, texts: Texts) -> str:
    """The values as they are typed, with their names in another language."""
    if option.sort == "number" and len(option.values) > 1:
        return f"{option.values[0]}–{option.values[-1]}"
    said = [(value, rules.said(value, texts.lang)) for value in option.values]
    return texts.list(value if value == own else f"{value} ({own})" for value, own in said)


def _variants(rules: Game, folder: Path, texts: Texts) -> Iterator[Sequence[str]]:
    """Each variant: what is typed behind --variant, what it is called, and what it changes."""
    about = VariantTexts()
    for name, path in about.offered(folder, rules).items():
        yield name, about.title(path, texts.lang), about.note(rules, path, texts.lang)


def _sheet(heads: str, rows: Sequence[Sequence[str]]) -> Sheet | None:
    if not rows:
        return None
    return Sheet(
        [TextColumn(head, cells) for head, cells in zip(heads.split("|"), zip(*rows, strict=True), strict=True)]
    )
