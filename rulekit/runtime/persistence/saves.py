"""Saves: a match as plain data, and back. A save is its set-up, its seed and its choices: they are made again, and what it
says of the position has to be what they lead to.

A save that was made with other rules, or by another version of rulekit, is made again under today's. Where the game then takes
the same course to the same position, nothing is lost by that; where not, it is refused with the first difference.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from attrs import fields, frozen

from rulekit.characters import cleaned
from rulekit.diagnostics import UserError
from rulekit.image import GameOption
from rulekit.runtime.chance import KEYED, generator_of
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.persistence.choices import Choice, LocatedChoice, find, named
from rulekit.runtime.persistence.numbered import NumberedChoices
from rulekit.runtime.persistence.schema import NumberedSave, Save, SavedChoice, as_json, read
from rulekit.runtime.persistence.snapshot import difference, snapshot
from rulekit.runtime.protocols import MatchState
from rulekit.version import __version__

if TYPE_CHECKING:
    from rulekit.runtime.protocols import Rules

M = TypeVar("M", bound=MatchState)
BROKEN = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""The exceptions that data of another shape raise where they are not checked one by one"""


@frozen
class Migration(Generic[M]):
    """The choices of a save, made again under the rules of today.

    ``match``: where they lead. ``made``: how many could be made. ``other``: the first difference from the game that was saved,
    in words; "" where there is none.
    """

    match: M
    made: int
    other: str


def save(match: MatchState) -> dict[str, object]:
    """Everything that is needed to go on, as plain data: the set-up, all choices so far, and the position that they lead to.

    Raises UserError for a match that has no record of its choices.
    """
    if match.past is None or len(match.past) != match.decided:
        raise UserError(
            "this match has no record of its choices and cannot be saved",
            "make them with choose or decide; answer and play_random keep no record",
        )
    image = match.compiled.image
    choices = [(choice[0], named(match, *choice[:3]), choice[3]) for choice in match.past]
    questions = {key: k for k, key in enumerate(dict.fromkeys(choice.question for _, choice, _ in choices))}
    saved = Save(
        engine=__version__,
        game=image.name,
        rules=image.hash,
        seats=list(image.seats),
        options={name: _named(image.option_names[name], value) for name, value in image.options.items()},
        chance=generator_of(match.s, image.streams),
        seed=match.seed,
        decided=match.decided,
        hash=match.hash(),
        questions=list(questions),
        choices=[
            SavedChoice(player, questions[choice.question], choice.option, offered)
            for player, choice, offered in choices
        ],
        position=snapshot(match),
    )
    return as_json(saved)


def resume(game: Rules[M], data: Mapping[str, object], journal: bool) -> M:
    """The match to which the choices of a save lead.

    Raises UserError where the save is damaged, and where the rules of today lead to another game than the one that was saved.
    """
    saved = read(game, data)
    return _strict(game, saved, _made_again(game, saved, None, journal))


def replay(game: Rules[M], data: Mapping[str, object], to: int | None) -> M:
    """The match after the ``to``-th choice of a save. Raises UserError where it cannot be made, or is another game."""
    saved = read(game, data)
    made = _made_again(game, saved, to, journal=True)
    if saved.rules == game.hash and made.made == made.match.decided == len(saved.choices[:to]):
        return made.match  # what such a save says of its position is not looked at
    return _strict(game, saved, made, to)


def migrate(game: Rules[M], data: Mapping[str, object], journal: bool) -> Migration[M]:
    """The match to which the choices of a save lead as far as they can be made, and the first difference.

    Raises UserError for what is no save of this game, and where the rules of today know no such set-up.
    """
    saved = read(game, data)
    return _made_again(game, saved, None, journal)


def _strict(game: Rules[M], saved: NumberedSave | Save, made: Migration[M], to: int | None = None) -> M:
    if not made.other:
        return made.match
    if _today(game, saved):
        devices = ", ".join(made.match.compiled.image.devices)
        if devices and _differs(made, _made_again(game, saved, to, journal=False)):
            raise UserError(
                "the same choices lead to different games: a device of a plugin keeps something outside the match",
                f"devices here: {devices}; what they remember belongs into their stores or their list",
            )
        raise UserError(f"this save is damaged: {made.other}")
    cause = "other rules" if saved.rules != game.hash else "another version of rulekit"
    raise UserError(
        f"this save was made with {cause}, and today the game goes another way: {made.other}",
        "name the same variants as at the start, undo the change of the rules, or go on from there with --migrate",
    )


