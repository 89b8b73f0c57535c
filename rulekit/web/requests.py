"""Reads a request: its seat, its language, its validated body and what its address says behind the ``?``."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec
from attrs import frozen
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from rulekit.characters import typed
from rulekit.i18n.catalogue import LANGUAGES
from rulekit.i18n.locale import standard
from rulekit.web.answers import ResponseBody
from rulekit.web.decoding import convert, decode
from rulekit.web.responses import response
from rulekit.web.tokens import digest

MOST_TEXT = 2000
YEAR = 365 * 24 * 3600


@frozen
class Participant:
    """Somebody at a game: ``seat`` from 1, or 0 for a spectator; ``digest``: of the token that was shown."""

    game: str
    seat: int
    digest: str


def cookie_name(game: str, seat: int) -> str:
    """The cookie that holds the token of a seat: one for each, so that one browser can hold several."""
    return f"seat_{game}_{seat}"


COOKIE = re.compile(r"seat_(.+)_(0|[1-9][0-9]{0,2})", re.ASCII)


def host_cookie(game: str) -> str:
    """The cookie that holds the token of a table's host."""
    return f"host_{game}"


HOST_COOKIE = re.compile(r"host_(.+)", re.ASCII)


def held_tables(request: Request) -> list[tuple[str, str]]:
    """(game, token) of each table of which the browser keeps the host's token."""
    found = [(HOST_COOKIE.fullmatch(name), token) for name, token in request.cookies.items()]
    return [(name[1], token) for name, token in found if name is not None]


def held_seats(request: Request) -> list[tuple[str, int, str]]:
    """(game, seat, token) of each seat of which the browser keeps a token."""
    found = [(COOKIE.fullmatch(name), token) for name, token in request.cookies.items()]
    return [(name[1], int(name[2]), token) for name, token in found if name is not None]


def keep(request: Request, name: str, token: str) -> None:
    """Gives the browser a cookie with the answer, see :func:`takes`."""
    secure = (request.app.state.public or str(request.url)).startswith("https:")
    settings = {"max_age": YEAR, "httponly": True, "secure": secure, "samesite": "lax", "path": "/"}
    request.state.cookie = {"key": name, "value": token, **settings}


def with_cookie(request: Request, made: Response) -> Response:
    """The response with the cookie that the handler gives the browser, if it does."""
    if (cookie := getattr(request.state, "cookie", None)) is not None:
        made.set_cookie(**cookie)
    return made


def who(request: Request, opens: Callable[[str, str, int], bool]) -> Participant:
    """The seat of a request. ``opens``: whether a token opens a seat of a game.

    Raises HTTPException 401 where no token opens the seat.
    """
    game, seat, token = request.path_params["game"], request.path_params["seat"], token_of(request)
    if not token or not opens(token, game, seat):
        raise HTTPException(401, "this seat is not yours: open its link again")
    return Participant(game, seat, digest(token))


def token_of(request: Request) -> str:
    """The token that a request about a seat shows: the bearer's, or that of the browser's cookie; empty without one."""
    return _token(request, cookie_name(request.path_params["game"], request.path_params["seat"]))


def host_token(request: Request) -> str:
    """The token that a request of a table's host shows, in the same way."""
    return _token(request, host_cookie(request.path_params["game"]))


def _token(request: Request, cookie: str) -> str:
    bearer = request.headers.get("authorization", "")
    return bearer[7:] if bearer.startswith("Bearer ") else request.cookies.get(cookie, "")


def language(request: Request) -> str:
    """The language of an answer: ``?lang=``, else the first of the browser's that we speak, else English."""
    said = [request.query_params.get("lang", "")]
    said += [part.partition(";")[0].strip() for part in request.headers.get("accept-language", "").split(",")[:10]]
    for tag in filter(None, said):
        for known in (standard(tag), standard(tag.partition("-")[0])):
            if known in LANGUAGES:
                return known
    return "en"


class RequestBody(msgspec.Struct, forbid_unknown_fields=True):
    """What a request brings. A field without a default may not be left out; `null` counts as left out.

    Characters that do not show themselves are replaced in its texts, but for the fields in ``UNCHANGED``, which somebody
    else reads closely; the texts of those in ``LINES`` may have several lines.
    """

    UNCHANGED: ClassVar[Sequence[str]] = ()
    LINES: ClassVar[Sequence[str]] = ()


