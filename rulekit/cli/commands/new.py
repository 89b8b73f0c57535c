"""``rulekit new``: working skeletons, to be changed into what one wants."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from rulekit.cli.games import find_game
from rulekit.cli.output import say
from rulekit.diagnostics import UserError
from rulekit.scaffold import rule_files
from rulekit.scaffold.skeletons import Naming, naming, skeleton, write_new


@click.group()
def new() -> None:
    """Begin something new with a skeleton that works. What is there already is never overwritten."""


@new.command()
@click.argument("name")
def game(name: str) -> int:
    """Write a small complete game for two players, with tests, into the folder NAME.

    Change it rule by rule; `rulekit check`, `rulekit test` and `rulekit play` tell at once what became of it.
    """
    folder = Path(name)
    called = naming(folder.name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"{folder} is there already", "choose another name; nothing was written")
    told(write_new(folder, skeleton("game", {"name": called.name, "title": called.title})))
    say(f"\nNow:  rulekit check {folder}   rulekit test {folder}   rulekit play {folder}")
    return 0


@new.command()
@click.argument("name")
def plugin(name: str) -> int:
    """Write a plugin that can be installed into the folder NAME: one new phrase, a card that uses it, and tests.

    What a plugin can bring, and what its functions may do, is told in the documentation under "Plugins".
    """
    folder = Path(name)
    called = naming(folder.name)
    if not called.stem.isidentifier() or not called.stem.isascii():
        raise UserError(
            f"{folder.name!r} can not be the name of a Python package", "use letters from a to z: wind-fall"
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"{folder} is there already", "choose another name; nothing was written")
    dashed = called.stem.replace("_", "-")
    values = {"name": called.name, "title": called.title, "stem": called.stem, "dashed": dashed}
    told(write_new(folder, skeleton("plugin", values)))
    say(f'\nNow:  cd {folder}   pip install -e ".[test]"   pytest   rulekit play {dashed}')
    return 0


_GAME = click.option("--game", "game_", default=".", metavar="GAME", help="The game; normally the one in this folder.")
_FAMILY = click.option("--family", metavar="WORD", help="The family of the card, where the game has several.")
_ALONE = click.option("--variant", "alone", is_flag=True, help="As a variant of its own; the game stays as it is.")


@new.command()
@click.argument("name")
@_GAME
def variant(name: str, game_: str) -> int:
    """Write a variant of a game, with one line that does something and a test of it.

    It lies in the folder `variants` of the game, and of an installed game in this folder.
    """
    called, folder = naming(name), find_game(game_)
    return _write(game_, folder, called, rule_files.variant(folder, called.name, called.title), True)


@new.command()
@click.argument("name")
@_GAME
@_FAMILY
@_ALONE
def event(name: str, game_: str, family: str | None, alone: bool) -> int:
    """Write an event card of a game: a card that is in force while it lies somewhere, with a test.

    It lies where the other events of the game lie, and of an installed game always in a variant in this folder.
    """
    return _card(name, game_, family, True, alone)


@new.command()
@click.argument("name")
@_GAME
@_FAMILY
@_ALONE
def card(name: str, game_: str, family: str | None, alone: bool) -> int:
    """Write a card or an action of any family of a game, with a test.

    It lies where the other cards of its family lie, and of an installed game always in a variant in this folder.
    """
    return _card(name, game_, family, False, alone)


def _card(name: str, game_: str, family: str | None, event: bool, alone: bool) -> int:
    called, folder = naming(name), find_game(game_)
    alone = alone or not Path(game_).is_dir()
    made = rule_files.card(folder, called.name, called.title, family, event, alone)
    return _write(game_, folder, called, made, alone)


def _write(game_: str, folder: Path, called: Naming, made: rule_files.Sketch, alone: bool) -> int:
    """Into the folder of the game; of an installed game, which is not ours to change, into the folder where the user is."""
    own = Path(game_).is_dir()
    name = f"{called.stem}.rules"
    files = {f"{made.folder}/{name}" if own else name: made.text}
    if made.tests:
        files[f"tests/{name}"] = made.tests
    paths = write_new(folder if own else Path(), files)
    told(paths)
    said = shlex.join([game_, *(["--variant", called.stem if own else name] if alone else [])])
    say(f"\nNow:  rulekit check {said}   rulekit test {said}   rulekit play {said}")
    return 0


def told(paths: list[Path]) -> None:
    """Names every file that was written, in the order in which it was."""
    for path in paths:
        say(f"wrote {path}")
