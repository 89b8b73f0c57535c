"""The tables of a generated module, written as constants in C."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from rulekit.compiler.native.infer import Inferred
from rulekit.compiler.native.sorts import LARGEST, Unsupported

MOST = 1_000_000
"""The longest table."""


class Tables:
    """Writes what is used."""

    def __init__(self, known: Inferred) -> None:
        self.known = known
        self.rows: list[str] = []
        self._written: dict[str, str] = {}
        self._literals: dict[tuple[int, ...], str] = {}
        self._names: dict[str, str] = {}

    def _name(self, table: str) -> str:
        return self._names.setdefault(table, f"K{len(self._names)}")

    # ------------------------------------------------------------ lists
    def _array(self, name: str, numbers: Iterable[int]) -> int:
        said = [int(x) for x in islice(numbers, MOST + 1)]
        if len(said) > MOST or any(abs(x) > LARGEST for x in said):
            raise Unsupported("a table is too long, or a number in it too large")
        self.rows.append(f"static const I {name}[] = {{{', '.join(f'{x}LL' for x in said) or '0'}}};")
        return len(said)

    def _list(self, name: str, numbers: Iterable[int]) -> None:
        size = self._array(f"{name}_a", numbers)
        self.rows.append(f"static const V {name} = {{{size}, {size}, (I *){name}_a, 0}};")

    def literal(self, numbers: Sequence[int]) -> str:
        """A list that stands in a sentence."""
        key = tuple(numbers)
        if key not in self._literals:
            self._literals[key] = f"L{len(self._literals)}"
            self._list(self._literals[key], key)
        return f"((V *)&{self._literals[key]})"

    def name(self, table: str) -> str:
        """A table as a list, or as lists."""
        held, name = self.known.tables[table], self._name(table)
        sort = self.known.sorts[table]
        if name not in self._written:
            self._written[name] = sort
            if sort == "tuple":
                self._list(name, sorted(held) if isinstance(held, frozenset) else held)
            elif sort == "lists":
                for k, part in enumerate(held):
                    self._list(f"{name}_{k}", part)
                self._rows(name, [f"{{{len(part)}, {len(part)}, (I *){name}_{k}_a, 0}}" for k, part in enumerate(held)])
            else:
                raise Unsupported(f"the table {table}")
        return f"((V *)&{name})" if sort == "tuple" else name

    def _rows(self, name: str, rows: Sequence[str]) -> None:
        self.rows.append(f"static const V {name}[] = {{{', '.join(rows) or '{0}'}}};")

    def at(self, table: str, index: str) -> str:
        """One number of a table."""
        self.name(table)
        return f"{self._name(table)}_a[index_({index}, {len(self.known.tables[table])})]"

    def size(self, node: ast.expr) -> int:
        """How many lists a table holds."""
        if not isinstance(node, ast.Name) or node.id not in self.known.tables:
            raise Unsupported(f"lists that are no table: {ast.unparse(node)[:60]}")
        return len(self.known.tables[node.id])

    # ------------------------------------------------------------ by number
    def get(self, node: ast.expr, key: str) -> str:
        """A pointer to what a table holds under a number; null for nothing."""
        if not isinstance(node, ast.Name) or node.id not in self.known.tables:
            raise Unsupported(f"a table that is made in play: {ast.unparse(node)[:60]}")
        held, name = self.known.tables[node.id], self._name(node.id)
        low, high = min(held, default=0), max(held, default=-1)
        if high - low > 100_000:
            raise Unsupported(f"the table {node.id} has far gaps")
        if name not in self._written:
            self._written[name] = "map"
            for k, value in sorted(held.items()):
                if isinstance(value, int):
                    self._array(f"{name}_{k - low}", [value])
                else:
                    self._list(f"{name}_{k - low}", value)
            sort = "I" if self.known.sorts[node.id] == "numbers" else "V"
            sign = "" if sort == "I" else "&"
            spots = [f"{sign}{name}_{k - low}" if k in held else "0" for k in range(low, high + 1)]
            self.rows.append(f"static const {sort} *const {name}[] = {{{', '.join(spots) or '0'}}};")
        return f"({{ I key_ = {key}; {low}LL <= key_ && key_ <= {high}LL ? {name}[key_ - {low}LL] : 0; }})"

    # ------------------------------------------------------------ what is alike
    def alike(self, table: str) -> tuple[str, str]:
        """The sorts of things without names (see prelude.sort_of), and how many there are."""
        held: Any = self.known.tables[table]
        name = self._name(table)
        if name not in self._written:
            self._written[name] = "alike"
            rows = []
            for k, (low, high, groups, reads, pointers) in enumerate(held):
                numbers = {group: number for number, group in enumerate(dict.fromkeys(groups))}
                self._array(f"{name}_{k}_group", [numbers[group] for group in groups])
                self._array(f"{name}_{k}_read", [x for pair in reads for x in pair])
                self._array(f"{name}_{k}_pointer", [x for pair in pointers for x in pair])
                lists = (f"{name}_{k}_group", len(reads), f"{name}_{k}_read", len(pointers), f"{name}_{k}_pointer")
                rows.append(f"{{{low}, {high}, {', '.join(map(str, lists))}}}")
            self.rows.append(f"static const SORT {name}[] = {{{', '.join(rows) or '{0}'}}};")
        return name, str(len(held))
