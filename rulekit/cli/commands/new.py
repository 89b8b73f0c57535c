"""``rulekit new``: working skeletons, to be changed into what one wants."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from rulekit.cli.games import has_game, variant_of
from rulekit.cli.options import chosen_language, language_option
from rulekit.cli.output import say
from rulekit.cli.written_messages import TEXTS
from rulekit.diagnostics import UserError
from rulekit.files import RULES, files_in
from rulekit.installed import find_game
from rulekit.scaffold import rule_files
from rulekit.scaffold.skeletons import ScaffoldNames, naming, skeleton, write_new
from rulekit.version import __version__


@click.group()
def new() -> None:
    """Begin something new with a skeleton that works. What is there already is never overwritten."""


@new.command()
@click.argument("name")
@click.option("--cards", is_flag=True, help="A card game for two to four, with hands and face-down cards.")
@language_option
def game(name: str, cards: bool, lang: str | None) -> int:
    """Write a small complete game, with tests, into the folder NAME: of pieces on a map for two, or with --cards a card game.

    Change it rule by rule; `rulekit check`, `rulekit test` and `rulekit play` tell at once what became of it.
    """
    folder = Path(name)
    called = naming(folder.name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"{folder} is there already", "choose another name; nothing was written")
    paths = write_new(folder, skeleton("cards" if cards else "game", {"name": called.name, "title": called.title}))
    _tell(paths, f"rulekit check {folder}   rulekit test {folder}   rulekit play {folder}", lang)
    return 0


@new.command()
@click.argument("name")
@click.option(
    "--for", "game_", metavar="GAME", help="A device and a variant for this installed game, instead of a game."
)
@click.option("--bot", is_flag=True, help="A bot, and nothing else.")
@language_option
def plugin(name: str, game_: str | None, bot: bool, lang: str | None) -> int:
    """Write a plugin that can be installed into the folder NAME: one new phrase, a card that uses it, and tests.

    With --for it brings no game of its own, but a device and a variant of GAME that uses it. With --bot it brings a
    bot of a few lines, which can be seated in any game.

    What a plugin can bring, and what its functions may do, is told in the documentation under "Plugins".
    """
    if bot and game_ is not None:
        raise click.UsageError("--bot and --for do not go together: a bot plays any game")
    folder = Path(name)
    called = naming(folder.name)
    if not called.stem.isidentifier() or not called.stem.isascii():
        raise UserError(f"{folder.name!r} cannot be the name of a Python package", "use letters from a to z: wind-fall")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"{folder} is there already", "choose another name; nothing was written")
    dashed = called.stem.replace("_", "-")
    values = {"name": called.name, "title": called.title, "stem": called.stem, "dashed": dashed, "bounds": _bounds()}
    if bot:
        files = skeleton("plugin_bot", values)
        played = f"tic_tac_toe --seat 2={dashed}"
    elif game_ is None:
        files = skeleton("plugin", values)
        played = dashed
    else:
        files = skeleton("plugin_for", values | rule_files.begun(find_game(game_)) | {"installed": game_})
        played = f"{game_} --variant {dashed}"
    _tell(write_new(folder, files), f'cd {folder}   pip install -e ".[test]"   pytest   rulekit play {played}', lang)
    return 0


def _bounds() -> str:
    """The versions of rulekit with the hooks of this one: while the first number is 0, each second number may change them."""
    first, second = map(int, __version__.split(".")[:2])
    return f">={first}.{second},<{first}.{second + 1}"


_GAME = click.option("--game", "game_", default=".", metavar="GAME", help="The game; normally the one in this folder.")
_FAMILY = click.option("--family", metavar="WORD", help="The family of the card, where the game has several.")
_ALONE = click.option("--variant", "alone", is_flag=True, help="As a variant of its own; the game stays as it is.")


@new.command()
@click.argument("name")
@_GAME
@language_option
def variant(name: str, game_: str, lang: str | None) -> int:
    """Write a variant of a game, with one line that does something and a test of it.

    It lies in the folder `variants` of the game, and of an installed game in this folder.
    """
    called, folder = naming(name), _folder(game_)
    return _write(game_, folder, called, rule_files.variant(folder, called.name, called.title), True, lang)


@new.command()
@click.argument("name")
@_GAME
@_FAMILY
@_ALONE
@language_option
def event(name: str, game_: str, family: str | None, alone: bool, lang: str | None) -> int:
    """Write an event card of a game: a card that is in force while it lies somewhere, with a test.

    It lies where the other events of the game lie, and of an installed game always in a variant in this folder.
    """
    return _card(name, game_, family, True, alone, lang)


@new.command()
@click.argument("name")
@_GAME
@_FAMILY
@_ALONE
@language_option
def card(name: str, game_: str, family: str | None, alone: bool, lang: str | None) -> int:
    """Write a card or an action of any family of a game, with a test.

    It lies where the other cards of its family lie, and of an installed game always in a variant in this folder.
    """
    return _card(name, game_, family, False, alone, lang)


def _folder(game_: str) -> Path:
    """The folder of the game. Without a name the current folder may be one of variants, or empty."""
    rules = files_in(Path(), RULES) if game_ == "." else []
    if game_ == "." and not any(map(has_game, rules)) and (not rules or any(map(variant_of, rules))):
        raise UserError("there is no game in this folder", "say which game it is for, as in  --game NAME")
    return find_game(game_)


def _card(name: str, game_: str, family: str | None, event: bool, alone: bool, lang: str | None) -> int:
    called, folder = naming(name), _folder(game_)
    alone = alone or not Path(game_).is_dir()
    made = rule_files.card(folder, called.name, called.title, family, event, alone)
    return _write(game_, folder, called, made, alone, lang)


def _write(
    game_: str, folder: Path, called: ScaffoldNames, made: rule_files.RuleFileDraft, alone: bool, lang: str | None
) -> int:
    """Into the folder of the game; of an installed game, which is not ours to change, into the folder where the user is."""
    own = Path(game_).is_dir()
    name = f"{called.stem}.rules"
    files = {f"{made.folder}/{name}" if own else name: made.text}
    if made.tests:
        files[f"tests/{name}"] = made.tests
    paths = write_new(folder if own else Path(), files)
    said = shlex.join([game_, *(["--variant", called.stem if own else name] if alone else [])])
    tried = f"   rulekit try {said}" if alone else ""
    _tell(paths, f"rulekit check {said}   rulekit test {said}{tried}   rulekit play {said}", lang)
    return 0


def _tell(paths: list[Path], commands: str, lang: str | None) -> None:
    """Names every written file in order, and the commands that are useful next."""
    language = chosen_language(lang)
    for path in paths:
        say(TEXTS.text("new", language, path=path))
    say()
    say(TEXTS.text("next", language, commands=commands))
