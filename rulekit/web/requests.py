"""Reads a request: its seat, its language, and its validated body."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from attrs import frozen
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rulekit.web.tokens import digest

LANGUAGES = ("en", "zh-Hans", "zh-Hant", "ja")
SHORT = {"zh": "zh-Hans", "zh-cn": "zh-Hans", "zh-sg": "zh-Hans", "zh-tw": "zh-Hant", "zh-hk": "zh-Hant"}
MOST_TEXT = 2000
LONGER = {"text": 200_000}
"""Fields that may be longer"""


@frozen
class Who:
    """Somebody at a game: ``seat`` from 1, or 0 for a spectator; ``digest``: of the token that was shown."""

    game: str
    seat: int
    digest: str


def cookie_name(game: str, seat: int) -> str:
    """The cookie that holds the token of a seat: one for each, so that one browser can hold several."""
    return f"seat_{game}_{seat}"


def who(request: Request, opens: Callable[[str, str, int], bool]) -> Who:
    """The seat of a request. ``opens``: whether a token opens a seat of a game.

    Raises HTTPException 401 where no token opens the seat.
    """
    game, seat = request.path_params["game"], int(request.path_params["seat"])
    bearer = request.headers.get("authorization", "")
    token = bearer[7:] if bearer.startswith("Bearer ") else request.cookies.get(cookie_name(game, seat), "")
    if not token or not opens(token, game, seat):
        raise HTTPException(401, "this seat is not yours: open its link again")
    return Who(game, seat, digest(token))


def language(request: Request) -> str:
    """The language of an answer: ``?lang=``, else the first of the browser's that we speak, else English."""
    said = [request.query_params.get("lang", "")]
    said += [part.partition(";")[0].strip() for part in request.headers.get("accept-language", "").split(",")[:10]]
    for tag in filter(None, said):
        for known in (
            tag,
            SHORT.get(tag.lower(), ""),
            SHORT.get(tag.lower().partition("-")[0], ""),
            tag.partition("-")[0],
        ):
            if known in LANGUAGES:
                return known
    return "en"


Handler = Callable[[Request], Awaitable[Response]]
WithFields = Callable[[Request, dict[str, Any]], Awaitable[Response]]
SHAPES: dict[Handler, Mapping[str, type]] = {}
"""The bodies that handlers take; for the description of the API"""
QUERIES: dict[Handler, Mapping[str, str]] = {}
"""What handlers take from the address: name -> what it says; for the description of the API"""
H = TypeVar("H", bound=Handler)


def query(**names: str) -> Callable[[H], H]:
    """Says what a handler takes from the address, behind the ``?``."""

    def around(handler: H) -> H:
        QUERIES[handler] = names
        return handler

    return around


def takes(**shape: type) -> Callable[[WithFields], Handler]:
    """A handler whose request has a body with these fields; those that are left out are None."""

    def around(handler: WithFields) -> Handler:
        @wraps(handler)
        async def answered(request: Request) -> Response:
            return await handler(request, await body(request, shape))

        SHAPES[answered] = shape
        return answered

    return around


async def body(request: Request, shape: Mapping[str, type]) -> dict[str, Any]:
    """The body as an object of JSON. Raises HTTPException 422 for another shape; what is left out is None."""
    try:
        found = json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise HTTPException(422, "the body is not JSON") from error
    if not isinstance(found, dict):
        raise HTTPException(422, "the body is not an object")
    unknown = sorted(set(found) - set(shape))
    if unknown:
        raise HTTPException(422, f"there is no field {str(unknown[0])[:40]!r}; there are: {', '.join(shape)}")
    for name, kind in shape.items():
        value = found.get(name)
        wrong = value is not None and (not isinstance(value, kind) or (isinstance(value, bool) and kind is int))
        if wrong or (isinstance(value, str) and len(value) > LONGER.get(name, MOST_TEXT)):
            raise HTTPException(422, f"the field {name} has another shape than it should")
    return {name: found.get(name) for name in shape}


def needed(fields: Mapping[str, Any], *names: str) -> list[str]:
    """The values of fields that may not be left out. Raises HTTPException 422."""
    for name in names:
        if not fields[name]:
            raise HTTPException(422, f"the field {name} is missing")
    return [fields[name] for name in names]
