"""What the rulebook says of cards, actions, deeds, units and questions, for who asks at the table. The rules are read when needed
first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define

from rulekit.diagnostics import RulesError, UserError
from rulekit.languages import NEAR

if TYPE_CHECKING:
    from rulekit.rulebook.passages import Passage


@define(eq=False, slots=False)
class RulebookReader:
    """The passages of the rulebook of a game with its variants. Without a folder there are none."""

    lang: str = "en"
    folder: Path | None = None
    variants: Sequence[Path] = ()

    def of(self, name: str) -> list[Passage]:
        """The passages about a card, an action or a kind of units, by its name in rules or its title."""
        wanted = name.casefold()
        return [p for p in self._titled if wanted == p.heading.casefold() or (p.sort != "deed" and name in p.keys)]

    def at(self, rule: str) -> Passage | None:
        """The passage in which a rule line ``FILE:LINE`` stands."""
        return next(self._around(rule, ("card", "deed")), None)

    def about_question(self, rule: str) -> str:
        """What the author says of the question that a line ``FILE:LINE`` asks; empty where they say nothing."""
        return next((p.note for p in self._around(rule, ("question",))), "")

    def _around(self, rule: str, sorts: Sequence[str]) -> Iterator[Passage]:
        file, _, line = rule.rpartition(":")
        found = (p for p in self.passages if p.file == file and p.sort in sorts)
        return (p for p in found if line.isdecimal() and p.first <= int(line) <= p.last)

    def note(self, key: str) -> str:
        """The author's text on a card, by its name in the rules; empty without one."""
        return next((p.note for p in self._by_key.get(key, ()) if p.card), "")

    def of_units(self, kind: str) -> str:
        """The author's text on a kind of units, by its name in the rules; empty without one."""
        return next((p.note for p in self._by_key.get(kind, ()) if p.sort == "unit"), "")

    def titles(self) -> list[str]:
        """The titles that :meth:`of` accepts."""
        return [p.heading for p in self._titled]

    @cached_property
    def _titled(self) -> Sequence[Passage]:
        return [p for p in self.passages if p.sort != "question"]

    def with_deeds(self, found: Sequence[Passage]) -> Iterator[Passage]:
        """Passages, followed by those of the deeds that they carry out."""
        yield from found
        called = dict.fromkeys(name for p in found for name in p.calls)
        yield from (p for name in called for p in self._by_key.get(name, ()) if p not in found)

    @cached_property
    def _by_key(self) -> Mapping[str, list[Passage]]:
        out: dict[str, list[Passage]] = {}
        for passage in self._titled:
            for key in passage.keys:
                out.setdefault(key, []).append(passage)
        return out

    @cached_property
    def passages(self) -> Sequence[Passage]:
        """All passages."""
        if self.folder is None:
            return ()
        from rulekit.rulebook import LANGUAGES
        from rulekit.rulebook.passages import passages

        lang = NEAR.get(self.lang, self.lang)
        try:
            return passages(self.folder, self.variants, lang if lang in LANGUAGES else "en")
        except (RulesError, UserError):  # the files have changed since; the game goes on as it was
            return ()
