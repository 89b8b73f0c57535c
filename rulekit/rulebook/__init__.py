"""The rulebook of a game, made from its rules: what it says is what is played, with every variant that is laid over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulekit.diagnostics import RulesError

if TYPE_CHECKING:
    from rulekit.plugins.manager import Plugins

LANGUAGES = {"en": "en", "zh": "zh-Hans", "zh-Hans": "zh-Hans"}
"""The languages in which a rulebook can be made, as people ask for them."""


def rulebook(
    folder: str | Path, variants: Sequence[str | Path] = (), language: str = "en", found: Plugins | None = None
) -> str:
    """A rulebook as one HTML page that needs nothing else, fit to be printed.

    Raises RulesError when the rules hold mistakes, KeyError for a language that is not in :data:`LANGUAGES`.
    """
    from rulekit.loader import read_program
    from rulekit.plugins.manager import find_plugins
    from rulekit.rulebook.chapters import Chapters
    from rulekit.rulebook.languages import speech
    from rulekit.rulebook.page import page

    language = LANGUAGES[language]
    program = read_program(Path(folder), (found or find_plugins()).devices, [Path(v) for v in variants])
    if any(d.severity == "error" for d in program.found):
        raise RulesError(program.found, program.sources)
    before = None
    if variants:
        before = speech(read_program(Path(folder), (found or find_plugins()).devices), language)
    chapters = Chapters(program, Path(folder), speech(program, language), [Path(v) for v in variants], before)
    return page(chapters.title, language, chapters.all(), (chapters.say.text("appendix"), chapters.say.text("colon")))


def said(
    folder: str | Path, variants: Sequence[str | Path] = (), language: str = "zh", found: Plugins | None = None
) -> Mapping[str, str]:
    """Every line of the rules as it is quoted, and the values in them -> what it says in a language other than English.

    Raises RulesError when the rules hold mistakes, KeyError for a language that is not in :data:`LANGUAGES`.
    """
    from rulekit import api, cache
    from rulekit.loader import read_program
    from rulekit.plugins.manager import find_plugins
    from rulekit.rulebook.lines import said_lines

    language, found, overlays = LANGUAGES[language], found or find_plugins(), [Path(v) for v in variants]
    key = cache.key("said", api.fingerprint(Path(folder), overlays, found), language)
    kept = cache.read(key)
    if kept is None:
        program = read_program(Path(folder), found.devices, overlays)
        if any(d.severity == "error" for d in program.found):
            raise RulesError(program.found, program.sources)
        kept = said_lines(program, language)
        cache.write(key, kept)
    return dict(kept)
