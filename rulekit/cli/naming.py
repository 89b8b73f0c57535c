"""From what somebody calls a new thing to its Name in the rules, its title and the name of its file."""

from __future__ import annotations

import re

from attrs import frozen

from rulekit.diagnostics import UserError

_NAME = re.compile(r"[A-Z][\w'-]*( [A-Z][\w'-]*)*")


@frozen
class Naming:
    """``name``: as rules say it, ``Late Frost``; ``title``: for people, ``Late frost``; ``stem``: of files, ``late_frost``."""

    name: str
    title: str
    stem: str


def naming(text: str) -> Naming:
    """``late-frost``, ``late_frost`` and ``Late Frost`` are the same name. Raises UserError for what can not be one."""
    words = re.split(r"[\s_-]+", text.strip())
    name = " ".join(word[:1].upper() + word[1:] for word in words)
    if not _NAME.fullmatch(name):
        raise UserError(f"{text!r} can not be a name", "every word of a name begins with a letter: late-frost")
    return Naming(name, name.capitalize(), "_".join(words).lower())
