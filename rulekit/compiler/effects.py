"""Sentences that change something: pieces and cards that move, marks, the end of the game.

With a journal every change also leaves an entry ``(line, me, sort, ...)``; without one not even a test for it is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.compiler.code import Code, add, not_, number, subtract
from rulekit.compiler.impossible import Impossible
from rulekit.compiler.values import Context
from rulekit.dsl.program import LARGEST, Mark
from rulekit.dsl.tree import Node, Statement

if TYPE_CHECKING:
    from rulekit.compiler.flow import Flow
    from rulekit.compiler.layout import Layout
    from rulekit.compiler.unit import Unit
    from rulekit.compiler.values import Values


class Effects:
    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.unit: Unit = flow.unit
        self.values: Values = flow.unit.values
        self.layout: Layout = flow.unit.layout

    def add(self, text: str) -> None:
        self.flow.out.add(text)

    def log(self, c: Context, *what: object) -> None:
        if self.unit.journal:
            self.add(f"m.log.append(({c.line}, {c.names.get('me', '-1')}, {', '.join(str(w) for w in what)}))")

    def fail(self, c: Context, why: str = "") -> str:
        return f"raise Failure({c.line}{', ' + why if why else ''})"

    def atom(self, code: Code, stem: str) -> Code:
        """The expression in a local, so that it can be written more than once."""
        if code.atomic:
            return code
        name = self.values.name(stem)
        self.add(f"{name} = {code}")
        return Code(name)

    def emit(self, x: Statement, c: Context) -> None:
        getattr(self, "s_" + x.op.replace("-", "_"))(x, c)

    # ------------------------------------------------------------ counted pieces
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

    # ------------------------------------------------------------ cards
    def root(self, node: Node) -> str:
        return self.layout.roots[node.type.of]

    def s_move_thing(self, x: Statement, c: Context) -> None:
        card = self.atom(self.values.value(x.args["x"], c), "card")
        self.place(card, self.root(x.args["x"]), x.args["b"], x.data.get("face"), c)

    def place(self, card: Code, root: str, target: Node, face: str | None, c: Context, under: bool = False) -> None:
        """Takes a card from where it lies and puts it to its new place."""
        where = add(number(self.layout.where[root]), card)
        code = self.atom(self.values.place_code(target, c), "to")
        faces = self.layout.faces.get(root)
        lift = f"{'old = ' if self.unit.journal else ''}lift(s, z, {where}, {card})"
        if target.type.head == "spot":
            index = self.atom(subtract(code, number(self.layout.lists)), "spot")
            self.add(f"if s[{index}] not in (-1, {card}): {self.fail(c)}")
            self.add(lift)
            self.add(f"s[{index}] = {card}")
            lift = ""
        if lift:
            self.add(lift)
        if target.type.head == "spot":
            pass
        elif under:
            self.add(f"z[{code}].insert(0, {card})")
        elif self.is_pile(target):
            self.add(f"z[{code}].append({card})")
        else:
            self.add(f"insort(z[{code}], {card})")
        self.add(f"s[{where}] = {code}")
        up = int(face == "up")
        if faces is not None:
            self.add(f"s[{add(number(faces), card)}] = {up}")
        self.log(c, "'card'", f"{root!r}", card, "old", code, up)

    def is_pile(self, target: Node) -> bool:
        place = self.unit.program.places.get(target.data.get("place", ""))
        return place is not None and place.pile

    def s_move_under(self, x: Statement, c: Context) -> None:
        card = self.atom(self.values.value(x.args["x"], c), "card")
        self.place(card, self.root(x.args["x"]), x.args["b"], None, c, under=True)

    def s_move_set(self, x: Statement, c: Context) -> None:
        self._each_card(f"tuple({self.values.value(x.args['s'], c)})", self.root(x.args["s"]), x.args["b"], None, c)

    def _each_card(self, source: str, root: str, target: Node, face: str | None, c: Context) -> None:
        card = self.values.name("card")
        self.add(f"for {card} in {source}:")
        self.flow.out.depth += 1
        self.place(Code(card), root, target, face, c)
        self.flow.out.depth -= 1

    def s_move_cards(self, x: Statement, c: Context) -> None:
        source = x.args["a"]
        code = self.values.value(source, c)
        match source.type.head:
            case "spot":
                cards = f"([s[{code}]] if s[{code}] >= 0 else ())"
            case "row":
                spot = self.values.name("spot")
                cards = f"[s[{spot}] for {spot} in {code} if s[{spot}] >= 0]"
            case _:
                cards = f"tuple({code})"
        self._each_card(cards, self.root(source), x.args["b"], None, c)

    def s_move_random(self, x: Statement, c: Context) -> None:
        source, kind = x.args["a"], x.data["k"]
        code = self.values.value(source, c)
        cards = code if source.type.of == kind else self.values.filtered(code, lambda y: self.values.in_range(y, kind))
        n = self.values.value(x.args["n"], c)
        drawn = f"sample(s, {self.layout.streams['cards']}, {cards}, {n}, {c.line})"
        self._each_card(drawn, self.layout.roots[kind], x.args["b"], None, c)

    def s_shuffle(self, x: Statement, c: Context) -> None:
        zone = x.args["a"]
        self.add(f"shuffle(s, {self.layout.streams['cards']}, {self.values.value(zone, c)})")
        self.log(c, "'shuffle'", self.values.zone(zone, c))

    def s_lay_row(self, x: Statement, c: Context) -> None:
        kind, row = x.data["k"], self.values.value(x.args["r"], c)
        root = self.layout.roots[kind]
        base, size = self.layout.bases[kind], self.layout.sizes[kind]
        where, faces = self.layout.where[root], self.layout.faces.get(root)
        made = self.unit.program.places.get(x.args["r"].data.get("place", ""))
        if made is not None and made.row is not None and size > self.layout.row_size(made):
            spots = self.layout.row_size(made)
            raise Impossible(
                f"there are {size} cards for {spots} spots",
                f"give `{made.name}` {size} spots where it is declared, or lay only some:  lay the top {spots} cards of ...",
            )
        cards = self.values.name("cards")
        self.add(f"{cards} = list(range({base}, {base + size}))")
        self.add(f"shuffle(s, {self.layout.streams['cards']}, {cards})")
        card, spot = self.values.name("card"), self.values.name("spot")
        self.add(f"for {card} in {cards}: lift(s, z, {where} + {card}, {card})")
        self.add(f"for {card}, {spot} in zip({cards}, {row}):")
        self.add(f"    if s[{spot}] >= 0: {self.fail(c)}")
        self.add(f"    s[{spot}] = {card}; s[{where} + {card}] = {self.layout.lists} + {spot}")
        if faces is not None:
            self.add(f"    s[{faces} + {card}] = {int(x.data['face'] == 'up')}")
        if self.unit.journal:
            up = int(x.data["face"] == "up")
            self.add(
                f"    m.log.append(({c.line}, -1, 'card', {root!r}, {card}, -1, {self.layout.lists} + {spot}, {up}))"
            )

    def s_lay_top(self, x: Statement, c: Context) -> None:
        pile, n = self.values.value(x.args["a"], c), self.values.value(x.args["n"], c)
        self._each_card(f"tops({pile}, {n}, {c.line})", self.root(x.args["a"]), x.args["b"], "up", c)

    def s_turn_up(self, x: Statement, c: Context) -> None:
        root = self.root(x.args["x"])
        faces = self.layout.faces.get(root)
        card = self.atom(self.values.value(x.args["x"], c), "card")
        if faces is not None:
            self.add(f"s[{add(number(faces), card)}] = 1")
        self.log(c, "'turn'", f"{root!r}", card)

    def s_turn_next(self, x: Statement, c: Context) -> None:
        root = self.layout.roots[x.args["r"].type.of]
        spot = self.values.name("spot")
        faces = self.layout.faces.get(root)
        if faces is None:
            raise Impossible("these cards are never turned up", "say who sees the row:  seen by nobody until turned up")
        self.add(f"for {spot} in {self.values.value(x.args['r'], c)}:")
        self.add(f"    if s[{spot}] >= 0 and not s[{faces} + s[{spot}]]:")
        self.add(f"        s[{faces} + s[{spot}]] = 1")
        if self.unit.journal:
            self.add(f"        m.log.append(({c.line}, -1, 'turn', {root!r}, s[{spot}]))")
        self.add("        break")

    # ------------------------------------------------------------ numbers and marks
    def s_set(self, x: Statement, c: Context) -> None:
        self._assign(x.args["x"], self.values.value(x.args["v"], c), c)

    def s_raise(self, x: Statement, c: Context) -> None:
        self._assign(
            x.args["x"], Code(f"{self.values.value(x.args['x'], c)} + {_wrap(self.values.value(x.args['n'], c))}"), c
        )

    def s_lower(self, x: Statement, c: Context) -> None:
        self._assign(
            x.args["x"], Code(f"{self.values.value(x.args['x'], c)} - {_wrap(self.values.value(x.args['n'], c))}"), c
        )

    def s_lower_to(self, x: Statement, c: Context) -> None:
        value, n, least = (self.values.value(x.args[k], c) for k in ("x", "n", "m"))
        self._assign(x.args["x"], Code(f"max({value} - {_wrap(n)}, {least})"), c)

    def s_raise_to(self, x: Statement, c: Context) -> None:
        value, n, most = (self.values.value(x.args[k], c) for k in ("x", "n", "m"))
        self._assign(x.args["x"], Code(f"min({value} + {_wrap(n)}, {most})"), c)

    def _assign(self, target: Node, value: Code, c: Context) -> None:
        if target.op == "local":
            self.add(f"{c.names[target.data['name']]} = {self._small(target, value, c)}")
            return
        if target.op == "role":
            self.add(f"s[{self.values.mark_index(target, c)}] = {self._small(target, value, c)}")
            return
        mark = self.unit.program.marks[target.data["mark"]]
        index = self.values.mark_index(target, c)
        if mark.type.head == "truth":
            value = number(value.const) if value.const is not None else Code(f"int({value})")
        checked, told = self._out_of_range(mark, value), self.unit.journal and mark.told
        if checked or told:
            value = self.atom(value, "v")
            index = self.atom(index, "i")
        if value.const is not None and mark.low is not None:
            if value.const < mark.low or value.const > (LARGEST if mark.high is None else mark.high):
                most = "up" if mark.high is None else f"to {mark.high}"
                raise Impossible(
                    f"`{mark.name}` can not be {value.const}: it goes from {mark.low} {most}",
                    f"set it to a number in its range, or let it go further where `{mark.name}` is declared",
                )
        elif checked:
            self.add(f"if {checked.format(v=value)}: {self.fail(c)}")
        if told:
            self.add(f"if s[{index}] != {value}:")
            self.flow.out.depth += 1
            self.log(c, "'mark'", index, f"s[{index}]", f"int({value})")
            self.flow.out.depth -= 1
        self.add(f"s[{index}] = {value}")

    def _out_of_range(self, mark: Mark, value: Code) -> str:
        if value.const is not None or mark.low is None or mark.type.head != "number":
            return ""
        return f"not {mark.low} <= {{v}} <= {LARGEST if mark.high is None else mark.high}"

    def _small(self, target: Node, value: Code, c: Context) -> Code:
        """A number without limits of its own: it does not grow for ever."""
        if value.const is not None or target.type.head != "number":
            return value
        return Code(f"within({value}, {-LARGEST}, {LARGEST}, {c.line})")

    def s_becomes(self, x: Statement, c: Context) -> None:
        mark = self.unit.program.marks[x.data["mark"]]
        shift = self.layout.marks[mark.name] - self.layout.bases[mark.owners[0]]
        index = self.atom(add(number(shift), self.values.value(x.args["a"], c)), "i")
        value = 0 if "no" in x.data else 1
        if self.unit.journal and mark.told:
            self.add(f"if s[{index}] != {value}:")
            self.flow.out.depth += 1
            self.log(c, "'mark'", index, f"s[{index}]", value)
            self.flow.out.depth -= 1
        self.add(f"s[{index}] = {value}")

    # ------------------------------------------------------------ scenes, needs, devices, the end
    def begin(self, x: Statement, c: Context) -> None:
        name = x.data["point"]
        scene = self.unit.program.scenes[name]
        for slot in scene.slots:
            self.add(f"s[{self.layout.roles[name, slot]}] = {self.values.value(x.args[slot], c)}")
        for mark_name in scene.marks:
            mark = self.unit.program.marks[mark_name]
            base = self.layout.marks[mark_name]
            for k, it in enumerate(self.layout.first_owners(mark)):
                first = (
                    self.values.value(mark.first, c.bind(it=number(it)))
                    if mark.first is not None
                    else number(-1 if mark.type.maybe else self._lowest(mark))
                )
                self.add(f"s[{base + k}] = {first}")

    def _lowest(self, mark: Mark) -> int:
        return self.layout.bases[mark.type.of] if mark.type.head == "kind" else mark.low or 0

    def s_needs(self, x: Statement, c: Context) -> None:
        test = self.unit.asked(x.span, not_(self.values.condition(x.args["c"], c)))
        if test.const == 0:
            return
        why = self.unit.texts.reason(x.data.get("reason"), c)
        self.add(f"if {test}: {self.fail(c, why if self.unit.journal else '')}")

    def s_device(self, x: Statement, c: Context) -> None:
        self.add(self.device_call(x.data["device"], x.data["function"], x, c))
        places = [self.device_place(node, c) for node in x.args.values() if node.type.head in ("place", "kind")]
        if places:  # what lies in the last place is what came of it
            name = x.data["device"]
            self.log(c, "'device'", f"{name!r}", f"tuple([s[k] if k >= 0 else 0 for k in {places[-1]}])")

    def device_call(self, name: str, function: str, x: Statement, c: Context) -> str:
        """A call of a device's function with what stands in the gaps of its phrase, in the order of the phrase."""
        args = [
            self.device_place(node, c) if node.type.head in ("place", "kind") else self.values.value(node, c)
            for node in x.args.values()
        ]
        return f"{self.unit.device(name, function)}(s, z, {', '.join(args)})"

    def device_place(self, node: Node, c: Context) -> str:
        name, instance = self.values.holder(node, c)
        made = self.unit.program.places.get(name)
        count = self.layout.instances(made.owners) if made is not None else self.layout.sizes[name]
        slots = self.unit.constant(f"slots_{name}", tuple(self.layout.slots(name, k) for k in range(count)))
        return f"{slots}[{instance}]"

    def s_end_game(self, x: Statement, c: Context) -> None:
        who = self.values.name("x")
        source = self.values.value(x.args["s"], c)
        keys = [self.values.value(x.args[k], c.bind(it=Code(who))) for k in "nm" if k in x.args]
        self.add(f"m.end([({who}, {', '.join(keys)}) for {who} in {source}], {c.line})")
        self.add("return")

    def s_end_won(self, x: Statement, c: Context) -> None:
        """Those who have won rank before all others; somebody must have."""
        node = x.args["w"]
        code = self.values.value(node, c)
        won = self.values.name("won")
        self.add(f"{won} = {f'({code},)' if node.type.head == 'kind' else code}")
        self.add(f"if not {won}: {self.fail(c)}")
        self.add(f"m.end([(x, int(x in {won})) for x in range({self.layout.players})], {c.line})")
        self.add("return")


def _wrap(code: Code) -> str:
    return code if code.atomic else f"({code})"
