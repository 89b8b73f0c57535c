"""A common mistake that was found in a line."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulekit.dsl.syntax import Token


@frozen
class CommonMistake:
    """``at``: the tokens to be marked."""

    text: str
    at: Sequence[Token]
    hint: str
    code: str = "RK302"
