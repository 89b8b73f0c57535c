"""Sentences and functions of a generated module, written as C."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulekit.compiler.native.expressions import WORDS, Expressions
from rulekit.compiler.native.infer import Inferred, is_pop
from rulekit.compiler.native.naming import STATE, local, plain
from rulekit.compiler.native.sorts import LISTS, Unsupported
from rulekit.compiler.native.tables import Tables


def ctype(sort: str | None) -> str:
    """The type in C of what a name holds."""
    held = {"set": "S *", "stack": "ST *", "pairs": "V *", "kept": "V *", "costs": "COSTS *"}
    return "V *" if sort in LISTS else held.get(sort or "int", "I ")


def heading(known: Inferred, name: str) -> str:
    """A function's first line."""
    held = known.names[name]
    params = [p for p in known.params(name) if p not in STATE]
    written = ", ".join(f"{ctype(held.get(p))}{'st' if p == 'st' else local(p)}" for p in params)
    gives = known.gives[name]
    return f"static {'void ' if gives == 'none' else ctype(gives)}{plain(name)}({written or 'void'})"


class Function(Expressions):
    """Writes one function."""

    def __init__(self, known: Inferred, tables: Tables, function: str) -> None:
        super().__init__(known, tables, function)
        self.out: list[str] = []

    def written(self) -> str:
        tree, held = self.known.functions[self.function], self.known.names[self.function]
        params = set(self.known.params(self.function))
        if self.function in self.known.deep:
            self.add("deep_();")
        self.block(tree.body)
        mine = [f"    {ctype(sort)}{local(name)} = 0;" for name, sort in held.items() if name not in params]
        mine += [f"    I {local(name)}known = 0;" for name in sorted(self.once)]
        last = "" if self.known.gives[self.function] == "none" else "    return 0;\n"
        return f"{heading(self.known, self.function)} {{\n" + "\n".join([*mine, *self.out]) + f"\n{last}}}\n"

    # ------------------------------------------------------------ sentences
    def block(self, body: Sequence[ast.stmt]) -> None:
        for part in body:
            write = getattr(self, "_do_" + type(part).__name__.lower(), None)
            if write is None:
                raise Unsupported(f"{type(part).__name__} in {self.function}")
            write(part)

    def add(self, text: str) -> None:
        self.out.append("    " + text)

    def _do_pass(self, part: ast.Pass) -> None:
        pass

    def _do_break(self, part: ast.Break) -> None:
        self.add("break;")

    def _do_continue(self, part: ast.Continue) -> None:
        self.add("continue;")

    def _do_raise(self, part: ast.Raise) -> None:
        if part.exc is None:
            self.add("longjmp(out_, caught);")
            return
        if not isinstance(part.exc, ast.Call) or ast.unparse(part.exc.func) != "Failure":
            raise Unsupported(f"raise in {self.function}")
        self.add(f"fail({self.value(part.exc.args[0])});")

    def _do_try(self, part: ast.Try) -> None:
        """What is taken back when it fails: see compiler/deeds.py, which writes nothing else of this kind."""
        (tried,), (handler,) = part.body, part.handlers
        if not isinstance(tried, ast.Return) or tried.value is None:
            raise Unsupported(f"Try in {self.function}")
        gives = self.known.gives[self.function]
        self.add("{ jmp_buf before; memcpy(before, out_, sizeof(jmp_buf)); int caught = setjmp(out_);")
        self.add("if (!caught) {")
        if gives == "none":
            self.sentence(tried.value)
            self.add("memcpy(out_, before, sizeof(jmp_buf)); return; }")
        else:
            self.add(f"{ctype(gives)}given = {self.value(tried.value)};")
            self.add("memcpy(out_, before, sizeof(jmp_buf)); return given; }")
        self.add("memcpy(out_, before, sizeof(jmp_buf));")
        self.add("if (caught != FAILED) longjmp(out_, caught);")
        self.block(handler.body)
        self.add("}")

    def _do_delete(self, part: ast.Delete) -> None:
        (target,) = part.targets
        if (
            not isinstance(target, ast.Subscript)
            or not isinstance(target.slice, ast.Slice)
            or target.slice.lower is None
        ):
            raise Unsupported(f"{ast.unparse(part)} in {self.function}")
        self.add(f"st->n = {self.value(target.slice.lower)};")

    def _do_return(self, part: ast.Return) -> None:
        if self.known.gives[self.function] == "none":
            if part.value is not None and not isinstance(part.value, ast.Constant):
                self.sentence(part.value)
            self.add("return;")
        else:
            self.add(f"return {self.value(part.value) if part.value is not None else '0'};")

    def _do_if(self, part: ast.If) -> None:
        self.add(f"if ({self.truth(part.test)}) {{")
        self.block(part.body)
        if part.orelse:
            self.add("} else {")
            self.block(part.orelse)
        self.add("}")

    def _do_while(self, part: ast.While) -> None:
        if part.orelse:
            raise Unsupported(f"while ... else in {self.function}")
        self.add(f"while ({self.truth(part.test)}) {{ tick_();")
        self.block(part.body)
        self.add("}")

    def _do_for(self, part: ast.For) -> None:
        if part.orelse:
            raise Unsupported(f"for ... else in {self.function}")
        k = self.fresh("k")
        if isinstance(part.target, ast.Tuple):
            assert isinstance(part.iter, ast.Call)
            names = [self.fresh("v") for _ in part.target.elts]
            lists = [f"const V *{name} = {self.in_order(a)};" for name, a in zip(names, part.iter.args, strict=True)]
            within = " && ".join(f"{k} < {name}->n" for name in names)
            self.add(f"{{ {' '.join(lists)} for (I {k} = 0; {within}; {k}++) {{")
            for element, name in zip(part.target.elts, names, strict=True):
                assert isinstance(element, ast.Name)
                self.add(f"{local(element.id)} = {name}->a[{k}];")
        else:
            assert isinstance(part.target, ast.Name)
            target, span = local(part.target.id), self.loops.span(part.iter)
            if span is not None:
                low, high = span
                end = self.fresh("e")
                self.add(f"{{ for (I {k} = {low}, {end} = {high}; {k} < {end}; {k}++) {{ {target} = {k};")
            elif self.sort(part.iter) == "lists":
                size = self.tables.size(part.iter)
                self.add(f"{{ for (I {k} = 0; {k} < {size}; {k}++) {{ {target} = (V *)&{self.value(part.iter)}[{k}];")
            else:
                it = self.fresh("v")
                self.add(f"{{ const V *{it} = {self.in_order(part.iter)};")
                self.add(f"for (I {k} = 0; {k} < {it}->n; {k}++) {{ {target} = {it}->a[{k}];")
        self.block(part.body)
        self.add("} }")

    def _do_expr(self, part: ast.Expr) -> None:
        self.sentence(part.value)

    # ------------------------------------------------------------ what changes something
    def _do_assign(self, part: ast.Assign) -> None:
        if len(part.targets) > 1:
            raise Unsupported(f"two targets in {self.function}")
        target, value = part.targets[0], part.value
        if isinstance(target, ast.Tuple) and is_pop(value):
            self._taken(target)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Call):  # the cheapest of those that are open
            (heap,), (cost, one) = value.args, target.elts
            assert isinstance(cost, ast.Name) and isinstance(one, ast.Name)
            self.add(f"heappop({self.value(heap)}, &{local(cost.id)}, &{local(one.id)});")
        elif isinstance(target, ast.Tuple):
            assert isinstance(value, ast.Tuple)
            names = [self.fresh("t") for _ in value.elts]
            self.add("{")
            for name, one in zip(names, value.elts, strict=True):
                self.add(f"{ctype(self.sort(one))}{name} = {self._fresh_list(one)};")
            for name, element, one in zip(names, target.elts, value.elts, strict=True):
                self.store(element, name, self.sort(one))
            self.add("}")
        elif isinstance(target, ast.Name) and target.id in self.once:
            if not isinstance(value, ast.Constant) or value.value is not None:
                self.refuse(value)
            self.add(f"{local(target.id)}known = 0;")
        else:
            self.store(target, self._fresh_list(value), self.sort(value))

    def _fresh_list(self, value: ast.expr) -> str:
        """A value for a name; a list that is written out is a list of its own."""
        if isinstance(value, ast.List):
            return self._list(value)
        return self.value(value)

    def _taken(self, target: ast.Tuple) -> None:
        """A frame is taken: its step, and its slots from the last to the first."""
        slots = next((self.known.frames[k] for k in self.known.steps_of.get(self.function, ())), [])
        if len(slots) != len(target.elts) - 1:  # nobody ever lays such a frame
            self.add("broken();")
            return
        for k, element in enumerate(reversed([*target.elts])):
            assert isinstance(element, ast.Name)
            if not k:
                self.add("take(st);")
                continue
            sort = slots[len(slots) - k]
            self.add(f"{local(element.id)} = {'take_list' if sort in LISTS else 'take'}(st);")

    def store(self, target: ast.expr, value: str, sort: str) -> None:
        if isinstance(target, ast.Name):
            self.add(f"{local(target.id)} = {value};")
            return
        if isinstance(target, ast.Subscript) and ast.unparse(target) == "z[:]":
            self.add(f"put_back_({value});")
            return
        if isinstance(target, ast.Subscript) and self.sort(target.value) == "costs":
            self.add(f"costs_set({self.value(target.value)}, {self.value(target.slice)}, {value});")
            return
        if not isinstance(target, ast.Subscript) or ast.unparse(target.value) != "s" or sort in ("bool", "mixed"):
            raise Unsupported(f"{ast.unparse(target)} = in {self.function}")
        if isinstance(target.slice, ast.Slice):
            low = "0" if target.slice.lower is None else self.value(target.slice.lower)
            high = "SIZE" if target.slice.upper is None else self.value(target.slice.upper)
            self.add(f"vstore(s, SIZE, {low}, {high}, {value});")
            return
        name = self.fresh("t")
        self.add(f"{{ I {name} = {value}; s[index_({self.index(target.slice)}, SIZE)] = {name}; }}")

    def _do_augassign(self, part: ast.AugAssign) -> None:
        target = part.target
        if isinstance(target, ast.Name):
            self.add(f"{local(target.id)} = {self.value(ast.BinOp(target, part.op, part.value))};")
        elif isinstance(target, ast.Subscript) and ast.unparse(target.value) == "s":
            k, name = self.fresh("k"), self.fresh("t")
            word = WORDS.get(type(part.op))
            if word is None:
                raise Unsupported(f"{ast.unparse(part)} in {self.function}")
            self.add(f"{{ I {k} = index_({self.index(target.slice)}, SIZE), {name} = s[{k}];")
            self.add(f"s[{k}] = {word}({name}, {self.value(part.value)}); }}")
        else:
            raise Unsupported(f"{ast.unparse(part)[:60]} in {self.function}")

    def sentence(self, node: ast.expr) -> None:
        """An expression that stands for what it does."""
        if isinstance(node, ast.Constant):  # what is left of a deed that does nothing
            return
        if not isinstance(node, ast.Call):
            raise Unsupported(f"{ast.unparse(node)[:60]} in {self.function}")
        if isinstance(node.func, ast.Attribute):
            self._done(node, node.func)
            return
        assert isinstance(node.func, ast.Name)
        if node.func.id == "insort":
            self._changed("insort", node.args)
        elif node.func.id == "heappush":
            heap, pair = node.args
            assert isinstance(pair, ast.Tuple)
            self._changed("heappush", [heap, *pair.elts])
        else:
            self.add(f"{self.value(node)};")

    def _done(self, node: ast.Call, function: ast.Attribute) -> None:
        text, given = ast.unparse(function), node.args
        if text == "st.append":
            self._laid(given[0])
        elif text == "m.asks.append":
            assert isinstance(given[0], ast.Tuple)
            player, question, options, _ = given[0].elts
            self.add(f"ask_({self.value(player)}, {self.value(question)}, {self.items(options)}, st);")
        elif text == "m.fork":
            self._forked(given)
        elif text == "m.end":
            self._ended(given[0], self.value(given[1]))
        elif function.attr in ("append", "add", "discard"):
            word = {"append": "vpush", "add": "sadd", "discard": "sdrop"}[function.attr]
            self._changed(word, [function.value, *given])
        elif function.attr in ("remove", "insert"):
            self._changed(f"v{function.attr}", [function.value, *given])
        elif function.attr == "pop":
            self.add(f"{self.value(node)};")
        else:
            raise Unsupported(f"{text} in {self.function}")

    def _changed(self, word: str, given: Sequence[ast.expr]) -> None:
        """A word that changes the list or set that it is given first."""
        written = [*map(self.value, given)]
        self.add(self.words.in_turn(given, written, lambda *named: f"{word}({', '.join(named)})") + ";")

    def _laid(self, frame: ast.expr) -> None:
        assert isinstance(frame, ast.Tuple)
        *slots, step = frame.elts
        for slot in slots:
            word = "lay_list" if self.sort(slot) in LISTS else "lay"
            self.add(f"{word}(st, {self.items(slot) if word == 'lay_list' else self.value(slot)});")
        self.add(f"lay(st, {self.value(step)});")

    def _forked(self, given: Sequence[ast.expr]) -> None:
        """``m.fork``: what all do at once, each on a stack of his own."""
        body, extra = given
        assert isinstance(body, ast.Name) and isinstance(extra, ast.Tuple)
        player, mine, waiting = self.fresh("p"), self.fresh("st"), self.fresh("w")
        arguments = [mine, *map(self.value, extra.elts), player]
        self.add(f"for (I {player} = 0; {player} < SEATS; {player}++) {{ ST *{mine} = stack_(); I {waiting} = asked_;")
        self.add(f"{plain(body.id)}({', '.join(arguments)}); forked_({mine}, {waiting}); }}")

    def _ended(self, ranking: ast.expr, line: str) -> None:
        if not isinstance(ranking, ast.ListComp) or not isinstance(ranking.elt, ast.Tuple):
            raise Unsupported(f"a ranking in {self.function}")
        if any(self.sort(number) != "int" for number in ranking.elt.elts):
            raise Unsupported(f"a ranking by truths in {self.function}")
        self.add(f"end_({self.loops.built(ranking)}, {len(ranking.elt.elts)});")
