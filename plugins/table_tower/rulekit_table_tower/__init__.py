"""A real tower as a plugin: people throw the pieces at their table, and type in what fell out.

The engine keeps the books and the rules: it says which pieces go in, it asks how many of each sort fell out, and it knows
what is still inside. ``use plugin table-tower instead of battle-tower`` in a variant is all that a game needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulekit.plugins.devices import Device, Parameter, Question, Setting, Slots, Word
from rulekit.plugins.hookspecs import hookimpl

State = list[int]
Lists = list[list[int]]
Amounts = tuple[int, ...]


class TableTower:
    """A tower that stands on a table. It knows how much is in it, and nothing of chance."""

    name = "table-tower"
    doc = "A real tower on the table: whoever plays types in what fell out, and the engine keeps the books."
    parameters: Sequence[Parameter] = ()
    words: Sequence[Word] = (
        Word(
            "throw {a:place} and {b:place} into the tower",
            function="throw",
            example="throw funnel and tray into the tower",
            asks="ask",
            question="throw the tower: how many {} fell out?",
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
        """What is in the tower."""
        return ["inside"]

    def bind(self, setting: Setting) -> Mapping[str, Callable[..., Any]]:
        """The words, for one game."""
        (inside,) = setting.stores

        def ask(s: State, z: Lists, a: Slots, b: Slots) -> Question | None:
            """The next sort of piece that may have fallen out. Of what is neither thrown nor inside nothing falls."""
            there = setting.lying(s, a, b, inside)
            told = z[setting.tape]
            while len(told) < len(there) and not there[len(told)]:
                told.append(0)
            return None if len(told) >= len(there) else Question(len(told), there[len(told)])

        def throw(s: State, z: Lists, a: Slots, b: Slots) -> None:
            """Everything in ``a`` and ``b`` goes in; what people saw falling out lies in ``b``."""
            there = setting.lying(s, a, b, inside)
            falls = setting.written(z, there) or [0] * len(there)
            stays = [n - k for n, k in zip(there, falls, strict=True)]
            setting.spread(s, (a, b, inside), (b, falls), (inside, stays))

        def count(s: State, z: Lists, p: tuple[int, ...]) -> int:
            """How many pieces of some tokens are in the tower."""
            return sum(s[inside[token]] for token in p)

        def put(s: State, z: Lists, x: Amounts, a: Slots) -> None:
            """Pieces go from ``a`` into the tower."""
            setting.move(s, a, inside, x)

        def script(s: State, z: Lists, x: Amounts) -> None:
            """What falls out next time is written down; then nobody is asked."""
            setting.write(z, x)

        return {"ask": ask, "throw": throw, "inside": count, "put": put, "script": script}


@hookimpl
def rulekit_devices() -> list[Device]:
    """The devices that this plugin brings."""
    return [TableTower()]
