"""Things without names of their own are told apart by nothing but where they lie and what is marked on them.

What two of them have to agree in to be interchangeable for a player is worked out here: the group that they belong to (``town
of s``), and the numbers of the flat state that speak about them. :mod:`rulekit.runtime.interchangeable` compares them.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.types import DATA
from rulekit.compiler.layout import Layout
from rulekit.compiler.lower import tables
from rulekit.compiler.lower.context import Lowering
from rulekit.dsl.symbols import Kind, Mark
from rulekit.image import AlikeRow


@frozen
class Equivalence:
    """The constant that tells things without names apart, as :func:`groups` gives it."""

    sorts: list[AlikeRow]

    def __repr__(self) -> str:
        return f"Equivalence({self.sorts!r})"


def has_alike(layout: Layout, kind: str) -> bool:
    """Whether members of a kind may be alike."""
    made = layout.program.kinds.get(kind)
    return made is not None and (made.sort == "many" or any(has_alike(layout, part) for part in made.parts))


def alike(low: Lowering, kind: str) -> ir.ConstantTable:
    """What tells apart the things without names that are of a sort with a kind."""
    root = low.layout.roots[kind]
    return tables.constant(low, f"alike {root}", Equivalence(groups(low, root)), DATA)


def groups(low: Lowering, root: str) -> list[AlikeRow]:
    """A row for each kind of a root whose members have no names."""
    layout, out = low.layout, list[AlikeRow]()
    for kind in layout.program.kinds.values():
        if kind.sort == "many" and layout.roots[kind.name] == root:
            first = layout.bases[kind.name]
            group = [n for n in tables.column_values(low, kind.name, kind.ways[0][0]) if isinstance(n, int)]
            reads, pointers = list(_reads(layout, kind, root)), list(_pointers(layout, kind))
            out.append((first, first + layout.sizes[kind.name], group, reads, pointers))
    return out


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
