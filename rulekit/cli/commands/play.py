"""``rulekit play``: a game from its beginning, or from a save, to its end."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Literal

import click

import rulekit
from rulekit.cli.completion import complete_game
from rulekit.cli.games import split_settings, usual_players
from rulekit.cli.options import settings_option, variant_option
from rulekit.cli.output import say
from rulekit.cli.table.play import TableSession
from rulekit.cli.table.seating import read_seats, seat_all
from rulekit.diagnostics import UserError
from rulekit.installed import find_game, find_variants, installed_games
from rulekit.tabletop import save_files
from rulekit.tabletop.autosave import Autosave
from rulekit.tabletop.save_files import SavedTable
from rulekit.tabletop.texts import Texts, choose_language
from rulekit.tui import available

if TYPE_CHECKING:
    from rulekit import Game, Match

LARGEST_SEED = 2**31
PACES = ("step", "slow", "fast")


def _seed(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """The seed that was typed."""
    if value is not None and not (value.isascii() and value.isdigit() and len(value) <= 30):
        raise click.BadParameter(f"{value!r} is no seed: a seed is a whole number from 0 on, such as 7", ctx, param)
    return None if value is None else int(value)


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.option(
    "--players", type=click.IntRange(min=1), metavar="N", help="How many play; normally as many as the rules say."
)
@click.option("--seat", "seats", multiple=True, metavar="N=human|BOT", help="Who sits in seat N; normally you in 1.")
@click.option("--auto", is_flag=True, help="Bots everywhere. Without a terminal that is normal.")
@click.option("--seed", callback=_seed, metavar="S", help="The origin of all chance; normally a new one.")
@settings_option
@variant_option
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a saved game.")
@click.option(
    "--migrate", is_flag=True, help="With --resume: go on under today's rules as far as the choices can be made there."
)
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Where the game is kept.")
@click.option(
    "--watch", is_flag=True, help="Look at the rule files while you are asked; changed rules come into the game."
)
@click.option(
    "--pace",
    type=click.Choice(PACES),
    default="fast",
    help="At the full screen: what happens is told event by event, on a key or slowly.",
)
@click.option("--lang", metavar="LANG", help="en, zh-Hans, zh-Hant or another language that the game speaks.")
@click.option("--plain", is_flag=True, help="No colours and no boxes.")
@click.option("--json", "as_json", is_flag=True, help="End with the result as one JSON object.")
def play(
    game: str | None, players: int | None, seats: tuple[str, ...], auto: bool, seed: int | None,
    settings: tuple[str, ...], variants: tuple[str, ...], resume: Path | None, migrate: bool, save: Path | None, watch: bool,
    pace: Literal["step", "slow", "fast"], lang: str | None, plain: bool, as_json: bool,
) -> int:  # fmt: skip
    """Play GAME: a folder with rule files, or the name of an installed game. With --resume the save says which.

    At a terminal you sit in seat 1 and bots in the others. Type ? when you are asked something.
    """
    asked = read_seats(split_settings(seats, "N=human|BOT"), auto)
    wanted = split_settings(settings, "OPTION=VALUE")
    if resume is not None and (players is not None or seed is not None or wanted):
        raise click.UsageError("--resume goes on with a game: --players, --seed and --set were settled then")
    if migrate and resume is None:
        raise click.UsageError("--migrate is for a saved game: name it with --resume")
    saved = save_files.read(resume) if resume is not None else {}
    remembered = save_files.take_table(saved)
    autosave = Autosave(save, resume)
    folder = _folder(game, resume, remembered.folder)
    game = game or os.path.relpath(folder)
    files = find_variants(folder, variants or remembered.variants)
    rules = rulekit.load(folder, files)
    texts = choose_language(lang, rules.names).of(folder, files)
    if resume is not None:
        match = _resumed(rules, saved, migrate, texts)
    else:
        start = randbelow(LARGEST_SEED) if seed is None else seed
        match = rules.start(players=usual_players(rules, players), seed=start, options=wanted)
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    seating = seat_all(len(match.players), asked, remembered.seats, people=terminal and not auto)
    autosave.name = rules.name.lower()
    autosave.table = SavedTable(str(folder.resolve()), [str(file.resolve()) for file in files], list(seating.seats))
    watched = None
    if watch:
        if not seating.people:
            raise click.UsageError("--watch is for games in which somebody is asked; seat a person with --seat 1=human")
        from rulekit.tabletop.reload import RulesWatcher

        watched = RulesWatcher(rules, folder, files)
    table = TableSession(rules, match, seating, autosave, texts, game, folder, plain, as_json, watched)
    if not seating.people:
        return table.bots_only()
    if terminal and sys.stderr.isatty() and not plain and os.environ.get("TERM") != "dumb":
        if available():
            return table.full_screen(pace)
        from rulekit.install_command import install_command

        table.notes.append(texts("no_tui", command=install_command("tui")))
    return table.with_people()


def _folder(game: str | None, resume: Path | None, remembered: str) -> Path:
    """The folder of the game that is named, or of the one that a save remembers."""
    if game is not None:
        return find_game(game)
    if resume is None:
        names = ", ".join(installed_games()) or "none"
        raise click.UsageError(f"which game? Installed: {names}; or name a folder with rule files")
    if not remembered:
        raise UserError(f"{resume} does not say where its rules are", "name the game before --resume")
    return find_game(remembered if Path(remembered).is_dir() else Path(remembered).name)


def _resumed(rules: Game, saved: Mapping[str, object], migrate: bool, texts: Texts) -> Match:
    """The match of a save. If it was made with other rules, it is said on the error stream what that means for the game."""
    if not migrate:
        match = rules.resume(saved)
        if saved["rules"] != rules.hash:
            say(texts("new_rules", n=match.decided), err=True)
            say(texts("same_so_far"), err=True)
        return match
    moved = rules.migrate(saved)
    if moved.other:
        say(texts("new_rules", n=moved.made), err=True)
        say(texts("first_difference", what=moved.other), err=True)
    return moved.match
