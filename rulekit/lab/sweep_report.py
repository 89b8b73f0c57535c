"""A sweep or a search as a table of texts, and a sweep as one HTML page with its curves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import isfinite

from rulekit.lab.charts import curves
from rulekit.lab.messages import text
from rulekit.lab.names import ReportNames
from rulekit.lab.report import STYLE, figure, table
from rulekit.lab.statistics import Interval
from rulekit.lab.summary import MEASURES, aligned
from rulekit.lab.sweep import LENGTH, SCORE, SHARE, Metric, Sweep, Value
from rulekit.lab.tune import Tuning
from rulekit.languages import punctuation


def head(found: Sweep, lang: str) -> list[str]:
    """Title and note."""
    names = ReportNames(found.plan, lang)
    bots = names.list(found.plan.bots)
    title = text("sweep title", lang, game=names.title, setting=found.swept.name, bots=bots)
    return [title, text("sweep note", lang, n=found.plan.games, reference=found.reference)]


def rows(found: Sweep, lang: str) -> list[list[str]]:
    """A table: a row for each value, a column for each measure; the first row says what they are."""
    names = ReportNames(found.plan, lang)
    top = [found.swept.name, text("games", lang), *(_name(found.players, m, names) for m in found.measures)]
    return [top, *([v.value, str(len(v.records)), *_cells(found, v)] for v in found.values)]


def stopped(found: Sweep, lang: str) -> list[str]:
    return [text("stopped games", lang, n=v.stopped, value=v.value) for v in found.values if v.stopped]


def _name(players: Sequence[str], m: Metric, names: ReportNames) -> str:
    return text(MEASURES[m.what], names.lang, player=names.seat(players[m.seat]))


def _cells(found: Sweep, v: Value) -> Iterator[str]:
    for m, i, chance in zip(found.measures, v.measured, v.chances, strict=True):
        yield number(m, i) + ("*" if chance < 0.05 else "") if any(m.of(r) is not None for r in v.records) else "-"


def number(m: Metric, i: Interval) -> str:
    """An estimate with half of its interval, shares in per cent."""
    unit = 100 if m.what == SHARE else 1
    half = f" ±{unit * (i.high - i.low) / 2:.1f}" if isfinite(i.high - i.low) else ""
    return f"{unit * i.value:.1f}{half}"


def tuned(found: Tuning, lang: str) -> Iterator[str]:
    """A search in lines of text."""
    names = ReportNames(found.plan, lang)
    bots = names.list(found.bots)
    yield text("tune title", lang, game=names.title, setting=found.swept.name, goal=found.goal.text, bots=bots)
    unit = 100 if found.goal.measures[0].what == SHARE else 1
    top = [found.swept.name, *(text(key, lang) for key in ("games", "rounds", "off", "behind"))]
    body = [
        [
            c.value,
            str(c.games),
            str(c.rounds),
            f"{unit * c.off:.2f}" if isfinite(c.off) else "-",
            _behind(c.behind, unit),
        ]
        for c in found.candidates
    ]
    yield from aligned([top, *body])
    yield text("best", lang, value=found.best)
    yield text("possible", lang, values=names.list(found.possible)) if found.possible else text("no other", lang)
    if found.checked:
        yield text("checked", lang, n=found.fresh, setting=found.swept.name, value=found.best)
    for m, i in found.checked:
        yield f"  {_name(found.players, m, names)}{punctuation(lang).colon}{number(m, i)}"


def _behind(x: Interval, unit: int) -> str:
    if not isfinite(x.value) or not isfinite(x.high):
        return "-"
    return f"{unit * x.value:.2f} ({unit * x.low:.2f} … {unit * x.high:.2f})" if x.high or x.low else "0"


def page(found: Sweep, lang: str) -> str:
    """One HTML page that needs nothing else."""
    title, note = head(found, lang)
    names, colon = ReportNames(found.plan, lang), punctuation(lang).colon
    parts = [f"<h1>{escape(title)}</h1><p>{escape(note)}</p>", *(f"<p>{escape(x)}</p>" for x in stopped(found, lang))]
    for what in (SHARE, SCORE, LENGTH):
        own = [k for k, m in enumerate(found.measures) if m.what == what]
        unit = 100 if what == SHARE else 1
        series = [
            (_name(found.players, found.measures[k], names), [_scaled(v.measured[k], unit) for v in found.values])
            for k in own
        ]
        mark = 100 / len(found.players) if what == SHARE else None
        named = text("length" if what == LENGTH else what, lang)
        parts.append(
            f"<h2>{escape(named)}</h2>"
            + figure(curves(series, [v.value for v in found.values], mark, f"{title}{colon}{named}"))
        )
    top, *body = rows(found, lang)
    parts.append(table(top, body))
    return (
        f'<!doctype html>\n<html lang="{escape(lang)}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def _scaled(i: Interval, unit: int) -> Interval:
    return Interval(unit * i.value, unit * i.low, unit * i.high)
