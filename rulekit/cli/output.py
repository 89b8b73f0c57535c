"""Plain output of commands, with control characters made harmless."""

from __future__ import annotations

import json
import sys

import click

from rulekit.characters import cleaned, cleaned_json


def say(text: str = "", err: bool = False, nl: bool = True) -> None:
    """Prints a text; characters that do not show themselves are replaced."""
    click.echo(cleaned(text), err=err, nl=nl)


def say_json(data: object, indent: int | None = None) -> None:
    """Prints data as JSON; such characters are escaped, so that the data stay what they are."""
    say_json_text(json.dumps(data, ensure_ascii=False, indent=indent))


def say_json_text(text: str) -> None:
    """Prints what is JSON already."""
    click.echo(cleaned_json(text))


def make_safe() -> None:
    """Before anything is printed: a character that the terminal does not know must not end the program.

    What goes to a file or another program is UTF-8 on Windows too, as everywhere else: its own encodings have no Chinese.
    """
    import os
    from contextlib import suppress
    from io import TextIOWrapper

    if sys.stdin is None:  # closed by whoever started us, as the others may be: nothing comes from there
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  # it lives as long as we do
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            with suppress(ValueError):  # closed since
                apart = sys.platform == "win32" and not stream.isatty() and "PYTHONIOENCODING" not in os.environ
                stream.reconfigure(encoding="utf-8" if apart else None, errors="replace")
