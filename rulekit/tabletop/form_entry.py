"""A form that is being filled in: numbered lines, what can be typed to fill one, several or all of them, and what can be asked
about a line."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.runtime.failures import Refused
from rulekit.runtime.notes import total
from rulekit.tabletop.commands import MORE, is_number
from rulekit.tabletop.commands import read as read_words
from rulekit.tabletop.costs import noted, noted_line, sums
from rulekit.tabletop.form_lines import heading, rests
from rulekit.tabletop.form_words import BACK, CLEAR, DONE, REST, REST_WITH, is_order
from rulekit.tabletop.hint import hint
from rulekit.tabletop.numbering import NOTHING
from rulekit.tabletop.page import Page, page
from rulekit.tabletop.question import QuestionMenu
from rulekit.tabletop.typed import meant, parts, words
from rulekit.tabletop.typed_lines import fits, unknown, write

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision
    from rulekit.runtime.forms import Form
    from rulekit.runtime.match import Match
    from rulekit.tabletop.texts import Texts

EMPTY = "–"


@define
class FormEntry:
    """``line``: the number of the line, from 0, whose options are shown; None while the whole form is."""

    form: Form
    texts: Texts
    line: int | None = None
    done: bool = field(init=False, default=False)
    _before: list[list[int | None]] = field(init=False, factory=list)
    """What the lines held before each change that can be taken back"""

    def title(self) -> str:
        """The common part of all questions of the form."""
        return heading(self.form, self.form.lines(self.texts.lang), self.texts.lang)

    def headed(self) -> str:
        """The title, with the total costs."""
        return self.texts.bracketed(self.title(), sums(self.texts, total(self.form, self.texts.lang)))

    def rows(self) -> list[str]:
        """Each line: its question without what all have in common, its value, and what the rules show with both."""
        rows = zip(self.bare_rows(), self.form.asked(), self.form.values, strict=False)
        return [noted_line(self.texts, row, decision, value) for row, decision, value in rows]

    def bare_rows(self) -> list[str]:
        """The same without notes and costs."""
        lines = self.form.lines(self.texts.lang)
        return [self._row(asked, line.label) for asked, line in zip(rests(lines), lines, strict=True)]

    def _row(self, asked: str, label: str) -> str:
        """A line's question and its answer; words with which both begin are written once."""
        said = words(asked)
        repeated = bool(said) and words(label)[: len(said)] == said
        return label if repeated else f"{asked}{self.texts.colon}{label or EMPTY}"

    def asked(self) -> str:
        """The question of the line whose options are shown."""
        return "" if self.line is None else self.form.lines(self.texts.lang)[self.line].prompt

    def options(self) -> list[tuple[int, str]]:
        """(value, label) of each option of the line whose options are shown."""
        return [] if self.line is None else self._options(self.line)

    def numbers(self) -> list[int]:
        """The numbers of these options, 0 of `none`."""
        return _numbers(self.options())

    def _options(self, k: int) -> list[tuple[int, str]]:
        """The options of a line, `none` last."""
        return sorted(self.form.options(k, self.texts.lang), key=lambda option: option[0] < 0)

    def used(self) -> dict[str, int]:
        """label -> the number of the line that holds it. The same value may be called otherwise in another line."""
        return {line.label: k + 1 for k, line in enumerate(self.form.lines(self.texts.lang)) if line.value is not None}

    def shown(self) -> list[str]:
        """The options of the line whose options are shown, each with the line that holds it already, and with its notes."""
        used, asked = self.used(), self.form.asked(self.line) if self.line is not None else []
        return [
            noted(self.texts, f"{label} → {used[label]}" if label in used else label, decision, value)
            for decision in asked
            for value, label in self.options()
        ]

    def next_open(self) -> int | None:
        """The first empty line; None when all are filled."""
        count = len(self.form.lines(self.texts.lang))
        return next((k for k in range(count) if self.form.values[k] is None), None)

    def spoken_of(self) -> int:
        """The line that is meant when none is named: the one whose options are shown, or else the first empty one."""
        return self.line if self.line is not None else self.next_open() or 0

    def choice(self, value: int, label: str) -> tuple[int, str]:
        """An option of the line of which is spoken as it can be typed: the number of the option where options are shown, and
        otherwise that of the line, with what the line asks before the option."""
        k = self.spoken_of()
        if self.line is None:
            return k + 1, f"{rests(self.form.lines(self.texts.lang))[k]}{self.texts.colon}{label}"
        return self.numbers()[[v for v, _ in self.options()].index(value)], label

    def means(self, text: str) -> tuple[int, str]:
        """What is asked about in a form: the line, from 0, and the label of its option or what else was typed. ``3``: what
        stands in that line, or the third option where options are shown; ``3 Alder``: this in that line."""
        first, _, rest = text.strip().partition(" ")
        k = self.spoken_of()
        if self.line is None and is_number(first) and 1 <= int(first) <= len(self.form.lines(self.texts.lang)):
            k, text = int(first) - 1, rest.strip()
            if not text or text.casefold() in MORE:
                text = f"{self.form.lines(self.texts.lang)[k].label} {text}"
        elif self.line is not None and is_number(first) and int(first) in self.numbers():
            text = f"{self.options()[self.numbers().index(int(first))][1]} {rest}"
        return k, text.strip()

    def value(self, k: int, text: str) -> int | None:
        """The value of an option of a line by its name, with or without a `more` at the end."""
        first, _, last = text.rpartition(" ")
        return _meant(self._options(k), first if last.casefold() in MORE else text)

    def read(self, typed: str) -> str:
        """Carries out what was typed; gives the reply. ``12``: line or option; ``3 Alder``: this into that line;
        ``Alder``: into the line that can take it; ``rest Alder``: into every open line; ``rest random``, ``done``,
        ``clear 3``, ``back``; several of it with commas between them. ``undo``: what the last of it changed is taken back.
        Raises KeyError for anything else, and for ``undo`` where nothing has changed."""
        if read_words(typed) == ("undo", "") and self._before:
            self.form.values, self.line = self._before.pop(), None
            return self.texts("form_undone")
        before = list(self.form.values)
        try:
            return self._read_all(typed)
        finally:
            if self.form.values != before:
                self._before.append(before)

    def _read_all(self, typed: str) -> str:
        pieces = parts(typed)
        if len(pieces) < 2 or not any(map(is_order, pieces)) or fits(self.form, self.texts.lang, typed):
            return self._read(typed)
        said = [self._read(pieces[0])]
        for piece in pieces[1:]:
            try:
                said.append(self._read(piece))
            except KeyError:
                said.append(self.unknown(piece))
                break
        return "\n".join(filter(None, said))

    def _read(self, typed: str) -> str:
        said = typed.strip().casefold()
        if self.line is not None:
            if said in BACK or (said == str(NOTHING) and NOTHING not in self.numbers()):
                self.line = None
                return ""
            if is_number(typed.strip()) or _meant(self.options(), typed.strip()) is not None:
                return self._fill(self.line, typed.strip())
        if said in DONE:
            return self._finish()
        if said in REST:
            self.form.rest_random(SystemRandom())
            return ""
        first, _, rest = typed.strip().partition(" ")
        if first.casefold() in CLEAR and is_number(rest):
            self.form.set(self._number(rest), None)
            return ""
        before = next((words for words in REST_WITH if said.startswith(words)), "")
        if before:
            return self._fill_rest(typed.strip()[len(before) :].strip())
        if not is_number(first):
            return self._write(typed)
        if rest:
            return self._fill(self._number(first), rest.strip())
        self.line = self._number(first)
        return ""

    def unknown(self, typed: str) -> str:
        """The reply to a text that is no option of any line, or to a number that no line has."""
        if is_number(typed.strip()):
            numbers = self.numbers() if self.line is not None else range(1, len(self.form.values) + 1)
            return self.texts.no_number(int(typed), numbers)
        return unknown(self.form, self.texts, typed.strip())

    def _write(self, typed: str) -> str:
        """Fills in the options that are named. Raises KeyError for commands, and for names that no line has."""
        if read_words(typed)[0] != "name":
            raise KeyError(typed)
        said = write(self.form, self.texts, typed, self._put, self.line)
        if said is None:
            raise KeyError(typed)
        return "\n".join(said)

    def _put(self, k: int, value: int) -> str:
        """Writes a value into a line; returns a sentence that names both."""
        said = self._set(k, value)
        line = self.form.lines(self.texts.lang)[k]
        if self.form.values[k] != value:
            return said
        row = self._row(rests(self.form.lines(self.texts.lang))[k], line.label)
        return "\n".join(filter(None, (self.texts("form_filled", n=k + 1, row=row), said)))

    def _finish(self) -> str:
        missing = self.form.open_lines()
        if missing:
            return self.texts("form_open", lines=self.texts.list(str(k + 1) for k in missing))
        self.done = True
        return ""

    def _number(self, text: str) -> int:
        k = int(text) - 1
        if not 0 <= k < len(self.form.lines(self.texts.lang)):
            raise KeyError(text)
        return k

    def _fill(self, k: int, text: str) -> str:
        value = _meant(self._options(k), text)
        if value is None:
            raise KeyError(text)
        said = self._set(k, value)
        if self.form.values[k] == value:
            self.line = None
        return said

    def _fill_rest(self, text: str) -> str:
        """Writes the same option into all open lines in which it can stand without clearing another one."""
        filled = 0
        for k in range(len(self.form.lines(self.texts.lang))):
            value = _meant(self._options(k), text) if self.form.values[k] is None else None
            before = list(self.form.values)
            if value is None:
                continue
            if self.form.set(k, value):
                self.form.values = before
            else:
                filled += 1
        self.line = None
        return "" if filled else self.texts("form_rest", option=text)

    def _set(self, k: int, value: int) -> str:
        """Writes a value into a line; gives the reply, with the lines that it has cleared."""
        try:
            cleared = self.form.set(k, value)
        except Refused as reason:
            return self.texts.mistake(str(reason))
        said = rests(self.form.lines(self.texts.lang))
        return (
            self.texts("form_cleared", lines=self.texts.list(f"{j + 1} {said[j]}" for j in cleared)) if cleared else ""
        )

    def page(self) -> Page:
        """The lines of the form, or the options of the line that is being filled in."""
        out = Page()
        out.line()
        if self.line is None:
            out.line(self.headed(), "bold")
            out.choices(list(enumerate(self.rows(), 1)))
            out.line("  " + self.texts("form_hint"), "dim")
        else:
            out.line(self.asked(), "bold")
            out.choices(list(zip(self.numbers(), self.shown(), strict=True)))
            out.line("  " + self.texts("form_back"), "dim")
        return out

    def explain(self, question: QuestionMenu, answer: str) -> Page:
        """Why a line takes an option or not: the answer to its own question, after the lines before it.

        ``question``: the first of the form; ``answer``: what was typed behind `why`."""
        k, meant = self.means(answer)
        match = self.form.position(k, self.value(k, meant))
        if match is None:
            return Page()
        decision = self._decision(match)
        out = page(decision.prompt(self.texts.lang), style="bold")
        out.add(QuestionMenu(self.texts, decision, question.player, question.viewer).explain(meant))
        return out

    def hint(self) -> Page:
        """The option that a bot would choose for the line in question."""
        match = self.form.position(self.spoken_of()) or self.form.match.copy()
        return hint(self.texts, match, self._decision(match), self)

    def _decision(self, match: Match) -> Decision:
        decision = match.decision_of(self.form.player)
        assert decision is not None, "a line of a form is a question"
        return decision


def _meant(options: Sequence[tuple[int, str]], text: str) -> int | None:
    """The value that is meant by its number, a name, or the beginning of just one name."""
    if is_number(text) and int(text) in _numbers(options):
        return options[_numbers(options).index(int(text))][0]
    found = meant(text, [label for _, label in options])
    return options[found[0]][0] if len(found) == 1 else None


def _numbers(options: Sequence[tuple[int, str]]) -> list[int]:
    return [NOTHING if value < 0 else k for k, (value, _) in enumerate(options, 1)]
