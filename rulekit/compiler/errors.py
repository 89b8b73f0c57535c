"""What can not be compiled, although it reads well: a finding, found late."""

from __future__ import annotations

from rulekit.diagnostics import Span


class CompileError(Exception):
    """A sentence that can never be carried out (pieces into a place that can not hold them)."""

    code = "RK501"
    span: Span | None = None

    def __init__(self, message: str, hint: str | None = None) -> None:
        self.hint = hint
        super().__init__(message)


class TooDeep(CompileError):
    """A line that would become Python which no Python reads."""

    code = "RK103"
