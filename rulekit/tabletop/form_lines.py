"""A form as it is read: what all of its questions have in common is its heading, and is left out of the lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulekit.runtime.forms import Form, FormLine

BEFORE = ",，、;；：:"
"""What stands behind the beginning of a question that says something by itself: `Your plan, ...`"""
COLONS = ":："
"""and before the end of one: `...: which card?`"""
QUOTES = ("“”", "「」", "『』")


def heading(form: Form, lines: Sequence[FormLine], lang: str) -> str:
    """What all questions of a form begin with and end with; where that is nothing, its first question. In the place of what a
    line is about stands a mark (`where does … begin?`), unless beginning and end say enough without it."""
    begin, end = shared(lines)
    if not begin and not end:
        return form.decision.prompt(lang)
    before, behind = begin.strip(), end.strip()
    wide = lang.startswith(("zh", "ja"))
    if before[-1:] in ("", *BEFORE) and behind[:1] in ("", *COLONS):
        return ("：" if wide else ": ").join(filter(None, (before.strip(BEFORE + " "), behind.strip(COLONS + " "))))
    return f"{begin}{'……' if wide else '…'}{end}"


def rests(lines: Sequence[FormLine]) -> list[str]:
    """The question of each line, without the common beginning and end."""
    begin, end = map(len, shared(lines))
    return [_unquoted(line.prompt[begin : len(line.prompt) - end].strip(BEFORE + " ")) for line in lines]


def _unquoted(text: str) -> str:
    """A name that stands alone needs no quotation marks."""
    inner = text[1:-1]
    alone = text[:1] + text[-1:] in QUOTES and not any(mark in inner for pair in QUOTES for mark in pair)
    return inner if alone and inner else text


def shared(lines: Sequence[FormLine]) -> tuple[str, str]:
    """What all questions begin with, and what they end with, in whole parts: a name is not torn."""
    first = _alike([line.parts for line in lines])
    last = _alike([line.parts[first:][::-1] for line in lines])
    parts = lines[0].parts
    return "".join(parts[:first]), "".join(parts[len(parts) - last :])


def _alike(rows: Sequence[Sequence[str]]) -> int:
    """The number of leading parts that all rows share."""
    return sum(1 for _ in takewhile(lambda found: len(set(found)) == 1, zip(*rows, strict=False)))
