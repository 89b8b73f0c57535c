"""Writes out how a card is taken from where it lies, instead of calling a function for it.

::

    lift(570 + card, card)            place = s[570 + card]
    insort(z[1], card)            ->  if place >= lists: s[place - lists] = -1
    s[570 + card] = 1                 elif place >= 0: remove(z[place], card)
                                      insort(z[1], card)
                                      s[570 + card] = 1

That the card lies nowhere in between need not be noted where its new place is noted next.
"""

from __future__ import annotations

from rulekit.compiler.analysis.effects import State
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import compare, number, subtract
from rulekit.compiler.ir.traverse import map_bodies, walk, with_blocks
from rulekit.compiler.ir.types import VOID, Int, Seq


def expand_lift(module: ir.Module, state: State) -> ir.Module:
    """The place of a card that is a spot is the number of lists and the number of the spot."""
    return map_bodies(module, _Lift(state.lists, state.numbers).block)


class _Lift:
    def __init__(self, lists: int, size: int) -> None:
        self.lists, self.size = lists, size
        self.count = 0

    def block(self, body: ir.Block) -> ir.Block:
        out: list[ir.Stmt] = []
        for k, x in enumerate(body):
            match x:
                case ir.Do(ir.Op("lift", (where, card))):
                    out += self.lifted(where, card, body[k + 1 : k + 3])
                case _:
                    out.append(with_blocks(x, self.block))
        return tuple(out)

    def lifted(self, where: ir.Expr, card: ir.Expr, following: ir.Block) -> list[ir.Stmt]:
        self.count += 1
        place = ir.Local(f"place_{self.count}", Int(-1, self.lists + self.size - 1))
        gone = ir.Store(where, number(-1))
        remove = ir.Do(ir.Op("remove", (ir.Zone(place, Seq()), card), made=VOID))
        spot = ir.Store(subtract(place, number(self.lists)), number(-1))
        if not self.noted(where, following):
            remove_block: ir.Block = (remove, gone)
            spot_block: ir.Block = (spot, gone)
        else:
            remove_block, spot_block = (remove,), (spot,)
        listed = ir.If(compare(place, ">=", number(0)), remove_block)
        return [
            ir.Let(place, ir.Load(where, place.made)),
            ir.If(compare(place, ">=", number(self.lists)), spot_block, (listed,)),
        ]

    def noted(self, where: ir.Expr, following: ir.Block) -> bool:
        """Whether the next statements note the new place, and nothing looks at it before."""
        for x in following:
            if isinstance(x, ir.Store) and x.index == where:
                return True
            plain = isinstance(x, ir.Store) or (isinstance(x, ir.Do) and isinstance(x.value, ir.Op))
            if not plain or any(isinstance(y, ir.Load | ir.Call | ir.Device) for y in walk(x)):
                return False
        return False
