"""Errors of compilation: mistakes that only show after reading and checking."""

from __future__ import annotations

from typing import TypeVar

from rulekit.diagnostics import Span

T = TypeVar("T")


class Register(dict[str, T]):
    """Operation -> what deals with it. One that is not there is a LookupError that says where it belongs: ``missing`` with the
    name of the operation in place of ``{}``."""

    def __init__(self, missing: str) -> None:
        super().__init__()
        self.missing = missing

    def __missing__(self, name: str) -> T:
        raise LookupError(self.missing.format(name))


class CompileError(Exception):
    """A sentence that can never be carried out (pieces into a place that cannot hold them)."""

    code = "RK501"
    span: Span | None = None

    def __init__(self, message: str, hint: str | None = None) -> None:
        self.hint = hint
        super().__init__(message)


class TooDeep(CompileError):
    """A line whose Python would be nested too deeply for Python to read."""

    code = "RK103"
