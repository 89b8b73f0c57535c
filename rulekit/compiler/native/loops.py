"""What goes through a list: comprehensions as loops that build, count, add up, or stop at the first that is found."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from rulekit.compiler.native.infer import is_kept, is_range
from rulekit.compiler.native.naming import local

if TYPE_CHECKING:
    from rulekit.compiler.native.expressions import Expressions

Comprehension = ast.ListComp | ast.GeneratorExp


class Loops:
    """Writes the comprehensions of one function."""

    def __init__(self, of: Expressions) -> None:
        self.of = of

    def built(self, node: ast.ListComp) -> str:
        """The list."""
        if is_kept(node):
            return "keep_()"
        name = self.of.fresh("t")
        parts = node.elt.elts if isinstance(node.elt, ast.Tuple) else [node.elt]
        pushed = " ".join(f"vpush({name}, {self.of.value(part)});" for part in parts)
        return f"({{ V *{name} = vnew(8); {self.through(node, pushed)} {name}; }})"

    def found(self, node: ast.ListComp) -> str:
        """Whether a list holds anything. What can fail goes on to the end, as it does in Python."""
        if self.of.known.sure(node):
            return self.search(node)
        return f"({self.built(node)}->n > 0)"

    def search(self, node: Comprehension) -> str:
        """Whether anything is found; the first that is found ends it."""
        name = self.of.fresh("t")
        return f"({{ I {name} = 0; {self.through(node, f'{name} = 1;', f' && !{name}')} {name}; }})"

    def any_true(self, node: ast.GeneratorExp) -> str:
        """``any(...)``: whether anything is found that counts as true."""
        if isinstance(node.elt, ast.Constant) and node.elt.value is True:
            return self.search(node)
        *others, last = node.generators
        tested = ast.comprehension(last.target, last.iter, [*last.ifs, node.elt], 0)
        return self.search(ast.GeneratorExp(node.elt, [*others, tested]))

    def count(self, node: Comprehension) -> str:
        """How many are found."""
        name = self.of.fresh("t")
        return f"({{ I {name} = 0; {self.through(node, f'{name}++;')} {name}; }})"

    def total(self, node: Comprehension) -> str:
        """The sum."""
        name = self.of.fresh("t")
        return (
            f"({{ I {name} = 0; {self.through(node, f'{name} = add_({name}, {self.of.value(node.elt)});')} {name}; }})"
        )

    def through(self, node: Comprehension, inside: str, until: str = "") -> str:
        """The loops of a comprehension around a sentence. ``until``: what else has to hold for them to go on."""
        written = inside
        for generator in reversed(node.generators):
            for test in reversed(generator.ifs):
                written = f"if ({self.of.truth(test)}) {{ {written} }}"
            assert isinstance(generator.target, ast.Name)
            written = self._each(local(generator.target.id), generator.iter, written, until)
        return written

    def _each(self, name: str, source: ast.expr, inside: str, until: str) -> str:
        k, span = self.of.fresh("k"), self.span(source)
        if span is not None:
            end = self.of.fresh("e")
            head = f"for (I {k} = {span[0]}, {end} = {span[1]}; {k} < {end}{until}; {k}++)"
            return f"{head} {{ I {name} = {k}; {inside} }}"
        if self.of.sort(source) == "lists":
            size, lists = self.of.tables.size(source), self.of.value(source)
            return f"for (I {k} = 0; {k} < {size}{until}; {k}++) {{ const V *{name} = &{lists}[{k}]; {inside} }}"
        it = self.of.fresh("v")
        head = f"const V *{it} = {self.of.in_order(source)}; for (I {k} = 0; {k} < {it}->n{until}; {k}++)"
        return f"{{ {head} {{ I {name} = {it}->a[{k}]; {inside} }} }}"

    def span(self, source: ast.expr) -> tuple[str, str] | None:
        """From where to where a range of numbers goes."""
        if isinstance(source, ast.Name) and isinstance(held := self.of.known.tables.get(source.id), range):
            return str(held.start), str(held.stop)
        if is_range(source) and isinstance(source, ast.Call) and len(source.args) <= 2:
            given = [self.of.value(a) for a in source.args]
            return ("0", given[0]) if len(given) == 1 else (given[0], given[1])
        return None
