"""Writes a simulation as one self-contained HTML page: charts are SVG, there is no script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import inf

from rulekit.lab.charts import bars, intervals
from rulekit.lab.comparison import SHARE, Comparison, power
from rulekit.lab.messages import reason_in, text
from rulekit.lab.names import ReportNames
from rulekit.lab.simulation import ChoiceUse, Simulation, histogram, middle
from rulekit.lab.statistics import Interval
from rulekit.languages import punctuation

LENGTH = "decisions by"
"""The key of how long games are"""
SHOWN = 30
"""Rows in the table of options by their gain"""
LISTED = 300
"""Rows in the table of all options"""
STYLE = """
body { font: 15px/1.5 sans-serif; color: #222; background: #fff; max-width: 60em; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse } th, td { padding: .15em .7em; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child, th:nth-child(2), td:nth-child(2) { text-align: left } .sure { font-weight: bold }
svg { max-width: 100%; height: auto } figure { margin: 1em 0 } details { margin: 1em 0 }
"""


def report(found: Simulation, lang: str = "en", compared: Comparison | None = None) -> str:
    """The page. ``compared``: what ``found`` was compared with."""
    page = ReportPage(found, lang)
    parts = [*page.head(), *page.stopped(), *(page.compared(compared) if compared is not None else ())]
    if found.finished:
        parts += [*page.wins(), *page.scores(), *page.length(), *page.uses(), *page.unused()]
    title = escape(page.title)
    return (
        f'<!doctype html>\n<html lang="{escape(lang)}"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


class ReportPage:
    """The chapters of a report in one language."""

    def __init__(self, found: Simulation, lang: str) -> None:
        self.found, self.lang, self.names = found, lang, ReportNames(found.plan, lang)

    def say(self, key: str, **values: object) -> str:
        return text(key, self.lang, **values)

    @property
    def title(self) -> str:
        bots = self.names.list(self.found.plan.bots)
        return self.say("title", game=self.names.title, n=f"{len(self.found.records):,}", bots=bots)

    def head(self) -> Iterator[str]:
        plan = self.found.plan
        variants = self.names.variants(plan.variants)
        yield f"<h1>{escape(self.title)}</h1>"
        said = self.say("set-up", players=plan.players, seed=plan.seed, variants=variants or self.say("none"))
        yield f"<p>{escape(said)}</p>"

    def wins(self) -> Iterator[str]:
        seats, even = self.found.seats, 1 / len(self.found.seats)
        high = min(1.0, max(2 * even, *(s.share.high for s in seats)))
        rows = [(f"{s.seat} {self.names.seat(s.player)}", s.share, self._percent(s.share.value)) for s in seats]
        yield self._chapter("wins", self.say("wins note"))
        yield figure(intervals(rows, 0.0, high, even, self.say("wins")))

    def scores(self) -> Iterator[str]:
        yield self._chapter("scores")
        for s in self.found.seats:
            if not s.scores:
                continue
            said = self.say(
                "score of",
                player=self.names.seat(s.player),
                mean=s.score.value,
                range=self._range(s.score),
                median=middle(s.scores),
            )
            yield f"<p>{escape(said)}</p>" + figure(bars(histogram(s.scores), said))

    def length(self) -> Iterator[str]:
        x = self.found.length
        said = self.say("decisions", mean=x.value, range=self._range(x))
        yield self._chapter("length", said)
        yield figure(bars(histogram([r.decisions for r in self.found.finished]), said))

    def _range(self, x: Interval) -> str:
        """The ends of an interval, in brackets; nothing for one that has none."""
        return self.say("range", low=x.low, high=x.high) if x.known else ""

    def uses(self) -> Iterator[str]:
        compared = [u for u in self.found.uses if u.gain is not None]
        surest = sorted(compared, key=lambda u: (u.chance, -abs(u.gain.value if u.gain else 0)))[:SHOWN]
        games, players = len(self.found.finished), len(self.found.finished) * len(self.found.players)
        if surest:
            yield self._chapter("uses", self.say("uses note", n=len(compared)))
            high = max(abs(v) for u in surest if u.gain for v in (u.gain.low, u.gain.high))
            rows = [
                (self.names.option(u.question, u.value), u.gain, self._percent(u.gain.value, "+"))
                for u in surest
                if u.gain
            ]
            yield figure(intervals(rows, -high, high, 0.0, self.say("uses")))
        head = [self.say(key) for key in ("choice", "option", "times", "players", "gain")] + ["p"]
        all_ = self.found.uses
        often = sorted(range(len(all_)), key=lambda k: (-all_[k].times, k))[:LISTED]
        body = [
            [*self._named(u), f"{u.times / games:.2f}", self._percent(u.players / players), *self._gain(u)]
            for u in (all_[k] for k in sorted(often))
        ]
        if body:
            title = (
                self.say("all uses") if len(body) == len(all_) else self.say("most used", n=len(body), all=len(all_))
            )
            yield f"<details><summary>{escape(title)}</summary>{table(head, body)}</details>"

    def _named(self, use: ChoiceUse) -> tuple[str, str]:
        """A question and the option chosen there."""
        return self.names.question(use.question, use.choice), self.names.option(use.question, use.value)

    def unused(self) -> Iterator[str]:
        if not self.found.unused:
            return
        most = 100 * (1 - 0.05 ** (1 / len(self.found.finished)))
        yield self._chapter("unused", self.say("unused note", most=most))
        colon = punctuation(self.lang).colon
        rows = (f"{self._of_choice(x)}{colon}{self.names.things(x, things)}" for x, things in self.found.unused)
        yield f"<ul>{''.join(f'<li>{escape(row)}</li>' for row in rows)}</ul>"

    def _of_choice(self, choice: str) -> str:
        """The name of a question at which something was chosen."""
        return next(
            (self.names.question(u.question, choice).rstrip("?？") for u in self.found.uses if u.choice == choice),
            choice,
        )

    def stopped(self) -> Iterator[str]:
        if self.found.stopped:
            yield self._chapter("stopped")
            for reason, seeds in self.found.stopped.items():
                why = reason_in(self.lang, reason)
                yield f"<p>{escape(self.say('stopped row', n=len(seeds), seed=seeds[0], reason=why))}</p>"

    def compared(self, x: Comparison) -> Iterator[str]:
        note = self.say("compared note", pairs=x.pairs, gain=x.gain, power=power(x, self.lang))
        yield f"<h2>{escape(self.say('compared', changes=changes(x, self.names)))}</h2><p>{escape(note)}</p>"
        head = [self.say(k) for k in ("what", "player", "without", "with", "difference")] + ["p", self.say("seen")]
        body, sure = [], []
        for m in x.moved:
            percent = m.what == SHARE
            numbers = (m.base, m.laid, m.difference.value, m.difference.low, m.difference.high, m.seen)
            base, laid, mid, low, high, seen = (self._number(n, percent) for n in numbers)
            what = self.say(LENGTH if m.what == "decisions" else m.what)
            body.append(
                [what, self.names.seat(m.player), base, laid, f"{mid} ({low} … {high})", _chance(m.chance), seen]
            )
            sure.append(m.sure)
        yield table(head, body, sure)

    def _percent(self, share: float, sign: str = "-") -> str:
        return self.say("percent", number=f"{100 * share:{sign}.1f}")

    def _number(self, n: float, percent: bool) -> str:
        if n in (inf, -inf):
            return "∞" if n > 0 else "-∞"
        return self._percent(n) if percent else f"{n:.2f}"

    def _gain(self, use: ChoiceUse) -> tuple[str, str]:
        """The gain with its interval, and p; nothing where nothing was compared."""
        if use.gain is None:
            return "", ""
        mid, low, high = (self._percent(x, "+") for x in (use.gain.value, use.gain.low, use.gain.high))
        return f"{mid} ({low} … {high})", _chance(use.chance)

    def _chapter(self, key: str, note: str = "") -> str:
        return f"<h2>{escape(self.say(key))}</h2>" + (f"<p>{escape(note)}</p>" if note else "")


def changes(found: Comparison, names: ReportNames) -> str:
    """The differences between two simulations."""
    return names.list([*map(names.variant, found.variants), *found.options])


def _chance(p: float) -> str:
    return f"{p:.3f}" if p >= 0.001 else "< 0.001"


def figure(svg: str) -> str:
    return f"<figure>{svg}</figure>"


def table(head: Sequence[str], body: Iterable[Sequence[str]], sure: Sequence[bool] = ()) -> str:
    first = "".join(f"<th>{escape(x)}</th>" for x in head)
    rows = (
        f"<tr{' class=sure' if k < len(sure) and sure[k] else ''}>"
        + "".join(f"<td>{escape(x)}</td>" for x in row)
        + "</tr>"
        for k, row in enumerate(body)
    )
    return f"<table><tr>{first}</tr>{''.join(rows)}</table>"
