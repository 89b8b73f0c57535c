"""``rulekit explain RK309``: the longer story of a message."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

import click

from rulekit.cli.output import say
from rulekit.diagnostics import UserError
from rulekit.nearest import nearest

_ROW = re.compile(r"\| (RK\d{3}) \| (.*?) \| (.*?) \|$", re.MULTILINE)
_STORY = re.compile(r"^### (RK\d{3})\b.*?\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"^```[^\n]*\n(.*?)^```$\n?", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@click.command()
@click.argument("code")
def explain(code: str) -> int:
    """Tell what a message means, what to do, and show an example.

    CODE stands in every message, such as RK309.
    """
    say(story(code))
    return 0


def story(code: str) -> str:
    """What docs/messages.md tells about a code. Raises UserError for one that there is not."""
    text = _manual().read_text(encoding="utf-8")
    rows = {m[1]: (m[2], m[3]) for m in _ROW.finditer(text)}
    code = code.upper()
    if code not in rows:
        raise UserError(f"there is no message {code}", nearest(code, rows, "messages"))
    wrong, to_do = (_LINK.sub(r"\1", x) for x in rows[code])
    out = [f"{code}: {wrong}", "", f"What to do: {to_do}"]
    longer = {m[1]: m[2].strip() for m in _STORY.finditer(text)}.get(code)
    if longer:
        out += ["", _LINK.sub(r"\1", _BLOCK.sub(lambda m: indent(m[1], "    "), longer)).strip()]
    return "\n".join(out)


def _manual() -> Path:
    """The list of messages: inside an installed package, or in the checkout."""
    package = Path(__file__).resolve().parents[2]
    installed = package / "_docs" / "messages.md"
    return installed if installed.is_file() else package.parent / "docs" / "messages.md"
