"""The native library of a set-up, for bots: made when one first asks for it."""

from __future__ import annotations

from rulekit.diagnostics import UserError
from rulekit.native import go_native
from rulekit.runtime.compiled import Compiled
from rulekit.runtime.native_library import NativeLibrary

_PYTHON: set[str] = set()
"""Set-ups for which there can be no native library"""


def native_library(compiled: Compiled) -> NativeLibrary | None:
    """None where there can be none (no C compiler, say): then the bots play in Python, and make the same choices."""
    if compiled.machine.native is None and compiled.key not in _PYTHON:
        try:
            go_native(compiled)
        except UserError:
            _PYTHON.add(compiled.key)
    return compiled.machine.native
