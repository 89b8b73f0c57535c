"""A fair tower as a plugin: each piece that is in it or thrown in falls out with one fixed probability.

It says the same words as the battle tower, so that a variant can put it in its place:
``use plugin fair-tower instead of battle-tower``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulekit.plugins.devices import Device, Parameter, Setting, Slots, Word
from rulekit.plugins.hookspecs import hookimpl

State = list[int]
Lists = list[list[int]]
Amounts = tuple[int, ...]


class FairTower:
    """A tower that has no memory: what lay in it long falls as easily as what was thrown in just now."""

    name = "fair-tower"
    doc = "A tower out of which each piece falls with the same probability, whether thrown in now or long ago."
    parameters: Sequence[Parameter] = (
        Parameter("falling", default=60, low=0, high=100, doc="per cent of the pieces that fall out in a throw"),
    )
    words: Sequence[Word] = (
        Word(
            "throw {a:place} and {b:place} into the tower",
            function="throw",
            example="throw funnel and tray into the tower",
            chance=True,
        ),
        Word("{p:pieces} in the tower", function="inside", example="farmers in the tower", gives="number"),
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
        """One store: a piece is in the tower or it is not."""
        return ["inside"]

    def bind(self, setting: Setting) -> Mapping[str, Callable[..., Any]]:
        """The words, for one game."""
        (inside,) = setting.stores
        falling = setting.parameters["falling"]

        def throw(s: State, z: Lists, a: Slots, b: Slots) -> None:
            """Everything in ``a`` and ``b`` goes in; what comes out lies in ``b``."""
            there = setting.lying(s, a, b, inside)
            falls = setting.written(z, there)
            if falls is None:
                falls = [sum(setting.below(s, 100) < falling for _ in range(n)) for n in there]
            stays = [n - k for n, k in zip(there, falls, strict=True)]
            setting.spread(s, (a, b, inside), (b, falls), (inside, stays))

        def count(s: State, z: Lists, p: tuple[int, ...]) -> int:
            """How many pieces of some tokens are in the tower."""
            return sum(s[inside[token]] for token in p)

        def put(s: State, z: Lists, x: Amounts, a: Slots) -> None:
            """Pieces go from ``a`` into the tower."""
            setting.move(s, a, inside, x)

        def script(s: State, z: Lists, x: Amounts) -> None:
            """The result of the next throw is written down."""
            setting.write(z, x)

        return {"throw": throw, "inside": count, "put": put, "script": script}


@hookimpl
def rulekit_devices() -> list[Device]:
    """The devices that this plugin brings."""
    return [FairTower()]
