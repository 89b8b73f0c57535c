"""One choice by name, and the same choice found again in a match of other rules or of another compilation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.characters import cleaned
from rulekit.image import Question, Sort
from rulekit.runtime.failures import Refused
from rulekit.runtime.labels import Labels

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState


@frozen
class Choice:
    """``player``: the name of who chose; ``question``: its key (:func:`question_key`); ``option``: the id of what was chosen,
    with its owner where each player has the same ones and it is another player's."""

    player: str
    question: str
    option: str


@frozen
class LocatedChoice:
    """A choice located in a match: ``index`` into ``asks``, the compiled ``value``, and the number of options ``offered``."""

    index: int
    value: int
    offered: int


def question_key(asked: Question) -> str:
    """How a question is recognised under other rules: by the name of its choice, or else by its line."""
    return asked.choice or asked.text


def named(match: MatchState, player: int, question: int, value: int) -> Choice:
    """A choice of a match by name. ``player``: from 0; ``question`` and ``value``: the numbers of its compilation."""
    image = match.compiled.image
    asked = image.asks[question]
    return Choice(
        image.seats[player], question_key(asked), _option(match.compiled.labels("en"), asked.sort, player, value)
    )


def _option(labels: Labels, sort: Sort, player: int, value: int) -> str:
    own = sort.head == "kind" and value >= 0 and labels.whose(sort.of, value) == player
    return labels.id(sort, value) if own else labels.full_id(sort, value)


def find(match: MatchState, choice: Choice) -> LocatedChoice | str:
    """Locates a choice among the open questions of a match; where it is not possible there, gives the reason as a sentence."""
    image = match.compiled.image
    asked = {image.seats[ask[0]]: k for k, ask in enumerate(match.asks)}
    was = f"{choice.player} was asked “{cleaned(choice.question[:200])}”"
    k = asked.get(choice.player)
    if k is None:
        return f"{was}, and now {' and '.join(asked) or 'nobody'} is asked"
    player, number, options, _ = match.asks[k]
    if (now := question_key(image.asks[number])) != choice.question:
        return f"{was}, and now “{now}”"
    labels, sort = match.compiled.labels("en"), image.asks[number].sort
    value = next((v for v in options if _option(labels, sort, player, v) == choice.option), None)
    if value is None:  # another player's without its owner, as saves of 0.2 have it
        value = next((v for v in options if labels.id(sort, v) == choice.option), None)
    if value is None:
        why = _refusal(match, k, choice.option)
        return f"{was} and chose {cleaned(choice.option[:80])}, which cannot be chosen now{why}"
    return LocatedChoice(k, value, len(options))


def _refusal(match: MatchState, k: int, option: str) -> str:
    try:
        match.decisions[k].find(option)
    except Refused as refused:
        return f" ({refused.reason})"
    return ""
