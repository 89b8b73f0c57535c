"""Calls: functions of the module, words of the prelude, methods of lists."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rulekit.compiler.native.naming import STATE, plain
from rulekit.compiler.native.sorts import LISTS
from rulekit.compiler.optimise.names import calls

if TYPE_CHECKING:
    from rulekit.compiler.native.expressions import Expressions

DRAWS = frozenset(["below", "pick", "sample", "throw", "shuffle", "ranked_shuffled"])
"""What takes a number from a stream of chance: which comes first matters. In C, too, they are given the state."""

PLAIN = frozenset(
    [
        *(
            "card",
            "compress",
            "firsts",
            "hits",
            "nth",
            "numbers",
            "own",
            "product",
            "ranked_high",
            "ranked_low",
            "times",
        ),
        *("together", "top", "tops", "united", "with_least", "with_most", "within", "without"),
    ]
)
"""Words that are called in C as they are in Python."""


class Words:
    """Writes the calls of one function."""

    def __init__(self, of: Expressions) -> None:
        self.of = of

    def call(self, node: ast.Call) -> str:
        if isinstance(node.func, ast.Attribute):
            return self.method(node, node.func)
        assert isinstance(node.func, ast.Name)
        name, given = node.func.id, node.args
        if name in self.of.known.functions:
            handed = [a for p, a in zip(self.of.known.params(name), given, strict=True) if p not in STATE]
            return self.given(plain(name), handed)
        if name.startswith("dev_"):
            return self.given(name, given[2:])
        special = getattr(self, "_" + name, None)
        if special is not None:
            written: str = special(node)
            return written
        if name in DRAWS:
            return self.given("throw_dice" if name == "throw" else name, given[1:], "s")
        return self.given(name, given) if name in PLAIN else self.of.refuse(node)

    def given(self, word: str, given: Sequence[ast.expr], *first: str) -> str:
        """A word with its arguments, worked out in their order where that matters."""
        written = [self.of.items(a) if self.of.sort(a) in LISTS else self.of.value(a) for a in given]
        return self.in_turn(given, written, lambda *named: f"{word}({', '.join([*first, *named])})")

    def in_turn(self, given: Sequence[ast.expr], written: Sequence[str], put: Callable[..., str]) -> str:
        """What is put together of some values, worked out in their order where that matters."""
        if not self.ordered(given):
            return put(*written)
        names = [self.of.fresh("t") for _ in given]
        before = " ".join(f"__auto_type {name} = {value};" for name, value in zip(names, written, strict=True))
        return f"({{ {before} {put(*names)}; }})"

    def ordered(self, given: Sequence[ast.expr]) -> bool:
        """Whether it matters which of them is worked out first, as C does not say: one of them changes something, or several
        may fail, each in a line of its own."""
        if len(given) < 2:
            return False
        return any(map(self.changes, given)) or sum(not self.of.known.sure(a) for a in given) > 1

    def changes(self, node: ast.expr) -> bool:
        """Whether working it out may change something."""
        return any(c in DRAWS or c.startswith("dev_") or c in self.of.known.changing for c in calls(node))

    # ------------------------------------------------------------ Python's own words
    def _len(self, node: ast.Call) -> str:
        of = node.args[0]
        if self.of.sort(of) == "stack":
            return "st->n"
        if isinstance(of, ast.ListComp):
            return self.of.loops.count(of) if self.of.known.sure(of.elt) else f"{self.of.value(of)}->n"
        if self.of.sort(of) not in LISTS and self.of.sort(of) not in ("set", "pairs"):
            self.of.refuse(of)
        return f"{self.of.items(of)}->n"

    def _sum(self, node: ast.Call) -> str:
        of = node.args[0]
        return (
            self.of.loops.total(of) if isinstance(of, ast.ListComp | ast.GeneratorExp) else f"vsum({self.of.items(of)})"
        )

    def _any(self, node: ast.Call) -> str:
        of = node.args[0]
        return self.of.loops.any_true(of) if isinstance(of, ast.GeneratorExp) else self.of.refuse(node)

    def _max(self, node: ast.Call) -> str:
        of = node.args[0] if len(node.args) == 1 else ast.List(list(node.args))
        name, items = ast.unparse(node.func), self.of.items(of)
        if not node.keywords:
            return f"v{name}({items})"
        (default,) = node.keywords
        return (
            f"v{name}_or({items}, {self.of.value(default.value)})" if default.arg == "default" else self.of.refuse(node)
        )

    _min = _max

    def _int(self, node: ast.Call) -> str:
        return self.of.value(node.args[0])

    def _list(self, node: ast.Call) -> str:
        of = node.args[0] if node.args else ast.List([])
        name = ast.unparse(of.func) if isinstance(of, ast.Call) else ""
        if isinstance(of, ast.ListComp | ast.BinOp | ast.List) or name in PLAIN | {"unlike", "side_by_side"}:
            return self.of.value(of)  # made just now: nobody else has it
        return f"vcopy({self.of.in_order(of)})"

    _tuple = _list

    def _range(self, node: ast.Call) -> str:
        span = self.of.loops.span(node)
        return self.of.refuse(node) if span is None else f"vrange({span[0]}, {span[1]})"

    def _frozenset(self, node: ast.Call) -> str:
        return f"sfrom({self.of.items(node.args[0]) if node.args else 'vnew(0)'})"

    def _sorted(self, node: ast.Call) -> str:
        keys = {k.arg: k.value for k in node.keywords}
        if not keys:
            return f"vsort(vcopy({self.of.items(node.args[0])}))"
        key = keys.get("key")
        if list(keys) == ["key"] and isinstance(key, ast.Attribute) and key.attr == "__getitem__":
            return f"sorted_by({self.of.items(node.args[0])}, {self.of.items(key.value)})"
        return self.of.refuse(node)

    # ------------------------------------------------------------ words of the prelude that are given tables
    def _unlike(self, node: ast.Call) -> str:
        _, of, sorts = node.args
        assert isinstance(sorts, ast.Name)
        return f"{ast.unparse(node.func)}(s, {self.of.items(of)}, {', '.join(self.of.tables.alike(sorts.id))})"

    _side_by_side = _unlike

    def _path(self, node: ast.Call) -> str:
        near, base, *others = node.args
        size = self.of.tables.size(near)
        return self.given("path", others, self.of.value(near), str(size), self.of.value(base))

    def method(self, node: ast.Call, function: ast.Attribute) -> str:
        of, word = function.value, function.attr
        given = [self.of.value(a) for a in node.args]
        if word == "get":
            return self._get(of, given[0], node.args[1] if len(given) > 1 else ast.Constant(None))
        if word in ("index", "count"):
            return f"v{'find' if word == 'index' else word}({self.of.items(of)}, {given[0]})"
        if word == "isdisjoint":
            return f"sapart({self.of.value(of)}, {self.of.items(node.args[0])})"
        if word == "pop":
            return f"vpop({self.of.value(of)}, {given[0] if given else '-1'})"
        return self.of.refuse(node)

    def _get(self, of: ast.expr, key: str, default: ast.expr) -> str:
        sort, name = self.of.sort(of), self.of.fresh("t")
        if sort == "costs":
            return f"costs_get({self.of.value(of)}, {key}, {self.of.value(default)})"
        kind, found, other = ("I", f"*{name}", self.of.value(default))
        if sort == "map":
            kind, found, other = ("V", name, self.of.items(default))
        return f"({{ const {kind} *{name} = {self.of.tables.get(of, key)}; {name} ? {found} : {other}; }})"
