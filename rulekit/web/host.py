"""Requests of a table's host: the links of its seats, the names of the players, and bots for absent players.

The host's token gives access to the host's page, but to no seat. Changes to a seat are announced to everybody at the table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from io import BytesIO

import segno
from anyio.to_thread import run_sync
from attrs import frozen
from msgspec import UNSET
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rulekit.bots import find_bots
from rulekit.runtime.game import Game
from rulekit.web.answers import ResponseBody
from rulekit.web.at_seat import registry_of
from rulekit.web.catalogue import house_rules_in, title_of
from rulekit.web.people import NAME_LENGTH, link
from rulekit.web.registry import GameRegistry
from rulekit.web.requests import BODIES, B, Handler, RequestBody, Said, body, host_token, language, refuses
from rulekit.web.responses import SvgResponse, response
from rulekit.web.side_store import NEW_LINK
from rulekit.web.stored_rows import GameRow, SeatRow, now
from rulekit.web.table_answers import ChosenOption, HostedSeat, HostedTable, HouseRules, VariantInUse
from rulekit.web.table_settings import ClockBody
from rulekit.web.tokens import digest, invitation, watch_token

QR_MODULE = 4
"""Units of the drawing that a square of a QR code is wide"""


class HostedSeatBody(RequestBody):
    """``name``: of the player; ``bot``: which plays until the person returns, empty for none; ``new_link``: a new invitation,
    which invalidates older links of the seat."""

    name: Said | None = None
    bot: Said | None = None
    new_link: bool = False


class HostedTableBody(RequestBody):
    """``title``: of the table, empty for that of the game; ``clock``: another one from now on."""

    title: Said | None = None
    clock: ClockBody | None = None


@frozen
class HostRequest:
    """A request that came with the host's ``token`` of a table."""

    http: Request
    registry: GameRegistry
    row: GameRow
    token: str

    def seat(self) -> SeatRow:
        """The seat that the address names. Raises HTTPException 404 where there is none."""
        found = [row for row in self.registry.store.seats(self.row.id) if row.seat == self.http.path_params["seat"]]
        if not found:
            raise HTTPException(404, "there is no such seat")
        return found[0]

    def table(self) -> HostedTable:
        """The table as its host sees it: nothing of the game itself."""
        row, lang = self.row, language(self.http)
        game, seats, catalogue = self.registry.rules(row), self.registry.store.seats(row.id), self.registry.catalogue
        return HostedTable(
            id=row.id,
            title=title_of(row, game, lang),
            game=game.names.get(lang, game.title),
            link=link(self.http, self.token),
            watch=link(self.http, watch_token(self.token)),
            seats=[self._seat(seat, game.said(row.seats[seat.seat - 1], lang)) for seat in seats],
            options=_chosen(row, game, lang),
            variants=[*map(VariantInUse, catalogue.titles(game, lang), catalogue.notes(game, lang))],
            clock=row.clock,
            chapters=game.chapters,
            missing=row.luck.waits,
            bots=sorted(find_bots()),
        )

    def _seat(self, seat: SeatRow, player: str) -> HostedSeat:
        made = self.invitation(seat)
        named = seat.name if seat.name != self.row.seats[seat.seat - 1] else ""
        shown = link(self.http, made) if made else UNSET
        return HostedSeat(seat.seat, player, named, seat.bot, seat.absent, seat.digest != seat.invitation, shown)

    def invitation(self, seat: SeatRow) -> str:
        """The invitation to a seat as long as nobody has followed it; empty then, and where its owner has given it on."""
        made = invitation(self.token, seat.seat, seat.invitations)
        return made if seat.digest == digest(made) else ""


def _chosen(row: GameRow, game: Game, lang: str) -> list[ChosenOption]:
    """The options of a table, with what was chosen."""
    values = {o.name: row.options.get(o.name, str(o.default)) for o in game.options.values()}
    return [
        ChosenOption(
            game.said(o.text, lang) or o.name,
            game.said(values[o.name], lang),
            [game.said(value, lang) for value in o.values],
            game.said(str(o.default), lang),
        )
        for o in game.options.values()
    ]


