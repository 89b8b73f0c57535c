"""Hot reload: replays the choices of a running match under changed rules, as far as they are still possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.runtime.failures import RuleFailure

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision, Option, Refusal
    from rulekit.runtime.game import Game
    from rulekit.runtime.match import Match


@frozen
class Transfer:
    """``match``: where the choices lead under the new rules. ``made``: how many of them could be made there."""

    match: Match
    made: int
    why: str
    """Why the next choice could not be made; "": all were"""
    other: tuple[int, str, str] | None
    """What first happened otherwise: after how many choices, before and now; "" where nothing happened"""


def transfer(old: Game, match: Match, new: Game, lang: str = "en", viewer: str | None = None) -> Transfer:
    """Plays the choices of a match again, under its own rules and under others side by side.

    Its texts say only what ``viewer`` may know; None is an onlooker.

    Choices are recognised by their names, not by numbers, which change with every compilation. Raises UserError when the new
    rules know no such set-up, and RuleFailure when they fail before the first choice.
    """
    options = _options(old, match)
    before = old.start(list(match.players), match.seed, options)
    now = new.start(list(match.players), match.seed, {k: v for k, v in options.items() if k in new.options})
    compared = 0
    other = None
    made, why = 0, ""
    for made, (player, _, value, _) in enumerate(match.past or ()):
        if other is None:
            other, compared = _other(before, now, compared, made, lang, viewer)
        k = before.pending(player)
        assert k is not None, "the same rules ask the same"
        asked = before.decisions[k]
        found, why = _same(asked, value, now, lang, viewer)
        if found is None:
            break
        before.decide(k, value)
        try:
            now.choose(found.decision, found)
        except RuleFailure as failed:
            why = str(failed)
            break
    else:
        made = len(match.past or ())
    if other is None:
        other, _ = _other(before, now, compared, made, lang, viewer)
    return Transfer(now, made, why, other)


def _options(game: Game, match: Match) -> Mapping[str, object]:
    values = match.compiled.image.options
    return {n: values[n] if o.sort == "number" else o.values[values[n]] for n, o in game.options.items() if n in values}


def _same(asked: Decision, value: int, now: Match, lang: str, viewer: str | None) -> tuple[Option | None, str]:
    """The same answer to the same question; where there is none, why."""
    key = asked.name or asked.about.text
    question = next((d for d in now.decisions if d.player == asked.player and (d.name or d.about.text) == key), None)
    was = f"{asked.player}: {asked.prompt(lang, viewer)}" + (
        f" {asked.label(value, lang)}" if viewer == asked.player else ""
    )
    if question is None:
        return None, was
    said = asked.labels("en").id(asked.about.sort, value)  # which card it was, also where the player could not read it
    branch = asked.about.sort.head in ("branch", "yesno")
    for option in question.options:
        if (option.label() == asked.label(value)) if branch else (_name(option) == said):
            return option, ""
    refusal = next((r for r in question.refused if _name(r) == said), None)
    if refusal is None or branch or viewer != asked.player:
        return None, was
    return None, f"{was}: {refusal.reason(lang)} ({refusal.rule})"


def _name(found: Option | Refusal) -> str:
    return found.decision.labels("en").id(found.decision.about.sort, found.value)


def _other(
    before: Match, now: Match, since: int, made: int, lang: str, viewer: str | None
) -> tuple[tuple[int, str, str] | None, int]:
    """The first entry in which the journals differ, and how far they were compared."""
    a, b = before.journal, now.journal
    for k in range(since, max(len(a), len(b))):
        texts = [journal[k].text(lang, viewer) if k < len(journal) else "" for journal in (a, b)]
        if texts[0] != texts[1]:
            return (made, texts[0], texts[1]), k
    return None, max(len(a), len(b))
