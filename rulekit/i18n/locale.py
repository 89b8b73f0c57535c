"""The language that a command is asked for, or that of the locale. It imports nothing: it is known before anything else is."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextvars import ContextVar

spoken_now: ContextVar[str] = ContextVar("spoken_now", default="en")
"""The language in which the command that runs speaks about mistakes"""


def speak_as(arguments: Sequence[str]) -> None:
    """Mistakes are told in the language that a command is asked for, whatever is wrong with it; else in that of the locale."""
    asked = locale()
    for option, value in zip(arguments, [*arguments[1:], ""], strict=False):
        name, sign, behind = option.partition("=")
        if name == "--lang":
            asked = behind if sign else value
    spoken_now.set(standard(asked))


def locale() -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value
    return "en"


def standard(text: str) -> str:
    """``zh_TW.UTF-8`` -> ``zh-Hant``, ``en_GB`` -> ``en``."""
    parts = text.split(".")[0].split("@")[0].replace("_", "-").lower().split("-")
    if parts[0] != "zh":
        return parts[0]
    if {"hant", "tw", "hk", "mo"} & set(parts[1:]):
        return "zh-Hant"
    return "zh-Hans" if {"hans", "cn", "sg"}.issuperset(parts[1:]) else text
