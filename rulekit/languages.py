"""Texts in several languages, and which of them a reader gets.

Languages have tags such as ``zh-Hans`` (BCP 47). What is not said in one is looked up in its base (``zh``), then in English, as
RFC 4647 (section 3.4) looks tags up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, TypeVar

LANGUAGES = ("en", "zh-Hans", "zh-Hant", "ja", "ko", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "sv", "cs")
"""Those in which a thing, a text or a word of a game can be given"""
NEAR = {"zh-Hant": "zh-Hans"}
"""Where something is not said in a language: the one that its readers read rather than English"""

_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
"""A character of Chinese or Japanese"""
Forms = Mapping[str, str]
"""language -> a text in it; what is said in English at least"""
T = TypeVar("T")


def base(lang: str) -> str:
    """``zh`` for ``zh-Hans``."""
    return lang.partition("-")[0]


def own(forms: Mapping[str, T], lang: str) -> T | None:
    """What is given for a language or for its base; None where neither has anything."""
    return forms.get(lang) or forms.get(base(lang))


def form(forms: Forms, lang: str) -> str:
    """The text in a language; that of its base, or else the English one, where it has none of its own."""
    return own(forms, lang) or forms["en"]


class Punctuation(NamedTuple):
    """The marks of a language. ``comma``: the one between names in a row."""

    colon: str
    comma: str
    semicolon: str


def punctuation(lang: str) -> Punctuation:
    """Chinese and Japanese have marks as wide as their characters, with no blank behind them."""
    return Punctuation("：", "、", "；") if base(lang) in ("zh", "ja") else Punctuation(": ", ", ", "; ")


class VariantHeading(NamedTuple):
    """``titles``: language -> what a variant is called, ``en`` in its heading; ``note``: what it changes, as its author says it;
    ``line``: where the heading stands; ``game``: the Name of the game that it is a variant of."""

    titles: Mapping[str, str]
    note: str = ""
    line: int = 1
    game: str = ""


def sentence(text: str) -> str:
    """A note of the rules as a sentence. What ends it follows the script of the text: an author writes in any language."""
    said = text[:1].upper() + text[1:]
    return said + ("。" if _WIDE.search(said) else ".") if said and said[-1] not in ".。?？!！" else said


def said_languages() -> str:
    """What a message offers where a language is unknown."""
    return "languages: " + ", ".join(LANGUAGES)
