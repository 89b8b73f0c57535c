"""The description of the API in the form of OpenAPI 3.1, made from the routes and the classes of their bodies and answers."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from typing import get_args, get_type_hints

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from rulekit.i18n.catalogue import LANGUAGES
from rulekit.version import __version__
from rulekit.web.answers import Error, ResponseBody
from rulekit.web.convertors import BIGGEST, WholeNumber
from rulekit.web.requests import BODIES, QUERIES, REFUSALS, RequestQuery
from rulekit.web.responses import JSON, StateResponse
from rulekit.web.state import StateAnswer
from rulekit.web.view_state import PLACES, PlaceState

Described = dict[str, object]
"""A part of the description, as data for JSON"""
LANGUAGE: Described = {
    "type": "string",
    "description": f"the language of the answer: {', '.join(LANGUAGES)}; else the first that the browser asks for",
}
REF = "#/components/schemas/{name}"
STATES = get_args(StateAnswer)
MEANINGS = {
    401: "the token opens another seat, or none",
    403: "this seat, or a page of another site, may not do this",
    404: "there is no such game, or nothing like this in it",
    409: "the view that was answered is not the present one any more: look again",
    413: "the request is too large",
    422: "the rules, or the form of the request, do not allow it",
    421: "the server is not reached under this name",
    429: "too many requests",
    431: "too many headers",
    503: "this could not be stored: try again",
    507: "the server holds as many games as it may",
}


def description(routes: Sequence[Route]) -> Described:
    """The whole description."""
    paths: dict[str, Described] = {}
    answers = [found for route in routes if not issubclass(found := returned(route), Response)]
    classes = [Error, *STATES, *PLACES, *BODIES.values(), *dict.fromkeys(answers)]
    _, schemas = msgspec.json.schema_components(classes, schema_hook=_place, ref_template=REF)
    for route in routes:
        path = re.sub(r":\w+\}", "}", route.path)
        for method in sorted((route.methods or set()) - {"HEAD"}):
            paths.setdefault(path, {})[method.lower()] = _operation(route, method)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rulekit tables", "version": __version__},
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "seat": {"type": "http", "scheme": "bearer", "description": "the token of a seat's link"},
                "host": {"type": "http", "scheme": "bearer", "description": "the token of the host's link"},
            },
        },
        "paths": paths,
    }


def returned(route: Route) -> type[ResponseBody] | type[Response]:
    """What the handler of a route returns, as its annotation says it."""
    found: type[ResponseBody] | type[Response] = get_type_hints(inspect.unwrap(route.endpoint))["return"]
    return found


def _operation(route: Route, method: str) -> Described:
    text = inspect.cleandoc(route.endpoint.__doc__ or "")
    names = re.findall(r"\{(\w+)(?::\w+)?\}", route.path)
    operation: Described = {
        "operationId": route.endpoint.__name__,
        "summary": text.partition("\n")[0],
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": _path_schema(route, name)} for name in names
        ]
        + [
            {"name": name, "in": "query", "required": False, "description": schema.pop("description"), "schema": schema}
            for name, schema in {**_asked(route), **({"lang": {**LANGUAGE}} if "game" in names else {})}.items()
        ],
        "responses": _done(route)
        | {
            str(status): {"description": MEANINGS[status], "content": {JSON: {"schema": _ref(Error)}}}
            for status in sorted(_refusals(route, method))
        },
    }
    if "game" in names:
        operation["security"] = [{"host" if "/host" in route.path else "seat": []}]
    shape = BODIES.get(route.endpoint)
    if shape is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": _ref(shape)}}}
    return operation


def _path_schema(route: Route, name: str) -> Described:
    """The schema of a part of the path, as its convertor reads it."""
    convertor = route.param_convertors[name]
    if isinstance(convertor, WholeNumber):
        return {"type": "integer", "minimum": 0, "maximum": BIGGEST}
    return {"type": "string", "pattern": f"^{convertor.regex}$"}


def _asked(route: Route) -> dict[str, Described]:
    """What a route takes from the address: name -> its schema, with a description."""
    shape = QUERIES.get(route.endpoint, RequestQuery)
    _, schemas = msgspec.json.schema_components([shape])
    found: dict[str, Described] = schemas[shape.__name__]["properties"]
    return found


def _done(route: Route) -> Described:
    """The response to what is not refused."""
    found = returned(route)
    description = {"description": "done"}
    if not issubclass(found, Response):
        return {str(found.STATUS): {**description, "content": {JSON: {"schema": _ref(found)}}}}
    schema: Described = {"type": "object" if found.media_type == JSON else "string"}
    if issubclass(found, StateResponse):
        schema = {"anyOf": [_ref(shape) for shape in STATES]}
    return {"200": {**description, "content": {found.media_type: {"schema": schema}}}}


def _refusals(route: Route, method: str) -> set[int]:
    """The statuses with which a request can be refused: on the way to its handler, and by it."""
    found = {413, 421, 429, 431, *REFUSALS.get(route.endpoint, ())}
    found |= {403} if method != "GET" else set()
    found |= {404} if "{" in route.path else set()
    found |= {401, 422, 503} if "{game" in route.path else set()
    return found | ({422} if route.endpoint in BODIES else set())


def _ref(shape: type) -> Described:
    return {"$ref": REF.format(name=shape.__name__)}


def _place(shape: type) -> Described:
    """The schema of a place, which is one of three classes without a tag."""
    if shape is not PlaceState:
        raise NotImplementedError(shape)
    return {"anyOf": [_ref(sort) for sort in PLACES]}
