"""The description of the API in the form of OpenAPI 3.1, made from the routes and the classes of their bodies."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.routing import Route

from rulekit.i18n.catalogue import LANGUAGES
from rulekit.version import __version__
from rulekit.web.requests import BODIES, QUERIES
from rulekit.web.uploads import Checked


class Error(msgspec.Struct, omit_defaults=True):
    """Why a request was refused."""

    error: str
    code: str = ""
    diagnostics: list[dict[str, Any]] = []


LANGUAGE = {"lang": f"the language of the answer: {', '.join(LANGUAGES)}; else the first that the browser asks for"}
REF = "#/components/schemas/{name}"
REFUSALS = {
    "401": "the token opens another seat, or none",
    "404": "there is no such game",
    "409": "the view that was answered is not the present one any more: look again",
    "422": "the rules, or the form of the request, do not allow it",
    "429": "too many requests",
}


def description(routes: Sequence[Route]) -> dict[str, Any]:
    """The whole description, as data for JSON."""
    paths: dict[str, dict[str, Any]] = {}
    _, schemas = msgspec.json.schema_components([Error, Checked, *BODIES.values()], ref_template=REF)
    for route in routes:
        path = re.sub(r":\w+\}", "}", route.path)
        for method in sorted((route.methods or set()) - {"HEAD"}):
            paths.setdefault(path, {})[method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rulekit tables", "version": __version__},
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "seat": {"type": "http", "scheme": "bearer", "description": "the token of a seat's link"}
            },
        },
        "paths": paths,
    }


def _operation(route: Route) -> dict[str, Any]:
    text = inspect.cleandoc(route.endpoint.__doc__ or "")
    names = re.findall(r"\{(\w+)(:int)?\}", route.path)
    operation: dict[str, Any] = {
        "operationId": route.endpoint.__name__,
        "summary": text.partition("\n")[0],
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "integer" if number else "string"}}
            for name, number in names
        ]
        + [
            {"name": name, "in": "query", "required": False, "description": what, "schema": {"type": "string"}}
            for name, what in {**QUERIES.get(route.endpoint, {}), **(LANGUAGE if names else {})}.items()
        ],
        "responses": {"200": {"description": "done"}}
        | {
            status: {
                "description": why,
                "content": {"application/json": {"schema": {"$ref": REF.format(name="Error")}}},
            }
            for status, why in REFUSALS.items()
        },
    }
    if names:
        operation["security"] = [{"seat": []}]
    shape = BODIES.get(route.endpoint)
    if shape is not None:
        schema = {"$ref": REF.format(name=shape.__name__)}
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return operation
