"""Many matches of one set-up stepped at once in the native library, with observations and masks in NumPy arrays.

The layout is that of :mod:`rulekit.envs.encoding`. Each match has one actor at a time: who is asked first. What the library
cannot carry out breaks a match off, and the next one begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from ctypes import Structure, byref, c_longlong, c_void_p
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rulekit.diagnostics import UserError
from rulekit.envs.encoding import COUNTED, HIDDEN, UNREAD, Encoding
from rulekit.image import Sort
from rulekit.native import go_native
from rulekit.runtime.game import Game
from rulekit.runtime.linear_congruential import mix

LONGEST = 100_000
"""Decisions after which a match is broken off"""
ANY = -1
"""An action: any option, each as likely as the others"""
MEMBERS, SPOTS, COUNT = range(3)
"""Sorts of actions, as in ``batch.c``"""
TABLES = ("seen", "of", "sums", "spots", "where", "faces", "sight")
Array = NDArray[np.generic]


class _Layout(Structure):
    """``LAYOUT`` in ``emit/c/batch.c``"""

    _fields_ = (
        *((name, c_longlong) for name in ("features", "actions", "unread", "most", "unseen", "codes")),
        *((name, c_void_p) for name in TABLES),
    )


class _Batch(Structure):
    """``BATCH`` in ``emit/c/batch.c``"""

    _fields_ = (
        ("matches", c_void_p),
        ("words", c_void_p),
        ("limit", c_longlong),
        *((n, c_void_p) for n in ("seeds", "playing", "decided", "observations", "masks", "seats", "rewards", "done")),
    )


class Batch:
    """``n`` matches. After :meth:`reset` and each :meth:`step` these hold, a row for each match:

    - ``seats`` (int32[n]): whose decision it is, from 0;
    - ``observations`` (int32[n, features]) and ``masks`` (int8[n, actions]): what that seat sees and may do;
    - ``rewards`` (float64[n, seats]): zero-sum from -1 to 1, for the match that has just ended, else 0;
    - ``done`` (uint8[n]): 1 where a match ended with this step, 2 where it was broken off (a forbidden action, which costs who
      took it 1; too many decisions; a rule that failed). Then the next match has begun already.

    The arrays are written anew by each step: copy what has to stay. Match ``k`` plays the same seeds whatever ``n`` and
    ``threads`` are.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        players: int | Sequence[str] | None = None,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        threads: int = 1,
        observe: bool = True,
    ) -> None:
        """``observe``: whether observations and masks are written at all. Raises UserError for a set-up that there is not, or
        where there is no C compiler."""
        if n < 1 or threads < 1:
            raise UserError("a batch has 1 match or more, and 1 thread or more")
        compiled = game.compiled(players, options)
        image = compiled.image
        self.encoding, self._library = Encoding(compiled), go_native(compiled)
        self.n, self._threads, self._seed = n, threads, seed
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        start = game.start(players, seed, options, journal=False)
        self._matches = [self._library.position(start) for _ in range(n)]
        features, actions, seats = len(self.encoding.features), len(self.encoding.actions), len(image.seats)
        self.seats = np.zeros(n, np.int32)
        self.rewards = np.zeros((n, seats), np.float64)
        self.done = np.zeros(n, np.uint8)
        self.observations = np.zeros((n, features) if observe else (0, features), np.int32)
        self.masks = np.zeros((n, actions) if observe else (0, actions), np.int8)
        self.playing = np.zeros(n, np.uint64)
        """The seed of each match: ``game.start(seed=...)`` begins the same one."""
        self._decided = np.zeros(n, np.int64)
        self._seeds = np.zeros(n, np.uint64)
        self._chance = np.zeros(n, np.uint64)
        self._tables = self._layout_tables()
        self._layout = self._layout_of(features, actions)
        self._words = np.array(self._library.packing.first(image), np.int64)
        self._areas = np.array([match.area for match in self._matches], np.uintp)
        self._batch = _Batch(
            *(_at(self._areas), _at(self._words), LONGEST, _at(self._seeds), _at(self.playing), _at(self._decided)),
            *(_at(self.observations) if observe else None, _at(self.masks) if observe else None),
            *(_at(self.seats), _at(self.rewards), _at(self.done)),
        )
        self._library.unlocked.batch_step.restype = c_longlong

    def _layout_tables(self) -> dict[str, Array]:
        encoding, image = self.encoding, self.encoding.compiled.image
        codes = len(image.z) + len(image.s)
        sources = [source for k in range(len(image.seats)) for source in encoding.sources(k + 1)]
        kinds = [ask.sort.kind for ask in image.asks]
        spots = np.full(len(image.s) + codes, -1, np.int64)
        for at, number in encoding.spots.items():
            spots[at] = number
        sight = [x for name in image.seats for x in encoding.compiled.sight(name).table(codes)]
        return {
            "seen": np.array([(*source, 0) for source in sources], np.int64),
            "of": np.array([self._actions_of(ask.sort) for ask in image.asks], np.int64),
            "sums": np.array(encoding.sums or [0], np.int64),
            "spots": spots,
            "where": np.array([image.where.get(kind, -1) for kind in kinds], np.int64),
            "faces": np.array([image.faces.get(kind, -1) for kind in kinds], np.int64),
            "sight": np.array(sight, np.int64),
        }

    def _actions_of(self, sort: Sort) -> tuple[int, int]:
        offsets = self.encoding.offsets
        if sort.head == "kind":
            return MEMBERS, offsets[sort.of]
        if sort.head == "yesno":
            return MEMBERS, offsets["yesno"] - 1  # no is 0, yes is 1
        return (SPOTS if sort.head == "spot" else COUNT), offsets[sort.head]

    def _layout_of(self, features: int, actions: int) -> _Layout:
        image = self.encoding.compiled.image
        sizes = (features, actions, self.encoding.offsets[UNREAD], COUNTED, HIDDEN, len(image.z) + len(image.s))
        return _Layout(*sizes, *(_at(self._tables[name]) for name in TABLES))

    def reset(self, seed: int | None = None) -> None:
        """Begins all matches anew. Raises UserError where none can begin."""
        self._seed = self._seed if seed is None else seed
        for k in range(self.n):
            self._seeds[k] = mix(mix(self._seed) ^ k)
            self._chance[k] = mix(int(self._seeds[k]) ^ 1)
        self._run(None)

    def step(self, actions: Array) -> None:
        """An action for each match (int[n]): one that its mask allows, or ANY. Raises UserError where no match can begin."""
        self._run(np.ascontiguousarray(actions, np.int32))

    def _run(self, actions: Array | None) -> None:
        if actions is not None and actions.shape != (self.n,):
            raise UserError(
                f"{self.n} actions are needed, one for each match, and not an array of shape {actions.shape}"
            )
        bounds = [self.n * k // self._threads for k in range(self._threads + 1)]
        parts = [(low, high) for low, high in pairwise(bounds) if low < high]

        def part(ends: tuple[int, int]) -> bool:
            given = None if actions is None else _at(actions)
            call = self._library.unlocked.batch_step
            return bool(call(byref(self._layout), byref(self._batch), given, _at(self._chance), *map(c_longlong, ends)))

        done = [part(ends) for ends in parts] if self._pool is None else list(self._pool.map(part, parts))
        self._library.raise_what_came_up()
        if not all(done):
            image = self.encoding.compiled.image
            raise UserError(f"no match of {image.title} asks anybody anything", names={image.title: image.names})


def _at(array: Array) -> c_void_p:
    return c_void_p(array.ctypes.data)
