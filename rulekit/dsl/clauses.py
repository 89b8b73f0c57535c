"""Reads the bodies of values and permissions: clauses, rulings and their reasons."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence

from rulekit.diagnostics import Diagnostic
from rulekit.dsl.arguments import by_name
from rulekit.dsl.body_parts import BodyParts
from rulekit.dsl.narrowing import narrowings
from rulekit.dsl.parser import parse
from rulekit.dsl.points import Point
from rulekit.dsl.readings import Bound, Tokens
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Line, Token, span_of, words
from rulekit.dsl.tree import Clause, Node, Ruling, TextTemplate
from rulekit.dsl.types import NUMBER, TRUTH, Type


class ClauseReader(BodyParts):
    """A part of :class:`rulekit.dsl.bodies.Bodies`."""

    def _value(self, line: Line, scope: Scope, point: Point) -> None:
        assert point.type is not None
        want = "truth" if point.sort == "whether" else str(point.type)
        if line.tail is not None and line.body is None:
            node = self.reader.value(line, line.tail, want, scope)
            if node is not None:
                point.clauses.append(
                    Clause("be", node, None, span_of(line.file, line.tail), words(line.tail), citations=point.citations)
                )
            return
        first = scope
        for sub in line.body or ():
            if sub.is_note:
                continue
            if sub.first == "exception":  # it speaks after all others: what they let be is not in its sight
                self._clause(sub, first, point, want)
            else:
                scope = self._clause(sub, scope, point, want)
        self._total(line, point)

    def _clause(self, sub: Line, scope: Scope, point: Point, want: str) -> Scope:
        cites = self.reader.cite(sub)
        if sub.first == "exception":
            head = self.reader.one(("BH",), sub, sub.tokens, scope)
            if head is None or sub.tail is None:
                return scope
            found = self._read_clause(sub, sub.tail, scope, want)
            if found is not None:
                name, despite = EXCEPTION[head.phrase.op](head.said)
                value, _, condition, _ = CLAUSES[found.phrase.op](found.said)
                text = words(sub.tail)
                clause = Clause("exception", value, condition, sub.span, text, name, cites, despite=despite)
                point.clauses.append(clause)
            return scope
        if sub.tail is not None:
            self.reader.report(
                "RK323",
                "a clause of a value has no `:`",
                sub.span,
                f"for example:  {self.words.kinds.say(want)} if ...",
            )
            return scope
        found = self._read_clause(sub, sub.tokens, scope, want)
        if found is None:
            self.reader.losing(sub)
            return scope
        op = found.phrase.op
        value, number, condition, name = CLAUSES[op](found.said)
        otherwise = found.phrase.words[-1:] == ["otherwise"]
        point.clauses.append(
            Clause(op, value or number, condition, sub.span, words(sub.tokens), name, cites, otherwise)
        )
        if op == "let":
            return found.scope.settled()
        if op == "be" and condition is not None:
            return scope.knowing(narrowings(condition, self.words.kinds)[1])
        return scope

    def _read_clause(self, line: Line, tokens: Sequence[Token], scope: Scope, want: str) -> Bound | None:
        """A clause: only readings whose value has the wanted type count."""
        with self.reader.limited(line.file, tokens):
            found = self.reader.matcher.complete(("B",), tokens, scope)
            good = [b for b in found if b.phrase.op != "be" or self.words.kinds.fits(b.node("v").type, want)]
            if len(good) == 1:
                return good[0]
            if len(good) > 1:
                self.reader.suggestions.two_readings(line.file, tokens, good)
            elif found:
                ends = (k for k, t in enumerate(tokens) if t.text in ("if", "otherwise"))
                where = tokens[: next(ends, len(tokens))]
                self.reader.suggestions.wrong_type(line.file, where, want, found[0].node("v"), "B")
            else:
                self.reader.suggestions.explain(("B",), line.file, tokens, scope)
        return None

    def _total(self, line: Line, point: Point) -> None:
        """A value has an answer in every case; a tally starts at nothing."""
        for above, below in itertools.pairwise(point.clauses):
            if above.op == "be" and above.condition is None and below.op not in ("exception",):
                text = "this clause is never read: the one above it holds always"
                hint = "move it above, or give the other one an `if`; the last one says `otherwise`"
                self.reader.report("RK354", text, below.span, hint, (("the one above", above.span),))
                return
        tally = any(c.op in ("plus", "minus") for c in point.clauses)
        closed = any(c.op == "be" and c.condition is None for c in point.clauses)
        if (
            not tally
            and not closed
            and point.clauses
            and len(point.clauses) == len([s for s in line.body or () if not s.is_note])
        ):
            self.reader.report(
                "RK324",
                f"what `{point.name}` is when none of this holds is not said",
                line.span,
                "end with a line `... otherwise`",
            )
        if tally and any(c.op == "be" and c.condition is None for c in point.clauses[1:]):
            self.reader.report(
                "RK324",
                "a plain value stands below `plus`: it would undo the sum",
                line.span,
                "write it as  plus ...  or give it a condition: then it ends the sum where the condition holds",
            )
            return
        general = [c for c in point.clauses if c.op != "exception"]
        always = next((k for k, c in enumerate(general) if c.op == "be" and c.condition is None), len(general))
        for clause in general[always + 1 : always + 2]:
            self.reader.report(
                "RK324",
                "no case is left for this line: the one above holds always",
                clause.span,
                "give that one a condition, or let it stand last",
                (("the one above", general[always].span),),
            )

    # ------------------------------------------------------------ permissions
    def _permission(self, line: Line, scope: Scope, point: Point) -> None:
        lines = line.body if line.body is not None else [Line(line.tail or [], None, None, line.file, [])]
        for sub in lines:
            if sub.is_note or not sub.tokens:
                continue
            cites = self.reader.cite(sub)
            if sub.first == "let":
                bound = self.reader.one(("S",), sub, sub.tokens, scope)
                if bound is not None:
                    point.rulings.append(
                        Ruling(
                            "let", bound.node("v"), None, str(bound.values["x"]), "", sub.span, words(sub.tokens), cites
                        )
                    )
                    scope = bound.scope.settled()
                continue
            bound = self.reader.one(("R",), sub, sub.tokens, scope)
            if bound is None:
                continue
            scope = RULINGS[bound.phrase.op](bound.said, self, sub, scope, point, cites)

    def allow(
        self, sub: Line, scope: Scope, point: Point, cites: Sequence[str], *, r: Tokens, q: Tokens, c: Node
    ) -> Scope:
        despite = words(q)
        if despite not in [ruling.name for ruling in point.rulings]:
            names = ", ".join(ruling.name for ruling in point.rulings if ruling.name) or "nothing"
            text = f"`{point.name}` has no refusal of the name `{despite}`"
            self.reader.report("RK325", text, sub.span, f"it has: {names}")
        point.rulings.append(Ruling("allow", c, None, words(r), despite, sub.span, words(sub.tokens), cites))
        return scope

    def refuse(
        self,
        sub: Line,
        scope: Scope,
        point: Point,
        cites: Sequence[str],
        *,
        c: Node,
        unless: str = "",
        q: Tokens = (),
    ) -> Scope:
        condition, name = Node("not", TRUTH, {"c": c}) if unless else c, words(q)
        reason, text = self.reason(sub, scope), words(sub.tokens)
        point.rulings.append(Ruling("refuse", condition, reason, name, "", sub.span, text, cites))
        # what is refused is out of the way for the lines below
        return scope if name else scope.knowing(narrowings(condition, self.words.kinds)[1])

    def reason(self, line: Line, scope: Scope) -> TextTemplate | None:
        """The text after `:`; the names in its braces must be in scope."""
        tokens = line.tail
        if tokens is None or len(tokens) != 1 or tokens[0].kind != "STRING":
            self.reader.report(
                "RK326",
                "a reason for people is missing",
                line.span,
                'write it after `:`, for example  : "it is too far"',
            )
            return None
        return self.template(tokens[0], line.file, scope)

    def _braces(self, file: str, tokens: Sequence[Token], scope: Scope) -> dict[str, Node]:
        """The readings of a text's placeholder: a value, or a number of pieces or of things (``{n coins}`` says `1 coin`)."""
        matcher = self.reader.matcher
        readings: dict[str, Node] = {}
        with self.reader.limited(file, tokens):
            readings = {r.node.key: r.node for r in matcher.whole(tokens, scope)}
            for end, node in matcher.slots.amounts(tokens, 0, scope) if not readings else ():
                if end == len(tokens) and len(node.data["items"]) == 2:
                    readings[node.key] = node
            if not readings:
                readings = self._counted(tokens, scope)
        return readings

    def _counted(self, tokens: Sequence[Token], scope: Scope) -> dict[str, Node]:
        """``{(number of my towns) towns}``: a number that is worked out, before what it counts."""
        word = tokens[-1].text if tokens and tokens[-1].kind == "WORD" else ""
        if len(tokens) < 2 or (word not in self.words.plurals and word not in self.words.pieces):
            return {}
        if word in self.words.plurals:
            kind = self.words.plurals[word]
            what = Node("all", Type("set", kind), data={"kind": kind})
        else:
            what = Node("pieces", Type("pieces", self.words.pieces[word]), data={"piece": self.words.pieces[word]})
        numbers = [r.node for r in self.reader.matcher.whole(tokens[:-1], scope) if r.node.type == NUMBER]
        found = [Node("amounts", Type("amounts"), data={"items": (n, what)}) for n in numbers]
        return {node.key: node for node in found}

    def template(self, token: Token, file: str, scope: Scope) -> TextTemplate:
        parts: list[str | Node] = []
        if token.string.count("{") != token.string.count("}"):
            self.reader.report("RK327", "a brace in this text is not closed", span_of(file, [token]), "{value}")
        for text in re.split(r"(\{[^}]*\})", token.string):
            if not (text.startswith("{") and text.endswith("}")):
                parts.append(text)
                continue
            found: list[Diagnostic] = []
            lines = parse(text[1:-1] + "\n", file, found)
            readings = self._braces(file, lines[0].tokens, scope) if lines else {}
            if len(readings) != 1:
                inside = lines[0].tokens if lines else ()
                if self.reader.suggestions.follows(file, inside, scope, token):
                    continue
                if self.reader.suggestions.option_clashes(span_of(file, [token]), readings.values()):
                    continue
                near = self.reader.suggestions.near(text[1:-1], scope.names)
                sight = (
                    "in sight are: " + ", ".join(scope.names) if scope.names else "write what is meant, without braces"
                )
                where = span_of(file, [token])
                self.reader.report("RK327", f"nothing here is called `{text[1:-1]}`", where, near or sight)
                continue
            parts.append(next(iter(readings.values())))
        return TextTemplate(tuple(parts), span_of(file, [token]))


def _clause(
    *, v: Node | None = None, n: Node | None = None, c: Node | None = None, x: str = ""
) -> tuple[Node | None, Node | None, Node | None, str]:
    """(value, number that is added or taken away, condition, name) of a clause."""
    return v, n, c, x


def _exception(*, r: Tokens, q: Tokens = ()) -> tuple[str, str]:
    """(name, despite which other one)"""
    return words(r), words(q)


CLAUSES = by_name(dict.fromkeys(("be", "plus", "minus", "let"), _clause), 0, "clause")
EXCEPTION = by_name({"exception": _exception}, 0, "clause")
_RULINGS: Mapping[str, Callable[..., Scope]] = {"allow": ClauseReader.allow, "refuse": ClauseReader.refuse}
RULINGS = by_name(_RULINGS, 5, "clause")
"""Readers of the clauses of a permission; each returns the scope of the lines below"""
