"""Saves: a match as plain data, and back. A save is its set-up, its seed and its choices: they are made again, and what it
says of the state has to be what they lead to. A save that is damaged or belongs to other rules is refused with the reason.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulekit.characters import cleaned
from rulekit.diagnostics import UserError
from rulekit.runtime.failing import RuleFailure
from rulekit.runtime.match import Match

if TYPE_CHECKING:
    from rulekit.runtime.game import Game

FORMAT, VERSION = "rulekit-save", 2
LEADING = ("seats", "options", "seed", "decided", "state", "hash")
"""What a save says besides its choices, in the order in which differences are looked for"""
SEED_BITS = 1024
BROKEN = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What data of another shape come to that were not looked at one by one"""


def save(match: Match) -> dict[str, Any]:
    """Everything that is needed to go on: the set-up, all choices so far, and the state that they lead to.

    Raises UserError for a match that has no record of its choices.
    """
    if match.past is None or len(match.past) != match.decided:
        raise UserError(
            "this match has no record of its choices and can not be saved",
            "make them with choose or decide; answer and play_random keep no record",
        )
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": match.compiled.image.name,
        "rules": match.compiled.image.hash,
        "choices": [list(x) for x in match.past],
        **_led(match),
    }


def _led(match: Match) -> dict[str, Any]:
    image = match.compiled.image
    return {
        "seats": list(image.seats),
        "options": dict(image.options),
        "seed": match.seed,
        "decided": match.decided,
        "hash": match.hash(),
        "state": {
            "s": match.s[:],
            "z": [x[:] for x in match.z],
            "stack": _list(match.st),
            "forks": match.forks,
            "asks": [[p, q, options[:], None if st is match.st else _list(st)] for p, q, options, st in match.asks],
            "ending": None if match.ending is None else [list(x) for x in match.ending],
        },
    }


def resume(game: Game, saved: Mapping[str, Any], journal: bool) -> Match:
    """The match to which the choices of a save lead. Raises UserError where the save says anything else of it."""
    match = _made_again(game, saved, None, journal)
    led = _led(match)
    for name in LEADING:
        if not _same(saved[name], led[name]):
            raise UserError(
                f"this save is damaged: its choices do not lead to its {_part(name, saved[name], led[name])}"
            )
    return match


def replay(game: Game, saved: Mapping[str, Any], to: int | None) -> Match:
    """The match after the ``to``-th choice of a save; what it says of its state is not looked at."""
    return _made_again(game, saved, to, journal=True)


def _made_again(game: Game, saved: Mapping[str, Any], to: int | None, journal: bool) -> Match:
    _check(game, saved)
    number = 0
    try:
        match = game.start(saved["seats"], saved["seed"], _options(game, saved), journal)
        for number, (player, question, value) in enumerate(saved["choices"][:to], 1):
            k = next((k for k, ask in enumerate(match.asks) if ask[0] == player and ask[1] == question), None)
            if k is None or value not in match.asks[k][2]:
                raise UserError(f"choice {number} of this save can not be made under these rules")
            match.decide(k, value)
    except RuleFailure as error:
        where = f"choice {number} of this save" if number else "the set-up of this save"
        raise UserError(f"{where} can not be carried out: {error}") from error
    except BROKEN as error:
        raise UserError("this save is damaged: what it holds does not fit together") from error
    return match


# ---------------------------------------------------------------- shapes
def _check(game: Game, saved: Mapping[str, Any]) -> None:
    """Raises UserError for what is no save, or none of this game, or has another shape."""
    if not isinstance(saved, Mapping) or saved.get("format") != FORMAT:
        raise UserError("this is no save of a match")
    version = saved.get("version")
    if type(version) is not int or version != VERSION:
        said = f"the version {version}" if _number(version) else "another version"
        raise UserError(f"this save has {said}; this rulekit reads version {VERSION}")
    missing = {"game", "rules", *LEADING, "choices"} - set(saved)
    if missing:
        raise UserError(f"this save is damaged: {', '.join(sorted(missing))} is missing")
    wrong = next((name for name, fits in SHAPES.items() if not fits(saved[name])), None)
    if wrong == "choices" and saved["choices"] is None:
        raise UserError("this save holds no record of its choices: nobody can tell whether they led to its state")
    if wrong is not None:
        raise UserError(f"this save is damaged: its {wrong} has another shape than it should")
    if saved["game"] != game.name:
        raise UserError(f"this save belongs to {cleaned(saved['game'][:80])}, not to {game.name}")
    if saved["rules"] != game.hash:
        raise UserError(
            "this save belongs to other rules: a rule file, a table, a variant or rulekit has changed since",
            "name the same variants as at the start, or undo the change",
        )
    if saved["decided"] != len(saved["choices"]):
        raise UserError(
            f"this save is damaged: it speaks of {saved['decided']} choices and holds {len(saved['choices'])}"
        )


def _number(value: object) -> bool:
    return type(value) is int and value.bit_length() <= SEED_BITS


def _seats(value: object) -> bool:
    return type(value) is list and all(type(x) is str for x in value)


def _set_up(value: object) -> bool:
    return type(value) is dict and all(type(k) is str and _number(v) for k, v in value.items())


def _choices(value: object) -> bool:
    return type(value) is list and all(type(x) is list and len(x) == 3 and all(map(_number, x)) for x in value)


SHAPES: Mapping[str, Callable[[Any], bool]] = {
    "game": lambda x: type(x) is str,
    "rules": lambda x: type(x) is str,
    "seats": _seats,
    "options": _set_up,
    "seed": _number,
    "decided": lambda x: _number(x) and x >= 0,
    "choices": _choices,
    "state": lambda x: type(x) is dict,
    "hash": lambda x: type(x) is str,
}
"""What each part of a save has to be, before anything is made of it"""


def _same(one: Any, other: Any) -> bool:
    """Whether two data are the same in JSON: 1 is not true and not 1.0."""
    try:
        return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    except BROKEN:  # nested without end, keys of several sorts
        return False


def _part(name: str, said: Any, led: Any) -> str:
    """The part that differs, as closely as it has a name."""
    if name != "state":
        return name
    inner = next((key for key in led if key not in said or not _same(said[key], led[key])), None)
    return "state" if inner is None else f"state ({inner})"


def _options(game: Game, saved: Mapping[str, Any]) -> dict[str, object]:
    out: dict[str, object] = {}
    for name, value in saved["options"].items():
        option = game.options.get(name)
        if option is None:
            raise UserError(f"this save is damaged: there is no option {cleaned(name[:80])}")
        if option.sort == "number":
            out[name] = value
        elif 0 <= value < len(option.values):
            out[name] = option.values[value]
        else:
            raise UserError(f"this save is damaged: the option {name} has no value number {value}")
    return out


def _list(frames: Sequence[Any]) -> list[Any]:
    """Frames as JSON knows them."""
    return [_list(x) if isinstance(x, tuple) else x for x in frames]
