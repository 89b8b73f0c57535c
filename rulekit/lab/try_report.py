"""A tryout as lines of text for its author."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.dsl.symbols import Mark, Place
from rulekit.lab.comparison import SHARE, Shift, power
from rulekit.lab.event_rates import EventRate
from rulekit.lab.failed_lines import CauseLine
from rulekit.lab.line_effects import LineEffect
from rulekit.lab.messages import reason_in
from rulekit.lab.names import ReportNames
from rulekit.lab.try_messages import text
from rulekit.lab.tryout import Tryout

MOST, MOST_CAUSES = 12, 3
"""Happenings that are told; lines of a variant that are named for one that cannot be carried out"""


def lines(found: Tryout, lang: str, seen: Sequence[Sequence[str]] = ()) -> Iterator[str]:
    """``seen``: for each reason why games stopped, lines that say how to see one."""
    plan, n = found.laid.plan, len(found.laid.records)
    names = ReportNames(plan, lang, found.tracer.program)
    variants, bots = names.variants(plan.variants), names.list(plan.bots)
    yield text("head", lang, game=names.title, variants=variants, n=n, players=plan.players, bots=bots)
    if n < found.asked and not found.interrupted:
        yield text("short of time", lang, n=n, asked=found.asked)
    if not n:
        return
    yield from _stopped(found, lang, seen, n)
    yield from _brought(found, lang, n)
    yield from _failed(found, lang, n)
    yield from _who_sees(found, names)
    yield from _moved(found, names)
    if not (found.stops or found.unranked or found.doubtful or any(x.never and x.sure for x in found.happened)):
        yield text("fine", lang)


def _stopped(found: Tryout, lang: str, seen: Sequence[Sequence[str]], n: int) -> Iterator[str]:
    if found.stops:
        yield ""
        yield text("stopped", lang, n=sum(s.games for s in found.stops), of=n)
    for k, stop in enumerate(found.stops):
        yield "! " + text("stop", lang, n=stop.games, message=reason_in(lang, stop.message))
        why = found.because(stop, lang)
        causes = _behind(stop.behind, lang)
        yield from (f"      {row}" for row in [*([why] if why else []), *causes, *(seen[k] if k < len(seen) else ())])
    if found.unranked:
        yield ""
        yield "! " + text("unranked", lang, n=len(found.unranked), of=n, seed=found.unranked[0])


def _brought(found: Tryout, lang: str, n: int) -> Iterator[str]:
    if not found.rows:
        return
    yield ""
    yield text("lines", lang)
    for row in sorted(found.rows, key=lambda row: not row.never):
        yield f"{'!' if row.doubtful else ' '} {row.span.place}  {row.text}"
        yield from (f"      {fact}" for fact in _facts(row, found, lang))
    if any(row.never for row in found.rows):
        yield text("never note", lang, n=n, most=100 * (1 - 0.05 ** (1 / n)))


def _behind(causes: Sequence[CauseLine], lang: str) -> Iterator[str]:
    """The lines of the variant because of which a line of the game cannot be carried out."""
    for cause in causes[:MOST_CAUSES]:
        yield text(cause.how, lang, place=cause.span.place, line=cause.text)
        if cause.supposed:
            yield text("ask first", lang, sentence=cause.supposed)


def _failed(found: Tryout, lang: str, n: int) -> Iterator[str]:
    """Lines of the game itself that cannot be carried out more often than without the variant."""
    if found.failed:
        yield ""
        yield text("failed", lang)
    for row in found.failed:
        yield f"  {row.span.place}  {row.text}"
        told = [text("failed often", lang, n=n, times=row.times, games=row.games, base=row.base)]
        if why := found.reason(row.first, lang):
            told.append(text("first time", lang, reason=why))
        yield from (f"      {line}" for line in [*told, *_behind(row.behind, lang)])


def _who_sees(found: Tryout, names: ReportNames) -> Iterator[str]:
    """For whom the marks and places are visible that a variant adds."""
    program = found.tracer.program
    kept: list[Mark | Place] = [*program.marks.values(), *program.places.values()]
    added = [x for x in kept if x.span.file in program.variant_of]
    if added:
        yield ""
        yield text("who sees", names.lang)
    for x in sorted(added, key=lambda x: x.span.line):
        yield f"  {text(f'seen {x.seen}', names.lang, what=names.labels.word(x.name))}"


def _facts(row: LineEffect, found: Tryout, lang: str) -> Iterator[str]:
    """The measurements of a line, in sentences."""
    for fact in row.facts:
        yield text(fact.what, lang, n=len(found.laid.records), **fact.numbers)
        if fact.failure is not None and (why := found.reason(fact.failure, lang)):
            yield text("first time", lang, reason=why)


def _moved(found: Tryout, names: ReportNames) -> Iterator[str]:
    comparison, lang = found.comparison, names.lang
    if not comparison.pairs:
        return
    yield ""
    yield text("moved", lang, pairs=comparison.pairs)
    sure = [x for x in found.happened if x.sure]
    for m in found.moved:
        yield f"  {_number(m, names)}"
    for x in sure[:MOST]:
        yield f"  {happening(x, comparison.pairs, names)}  ({x.place})"
    if len(sure) > MOST:
        yield "  " + text("and more", lang, n=len(sure) - MOST)
    if not sure and not found.moved:
        many = len(comparison.moved) + len(found.happened)
        yield "  " + text("moved none", lang, compared=many, power=power(comparison, lang))


def _number(m: Shift, names: ReportNames) -> str:
    unit, lang = 100 if m.what == SHARE else 1, names.lang
    numbers = {"base": m.base, "laid": m.laid, "low": m.difference.low, "high": m.difference.high}
    what = text(m.what, lang, player=names.seat(m.player))
    return text("number", lang, what=what, **{key: unit * value for key, value in numbers.items()})


def happening(x: EventRate, pairs: int, names: ReportNames) -> str:
    """One thing that happens more often or more seldom, in a sentence."""
    lang = names.lang
    what = text("held", lang, what=names.condition(x.what)) if x.condition else names.rule(x.rule) or x.what
    low, high = x.difference.low, x.difference.high
    key = "never more" if x.never else "more often"
    return text(key, lang, what=what, base=x.base, laid=x.laid, low=low, high=high, pairs=pairs)
