"""Dice in place of a battle tower, as a plugin: every piece rolls a die, and stands or is beaten back.

It says the same words as the battle tower, so that a variant can put it in its place:
``use plugin dice-battle instead of battle-tower``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulekit.plugins.devices import Device, Parameter, Setting, Slots, Word
from rulekit.plugins.hookspecs import hookimpl

State = list[int]
Lists = list[list[int]]
Amounts = tuple[int, ...]


class DiceBattle:
    """One die for each piece. Those that were beaten back roll too, and come back on a high number only."""

    name = "dice-battle"
    doc = "A die for each piece: from one number up it stands; pieces beaten back earlier return from another one up."
    parameters: Sequence[Parameter] = (
        Parameter("sides", default=6, low=2, high=100, doc="the sides of the dice"),
        Parameter("stands", default=3, low=1, high=101, doc="a piece that rolls this or more stands"),
        Parameter("returns", default=6, low=1, high=101, doc="one that was beaten back returns from this number up"),
    )
    words: Sequence[Word] = (
        Word(
            "throw {a:place} and {b:place} into the tower",
            function="roll",
            example="throw funnel and tray into the tower",
            chance=True,
        ),
        Word("{p:pieces} in the tower", function="beaten", example="farmers in the tower", gives="number"),
        Word(
            "put {x:amounts} from {a:place} into the tower",
            function="put",
            example="put 1 farmer from farmer supply into the tower",
            test=True,
        ),
        Word(
            "the tower will drop {x:amounts}",
            function="script",
            example="the tower will drop 3 armies of Blue, 1 farmer",
            test=True,
        ),
    )

    def stores(self, parameters: Mapping[str, int]) -> Sequence[str]:
        """Where the pieces lie that were beaten back."""
        return ["beaten back"]

    def bind(self, setting: Setting) -> Mapping[str, Callable[..., Any]]:
        """The words, for one game."""
        (back,) = setting.stores
        sides, stands, returns = (setting.parameters[name] for name in ("sides", "stands", "returns"))

        def rolled(s: State, dice: int, least: int) -> int:
            """How many of so many dice show at least this. A number that no die has is never shown."""
            return sum(setting.below(s, sides) + 1 >= least for _ in range(dice))

        def roll(s: State, z: Lists, a: Slots, b: Slots) -> None:
            """All pieces in ``a`` and ``b`` roll, and those beaten back; who stands or returns lies in ``b``."""
            there = setting.lying(s, a, b, back)
            standing = setting.written(z, there)
            if standing is None:
                fighting, beaten = setting.lying(s, a, b), setting.lying(s, back)
                standing = [rolled(s, f, stands) + rolled(s, k, returns) for f, k in zip(fighting, beaten, strict=True)]
            rest = [n - k for n, k in zip(there, standing, strict=True)]
            setting.spread(s, (a, b, back), (b, standing), (back, rest))

        def beaten(s: State, z: Lists, p: tuple[int, ...]) -> int:
            """How many pieces of some tokens were beaten back."""
            return sum(s[back[token]] for token in p)

        def put(s: State, z: Lists, x: Amounts, a: Slots) -> None:
            """Pieces go from ``a`` to those that were beaten back."""
            setting.move(s, a, back, x)

        def script(s: State, z: Lists, x: Amounts) -> None:
            """How many stand next time is written down."""
            setting.write(z, x)

        return {"roll": roll, "beaten": beaten, "put": put, "script": script}


@hookimpl
def rulekit_devices() -> list[Device]:
    """The devices that this plugin brings."""
    return [DiceBattle()]
