"""Expressions of the intermediate form as Python, with brackets where an operator binds less than what is round it."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.compiler.identifiers import NameTable
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.types import TEXT, Bool
from rulekit.image import DeviceFunction

HELD = (ir.Local, ir.Zone, ir.Filter, ir.Map)
"""What is a list in Python, which is true when it has a member."""
# how tightly an expression binds
EITHER, OR, AND, NOT, COMPARED, IN_ONE, IN_BOTH, SUM, PRODUCT, SIGN, ATOM = range(11)
BINDS: Mapping[str, int] = {
    "or": OR,
    "and": AND,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), COMPARED),
    "|": IN_ONE,
    "&": IN_BOTH,
    **dict.fromkeys(("+", "-"), SUM),
    **dict.fromkeys(("*", "//", "%"), PRODUCT),
}


SPECIAL: Mapping[str, tuple[str, int, int]] = {
    "after": ("{0}[{0}.index({1}) + 1 :]", ATOM, ATOM),
    "answer": ("draw() * {0} >> 31", EITHER, PRODUCT),
    "append": ("{0}.append({1})", ATOM, ATOM),
    "blank": ("[None] * {0}", PRODUCT, PRODUCT),
    "empty": ("[]", ATOM, EITHER),
    "extend": ("{0} += {1}", EITHER, EITHER),
    "flags": ("[0] * {0}", PRODUCT, PRODUCT),
    "first_n": ("{0}[:{1}]", ATOM, ATOM),
    "insert_first": ("{0}.insert(0, {1})", ATOM, ATOM),
    "kept": ("kept({0}, {1}, lambda: {2})", ATOM, EITHER),
    "list": ("list({0})", ATOM, EITHER),
    "largest": ("max({0}, default=0)", ATOM, EITHER),
    "put": ("{0}[{1}] = {2}", EITHER, ATOM),
    "some": ("{0} is not None", COMPARED, SUM),
    "told_hits": ("told_hits(m, {line}, {3}, {0}, {1}, {2})", ATOM, EITHER),
    "told_sum": ("told_sum(m, {line}, {1}, {0})", ATOM, EITHER),
    "tuple": ("tuple({0})", ATOM, EITHER),
}
"""Operations that Python has a form of its own for: the form, how tightly it binds, and how tightly its first operand has to."""


class PythonExpressions:
    """Prints the expressions of one module. ``function``: the function in which they stand."""

    def __init__(self, module: ir.Module, names: NameTable) -> None:
        self.module = module
        self.function: ir.Function | None = None
        self._names = names
        self.devices: dict[str, DeviceFunction] = {}
        """name in Python -> what is called of devices"""

    def text(self, x: ir.Expr) -> str:
        return self.bound(x)[0]

    def condition(self, x: ir.Expr) -> str:
        """The expression where only its truth matters: of several, whether there is one."""
        match x:
            case ir.Binary(">", ir.Op("len", (several,)), ir.Const(0)) if isinstance(several, HELD):
                return self.at_least(several, ATOM)
            case ir.Not(ir.Op("some", (a,))):
                return f"{self.at_least(a, SUM)} is None"
            case ir.Not(a):
                text = self.condition(a)
                return f"not {text}" if isinstance(a, ir.Not) or text != self.text(a) else self.text(x)
        return self.text(x)

    def number(self, x: ir.Expr) -> str:
        """The value as a number, where it may be a truth."""
        if isinstance(x.type, Bool) and x.const is not None:
            return str(x.const)
        return f"int({self.text(x)})" if isinstance(x.type, Bool) else self.text(x)

    def at_least(self, x: ir.Expr, binds: int) -> str:
        """The expression, in brackets where it binds less."""
        text, tight = self.bound(x)
        return text if tight >= binds else f"({text})"

    def bound(self, x: ir.Expr) -> tuple[str, int]:
        """The expression, and how tightly it binds."""
        match x:
            case ir.Const(value):
                if x.made == TEXT:
                    return repr(value), ATOM
                return str(value), SIGN if isinstance(value, int) and value < 0 else ATOM
            case ir.Local(name) | ir.ConstantTable(name):
                return name, ATOM
            case ir.Load(index):
                return f"s[{self.text(index)}]", ATOM
            case ir.Zone(index):
                return f"z[{self.text(index)}]", ATOM
            case ir.Subscript(source, index):
                return f"{self.at_least(source, ATOM)}[{self.text(index)}]", ATOM
            case ir.Binary("min" | "max", a, b):
                return f"{x.op}({self.text(a)}, {self.text(b)})", ATOM
            case ir.Binary(op, a, b):
                tight = BINDS[op]
                left = self.at_least(a, tight + 1 if tight == COMPARED else tight)
                right = self.at_least(b, tight + 1 if tight >= COMPARED else tight)
                return f"{left} {op} {right}", tight
            case ir.Not(a):
                return f"not {self.at_least(a, NOT)}", NOT
            case ir.Between(low, inner, high):
                sides = [self.at_least(side, SUM) for side in (low, inner, high)]
                return " <= ".join(sides), COMPARED
            case ir.Either(test, a, b):
                sides = [self.at_least(side, OR) for side in (a, test, b)]
                return f"{sides[0]} if {sides[1]} else {sides[2]}", EITHER
            case ir.Range(low, high):
                return f"range({self.text(low)}, {self.text(high)})", ATOM
            case ir.Items(items) | ir.Tuple(items):
                return "(" + "".join(f"{self.text(i)}, " for i in items) + ")", ATOM
            case ir.Filter() | ir.Map():
                return f"[{self.members(x)}]", ATOM
            case ir.Contains(item, source):
                return f"{self.at_least(item, SUM)} in {self.at_least(source, SUM)}", COMPARED
            case ir.Call(name, args):
                return f"{name}({', '.join([*self._state(name), *map(self.text, args)])})", ATOM
            case ir.DeviceCall(device, function, args):
                given = ", ".join(["s", "z", *map(self.text, args)])
                return f"{self.device(device, function)}({given})", ATOM
            case ir.Probe(numbers, value):
                word = "seen" if len(numbers) == 1 else "asked"
                return f"{word}({', '.join(map(str, numbers))}, {self.text(value)})", ATOM
            case ir.Bind(var, value, body):
                return f"(({var.name} := {self.text(value)}), {self.text(body)})[1]", ATOM
            case ir.Op():
                return self._operation(x)
        raise TypeError(type(x).__name__)

    def members(self, x: ir.Filter | ir.Map) -> str:
        """The inside of a list comprehension."""
        value: ir.Expr = x.var
        source: ir.Expr = x
        if isinstance(x, ir.Map):
            value, source = x.value, x.source
        test = ""
        if isinstance(source, ir.Filter) and source.var == x.var:
            test, source = f" if {self.at_least(source.test, OR)}", source.source
        return f"{self.text(value)} for {x.var.name} in {self.at_least(source, OR)}{test}"

    def _state(self, function: str) -> list[str]:
        """The leading parameters of every function, before its own."""
        callee = self.module.functions.get(function)
        given = ["m", "s", "z"]
        if callee is not None and callee.asks:
            mine = self.function.handle if self.function is not None else ""
            given.append(callee.handle if callee.handle == mine else "m.draw")
        return given

    def device(self, device: str, function: str) -> str:
        """The name under which the runtime binds a device's function."""
        name = self._names.kept("dev", f"{device} {function}", (device, function))
        self.devices[name] = DeviceFunction(device, function)
        return name

    def stable(self, source: ir.Expr) -> str:
        """The members of a set, safe against cards that move away while one goes through them."""
        if isinstance(source, ir.Op) and source.name in ("tuple", "list") and not isinstance(source.args[0], ir.Zone):
            source = source.args[0]
        return f"tuple({self.text(source)})" if isinstance(source, ir.Zone) else self.text(source)

    def _operation(self, x: ir.Op) -> tuple[str, int]:
        if x.name in ("list", "tuple") and (made := self._listed(x.name, x.args[0])) is not None:
            return made
        row = operation(x.name)
        if x.name in SPECIAL:
            form, tight, first = SPECIAL[x.name]
            given = [self.at_least(a, EITHER if k else first) for k, a in enumerate(x.args)]
            return form.format(*given, line=x.line), tight
        given = [*(["s"] if row.state else []), *(["z"] if row.lists else []), *map(self.text, x.args)]
        return f"{x.name}({', '.join([*given, *([str(x.line)] if row.fails else [])])})", ATOM

    def _listed(self, name: str, of: ir.Expr) -> tuple[str, int] | None:
        """A list or tuple of what need not be copied for it."""
        match of:
            case ir.Items(items):
                return self.bound(of) if name == "tuple" else (f"[{', '.join(map(self.text, items))}]", ATOM)
            case ir.Filter() | ir.Map() if name == "list":
                return self.bound(of)
            case ir.Op(made) if name == "list" and operation(made).fresh and made not in ("tuple", "first_n", "after"):
                return self.bound(of)
        return None