Hosting = Callable[[HostRequest], ResponseBody | Response]


def at_host(work: Hosting) -> Handler:
    """A handler without a body."""

    @wraps(work)
    async def handler(request: Request) -> Response:
        return await run_sync(lambda: response(work(_host(request))))

    return handler


def at_host_with(shape: type[B]) -> Callable[[Callable[[HostRequest, B], ResponseBody]], Handler]:
    """A handler that changes something of the table or of a seat."""

    def decorated(work: Callable[[HostRequest, B], ResponseBody]) -> Handler:
        @wraps(work)
        async def handler(request: Request) -> Response:
            found = await run_sync(_host, request)
            asked = await body(request, shape)
            return await run_sync(lambda: response(work(found, asked)))

        BODIES[handler] = shape
        return handler

    return decorated


def _host(request: Request) -> HostRequest:
    registry, token = registry_of(request), host_token(request)
    row = registry.store.game(request.path_params["game"])
    if not token or row is None or row.host_digest != digest(token):
        raise HTTPException(401, "this table is not yours: open the link of its host again")
    return HostRequest(request, registry, row, token)


@at_host
def table(request: HostRequest) -> HostedTable:
    """The table of a host: who sits there, and the link of each seat that nobody has opened yet."""
    return request.table()


@refuses(409)
@at_host_with(HostedTableBody)
def change_table(request: HostRequest, change: HostedTableBody) -> HostedTable:
    """Changes the title or the clock of a table. Everybody there reads it."""
    registry, row = request.registry, request.row
    if change.title is not None:
        registry.set_title(row.id, change.title.strip()[:NAME_LENGTH] or registry.rules(row).title)
    if change.clock is not None:
        clock = change.clock.rules(row.clock, now())
        if clock != row.clock:
            registry.set_clock(row.id, clock)
    return _host(request.http).table()


@at_host
def hosted_rules(request: HostRequest) -> HouseRules:
    """The texts of the variants with which the table plays, as its seats read them."""
    return HouseRules(house_rules_in(request.registry.store.rules(request.row.rules)))


@refuses(409)
@at_host_with(HostedSeatBody)
def change_seat(request: HostRequest, change: HostedSeatBody) -> HostedTable:
    """Renames the player of a seat, gives it a new link, or sets or removes a stand-in bot."""
    registry, row, seat = request.registry, request.row, request.seat()
    if change.bot and change.bot not in find_bots():
        raise HTTPException(422, f"there is no bot {change.bot[:40]!r}")
    if change.name is not None:
        registry.store.rename(row.id, seat.seat, change.name[:NAME_LENGTH] or row.seats[seat.seat - 1])
    if change.bot is not None:
        _let_stand_in(request, seat.seat, change.bot)
    if change.new_link:
        number = seat.invitations + 1
        registry.store.hand_over(row.id, seat.seat, invitation(request.token, seat.seat, number), number)
        registry.side.add_event(row.id, seat.seat, NEW_LINK)
    registry.announce(row.id)
    return request.table()


def _let_stand_in(request: HostRequest, seat: int, bot: str) -> None:
    session = request.registry.session(request.row.id)
    assert session is not None
    with session.lock:
        request.registry.let_stand_in(session, seat, bot)


@at_host
def qr_code(request: HostRequest) -> SvgResponse:
    """The link of a seat as a QR code for the camera of a telephone, in SVG; 404 once somebody has opened it."""
    made = request.invitation(request.seat())
    if not made:
        raise HTTPException(404, "this link was opened already")
    out = BytesIO()
    segno.make_qr(link(request.http, made), error="m").save(
        out, kind="svg", scale=QR_MODULE, light="#fff", omitsize=True
    )
    return SvgResponse(out.getvalue())
