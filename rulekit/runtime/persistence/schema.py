"""What a save looks like: its parts and their types, for each version of the format, checked before anything is made of it.

| version | since | what it holds |
|---|---|---|
| 2 | 0.1.0 | choices by the numbers of one compilation, the raw state |
| 3 | 0.2.0 | choices and position by name, so that other rules and versions of rulekit can read them |
| 4 | 0.3.0 | the generator of chance; those before it draw from the old one (:mod:`rulekit.runtime.chance`) |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeGuard

from attrs import field, fields, frozen

from rulekit.characters import cleaned
from rulekit.diagnostics import UserError
from rulekit.runtime.chance import GENERATORS, OLD
from rulekit.runtime.persistence.snapshot import Snapshot

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState, Rules

FORMAT, VERSION = "rulekit-save", 4
SEED_BITS = 1024
Shape = Callable[[object], bool]


# ---------------------------------------------------------------- shapes
def number(value: object) -> TypeGuard[int]:
    """Whether it is an integer within the bounds of everything that is stored here."""
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


def _generator(value: object) -> bool:
    return type(value) is str and value in GENERATORS


def _rows(*shape: Shape) -> Shape:
    """A list of lists of the same shape."""

    def fits(value: object) -> bool:
        return type(value) is list and all(
            type(row) is list and len(row) == len(shape) and all(f(x) for f, x in zip(shape, row, strict=True))
            for row in value
        )

    return fits


def _is(shape: Shape) -> dict[str, Shape]:
    """The shape that a part has as plain data, as metadata of its field."""
    return {"shape": shape}


# ---------------------------------------------------------------- parts
@frozen
class SetUp:
    """What saves of all versions hold. ``rules``: the hash of the rules; ``seats``: the players by their names in the rules;
    ``decided``: how many choices were made; ``hash``: of the match after them."""

    game: str = field(metadata=_is(_text))
    rules: str = field(metadata=_is(_text))
    seats: Sequence[str] = field(metadata=_is(_texts))
    seed: int = field(metadata=_is(number))
    decided: int = field(metadata=_is(_count))
    hash: str = field(metadata=_is(_text))


@frozen
class NumberedChoice:
    """A choice in the numbers of a compilation. ``player``: from 0."""

    player: int
    question: int
    value: int


@frozen
class NumberedSave(SetUp):
    """Version 2. ``options``: of the set-up, a number or the index of a value; ``state``: that of the match, by its parts."""

    chance: ClassVar[str] = OLD
    options: Mapping[str, int] = field(metadata=_is(_numbered))
    choices: Sequence[NumberedChoice] = field(metadata=_is(_rows(number, number, number)))
    state: Mapping[str, object] = field(metadata=_is(_mapping))


@frozen
class SavedChoice:
    """``seat``: from 0; ``question``: the index of its key in the questions of the save; ``option``: the id of what was
    chosen; ``offered``: how many options there were."""

    seat: int
    question: int
    option: str
    offered: int


@frozen
class Save(SetUp):
    """Versions 3 and 4. ``engine``: the version of rulekit; ``chance``: the generator; ``options``: of the set-up, by name;
    ``questions``: the keys (:func:`~rulekit.runtime.persistence.choices.question_key`) of all that were asked; ``position``:
    where the choices lead."""

    engine: str = field(metadata=_is(_text))
    chance: str = field(metadata=_is(_generator))
    options: Mapping[str, str] = field(metadata=_is(_options))
    questions: Sequence[str] = field(metadata=_is(_texts))
    choices: Sequence[SavedChoice] = field(metadata=_is(_rows(_count, _count, _text, _count)))
    position: Snapshot = field(metadata=_is(_mapping))


VERSIONS: Mapping[int, type[NumberedSave] | type[Save]] = {2: NumberedSave, 3: Save, VERSION: Save}


# ---------------------------------------------------------------- plain data
def read(game: Rules[MatchState], data: Mapping[str, object]) -> NumberedSave | Save:
    """Reads a save from plain data. Raises UserError for data of another shape, and for a save of another game."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise UserError("this is no save of a match")
    version = data.get("version")
    if type(version) is not int or version not in VERSIONS:
        said = f"the version {version}" if number(version) else "another version"
        reads = f"{min(VERSIONS)} to {VERSION}"
        hint = "a newer rulekit may read it" if type(version) is int and VERSION < version < 1000 else None
        raise UserError(f"this save has {said}; this rulekit reads versions {reads}", hint)
    saved = _made(VERSIONS[version], {**data, "chance": OLD} if version < VERSION else data)
    if saved.game != game.name:
        named = {game.name: game.names}
        raise UserError(f"this save belongs to {cleaned(saved.game[:80])}, not to {game.name}", names=named)
    if saved.decided != len(saved.choices):
        raise UserError(f"this save is damaged: it speaks of {saved.decided} choices and holds {len(saved.choices)}")
    return saved


def _made(version: type[NumberedSave] | type[Save], data: Mapping[str, object]) -> NumberedSave | Save:
    shapes = {x.name: x.metadata["shape"] for x in fields(version)}
    if missing := sorted(set(shapes) - set(data)):
        raise UserError(f"this save is damaged: {', '.join(missing)} is missing")
    wrong = next((name for name, fits in shapes.items() if not fits(data[name])), None)
    if wrong == "choices" and data["choices"] is None:
        raise UserError("this save holds no record of its choices: nobody can tell whether they led to its state")
    if wrong is not None:
        raise UserError(f"this save is damaged: its {wrong} has another shape than it should")
    parts: dict[str, Any] = {name: data[name] for name in shapes}  # their shapes are those of the fields
    choice = SavedChoice if version is Save else NumberedChoice
    return version(**{**parts, "choices": [choice(*row) for row in parts["choices"]]})


def as_json(save: Save) -> dict[str, object]:
    """A save as plain data, fit for JSON."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "engine": save.engine,
        "game": save.game,
        "rules": save.rules,
        "seats": save.seats,
        "options": save.options,
        "chance": save.chance,
        "seed": save.seed,
        "decided": save.decided,
        "hash": save.hash,
        "questions": save.questions,
        "choices": [[x.seat, x.question, x.option, x.offered] for x in save.choices],
        "position": save.position,
    }
