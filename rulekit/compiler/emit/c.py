"""The intermediate form as C: a method for each node. It decides nothing, and prints flat modules only
(:mod:`rulekit.compiler.passes.flatten`), with the lists that they give back marked.

Every function is called ``f_NAME(m, ...)`` with the match; a step is given its stack ``st`` as well. An operation is called
``op_NAME(m, ..., line)``: see the files in ``c/``. A number or truth is an ``I``, several are a ``V *``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rulekit.compiler.emit.c_tables import Tables, Unsupported
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.traverse import binds, statements
from rulekit.compiler.ir.types import BOOL, LARGEST, SEVERAL, Bool, Int, Type, Void

WORDS: Mapping[str, str] = {"+": "add", "-": "sub", "*": "mul", "//": "floor_div", "%": "floor_mod"}
SIGNS: Mapping[str, str] = {
    "and": "&&",
    "or": "||",
    **{sign: sign for sign in ("==", "!=", "<", "<=", ">", ">=", "+", "-")},
}
SMALL = 1 << 31
"""Sums of smaller numbers than this need no check."""


class C:
    """Prints the functions of a module. ``devices``: device -> its number; ``size``, ``lists``: how many numbers and lists a
    match has."""

    def __init__(self, module: ir.Module, size: int, lists: int, devices: Iterable[str]) -> None:
        self.module, self.size, self.lists = module, size, lists
        self.tables = Tables(module.tables)
        self.devices = {device: number for number, device in enumerate(devices)}
        self.called: dict[str, tuple[str, str]] = {}
        """name in C -> (device, function) of what is called of devices"""
        self.prototypes: dict[str, list[str]] = {}
        self.out: list[str] = []
        self.frames: list[list[str]] = []
        self.names = 0
        self.line = -1

    def source(self) -> str:
        """The functions of the module and the tables that they use."""
        functions = self.module.functions.values()
        for function in functions:
            self._function(function)
        self.frames = [self._frame(self.module.functions[name]) for name in self.module.steps]
        steps = ", ".join(f"f_{name}" for name in self.module.steps)
        return "\n".join(
            [
                *self.tables.rows,
                *[f"static I {called}({', '.join(given)});" for called, given in self.prototypes.items()],
                *[f"{self.heading(f)};" for f in functions],
                *self.out,
                f"static void (*const STEPS[])(M *, ST *, I) = {{{steps or '0'}}};",
                "",
            ]
        )

    # ------------------------------------------------------------ functions
    def heading(self, f: ir.Function) -> str:
        """The first line of a function."""
        given = ["M *m", *(["ST *st"] if f.asks and f.handle == "st" else [])]
        given += [f"{self.ctype(p.type)}{name(p)}" for p in f.params]
        return f"static {self.ctype(f.gives)}f_{f.name}({', '.join(given)})"

    def ctype(self, type_: Type) -> str:
        """What holds a value of a type."""
        if isinstance(type_, SEVERAL):
            return "V *"
        if isinstance(type_, Int | Bool):
            return "I "
        if isinstance(type_, Void):
            return "void "
        raise Unsupported(f"a value of the type {type_}", self.line)

    def _function(self, f: ir.Function) -> None:
        # a playout takes few steps, so they are compiled small, and sooner; what only they call must not become so, too
        self.add(f"__attribute__(({'cold' if f.sort == 'step' else 'hot'})) {self.heading(f)} {{")
        held: dict[str, str] = {}
        for x in statements(f.body):
            for local in (*binds(x), *(x.frame if isinstance(x, ir.Pop) else ())):
                made = "char *" if isinstance(x, ir.Mark | ir.Release) else self.ctype(local.type)
                if held.setdefault(name(local), made) != made:
                    raise Unsupported(f"{local.name}, which is once a number and once several", self.line)
        params = {name(p) for p in f.params}
        for own, made in held.items():
            if own not in params:
                self.add(f"{made}{own} = 0;")
        self.block(f.body)
        if not isinstance(f.gives, Void):
            self.add("return 0;")
        self.add("}")

    def _frame(self, f: ir.Function) -> list[str]:
        """What lies in the frames of a step: ``number`` or ``list``."""
        for x in f.body:
            if isinstance(x, ir.Pop):
                return ["list" if isinstance(v.type, SEVERAL) else "number" for v in x.frame]
        return []

    def fresh(self, stem: str) -> str:
        self.names += 1
        return f"{stem}{self.names}"

    # ------------------------------------------------------------ statements
    def add(self, text: str) -> None:
        self.out.append(text)

    def block(self, body: ir.Block) -> None:
        for x in body:
            if type(x) not in PRINT:
                raise Unsupported(f"{type(x).__name__}", self.line)
            PRINT[type(x)](self, x)

    def _let(self, x: ir.Let) -> None:
        self.add(f"{name(x.var)} = {self.value(x.value)};")

    def _store(self, x: ir.Store) -> None:
        self.add(f"{self.place(x.index)} = {self.text(x.value)};")

    def _increase(self, x: ir.Increase) -> None:
        place = self.place(x.index)
        if x.index.const is None:
            place, at = f"m->s[{(k := self.fresh('k'))}]", self.index(x.index, self.size)
            self.add(f"{{ I {k} = {at};")
        self.add(f"{place} = {'sub' if x.less else 'add'}(m, {place}, {self.text(x.amount)});")
        if x.index.const is None:
            self.add("}")

    def _if(self, x: ir.If) -> None:
        test = self.truth(x.test)  # in brackets already where it is a comparison; twice would look like a mistake
        self.add(f"if {test if isinstance(x.test, ir.Binary) and x.test.type == BOOL else f'({test})'} {{")
        self.block(x.then)
        if x.otherwise:
            self.add("} else {")
            self.block(x.otherwise)
        self.add("}")

    def _for(self, x: ir.For) -> None:
        k, var = self.fresh("k"), name(x.var)
        match x.source:
            case ir.Range(low, high):
                end = self.text(high)
                head = f"I {k} = {self.text(low)}"
                if high.const is None:
                    end, head = f"e{k}", f"{head}, e{k} = {end}"
                self.add(f"for ({head}; {k} < {end}; {k}++) {{ {var} = {k};")
            case ir.Items(items) if items:
                self.add(f"{{ const I v{k}[] = {{{', '.join(map(self.text, items))}}};")
                self.add(f"for (I {k} = 0; {k} < {len(items)}; {k}++) {{ {var} = v{k}[{k}];")
            case _:
                self.add(f"{{ const V *v{k} = {self.text(x.source)};")
                self.add(f"for (I {k} = 0; {k} < v{k}->n; {k}++) {{ {var} = v{k}->a[{k}];")
        self.block(x.body)
        self.add("}" if isinstance(x.source, ir.Range) else "} }")

    def _zip(self, x: ir.Zip) -> None:
        k = self.fresh("k")
        self.add(f"{{ const V *v{k} = {self.text(x.source)}, *w{k} = {self.text(x.beside)};")
        self.add(f"for (I {k} = 0; {k} < v{k}->n && {k} < w{k}->n; {k}++) {{")
        self.add(f"{name(x.var)} = v{k}->a[{k}]; {name(x.other)} = w{k}->a[{k}];")
        self.block(x.body)
        self.add("} }")

    def _repeat(self, x: ir.Repeat) -> None:
        k = self.fresh("k")
        self.add(f"for (I {k} = {self.text(x.count)}; {k} > 0; {k}--) {{ tick(m);")
        self.block(x.body)
        self.add("}")

    def _loop(self, x: ir.Loop) -> None:
        self.add("for (;;) { tick(m);")
        self.block(x.body)
        self.add("}")

    def _break(self, x: ir.Break) -> None:
        self.add("break;")

    def _continue(self, x: ir.Continue) -> None:
        self.add("continue;")

    def _return(self, x: ir.Return) -> None:
        self.add("return;" if x.value is None else f"return {self.value(x.value)};")

    def _fail(self, x: ir.Fail) -> None:
        self.add(f"fail(m, {x.line});")

    def _do(self, x: ir.Do) -> None:
        self.add(f"{self.value(x.value)};")

    def _finish(self, x: ir.Finish) -> None:
        self.add(f"finish(m, {self.text(x.rows)}, {x.width});")

    def _push(self, x: ir.Push) -> None:
        for slot in x.frame:
            self.add(f"{'lay_list' if isinstance(slot.type, SEVERAL) else 'lay'}(m, st, {self.text(slot)});")
        self.add(f"lay(m, st, {x.step});")

    def _pop(self, x: ir.Pop) -> None:
        self.add("take(m, st);")
        for slot in reversed(x.frame):
            self.add(f"{name(slot)} = {'take_list' if isinstance(slot.type, SEVERAL) else 'take'}(m, st);")

    def _suspend(self, x: ir.Suspend) -> None:
        self.add(f"ask(m, {self.text(x.options)});")

    def _fork(self, x: ir.Fork) -> None:
        """What all do at once: one after the other, each on a stack of his own."""
        k = self.fresh("k")
        self.add(f"for (I {k} = 0; {k} < SEATS; {k}++) {{ ST *own = stack(m);")
        self.add(f"f_{x.function}({', '.join(['m', 'own', *map(self.text, x.args), k])});")
        self.add("run(m, own); own->used = 0; }")

    def _attempt(self, x: ir.Attempt) -> None:
        call = self.value(x.call)
        if x.lines is not None and not x.lines:
            self.add(f"{call};")
            return
        lines, count = ("0", -1) if x.lines is None else (self.tables.numbers(sorted(x.lines)), len(x.lines))
        self.add(f"{{ ATTEMPT a; try(m, &a, {int(x.counts or x.cards)}, {int(x.cards)}); int caught = setjmp(a.here);")
        self.add(f"if (!caught) {{ {call}; m->out = a.before; }} else take_back(m, &a, caught, {lines}, {count}); }}")

    def _mark(self, x: ir.Mark) -> None:
        self.add(f"{name(x.var)} = m->top;")

    def _release(self, x: ir.Release) -> None:
        self.add(f"release(m, {name(x.mark)});")

    # ------------------------------------------------------------ expressions
    def value(self, x: ir.Expr) -> str:
        """What a statement may hold by itself: an operation, a call, a list that is made."""
        match x:
            case ir.Op():
                return self.text(x)
            case ir.Call(callee, args):
                f = self.module.functions[callee]
                return f"f_{callee}({', '.join(['m', *(['st'] if f.asks and f.handle == 'st' else []), *map(self.text, args)])})"
            case ir.Device(device, function, args):
                called = f"dev{self.devices[device]}_{function}"
                if not called.isidentifier() or not called.isascii():
                    raise Unsupported(f"the function {function} of {device}", self.line)
                self.called[called] = (device, function)
                self.prototypes[called] = ["M *", *["const V *" if isinstance(a.type, SEVERAL) else "I" for a in args]]
                return f"{called}({', '.join(['m', *map(self.text, args)])})"
            case ir.Range(low, high):
                return f"range(m, {self.text(low)}, {self.text(high)})"
            case ir.Items(items) if not items:
                return "op_empty(m, 0)"
            case ir.Items(items) if any(i.const is None for i in items):
                held = "".join(f"{self.text(i)}, " for i in items)
                return f"op_list(m, &(V){{{len(items)}, {len(items)}, (I[]){{{held}}}, 0}})"
        return self.text(x)

    def text(self, x: ir.Expr) -> str:
        """A flat expression, which only reads."""
        match x:
            case ir.Const(held):
                if not isinstance(held, int):
                    raise Unsupported("a text", self.line)
                return number(int(held))
            case ir.Local():
                return name(x)
            case ir.Load(index):
                return self.place(index)
            case ir.Zone(index):
                return f"(&m->z[{self.index(index, self.lists)}])"
            case ir.Item(source, index):
                return self._item(source, index)
            case ir.Binary(op, a, b):
                return self._binary(op, a, b, x.type)
            case ir.Not(a):
                return f"!{self.truth(a)}"
            case ir.Between(low, inner, high):
                return f"between({self.text(low)}, {self.text(inner)}, {self.text(high)})"
            case ir.Either(test, a, b):
                return f"({self.truth(test)} ? {self.text(a)} : {self.text(b)})"
            case ir.Items(items):
                return f"((V *)&{self.tables.literal([i.const or 0 for i in items])})"
            case ir.Contains(item, ir.Range(low, high)):
                return f"between({self.text(low)}, {self.text(item)}, {self.text(high)} - 1)"
            case ir.Contains(item, ir.Items(items)):
                return "(" + (" || ".join(f"{self.text(item)} == {self.text(i)}" for i in items) or "0") + ")"
            case ir.Contains(item, source):
                return f"has({self.text(source)}, {self.text(item)})"
            case ir.Op("len", (source,)):
                return f"{self.text(source)}->n"
            case ir.Op():
                return self._operation(x)
        raise Unsupported(f"{type(x).__name__} of the type {x.type}", self.line)

    def truth(self, x: ir.Expr) -> str:
        """Whether it counts as true."""
        return f"({self.text(x)}->n > 0)" if isinstance(x.type, SEVERAL) else self.text(x)

    def index(self, x: ir.Expr, size: int) -> str:
        """A place in what has so many; a negative one counts from the end, as in Python."""
        if x.const is not None and 0 <= x.const < size:
            return str(x.const)
        return f"at(m, {self.text(x)}, {size})"

    def place(self, index: ir.Expr) -> str:
        return f"m->s[{self.index(index, self.size)}]"

    def _item(self, source: ir.Expr, index: ir.Expr) -> str:
        if not isinstance(source, ir.Table):
            return f"vat(m, {self.text(source)}, {self.text(index)})"
        held = f"{self.tables.name(source.name)}[{self.index(index, self.tables.size(source.name))}]"
        return f"((V *)&{held})" if isinstance(source.made, SEVERAL) else held

    def _binary(self, op: str, a: ir.Expr, b: ir.Expr, type_: Type) -> str:
        if op in ("and", "or"):
            return f"({self.truth(a)} {SIGNS[op]} {self.truth(b)})"
        if op in ("min", "max"):
            return f"{op}({self.text(a)}, {self.text(b)})"
        if op in ("+", "-") and _small(a.type) and _small(b.type):
            return f"({self.text(a)} {op} {self.text(b)})"
        if op in WORDS:
            return f"{WORDS[op]}(m, {self.text(a)}, {self.text(b)})"
        return f"({self.text(a)} {SIGNS[op]} {self.text(b)})"

    def _many(self, source: ir.Expr) -> str:
        """How many a loop goes through."""
        match source:
            case ir.Range(low, high):
                return f"max(0, {self.text(high)} - {self.text(low)})"
            case ir.Items(items):
                return str(len(items))
        return f"{self.text(source)}->n"

    def _operation(self, x: ir.Op) -> str:
        row = operation(x.name)
        self.line = x.line
        if row.python:
            raise Unsupported(f"the operation {x.name}", x.line)
        given = ["m"]
        if x.name == "counted":
            over, each, once = x.args
            return f"spend(m, {self._many(over)} * {self.text(each)} + {self.text(once)})"
        for arg in x.args:
            if isinstance(arg, ir.Table):  # of the sorts of things that are alike, or of neighbours
                given += [self.tables.name(arg.name), str(self.tables.size(arg.name))]
            else:
                given.append(self.text(arg))
        return f"op_{x.name}({', '.join([*given, *([str(x.line)] if row.fails else [])])})"


def name(local: ir.Local) -> str:
    return f"{local.name}_"


def number(n: int) -> str:
    if abs(n) > 1 << 62:
        raise Unsupported("a number that is too large")
    return str(n) if 0 <= n < SMALL else f"({n}LL)"


def _small(type_: Type) -> bool:
    return isinstance(type_, Bool) or (isinstance(type_, Int) and type_.low > -LARGEST and type_.high < LARGEST)


PRINT: Mapping[type, Callable[[C, ir.Stmt], None]] = {
    getattr(ir, of[1:].title()): getattr(C, of)
    for of in (
        *("_let", "_store", "_increase", "_if", "_for", "_zip", "_repeat", "_loop", "_break", "_continue", "_return"),
        *("_fail", "_do", "_finish", "_push", "_pop", "_suspend", "_fork", "_attempt", "_mark", "_release"),
    )
}
