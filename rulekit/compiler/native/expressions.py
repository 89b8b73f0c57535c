"""Expressions of a generated module, written as C (with the statement expressions that gcc and clang know)."""

from __future__ import annotations

import ast
from typing import NoReturn

from rulekit.compiler.native.infer import Inferred, is_range
from rulekit.compiler.native.loops import Loops
from rulekit.compiler.native.naming import local
from rulekit.compiler.native.sorts import GIVES, LARGEST, LISTS, NUMBERS, Unsupported
from rulekit.compiler.native.tables import Tables
from rulekit.compiler.native.words import Words

WORDS: dict[type[ast.AST], str] = {ast.Add: "add_", ast.Sub: "sub_", ast.Mult: "mul_"}
SIGNS: dict[type[ast.AST], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
SOME = {(ast.Gt, 0), (ast.GtE, 1), (ast.NotEq, 0)}
NONE = {(ast.LtE, 0), (ast.Lt, 1), (ast.Eq, 0)}
"""How a length is compared to ask whether there is any, or none: the first that is found decides."""
FRESH = frozenset(word for word, sort in GIVES.items() if sort in LISTS) - {"list", "tuple"}
"""Words that give a list that nobody else has."""


class Expressions:
    """Writes the expressions of one function."""

    def __init__(self, known: Inferred, tables: Tables, function: str) -> None:
        self.known, self.tables, self.function = known, tables, function
        self.loops, self.words = Loops(self), Words(self)
        self.once = {n.target.id for n in ast.walk(known.functions[function]) if isinstance(n, ast.NamedExpr)}
        """Names of what is worked out when it is first needed, and then kept."""
        self._names = 0

    def fresh(self, stem: str) -> str:
        """A name that nobody has."""
        self._names += 1
        return f"{stem}{self._names}"  # all others of a function end in a line

    def sort(self, node: ast.expr) -> str:
        """What it gives (see ``infer``)."""
        return self.known.sort(self.function, node)

    def refuse(self, node: ast.AST) -> NoReturn:
        raise Unsupported(f"{type(node).__name__} in {self.function}: {ast.unparse(node)[:60]}")

    # ------------------------------------------------------------ what it gives
    def value(self, node: ast.expr) -> str:
        """A number, a list (``V *``) or a set (``S *``)."""
        written: str = getattr(self, "_" + type(node).__name__.lower(), self.refuse)(node)
        return written

    def items(self, node: ast.expr) -> str:
        """A list of what is in it, to be read and not to be changed."""
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("list", "tuple") and node.args:
            of = node.args[0]  # what has a name may change meanwhile
            word = ast.unparse(of.func) if isinstance(of, ast.Call) else ""
            if isinstance(of, ast.ListComp | ast.List | ast.Tuple) or word in FRESH | {"list", "tuple"}:
                return self.items(of)
        if isinstance(node, ast.List | ast.Tuple) and (said := _numbers(node)) is not None:
            return self.tables.literal(said)
        return self.value(node) + {"set": "->v", "costs": "->keys->v"}.get(self.sort(node), "")

    def in_order(self, node: ast.expr) -> str:
        """A list of what is in it, to be gone through one by one. Python goes through a set in an order of its own."""
        held = self.known.tables.get(node.id) if isinstance(node, ast.Name) else None
        if self.sort(node) == "set" or isinstance(held, frozenset):
            self.refuse(node)
        return self.items(node)

    def truth(self, node: ast.expr) -> str:
        """Whether it counts as true."""
        if isinstance(node, ast.BoolOp):
            return "(" + (" && " if isinstance(node.op, ast.And) else " || ").join(map(self.truth, node.values)) + ")"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"(!{self.truth(node.operand)})"
        if isinstance(node, ast.ListComp):
            return self.loops.found(node)
        if isinstance(node, ast.IfExp):
            return f"({self.truth(node.test)} ? {self.truth(node.body)} : {self.truth(node.orelse)})"
        sort = self.sort(node)
        if sort in LISTS or sort in ("pairs", "set"):
            return f"({self.items(node)}->n > 0)"
        if sort not in NUMBERS:
            self.refuse(node)
        return self.value(node) if sort == "bool" else f"({self.value(node)} != 0)"

    # ------------------------------------------------------------ numbers and truths
    def _constant(self, node: ast.Constant) -> str:
        if not isinstance(node.value, int | None) or abs(node.value or 0) > LARGEST:
            self.refuse(node)
        number = int(node.value or 0)
        return f"({number}LL)" if number < 0 or number > 2**31 - 1 else str(number)

    def _name(self, node: ast.Name) -> str:
        if node.id in self.known.tables:
            return self.tables.name(node.id)
        return node.id if node.id in ("s", "z", "st") else local(node.id)

    def _binop(self, node: ast.BinOp) -> str:
        if self.sort(node) in LISTS:
            if not isinstance(node.op, ast.Add):
                self.refuse(node)
            both = [node.left, node.right]
            return self.words.in_turn(both, [*map(self.items, both)], lambda a, b: f"vadd(vcopy({a}), {b})")
        if isinstance(node.op, ast.FloorDiv | ast.Mod):
            word = "floor_div" if isinstance(node.op, ast.FloorDiv) else "floor_mod"
            return self.words.given(word, [node.left, node.right])
        return self._between(node.op, node.left, node.right)

    def _between(self, op: ast.AST, left: ast.expr, right: ast.expr) -> str:
        """Two numbers with a sign between them, the left one first where that matters (see ``Words.ordered``)."""
        if type(op) not in SIGNS and type(op) not in WORDS:
            raise Unsupported(f"{type(op).__name__} in {self.function}")

        def put(a: str, b: str) -> str:
            return f"{WORDS[type(op)]}({a}, {b})" if type(op) in WORDS else f"({a} {SIGNS[type(op)]} {b})"

        return self.words.in_turn([left, right], [self.value(left), self.value(right)], put)

    def _unaryop(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return self.truth(node)
        if not isinstance(node.op, ast.USub):
            self.refuse(node)
        if isinstance(node.operand, ast.Constant):
            return f"(-{self.value(node.operand)})"
        return f"sub_(0, {self.value(node.operand)})"

    def _boolop(self, node: ast.BoolOp) -> str:
        if self.sort(node) == "bool":
            return self.truth(node)
        *first, last = node.values
        written = self.value(last)
        for value in reversed(first):  # what decides is also what it gives
            name, kept = self.fresh("t"), self.value(value)
            test = f"{name}->n" if self.sort(value) in LISTS else name
            yes, no = (written, name) if isinstance(node.op, ast.And) else (name, written)
            written = f"({{ __auto_type {name} = {kept}; {test} ? {yes} : {no}; }})"
        return written

    def _compare(self, node: ast.Compare) -> str:
        if len(node.ops) == 1:
            return self._one(node.ops[0], node.left, node.comparators[0])
        names, written = [self.fresh("t") for _ in (node.left, *node.comparators)], ""
        for k in reversed(range(len(node.ops))):  # each is worked out once, and only if all before it hold
            if type(node.ops[k]) not in SIGNS:
                self.refuse(node)
            test = f"{names[k]} {SIGNS[type(node.ops[k])]} {names[k + 1]}"
            after = f" && {written}" if written else ""
            written = f"({{ I {names[k + 1]} = {self.value(node.comparators[k])}; {test}{after}; }})"
        return f"({{ I {names[0]} = {self.value(node.left)}; {written}; }})"

    def _one(self, op: ast.cmpop, left: ast.expr, right: ast.expr) -> str:
        if isinstance(op, ast.In | ast.NotIn):
            found = self._member(left, right)
            return found if isinstance(op, ast.In) else f"(!{found})"
        if isinstance(op, ast.IsNot):  # what is worked out when it is first needed
            if isinstance(left, ast.Name) and left.id in self.once:
                return f"{local(left.id)}known"
            return f"({self.value(left)}, 1)" if isinstance(left, ast.NamedExpr) else self.refuse(left)
        if self.sort(left) in LISTS and isinstance(op, ast.Eq | ast.NotEq):
            same = self.words.in_turn([left, right], [self.items(left), self.items(right)], "vsame({}, {})".format)
            return same if isinstance(op, ast.Eq) else f"(!{same})"
        if isinstance(left, ast.Call) and ast.unparse(left.func) == "len" and isinstance(right, ast.Constant):
            asked = type(op), right.value
            if isinstance(left.args[0], ast.ListComp) and asked in SOME | NONE:
                found = self.loops.found(left.args[0])
                return found if asked in SOME else f"(!{found})"
        return self._between(op, left, right)

    def _member(self, one: ast.expr, of: ast.expr) -> str:
        sort = self.sort(of)
        if is_range(of) and (span := self.loops.span(of)):
            name, low, high = (self.fresh("t") for _ in range(3))
            ends = f"I {low} = {span[0]}, {high} = {span[1]};"
            return f"({{ I {name} = {self.value(one)}; {ends} {low} <= {name} && {name} < {high}; }})"
        if sort in ("map", "numbers"):
            return f"({self.tables.get(of, self.value(one))} != 0)"
        if sort == "set" and not isinstance(of, ast.Call):
            return f"shas({self.value(of)}, {self.value(one)})"
        if isinstance(of, ast.Call) and ast.unparse(of.func) == "frozenset" and of.args:
            of = of.args[0]  # one look: no table is worth it
        if not (self.sort(of) in LISTS or self.sort(of) == "set"):
            self.refuse(of)
        return self.words.in_turn([one, of], [self.value(one), self.items(of)], "vhas({1}, {0})".format)

    def _ifexp(self, node: ast.IfExp) -> str:
        return f"({self.truth(node.test)} ? {self.value(node.body)} : {self.value(node.orelse)})"

    def _namedexpr(self, node: ast.NamedExpr) -> str:
        name = local(node.target.id)
        return f"({name}known = 1, {name} = {self.value(node.value)})"

    def _attribute(self, node: ast.Attribute) -> str:
        return "failed_line_" if node.attr == "line" else self.refuse(node)

    def _call(self, node: ast.Call) -> str:
        return self.words.call(node)

    # ------------------------------------------------------------ lists
    def _list(self, node: ast.List | ast.Tuple) -> str:
        if not node.elts:
            return "vnew(8)"
        name = self.fresh("t")
        made = [
            f"vadd({name}, {self.in_order(e.value)});"
            if isinstance(e, ast.Starred)
            else f"vpush({name}, {self.value(e)});"
            for e in node.elts
        ]
        return f"({{ V *{name} = vnew({len(made)}); {' '.join(made)} {name}; }})"

    def _tuple(self, node: ast.Tuple) -> str:
        said = _numbers(node)
        return self._list(node) if said is None else self.tables.literal(said)

    def _set(self, node: ast.Set) -> str:
        if len(node.elts) == 1 and isinstance(node.elts[0], ast.Starred):
            return f"sfrom({self.items(node.elts[0].value)})"
        return f"sfrom({self._list(ast.List(node.elts))})"

    def _listcomp(self, node: ast.ListComp) -> str:
        return self.loops.built(node)

    def _dictcomp(self, node: ast.DictComp) -> str:
        """``{x: 0 for _, x in ...}``: what the ends of a search cost."""
        return f"costs_new({self.value(node.generators[0].iter)})"

    def _subscript(self, node: ast.Subscript) -> str:
        whole = node.value
        if isinstance(node.slice, ast.Slice):
            return self._slice(node, node.slice)
        at, sort = self.index(node.slice), self.sort(whole)
        if isinstance(whole, ast.Name) and whole.id in ("s", "z"):
            return f"s[index_({at}, SIZE)]" if whole.id == "s" else f"(&z[index_({at}, LISTS)])"
        if sort == "costs":
            return f"costs_get({self.value(whole)}, {at}, INT64_MAX)"
        if sort == "lists":
            return f"((V *)&{self.value(whole)}[index_({at}, {self.tables.size(whole)})])"
        if sort in ("map", "numbers"):
            found = f"need_({self.tables.get(whole, at)})"
            return f"((V *){found})" if sort == "map" else f"(*{found})"
        if isinstance(whole, ast.Name) and whole.id in self.known.tables:
            return self.tables.at(whole.id, at)
        return f"vat({self.items(whole)}, {at})"

    def index(self, node: ast.expr) -> str:
        """A place in a list. What is too large for C is never one, even where it begins anew from below."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            parts = node.left, node.right
            if any(isinstance(p, ast.Constant) for p in parts):
                return f"({self.value(parts[0])} {'+' if isinstance(node.op, ast.Add) else '-'} {self.value(parts[1])})"
        return self.value(node)

    def _slice(self, node: ast.Subscript, slice_: ast.Slice) -> str:
        if slice_.step is not None:
            return f"vbackwards({self.items(node.value)})" if ast.unparse(slice_) == "::-1" else self.refuse(node)
        low = "0" if slice_.lower is None else self.value(slice_.lower)
        high = "INT64_MAX" if slice_.upper is None else self.value(slice_.upper)
        if isinstance(node.value, ast.Name) and node.value.id == "s":
            return f"vslice(s, SIZE, {low}, {high})"
        name = self.fresh("t")
        return f"({{ const V *{name} = {self.items(node.value)}; vslice({name}->a, {name}->n, {low}, {high}); }})"


def _numbers(node: ast.List | ast.Tuple) -> list[int] | None:
    """The numbers of a list that is all said."""
    try:
        return [int(x) for x in ast.literal_eval(node)]
    except (ValueError, TypeError):
        return None
