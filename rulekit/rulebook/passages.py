"""The passages of a rulebook one by one, as plain text: for whoever asks at the table what a card says or which rules hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from html.parser import HTMLParser
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import asdict, frozen

from rulekit.diagnostics import RulesError
from rulekit.plain_data import restored

if TYPE_CHECKING:
    from rulekit.dsl.program import Program
    from rulekit.dsl.tree import Statement
    from rulekit.plugins.manager import Plugins
    from rulekit.rulebook.chapters import Chapters

INDENT = "  "


@frozen
class Passage:
    """What a rulebook says of a card, an action, a deed or a kind of units, and of what a question is about.

    ``sort``: card (an action, too), deed, unit, question; ``keys``: the names in rules of those that have this text;
    ``note``: what its author says of it; ``file``, and the numbers of its ``first`` and ``last`` line; ``calls``: the deeds that
    it carries out.
    """

    sort: str
    keys: list[str]
    title: str
    text: str
    note: str
    file: str
    first: int
    last: int
    calls: list[str]

    @property
    def card(self) -> bool:
        """Whether it is a card or an action."""
        return self.sort == "card"

    @property
    def heading(self) -> str:
        """Its title without where it is in the rules."""
        return self.title.partition("  [")[0]

    @property
    def summary(self) -> str:
        """What its author says of it, and its values; the exact rule where the author says nothing."""
        if not self.note:
            return self.text
        return "\n".join(takewhile(lambda line: not line.startswith("- "), self.text.splitlines()))


def passages(
    folder: str | Path, variants: Sequence[str | Path] = (), language: str = "en", found: Plugins | None = None
) -> list[Passage]:
    """Every card, action and deed of a game, as its rulebook says it.

    Raises RulesError when the rules hold mistakes, KeyError for a language without a rulebook.
    """
    from rulekit import cache, game_texts
    from rulekit.files import shown_all
    from rulekit.loader import read_program
    from rulekit.plugins.manager import find_plugins
    from rulekit.rulebook import LANGUAGES
    from rulekit.rulebook.chapters import Chapters
    from rulekit.rulebook.languages import speech

    language, found, overlays = LANGUAGES[language], found or find_plugins(), [Path(v) for v in variants]
    content = game_texts.fingerprint(Path(folder), overlays, found)
    key = cache.key("passages, units and questions", content, language, shown_all(Path(folder), overlays))
    with suppress(TypeError, LookupError, ValueError, AttributeError):  # nothing is kept, or something else
        return restored(list[Passage], cache.read(key))
    program = read_program(Path(folder), found.devices, overlays)
    if any(d.severity == "error" for d in program.found):
        raise RulesError(program.found, program.sources)
    made = [*_passages(program, Chapters(program, Path(folder), speech(program, language), overlays))]
    cache.write(key, [asdict(passage) for passage in made])
    return made


def _passages(program: Program, chapters: Chapters) -> Iterator[Passage]:
    from rulekit.dsl.explained import notes_of, questions

    for entry in program.entries.values():
        members = program.kinds[entry.family].members
        keys = [entry.name, *(members[k] for k in entry.indices if k < len(members))]
        note = plain(chapters.say.note(entry.span))
        yield _passage("card", keys, chapters.entry(entry), note, entry.span.file, entry.span.line, entry.body)
    for point in program.points.values():
        if point.sort in ("deed", "scene") and point.span is not None and point.name not in program.entries:
            note = plain(chapters.say.note(point.span))
            yield _passage(
                "deed", [point.name], chapters.deed(point), note, point.span.file, point.span.line, point.body
            )
    yield from _units(program, chapters)
    told = notes_of(program)
    for x in (x for x in questions(program, told) if x.note):
        line = x.span.line
        yield Passage("question", [x.name], "", "", plain(chapters.say.sentence(x.note)), x.span.file, line, line, [])


def _units(program: Program, chapters: Chapters) -> Iterator[Passage]:
    """The kinds of units that have a note; nothing more exact can be said of them."""
    from rulekit.dsl.explained import notes_of, units
    from rulekit.rulebook.page import capital

    for x in (x for x in units(program, notes_of(program)) if x.note):
        plural = _plural(program, x.name)
        title, note = plain(chapters.say.many(x.name, plural)), plain(chapters.say.sentence(x.note))
        keys = [*dict.fromkeys((x.name, plural))]
        yield Passage("unit", keys, capital(title), note, note, x.span.file, x.span.line, x.span.line, [])


def _plural(program: Program, name: str) -> str:
    from rulekit.dsl.names import plural_of

    declared = program.pieces.get(name) or program.groups.get(name)
    return declared.plural if declared is not None else program.words.kinds.names.get(name) or plural_of(name)


def _passage(
    sort: str, keys: Sequence[str], html: str, note: str, file: str, first: int, body: Sequence[Statement]
) -> Passage:
    title, _, text = plain(html).partition("\n")
    inside = [x for outer in body for x in outer.walk()]
    calls = [x.data["point"] for x in inside if x.op in ("do", "begin")]
    last = max((x.span.line for x in inside if x.span.file == file), default=first)
    return Passage(sort, [*dict.fromkeys(keys)], title, text, note, file, first, last, [*dict.fromkeys(calls)])


def plain(html: str) -> str:
    """A piece of a rulebook as text: a line for each heading, note and sentence; lists inside lists are indented."""
    reader = _PlainText()
    reader.feed(html)
    reader.close()
    return "\n".join(line.rstrip() for line in reader.lines if line.strip(" -"))


class _PlainText(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.lines = [""]
        self.depth = 0
        self._inside: list[bool] = []
        """for each span that is open, whether it is a citation"""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "ul":
            self.depth += 1
        elif tag in ("li", "p", "div", "h3", "h4"):
            self.lines.append(INDENT * max(0, self.depth - 1) + ("- " if tag == "li" else ""))
        elif tag == "span":
            self._inside.append(any(("class", name) in attrs for name in ("cite", "spelt", "variant")))
            self.lines[-1] += "  [" if self._inside[-1] else ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "ul":
            self.depth -= 1
        elif tag == "div" and self.depth:
            self.lines.append(INDENT * self.depth)
        elif tag == "span":
            self.lines[-1] += "]" if self._inside.pop() else ""

    def handle_data(self, data: str) -> None:
        self.lines[-1] += re.sub(r"\s+", " ", data)
