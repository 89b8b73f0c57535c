"""``rulekit doctor``: what works on this machine, what is missing, and how to get it."""

from __future__ import annotations

from itertools import groupby

import click

from rulekit.cli.diagnosis import Check, checkup
from rulekit.cli.doctor_messages import EXTRAS, TEXTS
from rulekit.cli.options import spoken
from rulekit.cli.output import say_json
from rulekit.cli.screen import Screen
from rulekit.tabletop.board import Sheet
from rulekit.tabletop.columns import TextColumn
from rulekit.tabletop.page import Page
from rulekit.tabletop.texts import Texts, choose_language


@click.command()
@click.option("--lang", metavar="LANG", callback=spoken("en", "zh-Hans", "zh-Hant"), help="en, zh-Hans or zh-Hant.")
@click.option("--plain", is_flag=True, help="No colours and no boxes.")
@click.option("--json", "as_json", is_flag=True, help="All findings as one JSON object.")
def doctor(lang: str | None, plain: bool, as_json: bool) -> int:
    """Look what works on this machine, and tell how to get what is missing.

    Looked at are Python, the packages and extras, the terminal, the cache, where saves are kept, the C compiler, plugins and
    games. Ends with 0 when nothing is broken; what is merely not installed is no fault.
    """
    texts = choose_language(lang)
    findings = list(checkup())
    broken = sum(finding.state == "broken" for finding in findings)
    if as_json:
        say_json({"well": not broken, "findings": [_data(finding, texts) for finding in findings]}, indent=2)
        return int(broken > 0)
    page = Page()
    for area, found in groupby(findings, key=lambda finding: finding.area):
        rows = [[_of(texts, f.state), *filter(None, [f.name]), _said(f, texts)] for f in found]
        page.tables([Sheet([TextColumn("", cells) for cells in zip(*rows, strict=True)], _of(texts, area))])
    page.line()
    page.line(_of(texts, "not_well", n=broken) if broken else _of(texts, "all_well"), "bold")
    Screen(plain).draw(page, texts)
    return int(broken > 0)


def _of(texts: Texts, key: str, **values: object) -> str:
    return TEXTS.text(key, texts.lang, **values)


def _said(finding: Check, texts: Texts) -> str:
    """A finding, and its remedy on a line of its own."""
    told, help_ = _text(finding, texts), _hint(finding, texts)
    return f"{told}\n→ {help_}" if help_ else told


def _text(finding: Check, texts: Texts) -> str:
    """A finding; for an extra also what it is for."""
    told = _of(texts, f"said_{finding.said}", **finding.values)
    if finding.area == "extras" and finding.name in EXTRAS:
        return f"{EXTRAS.text(finding.name, texts.lang)}{texts.colon}{told}"
    return told


def _hint(finding: Check, texts: Texts) -> str:
    return _of(texts, f"hint_{finding.hint}", **finding.values) if finding.hint else ""


def _data(finding: Check, texts: Texts) -> dict[str, object]:
    return {
        "area": finding.area,
        "name": finding.name,
        "state": finding.state,
        "text": _text(finding, texts),
        "hint": _hint(finding, texts),
        "values": dict(finding.values),
    }
