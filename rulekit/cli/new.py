"""``rulekit new``: working skeletons, to be changed into what one wants."""

from __future__ import annotations

from pathlib import Path

import click

from rulekit.cli.naming import naming
from rulekit.cli.skeletons import skeleton, write_new
from rulekit.diagnostics import UserError


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
    click.echo(f"\nNow:  rulekit check {folder}   rulekit test {folder}   rulekit play {folder}")
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
        raise UserError(f"{folder.name!r} can not be the name of a Python package", "use letters from a to z: wind-fall")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"{folder} is there already", "choose another name; nothing was written")
    dashed = called.stem.replace("_", "-")
    values = {"name": called.name, "title": called.title, "stem": called.stem, "dashed": dashed}
    told(write_new(folder, skeleton("plugin", values)))
    click.echo(f'\nNow:  cd {folder}   pip install -e ".[test]"   pytest   rulekit play {dashed}')
    return 0


def told(paths: list[Path]) -> None:
    """Names every file that was written, in the order in which it was."""
    for path in paths:
        click.echo(f"wrote {path}")
