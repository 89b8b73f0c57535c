"""The detail view of a place: owner, pieces and cards with their values, adjacent places, and why options of the current question
are refused there. Everything comes from the view of the seat and from its own question."""

from __future__ import annotations

from msgspec.structs import replace

from rulekit.board import listed, read_position
from rulekit.runtime.decisions import Refusal
from rulekit.tabletop.refusals import reason
from rulekit.web.lying import lying, told
from rulekit.web.payload import SeatPage
from rulekit.web.seat_answers import OpenedPlace, RefusedThere, ThingValue, WayThere


def opened_place(page: SeatPage, key: str) -> OpenedPlace | None:
    """A place by its name in rules, as a seat sees it now; None where there is none: players are no places."""
    view = page.view.shown
    rows = [row for table in view.tables for row in table.rows if row.key == key and key not in view.seats]
    if not rows:
        return None
    owner, name, hidden = "", rows[0].name, ""
    ways: list[WayThere] = []
    if page.board is not None:
        names = {place.thing: place.name(page.lang) for place in page.board.places.values()}
        things = {where: place.thing for where, place in page.board.places.items()}
        for found in listed(page.board, page.lang, read_position(view, page.board)):
            if found.place.thing == key:
                owner, name, hidden = found.owner.name if found.owner else "", found.name, page.board.look.owners.mark
                ways = [WayThere(way.name, [(things[to], names[things[to]]) for to in way.to]) for way in found.ways]
    values = [ThingValue(fact.name, fact.value) for fact in told(rows) if fact.key != hidden]
    decision = page.session.decision(page.seat)
    refused = decision.refused if decision is not None else ()
    return OpenedPlace(
        key=key,
        name=name,
        owner=owner,
        lying=[replace(x, values=[*x.values, *page.shown_with(x.key)]) for x in lying(rows, view)],
        values=values,
        shown=page.shown_with(key),
        ways=ways,
        refused=[_refused(page, x) for x in refused if key in (x.id, page.place(x.id, x.label(page.lang)))],
    )


def _refused(page: SeatPage, refusal: Refusal) -> RefusedThere:
    """Why an option is refused, with the rule line and the clauses that it cites."""
    why = reason(refusal, page.lang, page.texts, page.quoting)
    clauses = page.match.compiled.image.lines[refusal.line].clauses
    return RefusedThere(refusal.id, refusal.label(page.lang), why, refusal.rule, clauses)