def _differs(one: Migration[M], other: Migration[M]) -> bool:
    """Whether two replays of the same choices came to different ends."""
    return (one.other, one.made) != (other.other, other.made) or one.match != other.match


def _made_again(game: Rules[M], saved: NumberedSave | Save, to: int | None, journal: bool) -> Migration[M]:
    course: _ChoiceFinder = NumberedChoices(game, saved) if isinstance(saved, NumberedSave) else _NamedChoices(saved)
    number, other = 0, ""
    try:
        match = game.start(saved.seats, saved.seed, course.options(), journal, saved.chance)
        for number in range(1, len(saved.choices[:to]) + 1):
            k, value, changed = course.find(match, number - 1)
            if changed and not other:
                other = f"choice {number}: {changed}"
            if k is None:
                return Migration(match, number - 1, other)
            match.decide(k, value)
    except RuleFailure as error:
        if not number:
            raise UserError(f"the set-up of this save cannot be carried out: {error}") from error
        # A match in which a choice fails stands where it stood before.
        return Migration(match, number - 1, other or f"choice {number} cannot be carried out: {error}")
    except BROKEN as error:
        raise UserError("this save is damaged: what it holds does not fit together") from error
    if not other and to is None:
        other = _elsewhere(game, saved, match, course.standing(match))
    return Migration(match, number, other)


def _elsewhere(game: Rules[M], saved: NumberedSave | Save, match: M, standing: str) -> str:
    """What is another thing after the last choice: the position, or under the same rules anything that the save says."""
    if standing:
        return f"after {len(saved.choices)} choices {standing}"
    if not _today(game, saved) or isinstance(saved, NumberedSave):
        return ""
    said, led = as_json(saved), save(match)
    wrong = next((x.name for x in fields(Save) if not same(said[x.name], led[x.name])), None)
    return "" if wrong is None else f"its choices do not lead to its {wrong}"


def _today(game: Rules[MatchState], saved: NumberedSave | Save) -> bool:
    """Whether a save was made entirely with exactly these rules and this version of rulekit."""
    return isinstance(saved, Save) and (saved.rules, saved.engine, saved.chance) == (game.hash, __version__, KEYED)


class _ChoiceFinder(Protocol):
    """How the choices of a save are found in a match."""

    def options(self) -> dict[str, object]:
        """The options of the set-up. Raises UserError for those that the game does not have."""

    def find(self, match: MatchState, k: int) -> tuple[int | None, int, str]:
        """For the ``k``-th choice: which of those who are asked, the value, and what is otherwise than when the game was
        saved; None for a choice that there is not."""

    def standing(self, match: MatchState) -> str:
        """The first difference from the save; "" for none."""


# ---------------------------------------------------------------- choices by name
class _NamedChoices:
    """How the choices of a save are found in a match: the same player, the same question, an option of the same name."""

    def __init__(self, saved: Save) -> None:
        self.saved = saved

    def options(self) -> dict[str, object]:
        return dict(self.saved.options)

    def find(self, match: MatchState, k: int) -> tuple[int | None, int, str]:
        choice = self.saved.choices[k]
        player, key = match.compiled.image.seats[choice.seat], self.saved.questions[choice.question]
        found = find(match, Choice(player, key, choice.option))
        if not isinstance(found, LocatedChoice):
            return None, 0, found
        asked = f"{player} was asked “{cleaned(key[:200])}”"
        changed = found.offered != choice.offered
        return (
            found.index,
            found.value,
            (f"{asked} with {choice.offered} options, and now with {found.offered}" if changed else ""),
        )

    def standing(self, match: MatchState) -> str:
        position, now = self.saved.position, snapshot(match)
        return "" if same(position, now) else cleaned(difference(position, json.loads(json.dumps(now))))


def _named(option: GameOption, value: int) -> str:
    """The value of an option as a text."""
    if option.sort == "names":
        return option.values[value]
    return ("no", "yes")[value] if option.sort == "truth" else str(value)


def same(one: object, other: object) -> bool:
    """Whether two values are the same in JSON, where 1 is neither true nor 1.0."""
    try:
        return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    except BROKEN:  # nested without end, keys of several sorts
        return False
