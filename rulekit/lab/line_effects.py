"""What the lines of a variant did in games that were played: how often they were reached, and whether that changed anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import define, field, frozen

from rulekit.diagnostics import Span
from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.operations import Trait, has
from rulekit.dsl.points import Modifier
from rulekit.dsl.program import Program
from rulekit.dsl.symbols import FamilyEntry
from rulekit.dsl.tree import Clause, Ruling, Statement
from rulekit.explain.quotes import said
from rulekit.lab.records import Record, TakenBack
from rulekit.lab.tracing import Tracer

FORCED = 0.5
"""A question with a single option in more than this share of the times it is asked is reported"""
SAME = 10
"""A question asked at least this often, always with the same answer, is reported"""
CHANGING: Sequence[Trait] = ("sets", "moves pieces", "moves cards")


@frozen
class Measurement:
    """One thing that was measured of a line. ``what``: the key of its sentence (:mod:`rulekit.lab.try_messages`). ``doubtful``:
    whether the author probably did not mean it so."""

    what: str
    doubtful: bool
    numbers: Mapping[str, int]
    failure: TakenBack | None = None
    """Of a line that could not be carried out, the first time that it was so"""


@frozen
class LineEffect:
    """A line of a variant with its effects."""

    span: Span
    text: str
    facts: Sequence[Measurement]

    @property
    def doubtful(self) -> bool:
        return any(fact.doubtful for fact in self.facts)

    @property
    def never(self) -> bool:
        """Whether some part of it was never reached."""
        return any(fact.what.endswith("never") for fact in self.facts)

    def as_json(self) -> dict[str, object]:
        facts = [{"what": f.what, "doubtful": f.doubtful, **f.numbers} for f in self.facts]
        return {"place": self.span.place, "text": self.text, "doubtful": self.doubtful, "facts": facts}


def brought(tracer: Tracer, records: Sequence[Record]) -> list[LineEffect]:
    """The lines of the variants that do or say something, in their order. ``records``: of a traced plan."""
    found: dict[tuple[str, int], list[Measurement]] = {}
    spans: dict[tuple[str, int], Span] = {}
    for span, fact in _PlaceCounts(tracer, records).facts():
        key = span.file, span.line
        spans.setdefault(key, span)
        facts = found.setdefault(key, [])
        if fact.what not in [f.what for f in facts]:
            facts.append(fact)
    rows = {file: source.splitlines() for file, source in tracer.program.sources.items()}
    return [
        LineEffect(spans[file, line], said(rows[file][line - 1]).strip(), _told(found[file, line]))
        for file, line in sorted(found)
    ]


def _judging(program: Program) -> set[str]:
    """The points that bots alone read, to judge positions: in positions that they only think of nothing is counted."""
    if program.judge is None:
        return set()
    graph = CallGraph(program)
    judged = graph.reached(str(n.data["point"]) for n in program.judge[0].walk() if "point" in n.data)
    return {*judged} - {*graph.reached([str(program.begins)])}


def _told(facts: list[Measurement]) -> list[Measurement]:
    """Drops the fact that a line was carried out if there are more specific facts."""
    return [fact for fact in facts if fact.what != "line"] or facts


@define
class _PlaceCounts:
    """Counts of the places of the variants, summed over all games."""

    tracer: Tracer
    records: Sequence[Record]
    changed: dict[tuple[str, int], int] = field(init=False)
    """(file, line) -> how often it changed something"""

    def __attrs_post_init__(self) -> None:
        self.changed = {}
        lines = self.tracer.compiled.image.lines
        for record in self.records:
            for number, n in record.counts.changes.items():
                at = lines[int(number)].file, lines[int(number)].number
                self.changed[at] = self.changed.get(at, 0) + n

    # ------------------------------------------------------------ counts
    def times(self, span: Span, *sorts: str) -> int:
        """How often a place was reached, one of these sorts of it."""
        keys = [self.tracer.trace.of(span, sort) for sort in sorts]
        return sum(r.counts.lines.get(key, 0) for r in self.records for key in keys)

    def games(self, span: Span, *sorts: str) -> int:
        """The number of games in which it was reached."""
        keys = [self.tracer.trace.of(span, sort) for sort in sorts]
        return sum(any(key in r.counts.lines for key in keys) for r in self.records)

    def known(self, span: Span, *sorts: str) -> bool:
        """Whether anything counts there: what a set-up settles is no part of the game."""
        return any(self.tracer.trace.of(span, sort) for sort in sorts)

    def own(self, span: Span) -> bool:
        return span.file in self.tracer.files

    # ------------------------------------------------------------ lines
    def facts(self) -> Iterator[tuple[Span, Measurement]]:
        program = self.tracer.program
        for entry in program.entries.values():
            yield from self._card(entry) if self.own(entry.span) else ()
            yield from self._body(entry.body)
        judging = _judging(program)
        for point in [*program.points.values(), *program.choices.values()]:
            if point.name in judging:
                continue
            for modifier in point.modifiers:
                yield from self._modifier(modifier) if self.own(modifier.span) else ()
            if point.name.endswith(", as printed") or point.name in program.entries:
                continue
            yield from self._body(point.body)
            for clause in point.clauses:
                yield from self._clause(clause) if self.own(clause.span) else ()
            for ruling in point.rulings:
                yield from self._ruling(ruling) if self.own(ruling.span) else ()
        yield from self._questions()
        yield from self._taken_back()

    def _card(self, entry: FamilyEntry) -> Iterator[tuple[Span, Measurement]]:
        """Whether a card that is in force while it lies somewhere ever lay there."""
        zone = self.tracer.program.families[entry.family].zone
        if zone is None or "place" not in zone.data:
            return
        keys = [f"{root} {k}" for root, k in self.tracer.cards(entry)]
        lay = [sum(r.counts.cards.get(key, {}).get(zone.data["place"], 0) for key in keys) for r in self.records]
        there = sum(n > 0 for n in lay)
        what = "card" if there else "card never"
        yield entry.span, Measurement(what, not there, {"times": sum(lay), "games": there})

    def _modifier(self, modifier: Modifier) -> Iterator[tuple[Span, Measurement]]:
        span = modifier.span
        match modifier.op:
            case "refuse":
                yield from self._refusal(span)
            case "allow" if self.known(span, "yes"):
                yield span, self._fact(span, "allow", "yes")
            case "adjust" if self.known(span, "changed"):
                applied = self.times(span, "changed", "same")
                what = "adjust" if not applied or self.times(span, "changed") else "adjust idle"
                fact = self._fact(span, what, *(("changed",) if what == "adjust" and applied else ("changed", "same")))
                yield (
                    span,
                    Measurement(
                        fact.what, fact.doubtful or what == "adjust idle", {**fact.numbers, "applied": applied}
                    ),
                )
            case "before" | "after" | "instead":
                if self.known(span, "yes") and not self.times(span, "yes"):
                    yield span, self._fact(span, "said", "yes")
                else:
                    yield from self._body(modifier.body)

    def _refusal(self, span: Span) -> Iterator[tuple[Span, Measurement]]:
        if not self.known(span, "yes", "alone"):
            return
        sorts = ("yes",) if self.known(span, "yes") else ("alone", "shared")
        yield span, self._fact(span, "refuse", *sorts)
        if self.known(span, "alone") and self.times(span, "shared"):
            alone = self.times(span, "alone")
            yield span, Measurement("alone", not alone, {"times": alone, "games": self.games(span, "alone")})

    def _ruling(self, ruling: Ruling) -> Iterator[tuple[Span, Measurement]]:
        if ruling.op == "refuse":
            yield from self._refusal(ruling.span)

    def _clause(self, clause: Clause) -> Iterator[tuple[Span, Measurement]]:
        if clause.op != "let" and self.known(clause.span, "line"):
            yield clause.span, self._fact(clause.span, "clause", "line")

    def _body(self, body: Sequence[Statement]) -> Iterator[tuple[Span, Measurement]]:
        """Of the block below a line that was never reached nothing is reported."""
        for x in body:
            if not self.own(x.span) or not self.known(x.span, "line"):
                yield from self._body(x.body)
                yield from self._body(x.otherwise or ())
                continue
            if not self.times(x.span, "line"):
                yield x.span, self._fact(x.span, "line", "line")
                return
            yield x.span, self._statement(x)
            if not (x.op == "if" and self.known(x.span, "yes") and not self.times(x.span, "yes")):
                yield from self._body(x.body)
            yield from self._body(x.otherwise or ())

    def _statement(self, x: Statement) -> Measurement:
        if x.op == "if" and self.known(x.span, "yes"):
            if self.times(x.span, "yes") and not self.times(x.span, "no"):
                return Measurement(
                    "if always", False, {"times": self.times(x.span, "yes"), "games": self.games(x.span, "yes")}
                )
            return self._fact(x.span, "if", "yes")
        if x.op == "needs" and self.known(x.span, "yes"):
            return self._fact(x.span, "needs", "yes")
        if any(has(x.op, trait) for trait in CHANGING) and self._told(x):
            changes = self.changed.get((x.span.file, x.span.line), 0)
            what = "line changed" if changes else "line idle"
            return Measurement(what, not changes, {"times": changes, "games": self.games(x.span, "line")})
        return self._fact(x.span, "line", "line")

    def _told(self, x: Statement) -> bool:
        """Whether the journal says when it changes something: not of roles, of names for a moment, of untold marks."""
        target = x.args.get("x")
        if not has(x.op, "sets") or x.op == "becomes" or target is None:
            return x.op != "becomes"
        return target.op == "mark" and self.tracer.program.marks[target.data["mark"]].told

    def _fact(self, span: Span, what: str, *sorts: str) -> Measurement:
        times = self.times(span, *sorts)
        numbers = {"times": times, "games": self.games(span, *sorts)}
        return Measurement(what if times else f"{what} never", not times, numbers)

    # ------------------------------------------------------------ failures
    def _taken_back(self) -> Iterator[tuple[Span, Measurement]]:
        """Lines that could not be carried out, so that a whole card was not; a reason of the author's shows that it is meant."""
        lines = self.tracer.compiled.image.lines
        failed: dict[tuple[str, int], list[TakenBack]] = {}
        for number, found in (x for r in self.records for x in r.counts.taken_back.items()):
            line = lines[int(number)]
            if line.file in self.tracer.files and found.reason is None:
                failed.setdefault((line.file, line.number), []).append(found)
        for (file, at), games in failed.items():
            numbers = {"times": sum(found.times for found in games), "games": len(games)}
            yield Span(file, at), Measurement("taken back", True, numbers, games[0])

    # ------------------------------------------------------------ questions
    def _questions(self) -> Iterator[tuple[Span, Measurement]]:
        """Questions of the variants that leave hardly any choice."""
        asks, lines = self.tracer.compiled.image.asks, self.tracer.compiled.image.lines
        for number, about in enumerate(asks):
            line = lines[about.line]
            rows = [r.counts.questions[str(number)] for r in self.records if str(number) in r.counts.questions]
            if line.file not in self.tracer.files or not rows:
                continue
            span = Span(line.file, line.number)
            asked, forced = sum(row.asked for row in rows), sum(row.forced for row in rows)
            empty = sum(row.empty for row in rows)
            answers = {answer for row in rows for answer in row.answers}
            if empty > FORCED * asked:
                yield span, Measurement("question empty", True, {"times": empty, "of": asked})
            elif forced > FORCED * asked:
                yield span, Measurement("question forced", True, {"times": forced, "of": asked})
            elif len(answers) == 1 and asked >= SAME:
                yield span, Measurement("question same", True, {"times": asked, "of": asked})
            else:
                yield span, Measurement("question", False, {"times": asked, "games": len(rows)})
