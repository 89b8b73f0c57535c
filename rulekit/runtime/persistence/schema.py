"""What a save has to look like before anything is made of it: its parts, their types and sizes, for each version of the format.

| version | since | what it holds |
|---|---|---|
| 2 | 0.1.0 | choices by the numbers of one compilation, the raw state |
| 3 | 0.2.0 | choices and position by name, so that other rules and versions of rulekit can read them |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeGuard

from rulekit.characters import cleaned
from rulekit.diagnostics import UserError

if TYPE_CHECKING:
    from rulekit.runtime.protocols import Rules

FORMAT, VERSION = "rulekit-save", 3
SEED_BITS = 1024
Shape = Callable[[Any], bool]


def check(game: Rules[Any], saved: Mapping[str, Any]) -> None:
    """Raises UserError for what is no save, or none of this game, or has another shape."""
    if not isinstance(saved, Mapping) or saved.get("format") != FORMAT:
        raise UserError("this is no save of a match")
    version = saved.get("version")
    if type(version) is not int or version not in SHAPES:
        said = f"the version {version}" if number(version) else "another version"
        reads = " and ".join(map(str, SHAPES))
        hint = "a newer rulekit may read it" if type(version) is int and VERSION < version < 1000 else None
        raise UserError(f"this save has {said}; this rulekit reads versions {reads}", hint)
    shapes = SHAPES[version]
    if missing := sorted(set(shapes) - set(saved)):
        raise UserError(f"this save is damaged: {', '.join(missing)} is missing")
    wrong = next((name for name, fits in shapes.items() if not fits(saved[name])), None)
    if wrong == "choices" and saved["choices"] is None:
        raise UserError("this save holds no record of its choices: nobody can tell whether they led to its state")
    if wrong is not None:
        raise UserError(f"this save is damaged: its {wrong} has another shape than it should")
    if saved["game"] != game.name:
        raise UserError(f"this save belongs to {cleaned(saved['game'][:80])}, not to {game.name}")
    if saved["decided"] != len(saved["choices"]):
        raise UserError(
            f"this save is damaged: it speaks of {saved['decided']} choices and holds {len(saved['choices'])}"
        )


# ---------------------------------------------------------------- parts
def number(value: object) -> TypeGuard[int]:
    """Whether it is a whole number of a size that anything here can have."""
    return type(value) is int and value.bit_length() <= SEED_BITS


def _text(value: object) -> bool:
    return type(value) is str


def _texts(value: object) -> bool:
    return type(value) is list and all(type(x) is str for x in value)


def _mapping(value: object) -> bool:
    return type(value) is dict and all(type(x) is str for x in value)


def _numbered(value: object) -> bool:
    return type(value) is dict and all(type(k) is str and number(v) for k, v in value.items())


def _options(value: object) -> bool:
    return type(value) is dict and all(type(k) is str and type(v) is str for k, v in value.items())


def _count(value: object) -> bool:
    return number(value) and value >= 0


def _rows(*shape: Shape) -> Shape:
    """A list of lists that are built alike."""

    def fits(value: object) -> bool:
        return type(value) is list and all(
            type(row) is list and len(row) == len(shape) and all(f(x) for f, x in zip(shape, row, strict=True))
            for row in value
        )

    return fits


_COMMON: Mapping[str, Shape] = {
    "game": _text,
    "rules": _text,
    "seats": _texts,
    "seed": number,
    "decided": _count,
    "hash": _text,
}
SHAPES: Mapping[int, Mapping[str, Shape]] = {
    2: {**_COMMON, "options": _numbered, "choices": _rows(number, number, number), "state": _mapping},
    3: {
        **_COMMON,
        "engine": _text,
        "options": _options,
        "questions": _texts,
        "choices": _rows(_count, _count, _text, _count),
        "position": _mapping,
    },
}
"""version -> part -> what it has to be"""
