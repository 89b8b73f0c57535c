"""Requests of the lobby: what can be played, new games, the games of a browser."""

from __future__ import annotations

import hmac
from functools import partial
from typing import Annotated

import msgspec
from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.requests import Request

from rulekit.bots import find_bots
from rulekit.diagnostics import RulesError, UserError
from rulekit.runtime.failures import RuleFailure
from rulekit.web.at_seat import registry_of, setting_of
from rulekit.web.catalogue import title_of
from rulekit.web.links import check_room, links_of
from rulekit.web.people import NAME_LENGTH
from rulekit.web.registry import GameRegistry, NotBegun
from rulekit.web.requests import (
    Json,
    Long,
    Needed,
    Number,
    RequestBody,
    Said,
    SeatNumber,
    answers,
    checked_seed,
    held_seats,
    held_tables,
    language,
    refuses,
    takes,
)
from rulekit.web.stored_rows import GameRow
from rulekit.web.table_answers import MyGame, MyGames, MyTable, NewGame, OpenedSeat
from rulekit.web.table_settings import ClockBody
from rulekit.web.tokens import digest
from rulekit.web.uploads import Checked, FaultyRules, Uploads

MOST_HELD = 200


class VariantBody(RequestBody):
    """``text``: rules that are laid over a game and its ``variants``; ``players`` and ``options``: with whom they are tried;
    ``password``: as for a new game."""

    UNCHANGED = ("text", "password")
    game: Needed
    text: Annotated[Long, msgspec.Meta(min_length=1)]
    variants: list[Said] = msgspec.field(default_factory=list)
    players: Number | None = None
    options: dict[str, Said | Number] = msgspec.field(default_factory=dict)
    password: Said = ""


class NewGameBody(RequestBody):
    """``people``: the names of the seats; ``bots``: seat -> bot; ``save``: a match that goes on; ``text``: house rules;
    ``nonces``: the game begins when each person has added one to its luck; ``password``: that of the server, if it has one;
    ``cookie``: whether a browser is to keep the token of the host."""

    UNCHANGED = ("text", "save", "password")
    game: Needed
    title: Said = ""
    players: Number | None = None
    variants: list[Said] = msgspec.field(default_factory=list)
    options: dict[str, Said | Number] = msgspec.field(default_factory=dict)
    people: list[Said] = msgspec.field(default_factory=list)
    bots: dict[SeatNumber, Said | None] = msgspec.field(default_factory=dict)
    seed: int | None = None
    save: Json | None = None
    clock: ClockBody = msgspec.field(default_factory=ClockBody)
    text: Long = ""
    nonces: bool = False
    password: Said = ""
    cookie: bool = False

    def __post_init__(self) -> None:
        checked_seed(self.seed)


@refuses(503, 507)
@takes(NewGameBody)
async def create(request: Request, new: NewGameBody) -> NewGame:
    """A new game. Answers with its id, a link for each seat, and those of the spectators and of the host."""
    _admit(request, new.password)
    registry = registry_of(request)
    check_room(request)
    bots = {seat: bot for seat, bot in new.bots.items() if bot}
    unknown = next((bot for bot in bots.values() if bot not in find_bots()), None)
    if unknown is not None:
        raise HTTPException(422, f"there is no bot {unknown[:40]!r}; there are: {', '.join(sorted(find_bots()))}")
    made = partial(
        registry.create,
        new.game,
        new.players,
        new.variants,
        _options(new.options),
        [name[:NAME_LENGTH] for name in new.people],
        bots,
        new.seed,
        new.title[:NAME_LENGTH],
        new.save,
        new.clock.rules(),
        new.text,
        new.nonces,
    )
    if new.text:
        rules = VariantBody(new.game, new.text, new.variants, new.players, new.options)
        found = await setting_of(request).run(request, _checked, request, rules, False)
        if found.wrong:
            raise FaultyRules(found.findings)
    return links_of(request, await setting_of(request).run(request, made), new.cookie)


