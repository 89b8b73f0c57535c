"""The intermediate form as Python: a method for each node, a row for each operation. It decides nothing.

Every function is called ``f(m, s, z, ...)`` with the match, its numbers and its lists; one that asks is given ``st`` (the stack)
or ``draw`` (what answers at once) as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from rulekit.compiler.errors import TooDeep
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.types import SEVERAL, TEXT, Bool
from rulekit.compiler.naming import Names

BRACKETS = 150
"""Deepest brackets of a generated line: Python reads 200."""
LOOPS = 15
"""Most loops inside each other in a generated line: Python stands 20."""
TOO_DEEP = (
    "too much is nested in this rule line; "
    "give a part of it a name with `let`, or a `number`, `set` or `whether` of its own"
)
HELD = (ir.Local, ir.Zone, ir.Filter, ir.Map)
"""What is a list in Python, which is true when it has a member."""
WORDED = ("told-as", "tell", "gain")
NOTED = ("call", "begin", "part", "untold", *WORDED)
"""What is noted for the story, beside the entries of the journal"""
# how tightly an expression binds
EITHER, OR, AND, NOT, COMPARED, SUM, PRODUCT, SIGN, ATOM = range(9)
BINDS: Mapping[str, int] = {
    "or": OR,
    "and": AND,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), COMPARED),
    **dict.fromkeys(("+", "-"), SUM),
    **dict.fromkeys(("*", "//", "%"), PRODUCT),
}


class Python:
    """Prints a module. ``streams``: where the states of chance lie, for what is taken back unless something was drawn."""

    def __init__(
        self, module: ir.Module, streams: Iterable[int] = (), journal: bool = False, devices: Names | None = None
    ) -> None:
        self.module, self.streams, self.journal = module, list(streams), journal
        self._devices = devices or Names()
        self.names = Names()
        self.devices: dict[str, tuple[str, str]] = {}
        self.more: dict[str, str] = {}
        self.out: list[str] = []
        self.depth = 0
        self.function: ir.Function | None = None

    def source(self) -> str:
        """The module as text."""
        for function in self.module.functions.values():
            self._function(function)
        steps = f"STEPS = ({''.join(f'{s}, ' for s in self.module.steps)})\n"
        constants = [f"{name} = {value!r}" for name, value in self.module.tables.items()]
        constants += [f"{name} = {text}" for name, text in self.more.items()]
        kept = f"def fresh(): return [0{', {}' * len(self.module.kept)}]\n" if self.module.kept else ""
        return "\n".join([*constants, "", kept, *self.out, steps])

    def _function(self, function: ir.Function) -> None:
        self.function = function
        handle = [function.handle] if function.asks else []
        names = ["m", "s", "z", *handle, *[p.name for p in function.params]]
        if function.name in self.module.kept:
            self._keeper(function, names)
            self.out.append(f"def u_{function.name}({', '.join(names)}):")
        else:
            self.out.append(f"def {function.name}({', '.join(names)}):")
        self.inner(function.body)
        self.out.append("")

    def _keeper(self, function: ir.Function, names: list[str]) -> None:
        """The answer that is kept, or the function itself, whose answer is kept from then on."""
        place = self.module.kept.index(function.name)
        given = [p.name for p in function.params]
        key = given[0] if len(given) == 1 else f"({''.join(f'{name}, ' for name in given)})"
        call = f"u_{function.name}({', '.join(names)})"
        self.out.append(f"def {function.name}({', '.join(names)}):")
        self.depth += 1
        self.add("k = m.kept")
        self.add(f"known = k[{place + 1}].get({key})")
        self.add("if known is None:")
        self.add(
            f"    known = k[{place + 1}][{key}] = {f'tuple({call})' if isinstance(function.gives, SEVERAL) else call}"
        )
        self.add(f"    k[0] |= {1 << place}")
        self.add("return known")
        self.depth -= 1
        self.out.append("")

    # ------------------------------------------------------------ statements
    def add(self, text: str) -> None:
        if text.count("(") + text.count("[") > BRACKETS or text.count(" for ") > LOOPS:
            brackets, loops = nesting(text)
            if brackets > BRACKETS or loops > LOOPS:
                raise TooDeep(TOO_DEEP)
        self.out.append("    " * self.depth + text)

    def inner(self, body: ir.Block) -> None:
        self.depth += 1
        if not body:
            self.add("pass")
        self.block(body)
        self.depth -= 1

    def block(self, body: ir.Block) -> None:
        k = 0
        while k < len(body):
            x = body[k]
            following = body[k + 1] if k + 1 < len(body) else None
            if isinstance(x, ir.Do) and isinstance(x.value, ir.Call) and following == ir.Return():
                self.add(f"return {self.text(x.value)}")
                return
            self.statement(x)
            if isinstance(x, ir.Return | ir.Fail | ir.Break | ir.Continue | ir.Attempt | ir.Fork):
                return
            k += 1

    def statement(self, x: ir.Stmt) -> None:
        PRINT[type(x)](self, x)

    def _let(self, x: ir.Let) -> None:
        value, name = x.value, x.var.name
        if isinstance(value, ir.Binary) and value.op in ("+", "-") and value.a == x.var:
            self.add(f"{name} {value.op}= {self.text(value.b)}")
        else:
            self.add(f"{name} = {self.text(value)}")

    def _store(self, x: ir.Store) -> None:
        self.add(f"s[{self.text(x.index)}] = {self.number(x.value)}")

    def _increase(self, x: ir.Increase) -> None:
        self.add(f"s[{self.text(x.index)}] {'-' if x.less else '+'}= {self.text(x.amount)}")

    def _if(self, x: ir.If, word: str = "if") -> None:
        if not x.then and x.otherwise:
            x = ir.If(ir.Not(x.test), x.otherwise)
        self.add(f"{word} {self.condition(x.test)}:")
        self.inner(x.then)
        if len(x.otherwise) == 1 and isinstance(x.otherwise[0], ir.If) and x.otherwise[0].then:
            self._if(x.otherwise[0], "elif")
        elif x.otherwise:
            self.add("else:")
            self.inner(x.otherwise)

    def _for(self, x: ir.For) -> None:
        self.add(f"for {x.var.name} in {self.text(x.source) if x.live else self.stable(x.source)}:")
        self.inner(x.body)

    def _zip(self, x: ir.Zip) -> None:
        self.add(f"for {x.var.name}, {x.other.name} in zip({self.stable(x.source)}, {self.stable(x.beside)}):")
        self.inner(x.body)

    def _repeat(self, x: ir.Repeat) -> None:
        self.add(f"for _ in range({self.text(x.count)}):")
        self.inner(x.body)

    def _loop(self, x: ir.Loop) -> None:
        self.add("while True:")
        self.inner(x.body)

    def _break(self, x: ir.Break) -> None:
        self.add("break")

    def _continue(self, x: ir.Continue) -> None:
        self.add("continue")

    def _return(self, x: ir.Return) -> None:
        self.add("return" if x.value is None else f"return {self.text(x.value)}")

    def _fail(self, x: ir.Fail) -> None:
        self.add(f"raise Failure({x.line}{'' if x.why is None else ', ' + self.text(x.why)})")

    def _do(self, x: ir.Do) -> None:
        self.add(self.text(x.value))

    def _journal(self, x: ir.Journal) -> None:
        what = "".join(f", {self.number(w)}" for w in x.what)
        if x.sort in NOTED:
            self._note(x)
        elif x.sort == "choice":  # may name cards: who can read them is settled when it is written
            self.add(f"m.log.append(chosen(m, {x.line}, {self.text(x.me)}{what}))")
        else:
            self.add(f"m.log.append(({x.line}, {self.text(x.me)}, {x.sort!r}{what}))")

    def _note(self, x: ir.Journal) -> None:
        """An event of the story. Its texts may ask for what is not there: that is no failure of the rules."""
        if x.sort in WORDED:
            *first, values = x.what
            before = "".join(f", {self.number(w)}" for w in first)
            said = f"worded(m, {x.line}, {self.text(x.me)}, {x.sort!r}{before}, lambda: {self.text(values)})"
        elif x.sort == "begin":
            said = f"begun(m, {x.line}, {self.text(x.me)}, {', '.join(self.number(w) for w in x.what)})"
        else:
            what = "".join(f", {self.number(w)}" for w in x.what)
            said = f"(len(m.log), {x.line}, {self.text(x.me)}, {x.sort!r}{what})"
        self.add(f"m.events.append({said})")

    def _end(self, x: ir.End) -> None:
        row = "".join(f"{self.number(k)}, " for k in (x.var, *x.keys))
        self.add(f"m.end([({row}) for {x.var.name} in {self.text(x.who)}], {x.line})")

    def _push(self, x: ir.Push) -> None:
        self.add(f"st.append(({''.join(self.text(v) + ', ' for v in x.frame)}{x.step},))")

    def _pop(self, x: ir.Pop) -> None:
        self.add(f"{', '.join(v.name for v in x.frame)}, _ = st.pop()" if x.frame else "st.pop()")

    def _suspend(self, x: ir.Suspend) -> None:
        self.add(f"m.asks.append(({self.text(x.player)}, {x.question}, {self.text(x.options)}, st))")

    def _fork(self, x: ir.Fork) -> None:
        self.add(f"return m.fork({x.function}, ({''.join(self.text(a) + ', ' for a in x.args)}))")

    def _attempt(self, x: ir.Attempt) -> None:
        """Tries a call; takes it back when it fails before it is committed."""
        call, function = self.text(x.call), self.function
        assert function is not None
        if x.lines is not None and not x.lines:
            self.add(f"return {call}")
            return
        answered = function.asks and function.handle == "draw"
        streams = "(" + "".join(f"s[{k}], " for k in self.streams) + ")"
        if x.counts or x.cards:
            self.add("kept = s[:]")
        if x.cards:
            self.add("lists = [x[:] for x in z]")
        self.add(f"drawn = {streams}")
        if answered:
            self.add("noted = Noted(draw)")
            call = call.replace("(m, s, z, draw", "(m, s, z, noted", 1)
        elif function.asks:
            self.add("depth = len(st)")
        if self.journal:
            self.add("told, events = len(m.log), len(m.events)")
        self.add("try:")
        self.add(f"    return {call}")
        self.add("except Failure as failed:")
        rule = f"drawn != {streams}" + (" or noted.asked" if answered else "")
        if x.lines is not None:
            lines = self._constant("lines", f"frozenset({sorted(x.lines)!r})")
            rule = f"failed.line not in {lines} or {rule}"
        self.add(f"    if {rule}: raise")
        if function.asks and not answered:
            self.add("    del st[depth:]")
        if x.counts or x.cards:
            self.add("    s[:] = kept")
        if x.cards:
            self.add("    z[:] = lists")
        if self.module.kept and (x.counts or x.cards):
            self.add("    forget(m.kept, m.kept[0])")
        if self.journal:
            self.add("    del m.log[told:], m.events[events:]")
            self.add(f"    m.log.append(skipped(m, {x.line}, {self.text(x.me)}, failed))")

    def _forget(self, x: ir.Forget) -> None:
        places = sum(1 << place for place in x.places)
        self.add(f"if m.kept[0] & {places}: forget(m.kept, {places})")

    def _constant(self, stem: str, text: str) -> str:
        name = self.names.new("L", f"{stem} {len(self.more)}")
        self.more[name] = text
        return name

    # ------------------------------------------------------------ expressions
    def text(self, x: ir.Expr) -> str:
        return self.bound(x)[0]

    def condition(self, x: ir.Expr) -> str:
        """The expression where only its truth matters: of several, whether there is one."""
        match x:
            case ir.Binary(">", ir.Op("len", (several,)), ir.Const(0)) if isinstance(several, HELD):
                return self.at_least(several, ATOM)
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
            case ir.Local(name) | ir.Table(name):
                return name, ATOM
            case ir.Load(index):
                return f"s[{self.text(index)}]", ATOM
            case ir.Zone(index):
                return f"z[{self.text(index)}]", ATOM
            case ir.Item(source, index):
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
            case ir.Device(device, function, args):
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
        """What stands between the brackets of a list that is worked out."""
        value: ir.Expr = x.var
        source: ir.Expr = x
        if isinstance(x, ir.Map):
            value, source = x.value, x.source
        test = ""
        if isinstance(source, ir.Filter) and source.var == x.var:
            test, source = f" if {self.at_least(source.test, OR)}", source.source
        return f"{self.text(value)} for {x.var.name} in {self.at_least(source, OR)}{test}"

    def _state(self, function: str) -> list[str]:
        """What a function is given before its own parameters."""
        callee = self.module.functions.get(function)
        given = ["m", "s", "z"]
        if callee is not None and callee.asks:
            mine = self.function.handle if self.function is not None else ""
            given.append(callee.handle if callee.handle == mine else "m.draw")
        return given

    def device(self, device: str, function: str) -> str:
        """The name under which the runtime binds a device's function."""
        name = self._devices.kept("dev", f"{device} {function}", (device, function))
        self.devices[name] = (device, function)
        return name

    def stable(self, source: ir.Expr) -> str:
        """The members of a set, safe against cards that move away while one goes through them."""
        if isinstance(source, ir.Op) and source.name in ("tuple", "list") and not isinstance(source.args[0], ir.Zone):
            source = source.args[0]
        return f"tuple({self.text(source)})" if isinstance(source, ir.Zone) else self.text(source)

    def _operation(self, x: ir.Op) -> tuple[str, int]:
        if x.name in ("list", "tuple") and (made := self._listed(x.name, x.args[0])) is not None:
            return made
        if x.name in SPECIAL:
            form, tight, first = SPECIAL[x.name]
            given = [self.at_least(a, EITHER if k else first) for k, a in enumerate(x.args)]
            return form.format(*given, line=x.line), tight
        row = operation(x.name)
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


