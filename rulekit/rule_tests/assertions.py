"""Checks each `then` line of a rule test against the position that the test has reached: a function for each sort.

Each is given the test, the number of its line, and by name what it takes of the values there; it raises :class:`TestFailure`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rulekit.dsl.arguments import by_name
from rulekit.dsl.tree import Node
from rulekit.image import Sort
from rulekit.rule_tests.trial import TestFailure, Trial
from rulekit.runtime.labels import Labels
from rulekit.runtime.narrative.rows import Shown

MOST_GAMES = 1000
"""In one line of a test"""


def _then(trial: Trial, k: int, *, c: Node) -> None:
    if not trial.call(k):
        raise TestFailure(*trial.instead(k, c), *trial.situation())


def _always(trial: Trial, k: int, *, c: Node, n: Node) -> None:
    if n.op != "number" or not 1 <= n.data["n"] <= MOST_GAMES:
        raise TestFailure(f"how many games are played is said by a number from 1 to {MOST_GAMES}")
    trial.play_games(k, n.data["n"], c)


def _in_order(trial: Trial, k: int) -> None:
    found, wanted, sort = trial.call(k)
    if [*found] != [*wanted]:
        labels = Labels(trial.compiled.image)
        there = ", ".join(labels.value(Sort(*sort), x) for x in found)
        raise TestFailure(f"the order is: {there}" if there else "there are none", *trial.situation())


def _holds_exactly(trial: Trial, k: int) -> None:
    for wanted, there in trial.call(k):
        if wanted != there:
            raise TestFailure(f"there are {there}, not {wanted}", *trial.situation())


def _may_exactly(trial: Trial, k: int) -> None:
    player, wanted = trial.call(k)
    decision = trial.match.decisions[trial.pending(player)]
    for value, sort in wanted:
        trial.check_sort(trial.pending(player), value, sort)
    wanted = [value for value, _ in wanted]
    found = [(o.value, o.label(), o.id) for o in decision.options]
    missing = [w for w in wanted if not any(w in f for f in found)]
    if missing or len(found) != len(wanted):
        raise TestFailure("the options are: " + ", ".join(f[1] for f in found))


def _may(trial: Trial, k: int) -> None:
    player, value, sort = trial.call(k)
    at = trial.pending(player)
    trial.check_sort(at, value, sort)
    if trial.option(at, value) is None:
        raise TestFailure("the options are: " + trial.options_text(at))


def _may_not(trial: Trial, k: int, *, t: str | None = None) -> None:
    player, value, sort = trial.call(k)
    at = trial.pending(player)
    trial.check_sort(at, value, sort)
    if trial.option(at, value) is not None:
        raise TestFailure("it is among the options")
    if t is not None:
        reason = trial.reason(at, value)
        if reason != t:
            raise TestFailure(_reason(reason))


def _may_one(trial: Trial, k: int) -> None:
    player, members, sort = trial.call(k)
    at = trial.pending(player)
    if trial.one_of(at, members, sort) is None:
        raise TestFailure("the options are: " + trial.options_text(at) if members else "there are none of these")


def _may_none(trial: Trial, k: int, *, t: str | None = None) -> None:
    player, members, sort = trial.call(k)
    at = trial.pending(player)
    if not members:
        raise TestFailure("there are none of these")
    if trial.one_of(at, members, sort) is not None:
        raise TestFailure("one of them is among the options")
    for member in members if t is not None else ():
        if trial.reason(at, member) != t:
            raise TestFailure(_reason(trial.reason(at, member)))


def _asked(trial: Trial, k: int, *, no: str = "", t: str | None = None) -> None:
    player, _, _ = trial.call(k)
    if t is not None:
        prompt = trial.match.decisions[trial.pending(player)].prompt()
        if prompt != t:
            raise TestFailure(f"the question is:  {prompt}")
    elif any(ask[0] == player for ask in trial.match.asks) == bool(no):
        raise TestFailure(*trial.asked_now())


def _asked_nobody(trial: Trial, k: int) -> None:
    if trial.match.asks:
        decision = trial.match.decisions[0]
        raise TestFailure(f"{decision.player} is asked: {decision.prompt()}")


def _place(trial: Trial, k: int) -> None:
    player, place = trial.call(k)
    found = next((x.rank for x in trial.match.standings if x.seat == player + 1), None)
    if found is None:
        raise TestFailure("the game is not over")
    if found != place:
        raise TestFailure(f"it is place {found}")


def _over(trial: Trial, k: int, *, no: str = "") -> None:
    if (trial.match.ending is None) != bool(no):
        raise TestFailure("the game is over" if no else "the game goes on")


def _refused(trial: Trial, k: int, *, t: str) -> None:
    reason, trial.refused = trial.refused, None
    if reason is None:
        skips = [e for e in trial.match.journal[trial.told :] if e.sort == "skip"]
        reason = skips[-1].text().rpartition("not carried out: ")[2] if skips else None
    if reason is None:
        raise TestFailure("nothing was refused")
    if reason != t:
        raise TestFailure(_reason(reason))


def _told(trial: Trial, k: int, *, t: str, no: str = "") -> None:
    story = trial.match.story(None, trial.since)
    lines = [line.text for sentence in story for _, line in sentence.lines()]
    _said(t, lines, bool(no), "told")


def _shown_above(trial: Trial, k: int, *, t: str, no: str = "") -> None:
    _said(t, [line.text for line in trial.match.header(None).lines], bool(no), "shown above")


def _said(text: str, lines: Sequence[str], no: bool, how: str) -> None:
    """Raises TestFailure unless a text occurs in one of the lines; with ``no``, if it does. ``how`` names the lines."""
    if any(text in line for line in lines) == no:
        raise TestFailure(f"{how} is:  {'; '.join(lines)}" if lines else f"nothing is {how}")


def _reason(reason: str | None) -> str:
    """Two blanks before it: it stays in the words in which a test has to say it."""
    return "it was never among the candidates" if reason is None else f"the reason is:  {reason}"


def _sees(trial: Trial, k: int, *, no: str = "") -> None:
    seen = _seen_cards(trial, k)[0]
    if any(seen) if no else not (seen and all(seen)):
        raise TestFailure(f"{sum(seen)} of {len(seen)} are seen" if seen else "no card is there")


def _was_shown(trial: Trial, k: int, *, no: str = "") -> None:
    player, kind, cards = trial.call(k)
    shown = [row for row in trial.match.log or () if isinstance(row, Shown) and row.to in (player, -1)]
    if any(row.root == kind and row.card in cards for row in shown) == bool(no):
        labels = Labels(trial.compiled.image)
        names = ", ".join(dict.fromkeys(labels.member(row.root, row.card) for row in shown))
        raise TestFailure(f"shown was: {names}" if names else "nothing was shown to this player")


def _sees_mark(trial: Trial, k: int, *, no: str = "") -> None:
    player, name, at = trial.call(k)
    mark = trial.compiled.image.marks[name]
    if trial.compiled.sight(trial.compiled.image.seats[player]).mark(mark, at - mark.base) == bool(no):
        raise TestFailure(f"it is seen by {mark.seen}")


def _sees_open(trial: Trial, k: int) -> None:
    seen = trial.call(k)
    if seen != "all":
        raise TestFailure(f"it is seen by {seen}")


def _sees_number(trial: Trial, k: int) -> None:
    _, there, wanted = _seen_cards(trial, k)
    if there != wanted:
        raise TestFailure(f"there are {there}")


def _seen_cards(trial: Trial, k: int) -> tuple[list[bool], int, int]:
    player, codes, faces, n = trial.call(k)
    cards = [(code, card) for code, card in codes if card >= 0]
    sight = trial.compiled.sight(trial.compiled.image.seats[player])
    seen = [sight.card(code, faces >= 0 and bool(trial.match.s[faces + card])) for code, card in cards]
    return seen, len(cards), n or 0


HANDLERS: Mapping[str, Callable[..., None]] = {
    "then": _then,
    "always": _always,
    "in-order": _in_order,
    "holds-exactly": _holds_exactly,
    "may-exactly": _may_exactly,
    "may": _may,
    "may-not": _may_not,
    "may-one": _may_one,
    "may-none": _may_none,
    "asked": _asked,
    "asked-nobody": _asked_nobody,
    "place": _place,
    "over": _over,
    "refused": _refused,
    "told": _told,
    "shown-above": _shown_above,
    "sees": _sees,
    "sees-mark": _sees_mark,
    "sees-open": _sees_open,
    "was-shown": _was_shown,
    "sees-number": _sees_number,
}
ASSERTIONS = by_name(HANDLERS, 2, "test")
"""operation of a line -> the function that checks it"""