class RequestQuery(msgspec.Struct):
    """The query parameters of a request. Each has a default, which also replaces an empty value, and a description; unknown
    parameters are ignored."""


Said = Annotated[str, msgspec.Meta(max_length=MOST_TEXT)]
Needed = Annotated[Said, msgspec.Meta(min_length=1)]
"""A text that is not empty"""
Long = Annotated[str, msgspec.Meta(max_length=200_000)]
Json = dict[str, Any]
"""An object whose fields are looked at elsewhere"""
Number = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]
"""A number that fits every column of a database, and C"""
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=999)]
BIGGEST_SEED = 2**256 - 1


def checked_seed(seed: int | None) -> None:
    """Raises ValueError for a number that is no seed; msgspec knows no bound that large."""
    if seed is not None and not 0 <= seed <= BIGGEST_SEED:
        raise ValueError("a seed is a whole number from 0 to 2^256 - 1")


B = TypeVar("B", bound=RequestBody)
Q = TypeVar("Q", bound=RequestQuery)
Handler = Callable[[Request], Awaitable[Response]]
A = TypeVar("A", bound=ResponseBody)
BODIES: dict[Handler, type[RequestBody]] = {}
"""The bodies that handlers take; for the description of the API"""
QUERIES: dict[Handler, type[RequestQuery]] = {}
"""What handlers take from the address; read before their work is done, and for the description of the API"""
REFUSALS: dict[Handler, Sequence[int]] = {}
"""The statuses with which handlers refuse, beside those that follow from the route; for the description of the API"""
H = TypeVar("H", bound=Handler)


def query(shape: type[RequestQuery]) -> Callable[[H], H]:
    """Declares the query parameters of a handler."""

    def around(handler: H) -> H:
        QUERIES[handler] = shape
        return handler

    return around


def refuses(*statuses: int) -> Callable[[H], H]:
    """Declares the statuses with which a handler refuses, beside those that follow from its route."""

    def around(handler: H) -> H:
        REFUSALS[handler] = statuses
        return handler

    return around


def answers(handler: Callable[[Request], Awaitable[A]]) -> Handler:
    """A handler without a body."""

    @wraps(handler)
    async def answered(request: Request) -> Response:
        return response(await handler(request))

    return answered


def takes(shape: type[B]) -> Callable[[Callable[[Request, B], Awaitable[A]]], Handler]:
    """A handler whose request has such a body. It may give the browser a cookie, see :func:`keep`."""

    def around(handler: Callable[[Request, B], Awaitable[A]]) -> Handler:
        @wraps(handler)
        async def answered(request: Request) -> Response:
            return with_cookie(request, response(await handler(request, await body(request, shape))))

        BODIES[answered] = shape
        return answered

    return around


async def body(request: Request, shape: type[B]) -> B:
    """The body of a request. Raises HTTPException 422 for another shape, 400 to who has gone before it was all there."""
    try:
        found = decode(await request.body(), Json)
        given = {name: value for name, value in found.items() if value is not None}
        shown = {n: v if n in shape.UNCHANGED else _typed(v, n in shape.LINES) for n, v in given.items()}
        return convert(shown, shape, str_keys=True)
    except ClientDisconnect as gone:  # a page that was closed: nothing is wrong here
        raise HTTPException(400) from gone
    except msgspec.ValidationError as error:
        raise HTTPException(422, f"the body has another shape than it should: {error}") from error
    except (msgspec.DecodeError, ValueError, RecursionError) as error:  # a half of a surrogate pair is no JSON either
        raise HTTPException(422, f"the body is not JSON: {error}") from error


def _typed(value: Any, lines: bool) -> Any:
    if isinstance(value, str):
        return typed(value, lines)
    if isinstance(value, list):
        return [_typed(x, lines) for x in value]
    return {name: _typed(x, lines) for name, x in value.items()} if isinstance(value, dict) else value


def read_query(request: Request, shape: type[Q]) -> Q:
    """The query parameters of a request. Raises HTTPException 422 for invalid ones."""
    try:
        return convert({n: v for n, v in request.query_params.items() if v}, shape, strict=False)
    except msgspec.ValidationError as error:
        raise HTTPException(422, f"the address says something that it may not: {error}") from error
