"""Explains a line that no phrase matches, or that two readings fit, by asking the other modules in turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulekit.diagnostics import Diagnostic
from rulekit.dsl.conversions import conversion_hint
from rulekit.dsl.matcher import Matcher
from rulekit.dsl.paraphrase import say, spoken
from rulekit.dsl.program import Program
from rulekit.dsl.readings import Bound
from rulekit.dsl.scope import Scope
from rulekit.dsl.suggestions import reasons, vocabulary
from rulekit.dsl.suggestions.common_mistakes import common_mistake
from rulekit.dsl.suggestions.fixits import Fixits
from rulekit.dsl.suggestions.nearest_phrases import Nearest
from rulekit.dsl.suggestions.report import Report
from rulekit.dsl.suggestions.synonyms import instead_of
from rulekit.dsl.suggestions.unread_line import Unread
from rulekit.dsl.syntax import Token, words
from rulekit.dsl.tree import Node
from rulekit.dsl.types import certain

EXPLAINED = 200
"""Of how many lines is looked for what they were meant to be, and how many are told in short behind them"""
LONGEST = 160
"""Most characters of a reading that are shown."""


class Suggester:
    def __init__(self, program: Program, matcher: Matcher) -> None:
        self.program, self.matcher, self.words = program, matcher, program.words
        self.report = Report(program)
        self.fixits = Fixits(self.report, matcher)
        self.nearest = Nearest(self.report, matcher, self._explain)
        self.explained = 0

    # ------------------------------------------------------------ the rule that is being read
    def begin(self) -> None:
        """Another rule begins: what the last one made, or would have made, is out of sight."""
        self.report.brought, self.report.lost = {}, {}

    def brings(self, word: str, line: int) -> None:
        """A line makes a name."""
        self.report.brought[word] = line

    def loses(self, word: str, why: Diagnostic) -> None:
        """A line would have made a name, but can not be read: what stumbles over the name follows from that."""
        self.report.lost[word] = why

    # ------------------------------------------------------------ the answers
    def two_readings(self, file: str, tokens: Sequence[Token], readings: Sequence[Bound | Node]) -> None:
        said, hint = {_said(r) for r in readings}, "put brackets round what belongs together"
        if len(said) < len(readings):  # the same words for different things
            said, hint = {_said(r, kinds=True) for r in readings}, "give different things different names"
        shown = "   or   ".join(_shorten(r) for r in sorted(said)[:3])
        text = f"this can be read in {len(readings)} ways"
        self.report.say("RK303", text, file, tokens, f"{hint}; readings: {shown}")

    def wrong_type(self, file: str, tokens: Sequence[Token], want: str, node: Node) -> None:
        kinds, said = self.words.kinds, words(tokens)
        if node.type.maybe and kinds.fits(certain(node.type), want):
            self.report.maybe_none(file, tokens)
            return
        text = f"{kinds.say(want)} is needed here, but `{said}` is {kinds.say(node.type)}"
        self.report.say("RK304", text, file, tokens, conversion_hint(self.words, want, node.type, said))

    def near(self, word: str, among: Iterable[str]) -> str | None:
        """A hint with the word that is most like this one; None where none is like it."""
        return vocabulary.near(word, among)

    def explain(
        self, categories: Sequence[str], file: str, tokens: Sequence[Token], scope: Scope, want: str = ""
    ) -> None:
        """No phrase of the categories reads these tokens: say why, as well as we can tell."""
        line = Unread(categories, file, tokens, scope, want)
        self.explained += 1
        if self.explained <= EXPLAINED:
            self._explain(line)
        elif not self.report.follows(line):
            self._in_short(line)

    def _in_short(self, line: Unread) -> None:
        """There are many mistakes before this one: what is wrong, without a search for what was meant."""
        strange = self.report.known.strange(line.tokens, line.scope)
        hint = "mend what is told above first; then this line is looked at more closely"
        if strange is None:
            self.report.say("RK302", "no phrase reads this", line.file, line.tokens, hint)
        elif strange.text not in self.report.lost:
            text = f"the {'name' if strange.kind == 'NAME' else 'word'} `{strange.text}` is not known here"
            self.report.say("RK301", text, line.file, [strange], hint, strange.text)

    def _explain(self, line: Unread) -> None:
        """What is certain comes first, what is like something else last."""
        report, matcher = self.report, self.matcher
        if report.follows(line) or reasons.none_is_in_the_way(report, matcher, line):
            return
        shown = common_mistake(report, matcher, line)
        if shown is not None:
            report.say(shown.code, shown.text, line.file, shown.at, shown.hint)
            return
        if reasons.a_role(report, line) or reasons.of_another_scene(report, line) or reasons.mixed(report, line):
            return
        if reasons.never_equal(report, matcher, line):
            return
        self._what_is_like_it(line)

    def _what_is_like_it(self, line: Unread) -> None:
        """A change with which the line reads; else the nearest sentence, and where the line leaves it."""
        report, first = self.report, line.tokens[0]
        near = self.nearest.phrases(line)
        edit = self.fixits.find(line, near)
        if first.kind == "WORD" and "S" in line.categories and (edit is None or edit.sort != "another"):
            hint = instead_of(self.program, line.tokens)
            if hint is not None:
                report.say("RK302", f"no sentence begins with `{first.text}`", line.file, [first], "say:  " + hint)
                return
        if edit is not None:
            self.fixits.offer(edit, line)
            return
        nearest = self.nearest.furthest(near, line.tokens, line.scope)
        if nearest is not None and self.nearest.walk(nearest, line):
            return
        strange = report.known.strange(line.tokens, line.scope)
        if strange is not None:
            report.strange(line.file, strange, "any", line.scope)
            return
        hint = f"nearest sentence: {nearest.shown}" if nearest is not None else None
        report.say("RK302", "no phrase reads this", line.file, line.tokens, hint)


def _said(reading: Bound | Node, kinds: bool = False) -> str:
    return say(reading, kinds) if isinstance(reading, Node) else spoken(reading.phrase, reading.values, kinds)


def _shorten(key: str) -> str:
    return key if len(key) < LONGEST else key[: LONGEST - 3] + "..."
