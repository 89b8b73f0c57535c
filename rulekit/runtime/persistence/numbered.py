"""Saves of version 2 (rulekit 0.1.0): choices and state in the numbers of the compilation that they were made by.

They are read for as long as their numbers mean today what they meant then; the state that they hold shows whether they do.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulekit.characters import cleaned
from rulekit.diagnostics import UserError
from rulekit.image import STREAM_WIDTH
from rulekit.runtime.persistence.schema import NumberedSave

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState, Rules


class NumberedChoices:
    """How the choices of such a save are found in a match: by the numbers of player, question and option."""

    def __init__(self, game: Rules[MatchState], saved: NumberedSave) -> None:
        self.game, self.saved = game, saved

    def options(self) -> dict[str, object]:
        """The options of the set-up. Raises UserError for those that the game does not have."""
        out: dict[str, object] = {}
        for name, value in self.saved.options.items():
            option = self.game.options.get(name)
            if option is None:
                raise UserError(f"this save is damaged: there is no option {cleaned(name[:80])}")
            if option.sort == "number":
                out[name] = value
            elif 0 <= value < len(option.values):
                out[name] = option.values[value]
            else:
                raise UserError(f"this save is damaged: the option {name} has no value number {value}")
        return out

    def find(self, match: MatchState, k: int) -> tuple[int | None, int, str]:
        """For the ``k``-th choice: which of those who are asked, the value, and what is otherwise; None: there is none."""
        choice = self.saved.choices[k]
        at = match.pending(choice.player)
        if at is None or match.asks[at][1] != choice.question or choice.value not in match.asks[at][2]:
            return None, 0, "it cannot be made under these rules"
        return at, choice.value, ""

    def standing(self, match: MatchState) -> str:
        """The first part of the state that differs from the save; "" for none."""
        said, now = self.saved.state, state(match)
        for part, value in now.items():
            try:
                if part in said and json.dumps(said[part], sort_keys=True) == json.dumps(value, sort_keys=True):
                    continue
            except (TypeError, ValueError, RecursionError):  # nested without end, keys of several sorts
                pass
            return f"its choices do not lead to its state ({part})"
        return "" if set(said) == set(now) else "its choices do not lead to its state"


def state(match: MatchState) -> dict[str, object]:
    """The state as such a save holds it."""
    return {
        "s": _without_keys(match),
        "z": [x[:] for x in match.z],
        "stack": _list(match.st),
        "forks": match.forks,
        "asks": [[p, q, options[:], None if st is match.st else _list(st)] for p, q, options, st in match.asks],
        "ending": None if match.ending is None else [list(row[:-1]) for row in match.ending],
    }


def _without_keys(match: MatchState) -> list[int]:
    """The numbers of the state. At that time a stream of chance took one of them."""
    keys = {at + k for at in match.compiled.image.streams.values() for k in range(1, STREAM_WIDTH)}
    return [n for k, n in enumerate(match.s) if k not in keys]


def _list(frames: Sequence[object]) -> list[object]:
    """Frames as JSON knows them."""
    return [_list(x) if isinstance(x, tuple) else x for x in frames]
