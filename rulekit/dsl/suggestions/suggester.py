"""Explains a line that no phrase matches, or that two readings fit, by asking the other modules in turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from rulekit.diagnostics import Diagnostic, Span
from rulekit.dsl.conversions import conversion_hint
from rulekit.dsl.matcher import Matcher
from rulekit.dsl.paraphrase import say, spoken
from rulekit.dsl.program import Program
from rulekit.dsl.readings import Bound
from rulekit.dsl.scope import Scope
from rulekit.dsl.suggestions import no_point, reasons, vocabulary
from rulekit.dsl.suggestions.common_mistakes import common_mistake
from rulekit.dsl.suggestions.fixits import Fixits
from rulekit.dsl.suggestions.nearest_phrases import NearestPhrases
from rulekit.dsl.suggestions.report import Report
from rulekit.dsl.suggestions.synonyms import instead_of
from rulekit.dsl.suggestions.unread_line import UnreadLine, all_of
from rulekit.dsl.syntax import Token, span_of, words
from rulekit.dsl.tree import Node
from rulekit.dsl.types import certain

EXPLAINED = 200
"""Of how many lines is looked for what they were meant to be, and how many are told in short behind them"""
LONGEST = 160
"""Most characters of a reading that are shown."""


def _sorts(name: str, said: str) -> list[str]:
    """The meaning of a name in a reading: ``(Yellow, a region)``."""
    return re.findall(rf'\("?{re.escape(name)}"?, ([^()]*)\)', said)


def _nodes(reading: Bound | Node) -> Iterator[Node]:
    for node in (reading,) if isinstance(reading, Node) else reading.nodes.values():
        yield from node.walk()


class Suggester:
    def __init__(self, program: Program, matcher: Matcher) -> None:
        self.program, self.matcher, self.words = program, matcher, program.words
        self.report = Report(program)
        self.fixits = Fixits(self.report, matcher)
        self.nearest = NearestPhrases(self.report, matcher, self._explain)
        self.explained = 0

    # ------------------------------------------------------------ the rule that is being read
    def begin(self) -> None:
        """Starts on another rule: the names of the last one are out of scope."""
        self.report.brought, self.report.lost, self.report.loops = {}, {}, 0

    @contextmanager
    def below(self, loop: bool) -> Iterator[None]:
        """The lines below a heading: ``loop`` where they are carried out once for each of something."""
        self.report.loops += loop
        yield
        self.report.loops -= loop

    def brings(self, word: str, line: int) -> None:
        """Notes that a line makes a name."""
        self.report.brought[word] = line

    def loses(self, word: str, why: Diagnostic) -> None:
        """A line would have made a name, but cannot be read: what stumbles over the name follows from that."""
        self.report.lost[word] = why

    def follows(self, file: str, tokens: Sequence[Token], scope: Scope, at: Token) -> bool:
        """Whether a placeholder of the text ``at`` uses a name whose declaration could not be read."""
        return self.report.follows(UnreadLine(("V",), file, tokens, scope), at)

    # ------------------------------------------------------------ the answers
    def two_readings(self, file: str, tokens: Sequence[Token], readings: Sequence[Bound | Node]) -> None:
        if self.option_clashes(span_of(file, tokens), readings):
            return
        said, hint, about = [_said(r) for r in readings], "put brackets round what belongs together", ""
        if len({*said}) < len(said):  # the same words for different things
            said = [_said(r, kinds=True) for r in readings]
            hint, about = self._renaming(tokens, said)
        if len({*said}) < len(said):  # the same things in different phrases
            said = [f"{text}, by {_sources(r)}" for text, r in zip(said, readings, strict=True)]
            hint = "give the phrases different words"
        shown = "   or   ".join(_shorten(r) for r in sorted({*said})[:3])
        text = f"this can be read in {len(readings)} ways"
        self.report.say("RK303", text, file, tokens, f"{hint}; readings: {shown}", about)

    def option_clashes(self, where: Span, readings: Iterable[Bound | Node]) -> bool:
        """Whether the readings differ in a word that a rule has made and that is an option, too; reported once, at what came
        later: at the option, but for a rule of a variant that takes a word of the game."""
        inside = [node for reading in readings for node in _nodes(reading)]
        made = {node.data["name"] for node in inside if node.op == "local"}
        twice = {node.data["option"] for node in inside if node.op == "option"} & made
        new = {variant.span.file for variant in self.program.variants.values()}
        for name in sorted(twice):
            option = self.program.options[name].span
            other = self._row(where.file, self.report.brought[name]) if name in self.report.brought else where
            at, also = (option, other) if option.file in new or other.file not in new else (other, option)
            text = f"`{name}` means two things: an option, and what a rule calls so"
            if not any(d.code == "RK312" and d.message == text for d in self.program.found):
                self.program.report("RK312", text, at, "use another word here", also=(("the other", also),))
        return bool(twice)

    def _row(self, file: str, line: int) -> Span:
        row = self.program.sources[file].split("\n")[line - 1]
        return Span(file, line, len(row) - len(row.lstrip()) + 1, len(row.rstrip()) + 1)

    def _renaming(self, tokens: Sequence[Token], said: Sequence[str]) -> tuple[str, str]:
        """What to do about a Name that several things bear, and what the finding is about. ``said``: the readings, with kinds."""
        twice = [t.text for t in all_of(tokens) if t.kind == "NAME" and len(list(self.words.named(t.text))) > 1]
        name = next((x for x in twice if len({tuple(_sorts(x, text)) for text in said}) > 1), next(iter(twice), None))
        if name is None:
            return "give different things different names", ""
        bearers = [n.data["kind"] if n.op == "entity" else "player" for n in self.words.named(name)]
        kind = next((k for k in reversed(bearers) if k != "player"), "player")
        other = f"{name} {kind.replace('-', ' ').title()}"
        made = self.program.kinds.get(kind)
        shown = {
            "table": f"names: {{en: {name}}}  in its row",
            "family": f'named "{name}" in en  below its heading',
        }.get(made.sort if made is not None else "", f"{other}: {name}  below  en:  in words.yaml")
        hint = f"call the {kind} `{other}`; people go on reading `{name}` with  {shown}"
        places = {names.index(name) + 1 for names in self.program.seatings.values() if name in names}
        if "player" in bearers and kind != "player" and len(places) == 1:
            hint = f"for the player say `seat {places.pop()}`, or {hint}"
        return hint, f"what bears the name {name}"

    def wrong_type(self, file: str, tokens: Sequence[Token], want: str, node: Node, category: str = "V") -> None:
        kinds, said = self.words.kinds, words(tokens)
        if node.type.maybe and kinds.fits(certain(node.type), want):
            self.report.maybe_none(file, tokens, "C" if want == "truth" else category)
            return
        text = f"{kinds.say(want)} is needed here, but `{said}` is {kinds.say(node.type)}"
        self.report.say("RK304", text, file, tokens, conversion_hint(self.words, want, node.type, said))

    def near(self, word: str, among: Iterable[str]) -> str | None:
        """A hint with the word that is most like this one; None where none is like it."""
        return vocabulary.near(word, among)

    def explain(
        self, categories: Sequence[str], file: str, tokens: Sequence[Token], scope: Scope, want: str = ""
    ) -> None:
        """Explains why no phrase of the categories reads these tokens."""
        line = UnreadLine(categories, file, tokens, scope, want)
        self.explained += 1
        if self.explained <= EXPLAINED:
            self._explain(line)
        elif not self.report.follows(line):
            self._in_short(line)

    def _in_short(self, line: UnreadLine) -> None:
        """There are many mistakes before this one: what is wrong, without a search for what was meant."""
        strange = self.report.known.strange_in(line)
        hint = "mend what is told above first; then this line is looked at more closely"
        if strange is None:
            self.report.say("RK302", "no phrase reads this", line.file, line.tokens, hint)
        elif strange.text not in self.report.lost:
            text = f"the {'name' if strange.kind == 'NAME' else 'word'} `{strange.text}` is not known here"
            self.report.say("RK301", text, line.file, [strange], hint, strange.text)

    def _explain(self, line: UnreadLine) -> None:
        """Certain causes come first, similarities last."""
        report, matcher = self.report, self.matcher
        if no_point.of_a_scene(report, line):
            return
        inside = reasons.condition_of_a_point(report, matcher, line)
        if inside is not None:
            self._explain(inside)
            return
        if report.follows(line) or reasons.none_is_in_the_way(report, matcher, line):
            return
        shown = common_mistake(report, matcher, line)
        if shown is not None:
            report.say(shown.code, shown.text, line.file, shown.at, shown.hint)
            return
        if (
            reasons.a_role(report, line)
            or reasons.of_another_scene(report, matcher, line)
            or reasons.mixed(report, line)
        ):
            return
        if reasons.never_equal(report, matcher, line) or reasons.of_two_kinds(report, matcher, line):
            return
        self._what_is_like_it(line)

    def _what_is_like_it(self, line: UnreadLine) -> None:
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
        if "S" in line.categories and first is report.known.strange_in(line) and first.kind == "WORD":
            hint = vocabulary.near(first.text, [p.words[0] for p in self.words.table.all("S") if p.words])
            text = f"no sentence begins with `{first.text}`"
            report.say("RK302", text, line.file, [first], hint or _beginnings(line), first.text)
            return
        strange = report.known.strange_in(line)
        if (
            strange is not None and "T" in line.categories and first.text in ("given", "when")
        ):  # whatever is read before it
            report.strange(line.file, strange, "any", line.scope)
            return
        misspelt = report.misspelt(line) if "C" in line.categories else None
        if misspelt is not None:
            report.strange(line.file, misspelt, "any", line.scope)
            return
        nearest = self.nearest.furthest(near, line.tokens, line.scope)
        if nearest is not None and self.nearest.walk(nearest, line):
            return
        if strange is not None:
            report.strange(line.file, strange, "any", line.scope)
            return
        report.say("RK302", "no phrase reads this", line.file, line.tokens, _beginnings(line))


BEGINNINGS = {
    "S": "a sentence begins with what is done:  move, raise, lower, set, let, choose, carry out, turn, shuffle, tell, stop",
    "H": "a heading in a rule begins with:  if, otherwise, each, repeat, for, choose one, begin, needs, {player} may",
    "V": "a value is a number, a name, or one of the phrases of docs/phrases.md:  3, Alder, my points, the number of ...",
    "C": "a condition asks something:  A is B, A is more than 3, there are ..., A is among ..., ... is allowed",
    "B": "a clause is:  VALUE if CONDITION,  VALUE otherwise,  plus NUMBER,  let NAME be VALUE",
    "R": 'a clause of a permission is:  refuse if CONDITION: "reason"',
    "A": "an adjustment is:  plus 1, minus 1, at most 1, at least 1, becomes 1, yes, no, together with X, without X",
    "T": "a line of a test begins with:  given, when, then",
}
"""What can stand in a line of a category, where nothing is like what stands there."""


def _beginnings(line: UnreadLine) -> str:
    return BEGINNINGS.get(line.categories[0], "every line that can stand here is listed in docs/phrases.md")


def _said(reading: Bound | Node, kinds: bool = False) -> str:
    return say(reading, kinds) if isinstance(reading, Node) else spoken(reading.phrase, reading.values, kinds)


def _sources(reading: Bound | Node) -> str:
    """Where the phrases of a reading come from: a file of the game, a plugin, the language."""
    phrases = [reading.phrase] if isinstance(reading, Bound) else []
    values = reading.nodes.values() if isinstance(reading, Bound) else [reading]
    phrases += [node.phrase for value in values for node in value.walk() if node.phrase is not None]
    return ", ".join(dict.fromkeys(p.source for p in phrases))


def _shorten(key: str) -> str:
    return key if len(key) < LONGEST else key[: LONGEST - 3] + "..."
