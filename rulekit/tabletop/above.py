"""What stands above the table at the terminal, in short sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.runtime.labels import Thing
from rulekit.tabletop.texts import Texts

if TYPE_CHECKING:
    from rulekit.runtime.header import Header, HeaderLine
    from rulekit.tabletop.rulebook import RulebookReader


def above(header: Header, texts: Texts, reading: RulebookReader) -> list[str]:
    """What the game shows there, a card with what its author says of it; and what the card or action that asks is a part of,
    unless that is said already."""
    lines = [line.text for line in header.lines]
    around = (told.text for told in header.course[-2:-1])
    more = [text for text in around if not any(text.startswith(line) for line in lines)]
    return [texts.bracketed(line.text, _notes(line, reading)) for line in header.lines] + more


def _notes(line: HeaderLine, reading: RulebookReader) -> list[str]:
    """Only of a card that is named alone: of a row of them the notes would hide the names."""
    named = [part for part in line.parts if isinstance(part, Thing)]
    note = reading.note(named[0].id).rstrip(".。") if len(named) == 1 and named[0].kind != "player" else ""
    return [f"{note[:1].lower()}{note[1:]}"] if note else []
