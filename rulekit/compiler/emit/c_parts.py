"""The files of C that the functions of a module are printed between, and the operations that are written in them."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

BEFORE = ("base.h", "lists.h", "chance.h", "words.h", "match.h")
"""What the functions are built on"""
OPERATION = re.compile(r"\bop_(\w+)")


def part(name: str) -> str:
    """The text of a file in ``c/``."""
    return (files("rulekit.compiler.emit") / "c" / name).read_text(encoding="utf-8")


@cache
def operations() -> frozenset[str]:
    """The names of all operations that are written in C."""
    return frozenset(name for file in BEFORE for name in OPERATION.findall(part(file)))
