"""A generated module as one file of C."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from importlib.resources import files

from attrs import frozen

from rulekit.compiler.native.infer import Inferred
from rulekit.compiler.native.naming import plain
from rulekit.compiler.native.sorts import Unsupported
from rulekit.compiler.native.statements import Function, heading
from rulekit.compiler.native.tables import Tables
from rulekit.compiler.optimise import joined
from rulekit.image import Image

MOST_STACKS = 64
"""How many players can be asked at once, each on a stack of his own."""


@frozen
class Native:
    """``frames``: for each step what lies in the slots of its frames (``int``, ``bool``, or ``list`` for numbers)."""

    source: str
    frames: list[list[str]]


def native(image: Image, devices: Mapping[str, str]) -> Native:
    """An image's module for playouts as C. ``devices``: device -> its functions in C.

    Raises Unsupported, with the reason, for a module that holds what is not written natively.
    """
    try:
        return _written(image, devices)
    except (AssertionError, RecursionError) as odd:
        raise Unsupported("a sentence of a shape that is not known here") from odd


def _written(image: Image, devices: Mapping[str, str]) -> Native:
    known = Inferred(joined(image.quiet, len(image.z)))
    tables = Tables(known)
    names = [name for name in known.functions if name != "begin"]
    bodies = [Function(known, tables, name).written() for name in names]
    steps = ", ".join(plain(name) if name in known.functions else "dead_" for name in known.module.steps)
    text = [
        *map(_part, ("base.h", "lists.h", "sets.h", "chance.h", "words.h", "frames.h")),
        f"enum {{ SIZE = {len(image.s)}, LISTS = {len(image.z)}, SEATS = {len(image.seats)}, STACKS = {MOST_STACKS} }};",
        _part("match.h"),
        *tables.rows,
        *_of_devices(image, known, devices),
        *[heading(known, name) + ";" for name in names],
        f"static void (*const STEPS[])(ST *, I) = {{{steps or '0'}}};",
        *bodies,
        _part("playout.c"),
    ]
    frames = [["list" if s in ("tuple", "ints") else s or "int" for s in slots] for slots in known.frames]
    return Native("\n".join(text), frames)


def _part(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _of_devices(image: Image, known: Inferred, devices: Mapping[str, str]) -> Iterator[str]:
    """The functions of the devices that the module calls."""
    called = {
        n.id
        for function in known.functions.values()
        for n in ast.walk(function)
        if isinstance(n, ast.Name) and n.id.startswith("dev_")
    }
    for number, device in enumerate(image.devices):
        mine = {name: function for name, (of, function) in image.bound.items() if of == device and name in called}
        if not mine:
            continue
        if device not in devices:
            raise Unsupported(f"{device} has no functions in C")
        prefix = next(name.removesuffix(function) for name, function in mine.items())
        if any(name != prefix + function for name, function in mine.items()):
            raise Unsupported(f"the functions of {device} have names of different kinds")
        yield f"/* {json.dumps(image.devices[device]).replace('*/', '* /')} */"  # another layout is another library
        yield f"#define DEVICE {number}\n#define DEV(name) {prefix}##name"
        yield f"{devices[device]}\n#undef DEV\n#undef DEVICE"
