"""Sentences that move, shuffle, lay and turn cards, and whatever else lies in places one by one."""

from __future__ import annotations

from rulekit.compiler.code import Code, add, number, subtract
from rulekit.compiler.impossible import Impossible
from rulekit.compiler.values import Context
from rulekit.compiler.writer import Writer
from rulekit.dsl.tree import Node, Statement


class Cards(Writer):
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
