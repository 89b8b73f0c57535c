"""One way through the rules by hand: what is chosen, what is asked, and the dice that go with it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

Description = dict[str, Any]


class Asked(Exception):
    """The rules came to a question that no choice is known for."""

    def __init__(self, player: str, options: list[str]) -> None:
        self.player, self.options = player, options
        super().__init__(f"{player} chooses one of: {', '.join(options)}")


class Course:
    """One way through the rules: the choices that are known, and the dice that go with them."""

    def __init__(self, done: Sequence[str], choices: Sequence[int], way: int) -> None:
        self.done, self.choices, self.way = list(done), list(choices), way
        self.taken: list[int] = []
        self._shake()

    def _shake(self) -> None:
        self.dice = Random(f"{self.way} {self.taken}")  # chance so far is the same again for every longer way

    def ask(self, player: str, options: list[str]) -> str:
        """What the player chooses; raises Asked where nothing is known any more."""
        if self.done:
            said = self.done.pop(0)
            assert said in options, f"{player} cannot choose {said}, but: {', '.join(options)}"
            return said
        if len(self.taken) == len(self.choices):
            raise Asked(player, options)
        chosen = self.choices[len(self.taken)]
        self.taken.append(chosen)
        self._shake()
        return options[chosen]

    def upto(self, most: int) -> int:
        """A number from 0 to ``most``; the ends come more often than the rest, because that is where rules turn."""
        return self.dice.choice([0, most, self.dice.randint(0, most)])

    def drawn(self, things: Sequence[str], number: int) -> list[str]:
        """So many of the things, in an order by chance."""
        return self.dice.sample(list(things), number)
