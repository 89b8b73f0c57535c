"""The chapters of a rulebook and their order: first what a player reads before the game, then cards, rules, the appendix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from rulekit.dsl.mentions import nodes
from rulekit.dsl.points import VALUES, Point
from rulekit.dsl.program import Program
from rulekit.dsl.symbols import FamilyEntry
from rulekit.files import shown, variant_rules
from rulekit.rulebook.cards import Cards
from rulekit.rulebook.changes import Changes
from rulekit.rulebook.components import Components
from rulekit.rulebook.page import Chapter, tag
from rulekit.rulebook.phrasing import Phrasing
from rulekit.rulebook.points import Points
from rulekit.rulebook.prose import prose
from rulekit.rulebook.sentences import Sentences


class Chapters:
    """All chapters of one game in one language. ``before``: how the game is said without its variants."""

    def __init__(
        self,
        program: Program,
        folder: Path,
        say: Phrasing,
        variants: Sequence[Path] = (),
        before: Phrasing | None = None,
    ) -> None:
        self.program, self.say = program, say
        self.changes = Changes(say, {shown(path) for v in variants for path in variant_rules(v)}, before)
        self.components = Components(program, folder, say, self.changes)
        self.sentences = Sentences(say, self.changes, self.components.ruled)
        self.points = Points(self.sentences)
        self.cards = Cards(self.sentences, self.points)
        self._told: set[str] = set()

    @property
    def title(self) -> tuple[str, str]:
        """The title of the game, and the line below it."""
        under = self.say.text("under")
        if self.program.variants:
            names = self.say.text("semicolon").join(
                self.say.named(v.names, v.title) for v in self.program.variants.values()
            )
            under += " · " + self.say.text("with", variants=names)
        return self.say.named(self.program.names, self.program.title), under

    def all(self) -> list[Chapter]:
        """The chapters that are not empty."""
        course, deeds = (
            self._course(),
            self._deeds(),
        )  # the terms of a scene stand in the scene, and not among the others
        made = [*prose(self.say, self.changes), self.components.table(), self.components.board()]
        made += [*self.cards.families(), self.cards.windows(), course, deeds, self.points.permissions(), self._terms()]
        made += [self.components.visible(), *self.components.appendix(), self._bots()]
        return [chapter for chapter in made if chapter.parts]

    def entry(self, entry: FamilyEntry) -> str:
        """A card or an action."""
        return self.cards.entry(entry)

    def deed(self, point: Point) -> str:
        """A rule that is carried out, with the terms of its scene."""
        inner = [p for p in self.program.points.values() if p.scene == point.name and p.sort in VALUES]
        self._told.update(p.name for p in inner)
        return self.points.deed(point, inner)

    # ------------------------------------------------------------ the course
    def _course(self) -> Chapter:
        first = next(
            (p for p in self.program.points.values() if p.sort == "deed" and p.name == self.program.begins), None
        )
        parts = [self.deed(p) for p in self._reached(first)] if first is not None else []
        return Chapter("course", self.say.text("course"), parts)

    def _reached(self, first: Point) -> Iterator[Point]:
        """A deed, then those that it comes to, each once and where it is first needed."""
        if first.name in self._told:
            return
        self._told.add(first.name)
        yield first
        for body in (first.body, *(s.body for s in first.modifiers)):
            for x in (inner for outer in body for inner in outer.walk()):
                point = self.program.points.get(x.data["point"]) if x.op in ("do", "begin") else None
                if point is not None and point.sort in ("deed", "scene"):
                    yield from self._reached(point)

    def _deeds(self) -> Chapter:
        """The deeds that only cards carry out, and those outside the course of the game."""
        rest = [p for p in self.program.points.values() if p.sort in ("deed", "scene") and p.name not in self._told]
        return Chapter("deeds", self.say.text("deeds"), [self.deed(p) for p in rest])

    # ------------------------------------------------------------ terms
    def _terms(self) -> Chapter:
        terms = [p for p in self._values if p.name not in self._judging]
        return Chapter("terms", self.say.text("terms"), [self.points.term(p) for p in terms])

    def _bots(self) -> Chapter:
        """The numbers that only bots use."""
        terms = [self.points.term(p) for p in self._values if p.name in self._judging]
        parts = [tag("p", self.say.text("bots only"), class_="note"), *terms] if terms else []
        return Chapter("bots", self.say.text("bots"), parts, appendix=True)

    @property
    def _values(self) -> list[Point]:
        return [p for p in self.program.points.values() if p.sort in VALUES and p.name not in self._told]

    @cached_property
    def _judging(self) -> set[str]:
        """What positions are judged by, and nothing else is."""
        points, judge = self.program.points, self.program.judge
        own = self._asked(list(judge[:1]) if judge is not None else [])
        played = [p for p in points.values() if p.sort not in VALUES or p.name not in own]
        return own - self._asked([*played, *self.program.entries.values(), self.program.windows])

    def _asked(self, roots: Sequence[object]) -> set[str]:
        """The values that something rests on, directly or not."""
        found: set[str] = set()
        work = list(roots)
        while work:
            item = work.pop()
            inner = _contents(item)
            for n in nodes(*inner):
                name = (
                    n.phrase.point.name if n.phrase is not None and n.phrase.point is not None else n.data.get("point")
                )
                point = self.program.points.get(str(name))
                if point is not None and point.name not in found and point.sort in VALUES:
                    found.add(point.name)
                    work.append(point)
        return found


def _contents(item: object) -> list[object]:
    """The parts of the typed tree in a point, a card, or whatever it is."""
    if isinstance(item, Point):
        said = [(m.condition, m.adjustment, m.reason, m.body) for m in item.modifiers]
        return [item.clauses, item.rulings, item.body, said]
    if isinstance(item, FamilyEntry):
        return [item.body]
    if isinstance(item, dict):
        return [(w.asked, w.prompt, [c for _, c in w.plays]) for w in item.values()]
    return [item]
