"""Writes docs/cli.md: every command with its options, from the program itself. ``--check`` only looks.

Without Sphinx, so that the page can be read in the checkout; a test holds it against the program.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import making

from rulekit.cli import main as program

TARGET = Path(__file__).with_name("cli.md")
INTRODUCTION = """\
# The commands

<!-- Made by docs/make_cli.py from the program. Change the commands' own help. -->

`rulekit COMMAND --help` says the same. Exit codes: 0 done, 1 your files or choices are at fault, 2 the command was written
wrongly, 130 interrupted.
"""


def commands(command: click.Command, context: click.Context) -> Iterator[tuple[click.Command, click.Context]]:
    """A command and, below a group, those in it, in their order."""
    yield command, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None and not inner.hidden:
                yield from commands(inner, click.Context(inner, info_name=name, parent=context))


def section(command: click.Command, context: click.Context) -> str:
    """One command: usage, what it does, its options."""
    path = context.command_path
    usage = " ".join([path, *command.collect_usage_pieces(context)])
    out = [f"## {path}", "", "```text", usage, "```", "", *_text(command.help or "")][:-1]
    options = [p for p in command.get_params(context) if isinstance(p, click.Option)]
    rows = [record for p in options if (record := p.get_help_record(context)) is not None]
    if rows:
        out += ["", "| option | what it does |", "|---|---|"]
        out += [f"| `{_cell(name)}` | {_cell(text)} |" for name, text in rows]
    return "\n".join(out)


def _text(text: str) -> Iterator[str]:
    """The help with its paragraphs; what stands in capitals or behind dashes is code."""
    for paragraph in text.split("\f")[0].strip().split("\n\n"):
        joined = " ".join(paragraph.replace("\b", "").split())
        yield re.sub(r"(?<![\w`])(--[a-z-]+)", r"`\1`", joined).replace("|", r"\|")
        yield ""


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")


def page() -> str:
    """The whole page."""
    root = click.Context(program, info_name="rulekit", **program.context_settings)
    parts = [section(command, context).rstrip() for command, context in commands(program, root)]
    return INTRODUCTION + "\n" + "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(making.write(TARGET, page, lambda made: f"{made.count(chr(10) + '## ')} commands"))