@takes(VariantBody)
async def check(request: Request, rules: VariantBody) -> Checked:
    """Looks at house rules as ``rulekit check`` and ``rulekit try`` do.

    ``findings`` with their places; ``tried``, line by line; ``played``: how many choices were made with them.
    """
    _admit(request, rules.password)
    return await setting_of(request).run(request, _checked, request, rules, True)


def _admit(request: Request, password: str) -> None:
    """Raises HTTPException 403 for a wrong password."""
    if not hmac.compare_digest(password.encode(), request.app.state.password.encode()) and request.app.state.password:
        raise HTTPException(403, "setting a table here needs the password of this server")


def _checked(request: Request, rules: VariantBody, tried: bool) -> Checked:
    catalogue, uploads = registry_of(request).catalogue, request.app.state.uploads
    assert isinstance(uploads, Uploads)
    variants = catalogue.paths(rules.game, rules.variants)
    folder = catalogue.folder(rules.game)
    return uploads.check(folder, variants, rules.text, rules.players, _options(rules.options), tried, language(request))


def _options(said: dict[str, str | int]) -> dict[str, str]:
    return {name: str(value) for name, value in said.items()}


@refuses(401, 503)
@answers
async def whoami(request: Request) -> OpenedSeat:
    """Which seat of which game the bearer's token opens."""
    token = request.headers.get("authorization", "").removeprefix("Bearer ")
    place = await run_sync(registry_of(request).store.seat_of, token)
    if place is None:
        raise HTTPException(401, "this link opens nothing: it was handed over, or it is not whole")
    return OpenedSeat(*place)


@refuses(422, 503)
@answers
async def mine(request: Request) -> MyGames:
    """The games of which this browser holds a seat, with whether it is asked there, and the tables that it has set."""
    registry, lang = registry_of(request), language(request)
    held, hosted = held_seats(request)[:MOST_HELD], held_tables(request)[:MOST_HELD]
    return await run_sync(lambda: MyGames(_mine(registry, held, lang), _hosted(registry, hosted, lang)))


def _hosted(registry: GameRegistry, held: list[tuple[str, str]], lang: str) -> list[MyTable]:
    tokens = dict(held)
    rows = [row for row in registry.store.games([*tokens]) if row.host_digest == digest(tokens[row.id])]
    return [MyTable(row.id, *_called(registry, row, lang)) for row in rows]


def _called(registry: GameRegistry, row: GameRow, lang: str) -> tuple[str, str]:
    """The titles of a table and of its game."""
    try:
        game = registry.rules(row)
    except (UserError, RulesError):
        return row.title, row.game
    return title_of(row, game, lang), game.names.get(lang, game.title)


def _mine(registry: GameRegistry, held: list[tuple[str, int, str]], lang: str) -> list[MyGame]:
    out = []
    for game, seat, token in held:
        row = registry.store.game(game) if registry.store.seat_of(token) == (game, seat) else None
        if row is None:
            continue
        asks, over, trouble = set[int](), False, False
        called = list(row.seats)
        try:
            session = registry.session(game)
        except NotBegun:
            asks = {*row.luck.waits}
        except (UserError, RulesError, RuleFailure):
            trouble = True
        else:
            assert session is not None
            with session.lock:
                asks, over = session.asked(), session.match.over
                trouble = bool(session.unfit or session.trouble)
            called = [session.game.said(name, lang) for name in row.seats]
        names = [called[x.seat - 1] if x.name == row.seats[x.seat - 1] else x.name for x in registry.beside(game).seats]
        mine = MyGame(
            id=game,
            seat=seat,
            title=(titles := _called(registry, row, lang))[0],
            game=titles[1],
            player=called[seat - 1] if seat else "",
            asked=seat in asks,
            waits=[names[k - 1] for k in sorted(asks - {seat})],
            over=over,
            trouble=trouble,
        )
        out.append(mine)
    return sorted(out, key=lambda x: (not x.asked, x.over))
