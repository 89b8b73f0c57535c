"""Answers to a line that nothing reads: what is wrong, in the author's words, and the nearest thing of the wanted type."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from functools import cache

from rulekit.dsl.matcher import Bound, Matcher
from rulekit.dsl.phrases import FOLDER, Literal, Phrase, Slot
from rulekit.dsl.program import Program
from rulekit.dsl.scope import Scope
from rulekit.dsl.spoken import say, spoken
from rulekit.dsl.syntax import Token, span_of, words
from rulekit.dsl.tree import Node
from rulekit.dsl.types import Kinds, Type, certain

LITTLE = {"me", "my", "it", "none", "yes", "no", "a", "an", "and", "or", "not", "with", "from", "to", "in"}
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}


@cache
def tempting() -> dict[str, str]:
    """Words that people will try -> the sentence that says it here."""
    out = {}
    for row in (FOLDER / "tempting.txt").read_text(encoding="utf-8").splitlines():
        if row and not row.startswith("#"):
            said, instead = (x.strip() for x in row.split("|"))
            out.update(dict.fromkeys(said.split(", "), instead))
    return out


class Generous(Kinds):
    """Kinds that overlook `none`: to find out whether a line fails for that alone."""

    def __init__(self, kinds: Kinds) -> None:
        self.__dict__.update(kinds.__dict__)

    def fits(self, have: Type, want: str) -> bool:
        return super().fits(certain(have) if not want.startswith("opt/") else have, want)


class Answers:
    def __init__(self, program: Program, matcher: Matcher) -> None:
        self.program, self.matcher, self.words = program, matcher, program.words
        self.lost: set[str] = set()
        """Words that a line would have brought, had it been read: that they are not known is no second mistake."""

    # ------------------------------------------------------------ the answers
    def two_readings(self, file: str, tokens: Sequence[Token], readings: Sequence[Bound | Node]) -> None:
        said, hint = {_said(r) for r in readings}, "put brackets round what belongs together"
        if len(said) < len(readings):  # the same words for different things
            said, hint = {_said(r, kinds=True) for r in readings}, "give different things different names"
        shown = "   or   ".join(_shorten(r) for r in sorted(said)[:3])
        self.program.report(
            "RK303",
            f"this can be read in {len(readings)} ways",
            span_of(file, tokens),
            f"{hint}; readings: {shown}",
        )

    def wrong_type(self, file: str, tokens: Sequence[Token], want: str, node: Node) -> None:
        kinds = self.words.kinds
        if node.type.maybe and kinds.fits(certain(node.type), want):
            self._maybe_none(file, tokens, node)
            return
        self.program.report(
            "RK304",
            f"{kinds.say(want)} is needed here, but `{words(tokens)}` is {kinds.say(node.type)}",
            span_of(file, tokens),
        )

    def _maybe_none(self, file: str, tokens: Sequence[Token], node: Node) -> None:
        self.program.report(
            "RK305",
            f"`{words(tokens)}` may be none here",
            span_of(file, tokens),
            f"ask first:  if {words(tokens)} is none: stop",
        )

    def explain(self, categories: Sequence[str], file: str, tokens: Sequence[Token], scope: Scope) -> None:
        """No phrase of the categories reads these tokens: say why, as well as we can tell."""
        if self._none_is_in_the_way(categories, file, tokens, scope):
            return
        first = tokens[0]
        if [t.text for t in (first, *tokens[2:3])] == ["let", "be"] and len(tokens) > 3:
            self.lost.add(tokens[1].text)  # the new word is not to blame, neither here nor where it is used
            unknown = self._unknown(tokens[3:], scope)
            if unknown is not None:
                self._strange(file, unknown, "any", scope)
            else:
                self.explain(("V",), file, tokens[3:], scope)
            return
        if [t.text for t in tokens[:3]] == ["repeat", "at", "most"]:
            way = "say:  repeat 3 times:   or:  repeat until {condition}, at most 3 times:"
            self._say("RK302", "what ends this before the last round is not said", file, tokens[:3], way)
            return
        if (
            first.kind == "WORD"
            and first.text in tempting()
            and not any(self.words.table.starting(c, first.text) for c in categories)
        ):
            self._say(
                "RK302", f"no sentence begins with `{first.text}`", file, [first], "say:  " + tempting()[first.text]
            )
            return
        if self._other_scene(file, tokens, scope) or self._mixed(categories, file, tokens, scope):
            return
        nearest = self._nearest(categories, tokens)
        if nearest is not None and self._walk(nearest, categories, file, tokens, scope):
            return
        strange = self._unknown(tokens, scope)
        if strange is not None:
            self._strange(file, strange, "any", scope)
            return
        hint = f"nearest sentence: {nearest.shown}" if nearest is not None else None
        self._say("RK302", "no phrase reads this", file, tokens, hint)

    # ------------------------------------------------------------ reasons, one by one
    def _none_is_in_the_way(self, categories: Sequence[str], file: str, tokens: Sequence[Token], scope: Scope) -> bool:
        kinds = self.words.kinds
        fresh = Scope(scope.names, scope.facts, scope.scenes, scope.pending)
        self.words.kinds = Generous(kinds)
        try:
            reads = bool(self.matcher.complete(categories, tokens, fresh))
            if not reads and categories[0] in ("V", "C"):
                reads = bool(self.matcher.whole(tokens, fresh))
        finally:
            self.words.kinds = kinds
        if not reads:
            return False
        scope = Scope(scope.names, scope.facts, scope.scenes, scope.pending)
        for group, at in _positions(tokens):
            for reading in self.matcher.value(group, at, scope, 2):
                if reading.node.type.maybe:
                    self._maybe_none(file, group[at : reading.end], reading.node)
                    return True
        return False

    def _other_scene(self, file: str, tokens: Sequence[Token], scope: Scope) -> bool:
        said = [t.text for t in tokens]
        for phrase in self.words.table.all("V", "C", "X", "S"):
            if phrase.scene is None or phrase.scene in scope.scenes:
                continue
            run = []
            for part in phrase.parts:
                if not isinstance(part, Literal):
                    break
                run.append(part.text)
            if len(run) < 2:
                continue
            for at in range(len(said) - len(run) + 1):
                if said[at : at + len(run)] == run:
                    self._say(
                        "RK306",
                        f"`{' '.join(run)}` belongs to the scene `{phrase.scene}` and can be said only there",
                        file,
                        tokens[at : at + len(run)],
                    )
                    return True
        return False

    def _mixed(self, categories: Sequence[str], file: str, tokens: Sequence[Token], scope: Scope) -> bool:
        said = [t.text for t in tokens]
        if "and" not in said or "or" not in said or categories[0] in ("D", "DH") or self._unknown(tokens, scope):
            return False
        later = "or" if said.index("and") < said.index("or") else "and"
        token = next(t for t in tokens if t.text == later)
        self._say(
            "RK307",
            "`and` and `or` are mixed here, which can be heard in two ways",
            file,
            [token],
            "put brackets round what belongs together",
        )
        return True

    def _nearest(self, categories: Sequence[str], tokens: Sequence[Token]) -> Phrase | None:
        said = [t.text for t in tokens if t.kind == "WORD"]
        best: Phrase | None = None
        score = 0.0
        for phrase in self.words.table.all(*categories):
            got = difflib.SequenceMatcher(None, phrase.words, said, autojunk=False).ratio()
            got += 0.3 if phrase.words[:1] == said[:1] and isinstance(phrase.parts[0], Literal) else 0
            if got > score:
                best, score = phrase, got
        return best

    def _walk(
        self, phrase: Phrase, categories: Sequence[str], file: str, tokens: Sequence[Token], scope: Scope
    ) -> bool:
        """Goes along the nearest phrase to the first word that does not fit."""
        at = 0
        for k, part in enumerate(phrase.parts):
            rest = tokens[min(at, len(tokens) - 1) :]
            if isinstance(part, Literal):
                if at < len(tokens) and self.words.same(tokens[at].text, part.text):
                    at += 1
                    continue
                strange = self._unknown(rest, scope)
                if strange is not None:
                    self._strange(file, strange, "any", scope)
                else:
                    where = rest[:1] if at < len(tokens) else tokens[-1:]
                    self._say(
                        "RK302",
                        f"here the sentence should go on with `{part.text}`",
                        file,
                        where,
                        f"nearest sentence: {phrase.shown}",
                    )
                return True
            got = [] if at >= len(tokens) else self.matcher.slots.read(phrase, k, tokens, at, scope, {})
            if got and part.bare == "truth" and k == len(phrase.parts) - 1:
                got = [g for g in got if g[0] == len(tokens)]
            if not got:
                return self._bad_slot(phrase, part, file, tokens, at, scope)
            widest = max(got, key=lambda g: g[0])
            at, scope = widest[0], widest[2]
        return False

    def _bad_slot(self, phrase: Phrase, slot: Slot, file: str, tokens: Sequence[Token], at: int, scope: Scope) -> bool:
        spec, kinds = slot.bare, self.words.kinds
        nearest = f"nearest sentence: {phrase.shown}"
        if at >= len(tokens):
            self._say("RK302", f"after this, {kinds.say(spec)} is needed", file, tokens[-1:], nearest)
            return True
        if spec == "seen":
            self._say(
                "RK308",
                "who sees these is not said",
                file,
                tokens[at:],
                "seen by all / seen by their owner / seen by nobody, each also with `until turned up`",
            )
            return True
        if spec == "point":
            said = re.split(" (?:if|unless) ", words(tokens[at:]))[0]
            self._say(
                "RK309",
                f"no point is called `{said}`",
                file,
                tokens[at : at + len(said.split())],
                self._near_point(said),
            )
            return True
        strange = self._unknown(tokens[at : at + 1], scope)
        if strange is not None:
            self._strange(file, strange, spec, scope)
            return True
        if spec == "truth":
            readings = [r for r in self.matcher.value(tokens, at, scope) if r.end == len(tokens)]
            if readings:
                self._say(
                    "RK304",
                    f"a condition is needed here, but `{words(tokens[at:])}` is {kinds.say(readings[0].node.type)}",
                    file,
                    tokens[at:],
                )
                return True
            if phrase.category != "C":
                self.explain(("C",), file, tokens[at:], scope)
                return True
        readings = self.matcher.value(tokens, at, scope)
        if readings:
            longest = max(readings, key=lambda r: r.end)
            if not kinds.fits(longest.node.type, spec):
                said = words(tokens[at : longest.end])
                self._say(
                    "RK304",
                    f"{kinds.say(spec)} is needed here, but `{said}` is {kinds.say(longest.node.type)}",
                    file,
                    tokens[at : longest.end],
                    nearest,
                )
                return True
        strange = self._unknown(tokens[at:], scope)
        if strange is not None:
            self._strange(file, strange, spec, scope)
            return True
        self._say("RK302", f"{kinds.say(spec)} is needed here", file, tokens[at : at + 1], nearest)
        return True

    # ------------------------------------------------------------ near misses
    def near(self, word: str, among: Iterable[str]) -> str | None:
        got = difflib.get_close_matches(word, list(dict.fromkeys(among)), 1, 0.6)
        return f"did you mean `{got[0]}`?" if got else None

    def _near_point(self, said: str) -> str | None:
        names = [*self.program.points, *self.program.choices]
        hint = self.near(said, names)
        if hint is None and " in " in said:
            there = [c for c in self.program.choices if c.endswith(" in " + said.split(" in ", 1)[1])]
            hint = "choices there: " + ", ".join(there) if there else None
        return hint

    def _strange(self, file: str, token: Token, spec: str, scope: Scope) -> None:
        if token.text in self.lost:
            return
        what = "name" if token.kind == "NAME" else "word"
        want = "" if spec in ("any", "truth") else f" ({self.words.kinds.say(spec)} is needed)"
        hint = self.near(token.text, self._candidates(spec, scope)) or self.near(
            token.text, self._candidates("any", scope)
        )
        if token.text in NUMBERS:
            hint = f"write {NUMBERS[token.text]}"
        elif token.text in ("I", "we", "you"):
            hint = "write `me` or `my`"
        self._say("RK301", f"the {what} `{token.text}` is not known here{want}", file, [token], hint)

    def _candidates(self, spec: str, scope: Scope) -> list[str]:
        """The words and names that can begin something of this type."""
        words, kinds = self.words, self.words.kinds
        if spec in ("pieces", "piece"):
            return list(words.pieces)
        if spec in ("kind", "kinds"):
            return [*kinds.names, *words.plurals]
        out = [
            name for name, node in scope.names.items() if spec in ("any", "var", "truth") or kinds.fits(node.type, spec)
        ]
        for name, bearers in words.entities.items():
            if spec in ("any", "truth") or any(kinds.fits(Type("kind", k), spec) for k, _ in bearers):
                out.append(name)
        out += words.players
        for phrase in words.table.all("V"):
            if isinstance(phrase.parts[0], Literal):
                out.append(phrase.parts[0].text)
        if spec in ("any", "truth", "set"):
            out += [*words.plurals, *words.pieces]
        if spec in ("any", "truth"):
            out += [w for w in words.table.literals if w.isalpha()]
        return out

    def _unknown(self, tokens: Sequence[Token], scope: Scope) -> Token | None:
        words = self.words
        for token in tokens:
            if token.kind == "GROUP":
                inner = self._unknown(token.items, scope)
                if inner is not None:
                    return inner
            elif token.kind == "NAME":
                if (
                    token.text not in words.entities
                    and token.text not in words.players
                    and token.text not in words.points
                ):
                    return token
            elif token.kind == "WORD":
                text = token.text
                known = (
                    text in words.table.literals
                    or text in scope.names
                    or text in LITTLE
                    or text in words.pieces
                    or text in words.plurals
                    or text in words.kinds.names
                    or text in words.group_plurals
                    or text in words.routes
                )
                if not known:
                    return token
        return None

    def _say(self, code: str, message: str, file: str, tokens: Sequence[Token], hint: str | None = None) -> None:
        self.program.report(code, message, span_of(file, tokens), hint)


def _positions(tokens: Sequence[Token]) -> Iterable[tuple[Sequence[Token], int]]:
    for k, token in enumerate(tokens):
        yield tokens, k
        if token.kind == "GROUP":
            yield from _positions(token.items)


def _said(reading: Bound | Node, kinds: bool = False) -> str:
    return say(reading, kinds) if isinstance(reading, Node) else spoken(reading.phrase, reading.values, kinds)


def _shorten(key: str) -> str:
    return key if len(key) < 160 else key[:157] + "..."
