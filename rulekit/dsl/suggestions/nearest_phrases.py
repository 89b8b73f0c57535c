"""The nearest phrases by words, matched as far as the first word that does not fit."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence

from rulekit.dsl.conversions import conversion_hint
from rulekit.dsl.matcher import Matcher
from rulekit.dsl.phrases import Literal, Phrase, Slot
from rulekit.dsl.scope import Scope
from rulekit.dsl.suggestions import no_point
from rulekit.dsl.suggestions.report import Report
from rulekit.dsl.suggestions.unread_line import UnreadLine
from rulekit.dsl.suggestions.vocabulary import LITTLE, near
from rulekit.dsl.suggestions.wrong_values import (
    added_up,
    counted,
    counted_in_a_number,
    number_of_them,
    put_before,
    written_plain,
)
from rulekit.dsl.syntax import Token, words
from rulekit.dsl.types import NUMBER

MOST, WALKED = 12, 6
"""How many of the nearest phrases are looked at, and along how many of them the tokens are read."""
SAME_BEGINNING, LIKE_BEGINNING, WORDS_IN_COMMON = 0.3, 0.2, 8
"""What a phrase gains by a first word that is the same, or like it; what its words weigh against the tokens that it reads."""


class NearestPhrases:
    def __init__(self, report: Report, matcher: Matcher, explain: Callable[[UnreadLine], None]) -> None:
        """``explain`` tells what is wrong with a part of a line."""
        self.report, self.matcher, self.explain = report, matcher, explain
        self.words, self.known = report.words, report.known

    # ------------------------------------------------------------ which phrases are near
    def phrases(self, line: UnreadLine) -> list[Phrase]:
        """The phrases whose words are most like those that were said, the nearest first."""
        said = [t.text for t in line.tokens if t.kind in ("WORD", "SIGN")]
        found: list[tuple[float, int, Phrase]] = []
        alike_said = difflib.SequenceMatcher(
            None, (), said, autojunk=False
        )  # it keeps what it knows of its second side
        for phrase in self.words.table.all(*line.categories):
            alike_said.set_seq1(phrase.words)
            got = alike_said.ratio()
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
        said = {t.text for t in tokens}
        for phrase in phrases[:WALKED]:
            if isinstance(phrase.parts[0], Slot) and not any(self._stands(w, said) for w in phrase.words):
                continue  # it is near by little words alone: what its first slot takes was not meant
            got: float = self._reach(phrase, tokens, scope)
            alike = difflib.SequenceMatcher(None, phrase.words, [t.text for t in tokens], autojunk=False).ratio()
            got += WORDS_IN_COMMON * alike
            if got > reach:
                best, reach = phrase, got
        return best

    def _stands(self, word: str, said: set[str]) -> bool:
        return word not in LITTLE and (word in said or any(self.words.same(text, word) for text in said))

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
    def walk(self, phrase: Phrase, line: UnreadLine) -> bool:
        """Goes along a phrase to the first word that does not fit, and says what should stand there; or what stands behind
        its end. False where all fit."""
        return self._along(phrase, line, 0, 0, line.scope)

    def _along(self, phrase: Phrase, line: UnreadLine, first: int, at: int, scope: Scope) -> bool:
        """The same from part ``first`` of the phrase and token ``at`` of the line on."""
        tokens = line.tokens
        value = at, scope
        for k, part in enumerate(phrase.parts[first:], first):
            if isinstance(part, Literal):
                if at < len(tokens) and self.words.same(tokens[at].text, part.text):
                    at += 1
                    continue
                if not self._longer_value(phrase, k, line, at, value):
                    self._bad_word(phrase, k, line, at, scope)
                return True
            value = at, scope
            got = [] if at >= len(tokens) else self.matcher.slots.read(phrase, k, tokens, at, scope, {})
            if got and part.bare == "truth" and k == len(phrase.parts) - 1:
                got = [g for g in got if g[0] == len(tokens)]
            if not got:
                self._bad_slot(phrase, part, line.file, tokens, at, scope)
                return True
            widest = max(got, key=lambda g: g[0])
            at, scope = widest[0], widest[2]
        if at < len(tokens) and not self._other_value(phrase, len(phrase.parts) - 1, line, len(tokens), value):
            self._too_much(phrase, line, at, scope)
        return at < len(tokens)

    def _longer_value(self, phrase: Phrase, k: int, line: UnreadLine, at: int, value: tuple[int, Scope]) -> bool:
        """The words of the phrase from part ``k`` on stand further behind: what is wrong is the value that reaches to there.
        ``value``: where it begins, and what is in sight there."""
        run, tokens = _run(phrase, k).replace(",", " ,").split(), line.tokens
        end = next((j for j in range(at + 1, len(tokens)) if [t.text for t in tokens[j : j + len(run)]] == run), 0)
        slot = phrase.parts[k - 1] if k else None
        if not end or not isinstance(slot, Slot) or tokens[at].text in phrase.words:
            return False
        if not self._other_value(phrase, k - 1, line, end, value):
            start, scope = value
            strange = self.known.strange(tokens[start:end], scope)
            if strange is not None:
                self.report.strange(line.file, strange, "any", scope)
            else:
                self.explain(UnreadLine(("V",), line.file, tokens[start:end], scope, slot.bare))
        return True

    def _other_value(self, phrase: Phrase, k: int, line: UnreadLine, end: int, value: tuple[int, Scope]) -> bool:
        """A value of another sort than part ``k`` takes reaches to the end of that part."""
        slot, (start, scope), tokens = phrase.parts[k], value, line.tokens[:end]
        if not isinstance(slot, Slot) or not any(r.end == end for r in self.matcher.value(tokens, start, scope)):
            return False
        self._bad_slot(phrase, slot, line.file, tokens, start, scope)
        return True

    def _too_much(self, phrase: Phrase, line: UnreadLine, at: int, scope: Scope) -> None:
        """The line goes on where the phrase is at its end: with a second sentence, or with a value that cannot be read."""
        rest = line.tokens[at:]
        strange = self.known.strange(rest, scope)
        if strange is not None:
            self.report.strange(line.file, strange, "any", scope)
            return
        if rest[0].text in ("and", "then") and self.matcher.complete(("S",), rest[1:], scope.unread()):
            text, hint = "a line holds one sentence", f"put it on a line of its own:  {words(rest[1:])}"
            self.report.say("RK302", text, line.file, rest, hint)
            return
        for longer in (p for p in self.words.table.starting("V", None) if len(p.parts) > 1):
            begun = longer.parts[1]
            goes_on = isinstance(begun, Literal) and self.words.same(rest[0].text, begun.text)
            if goes_on and self._along(longer, line, 1, at, scope):
                return
        text = f"`{words(rest)}` cannot follow here: the sentence is at its end before it"
        self.report.say("RK302", text, line.file, rest, _nearest(self._saying(line, rest) or phrase))

    def _saying(self, line: UnreadLine, rest: Sequence[Token]) -> Phrase | None:
        """A phrase in which the first words of the rest stand beside each other."""
        said = [t.text for t in rest[:2] if t.text != ","] or [t.text for t in rest[1:3]]
        for phrase in self.words.table.all(*line.categories, "V", "C"):
            begins = (
                not isinstance(phrase.parts[0], Literal) or phrase.words[0] == line.said[0] or phrase.category == "V"
            )
            if begins and any(phrase.words[k : k + len(said)] == said for k in range(len(phrase.words))):
                return phrase
        return None

    def _bad_word(self, phrase: Phrase, k: int, line: UnreadLine, at: int, scope: Scope) -> None:
        """Another word stands where part ``k`` of the phrase goes on, or the line is at its end."""
        here = line.tokens[at : at + 1]
        strange = self.known.strange(line.tokens[at:] if at else here, scope)  # it may stand behind what it spoils
        if strange is not None:
            self.report.strange(line.file, strange, "any", scope)
            return
        if at == 0 and line.categories[0] in ("S", "H"):
            self._bad_beginning(phrase, line)
            return
        text = f"here the sentence should go on with `{_run(phrase, k)}`"
        self.report.say("RK302", text, line.file, here or line.tokens[-1:], _nearest(phrase))

    def _bad_beginning(self, phrase: Phrase, line: UnreadLine) -> None:
        """The line shares words with a phrase, but does not begin as it does."""
        first = line.tokens[0]
        what = "sentence" if line.categories[0] == "S" else "heading in a rule"
        who = first.text in self.words.players and f"who does it is said above:  for {first.text}:"
        text = f"no {what} begins with `{first.text}`"
        self.report.say("RK302", text, line.file, [first], who or _nearest(phrase))

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
                hint = "seen by all / seen by their owner (and partners) / seen by nobody, each also with `until turned up`"
                say("RK308", "who sees these is not said", file, rest or tokens[-1:], hint)
                return
            case "point":
                said = re.split(" (?:if|unless) ", words(rest))[0]
                where = rest[: len(said.split())]
                no_point.tell(self.report, said, phrase.op, file, where)
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
            self.explain(UnreadLine(("C",), file, tokens[at:], scope))
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
                if spec == "amounts" and longest.node.type == NUMBER:
                    text = f"a plain number is needed here, and `{words(where)}` is worked out in play"
                    self.report.say("RK304", text, file, where, written_plain(tokens, at, longest.end))
                    return
                text = f"{kinds.say(spec)} is needed here, but `{words(where)}` is {kinds.say(longest.node.type)}"
                hint = (
                    counted_in_a_number(self.report.program, spec, tokens, at)
                    or counted(self.words, spec, tokens, at)
                    or added_up(self.words, spec, rest)
                    or put_before(tokens, at)
                    or number_of_them(spec, longest.node.type, words(where))
                    or _nearest(phrase)
                )
                self.report.say("RK304", text, file, where, hint)
                return
        strange = self.known.strange(rest, scope)
        if strange is not None:
            self.report.strange(file, strange, "any", scope)  # it stands further behind: who knows what is needed there
            return
        begun = [p for p in self.words.table.starting("V", rest[0].text) if p is not phrase]
        inner = self.furthest(sorted(begun, key=lambda p: -_common(p, rest)), rest, scope)
        if inner is not None and self.walk(inner, UnreadLine(("V",), file, rest, scope)):
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
    return " ".join(out).replace(" ,", ",")


def _common(phrase: Phrase, tokens: Sequence[Token]) -> int:
    """How many words a phrase and the tokens share at their beginning."""
    n = 0
    while n < min(len(phrase.parts), len(tokens)):
        part = phrase.parts[n]
        if not isinstance(part, Literal) or part.text != tokens[n].text:
            break
        n += 1
    return n
