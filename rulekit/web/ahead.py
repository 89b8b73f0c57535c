"""The places that an option leads to: those at which the next question can be answered. The page highlights them in advance."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.runtime.lookahead import next_question
from rulekit.web.answers import ResponseBody
from rulekit.web.payload import SeatPage


class PlacesAhead(ResponseBody):
    """What an option leads to. ``prompt``: the next question, empty where it cannot be told without giving something away;
    ``places``: of its options, by their names in rules."""

    prompt: str
    places: Sequence[str]


def places_ahead(page: SeatPage, option: str) -> PlacesAhead:
    """The next question of a seat after an option, by its id, and the places of that question's options; nothing for an option
    that is not there any more."""
    decision = page.session.decision(page.seat)
    value = None if decision is None else next((x.value for x in decision.options if x.id == option), None)
    following = None if decision is None or value is None else next_question(page.match, decision, value)
    if following is None:
        return PlacesAhead("", ())
    places = (page.place(x.id, x.label(page.lang)) for x in following.options)
    return PlacesAhead(following.prompt(page.lang), [*dict.fromkeys(filter(None, places))])