SPECIAL: Mapping[str, tuple[str, int, int]] = {
    "after": ("{0}[{0}.index({1}) + 1 :]", ATOM, ATOM),
    "answer": ("draw() * {0} >> 31", EITHER, PRODUCT),
    "append": ("{0}.append({1})", ATOM, ATOM),
    "extend": ("{0} += {1}", EITHER, EITHER),
    "flags": ("[0] * {0}", PRODUCT, PRODUCT),
    "first_n": ("{0}[:{1}]", ATOM, ATOM),
    "insert_first": ("{0}.insert(0, {1})", ATOM, ATOM),
    "list": ("list({0})", ATOM, EITHER),
    "most": ("max({0}, default=0)", ATOM, EITHER),
    "put": ("{0}[{1}] = {2}", EITHER, ATOM),
    "remove": ("{0}.remove({1})", ATOM, ATOM),
    "run": ("s[{0}:{1}]", ATOM, EITHER),
    "some": ("{0} is not None", COMPARED, SUM),
    "tally": ("s[{0}:{1}].count({2})", ATOM, EITHER),
    "told_hits": ("told_hits(m, {line}, {3}, {0}, {1}, {2})", ATOM, EITHER),
    "told_sum": ("told_sum(m, {line}, {1}, {0})", ATOM, EITHER),
    "tuple": ("tuple({0})", ATOM, EITHER),
}
"""Operations that Python has a form of its own for: the form, how tightly it binds, and how tightly its first operand has to."""
PRINT: Mapping[type, Callable[[Python, ir.Stmt], None]] = {
    getattr(ir, name[1:].title()): getattr(Python, name)
    for name in (
        *("_let", "_store", "_increase", "_if", "_for", "_zip", "_repeat", "_loop", "_break", "_continue", "_return"),
        *("_fail", "_do", "_journal", "_end", "_push", "_pop", "_suspend", "_fork", "_attempt", "_forget"),
    )
}


def nesting(text: str) -> tuple[int, int]:
    """(brackets inside each other, loops inside each other) of a generated line."""
    deepest = loops = 0
    open_: list[list[int]] = [[0, 0]]  # of each open bracket: is it a loop, and the loops inside it
    for found in re.finditer(r"[(\[]|[)\]]| for ", text):
        match found[0]:
            case "(" | "[":
                open_.append([0, 0])
                deepest = max(deepest, len(open_) - 1)
            case " for ":
                open_[-1][0] = 1
            case _ if len(open_) > 1:
                own = sum(open_.pop())
                open_[-1][1] = max(open_[-1][1], own)
                loops = max(loops, own)
    return deepest, loops
