"""Fixtures of :mod:`rulekit.rule_tests.runner` for the tests of plugins: ``pytest -p rulekit.rule_tests.pytest_plugin``.

A package that lets pytest read this module (``addopts = "-p rulekit.rule_tests.pytest_plugin"`` in its pyproject.toml) can
say in its tests:

- ``table(device, sack=2)``: a device on a table of its own, without a game (:class:`DeviceTable`);
- ``rule_tests(game)``: the rule tests of a game or a variant, each of which has to hold;
- ``random_games(game)``: whole games at random; no piece may be lost or made, every copy goes on like its original, and the
  same choices lead to the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rulekit.diagnostics import UserError
from rulekit.plugins.contracts import Guarded
from rulekit.plugins.devices import Setting, Slots
from rulekit.plugins.manager import Plugins
from rulekit.runtime.chance import drawer, first_state

if TYPE_CHECKING:
    from rulekit.runtime.match import Match

KEPT_OUTSIDE = "does a device keep something outside the match?"


class DeviceTable:
    """A match with one device and any number of places, and nothing else.

    ``s`` and ``z`` are what a device knows as the state and the lists. Counts are lists with one number for each token.
    """

    def __init__(
        self,
        device: object,
        tokens: Sequence[str] = ("cube of Blue", "cube of Red", "disc"),
        places: Sequence[str] = ("funnel", "tray", "supply"),
        seed: int = 1,
        **parameters: int,
    ) -> None:
        """``parameters`` are settings of the device that differ from their defaults. Raises PluginFault for what is no
        device."""
        self.device = Guarded(device, device.__class__.__module__)
        self.tokens = tuple(tokens)
        settings = {p.name: p.default for p in self.device.parameters} | parameters
        stores = self.device.stores(settings)
        self._slots: dict[str, Slots] = {}
        for k, name in enumerate([*places, *(f"store {store}" for store in stores)]):
            self._slots[name] = tuple(range(k * len(tokens), (k + 1) * len(tokens)))
        stream = len(self._slots) * len(tokens)
        self.s: list[int] = [0] * stream + first_state(seed, "table")
        self.z: list[list[int]] = [[], []]
        inner = tuple(self._slots[f"store {store}"] for store in stores)
        self._words = self.device.bind(Setting(self.tokens, settings, inner, drawer(stream), 1, stream))

    def place(self, name: str) -> Slots:
        """The positions of a place; a store is called ``store NAME``. Raises KeyError."""
        return self._slots[name]

    def lay(self, place: str, *counts: int) -> None:
        """Sets how many of each token are in the place."""
        for slot, n in zip(self._slots[place], counts, strict=True):
            self.s[slot] = n

    def at(self, place: str) -> list[int]:
        """How many of each token are in the place."""
        return [self.s[slot] for slot in self._slots[place]]

    def inside(self) -> list[int]:
        """How many of each token the device holds."""
        stores = [self.at(name) for name in self._slots if name.startswith("store ")]
        return [sum(row) for row in zip(*stores, strict=True)] or [0] * len(self.tokens)

    def everything(self) -> list[int]:
        """How many of each token there are at all."""
        return [sum(row) for row in zip(*map(self.at, self._slots), strict=True)]

    def written(self) -> list[int]:
        """The contents of the device's own list."""
        return list(self.z[1])

    def say(self, function: str, *gaps: str | int | Sequence[int]) -> Any:
        """Calls the function of a word; a place is given by its name. Raises DeviceError and PluginFault."""
        return self._words[function](self.s, self.z, *(self._slots[g] if isinstance(g, str) else g for g in gaps))


@pytest.fixture
def table() -> Callable[..., DeviceTable]:
    """Lays a :class:`DeviceTable` for a device: ``table(MyDevice(), seed=3, size=2)``."""
    return DeviceTable


def _folder(game: str | Path, found: Plugins) -> Path:
    """The folder of a game that may be called by its name."""
    from rulekit.installed import installed_games

    return Path(game) if Path(game).is_dir() else installed_games(found).get(str(game), Path(game))


@pytest.fixture
def rule_tests() -> Callable[..., int]:
    """Runs the rule tests of a game (a folder, or the name of an installed one) or of a variant and gives how many there are; one
    that fails is told."""

    def run(game: str | Path, variants: Sequence[str | Path] = (), plugins: tuple[object, ...] = ()) -> int:
        import rulekit
        from rulekit.diagnostics import render
        from rulekit.plugins.manager import find_plugins
        from rulekit.rule_tests.runner import run_tests

        found = find_plugins(plugins)
        game = _folder(game, found)
        wrong, sources = rulekit.check(game, variants, found)
        assert not wrong, "\n".join(render(d, sources) for d in wrong)
        results = run_tests(game, variants, found)
        failed = [f"{r.place}: {r.title}: {r.message}" for r in results if not r.ok]
        assert not failed, "\n".join(failed)
        return len(results)

    return run


@pytest.fixture
def random_games() -> Callable[..., None]:
    """Plays a game to its end at random, some times: pieces are kept, a copy goes on like its original, and the same choices
    lead to the same game."""

    def run(
        game: str | Path,
        variants: Sequence[str | Path] = (),
        plugins: tuple[object, ...] = (),
        games: int = 5,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        from random import Random

        import rulekit
        from rulekit.plugins.manager import find_plugins

        found = find_plugins(plugins)
        loaded = rulekit.load(_folder(game, found), variants, found)
        for seed in range(games):
            match = loaded.start(players, seed, options)
            pieces, chance, half = counted(match), Random(seed), None
            while not match.over:
                if match.decided == 10:
                    half = match.copy()
                match.choose(match.decisions[0], chance.randrange(len(match.decisions[0].options)))
                assert counted(match) == pieces, f"seed {seed}, after {match.decided} choices"
            if half is not None:
                other = half.copy()
                half.play_random(seed)
                other.play_random(seed)
                assert half == other, f"seed {seed}: a copy goes another way"
            try:
                assert loaded.resume(match.save()) == match
            except (AssertionError, UserError) as error:
                raise AssertionError(f"seed {seed}: the same choices lead to another game; {KEPT_OUTSIDE}") from error

    return run


def counted(match: Match) -> list[int]:
    """How many of each token there are in all places and devices of a match."""
    image = match.compiled.image
    totals = [0] * len(image.tokens)
    for column in image.columns:
        if column.sort == "count":
            totals[column.token] += sum(match.s[column.base : column.base + column.size])
    for device in image.devices.values():
        for store in device.stores:
            for token, slot in enumerate(store):
                totals[token] += match.s[slot] if slot >= 0 else 0
    return totals
