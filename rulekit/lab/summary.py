"""A simulation, a comparison and an arena as lines of text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import inf
from unicodedata import east_asian_width

from rulekit.lab.arena import Arena
from rulekit.lab.comparison import SHARE, Comparison, Shift, power
from rulekit.lab.messages import reason_in, text
from rulekit.lab.names import ReportNames
from rulekit.lab.report import changes
from rulekit.lab.simulation import Simulation

MEASURES = {SHARE: "win share of", "score": "score by", "decisions": "decisions by"}
"""What is compared -> the key of what it is called"""


def simulated(found: Simulation, lang: str) -> Iterator[str]:
    """Who wins, by seat, and how long it takes."""
    names = ReportNames(found.plan, lang)
    bots = names.list(found.plan.bots)
    yield text("head", lang, game=names.title, n=len(found.finished), players=len(found.players), bots=bots)
    yield from _stopped(found.stopped, lang)
    if not found.finished:
        return
    rows = [
        [
            f"{s.seat} {names.seat(s.player)}",
            text("share", lang, share=100 * s.share.value, low=100 * s.share.low, high=100 * s.share.high),
            text("mean score", lang, score=s.score.value),
        ]
        for s in found.seats
    ]
    yield from aligned(rows, left=(0, 1, 2))
    x = found.length
    yield text("mean length", lang, mean=x.value, range=text("range", lang, low=x.low, high=x.high) if x.known else "")


def compared(found: Comparison, lang: str) -> Iterator[str]:
    """The differences, and the smallest one that this run could detect."""
    names = ReportNames(found.base.plan, lang)
    yield text("on pairs", lang, changes=changes(found, names), n=found.pairs)
    yield from (f"  {_shift(m, names)}" for m in found.moved)
    yield power(found, lang)


def _shift(m: Shift, names: ReportNames) -> str:
    unit, d, lang = 100 if m.what == SHARE else 1, m.difference, names.lang
    return text(
        "shift",
        lang,
        what=text(MEASURES[m.what], lang, player=names.seat(m.player)),
        base=unit * m.base,
        laid=unit * m.laid,
        difference=unit * d.value,
        range=text("signed range", lang, low=unit * d.low, high=unit * d.high) if d.known else "",
        chance=m.chance,
        sure=text("a finding" if m.sure else "no finding", lang),
    )


def ranked(found: Arena, lang: str) -> Iterator[str]:
    """A table of the bots, the strongest first."""
    plan = found.plan
    yield text("blocks", lang, n=found.games, players=plan.players, blocks=found.games // plan.block)
    rows = [[text(key, lang) for key in ("bot", "wins of all", "its interval", "even", "Elo", "interval")]]
    for s in found.strengths:
        low, high = (_percent(x) for x in (s.share.low, s.share.high))
        elo = text("ends", lang, low=_elo(s.elo.low), high=_elo(s.elo.high))
        share = text("ends", lang, low=low, high=high)
        rows.append([s.bot, _percent(s.share.value), share, _percent(s.even), _elo(s.elo.value), elo])
    yield from aligned(rows, left=(0, 5))
    yield from _stopped(found.stopped, lang)


def _stopped(games: Mapping[str, Sequence[int]], lang: str) -> Iterator[str]:
    """Why games stopped, and how to see one. ``games``: reason -> seeds."""
    for reason, seeds in games.items():
        yield text("some stopped", lang, n=len(seeds), seed=seeds[0], reason=reason_in(lang, reason))


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _elo(number: float) -> str:
    return {inf: "∞", -inf: "-∞"}.get(number) or f"{number:+.0f}"


def aligned(cells: Sequence[Sequence[str]], left: Collection[int] = ()) -> list[str]:
    """The lines of a table on a terminal, where Chinese characters are two columns wide. ``left``: the columns that begin in one
    place; the others end in one."""
    wide = [max(_width(row[k]) for row in cells) for k in range(len(cells[0]))]
    lines = []
    for row in cells:
        blanks = [" " * (w - _width(x)) for w, x in zip(wide, row, strict=True)]
        lines.append("  ".join(x + b if k in left else b + x for k, (x, b) in enumerate(zip(row, blanks, strict=True))))
    return [line.rstrip() for line in lines]


def _width(said: str) -> int:
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in said)
