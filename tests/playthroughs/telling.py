"""A whole game as readable text: what was asked, what was chosen, what an onlooker was told, what the players saw.

65 Red: a card for plan of Red for Build a castle
   of Bitchu | Izu | Kai | chest-card 0 | chest-card 1
   -> chest-card 1
      Red: a card: hand of Red → plan of Red for Build a castle
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from textwrap import wrap

from rulekit import Match
from rulekit.runtime.decisions import Decision, Option
from rulekit.runtime.view_types import CardPlace, Mark, PiecePlace, Place, PlaceGroup

EVERY = 40
"""After so many decisions the table is described."""
CHOICE, TOLD = "   -> ", "      "
Pick = Callable[[Decision], str | None]


def name(option: Option) -> str:
    """How an option is called in the text: by its id, or by its label where ids are only numbers."""
    return option.label() if option.decision.sort[0] == "branch" else option.id


def tell(match: Match, pick: Pick, every: int = EVERY) -> Iterator[str]:
    """The lines of a game, played on by ``pick``, which gives the name of an option or None where it knows no more.

    After ``every`` so many decisions, and at the end, the table is described.
    """
    yield from _journal(match, 0)
    number = 0
    while not match.over:
        decision = match.decisions[0]
        options = {name(option): option for option in decision.options}
        number += 1
        yield f"{number} {decision.player}: {decision.prompt()}"
        yield f"   of {' | '.join(options)}"
        said = pick(decision)
        if said not in options:
            yield f"{CHOICE}(nothing: {said or 'the text ends here'})"
            return
        told = len(match.journal)
        yield CHOICE + said
        match.choose(decision, options[said])
        yield from _journal(match, told)
        if number % every == 0 or match.over:
            yield from _table(match, number)
    for place in match.standings:
        yield f"{place.rank}. {place.name}: {', '.join(str(n) for n in place.scores)}"


def _journal(match: Match, told: int) -> Iterator[str]:
    yield from (TOLD + text for entry in match.journal[told:] if (text := entry.text(viewer=None)))


# ---------------------------------------------------------------- what is seen
def _table(match: Match, number: int) -> Iterator[str]:
    """The table as an onlooker sees it, then each player's own place, with a digest of all that this player sees."""
    yield f"== the table after {number} decisions"
    for title, things in _seen(match, None):
        yield from _paragraph(title, things)
    for player in match.players:
        seen = list(_seen(match, player))
        digest = hashlib.sha256(repr(seen).encode()).hexdigest()[:16]
        own = [row for title, rows in seen if title == "player" for row in rows if row.startswith(f"{player}: ")]
        yield from _paragraph(f"{player} sees {digest}, and of", own)


def _paragraph(title: str, things: list[str]) -> Iterator[str]:
    yield from wrap(
        f"{title}: {'; '.join(things)}", 118, initial_indent="   ", subsequent_indent=TOLD, break_long_words=False
    )


def _seen(match: Match, viewer: str | None) -> Iterator[tuple[str, list[str]]]:
    """(title, things) of everything in a view; what is empty is left out."""
    view = match.view(viewer)
    yield "in common", [x for x in (*map(_mark, view.marks), *map(_place, view.places)) if x]
    for device in view.devices:
        yield device.key, list(device.pieces)
    for table in view.tables:
        rows = []
        for row in table.rows:
            there = [_place(place, table.of) for place in row.places]
            things = [x for x in (*map(_mark, row.marks), *there) if x]
            if things:
                rows.append(f"{row.key}: {', '.join(things)}")
        yield table.of, rows


def _mark(mark: Mark) -> str:
    return f"{mark.key} {mark.value}" if mark.value not in ("0", "none", "") else ""


def _place(place: Place, holder: str = "") -> str:
    """What lies in a place, with its name; what stands on a thing itself needs none."""
    if isinstance(place, PlaceGroup):
        inner = [f"{spot.member} {text}" for spot in place.spots if (text := _inside(spot.place))]
    else:
        inner = [text] if (text := _inside(place)) else []
    if place.key == holder:
        return ", ".join(inner)
    return f"{place.key} ({', '.join(inner)})" if inner else ""


def _inside(place: PiecePlace | CardPlace) -> str:
    if isinstance(place, PiecePlace):
        return ", ".join(pieces.text for pieces in place.pieces)
    cards = [card.key if card is not None else "?" for card in place.cards]
    if not place.row and cards.count("?") > 1:
        cards = [*(card for card in cards if card != "?"), f"{cards.count('?')} unseen"]
    return ", ".join(card or "-" for card in cards) if any(cards) else ""
