"""The constants of a module, written in C as they are used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from rulekit.compiler.ir import nodes as ir
from rulekit.image import AlikeRow

LARGEST = 1 << 62
MOST = 1_000_000
"""The longest table."""


class Unsupported(Exception):
    """The module holds something that is not written in C; ``line``: of which rule line it is, -1 for none."""

    def __init__(self, what: str, line: int = -1) -> None:
        super().__init__(what)
        self.line = line


class TableWriter:
    """``rows``: what was written."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self.values = values
        self.rows: list[str] = []
        self._literals: dict[tuple[int, ...], str] = {}
        self._written: set[str] = set()

    def size(self, table: str) -> int:
        held = self.values[table]
        return len(held.sorts if hasattr(held, "sorts") else ir.numbers(self.values, table))

    def flat(self, table: str) -> bool:
        """Whether it is one list of numbers."""
        held = self.values[table]
        return isinstance(held, tuple | list | range) and all(isinstance(x, int) for x in held)

    def name(self, table: str) -> str:
        """A table as an array of numbers, of lists, or of sorts of things that are alike."""
        if table not in self._written:
            self._written.add(table)
            held = self.values[table]
            if hasattr(held, "sorts"):
                self._alike(table, held.sorts)
            elif self.flat(table):
                self._array(table, ir.numbers(self.values, table))
            else:
                self._lists(table, ir.rows(self.values, table))
        return table

    def masks(self, table: str) -> None:
        """A table of words."""
        if table not in self._written:
            self._written.add(table)
            words = ", ".join(f"0x{x:x}ULL" for x in ir.numbers(self.values, table))
            self.rows.append(f"static const U {table}[] = {{{words}}};")

    def numbers(self, held: Sequence[int]) -> str:
        """An array of some numbers."""
        return f"{self.literal(held)}_a"

    def literal(self, held: Sequence[int]) -> str:
        """The constant of a list literal."""
        key = tuple(held)
        if key not in self._literals:
            made = self._literals[key] = f"L{len(self._literals)}"
            self._array(f"{made}_a", key)
            self.rows.append(f"static const V {made} = {{{len(key)}, {len(key)}, (I *){made}_a, 0}};")
        return self._literals[key]

    def _array(self, made: str, held: Iterable[int]) -> None:
        known = [int(x) for x in islice(held, MOST + 1)]
        if len(known) > MOST or any(abs(x) > LARGEST for x in known):
            raise Unsupported("a table that is too long, or with a number that is too large")
        self.rows.append(f"static const I {made}[] = {{{', '.join(f'{x}LL' for x in known) or '0'}}};")

    def _lists(self, made: str, held: Sequence[Sequence[int]]) -> None:
        rows = []
        for k, part in enumerate(held):
            self._array(f"{made}_{k}", part)
            rows.append(f"{{{len(part)}, {len(part)}, (I *){made}_{k}, 0}}")
        self.rows.append(f"static const V {made}[] = {{{', '.join(rows) or '{0}'}}};")

    def _alike(self, made: str, sorts: Sequence[AlikeRow]) -> None:
        rows = []
        for k, (low, high, groups, reads, pointers) in enumerate(sorts):
            numbers = {group: number for number, group in enumerate(dict.fromkeys(groups))}
            self._array(f"{made}_{k}_group", [numbers[group] for group in groups])
            self._array(f"{made}_{k}_read", [x for pair in reads for x in pair])
            self._array(f"{made}_{k}_pointer", [x for pair in pointers for x in pair])
            lists = (f"{made}_{k}_group", len(reads), f"{made}_{k}_read", len(pointers), f"{made}_{k}_pointer")
            rows.append(f"{{{low}, {high}, {', '.join(map(str, lists))}}}")
        self.rows.append(f"static const SORT {made}[] = {{{', '.join(rows) or '{0}'}}};")
