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


def told(paths: list[Path]) -> None:
    """Names every file that was written, in the order in which it was."""
    for path in paths:
        click.echo(f"wrote {path}")
