"""Saves that are broken in every way that can be listed: each part missing, of another type, too large, too deep, changed."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

Saved = dict[str, Any]

DEEP: Any = []
for _ in range(500):
    DEEP = [DEEP]
VALUES: dict[str, Any] = {
    "null": None, "true": True, "zero": 0, "one": 1, "negative": -1, "huge": 10**30, "a number of 5,000 bits": 1 << 5000,
    "a fraction": 1.5, "NaN": float("nan"), "infinity": float("inf"), "minus infinity": float("-inf"), "a text": "x",
    "an empty text": "", "a long text": "x" * 100_000, "half a character": "\ud800", "an escape": "\x1b[31m",
    "a list": [], "a list of nothing": [None], "a list in lists": [[]], "deep": DEEP, "a mapping": {}, "a mapping of 1": {"a": 1},
    "a mapping of escapes": {"\x1b[31m\ud800": 1},
}  # fmt: skip
PARTS = (
    "format", "version", "engine", "game", "rules", "seats", "options", "seed", "decided", "hash",
    "questions", "choices", "position",
)  # fmt: skip
CLAIMS = ("engine", "rules")
"""By whom and with which rules it was made: where these are others, but the choices lead to the same position, nothing is lost"""


def _set(saved: Saved, path: tuple[Any, ...], value: Any) -> Saved:
    made = copy.deepcopy(saved)
    inner: Any = made
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return made


def _without(saved: Saved, path: tuple[Any, ...]) -> Saved:
    made = copy.deepcopy(saved)
    inner: Any = made
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return made


def shapes(saved: Saved) -> Iterator[tuple[str, Saved]]:
    """A broken save for each part and each value; ``saved`` holds at least two choices."""
    places: list[tuple[Any, ...]] = [(part,) for part in PARTS]
    places += [("choices", 0), *(("choices", 0, k) for k in range(4)), ("seats", 0), ("questions", 0)]
    places += [("options", name) for name in saved["options"]]
    places += [("position", name) for name in saved["position"]]
    for path in places:
        name = ".".join(map(str, path))
        yield f"{name} missing", _without(saved, path)
        for said, value in VALUES.items():
            yield f"{name} is {said}", _set(saved, path, value)
    yield "another option", _set(saved, ("options", "none-such"), "1")
    yield "a choice more", _set(saved, ("choices",), [*saved["choices"], [0, 0, "0", 1]])
    yield "a question more", _set(saved, ("questions",), [*saved["questions"], "x"])
    yield "something that stands nowhere", _set(saved, ("position", "moon"), [1])
    yield "a choice less", _set(saved, ("choices",), saved["choices"][:-1])
    yield "choices the other way round", _set(saved, ("choices",), saved["choices"][::-1])
    yield "many choices", _set(saved, ("choices",), saved["choices"] * 10_000)
    yield "a seat twice", _set(saved, ("seats",), [saved["seats"][0]] * 2)
    yield "many seats", _set(saved, ("seats",), saved["seats"] * 1_000)
    yield "another seed", _set(saved, ("seed",), saved["seed"] + 1)


def text_of(saved: Saved) -> str:
    return json.dumps(saved)
