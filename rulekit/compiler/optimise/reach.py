"""What is within reach of one place is kept, and what is within reach of several is put together from it.

A set that is only asked whether it holds something need not be put in order.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulekit.compiler.optimise.kept import Kept
from rulekit.compiler.optimise.module import PURE, Module
from rulekit.compiler.optimise.names import calls, copied, params, walk
from rulekit.compiler.optimise.rewrite import Rewriter


def walks(module: Module, pure: set[str]) -> set[str]:
    """The functions that search a graph, as :mod:`rulekit.compiler.sets` writes them, and change nothing outside."""
    return {name for name, f in module.functions.items() if name.startswith("w_") and _search(f, pure) is not None}


def _search(function: ast.FunctionDef, pure: set[str]) -> ast.For | None:
    """The loop of a search; None for a function that is none."""
    if params(function)[-1:] != ["starts"] or len(function.body) != 4:
        return None
    seen, edge, loop, given = function.body
    if [ast.unparse(x) for x in (seen, edge, given)] != ["seen = {*starts}", "edge = [*starts]", "return sorted(seen)"]:
        return None
    if not isinstance(loop, ast.For) or ast.unparse(loop.iter) != "edge" or not isinstance(loop.target, ast.Name):
        return None
    known = pure | PURE | {".add", ".append"}
    return loop if all(c in known for c in calls(loop)) else None


def reached(module: Module, kept: Kept, pure: set[str]) -> None:
    """Has searches keep what they find."""
    for name in sorted(walks(module, pure)):  # the same module in every process
        function = module.functions[name]
        loop = _search(function, pure)
        bits = kept.touches.reads(function.body)
        given = params(function)[3:-1]
        if loop is None or bits == kept.touches.columns.all or any(isinstance(n, ast.Return) for n in walk([loop])):
            continue
        place = kept.dictionary(bits)
        _Splice(place, given).visit(loop)
        key = "({}, " + "".join(f"{g}, " for g in given) + ")"
        handed = "".join(f", {g}" for g in given)
        text = f"""
def {name}_from(m, s, z{handed}, start):
    seen = {{start}}
    edge = [start]
    return seen

def {name}_set(m, s, z{handed}, starts):
    seen = {{*()}}
    for start in starts:
        if start not in seen:
            found = m.kept[{place}].get({key.format("start")})
            if found is None:
                found = {name}_from(m, s, z{handed}, start)
                m.kept[{place}][{key.format("start")}] = found
                m.kept[0] |= held({place})
            seen |= found
    return seen
"""
        one, all_ = ast.parse(text).body
        assert isinstance(one, ast.FunctionDef) and isinstance(all_, ast.FunctionDef)
        one.body.insert(2, copied(loop))
        module.functions[one.name], module.functions[all_.name] = one, all_
        function.body = [ast.Return(ast.parse(f"sorted({all_.name}(m, s, z{handed}, starts))", mode="eval").body)]


class _Splice(Rewriter):
    """Where a search comes to a place from which it is known what can be reached, it takes that."""

    def __init__(self, place: int, given: Sequence[str]) -> None:
        self.place, self.given = place, given

    def visit_If(self, node: ast.If) -> ast.AST:
        said = [ast.unparse(x) for x in node.body]
        if len(said) != 2 or not said[0].startswith("seen.add("):
            return self.generic_visit(node)
        to = said[0][len("seen.add(") : -1]
        key = f"({to}, {''.join(f'{g}, ' for g in self.given)})"
        text = f"known = m.kept[{self.place}].get({key})\nif known is None:\n    {said[0]}\n    {said[1]}\n"
        text += "else:\n    seen |= known"
        node.body = list(ast.parse(text).body)
        return node


def only_asked(function: ast.FunctionDef, module: Module) -> None:
    """``v = tuple(w_1(...))`` where v is only asked whether it holds something: the set is enough."""
    for n in walk(function.body):
        if not isinstance(n, ast.Assign) or not isinstance(n.targets[0], ast.Name) or not isinstance(n.value, ast.Call):
            continue
        call, name = n.value, n.targets[0].id
        if isinstance(call.func, ast.Name) and call.func.id == "tuple" and isinstance(call.args[0], ast.Call):
            call = call.args[0]
        if not isinstance(call.func, ast.Name) or f"{call.func.id}_set" not in module.functions:
            continue
        asked = sum(
            isinstance(x, ast.Compare)
            and isinstance(x.ops[0], (ast.In, ast.NotIn))
            and ast.unparse(x.comparators[0]) == name
            for x in walk(function.body)
        )
        if sum(isinstance(x, ast.Name) and x.id == name for x in walk(function.body)) == asked + 1:
            call.func.id += "_set"
            n.value = call
