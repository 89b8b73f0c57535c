"""Sentences that move counted pieces."""

from __future__ import annotations

from rulekit.compiler.code import Code
from rulekit.compiler.impossible import Impossible
from rulekit.compiler.values import Context
from rulekit.compiler.writer import Writer
from rulekit.dsl.tree import Statement


class Pieces(Writer):
    def s_move_count(self, x: Statement, c: Context) -> None:
        token, source, target = self._ends(x, c)
        n = self.atom(self.values.value(x.args["n"], c), "n")
        if n.const is not None and n.const < 0:
            raise Impossible("less than nothing can not be moved", "move them the other way, from there to here")
        if n.const is not None:
            self.add(f"if s[{source}] < {n}: {self.fail(c)}")
        else:
            self.add(f"if not 0 <= {n} <= s[{source}]: {self.fail(c)}")
        self._shift(token, n, source, target, c)

    def s_move_up_to(self, x: Statement, c: Context) -> None:
        token, source, target = self._ends(x, c)
        n = self.values.name("n")
        self.add(f"{n} = {self.values.value(x.args['n'], c)}")
        self.add(f"if {n} > s[{source}]: {n} = s[{source}]")
        self.add(f"if {n} > 0:")
        self.flow.out.depth += 1
        self._shift(token, Code(n), source, target, c)
        self.flow.out.depth -= 1

    def _ends(self, x: Statement, c: Context) -> tuple[Code, Code, Code]:
        pieces, a, b = x.args["p"], x.args["a"], x.args["b"]
        source, target = self.values.one_slot(a, pieces, c, b), self.values.one_slot(b, pieces, c, a)
        if source is None or target is None:
            raise Impossible("whose pieces these are is not said", "say `my ...` or `... of PLAYER`")
        return source[0], self.atom(source[1], "a"), self.atom(target[1], "b")

    def _shift(self, token: Code, n: Code, source: Code, target: Code, c: Context) -> None:
        self.add(f"s[{source}] -= {n}")
        self.add(f"s[{target}] += {n}")
        if self.unit.journal and n.const is None:
            self.add(f"if {n}:")
            self.flow.out.depth += 1
            self.log(c, "'pieces'", token, n, source, target)
            self.flow.out.depth -= 1
        else:
            self.log(c, "'pieces'", token, n, source, target)

    def s_move_all(self, x: Statement, c: Context) -> None:
        pieces, a, b = x.args["p"], x.args["a"], x.args["b"]
        source, target = self.values.one_slot(a, pieces, c, b), self.values.one_slot(b, pieces, c, a)
        if source is not None and target is not None:
            self._shift_all(source[0], source[1], target[1], c)
            return
        targets = dict(self.values.count_codes(b, pieces, c))
        found = self.values.count_codes(a, pieces, c)
        if not found:
            raise Impossible(
                "no such pieces can lie there", "let the place hold them where it is declared, or name another"
            )
        for token, index in found:
            if token not in targets:
                raise Impossible(
                    "not all of these pieces can lie there",
                    "let the place hold them all where it is declared, or name another",
                )
            self._shift_all(token, index, targets[token], c)

    def _shift_all(self, token: Code, source: Code, target: Code, c: Context) -> None:
        source, target = self.atom(source, "a"), self.atom(target, "b")
        n = self.values.name("n")
        self.add(f"{n} = s[{source}]")
        self.add(f"if {n}:")
        self.flow.out.depth += 1
        self._shift(token, Code(n), source, target, c)
        self.flow.out.depth -= 1
