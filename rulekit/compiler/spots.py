"""Places and what lies there: zones, spots and rows of cards, counts of pieces."""

from __future__ import annotations

from rulekit.compiler.code import (
    Code,
    add,
    compare,
    multiply,
    number,
    subtract,
)
from rulekit.compiler.expressions import Context, Expressions
from rulekit.compiler.impossible import Impossible
from rulekit.dsl.tree import Node
from rulekit.dsl.types import Type


class Spots(Expressions):
    def zone(self, node: Node, c: Context) -> Code:
        """The index in ``z`` of a place that holds any number of cards."""
        if node.op == "place":
            place = self.program.places[node.data["place"]]
            return add(
                number(self.layout.zones[place.name]),
                self.instance(place.owners, self.owner_codes(node, place.owners, c)),
            )
        return self.value(node, c)

    def v_place(self, node: Node, c: Context) -> Code:
        """A place as a value: cards of a zone, index of a spot, indices of a row."""
        place = self.program.places[node.data["place"]]
        if place.row is not None:
            base = self.layout.spots[place.name]
            return Code(f"range({base}, {base + self.layout.row_size(place)})")
        if place.counted:
            raise Impossible(
                "a place for pieces is no value by itself", "say what is meant of it:  pieces in PLACE, PLACE is empty"
            )
        if place.is_spot:
            return add(
                number(self.layout.spots[place.name]),
                self.instance(place.owners, self.owner_codes(node, place.owners, c)),
            )
        return Code(f"z[{self.zone(node, c)}]")

    def v_place_row(self, node: Node, c: Context) -> Code:
        place = self.program.places[node.data["place"]]
        base, width = self.layout.spots[place.name], self.layout.sizes[place.owners[1]]
        owner = self.owner_codes(node, place.owners[:1], c)[0]
        start = add(number(base), multiply(owner, number(width)))
        return Code(f"range({start}, {add(start, number(width))})")

    def v_spot_of(self, node: Node, c: Context) -> Code:
        if node.args["s"].op not in ("place", "place-row"):
            row, n = self.value(node.args["s"], c), self.value(node.args["n"], c)
            return Code(f"nth({row}, {n}, {c.line})")
        low = self._row_low(node.args["s"])
        start = self.value(node.args["s"], c)
        n = self.value(node.args["n"], c)
        first = start.removeprefix("range(").partition(",")[0]
        place = self.program.places.get(node.args["s"].data.get("place", ""))
        size = self.layout.row_size(place) if place is not None and place.row is not None else None
        if size is None and place is not None:
            size = self.layout.sizes[place.owners[1]]
        n = self.within(n, low, low + (size or 1) - 1, c)
        return add(Code(first, int(first) if first.isdigit() else None), subtract(n, number(low)))

    def _row_low(self, node: Node) -> int:
        place = self.program.places.get(node.data.get("place", ""))
        return place.row[1] if place is not None and place.row is not None and not place.row[0] else 1

    def v_first_spots(self, node: Node, c: Context) -> Code:
        row = self.value(node.args["s"], c)
        n = self.value(node.args["n"], c)
        if n.const is None or n.const < 0:
            n = Code(f"within({n}, 0, len({row}), {c.line})")
        return Code(f"{row}[:{n}]")

    def v_empty_spots(self, node: Node, c: Context) -> Code:
        x = self.name("x")
        return Code(f"len([{x} for {x} in {self.value(node.args['s'], c)} if s[{x}] < 0])")

    def v_card_in(self, node: Node, c: Context) -> Code:
        return Code(f"card(s[{self.value(node.args['a'], c)}], {c.line})")

    def v_card_in_any(self, node: Node, c: Context) -> Code:
        return Code(f"s[{self.value(node.args['a'], c)}]")

    def v_top_card(self, node: Node, c: Context) -> Code:
        place = self.program.places.get(node.args["a"].data.get("place", ""))
        if place is not None and not place.pile:
            raise Impossible(
                f"`{place.name}` has no top: it is not declared as a pile",
                "declare it so:  ... in a pile; or say which card:  choose card among ..., random one of ...",
            )
        return Code(f"top({self.value(node.args['a'], c)}, {c.line})")

    def v_holder_of(self, node: Node, c: Context) -> Code:
        """The thing that another thing lies at: read from a table by the place that it is in."""
        kind = node.data["kind"]
        place = self.program.words.kinds.housing[kind][1]
        start, size, base = self.layout.zones[place], self.layout.sizes[kind], self.layout.bases[kind]
        after = self.layout.lists + self.layout.size - start - size + 1  # the last one is for "nowhere": -1
        table = self.unit.constant_text(
            f"at_{kind}", f"(-1,) * {start} + tuple(range({base}, {base + size})) + (-1,) * {after}"
        )
        return Code(f"{table}[s[{self.where_index(node.args['a'].type, self.value(node.args['a'], c))}]]")

    # ------------------------------------------------------------ counting pieces
    def count_codes(self, place: Node, pieces: Node, c: Context) -> list[tuple[Code, Code]]:
        """(token, index in s) for every token of the pieces that can lie at the place."""
        name, instance = self.holder(place, c)
        owner = self.owner(pieces, c)
        return self.columns_at(name, instance, self.spelt(pieces.args.get("p", pieces)), owner)

    def columns_at(
        self, name: str, instance: Code, pieces: list[str], owner: Code | None = None
    ) -> list[tuple[Code, Code]]:
        made = self.program.places.get(name)
        out: list[tuple[Code, Code]] = []
        for piece in pieces:
            tokens = self.layout.tokens_of(piece)
            columns = [(t, self.layout.counts[name, t]) for t in tokens if (name, t) in self.layout.counts]
            if not columns:
                continue
            first, column = columns[0]
            if made is not None and made.mine and self.program.pieces[piece].each:  # one column of one for each player
                out.append((add(number(first), instance), add(number(column.base), instance)))
                continue
            for t, column in columns:
                of = self.layout.tokens[t].owner
                if owner is None or owner.const is None or of < 0 or owner.const == of:
                    out.append((number(t), add(number(column.base), instance)))
        return out

    def holder(self, place: Node, c: Context) -> tuple[str, Code]:
        """(place or kind, number of the instance) for a place that holds counted pieces."""
        if place.op == "place":
            made = self.program.places[place.data["place"]]
            return made.name, self.instance(made.owners, self.owner_codes(place, made.owners, c))
        if place.type.head == "kind":
            return place.type.of, subtract(self.value(place, c), number(self.layout.bases[place.type.of]))
        raise Impossible("a place for counted pieces is needed here", "name a place that holds pieces")

    def spelt(self, pieces: Node) -> list[str]:
        """The pieces that a word stands for; a group stands for all its rows."""
        if pieces.op == "pieces":
            name = pieces.data["piece"]
            return list(self.program.groups[name].pieces) if name in self.program.groups else [name]
        if pieces.op in ("owned", "owned-mine"):
            return self.spelt(pieces.args["p"])
        return list(self.program.groups[pieces.type.of].pieces)

    def owner(self, pieces: Node, c: Context) -> Code | None:
        if pieces.op == "owned":
            return self.value(pieces.args["w"], c)
        if pieces.op == "owned-mine":
            return c.names["me"]
        return None

    def one_slot(self, place: Node, pieces: Node, c: Context, hint: Node | None = None) -> tuple[Code, Code] | None:
        """(token, index in s) as expressions when the pieces are of one sort and one owner; None otherwise.

        ``hint`` is another place that may say whose pieces are meant (``my supply: armies of that player``).
        """
        name, instance = self.holder(place, c)
        row = pieces.args.get("p", pieces)
        owner = self.owner(pieces, c)
        spelt = self.spelt(pieces)
        first = self.layout.tokens_of(spelt[0])[0]
        chosen = number(0)
        if row.op != "pieces" and row.type.head == "kind":  # a row of a group, held in a local
            chosen = self.value(row, c)
        elif len(spelt) > 1:
            return None
        each = self.program.pieces[spelt[0]].each
        if each and owner is None:
            for other in (place, hint):
                made = (
                    self.program.places.get(other.data.get("place", ""))
                    if other is not None and other.op == "place"
                    else None
                )
                if made is not None and made.mine and other is not None:
                    owner = self.owner_codes(other, made.owners, c)[0]
                    break
        if each and owner is None:
            return None
        token = add(number(first), owner if each and owner is not None else chosen)
        column = self.layout.counts.get((name, first))
        if column is None:
            holds = ", ".join(made_place.contents) if (made_place := self.program.places.get(name)) is not None else ""
            raise Impossible(
                f"{self.program.pieces[spelt[0]].plural} can not lie there" + (holds and f": it holds {holds}"),
                "name another place, or let this one hold them where it is declared",
            )
        made = self.program.places.get(name)
        if made is not None and made.mine and each:
            assert owner is not None
            if (
                owner.const is not None
                and instance.const is not None
                and owner.const != instance.const
                and hint is not None
            ):
                place_name = made.name if made is not None else "place"
                raise Impossible(
                    f"these are the pieces of another player: they lie in the {place_name} of their own player",
                    f"say whose:  {place_name} of PLAYER",
                )
            if owner != instance:
                owner = Code(f"own({owner}, {instance}, {c.line})")  # only its own pieces can lie there
                token = add(number(first), owner)
            index = add(number(column.base), instance)
        else:
            step = multiply(subtract(token, number(first)), number(column.size))
            index = add(number(column.base), add(step, instance))
        return token, index

    def v_device(self, node: Node, c: Context) -> Code:
        """A value that a device gives; pieces come as their tokens."""
        args = []
        for arg in node.args.values():
            if self.unit.program.words.kinds.fits(arg.type, "pieces"):
                args.append(self.tokens(arg, c))
            else:
                args.append(self.value(arg, c))
        name = self.unit.device(node.data["device"], node.data["function"])
        return Code(f"{name}(s, z, {', '.join(args)})")

    def tokens(self, pieces: Node, c: Context) -> Code:
        """The tokens of some pieces as a tuple."""
        row, owner = pieces.args.get("p", pieces), self.owner(pieces, c)
        found = [self.layout.tokens_of(piece) for piece in self.spelt(row)]
        if owner is None:
            return Code(repr(tuple(t for tokens in found for t in tokens)))
        return Code("(" + "".join(f"{add(number(tokens[0]), owner)}, " for tokens in found) + ")")

    def v_count(self, node: Node, c: Context) -> Code:
        place, pieces = node.args["a"], node.args["p"]
        one = self.one_slot(place, pieces, c)
        if one is not None:
            there = Code(f"s[{one[1]}]")
            made = self.program.places.get(place.data.get("place", "")) if place.op == "place" else None
            owner = self.owner(pieces, c)
            if made is None or not made.mine or owner is None:
                return there
            mine = compare(owner, "==", self.holder(place, c)[1])  # of other players nothing lies there
            if mine.const is not None:
                return there if mine.const else number(0)
            return there if owner == self.holder(place, c)[1] else Code(f"({there} if {mine} else 0)")
        codes = [Code(f"s[{index}]") for _, index in self.count_codes(place, pieces, c)]
        return Code(" + ".join(codes)) if codes else number(0)

    def v_pieces(self, node: Node, c: Context) -> Code:
        raise Impossible("a sort of piece is no value by itself", "say where they lie, or count them:  pieces in PLACE")

    def where_index(self, type_: Type, x: Code) -> Code:
        return add(number(self.layout.where[self.layout.roots[type_.of]]), x)

    def place_code(self, node: Node, c: Context) -> Code:
        """A place of a card as one number."""
        if node.type.head == "spot":
            return add(number(self.layout.lists), self.value(node, c))
        return self.zone(node, c)
