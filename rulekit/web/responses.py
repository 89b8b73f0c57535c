"""Makes HTTP responses from answers, and defines the responses of other formats."""

from __future__ import annotations

import msgspec
from starlette.responses import Response, StreamingResponse

from rulekit.web.answers import Error, ResponseBody

JSON = "application/json"


class StateResponse(Response):
    """A :data:`rulekit.web.state.StateAnswer`, put together of texts."""

    media_type = JSON


class SaveResponse(Response):
    """A save, see :mod:`rulekit.runtime.persistence.schema`."""

    media_type = JSON


class SvgResponse(Response):
    """A drawing."""

    media_type = "image/svg+xml"


class EventResponse(StreamingResponse):
    """Server-sent events."""

    media_type = "text/event-stream"


def response(answer: ResponseBody | Response) -> Response:
    """The response for the value that a handler returns."""
    if isinstance(answer, Response):
        return answer
    headers = {"Cache-Control": answer.CACHE} if answer.CACHE else None
    return Response(msgspec.json.encode(answer), answer.STATUS, headers, JSON)


def refusal(status: int, error: Error) -> Response:
    """The response to a request that was refused."""
    return Response(msgspec.json.encode(error), status, media_type=JSON)
