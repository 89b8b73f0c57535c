"""A module of playouts as one file of C: what it is built on, its functions, the course of a playout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulekit.compiler.emit.c import C
from rulekit.compiler.emit.c_parts import BEFORE, part
from rulekit.compiler.ir import nodes as ir
from rulekit.image import STREAM_WIDTH, NativeForm


def native_source(
    module: ir.Module,
    size: int,
    lists: int,
    rivals: Sequence[Sequence[int]],
    streams: Mapping[str, int],
    devices: Iterable[str],
    worth: str = "",
) -> NativeForm:
    """``size``, ``lists``: how many numbers and lists a match has; ``rivals``: for each seat those that it wants to
    stand ahead of; ``streams``: name -> where its state is; ``worth``: the function that says what a position is worth, if
    there is one.

    Raises Unsupported for a module that holds what is not written in C.
    """
    printer = C(module, size, lists, devices)
    functions, seats = printer.source(), len(rivals)
    text = [
        f"enum {{ SIZE = {size}, LISTS = {lists}, SEATS = {seats}, STREAMS = {len(streams)}, STREAM_WIDTH = {STREAM_WIDTH} }};",
        f"static const long long STREAM[] = {{{', '.join(map(str, streams.values())) or '0'}}};",
        f"static const char *const STREAM_NAME[] = {{{', '.join(map(_quoted, streams)) or '0'}}};",
        *map(part, BEFORE),
        functions,
        part("course.h"),
        part("boundary.c"),
        f"enum {{ HAS_WORTH = {int(bool(worth))} }};",
        f"static const char RIVAL[SEATS][SEATS] = {{{', '.join(_members(others, seats) for others in rivals)}}};",
        f"#define WORTH(m, seat) {f'f_{worth}(m, seat)' if worth else '0'}",
        part("perft.c"),
        part("search.c"),
        part("judge.c"),
        part("batch.c"),
    ]
    return NativeForm("\n".join(text), printer.frames, list(printer.called.values()))


def _members(seats: Sequence[int], players: int) -> str:
    """A row that says of each seat whether it is one of these."""
    return f"{{{', '.join(str(int(seat in seats)) for seat in range(players))}}}"


def _quoted(text: str) -> str:
    """A text of C with the bytes of UTF-8."""
    return '"' + "".join(f"\\{byte:03o}" for byte in text.encode()) + '"'
