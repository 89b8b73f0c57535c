"""Things without names of their own are told apart by nothing but where they lie and what is marked on them.

What two of them have to agree in to be one and the same to a player is worked out here: the group that they belong to (``town
of s``), and the numbers of the flat state that speak about them. :mod:`rulekit.runtime.interchangeable` compares them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.compiler.layout import Layout
from rulekit.dsl.program import Kind, Mark


def sorts(layout: Layout, root: str, groups: dict[str, list[int]]) -> list[list[Any]]:
    """``[[low, high, group of each, [[offset, stride], ...], [[base, size], ...]], ...]`` for the nameless kinds of a root.

    What is said of thing ``x`` stands at ``offset + stride * x``; what points to a thing stands in the blocks at the end.
    ``groups``: kind -> for each member what it belongs to.
    """
    out: list[list[Any]] = []
    for kind in layout.program.kinds.values():
        if kind.sort == "many" and layout.roots[kind.name] == root:
            low = layout.bases[kind.name]
            high = low + layout.sizes[kind.name]
            reads = [list(read) for read in _reads(layout, kind, root)]
            out.append([low, high, groups[kind.name], reads, [list(block) for block in _pointers(layout, kind)]])
    return out


def has_alike(layout: Layout, kind: str) -> bool:
    """Whether members of a kind may be alike."""
    made = layout.program.kinds.get(kind)
    return made is not None and (made.sort == "many" or any(has_alike(layout, part) for part in made.parts))


def _reads(layout: Layout, kind: Kind, root: str) -> Iterator[tuple[int, int]]:
    if root in layout.where:
        yield layout.where[root], 1
    if root in layout.faces:
        yield layout.faces[root], 1
    for mark in layout.program.marks.values():
        yield from _of_mark(layout, kind, mark)


def _of_mark(layout: Layout, kind: Kind, mark: Mark) -> Iterator[tuple[int, int]]:
    base, owners = layout.marks[mark.name], list(mark.owners)
    for k, owner in enumerate(owners):
        if not layout.program.words.kinds.is_sort_of(kind.name, owner):
            continue
        stride = layout.instances(owners[k + 1 :])
        first = base - layout.bases[owner] * stride
        for above in range(layout.instances(owners[:k])):
            for below in range(stride):
                yield first + above * layout.sizes[owner] * stride + below, stride


def _pointers(layout: Layout, kind: Kind) -> Iterator[tuple[int, int]]:
    """Marks whose value may be such a thing: whoever is pointed to is not like the others."""
    for mark in layout.program.marks.values():
        if mark.type.head == "kind" and layout.program.words.kinds.is_sort_of(kind.name, mark.type.of):
            yield layout.marks[mark.name], layout.instances(mark.owners)
