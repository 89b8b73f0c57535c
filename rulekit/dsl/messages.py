"""Answers to a line that nothing reads: what is wrong, in the author's words, and the nearest thing of the wanted type."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence

from rulekit.diagnostics import Diagnostic
from rulekit.dsl.habits import habit
from rulekit.dsl.matcher import Bound, Matcher, Tangled
from rulekit.dsl.phrases import Literal, Phrase, Slot
from rulekit.dsl.program import Program
from rulekit.dsl.repair import Edit, Repair, confused, shown
from rulekit.dsl.scope import Scope
from rulekit.dsl.spoken import say, spoken
from rulekit.dsl.syntax import Token, span_of, words
from rulekit.dsl.tempting import instead_of
from rulekit.dsl.tree import Node
from rulekit.dsl.types import NONE, Kinds, Type, certain
from rulekit.dsl.wanted import wanted

LITTLE = {"me", "my", "it", "none", "yes", "no", "a", "an", "and", "or", "not", "with", "from", "to", "in"}
DECLARING = ("D", "DH", "L", "M", "P")
"""Categories whose lines bring new words."""
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}


class Generous(Kinds):
    """Kinds that overlook `none`: to find out whether a line fails for that alone."""

    def __init__(self, kinds: Kinds) -> None:
        self.__dict__.update(kinds.__dict__)

    def fits(self, have: Type, want: str) -> bool:
        return super().fits(certain(have) if not want.startswith("opt/") else have, want)


class Answers:
    def __init__(self, program: Program, matcher: Matcher) -> None:
        self.program, self.matcher, self.words = program, matcher, program.words
        self.repair = Repair()
        self.brought: dict[str, int] = {}
        """The names that the rule being read has made, with their lines."""
        self.lost: dict[str, Diagnostic] = {}
        """The names that it would have made in lines that can not be read."""

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
            wanted(self.words, want, node.type, words(tokens)),
        )

    def _maybe_none(self, file: str, tokens: Sequence[Token], node: Node) -> None:
        self.program.report(
            "RK305",
            f"`{words(tokens)}` may be none here",
            span_of(file, tokens),
            f"ask first:  if {words(tokens)} is none: stop",
        )

    def explain(
        self, categories: Sequence[str], file: str, tokens: Sequence[Token], scope: Scope, want: str = ""
    ) -> None:
        """No phrase of the categories reads these tokens: say why, as well as we can tell."""
        lost = next((t for t in _all_of(tokens) if t.text in self.lost and t.text not in scope.names), None)
        if lost is not None:
            text = f"the word `{lost.text}` is not known here: the line that makes it can not be read"
            self.program.behind.append((self.lost[lost.text], Diagnostic("RK301", text, span_of(file, [lost]))))
            return
        if self._none_is_in_the_way(categories, file, tokens, scope):
            return
        shown_habit = habit(self, categories, tokens, scope)
        if shown_habit is not None:
            self._say(shown_habit.code, shown_habit.text, file, shown_habit.at, shown_habit.hint)
            return
        role = next((t for t in tokens if self._role(t.text) and t.text not in scope.names), None)
        if role is not None:
            self._strange(file, role, "any", scope)
            return
        if self._other_scene(file, tokens, scope) or self._mixed(categories, file, tokens, scope):
            return
        if self._never_equal(categories, file, tokens, scope):
            return
        near = self._nearest(categories, tokens)
        edit = self._repair(categories, tokens, scope, want, near)
        first = tokens[0]
        if first.kind == "WORD" and "S" in categories and (edit is None or edit.sort != "another"):
            hint = instead_of(self.program, tokens)
            if hint is not None:
                self._say("RK302", f"no sentence begins with `{first.text}`", file, [first], "say:  " + hint)
                return
        if edit is not None:
            self._offer(edit, file, tokens, scope)
            return
        nearest = self._furthest(near, tokens, scope)
        if nearest is not None and self._walk(nearest, categories, file, tokens, scope):
            return
        strange = self._unknown(tokens, scope)
        if strange is not None:
            self._strange(file, strange, "any", scope)
            return
        hint = f"nearest sentence: {nearest.shown}" if nearest is not None else None
        self._say("RK302", "no phrase reads this", file, tokens, hint)

    # ------------------------------------------------------------ the smallest change that would do
    def _repair(
        self, categories: Sequence[str], tokens: Sequence[Token], scope: Scope, want: str, near: Sequence[Phrase]
    ) -> Edit | None:
        def reads(changed: list[Token]) -> bool:
            fresh = Scope(scope.names, scope.facts, scope.scenes, scope.pending)
            if categories[0] not in ("V", "C"):
                found = self.matcher.complete(categories, changed, fresh)
                return any(_sensible(b, tokens) for b in found)
            readings = self.matcher.whole(changed, fresh)
            if categories[0] == "C" or want == "truth":
                return any(r.end == len(changed) for r in self.matcher.condition(changed, 0, fresh))
            return any(not want or self.words.kinds.fits(r.node.type, want) for r in readings)

        strange = list(self._strangers(categories, tokens, scope))
        known = self._candidates("any", scope) if categories[0] not in DECLARING else []
        known += [w for w in self.words.table.literals if w[:1].isalpha()]
        known += [*self.words.pieces, *self.words.plurals, *self.words.kinds.names, *self.words.routes]
        # The search has its own patience: a line that nothing reads is told as such, also where no repair is found in time.
        self.matcher.work = 0
        try:
            return self.repair.find(tokens, reads, strange, list(dict.fromkeys(known)), near)
        except (Tangled, RecursionError):
            return None
        finally:
            self.matcher.work = 0

    def _strangers(self, categories: Sequence[str], tokens: Sequence[Token], scope: Scope) -> Iterator[Token]:
        """The words that nothing here knows; where new words are brought, only those that can not be new."""
        if categories[0] in DECLARING:
            heads = {p.words[0] for p in self.words.table.all(*categories) if isinstance(p.parts[0], Literal)}
            if tokens[0].kind in ("WORD", "NAME") and tokens[0].text not in heads and categories[0] != "L":
                yield tokens[0]
            return
        brings = tokens[0].text in ("let", "choose", "chose", "each") and len(tokens) > 1
        for token in tokens:
            if not (brings and token is tokens[1]):
                strange = self._unknown([token], scope)
                if strange is not None:
                    yield strange

    def _offer(self, edit: Edit, file: str, tokens: Sequence[Token], scope: Scope) -> None:
        whole = "did you mean:  " + shown(edit.tokens)
        if edit.sort == "another":
            token = edit.at[0]
            if self._unknown([token], scope) is None:
                text = f"`{edit.old}` can not stand here"
                self._say("RK302", text, file, edit.at, f"did you mean `{edit.new}`?  {shown(edit.tokens)}")
                return
            what = "name" if token.kind == "NAME" else "word"
            text = f"the {what} `{token.text}` is not known here"
            hint = f"did you mean `{edit.new}`?"
            if edit.new in confused().get(edit.old, ()):  # no misspelling: show how the word is used
                hint += "  " + shown(edit.tokens)
            self._say("RK301", text, file, edit.at, hint, token.text)
            return
        text = {
            "missing": f"`{edit.new}` is missing here",
            "much": f"`{edit.old}` is too much here",
            "swapped": f"`{edit.old}` stands the wrong way round",
            "brackets": "this can be heard in another way: put brackets round what belongs together",
        }[edit.sort]
        self._say("RK302", text, file, edit.at, whole)

    def _never_equal(self, categories: Sequence[str], file: str, tokens: Sequence[Token], scope: Scope) -> bool:
        """`x is none` of what never is none; `town is player`."""
        for k, token in enumerate(tokens):
            if token.text not in ("is", "are") or not 0 < k < len(tokens) - 1:
                continue
            after = k + 2 if tokens[k + 1].text == "not" else k + 1
            fresh = Scope(scope.names, scope.facts, scope.scenes)
            for start in range(k):
                left = [r.node for r in self.matcher.value(tokens, start, fresh) if r.end == k]
                right = [r for r in self.matcher.value(tokens, after, fresh) if r.end > after]
                begins = not start or tokens[start - 1].text in ("if", "unless", "and", "or", "where")
                if not left or not right or not begins or tokens[after].text in ("a", "an"):
                    continue
                a, b = left[0], max(right, key=lambda r: r.end)
                if any(self.words.kinds.comparable(x.type, r.node.type) for x in left for r in right):
                    continue
                say, said = self.words.kinds.say, words(tokens[start:k])
                if b.node.type == NONE:
                    self._say(
                        "RK304", f"`{said}` is never none here", file, tokens[start : b.end], "there is nothing to ask"
                    )
                else:
                    other = words(tokens[after : b.end])
                    text = f"`{said}` is {say(a.type)}, but `{other}` is {say(b.node.type)}: they are never the same"
                    self._say("RK304", text, file, tokens[start : b.end], f"{say(a.type)} is needed behind `is`")
                return True
        return False

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
            if len(run) < 2 and (len(phrase.parts) > 1 or not run or run[0] in scope.names):
                continue
            for at in range(len(said) - len(run) + 1):
                if said[at : at + len(run)] == run:
                    self._say(
                        "RK306",
                        f"`{' '.join(run)}` belongs to the scene `{phrase.scene}` and can be said only there",
                        file,
                        tokens[at : at + len(run)],
                        "say it in the scene, or give it as a slot",
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

    def _nearest(self, categories: Sequence[str], tokens: Sequence[Token]) -> list[Phrase]:
        """The phrases whose words are most like those that were said, the nearest first."""
        said = [t.text for t in tokens if t.kind in ("WORD", "SIGN")]
        found: list[tuple[float, int, Phrase]] = []
        for phrase in self.words.table.all(*categories):
            got = difflib.SequenceMatcher(None, phrase.words, said, autojunk=False).ratio()
            if isinstance(phrase.parts[0], Literal) and said[:1]:
                got += 0.3 if phrase.words[0] == said[0] else 0.2 * (self.near(said[0], phrase.words[:1]) is not None)
            if got > 0:
                found.append((-got, len(found), phrase))
        return [p for _, _, p in sorted(found, key=lambda x: x[:2])[:12]]

    def _furthest(self, near: Sequence[Phrase], tokens: Sequence[Token], scope: Scope) -> Phrase | None:
        """Of the nearest phrases the one along which the tokens can be read furthest."""
        best: Phrase | None = None
        reach = -1.0
        for phrase in near[:6]:
            got: float = self._reach(phrase, tokens, scope)
            got += 8 * difflib.SequenceMatcher(None, phrase.words, [t.text for t in tokens], autojunk=False).ratio()
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
                strange = self._unknown(rest[:1], scope)
                if strange is not None and at < len(tokens):
                    self._strange(file, strange, "any", scope)
                else:
                    where = rest[:1] if at < len(tokens) else tokens[-1:]
                    self._say(
                        "RK302",
                        f"here the sentence should go on with `{_run(phrase, k)}`",
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
        if at >= len(tokens) and spec != "seen":
            self._say("RK302", f"after this, {kinds.say(spec)} is needed", file, tokens[-1:], nearest)
            return True
        if spec in ("pattern", "rest"):
            more = _run(phrase, phrase.parts.index(slot) + 1)
            self._say("RK302", f"`{more}` is missing in this line", file, tokens[at:], nearest)
            return True
        if spec == "seen":
            self._say(
                "RK308",
                "who sees these is not said",
                file,
                tokens[at:] or tokens[-1:],
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
                    wanted(self.words, "truth", readings[0].node.type, words(tokens[at:])),
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
                    nearest or wanted(self.words, spec, longest.node.type, said),
                )
                return True
        strange = self._unknown(tokens[at:], scope)
        if strange is not None:
            self._strange(file, strange, spec, scope)
            return True
        begun = [p for p in self.words.table.starting("V", tokens[at].text) if p is not phrase]
        inner = self._furthest(sorted(begun, key=lambda p: -_common(p, tokens[at:])), tokens[at:], scope)
        if inner is not None and self._walk(inner, ("V",), file, tokens[at:], scope):
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
        scenes = self._role(token.text)
        if token.text in NUMBERS:
            hint = f"write {NUMBERS[token.text]}"
        elif token.text in ("I", "we", "you"):
            hint = "write `me` or `my`"
        elif scenes:
            text = f"`{token.text}` belongs to the scene `{scenes[0]}` and can be said only there"
            self._say("RK306", text, file, [token], "say it in the scene, or give it as a slot", token.text)
            return
        elif spec in ("name", "names"):
            hint = f"a Name begins with a capital:  {token.text.capitalize()}"
        elif token.text in self.brought:
            hint = f"it was made in line {self.brought[token.text]} and lives only in the block there"
        elif hint is None and token.kind == "WORD":
            hint = "make it with `let` or `choose` in this rule, or give it to the rule as a slot"
        self._say("RK301", f"the {what} `{token.text}` is not known here{want}", file, [token], hint, token.text)

    def _role(self, word: str) -> list[str]:
        """The scenes in which a word that nothing else uses is a role."""
        if word in self.words.table.literals or word in self.words.kinds.names or word == "me":
            return []
        return [name for name, scene in self.program.scenes.items() if word in scene.slots and word not in ("here",)]

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

    def known(self, token: Token, scope: Scope) -> bool:
        """Whether a word or a name means anything here."""
        return self._unknown([token], scope) is None

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

    def _say(
        self, code: str, message: str, file: str, tokens: Sequence[Token], hint: str | None = None, about: str = ""
    ) -> None:
        self.program.report(code, message, span_of(file, tokens), hint, about=about)


def _positions(tokens: Sequence[Token]) -> Iterable[tuple[Sequence[Token], int]]:
    for k, token in enumerate(tokens):
        yield tokens, k
        if token.kind == "GROUP":
            yield from _positions(token.items)


def _all_of(tokens: Sequence[Token]) -> Iterator[Token]:
    for group, at in _positions(tokens):
        yield group[at]


def _sensible(bound: Bound, tokens: Sequence[Token]) -> bool:
    """A heading that takes any words takes no text and no capitals, and is not begun for the author."""
    pattern = bound.values.get("p")
    if isinstance(pattern, (list, tuple)) and any(t.kind in ("STRING", "NAME") for t in pattern):
        return False
    return bound.phrase.op != "deed" or tokens[0].text == "to"


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


def _said(reading: Bound | Node, kinds: bool = False) -> str:
    return say(reading, kinds) if isinstance(reading, Node) else spoken(reading.phrase, reading.values, kinds)


def _shorten(key: str) -> str:
    return key if len(key) < 160 else key[:157] + "..."
