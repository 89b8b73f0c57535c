"""Characters that do not show themselves, in what one person types and another one reads."""

from __future__ import annotations

import pytest

from rulekit.characters import REPLACED, hidden, typed

KEPT = {
    "persian": "می\u200cخواهم",
    "urdu": "ہ\u200d",
    "sinhala": "ශ්\u200dරී",
    "devanagari": "क्\u200dष",
    "family": "👨\u200d👩\u200d👧",
    "heart": "❤\ufe0f\u200d🔥",
    "flag": "🏳\ufe0f\u200d🌈",
    "mongolian": "ᠮᠣᠩᠭᠣᠯ\u180eᠠ",
    "variant of a character": "葛\U000e0100城",
    "wide space": "一\u3000郎",
}


@pytest.mark.parametrize("name", KEPT)
def test_what_languages_need_stays(name: str) -> None:
    assert typed(KEPT[name]) == KEPT[name]


@pytest.mark.parametrize(
    "char", ["\0", "\x07", "\x1b", "\x7f", "\x9b", "\u061c", "\u200b", "\u200e", "\u200f", "\u202a", "\u202e", "\u2028",
             "\u2060", "\u2062", "\u2066", "\u2069", "\u206a", "\ufeff", "\ufff9", "\U000e0041", "\xad", "\u034f", "\u3164",
             "\ud800", "\u200c", "\u200d"],
    ids=lambda char: f"{ord(char):04x}",
)  # fmt: skip
def test_what_nobody_sees_is_replaced(char: str) -> None:
    assert typed(f"Ash{char}Birch") == f"Ash{REPLACED}Birch"
    assert hidden(typed(f"红{char}方")) is None
    assert typed(f"می{char}{char}").count(REPLACED) >= 1, "a second joiner joins nothing"


def test_lines() -> None:
    assert typed("a\r\nb\tc\rd\ne") == "a b c d e"
    assert typed("a\r\nb\tc\rd\ne", lines=True) == "a\nb c\nd\ne"
