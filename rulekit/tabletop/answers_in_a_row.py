"""Several answers in one line, as `march, Alder, 1, 3 x4, 0`: each answers the question that the one before it leads to."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.runtime.failures import Refused
from rulekit.runtime.multiples import most_of
from rulekit.runtime.undo import obstacle
from rulekit.tabletop.page import Page, page
from rulekit.tabletop.typed import parts

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision
    from rulekit.tabletop.driver import Driver
    from rulekit.tabletop.question import QuestionMenu

ALL = ("all", "全部", "全選", "全选", "すべて")
"""Of a question for several things: whatever can be chosen, and no more"""
TIMES = re.compile(r"(.+?) ?[x×*] ?(\d{1,4})")

Menu = Callable[["Decision"], "QuestionMenu"]


@frozen
class _Answer:
    """``k``: the index of an option; ``times``: how often it is chosen."""

    k: int
    times: int


def answers_in(question: QuestionMenu, typed: str) -> list[str]:
    """The answers of a line that holds several, or one with a number of times or `all`; none where it is a single answer."""
    if isinstance(question.find(typed), int):
        return []
    found = parts(typed)
    several = len(found) > 1 or _means_all(question, typed) or TIMES.fullmatch(typed.strip()) is not None
    return found if several else []


def answer_in_a_row(driver: Driver, question: QuestionMenu, answers: Sequence[str], menu: Menu) -> tuple[bool, Page]:
    """Gives the answers one after another; whether any was given, and what is to be said.

    It ends early where one is no answer, and where something has happened that the player could not know: chance, something
    revealed, another player's choice. What is given in one line is taken back in one. ``menu``: makes the next question.
    """
    texts, player = question.texts, question.decision.player
    for n, typed in enumerate(answers):
        said = _give(driver, question, typed, joined=n > 0)
        if said is not None:
            return n > 0, _stopped(question, answers[n:], said) if n else said
        following = driver.pending()
        if n + 1 == len(answers) or driver.match.over:
            break
        if following is None or following.player != player or obstacle(driver.match, player):
            return True, page(texts("not_given", answers=texts.list(answers[n + 1 :])))
        question = menu(following)
    return True, Page()


def _stopped(question: QuestionMenu, answers: Sequence[str], said: Page) -> Page:
    texts = question.texts
    asked = question.decision.prompt(texts.lang)
    out = page(texts("stopped_at", asked=asked, answers=texts.list(answers)))
    out.add(said)
    return out


def _give(driver: Driver, question: QuestionMenu, typed: str, joined: bool) -> Page | None:
    """Makes the choice that was typed; returns the reply if it cannot be made."""
    texts, decision = question.texts, question.decision
    if _means_all(question, typed):
        _choose_all(driver, decision, joined)
        return None
    answer = _read(question, typed)
    if isinstance(answer, Page):
        return answer
    option, label = question.options[answer.k], question.labels[answer.k]
    if decision.final and option.value >= 0:
        return page(texts("alone", option=label))
    most = 1 if answer.times == 1 else most_of(driver.match, decision, option.value)
    if not 1 <= answer.times <= most:
        return page(texts("at_most", option=label, most=most))
    try:
        driver.choose(decision, option.value, answer.times, joined)
    except Refused as reason:
        return page(texts.mistake(str(reason)))
    return None


def _read(question: QuestionMenu, typed: str) -> _Answer | Page:
    found = question.choose(typed)
    counted = TIMES.fullmatch(typed.strip())
    if isinstance(found, int) or counted is None:
        return found if isinstance(found, Page) else _Answer(found, 1)
    found = question.choose(counted[1])
    return found if isinstance(found, Page) else _Answer(found, int(counted[2]))


def _means_all(question: QuestionMenu, typed: str) -> bool:
    several = question.decision.about.op == "choose-band"
    return several and typed.strip().casefold() in ALL and not isinstance(question.find(typed), int)


def _choose_all(driver: Driver, decision: Decision, joined: bool) -> None:
    """Whatever can still be chosen, then `done`. The rules may ask for fewer, or refuse what does not go with the rest."""
    asked: Decision | None = decision
    while asked is not None and asked.question == decision.question:
        value = next((v for v in asked.values if not asked.declines(v)), -1)
        driver.choose(asked, value, most_of(driver.match, asked, value), joined)
        joined, asked = True, driver.match.decision_of(decision.player) if value >= 0 else None
