"""Requests about the luck of a game: what the server has committed itself to, what seats add to it, and after the end the secret.

They are answered before the game has begun, too.
"""

from __future__ import annotations

from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.requests import Request

from rulekit.runtime.commitment import LONGEST_NONCE, is_nonce
from rulekit.web.at_seat import registry_of
from rulekit.web.registry import GameRegistry
from rulekit.web.requests import Needed, Participant, RequestBody, answers, language, refuses, takes, who
from rulekit.web.table_answers import LuckState, NonceState


class NonceBody(RequestBody):
    """``nonce``: a text that nobody else knows."""

    UNCHANGED = ("nonce",)
    nonce: Needed


@answers
async def luck(request: Request) -> LuckState:
    """Where the luck of the game comes from; the secret and the seed after its end, the nonces after its beginning."""
    seated = await run_sync(who, request, registry_of(request).opens)
    return await run_sync(luck_of, registry_of(request), seated, language(request))


@refuses(403)
@takes(NonceBody)
async def add_nonce(request: Request, adding: NonceBody) -> LuckState:
    """What a seat adds to the luck of a game that has not begun. With the last one the game begins."""
    seated = await run_sync(who, request, registry_of(request).opens)
    return await run_sync(_add, registry_of(request), seated, adding.nonce.strip(), language(request))


def _add(registry: GameRegistry, seated: Participant, nonce: str, lang: str) -> LuckState:
    row = registry.store.game(seated.game)
    if row is None or seated.seat not in row.luck.asks:
        raise HTTPException(403, "nothing is to be added here")
    if not is_nonce(nonce):
        raise HTTPException(422, f"up to {LONGEST_NONCE} characters, on one line and without /")
    if not registry.store.add_nonce(seated.game, seated.seat, nonce):
        raise HTTPException(422, "this seat has added something else already, and that stands")
    found = luck_of(registry, seated, lang)
    registry.announce(seated.game)
    return found


def luck_of(registry: GameRegistry, seated: Participant, lang: str) -> LuckState:
    """What a seat may know of the luck of a game now. Who has no name of their own is called by the seat, in a language."""
    row = registry.store.game(seated.game)
    if row is None:
        raise HTTPException(404, "there is no such game")
    luck, over, begun = row.luck, False, not row.luck.waits
    session = registry.session(seated.game) if begun else None
    if session is not None:
        with session.lock:
            over = session.match.over
    names, game = {seat.seat: seat.name for seat in registry.store.seats(seated.game)}, registry.rules(row)
    names |= {k: game.said(said, lang) for k, said in enumerate(row.seats, 1) if names[k] == said}
    return LuckState(
        source=luck.source,
        commitment=luck.commitment,
        chance=row.chance,
        begun=begun,
        over=over,
        nonces=[
            NonceState(seat, names[seat], seat in luck.nonces, luck.nonces.get(seat, "") if begun else "")
            for seat in luck.asks
        ],
        secret=luck.secret if over else "",
        seed=str(row.seed) if over else "",
    )
