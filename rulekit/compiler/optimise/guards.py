"""What a test refuses at once is seen before the test is called.

``[x for x in counters if may_rest(x)]`` calls the test for every counter, and most of them fail in its first line. Such
first lines go in front of the call, where the other passes see them too; the test that is called is what is left.
"""

from __future__ import annotations

import ast

from rulekit.compiler.optimise.logic import negated
from rulekit.compiler.optimise.module import Module, quiet
from rulekit.compiler.optimise.names import atomic, copied, params, substituted, walked
from rulekit.compiler.optimise.rewrite import Rewriter

LONGEST = 30
"""A first line with more parts than this stays where it is."""


class Guards(Rewriter):
    def __init__(self, module: Module) -> None:
        self.module, self.pure = module, module.pure()
        self.rests: dict[tuple[str, int], str] = {}

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        tests: list[ast.expr] = []
        for test in node.ifs:
            denied = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
            call = test.operand if isinstance(test, ast.UnaryOp) and denied else test
            tests += self._parted(call, denied) or [test]
        node.ifs = tests
        return node

    def _parted(self, call: ast.expr, denied: bool) -> list[ast.expr] | None:
        """The first lines of the test as tests of their own, then the rest of it; None where there are none."""
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in self.pure:
            return None
        function = self.module.functions.get(call.func.id)
        if function is None or not all(map(atomic, call.args)):
            return None
        given = dict(zip(params(function), call.args, strict=True))
        found: list[ast.expr] = []
        for part in function.body[:-1]:
            if not self._refuses(part, denied):
                break
            assert isinstance(part, ast.If)
            found.append(negated(substituted(part.test, given)))
        if not found:
            return None
        last = function.body[len(found)]
        if isinstance(last, ast.Return) and isinstance(last.value, ast.Constant):
            sure = bool(last.value.value) != denied
            return found if sure else [*found, ast.Constant(False)]
        rest = ast.Call(ast.Name(self._rest(function, len(found)), ast.Load()), call.args, [])
        return [*found, ast.UnaryOp(ast.Not(), rest) if denied else rest]

    def _refuses(self, part: ast.stmt, denied: bool) -> bool:
        """``if ...: return False``, or True where the test is denied."""
        if (
            not isinstance(part, ast.If)
            or part.orelse
            or len(part.body) != 1
            or not isinstance(part.body[0], ast.Return)
        ):
            return False
        value = part.body[0].value
        if not isinstance(value, ast.Constant) or bool(value.value) != denied:
            return False
        nodes = list(walked(part.test))
        plain = not any(isinstance(n, (ast.ListComp, ast.GeneratorExp, ast.Lambda)) for n in nodes)
        return plain and len(nodes) <= LONGEST and quiet(part.test, self.pure)

    def _rest(self, function: ast.FunctionDef, skipped: int) -> str:
        """The name of a function that does the same without its first lines."""
        key = function.name, skipped
        if key not in self.rests:
            name = self.rests[key] = self.module.fresh.name(f"{function.name}_rest")
            body = [copied(part) for part in function.body[skipped:]]
            made = ast.FunctionDef(name, function.args, body, [], lineno=0)
            self.module.functions[name] = made
        return self.rests[key]
