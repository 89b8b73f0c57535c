"""``rulekit explain RK309``: the longer story of a message, in English or Chinese."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

import click

from rulekit.cli.options import chosen_language, language_option
from rulekit.cli.output import say
from rulekit.diagnostics import UserError
from rulekit.languages import punctuation
from rulekit.nearest import nearest

TO_DO = {"en": "What to do", "zh-Hans": "怎么办"}
PAGES = {"en": "messages.md", "zh-Hans": "zh/messages.md"}
"""Below docs/; each is the only source of the stories in its language."""
_ROW = re.compile(r"\| (RK\d{3}) \| (.*?) \| (.*?) \|$", re.MULTILINE)
_STORY = re.compile(r"^### (RK\d{3})\b.*?\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"^```[^\n]*\n(.*?)^```$\n?", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_EMPHASIS = re.compile(r"^\*(.+?)\*")


@click.command()
@click.argument("code", required=False)
@language_option
def explain(code: str | None, lang: str | None) -> int:
    """Tell what a message means, what to do, and show an example.

    CODE stands in every message, such as RK309. Without it all codes are listed.
    """
    said = chosen_language(lang)
    say(story(code, said) if code else overview(said))
    return 0


def overview(lang: str = "en") -> str:
    """All codes below the headings of the page, each with what is wrong."""
    out: list[str] = []
    for part in re.split(r"^## ", _manual(lang).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        rows = [f"  {m[1]}  {_plain(m[2])}" for m in _ROW.finditer(part)]
        if rows:
            out += ["", part.partition("\n")[0], *rows]
    return "\n".join(out[1:])


def story(code: str, lang: str = "en") -> str:
    """The section of the page about a code. Raises UserError for an unknown code."""
    text = _manual(lang).read_text(encoding="utf-8")
    rows = {m[1]: (m[2], m[3]) for m in _ROW.finditer(text)}
    code = code.upper()
    if code not in rows:
        raise UserError(f"there is no message {code}", nearest(code, rows, "messages"))
    wrong, to_do = (_plain(x) for x in rows[code])
    colon = punctuation(lang).colon
    out = [f"{code}{colon}{wrong}", "", f"{TO_DO[lang]}{colon}{to_do}"]
    longer = {m[1]: m[2].strip() for m in _STORY.finditer(text)}.get(code)
    if longer:
        out += ["", _LINK.sub(r"\1", _BLOCK.sub(lambda m: indent(m[1], "    "), longer)).strip()]
    return "\n".join(out)


def _plain(cell: str) -> str:
    """A cell of a table without links and without its emphasis at the beginning."""
    return _EMPHASIS.sub(r"\1", _LINK.sub(r"\1", cell))


def _manual(lang: str) -> Path:
    """The list of messages: inside an installed package, or in the checkout."""
    package = Path(__file__).resolve().parents[2]
    installed = package / "_docs" / PAGES[lang]
    return installed if installed.is_file() else package.parent / "docs" / PAGES[lang]
