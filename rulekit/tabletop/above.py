"""The header at the terminal: short sentences, and rows of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulekit.runtime.labels import Thing
from rulekit.runtime.view_types import CardPlace
from rulekit.tabletop.texts import Texts

if TYPE_CHECKING:
    from rulekit.runtime.header import Header
    from rulekit.runtime.shown_lines import HeaderLine
    from rulekit.runtime.view_types import View
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


def rows(view: View, named: Sequence[str], said: Sequence[str], texts: Texts) -> Iterator[tuple[str, list[str]]]:
    """The name and the cards of each place that the game shows above its board (``strip`` in ``board.yaml``; without it those
    whose spaces are numbered), as far as what is ``said`` there does not name them."""
    places = {place.key: place for place in view.places if isinstance(place, CardPlace)}
    keys = named or [key for key, place in places.items() if place.row]
    for place in (places[key] for key in keys if key in places):
        lying = [(k, card.name) for k, card in enumerate(place.cards, 1) if card is not None and card.key]
        cards = [f"{k} {name}" if place.row else name for k, name in lying]
        down = [k for k, card in enumerate(place.cards, 1) if card is None]
        if place.row and down and down[-1] - down[0] < len(down):
            cards.append(f"{down[0]}–{down[-1]} ?" if len(down) > 1 else f"{down[0]} ?")
        elif place.hidden:
            cards.append(texts("hidden", n=place.hidden))
        if cards and not all(any(name in line for line in said) for _, name in lying):
            yield place.name, cards
