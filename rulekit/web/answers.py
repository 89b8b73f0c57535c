"""What every route may answer, as classes: the body of an answer and why a request was refused. A handler returns one, the
description of the API prints its schema, and :mod:`rulekit.web.client` reads it. See ``table_answers`` and ``seat_answers``."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET, Struct, UnsetType


class ResponseBody(Struct):
    """The body of an answer. ``STATUS``: that of HTTP, ``CACHE``: what its ``Cache-Control`` says if it may be kept."""

    STATUS: ClassVar[int] = 200
    CACHE: ClassVar[str] = ""


class Done(ResponseBody):
    """The request was carried out; there is nothing to answer."""

    STATUS = 201


# ---------------------------------------------------------------- refusals
class Problem(Struct, kw_only=True):
    """A mistake in rules. ``file``: of the game, ``severity``, ``hint`` and ``width`` (in characters): of house rules, where
    ``line`` is 0 for elsewhere."""

    code: str
    severity: str | UnsetType = UNSET
    message: str
    hint: str | UnsetType = UNSET
    file: str | UnsetType = UNSET
    line: int
    column: int
    width: int | UnsetType = UNSET


GUARD_CODES = {403: "other_site", 413: "too_large", 421: "host", 429: "too_often", 431: "too_many_headers"}
"""Status -> code, where a request is refused before any handler looks at it"""
CODES = (
    *("http", "stale", "not_begun", "refused", "rules", "user", "failure", "storage", "files_gone"),
    *GUARD_CODES.values(),
)
Code = Annotated[str, msgspec.Meta(extra_json_schema={"enum": [*CODES]})]


class Error(Struct, kw_only=True, omit_defaults=True):
    """Why a request was refused. ``code``: a short name; ``http`` where the status says all."""

    code: Code = ""
    error: str
    diagnostics: list[Problem] = []
