"""The nearest phrases by words, matched as far as the first word that does not fit."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence

from rulekit.dsl.conversions import conversion_hint
from rulekit.dsl.matcher import Matcher
from rulekit.dsl.phrases import Literal, Phrase, Slot
from rulekit.dsl.scope import Scope
from rulekit.dsl.suggestions.report import Report
from rulekit.dsl.suggestions.unread_line import Unread
from rulekit.dsl.suggestions.vocabulary import near
from rulekit.dsl.syntax import Token, words

MOST, WALKED = 12, 6
"""How many of the nearest phrases are looked at, and along how many of them the tokens are read."""
SAME_BEGINNING, LIKE_BEGINNING, WORDS_IN_COMMON = 0.3, 0.2, 8
"""What a phrase gains by a first word that is the same, or like it; what its words weigh against the tokens that it reads."""


class Nearest:
    def __init__(self, report: Report, matcher: Matcher, explain: Callable[[Unread], None]) -> None:
        """``explain`` tells what is wrong with a part of a line."""
        self.report, self.matcher, self.explain = report, matcher, explain
        self.words, self.known = report.words, report.known

    # ------------------------------------------------------------ which phrases are near
    def phrases(self, line: Unread) -> list[Phrase]:
        """The phrases whose words are most like those that were said, the nearest first."""
        said = [t.text for t in line.tokens if t.kind in ("WORD", "SIGN")]
        found: list[tuple[float, int, Phrase]] = []
        for phrase in self.words.table.all(*line.categories):
            got = difflib.SequenceMatcher(None, phrase.words, said, autojunk=False).ratio()
            if isinstance(phrase.parts[0], Literal) and said[:1]:
                alike = near(said[0], phrase.words[:1]) is not None
                got += SAME_BEGINNING if phrase.words[0] == said[0] else LIKE_BEGINNING * alike
            if got > 0:
                found.append((-got, len(found), phrase))
        return [p for _, _, p in sorted(found, key=lambda x: x[:2])[:MOST]]

    def furthest(self, phrases: Sequence[Phrase], tokens: Sequence[Token], scope: Scope) -> Phrase | None:
        """Of the nearest phrases the one along which the tokens can be read furthest."""
        best: Phrase | None = None
        reach = -1.0
        for phrase in phrases[:WALKED]:
            got: float = self._reach(phrase, tokens, scope)
            alike = difflib.SequenceMatcher(None, phrase.words, [t.text for t in tokens], autojunk=False).ratio()
            got += WORDS_IN_COMMON * alike
            if got > reach:
                best, reach = phrase, got
        return best

    def _reach(self, phrase: Phrase, tokens: Sequence[Token], scope: Scope) -> int:
        at = 0
        for k, part in enumerate(phrase.parts):
            if at >= len(tokens):
                return at
            if isinstance(part, Literal):
                if not self.words.same(tokens[at].text, part.text):
                    return at
                at += 1
                continue
            got = self.matcher.slots.read(phrase, k, tokens, at, scope, {})
            if not got:
                return at
            widest = max(got, key=lambda g: g[0])
            at, scope = widest[0], widest[2]
        return at

    # ------------------------------------------------------------ along a phrase
    def walk(self, phrase: Phrase, line: Unread) -> bool:
        """Goes along a phrase to the first word that does not fit, and says what should stand there; False where all fit."""
        at, tokens, scope = 0, line.tokens, line.scope
        for k, part in enumerate(phrase.parts):
            if isinstance(part, Literal):
                if at < len(tokens) and self.words.same(tokens[at].text, part.text):
                    at += 1
                    continue
                self._bad_word(phrase, k, line, at, scope)
                return True
            got = [] if at >= len(tokens) else self.matcher.slots.read(phrase, k, tokens, at, scope, {})
            if got and part.bare == "truth" and k == len(phrase.parts) - 1:
                got = [g for g in got if g[0] == len(tokens)]
            if not got:
                self._bad_slot(phrase, part, line.file, tokens, at, scope)
                return True
            widest = max(got, key=lambda g: g[0])
            at, scope = widest[0], widest[2]
        return False

    def _bad_word(self, phrase: Phrase, k: int, line: Unread, at: int, scope: Scope) -> None:
        """Another word stands where part ``k`` of the phrase goes on, or the line is at its end."""
        here = line.tokens[at : at + 1]
        strange = self.known.strange(here, scope)
        if strange is not None:
            self.report.strange(line.file, strange, "any", scope)
            return
        text = f"here the sentence should go on with `{_run(phrase, k)}`"
        self.report.say("RK302", text, line.file, here or line.tokens[-1:], _nearest(phrase))

    def _bad_slot(self, phrase: Phrase, slot: Slot, file: str, tokens: Sequence[Token], at: int, scope: Scope) -> None:
        """Nothing that the slot takes stands there: why, as well as we can tell."""
        spec, say = slot.bare, self.report.say
        rest, nearest = tokens[at:], _nearest(phrase)
        if not rest and spec != "seen":
            say("RK302", f"after this, {self.words.kinds.say(spec)} is needed", file, tokens[-1:], nearest)
            return
        match spec:
            case "pattern" | "rest":
                more = _run(phrase, phrase.parts.index(slot) + 1)
                say("RK302", f"`{more}` is missing in this line", file, rest, nearest)
                return
            case "seen":
                hint = "seen by all / seen by their owner / seen by nobody, each also with `until turned up`"
                say("RK308", "who sees these is not said", file, rest or tokens[-1:], hint)
                return
            case "point":
                said = re.split(" (?:if|unless) ", words(rest))[0]
                where = rest[: len(said.split())]
                say("RK309", f"no point is called `{said}`", file, where, self.known.near_point(said))
                return
        strange = self.known.strange(rest[:1], scope)
        if strange is not None:
            self.report.strange(file, strange, spec, scope)
        elif not (spec == "truth" and self._no_condition(phrase, file, tokens, at, scope)):
            self._no_value(phrase, spec, file, tokens, at, scope)

    def _no_condition(self, phrase: Phrase, file: str, tokens: Sequence[Token], at: int, scope: Scope) -> bool:
        """A condition is needed: a value stands there, or nothing that reads."""
        readings = [r for r in self.matcher.value(tokens, at, scope) if r.end == len(tokens)]
        if readings:
            said, type_ = words(tokens[at:]), readings[0].node.type
            text = f"a condition is needed here, but `{said}` is {self.words.kinds.say(type_)}"
            self.report.say("RK304", text, file, tokens[at:], conversion_hint(self.words, "truth", type_, said))
            return True
        if phrase.category != "C":
            self.explain(Unread(("C",), file, tokens[at:], scope))
            return True
        return False

    def _no_value(self, phrase: Phrase, spec: str, file: str, tokens: Sequence[Token], at: int, scope: Scope) -> None:
        """Something of another type stands there, or nothing that reads."""
        kinds, rest = self.words.kinds, tokens[at:]
        readings = self.matcher.value(tokens, at, scope)
        if readings:
            longest = max(readings, key=lambda r: r.end)
            if not kinds.fits(longest.node.type, spec):
                where = tokens[at : longest.end]
                text = f"{kinds.say(spec)} is needed here, but `{words(where)}` is {kinds.say(longest.node.type)}"
                self.report.say("RK304", text, file, where, _nearest(phrase))
                return
        strange = self.known.strange(rest, scope)
        if strange is not None:
            self.report.strange(file, strange, spec, scope)
            return
        begun = [p for p in self.words.table.starting("V", rest[0].text) if p is not phrase]
        inner = self.furthest(sorted(begun, key=lambda p: -_common(p, rest)), rest, scope)
        if inner is not None and self.walk(inner, Unread(("V",), file, rest, scope)):
            return
        self.report.say("RK302", f"{kinds.say(spec)} is needed here", file, rest[:1], _nearest(phrase))


def _nearest(phrase: Phrase) -> str:
    return f"nearest sentence: {phrase.shown}"


def _run(phrase: Phrase, k: int) -> str:
    """The words of a phrase from a place on, up to its next slot."""
    out = []
    for part in phrase.parts[k:]:
        if not isinstance(part, Literal):
            break
        out.append(part.text)
    return " ".join(out)


def _common(phrase: Phrase, tokens: Sequence[Token]) -> int:
    """How many words a phrase and the tokens share at their beginning."""
    n = 0
    while n < min(len(phrase.parts), len(tokens)):
        part = phrase.parts[n]
        if not isinstance(part, Literal) or part.text != tokens[n].text:
            break
        n += 1
    return n
