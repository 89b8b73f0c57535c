"""The part of a request about a form: the values of its lines, and how to change them."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulekit.web.requests import Number, RequestBody, Said

MOST_LINES = 200
Values = Annotated[list[Said | None], msgspec.Meta(max_length=MOST_LINES)]
"""For each line of a form the id of an option, or null"""


class FormChange(RequestBody):
    """``values``: what stands in the lines; ``line``: where ``option`` is written, from 0; ``rest``: all others by chance;
    ``like``: the values of an earlier form, of which those are filled in that are legal here; ``at``: the line whose options are
    wanted."""

    values: Values = msgspec.field(default_factory=list)
    line: Number | None = None
    option: Said | None = None
    rest: bool = False
    like: Values = msgspec.field(default_factory=list)
    at: Number | None = None
