"""The intermediate form as C: a method for each node. It decides nothing, and prints flat modules only
(:mod:`rulekit.compiler.passes.flatten`), with the lists that they give back marked.

Every function is called ``f_NAME(m, ...)`` with the match; a step is given its stack ``st`` as well. An operation is called
``op_NAME(m, ..., line)``: see the files in ``c/``. A number or truth is an ``I``, several are a ``V *``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rulekit.compiler.emit.c_expressions import CExpressions, name
from rulekit.compiler.emit.c_tables import Unsupported
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import binds, statements
from rulekit.compiler.ir.types import BOOL, SEVERAL, Bool, Cells, Int, Mask, Type, Void
from rulekit.image import DeviceFunction

FEW = 5_000
"""Rounds of a loop that need not be counted: it ends soon, whatever happens"""


class C:
    """Prints the functions of a module. ``devices``: device -> its number; ``size``, ``lists``: how many numbers and lists a
    match has."""

    def __init__(self, module: ir.Module, size: int, lists: int, devices: Iterable[str]) -> None:
        self.module, self.size = module, size
        self.expressions = CExpressions(module, size, lists, devices)
        self.text, self.value = self.expressions.text, self.expressions.value
        self.out: list[str] = []
        self.frames: list[list[str]] = []
        self.names = 0
        self.stack = "0"
        """The stack of the function that is printed, if it has one"""

    @property
    def called(self) -> dict[str, DeviceFunction]:
        """Maps names in C to the functions of devices that are called."""
        return self.expressions.called

    def source(self) -> str:
        """The functions of the module and the tables that they use."""
        functions = self.module.functions.values()
        for function in functions:
            self.function(function)
        self.frames = [self._frame(self.module.functions[name]) for name in self.module.steps]
        steps = ", ".join(f"f_{name}" for name in self.module.steps)
        over = [f"over_{name}" for name in self.module.steps]
        last = ", ".join(f"f_{name}" if name in self.module.functions else "0" for name in over)
        steady = ", ".join(str(int(name in self.module.steady)) for name in self.module.steps)
        return "\n".join(
            [
                *self.expressions.tables.rows,
                *[f"static I {called}({', '.join(given)});" for called, given in self.expressions.prototypes.items()],
                *[f"{self.heading(f)};" for f in functions],
                *self.out,
                f"static void (*const STEPS[])(M *, ST *, I) = {{{steps or '0'}}};",
                f"static I (*const LAST[])(M *, ST *, I) = {{{last or '0'}}};",
                f"static const char STEADY[] = {{{steady or '0'}}};",
                f"#define BEGIN(m, st) {'f_begin(m, st)' if 'begin' in self.module.functions else 'broken(m)'}",
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
        if isinstance(type_, (*SEVERAL, Cells)):
            return "V *"
        if isinstance(type_, Int | Bool):
            return "I "
        if isinstance(type_, Mask):
            return "U "
        if isinstance(type_, Void):
            return "void "
        raise Unsupported(f"a value of the type {type_}", self.expressions.line)

    def function(self, f: ir.Function) -> None:
        """Adds a function to ``out``."""
        self.add(f"{self.heading(f)} {{")
        self.stack = "st" if f.asks and f.handle == "st" else "0"
        held: dict[str, str] = {}
        self.expressions.ranges = self._ranges(f)
        for x in statements(f.body):
            for local in (*binds(x), *(x.frame if isinstance(x, ir.Pop) else ())):
                made = "char *" if isinstance(x, ir.MarkArena | ir.ReleaseArena) else self.ctype(local.type)
                if held.setdefault(name(local), made) != made:
                    raise Unsupported(f"{local.name}, which is once a number and once several", self.expressions.line)
        params = {name(p) for p in f.params}
        for own, made in held.items():
            if own not in params:
                self.add(f"{made}{own} = 0;")
        if f.turn:
            self.add(f"turned(m, {name(f.params[0])});")
        self.block(f.body)
        if not isinstance(f.gives, Void):
            self.add("return 0;")
        self.add("}")

    def _ranges(self, f: ir.Function) -> dict[str, Int]:
        found: dict[str, Int] = {}
        other = {p.name for p in f.params}
        for x in statements(f.body):
            if isinstance(x, ir.For) and (members := self.expressions.members(x.source)) is not None:
                known = found.get(x.var.name, members)
                found[x.var.name] = Int(min(known.low, members.low), max(known.high, members.high))
            else:
                other.update(local.name for local in (*binds(x), *(x.frame if isinstance(x, ir.Pop) else ())))
        return {name: members for name, members in found.items() if name not in other}

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
                raise Unsupported(f"{type(x).__name__}", self.expressions.line)
            PRINT[type(x)](self, x)

    def _let(self, x: ir.Let) -> None:
        self.add(f"{name(x.var)} = {self.value(x.value)};")

    def _store(self, x: ir.Store) -> None:
        value = self.text(x.value)
        fits = (
            x.value.const is not None or isinstance(x.value.type, Bool) or self.expressions.between(x.value) is not None
        )
        self.add(f"{self.expressions.place(x.index)} = {value if fits else f'small(m, {value})'};")

    def _increase(self, x: ir.Increase) -> None:
        place = self.expressions.place(x.index)
        if x.index.const is None:
            place, at = f"m->s[{(k := self.fresh('k'))}]", self.expressions.index(x.index, self.size)
            self.add(f"{{ I {k} = {at};")
        self.add(f"{place} = small(m, {'sub' if x.less else 'add'}(m, {place}, {self.text(x.amount)}));")
        if x.index.const is None:
            self.add("}")

    def _if(self, x: ir.If) -> None:
        test = self.expressions.truth(
            x.test
        )  # in brackets already where it is a comparison; twice looks like a mistake
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
                rounds = "" if isinstance(high.type, Int) and high.type.high <= FEW else " tick(m);"
                self.add(f"for ({head}; {k} < {end}; {k}++) {{{rounds} {var} = {k};")
            case ir.Items(items) if items:
                self.add(f"{{ const I v{k}[] = {{{', '.join(map(self.text, items))}}};")
                self.add(f"for (I {k} = 0; {k} < {len(items)}; {k}++) {{ {var} = v{k}[{k}];")
            case ir.Op("members", (mask, low)):
                self.add(f"{{ U w{k} = {self.text(mask)};")
                self.add(f"for (; w{k}; w{k} &= w{k} - 1) {{ {var} = {self.text(low)} + __builtin_ctzll(w{k});")
            case _:
                self.add(f"{{ const V *v{k} = {self.text(x.source)};")
                self.add(f"for (I {k} = 0; {k} < v{k}->n; {k}++) {{ {var} = v{k}->a[{k}];")
        self.block(x.body)
        self.add("}" if isinstance(x.source, ir.Range) else "} }")

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

    def _end(self, x: ir.End) -> None:
        self.add(f"finish(m, {self.text(x.rows)}, {x.width});")

    def _push(self, x: ir.Push) -> None:
        slots = [(self.text(slot), isinstance(slot.type, SEVERAL)) for slot in x.frame]
        length = " + ".join([str(len(slots) + 1), *[f"{text}->n" for text, several in slots if several]])
        self.add(f"{{ I *to = lay(m, st, {length});")
        for text, several in slots:
            self.add(f"to = lay_list(to, {text});" if several else f"*to++ = {text};")
        self.add(f"*to = {x.step}; }}")

    def _pop(self, x: ir.Pop) -> None:
        self.add("take(m, st);")
        for slot in reversed(x.frame):
            self.add(f"{name(slot)} = {'take_list' if isinstance(slot.type, SEVERAL) else 'take'}(m, st);")

    def _suspend(self, x: ir.Suspend) -> None:
        self.add(f"ask(m, st, {self.text(x.player)}, {x.question}, {self.text(x.options)});")

    def _fork(self, x: ir.Fork) -> None:
        """A simultaneous part: each player on a stack of their own."""
        k = self.fresh("k")
        self.add(f"for (I {k} = 0; {k} < SEATS; {k}++) {{ ST *own = stack(m); I waiting = m->asked;")
        self.add(f"f_{x.function}({', '.join(['m', 'own', *map(self.text, x.args), k])});")
        self.add("forked(m, own, waiting); }")

    def _attempt(self, x: ir.Attempt) -> None:
        call = self.value(x.call)
        if not x.lines:
            self.add(f"{call};")
            return
        lines, count = self.expressions.tables.numbers(sorted(x.lines)), len(x.lines)
        low, high = x.counts
        kept = f"{low}, {min(high, self.size) - low}, {int(x.cards)}"
        self.add(f"{{ ATTEMPT a; try(m, {self.stack}, &a, {kept}); int caught = setjmp(a.here);")
        self.add(f"if (!caught) {{ {call}; m->out = a.before; }} else take_back(m, &a, caught, {lines}, {count}); }}")

    def _suppose(self, x: ir.Suppose) -> None:
        runs = [(low, min(high, self.size) - low) for low, high in x.kept]
        self.add(f"{{ SUPPOSED *was = suppose(m, {len(runs)}, {int(x.cards)});")
        for k, (low, many) in enumerate(runs):
            self.add(f"keep(m, was, {k}, {low}, {many});")
        self.add("int caught = setjmp(was->here);")
        self.add("if (!caught) {")
        self.block(x.body)
        self.add("}")
        self.add(f"supposed(m, caught); if (caught) {name(x.var)} = 0; }}")

    def _mark_arena(self, x: ir.MarkArena) -> None:
        self.add(f"{name(x.var)} = m->top;")

    def _release_arena(self, x: ir.ReleaseArena) -> None:
        self.add(f"release(m, {name(x.mark)});")


PRINT: Mapping[type, Callable[..., None]] = {
    ir.MarkArena: C._mark_arena,
    ir.ReleaseArena: C._release_arena,
    **{
        getattr(ir, of[1:].title()): getattr(C, of)
        for of in (
            *("_let", "_store", "_increase", "_if", "_for", "_loop", "_break", "_continue", "_return"),
            *("_fail", "_do", "_end", "_push", "_pop", "_suspend", "_fork", "_attempt", "_suppose"),
        )
    },
}
