"""``rulekit try``: what a variant does in play, before people meet it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulekit.cli.completion import complete_game, complete_variant
from rulekit.cli.errors import INTERRUPTED
from rulekit.cli.games import split_settings
from rulekit.cli.options import (
    bots_option,
    chosen_language,
    json_option,
    language_option,
    players_option,
    resume_option,
    seed_option,
    settings_option,
)
from rulekit.cli.output import say, say_json
from rulekit.cli.progress import played_by, progress
from rulekit.files import access
from rulekit.i18n.errors import translated
from rulekit.installed import find_game, find_variants
from rulekit.state_folder import state_folder
from rulekit.tabletop import save_files

if TYPE_CHECKING:
    from rulekit.lab.tryout import StoppedGames
    from rulekit.runtime.match import Match


@click.command("try")
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
@click.option("--games", default=200, show_default=True, type=int, help="Games with the variant, and as many without.")
@bots_option
@players_option
@seed_option
@settings_option
@played_by
@click.option("--seconds", default=120.0, show_default=True, type=click.FloatRange(min=1), help="How long it may take.")
@resume_option
@click.option("--saves", "folder_", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
              help="Where a game of each sort that stopped is saved.")  # fmt: skip
@language_option
@json_option
def try_(
    game: str, variants: tuple[str, ...], games: int, bots: str, players: int | None, seed: int,
    settings: tuple[str, ...], jobs: int | str | None, seconds: float, resume: bool, folder_: Path | None, lang: str | None,
    as_json: bool,
) -> int:  # fmt: skip
    """Try a variant of GAME: play it by bots and tell what no check can see.

    Told are games that stop, with the reason and how to see one; games in which nobody is ranked; for every line of the variant
    how often it was reached and whether it changed anything; questions that are none; and what else moves, on the same seeds
    without the variant. Exit code 1 says that games stopped.
    """
    said = chosen_language(lang)
    from rulekit.lab.messages import text
    from rulekit.lab.try_report import lines
    from rulekit.lab.tryout import before_the_stop, try_out

    folder = find_game(game)
    files, names = find_variants(folder, variants), [name.strip() for name in bots.split(",") if name.strip()]
    wanted = split_settings(settings, "OPTION=VALUE")
    with progress("try", lang=said) as told:
        found = try_out(folder, files, games, names, players, seed, wanted, jobs, resume, seconds, told)
    if found.laid.note:
        say(translated(found.laid.note, said), err=True)
    before = [before_the_stop(found, stop) for stop in found.stops]
    paths = [_saved(match, k, folder, files, folder_) for k, match in enumerate(before, 1)]
    if as_json:
        saves = [{"save": None if path is None else str(path)} for path in paths]
        stopped = [row | save for row, save in zip(found.stopped_rows(lang or "en"), saves, strict=True)]
        say_json(found.as_dict(lang or "en") | {"stopped": stopped})
    else:
        seen = [_seen(*about, said) for about in zip(found.stops, before, paths, strict=True)]
        for line in lines(found, said, seen):
            say(line)
    if found.interrupted:
        say(text("interrupted", said), err=True)
        return INTERRUPTED
    return 1 if found.stops else 0


def _saved(match: Match | None, k: int, folder: Path, files: list[Path], into: Path | None) -> Path | None:
    """Writes a game as it stood before the choice that could not be carried out; None where none was made."""
    if match is None:
        return None
    into = state_folder("tried") if into is None else into
    with access(into, "cannot be made"):
        into.mkdir(parents=True, exist_ok=True)
    table = save_files.SavedTable(str(folder.resolve()), [str(f.resolve()) for f in files])
    path = into / f"{'-'.join([folder.resolve().name, *(f.stem for f in files)])}-{k}.json"
    save_files.write(path, table.added_to(match.save()))
    return path


def _seen(stop: StoppedGames, match: Match | None, path: Path | None, lang: str) -> list[str]:
    """The choice that stopped the game, and how to see it."""
    from rulekit.lab.try_messages import text
    from rulekit.lab.tryout import last_choice

    if match is None:
        return [text("at once", lang)]
    player, prompt, option = last_choice(stop, match, lang)
    key = "last" if option else "last nothing"
    last = text(key, lang, seed=stop.first.seed, n=match.decided + 1, player=player, option=option, prompt=prompt)
    return [last, text("see", lang, path=path), text("go on", lang, path=path)]
