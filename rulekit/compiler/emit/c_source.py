"""A module of playouts as one file of C: what it is built on, its functions, the course of a playout."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

from attrs import frozen

from rulekit.compiler.emit.c import C
from rulekit.compiler.ir import nodes as ir

PARTS = ("base.h", "lists.h", "chance.h", "words.h", "match.h")


@frozen
class Native:
    """``frames``: for each step what lies in the slots of its frames, ``number`` or ``list``. ``called``: the functions of
    devices, (device, function); a device writes them behind the source (see :class:`rulekit.plugins.devices.Native`)."""

    source: str
    frames: list[list[str]]
    called: list[tuple[str, str]]


def native_source(
    module: ir.Module, size: int, lists: int, seats: int, streams: Iterable[int], devices: Iterable[str]
) -> Native:
    """``size``, ``lists``: how many numbers and lists a match has; ``streams``: where its states of chance are.

    Raises Unsupported for a module that holds what is not written in C.
    """
    printer = C(module, size, lists, devices)
    functions = printer.source()
    where = list(streams)
    text = [
        f"enum {{ SIZE = {size}, LISTS = {lists}, SEATS = {seats}, STREAMS = {len(where)} }};",
        f"static const long long STREAM[] = {{{', '.join(map(str, where)) or '0'}}};",
        *map(_part, PARTS),
        functions,
        _part("playout.c"),
    ]
    return Native("\n".join(text), printer.frames, list(printer.called.values()))


def _part(name: str) -> str:
    return (files("rulekit.compiler.emit") / "c" / name).read_text(encoding="utf-8")
