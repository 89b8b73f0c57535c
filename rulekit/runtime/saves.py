"""Saves: a match as plain data, and back. A save that is damaged or belongs to other rules is refused with the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulekit.diagnostics import UserError
from rulekit.runtime.match import Match

if TYPE_CHECKING:
    from rulekit.runtime.game import Game

FORMAT, VERSION = "rulekit-save", 2


def save(match: Match) -> dict[str, Any]:
    """Everything that is needed to go on: the set-up, the state and, with a journal, all choices so far."""
    image = match.compiled.image
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": image.name,
        "rules": image.hash,
        "seats": list(image.seats),
        "options": dict(image.options),
        "seed": match.seed,
        "decided": match.decided,
        "hash": match.hash(),
        "choices": None if match.past is None else [list(x) for x in match.past],
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
    _check(game, saved)
    if journal and saved["choices"] is not None:
        match = replay(game, saved, None)
        if match.hash() != saved["hash"]:
            raise UserError("this save is damaged: its choices do not lead to its state")
        return match
    try:
        match = Match(_compiled(game, saved), int(saved["seed"]))
        _restore(match, saved)
        if journal:
            match.keep_journal(complete=False)
        else:
            match.play_quickly()
        if match.hash() != saved["hash"]:
            raise UserError("this save is damaged: its state has been changed")
    except (AttributeError, KeyError, TypeError, ValueError, IndexError, RecursionError) as error:
        raise UserError("this save is damaged: what it holds does not fit together") from error
    return match


def _restore(match: Match, saved: Mapping[str, Any]) -> None:
    state = saved["state"]
    if len(state["s"]) != len(match.s) or len(state["z"]) != len(match.z):
        raise ValueError("its state has another shape")
    match.s, match.z = [int(x) for x in state["s"]], [[int(x) for x in row] for row in state["z"]]
    match.st = _stack(state["stack"])
    match.asks = [(p, q, list(options), match.st if st is None else _stack(st)) for p, q, options, st in state["asks"]]
    match.forks, match.decided = int(state["forks"]), int(saved["decided"])
    match.ending = None if state["ending"] is None else [tuple(x) for x in state["ending"]]


def replay(game: Game, saved: Mapping[str, Any], to: int | None) -> Match:
    _check(game, saved)
    if saved.get("choices") is None:
        raise UserError("this save holds no record of the choices: it can be resumed, but not replayed")
    try:
        players, options = list(saved["seats"]), _options(game, saved)
        match = game.start(players, int(saved["seed"]), options)
        for number, (player, question, value) in enumerate(saved["choices"]):
            if to is not None and number >= to:
                break
            k = next((k for k, ask in enumerate(match.asks) if ask[0] == player and ask[1] == question), None)
            if k is None or value not in match.asks[k][2]:
                raise UserError(f"choice {number + 1} of this save can not be made under these rules")
            match.decide(k, value)
    except (AttributeError, KeyError, TypeError, ValueError, IndexError, RecursionError) as error:
        raise UserError("this save is damaged: what it holds does not fit together") from error
    return match


def _check(game: Game, saved: Mapping[str, Any]) -> None:
    if not isinstance(saved, Mapping) or saved.get("format") != FORMAT:
        raise UserError("this is no save of a match")
    if saved.get("version") != VERSION:
        raise UserError(f"this save has the version {saved.get('version')}; this rulekit reads version {VERSION}")
    missing = {"game", "rules", "seats", "options", "seed", "decided", "hash", "choices", "state"} - set(saved)
    if missing:
        raise UserError(f"this save is damaged: {', '.join(sorted(missing))} is missing")
    if saved["game"] != game.name:
        raise UserError(f"this save belongs to {saved['game']}, not to {game.name}")
    if saved["rules"] != game.hash:
        raise UserError(
            "this save belongs to other rules: a rule file, a table, a variant or rulekit has changed since",
            "name the same variants as at the start, or undo the change",
        )


def _options(game: Game, saved: Mapping[str, Any]) -> dict[str, object]:
    out: dict[str, object] = {}
    for name, value in saved["options"].items():
        option = game.options.get(name)
        if option is None:
            raise UserError(f"this save is damaged: there is no option {name}")
        out[name] = value if option.sort == "number" else option.values[value]
    return out


def _compiled(game: Game, saved: Mapping[str, Any]) -> Any:
    return game.compiled(list(saved["seats"]), _options(game, saved))


def _list(frames: Sequence[Any]) -> list[Any]:
    """Frames as JSON knows them."""
    return [_list(x) if isinstance(x, tuple) else x for x in frames]


def _stack(frames: list[Any]) -> list[Any]:
    return [_frame(x) for x in frames]


def _frame(value: Any) -> Any:
    return tuple(_frame(x) for x in value) if isinstance(value, list) else value
