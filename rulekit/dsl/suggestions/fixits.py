"""Fix-its: offers the smallest edit that makes a line readable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.dsl.matcher import Matcher, MatchLimitExceeded
from rulekit.dsl.phrases import Literal, Phrase
from rulekit.dsl.readings import Bound
from rulekit.dsl.suggestions.edit_search import EditSearch, confused
from rulekit.dsl.suggestions.report import Report
from rulekit.dsl.suggestions.token_edit import TokenEdit
from rulekit.dsl.suggestions.unread_line import UnreadLine
from rulekit.dsl.syntax import Token, words

DECLARING = ("D", "DH", "L", "M", "P")
"""Categories whose lines bring new words."""


class Fixits:
    def __init__(self, report: Report, matcher: Matcher) -> None:
        self.report, self.matcher = report, matcher
        self.words, self.known = report.words, report.known
        self.repair = EditSearch()

    def find(self, line: UnreadLine, near: Sequence[Phrase]) -> TokenEdit | None:
        """The change; None where there is none, or none was found in time. ``near``: the nearest phrases."""
        strange = list(self._strangers(line))
        known = self.known.candidates("any", line.scope) if line.categories[0] not in DECLARING else []
        known += [w for w in self.words.table.literals if w[:1].isalpha()]
        known += [*self.words.pieces, *self.words.plurals, *self.words.kinds.names, *self.words.routes]
        # The search has its own patience: a line that nothing reads is told as such, also where no repair is found in time.
        self.matcher.begin()
        try:
            return self.repair.find(
                line.tokens,
                lambda changed: self._reads(line, changed),
                strange,
                list(dict.fromkeys(known)),
                near,
                self._framing(line),
            )
        except (MatchLimitExceeded, RecursionError):
            return None
        finally:
            self.matcher.begin()

    def _framing(self, line: UnreadLine) -> frozenset[str]:
        """The fixed words of declarations, if this line is one: no others may be joined into a new name."""
        if line.categories[0] not in DECLARING:
            return frozenset()
        return frozenset(w for p in self.words.table.all(*DECLARING) for w in p.words)

    def _reads(self, line: UnreadLine, changed: list[Token]) -> bool:
        fresh = line.scope.unread()
        self.matcher.forget()  # many such lines are tried
        if line.categories[0] not in ("V", "C"):
            found = self.matcher.complete(line.categories, changed, fresh)
            return any(_sensible(b, line.tokens) for b in found)
        readings = self.matcher.whole(changed, fresh)
        if line.categories[0] == "C" or line.want == "truth":
            return any(r.end == len(changed) for r in self.matcher.condition(changed, 0, fresh))
        return any(not line.want or self.words.kinds.fits(r.node.type, line.want) for r in readings)

    def _strangers(self, line: UnreadLine) -> Iterator[Token]:
        """The words that nothing here knows; where new words are brought, only those that cannot be new."""
        tokens, categories = line.tokens, line.categories
        if categories[0] in DECLARING:
            heads = {p.words[0] for p in self.words.table.all(*categories) if isinstance(p.parts[0], Literal)}
            if tokens[0].kind in ("WORD", "NAME") and tokens[0].text not in heads and categories[0] != "L":
                yield tokens[0]
            return
        for token in tokens:
            if token is not line.makes:
                strange = self.known.strange([token], line.scope)
                if strange is not None:
                    yield strange

    def offer(self, edit: TokenEdit, line: UnreadLine) -> None:
        """Says what is wrong in the words of the change that mends it."""
        whole = "did you mean:  " + words(edit.tokens)
        if edit.sort == "another":
            self._offer_another(edit, line)
            return
        text = {
            "missing": f"`{edit.new}` is missing here",
            "much": f"`{edit.old}` is too much here",
            "swapped": f"`{edit.old}` stands the wrong way round",
            "joined": f"`{edit.old}` is written as one word",
            "brackets": "this can be heard in another way: put brackets round what belongs together",
        }[edit.sort]
        self.report.say("RK302", text, line.file, edit.at, whole)

    def _offer_another(self, edit: TokenEdit, line: UnreadLine) -> None:
        token = edit.at[0]
        if self.known.word(token, line.scope):
            text = f"`{edit.old}` cannot stand here"
            hint = f"did you mean `{edit.new}`?  {words(edit.tokens)}"
            self.report.say("RK302", text, line.file, edit.at, hint)
            return
        what = "name" if token.kind == "NAME" else "word"
        hint = f"did you mean `{edit.new}`?"
        if edit.new in confused().get(edit.old, ()):  # no misspelling: show how the word is used
            hint += "  " + words(edit.tokens)
        self.report.say("RK301", f"the {what} `{token.text}` is not known here", line.file, edit.at, hint, token.text)


def _sensible(bound: Bound, tokens: Sequence[Token]) -> bool:
    """A heading that takes any words takes no text and no capitals, and is not begun for the author."""
    pattern = bound.values.get("p")
    if isinstance(pattern, (list, tuple)) and any(
        isinstance(t, Token) and t.kind in ("STRING", "NAME") for t in pattern
    ):
        return False
    return bound.phrase.op != "deed" or tokens[0].text == "to"
