"""What a game, its seats, rules, questions and options are called in the language of a report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path, PurePath

from attrs import define, field

from rulekit.dsl.operations import has
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Statement, TextTemplate
from rulekit.image import Question
from rulekit.lab.plan import RunPlan, table
from rulekit.languages import punctuation
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from rulekit.rulebook.languages import speech
from rulekit.rulebook.passages import plain
from rulekit.rulebook.phrasing import Phrasing
from rulekit.rulebook.wording import RenderedHtml
from rulekit.runtime.compiled import Compiled
from rulekit.runtime.game import Game
from rulekit.runtime.labels import Labels
from rulekit.tabletop.quotes import RuleQuotes
from rulekit.variants import VariantTexts

SLOT = re.compile(r"\{[^}]*\}")
OPEN = RenderedHtml("…")


@define(slots=False)
class ReportNames:
    """The names of what a plan plays. The rules themselves are read when a rule or a question is named first."""

    plan: RunPlan
    lang: str
    _known: Program | None = None
    """The rules, where they have been read"""
    _about_variants: VariantTexts = field(init=False, factory=VariantTexts)

    @cached_property
    def _game(self) -> Game:
        return table(self.plan)

    @cached_property
    def _compiled(self) -> Compiled:
        return self._game.compiled(self.plan.players, self.plan.options)

    @cached_property
    def labels(self) -> Labels:
        """The names of things at the table."""
        return self._compiled.labels(self.lang)

    @cached_property
    def _program(self) -> Program:
        if self._known is not None:
            return self._known
        return read_program(Path(self.plan.folder), find_plugins().devices, [Path(v) for v in self.plan.variants])

    @cached_property
    def _speech(self) -> Phrasing:
        return speech(self._program, self.lang if self.lang == "en" else "zh-Hans")

    @cached_property
    def _quotes(self) -> RuleQuotes:
        return RuleQuotes(self.lang, Path(self.plan.folder), [Path(v) for v in self.plan.variants])

    # ------------------------------------------------------------ games and seats
    @property
    def title(self) -> str:
        """The game."""
        return self._game.names.get(self.lang, self._game.title)

    def seat(self, name: str) -> str:
        """A player, by the name of the seat; nothing for nobody."""
        seats = self._compiled.image.seats
        return self.labels.seat(seats.index(name)) if name in seats else name

    def variants(self, paths: Iterable[str]) -> str:
        """A list of variants by their authors' titles."""
        return self.list(self.variant(path) for path in paths)

    def variant(self, path: str) -> str:
        """A variant, as its author calls it; without a title by its file."""
        return self._about_variants.title(Path(path), self.lang) or PurePath(path.replace("\\", "/")).stem

    def list(self, names: Iterable[str]) -> str:
        """Names as a list in this language."""
        return punctuation(self.lang).comma.join(names)

    # ------------------------------------------------------------ rules
    def rule(self, name: str) -> str:
        """A deed, a scene, a card or an action without its slots; empty where the heading in the rules says it best."""
        point, entry = self._program.points.get(name), self._program.entries.get(name)
        if entry is not None:
            return SLOT.sub("…", entry.title) if self.lang == "en" else plain(self._speech.entry(name))
        if point is None or self.lang == "en":
            return ""
        return plain(self._speech.point(point, dict.fromkeys(point.slots, OPEN)))

    def condition(self, row: str) -> str:
        """A row of the rules."""
        return self._quotes.row(row)

    # ------------------------------------------------------------ questions
    def question(self, number: int, otherwise: str) -> str:
        """A question, as players are asked it; in English by the name that rules and variants have for it, if there is one."""
        about = self._compiled.image.asks[number]
        if self.lang == "en" and (about.choice or about.name):
            return otherwise
        asks = self._asking(about)
        for key, end in (("prompt", ""), ("label", "?" if self.lang == "en" else "？")):
            text = None if asks is None else asks.data.get(key)
            if isinstance(text, TextTemplate):
                return plain(self._speech.told(text)) + end
        return self.labels.word(about.name) if about.name else otherwise

    def option(self, number: int, value: int) -> str:
        """An option of a question."""
        about = self._compiled.image.asks[number]
        asks = self._asking(about) if about.sort.head == "branch" else None
        branches = [] if asks is None else [x.data.get("label") for x in asks.body if x.op == "branch"]
        text = branches[value] if 0 <= value < len(branches) else None
        return plain(self._speech.told(text)) if isinstance(text, TextTemplate) else self.labels.answer(about, value)

    def things(self, choice: str, names: Sequence[str]) -> str:
        """Things by their names in the rules, that can be chosen at a question, each once."""
        kinds = self._compiled.image.kinds
        root = next((q.sort.of for q in self._compiled.image.asks if q.choice == choice and q.sort.of in kinds), None)
        if root is None:
            return self.list(names)
        known = {member.name: k for k, member in reversed([*enumerate(kinds[root].members)])}
        return self.list(dict.fromkeys(self.labels.member(root, known[x]) if x in known else x for x in names))

    @cached_property
    def _asks(self) -> dict[tuple[str, int], Statement]:
        """(file, line) -> the sentence that asks there."""
        points, entries = self._program.points.values(), self._program.entries.values()
        bodies = [*(p.body for p in points), *(e.body for e in entries), *(m.body for p in points for m in p.modifiers)]
        every = (x for body in bodies for outer in body for x in outer.walk())
        return {(x.span.file, x.span.line): x for x in every if has(x.op, "asks")}

    def _asking(self, about: Question) -> Statement | None:
        line = self._compiled.image.lines[about.line]
        return self._asks.get((line.file, line.number))
