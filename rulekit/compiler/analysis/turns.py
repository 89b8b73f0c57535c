"""Deeds with which a turn begins: whoever carries one out is the first who is asked then, unless the game ends before.

So whoever counts turns knows that one is over as soon as such a deed begins for somebody else.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.compiler.analysis.calls import ASKING, asking, called
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import statements

ME = "me"


def turns(functions: Mapping[str, ir.Function]) -> frozenset[str]:
    """The names of such deeds; ``functions`` hold their questions in their middle."""
    found = _Turns(functions)
    return frozenset(name for name in functions if found.first(name))


class _Turns:
    def __init__(self, functions: Mapping[str, ir.Function]) -> None:
        self.functions, self.asks = functions, asking(functions)
        self.known: dict[str, bool] = {}

    def first(self, name: str) -> bool:
        if name not in self.known:
            self.known[name] = False
            f = self.functions[name]
            if f.sort == "deed" and f.params and f.params[0].name == ME:
                self.known[name] = self._block(f.body, {ME}) is True
        return self.known[name]

    def _block(self, body: ir.Block, mine: set[str]) -> bool | None:
        """True: `me` is asked, or the game ends, on every way. False: somebody else may be. None: it goes on."""
        for x in body:
            found = self._statement(x, mine)
            if found is not None:
                return found
        return None

    def _statement(self, x: ir.Stmt, mine: set[str]) -> bool | None:
        match x:
            case ir.Ask(player=player):
                return isinstance(player, ir.Local) and player.name in mine
            case ir.End():
                return True
            case ir.Let(var, ir.Local(name)) if name in mine:
                mine.add(var.name)
                return None
            case ir.Let(var):
                mine.discard(var.name)
                return None
            case ir.Return():
                return False
            case ir.If(_, then, otherwise):
                ways = {self._block(then, set(mine)), self._block(otherwise, set(mine))}
                return False if False in ways else None if None in ways else True
        asks = self.asks
        if called(x) in asks and isinstance(x, ir.Do) and isinstance(x.value, ir.Call):
            given = x.value.args[0] if x.value.args else None
            return self.first(x.value.function) and isinstance(given, ir.Local) and given.name in mine
        inside = any(isinstance(y, ASKING) or called(y) in asks or isinstance(y, ir.Return) for y in statements((x,)))
        return False if inside else None
