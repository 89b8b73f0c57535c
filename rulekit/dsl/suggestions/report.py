"""The findings that several modules of suggestions report."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.diagnostics import Diagnostic
from rulekit.dsl.program import Program
from rulekit.dsl.scope import Scope
from rulekit.dsl.suggestions.unread_line import UnreadLine, all_of
from rulekit.dsl.suggestions.vocabulary import DECLARED, WordLookup, near
from rulekit.dsl.syntax import Token, span_of, words

NUMBERS = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}

MOST = 10
"""So many sorts of pieces are named in a hint"""
LONG = 5
"""Letters of a word that is not taken for another one by chance"""


class Report:
    def __init__(self, program: Program) -> None:
        self.program, self.words, self.known = program, program.words, WordLookup(program)
        self.brought: dict[str, int] = {}
        """The names that the rule being read has made, with their lines."""
        self.lost: dict[str, Diagnostic] = {}
        """The names that it would have made in lines that cannot be read."""
        self.loops = 0
        """How many loops the line being read is inside of."""

    def say(
        self, code: str, message: str, file: str, tokens: Sequence[Token], hint: str | None = None, about: str = ""
    ) -> None:
        self.program.report(code, message, span_of(file, tokens), hint, about=about)

    def follows(self, line: UnreadLine, at: Token | None = None) -> bool:
        """A name that a line before would have made, had it been read: told behind what is wrong there. ``at``: where, if not at
        the name itself."""
        lost = (t for t in all_of(line.tokens) if t.text in self.lost and t.text not in line.scope.names)
        token = next(lost, None)
        if token is None:
            return False
        text = f"the word `{token.text}` is not known here: the line that makes it cannot be read"
        self.program.behind.append(
            (self.lost[token.text], Diagnostic("RK301", text, span_of(line.file, [at or token])))
        )
        return True

    def misspelt(self, line: UnreadLine) -> Token | None:
        """The first of the longer words and names that mean nothing here, but are spelt nearly like something known."""
        for token in all_of(line.tokens):
            if len(token.text) < LONG or self.known.word(token, line.scope) or self.known.slot(token.text):
                continue
            if near(token.text, _alike(token, self.known.candidates("any", line.scope))) is not None:
                return token
        return None

    def strange(self, file: str, token: Token, spec: str, scope: Scope) -> None:
        """A word or a name that is not known; ``spec`` is the type that is needed there."""
        if token.text in self.lost:
            return
        what = "name" if token.kind == "NAME" else "word"
        want = "" if spec in ("any", "truth") else f" ({self.words.kinds.say(spec)} is needed)"
        candidates = self.known.candidates
        verbs = set() if self._begins(file, token) else self.known.verbs()
        hint = near(token.text, _alike(token, [w for w in candidates(spec, scope) if w not in verbs]))
        if hint is None and spec not in DECLARED:
            hint = near(token.text, _alike(token, [w for w in candidates("any", scope) if w not in verbs]))
        scenes = self.known.role(token.text)
        if spec == "text":
            hint = f'a text stands in quotes:  "{token.text} ..."'
        elif token.text in NUMBERS:
            hint = f"write {NUMBERS[token.text]}"
        elif token.text in ("I", "we", "you", "mine", "ours"):
            hint = "write `me` or `my`"
        elif scenes:
            text = f"`{token.text}` belongs to the scene `{scenes[0]}` and can be said only there"
            self.say("RK306", text, file, [token], "say it in the scene, or give it as a slot", token.text)
            return
        elif two := self.known.two_names(token.text):
            hint = f"Capitalised Words beside each other are one Name: put a word between `{two[0]}` and `{two[1]}`"
        elif spec in ("name", "names"):
            hint = f"a Name begins with a capital:  {token.text.capitalize()}"
        elif self.brought.get(token.text) == token.line and token.kind == "NAME":
            text = f"`{token.text}` is written like a Name, but what a line makes is a word"
            self.say("RK301", text, file, [token], f"write it in small letters:  {_word_of(token.text)}", token.text)
            return
        elif self.brought.get(token.text) == token.line:
            text = f"the word `{token.text}` is not known before this line has made it"
            hint = "behind `where` the member in question is `it`; for anything else use another word"
            self.say("RK301", text, file, [token], hint, token.text)
            return
        elif token.text in self.brought:
            hint = f"it was made in line {self.brought[token.text]} and lives only in the block there"
        elif token.kind == "WORD" and self.known.slot(token.text) and scope.names:
            there = ", ".join(scope.names).replace("this-card", "this card")
            hint = f"in sight here: {there}; make others with `let` or `choose`, or give them to the rule as slots"
        elif hint is None and spec in DECLARED:
            there = ", ".join(self.known.declared(spec))
            hint = f"there are: {there}" if there else f"there is no {self.words.kinds.say(spec).split(' ', 1)[1]} yet"
        elif hint is None and spec in ("piece", "pieces") and self.words.pieces:
            sorts = [*dict.fromkeys(self.words.pieces.values())]
            hint = f"there are: {', '.join(sorts[:MOST])}"
        elif hint is None and token.kind == "WORD":
            hint = "make it with `let` or `choose` in this rule, or give it to the rule as a slot"
        self.say("RK301", f"the {what} `{token.text}` is not known here{want}", file, [token], hint, token.text)

    def _begins(self, file: str, token: Token) -> bool:
        """Whether a word may begin a sentence where it stands."""
        rows = self.program.sources.get(file, "").split("\n")
        before = rows[token.line - 1][: token.column - 1].split() if token.line <= len(rows) else []
        return not before or before[-1].endswith(":") or before[-1] in ("given", "when", "then", "after")

    def maybe_none(self, file: str, tokens: Sequence[Token], category: str = "V") -> None:
        """What may be none stands where something is needed; ``category``: of the line in which it stands."""
        said = words(tokens)
        self.say("RK305", f"`{said}` may be none here", file, tokens, self._asking(said, tokens, category))

    def _asking(self, said: str, tokens: Sequence[Token], category: str) -> str:
        """How a line of this category asks whether what is said is none."""
        if any(t.text == "it" for t in all_of(tokens)):
            return f"ask in the same condition, before it is used:  {said} is not none and ..."
        match category:
            case "S" | "H":
                return f"ask first:  if {said} is none: {'skip' if self.loops else 'stop'}"
            case "B":
                return f"say in a line above what holds then:  ... if {said} is none"
            case "V":
                return f"say what holds then, in clauses below the heading:  ... if {said} is none"
        return f"ask in the same condition, before it is used:  {said} is not none and ..."


def _alike(token: Token, among: Sequence[str]) -> Sequence[str]:
    """A Name is a slip for another Name, or for a word that is written small: `Sado` is none for `do`."""
    if token.kind != "NAME":
        return among
    return [x for x in among if x[:1].isupper() or len(x) >= len(token.text) - 1]


def _word_of(name: str) -> str:
    """A Name as a word: ``First Town`` is ``first-town``."""
    return name.lower().replace(" ", "-")
