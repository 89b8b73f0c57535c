"""Reads blocks of statements, and the scope that each leaves for the lines below it."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl import accessors as get
from rulekit.dsl.choices import ChoiceReader
from rulekit.dsl.clauses import ClauseReader
from rulekit.dsl.conversions import conversion_hint
from rulekit.dsl.narrowing import Facts, known_beyond, narrowings
from rulekit.dsl.operations import has
from rulekit.dsl.readings import Bound
from rulekit.dsl.scope import Scope
from rulekit.dsl.subset_choice import check_band
from rulekit.dsl.syntax import Line, words
from rulekit.dsl.syntax_errors import NESTING
from rulekit.dsl.tree import Node, Statement, StatementData, leaves
from rulekit.dsl.types import NONE, PLAYER, Kinds, Type


class StatementReader(ClauseReader, ChoiceReader):
    """A part of :class:`rulekit.dsl.bodies.Bodies`."""

    def __init__(self) -> None:
        self.depth = 0
        """How many blocks we are inside of."""
        self.windows: list[str] = []
        """The windows that the entry being read is played in."""
        self.in_sight: set[str] = set()
        """The names that a new word of this line must not hide."""
        self.declared: dict[str, Type] = {}
        """What the names in sight can be, whatever has been found out about them since."""

    def block(self, lines: Sequence[Line], scope: Scope, top: bool = False, deeper: int = 0) -> list[Statement]:
        """``deeper``: how many `otherwise if` stand above, each of which lies inside the one before."""
        if lines and self.depth + deeper > NESTING:
            self._too_deep(lines[0], f"blocks are nested more than {NESTING} deep")
            return []
        self.depth += 1 + deeper
        try:
            return self._block(lines, scope, top)
        finally:
            self.depth -= 1 + deeper

    def _too_deep(self, line: Line, what: str) -> None:
        self.reader.report("RK103", what, line.span, "make a deed of a part of it:  to NAME: ...")

    def _block(self, lines: Sequence[Line], scope: Scope, top: bool) -> list[Statement]:
        out: list[Statement] = []
        deed: Statement | None = None
        unread = False
        for line in lines:
            if line.is_note:
                self.reader.cite(line)
                continue
            if line.first == "needs" and top and deed is not None:
                self.reader.report(
                    "RK328",
                    "`needs` stands before the first deed, so that nothing has happened yet when it fails",
                    line.span,
                    "move this line above the first deed; or say  if ...: stop",
                    also=(("the first deed", deed.span),),
                )
            statement, scope = self.sentence(line, scope, None if unread else out)
            unread = statement is None
            if statement is None:
                continue
            if not has(statement.op, "changes nothing") and deed is None:
                deed = statement
            if statement.op not in ("otherwise", "otherwise-if"):
                out.append(statement)
        return out

    # ------------------------------------------------------------ one sentence
    def sentence(self, line: Line, scope: Scope, before: list[Statement] | None) -> tuple[Statement | None, Scope]:
        """Reads a line; gives its statement and what is in sight on the lines after it. ``before``: what the lines above it say,
        None where the last of them could not be read."""
        cites = self.reader.cite(line)
        if line.first in ("let", "choose", "each") and len(line.tokens) > 1:
            self.reader.suggestions.brings(line.tokens[1].text, line.number)
        self.in_sight = {n for n, node in scope.names.items() if n not in ("it", "me")}
        self.declared = {n: node.type for n, node in scope.names.items()}
        has_block = line.tail is not None or line.body is not None
        if has_block and line.first == "choose" and not _of_courses(line):
            return self._choice_with_text(line, scope, cites)
        if line.first == "otherwise":
            return self._otherwise(line, scope, before, cites)
        bound = self.reader.one(("H",) if has_block else ("S",), line, line.tokens, scope)
        if bound is None:
            self.reader.losing(line)
            if has_block and line.body is not None:  # go on reading: more mistakes may be below
                self.block(line.body, scope)
            return None, scope
        statement = self.make_statement(line, bound, cites)
        if not has_block:
            return statement, self.after(statement, bound, scope)
        return statement, self._with_block(line, statement, bound, scope)

    def make_statement(self, line: Line, bound: Bound, cites: tuple[str, ...]) -> Statement:
        nodes, data = bound.nodes, bound.data
        if bound.phrase.op == "do" and "me" in bound.scope.names and "me" not in nodes:
            nodes["me"] = bound.scope.names["me"]
        self._new_word(line, bound, data)
        self._told(line, bound, data)
        if bound.phrase.op == "set":
            self._fits_target(line, nodes["x"], nodes["v"])
        if bound.phrase.op == "succeed" and not self.windows:
            self.reader.report(
                "RK337",
                "`succeed` belongs into a card that is played in a window",
                line.span,
                "add to the card:  played in WINDOW",
            )
        return Statement(
            bound.phrase.op, nodes, data, line.span, words(line.tokens), citations=cites, phrase=bound.phrase
        )

    def _told(self, line: Line, bound: Bound, data: StatementData) -> None:
        """What a sentence tells of itself, or of what it gives points for."""
        if "t" in bound.values and (has(bound.phrase.op, "is told") or has(bound.phrase.op, "sets a number")):
            token = next(t for t in reversed(line.tokens) if t.kind == "STRING")
            data["told"] = self.template(token, line.file, bound.scope)

    def _new_word(self, line: Line, bound: Bound, data: StatementData) -> None:
        """A word that a line brings is new: nothing in sight is hidden by it."""
        if bound.phrase.op == "each" and data.get("x") == "player":
            text = "`player` names a sort of things: nobody becomes `me` here"
            self.reader.report("RK312", text, line.span, "say  each player in players:")
        for part in "xy":
            slot, name = bound.phrase.slots.get(part, ""), data.get(part)
            if slot.startswith("new") and isinstance(name, str) and name in self.in_sight:
                self.reader.report("RK312", f"`{name}` is in sight here already", line.span, "use another word")

    def _fits_target(self, line: Line, target: Node, value: Node) -> None:
        """What is set must be able to be that; what was just found not to be none may still become none if declared so."""
        declared = target.type
        if target.op == "mark":
            declared = self.program.marks[target.data["mark"]].type
        elif target.op == "local":
            declared = self.declared.get(target.data["name"], target.type)
        if value.type == NONE and declared.maybe:
            return
        spec = str(declared) if declared.head != "truth" else "yesno"
        if not self.words.kinds.fits(value.type, spec):
            say = self.words.kinds.say
            text = f"{say(declared)} is needed here, but this is {say(value.type)}"
            said = words(line.tokens).rpartition(" to ")[2]
            self.reader.report("RK304", text, line.span, conversion_hint(self.words, spec, value.type, said))

    def after(self, statement: Statement, bound: Bound, scope: Scope) -> Scope:
        op = statement.op
        after = bound.scope.settled()
        if has(op, "names a choice"):
            self._register_choice(statement, after)
        if op == "choose-band":
            check_band(self.reader, statement)
        if op == "set" and get.target(statement).op == "local":
            return after.forgetting(get.target(statement).data["name"]).after_deed()
        return after if has(op, "changes nothing") else after.after_deed()

    def _with_block(self, line: Line, statement: Statement, bound: Bound, scope: Scope) -> Scope:
        op = statement.op
        inner = bound.scope.settled()
        changed = _set_below(line)
        if has(op, "loops"):  # what a round sets is not known at the beginning of the next
            inner = _forget(inner, changed).after_deed()
        if op == "needs":
            statement.data["reason"] = self.reason(line, scope)
            return scope.knowing(narrowings(get.condition(statement), self.words.kinds)[0])
        if op == "begin":
            scene = statement.data["point"]
            point = self.program.points[scene]
            inner = inner.inside(point.scenes, point.roles).after_deed()
        elif has(op, "binds me"):
            inner = inner.bind("me", PLAYER)
        if op == "may" and bound.values["t"] is not None:
            self._options_text(statement, line, scope)
        if op == "choose-one":
            if line.tail is not None and line.tail[0].kind == "STRING":
                statement.data["prompt"] = self.template(line.tail[0], line.file, scope)
            statement.body = self._branches(line, scope)
        elif op == "branch":
            self.reader.report("RK329", "`to ...:` stands under `choose one:`", line.span, "put  choose one:  above it")
        else:
            sub = _below(line)
            with self.reader.suggestions.below(loop=has(op, "loops")):
                statement.body = self.block(sub, inner)
        scope = _forget(scope, changed)
        if op == "if" and leaves(statement.body):
            return scope.knowing(narrowings(get.condition(statement), self.words.kinds)[1])
        return (
            scope if op == "if" and all(has(s.op, "changes nothing") for s in statement.walk()) else scope.after_deed()
        )

    def _otherwise(
        self, line: Line, scope: Scope, before: list[Statement] | None, cites: tuple[str, ...]
    ) -> tuple[Statement | None, Scope]:
        last, links, ruled_out = _chain(before[-1] if before else None, self.words.kinds)
        bound = self.reader.one(("H",), line, line.tokens, scope.knowing(ruled_out))
        if before is None:  # whether it belongs to the line above it nobody knows before that is mended
            self.block(_below(line), scope)
            return None, scope
        if self.depth + links + 1 > NESTING:
            if last is not None and not last.data.get("too_long"):
                self._too_deep(line, f"too many `otherwise if` stand below each other; {NESTING} are the most")
                last.data["too_long"] = True
            return None, scope
        if last is None or not has(last.op, "has an otherwise") or last.otherwise is not None:
            hint = "it stands right below an `if`, a `choose` or a `may`, as far in as that"
            self.reader.report("RK330", "this `otherwise` follows no `if` and no `choose`", line.span, hint)
            return None, scope
        if bound is None:
            return None, scope
        if line.tail is None and line.body is None:
            self.reader.report(
                "RK302",
                "after `otherwise` comes `:` and what is done then",
                line.span,
                "write  otherwise:  and below it, two blanks further in, what is done",
            )
            return None, scope
        if last.op == "if":
            inner_scope = bound.scope.settled()
        else:
            inner_scope = scope.without(last.data["x"]) if isinstance(last.data.get("x"), str) else scope
        statement = self.make_statement(line, bound, cites)
        sub, last.otherwise_span = _below(line), statement.span
        if bound.phrase.op == "otherwise-if":
            inner_scope = inner_scope.knowing(narrowings(get.condition(statement), self.words.kinds)[0])
            chained = Statement(
                "if",
                statement.args,
                {"chained": True},
                statement.span,
                statement.text,
                self.block(sub, inner_scope, deeper=links + 1),
                citations=cites,
            )
            last.otherwise = [chained]
        else:
            last.otherwise = self.block(sub, inner_scope, deeper=links)
        if last.op.startswith("choose") and not leaves(last.otherwise):
            scope = scope.without(last.data["x"])  # nothing was chosen on one of the two ways
        if before[-1].op == "if":
            scope = _forget(scope, _set_below(line)).knowing(known_beyond(before[-1], self.words.kinds) or {})
        return statement, scope.after_deed()


def _chain(last: Statement | None, kinds: Kinds) -> tuple[Statement | None, int, Facts]:
    """(the `if` that an `otherwise` belongs to, how many `otherwise if` are between it and ``last``, what is known where
    none of their conditions held)."""
    links, ruled_out = 0, Facts()
    while last is not None and last.op == "if":
        ruled_out.update(narrowings(get.condition(last), kinds)[1])
        if not (last.otherwise and last.otherwise[-1].data.get("chained")):
            break
        last, links = last.otherwise[-1], links + 1
    return last, links, ruled_out


def _below(line: Line) -> Sequence[Line]:
    """What stands below a heading, or behind its `:`."""
    return line.body if line.body is not None else [Line(line.tail or [], None, None, line.file, [])]


def _of_courses(line: Line) -> bool:
    """`choose one`, and what may follow behind a comma; `choose one among ...` calls what is chosen so."""
    said = [t.text for t in line.tokens[1:3]]
    return said[:1] == ["one"] and said[1:] in ([], [","])


def _set_below(line: Line) -> set[str]:
    """The words that lines below a heading set anew."""
    lines = [line, *(inner for sub in line.body or () for inner in sub.walk())]
    rows = [x.tokens for x in lines] + [x.tail for x in lines if x.tail is not None]
    return {row[1].text for row in rows if len(row) > 1 and row[0].text in ("set", "raise", "lower")}


def _forget(scope: Scope, names: set[str]) -> Scope:
    for name in names:
        scope = scope.forgetting(name)
    return scope
