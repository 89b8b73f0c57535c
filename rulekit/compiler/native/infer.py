"""What the names of a generated module hold: numbers, lists of numbers, lists of lists.

A generated module knows few sorts of values, and hardly any name holds two of them. What each function is given, what its
locals hold, what it gives and what lies in the frames of each step is found by going through all functions until nothing
new comes up.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulekit.compiler.native.course import circles, live
from rulekit.compiler.native.sorts import GIVES, LISTS, METHODS, NUMBERS, Unsupported, evaluated, join, table_sort
from rulekit.compiler.optimise.module import SAFE, Module
from rulekit.compiler.optimise.names import calls

SURE = SAFE | {".index", ".isdisjoint"}
FRAMED = LISTS | {"int", "bool", None}
"""What can lie in a frame: a truth that is a number at other times would come back as a number."""


def is_range(node: ast.expr) -> bool:
    """``range(...)``"""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"


def is_kept(value: ast.expr) -> bool:
    """``[x[:] for x in z]``: a copy of all lists of the state"""
    return isinstance(value, ast.ListComp) and ast.unparse(value.generators[0].iter) == "z"


def is_pop(value: ast.expr) -> bool:
    """``st.pop()``"""
    return isinstance(value, ast.Call) and ast.unparse(value.func) == "st.pop"


class Inferred:
    """What is known of a module. Raises Unsupported."""

    def __init__(self, module: Module) -> None:
        self.module = module
        come_to = live(module)
        self.functions = {name: module.functions[name] for name in module.played() if name in come_to}
        self.tables = {name: evaluated(node) for name, node in module.tables.items() if name != "STEPS"}
        self.sorts = {name: table_sort(value) for name, value in self.tables.items()}
        self.names: dict[str, dict[str, str | None]] = {name: {} for name in self.functions}
        self.gives: dict[str, str | None] = dict.fromkeys(self.functions)
        self.frames: list[list[str | None]] = [[] for _ in module.steps]
        self.steps_of: dict[str, list[int]] = {}
        for number, name in enumerate(module.steps):
            if name in come_to:
                self.steps_of.setdefault(name, []).append(number)
        self.deep = circles(self.functions)
        self.changing = frozenset(self.functions) - module.pure()
        """Functions that may change something or draw."""
        self._sure = frozenset(self.functions) - self.changing - self.deep
        while less := {name for name in self._sure if not self._never_fails(self.functions[name])}:
            self._sure -= less
        self._known: dict[int, tuple[ast.expr, str]] = {}
        self._go()

    def sure(self, node: ast.AST) -> bool:
        """Whether working it out changes nothing and never fails."""
        return all(c in SURE or c in self._sure for c in calls(node))

    def _never_fails(self, function: ast.FunctionDef) -> bool:
        return self.sure(function) and not any(isinstance(n, ast.Raise) for n in ast.walk(function))

    def params(self, name: str) -> list[str]:
        return [a.arg for a in self.functions[name].args.args]

    def _go(self) -> None:
        for name in self.functions:
            mine = self.names[name]
            fixed = {"m": "match", "s": "list", "z": "lists", "st": "stack"}
            mine.update({p: fixed[p] for p in self.params(name) if p in fixed})
            if name in self.steps_of:
                mine["v"] = "int"
        self.changed = True
        while self.changed:
            self.changed = False
            for name, function in self.functions.items():
                _Function(self, name).block(function.body)
                if self.gives[name] is None:
                    self.gives[name] = "none" if not _returns(function) else None
        self._check()

    def _check(self) -> None:
        """Whether all that came up can be kept in C, and comes back from there as Python had it."""
        for name, held in self.names.items():
            for what, sort in (*held.items(), ("what it gives", self.gives[name])):
                if sort == "any":
                    raise Unsupported(f"{what} in {name} is of different sorts at different times")
        for step, slots in enumerate(self.frames):
            if not FRAMED.issuperset(slots):
                raise Unsupported(f"the frames of {self.module.steps[step]} hold {sorted({*map(str, slots)})}")
        for name, steps in self.steps_of.items():
            laid = {tuple(s in LISTS for s in self.frames[k]) for k in steps if self.frames[k]}
            if len(laid) > 1:
                raise Unsupported(f"the frames of {name} differ")

    def learn(self, held: dict[str, str | None], name: str, sort: str | None) -> None:
        found = join(held.get(name), sort)
        if found != held.get(name, ...):
            held[name] = found
            self.changed = True

    def given(self, name: str, sorts: Sequence[str | None]) -> None:
        for param, sort in zip(self.params(name), sorts, strict=True):
            if param not in ("m", "s", "z", "st"):
                self.learn(self.names[name], param, sort)

    def laid(self, step: int, sorts: Sequence[str | None]) -> None:
        """A frame is laid for a step."""
        slots = self.frames[step]
        if not slots:
            slots += [None] * len(sorts)
        if len(slots) != len(sorts):
            raise Unsupported(f"frames of step {step} differ in length")
        for k, sort in enumerate(sorts):
            found = join(slots[k], sort)
            if found != slots[k]:
                slots[k], self.changed = found, True

    def sort(self, function: str, node: ast.expr) -> str:
        """What an expression of a function gives, when all is known."""
        key = id(node)
        if key not in self._known or self._known[key][0] is not node:
            self._known[key] = node, _Function(self, function).of(node) or "int"
        return self._known[key][1]


class _Function:
    def __init__(self, known: Inferred, name: str) -> None:
        self.known, self.name, self.held = known, name, known.names[name]

    # ------------------------------------------------------------ sentences
    def block(self, body: Sequence[ast.stmt]) -> None:
        for part in body:
            if isinstance(part, ast.Assign):
                self.assign(part)
            elif isinstance(part, ast.AugAssign):
                sort = self.of(part.value)
                if isinstance(part.target, ast.Name):
                    self.known.learn(self.held, part.target.id, sort)
            elif isinstance(part, ast.For):
                self.loop(part.target, part.iter)
                self.block([*part.body, *part.orelse])
            elif isinstance(part, (ast.If, ast.While)):
                self.of(part.test)
                self.block([*part.body, *part.orelse])
            elif isinstance(part, ast.Return):
                sort = "none" if part.value is None else self.of(part.value)
                self.known.learn(self.known.gives, self.name, sort)
            elif isinstance(part, ast.Expr):
                self.of(part.value)
            elif isinstance(part, ast.Try):
                self.block([*part.body, *(one for handler in part.handlers for one in handler.body)])
            elif not isinstance(part, (ast.Pass, ast.Break, ast.Continue, ast.Raise, ast.Delete)):
                raise Unsupported(f"{type(part).__name__} in {self.name}")

    def assign(self, part: ast.Assign) -> None:
        for target in part.targets:
            if isinstance(target, ast.Tuple) and is_pop(part.value):
                slots = [self.known.frames[k] for k in self.known.steps_of.get(self.name, ())]
                for k, element in enumerate(target.elts):
                    assert isinstance(element, ast.Name)
                    self.known.learn(self.held, element.id, None)
                    for frame in slots:
                        if k < len(frame):
                            self.known.learn(self.held, element.id, frame[k])
            elif isinstance(target, ast.Tuple) and ast.unparse(part.value).startswith("heappop("):
                for element in target.elts:
                    self.bind(element, "int")
            elif isinstance(target, ast.Tuple) and isinstance(part.value, ast.Tuple):
                for element, value in zip(target.elts, part.value.elts, strict=True):
                    self.bind(element, self.of(value))
            else:
                self.bind(target, self.of(part.value))

    def bind(self, target: ast.expr, sort: str | None) -> None:
        if isinstance(target, ast.Name):
            self.known.learn(self.held, target.id, sort)

    def loop(self, target: ast.expr, source: ast.expr) -> None:
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id == "zip":
            assert isinstance(target, ast.Tuple)
            for element, one in zip(target.elts, source.args, strict=True):
                self.bind(element, self.member(self.of(one)))
        else:
            self.bind(target, self.member(self.of(source)))

    @staticmethod
    def member(sort: str | None) -> str | None:
        return {"lists": "tuple", None: None}.get(sort, "int")

    # ------------------------------------------------------------ expressions
    def of(self, node: ast.expr) -> str | None:
        """What it gives; None while that is not known yet."""
        found: str | None = getattr(self, "_" + type(node).__name__.lower(), self._other)(node)
        return found

    def _other(self, node: ast.expr) -> str:
        raise Unsupported(f"{type(node).__name__} in {self.name}: {ast.unparse(node)[:60]}")

    def _constant(self, node: ast.Constant) -> str:
        return "bool" if isinstance(node.value, bool) else "none" if node.value is None else "int"

    def _name(self, node: ast.Name) -> str | None:
        return self.known.sorts.get(node.id) or self.held.get(node.id)

    def _starred(self, node: ast.Starred) -> str | None:
        return self.of(node.value)

    def _binop(self, node: ast.BinOp) -> str | None:
        left, right = self.of(node.left), self.of(node.right)
        return "int" if left in NUMBERS or right in NUMBERS else left or right

    def _unaryop(self, node: ast.UnaryOp) -> str:
        self.of(node.operand)
        return "bool" if isinstance(node.op, ast.Not) else "int"

    def _compare(self, node: ast.Compare) -> str:
        for one in (node.left, *node.comparators):
            self.of(one)
        return "bool"

    def _boolop(self, node: ast.BoolOp) -> str | None:
        found = None
        for value in node.values:
            found = _either(found, self.of(value))
        return found

    def _ifexp(self, node: ast.IfExp) -> str | None:
        self.of(node.test)
        return join(self.of(node.body), self.of(node.orelse))

    def _namedexpr(self, node: ast.NamedExpr) -> str | None:
        found = self.of(node.value)
        self.bind(node.target, found)
        return found

    def _list(self, node: ast.List) -> str:
        for one in node.elts:
            self.of(one)
        return "list"

    def _tuple(self, node: ast.Tuple) -> str:
        for one in node.elts:
            self.of(one)
        return "tuple"

    def _set(self, node: ast.Set) -> str:
        for one in node.elts:
            self.of(one)
        return "set"

    def _dictcomp(self, node: ast.DictComp) -> str:
        return "costs"

    def _listcomp(self, node: ast.ListComp | ast.GeneratorExp) -> str:
        if is_kept(node):
            return "kept"
        for generator in node.generators:
            self.loop(generator.target, generator.iter)
            for test in generator.ifs:
                self.of(test)
        self.of(node.elt)
        return "pairs" if isinstance(node.elt, ast.Tuple) else "list"

    _generatorexp = _listcomp

    def _subscript(self, node: ast.Subscript) -> str | None:
        whole = self.of(node.value)
        if isinstance(node.slice, ast.Slice):
            return whole
        self.of(node.slice)
        return {"lists": "list", "map": "tuple", None: None}.get(whole, "int")

    def _attribute(self, node: ast.Attribute) -> str:
        return "int" if node.attr == "line" else "any"

    def _call(self, node: ast.Call) -> str | None:
        for keyword in node.keywords:
            if isinstance(keyword.value, ast.Attribute):
                self.of(keyword.value.value)
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        if not isinstance(node.func, ast.Name):
            return self._other(node)
        name = node.func.id
        sorts = [self.of(a) for a in node.args]
        if name in self.known.functions:
            self.known.given(name, sorts)
            return self.known.gives[name]
        if name.startswith("dev_"):
            return "int"
        if name not in GIVES:
            raise Unsupported(f"{name} in {self.name}")
        return GIVES[name]

    def _method(self, node: ast.Call, function: ast.Attribute) -> str | None:
        text = ast.unparse(function)
        if text == "st.append":
            assert isinstance(node.args[0], ast.Tuple)
            *slots, step = node.args[0].elts
            self.known.laid(ast.literal_eval(step), [*map(self.of, slots)])
            return "none"
        if text == "m.fork":
            body, given = node.args
            assert isinstance(body, ast.Name) and isinstance(given, ast.Tuple)
            self.known.given(body.id, ["match", "list", "lists", "stack", *map(self.of, given.elts), "int"])
            return "none"
        if text == "m.asks.append":
            assert isinstance(node.args[0], ast.Tuple)
            for one in node.args[0].elts:
                self.of(one)
            return "none"
        if text == "m.end":
            if isinstance(node.args[0], ast.ListComp):
                self._listcomp(node.args[0])
            return "none"
        if text.startswith("m."):
            raise Unsupported(f"{text} in {self.name}")
        whole = self.of(function.value)
        for one in node.args:
            self.of(one)
        if function.attr == "get":
            return {"map": "tuple", "numbers": "int", "costs": "int"}.get(whole or "", "any")
        return METHODS.get(function.attr, "none")


def _either(a: str | None, b: str | None) -> str | None:
    """``a or b``: of lists beside truths only the truth is asked."""
    if a and b and a != b and not (a in LISTS and b in LISTS) and not (a in NUMBERS and b in NUMBERS):
        return "bool"
    return join(a, b)


def _returns(function: ast.FunctionDef) -> bool:
    return any(isinstance(n, ast.Return) and n.value is not None for n in ast.walk(function))
