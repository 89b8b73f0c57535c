"""``rulekit replay``: a saved game told again from its first choice, or verified."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import rulekit
from rulekit.cli.output import say
from rulekit.cli.screen import Screen
from rulekit.cli.told_options import level_option, reader_of, seat_option, was_given
from rulekit.diagnostics import UserError
from rulekit.installed import find_game, find_variants
from rulekit.runtime.commitment import Opening, opening_of
from rulekit.tabletop import save_files
from rulekit.tabletop.story_page import story_page
from rulekit.tabletop.texts import choose_language

if TYPE_CHECKING:
    from rulekit import Game
    from rulekit.runtime.narrative.sentence import Level


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@level_option
@seat_option
@click.option("--verify", is_flag=True, help="Only play it again and compare where that leads.")
@click.option("--commitment", metavar="HEX", help="With --verify: what the table showed at the start.")
@click.option("--to", "to", type=click.IntRange(min=0), metavar="N", help="Stop after N decisions.")
@click.option("--game", metavar="GAME", help="The rules, if they do not lie where they were when the game was saved.")
@click.option("--variant", "variants", multiple=True, metavar="FILE", help="A variant, likewise.")
@click.option("--lang", metavar="LANG", help="en, zh-Hans, zh-Hant or another language that the game speaks.")
@click.option("--plain", is_flag=True, help="No colours and no boxes.")
def replay(
    file: Path,
    level: Level,
    seat: str | None,
    verify: bool,
    commitment: str | None,
    to: int | None,
    game: str | None,
    variants: tuple[str, ...],
    lang: str | None,
    plain: bool,
) -> int:
    """Play the choices of a saved game again, and tell what happened.

    --level headline tells in each chapter only what changed owner, scores and results; ledger every change with the rule line
    that made it.

    This shows everything, also what the players kept secret from each other; with --seat what one of them may hear.
    """
    if verify and to is not None:
        raise click.UsageError("--verify plays the whole game; leave out --to")
    if verify and (was_given("level") or seat is not None):
        raise click.UsageError("--verify tells nothing; leave out --level and --seat")
    if commitment is not None and not verify:
        raise click.UsageError("--commitment is something to verify: say --verify, too")
    saved = save_files.read(file)
    rules = rules_of(file, saved, game, variants)
    texts = choose_language(lang, rules.names)
    match = rules.replay(saved, to=to)
    if not verify:
        screen = Screen(plain)
        screen.draw(story_page(texts, match, reader_of(match, seat, texts.lang), level=level), texts)
        screen.line(texts("decisions", n=match.decided))
        return 0
    rules.resume(saved, journal=False)  # refuses a state that the choices do not lead to
    say(texts("verified", n=match.decided, hash=match.hash()))
    opening = opening_of(saved)
    if commitment is not None:
        _compare(file, opening, commitment)
    if opening is not None:
        say(texts("luck_verified", commitment=opening.commitment, n=len(opening.nonces)))
    return 0


def _compare(file: Path, opening: Opening | None, commitment: str) -> None:
    if opening is None:
        raise UserError(
            f"{file} does not hold the secret of its luck", "a table of rulekit serve gives it after the end"
        )
    if opening.commitment != commitment.strip().lower():
        raise UserError(f"the secret of {file} has another commitment: {opening.commitment}")


def rules_of(file: Path, saved: dict[str, object], game: str | None, variants: tuple[str, ...]) -> Game:
    """The rules of a save: those that the user names, or those that the save names."""
    return rulekit.load(*files_of(file, saved, game, variants))


def files_of(
    file: Path, saved: dict[str, object], game: str | None, variants: tuple[str, ...]
) -> tuple[Path, list[Path]]:
    """The folder of the game and the variants that a save was played by. Takes out of the save what is ours."""
    table = save_files.take_table(saved)
    remembered = table.folder
    if game is None and not remembered:
        raise UserError(f"{file} does not say where its rules are", "name them with --game")
    if game is None and not Path(remembered).is_dir():
        game = Path(remembered).name  # another machine: perhaps the game is installed under its name
    folder = find_game(game or remembered)
    return folder, find_variants(folder, variants or table.variants)
