"""The service that all readers share: the one reading of a line, or a finding that says what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulekit.diagnostics import Span
from rulekit.dsl.matcher import Matcher, MatchLimitExceeded
from rulekit.dsl.program import Program
from rulekit.dsl.readings import Bound, Reading
from rulekit.dsl.scope import Scope
from rulekit.dsl.suggestions.suggester import Suggester
from rulekit.dsl.syntax import Line, Token, span_of
from rulekit.dsl.tree import Node
from rulekit.dsl.types import TRUTH, Type
from rulekit.languages import LANGUAGES, said_languages

BRINGING = ("let", "choose", "chose", "each")
"""Words before the name that a line makes."""
SETTING = ("set", "mark")
"""Operations of `set MARK to VALUE`, and of `given MARK is VALUE` in a rule test"""


class Reader:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.words = program.words
        self.matcher = Matcher(program.words)
        self.suggestions = Suggester(program, self.matcher)

    # ------------------------------------------------------------ exactly one reading, or a finding
    def one(
        self, categories: Sequence[str], line: Line, tokens: Sequence[Token], scope: Scope | None = None
    ) -> Bound | None:
        """The one phrase of the categories that reads all tokens; otherwise a finding and None."""
        scope = scope or Scope()
        with self.limited(line.file, tokens):
            found = self._assignable(self.matcher.complete(categories, tokens, scope))
            if len(found) == 1:
                return found[0]
            if not found:
                self.suggestions.explain(categories, line.file, tokens, scope)
            else:
                self.suggestions.two_readings(line.file, tokens, found)
        return None

    def _assignable(self, found: Sequence[Bound]) -> Sequence[Bound]:
        """Of several readings of `set MARK to VALUE` those with a value of the type of the mark: the seat Red, not the region."""
        if len(found) < 2 or any(bound.phrase.op not in SETTING for bound in found):
            return found
        fitting = [b for b in found if self.words.kinds.comparable(b.node("x").type, b.node("v").type)]
        return fitting or found

    def limited(self, file: str, tokens: Sequence[Token]) -> MatchLimit:
        """Limits the cost of a line: one that is too tangled or too deep to be read is a finding."""
        self.program.working = (file, tokens)
        return MatchLimit(self, file, tokens)

    def quiet(self, categories: Sequence[str], tokens: Sequence[Token], scope: Scope | None = None) -> Bound | None:
        """Like :meth:`one`, but reports nothing."""
        self.matcher.begin()
        try:
            found = self.matcher.complete(categories, tokens, scope or Scope())
        except (MatchLimitExceeded, RecursionError):
            return None
        return found[0] if len(found) == 1 else None

    def value(self, line: Line, tokens: Sequence[Token], want: str, scope: Scope) -> Node | None:
        """The one value of a type that reads all tokens."""
        if want == "truth":
            return self.condition(line, tokens, scope)
        readings: list[Reading] | None = None
        with self.limited(line.file, tokens):
            readings = [r for r in self.matcher.value(tokens, 0, scope) if r.end == len(tokens)]
        return None if readings is None else self._pick(line, tokens, want, scope, readings)

    def condition(self, line: Line, tokens: Sequence[Token], scope: Scope) -> Node | None:
        readings: list[Reading] | None = None
        with self.limited(line.file, tokens):
            readings = [r for r in self.matcher.condition(tokens, 0, scope) if r.end == len(tokens)]
        return None if readings is None else self._pick(line, tokens, "truth", scope, readings)

    def _pick(
        self, line: Line, tokens: Sequence[Token], want: str, scope: Scope, readings: list[Reading]
    ) -> Node | None:
        fitting = {r.node.key: r.node for r in readings if self.words.kinds.fits(r.node.type, want)}
        if len(fitting) == 1:
            return self.matcher.placed(next(iter(fitting.values())), want)
        if len(fitting) > 1:
            self.suggestions.two_readings(line.file, tokens, list(fitting.values()))
        elif readings:
            self.suggestions.wrong_type(line.file, tokens, want, readings[0].node)
        else:
            self.suggestions.explain(("C",) if want == "truth" else ("V",), line.file, tokens, scope, want)
        return None

    # ------------------------------------------------------------ small helpers
    def report(
        self,
        code: str,
        message: str,
        where: Span,
        hint: str | None = None,
        also: Sequence[tuple[str, Span]] = (),
        about: str = "",
    ) -> None:
        self.program.report(code, message, where, hint, also=also, about=about)

    def losing(self, line: Line) -> None:
        """A line that could not be read would have made a name: what stumbles over it follows from this line."""
        if line.first in BRINGING and len(line.tokens) > 1 and self.program.found:
            self.suggestions.loses(line.tokens[1].text, self.program.found[-1])

    def languages(self, line: Line, names: Mapping[str, str]) -> dict[str, str]:
        """The names that a line `named ... in ...` gives, each in a language that there is."""
        for lang in names:
            if lang not in LANGUAGES:
                token = next(t for t in line.tokens if t.text == lang)
                near = self.suggestions.near(lang, LANGUAGES) or said_languages()
                self.report("RK207", f"no language is called `{lang}`", span_of(line.file, [token]), near)
        return dict(names)

    def cite(self, line: Line) -> tuple[str, ...]:
        for c in line.citations:
            self.program.cited.append((c.clause, Span(line.file, c.line, c.column, c.end)))
        return tuple(c.clause for c in line.citations)

    def type_of_slot(self, file: str, token: Token) -> Type | None:
        """The type that ``{here: town or none}`` gives to its slot."""
        said = [t.text for t in token.items[1:]]
        head, rest = said[0], said[1:]
        words, type_ = self.words, None
        if head in ("number", "text"):
            type_ = Type(head)
        elif head in words.plurals:
            type_ = Type("set", words.plurals[head])
        elif head in words.kinds.names:
            type_ = Type("kind", head)
        elif said in (["yes", "or", "no"], ["truth"]):
            return TRUTH
        elif head in ("spot", "pile", "zone") and len(rest) == 2 and rest[0] == "for" and rest[1] in words.plurals:
            return Type("spot" if head == "spot" else "zone", words.plurals[rest[1]])
        if type_ is None or rest not in ([], ["or", "none"]):
            near = self.suggestions.near(head, [*words.kinds.names, *words.plurals, "number"])
            self.report("RK301", f"no kind is called `{' '.join(said)}`", span_of(file, token.items[1:]), near)
            return None
        return Type(type_.head, type_.of, bool(rest)) if rest else type_


class MatchLimit:
    """Around the reading of one line: one that goes beyond the limit is a finding, and the reading goes on after it."""

    def __init__(self, reader: Reader, file: str, tokens: Sequence[Token]) -> None:
        self.reader, self.file, self.tokens = reader, file, tokens

    def __enter__(self) -> None:
        self.reader.matcher.begin()

    def __exit__(self, sort: type[BaseException] | None, *_: object) -> bool:
        if sort is None or not issubclass(sort, (MatchLimitExceeded, RecursionError)):
            return False
        hint = "divide it:  let NAME be ...  in a line before, or a number, set or whether of its own"
        where = span_of(self.file, self.tokens)
        self.reader.report("RK103", "this line is too tangled to be read", where, hint)
        return True
