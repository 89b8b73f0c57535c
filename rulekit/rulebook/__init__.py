"""The rulebook of a game, made from its rules: what it says is what is played, with every variant that is laid over it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulekit.diagnostics import RulesError

if TYPE_CHECKING:
    from rulekit.plugins.manager import Plugins

_GIVEN = re.compile(r"⟦([^|⟧]*)\|([^⟧]*)⟧")
LANGUAGES = {"en": "en", "zh": "zh-Hans", "zh-Hans": "zh-Hans"}
"""The languages in which a rulebook can be made, as people ask for them."""


def rulebook(
    folder: str | Path,
    variants: Sequence[str | Path] = (),
    language: str = "en",
    found: Plugins | None = None,
    asked: bool = True,
) -> str:
    """A rulebook as one HTML page that needs nothing else, fit to be printed. Where nobody has ``asked`` for its language, it is
    in English if the game has no words in that.

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
    if not asked and language not in program.names and not program.translations.get(language):
        language = "en"
    before = None
    if variants:
        before = speech(read_program(Path(folder), (found or find_plugins()).devices), language)
    chapters = Chapters(program, Path(folder), speech(program, language), [Path(v) for v in variants], before)
    return page(chapters.title, language, chapters.all(), (chapters.say.text("appendix"), chapters.say.text("colon")))


def said(
    folder: str | Path, variants: Sequence[str | Path] = (), language: str = "zh", found: Plugins | None = None
) -> Mapping[str, str]:
    """Every line of the rules as it is quoted, and the values in them -> what it says in a language other than English. What a
    rule has given a name stands there as ``⟦name|words⟧``: see :func:`filled`.

    Raises RulesError when the rules hold mistakes, KeyError for a language that is not in :data:`LANGUAGES`.
    """
    from rulekit import cache, game_texts
    from rulekit.loader import read_program
    from rulekit.plugins.manager import find_plugins
    from rulekit.rulebook.lines import said_lines

    language, found, overlays = LANGUAGES[language], found or find_plugins(), [Path(v) for v in variants]
    key = cache.key("said with gaps 2", game_texts.fingerprint(Path(folder), overlays, found), language)
    kept = cache.read(key)
    if kept is None:
        program = read_program(Path(folder), found.devices, overlays)
        if any(d.severity == "error" for d in program.found):
            raise RulesError(program.found, program.sources)
        kept = said_lines(program, language)
        cache.write(key, kept)
    return dict(kept)


def filled(text: str, named: Mapping[str, str] | None = None) -> str:
    """A line of :func:`said` with what its names stand for, where that is known (name -> words), and with words for them where
    it is not."""
    return _GIVEN.sub(lambda gap: (named or {}).get(gap[1], gap[2]), text)
