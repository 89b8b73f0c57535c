"""Applies the edits of variants to the syntax tree of a game: lines and headings are replaced, added and removed by name.

A line is called by its own words: ``instead of the line "pay 3 coins" of Great March``. So what stands in its place sees every
name that the line saw, and a line that the game no longer has is noticed.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import define, evolve, frozen

from rulekit.characters import rows_of
from rulekit.dsl.arguments import by_name
from rulekit.dsl.derived_phrases import full_name, point_name
from rulekit.dsl.edits import Edit
from rulekit.dsl.phrases import Literal, Slot
from rulekit.dsl.readings import Tokens
from rulekit.dsl.similar_words import near_words
from rulekit.dsl.syntax import Line, Token, named, words

if TYPE_CHECKING:
    from rulekit.diagnostics import Diagnostic
    from rulekit.dsl.program import Program
    from rulekit.dsl.reader import Reader
    from rulekit.dsl.readings import Bound

FIRST = ("before", "after", "instead", "remove", "replace")
LINE_EDITS = {"line-before": "before", "line-after": "after", "line-instead": "instead", "line-remove": "remove"}
NAMING = ("to", "number", "set", "value", "whether", "permission", "scene", "window", "table")
"""Headings whose name is their words up to the first slot"""
COURSE = ("if", "otherwise", "each", "for", "repeat")
ONE_WORD = ("kind", "family", "piece", "group")
"""Headings whose name is the word behind"""


@define
class _Block:
    """A list of lines in which headings are found: a file, a scene; ``lines`` is changed in place."""

    lines: list[Line]
    at: int

    @property
    def line(self) -> Line:
        return self.lines[self.at]


@frozen
class _Change:
    """What happens to one line: ``old`` is the line itself, ``block`` the list that it stands in."""

    old: Line
    block: list[Line]
    edit: Edit


def overlay(reader: Reader, lines: Sequence[Line]) -> list[Line]:
    """The lines of a game as its variants leave them. What finds nothing, or contradicts another change, is reported."""
    wanted = [(line, sub) for line in lines if line.first == "variant" for sub in line.body or () if sub.first in FIRST]
    if not wanted:
        return list(lines)
    made = Overlay(reader, [_copy(line) for line in lines])
    for variant, sub in wanted:
        made.read(variant, sub)
    return made.done()


def is_edit(reader: Reader, sub: Line) -> bool:
    """Whether a line of a variant changes the text of the game, and is dealt with here."""
    return _bound(reader, sub) is not None


def _bound(reader: Reader, sub: Line) -> Bound | None:
    if sub.first not in FIRST:
        return None
    bound = reader.quiet(("DH",) if sub.tail is not None or sub.body is not None else ("D",), sub.tokens)
    return bound if bound is not None and bound.phrase.op in EDITS else None


class Overlay:
    """The changes of all variants, collected first and made afterwards, so that none sees the work of another."""

    def __init__(self, reader: Reader, lines: list[Line]) -> None:
        self.reader, self.program, self.lines = reader, reader.program, lines
        self.families = {x.tokens[1].text for x in lines if x.first == "family" and len(x.tokens) > 1}
        self.headings: dict[str, list[_Block]] = {}
        for block in self._blocks(lines):
            name = self.name(block.line)
            if name:
                self.headings.setdefault(name, []).append(block)
                full = _full_name(block.line)
                if full not in ("", name):
                    self.headings.setdefault(full, []).append(block)
        self.changes: list[_Change] = []

    def _blocks(self, lines: list[Line]) -> Iterator[_Block]:
        for k, line in enumerate(lines):
            if line.first == "variant":
                continue
            yield _Block(lines, k)
            if line.first in ("scene", "more") and line.body:
                yield from self._blocks(line.body)

    def name(self, line: Line) -> str:
        """What a heading is called: ``tax income``, ``Foul Tide``, ``price``; "" for a line that is no heading."""
        tokens = line.tokens[1:]
        if not tokens:
            return ""
        if line.first in NAMING:
            return _name_of(tokens)
        if line.first in ONE_WORD or (line.first in ("game", "chapter", *self.families) and tokens[0].can_name):
            return tokens[0].name
        return ""

    # ------------------------------------------------------------ reading what a variant wants
    def read(self, variant: Line, sub: Line) -> None:
        bound = _bound(self.reader, sub)
        if bound is None:
            return  # another sentence of a variant, or one with a mistake: both are dealt with later
        EDITS[bound.phrase.op](bound.values, self, named(variant.tokens[1:2]), sub, bound.phrase.op)

    def replace(self, variant: str, sub: Line, op: str) -> None:
        heading = Line(sub.tokens[1:], sub.tail, sub.body, sub.file, sub.citations)
        name = self.name(heading)
        if len(self.headings.get(name, ())) > 1 and _full_name(heading) in self.headings:
            name = _full_name(heading)  # of several with the same first words
        block = self._heading(name, heading.first, sub, "replace")
        if block is not None:
            self._change("replace", variant, sub, block.lines, block.line, self.name(heading), [heading])

    def remove_entry(self, variant: str, sub: Line, op: str, *, x: str, y: str) -> None:
        if x not in self.families:
            near = self.reader.suggestions.near(x, self.families)
            self.reader.report("RK301", f"no family is called `{x}`", sub.span, near)
            return
        block = self._heading(y, x, sub, "remove")
        if block is not None:
            self._change("remove", variant, sub, block.lines, block.line, y, [])

    def _heading(self, name: str, first: str, sub: Line, verb: str) -> _Block | None:
        found = [b for b in self.headings.get(name, ()) if b.line.first == first]
        if not found:
            names = [n for n, blocks in self.headings.items() if any(b.line.first == first for b in blocks)]
            what = "no rule" if first in NAMING else f"no {first}"
            text = f"{what} is called `{name}`: there is nothing to {verb}"
            if not name:
                text = f"`{first}` begins no heading that can be replaced"
            hint = self._headed(name, first, sub) or self._near(name, names or list(self.headings))
            if not name and not hint:
                hint = f"what can be replaced begins with:  {', '.join((*NAMING, *ONE_WORD, *sorted(self.families)))}"
            self.reader.report("RK309", text, sub.span, hint)
            return None
        return found[0]

    def change_line(self, variant: str, sub: Line, op: str, *, t: str, r: Tokens) -> None:
        sort, text, home = LINE_EDITS[op], t, named(r)
        blocks = self.headings.get(home)
        if not blocks:
            hint = self._near(home, list(self.headings))
            self.reader.report("RK309", f"no rule and no card is called `{home}`", sub.span, hint)
            return
        wanted = _bare(text)
        inside = [(lines, line) for b in blocks for lines, line in _lines(b.line)]
        found = [(lines, line) for lines, line in inside if wanted in _said(line)]
        if len(found) == 1:
            lines, line = found[0]
            self._change(sort, variant, sub, lines, line, home, _content(sub) if sort != "remove" else [])
        elif found:
            also = tuple(("here", line.span) for _, line in found)
            hint = f"replace the rule as a whole:  replace {blocks[0].line.first} {home} ..."
            self.reader.report("RK338", f"`{home}` says `{text}` {len(found)} times", sub.span, hint, also)
        else:
            known = {bare: shown for _, line in inside for bare, shown in _said(line).items()}
            near = near_words(wanted, list(known), 1, 0.5)
            said = (
                f"did you mean `{_quotable(known[near[0]])}`?" if near else "say it letter by letter as it stands there"
            )
            also = (("the rule", blocks[0].line.span),)
            self.reader.report("RK338", f"no line of `{home}` says `{text}`", sub.span, said, also)

    def _headed(self, name: str, first: str, sub: Line) -> str | None:
        """`replace hold fair` for `replace to hold fair`; `Raise Mill`, which is one of `Raise {b: building}`."""
        if not name:
            meant = self.headings.get(words(sub.tokens[1:]), [])[:1]
            return f"say the heading as it stands there:  replace {_shown(meant[0].line)}" if meant else None
        whole = [
            n
            for n, blocks in self.headings.items()
            if name.startswith(n + " ")
            for b in blocks
            if b.line.first == first
        ]
        return f"one heading makes all cards of `{whole[0]}`; adjust, refuse or replace what it says" if whole else None

    def _near(self, name: str, names: list[str]) -> str | None:
        near: str | None = self.reader.suggestions.near(name, names)
        return near

    # ------------------------------------------------------------ what is done to one line
    def _change(
        self, sort: str, variant: str, sub: Line, block: list[Line], old: Line, home: str, new: list[Line]
    ) -> None:
        edit = Edit(sort, variant, home, _shown(old), old.span, new, sub.span, self.name(old) == home)
        for other in self.changes:
            if other.old is old and _at_one_place(other.edit, edit):
                text = f"`{home}` gets lines at one place from two variants, and nothing says which come first: `{_shown(old)}`"
                hint = "say them in one of the two variants, in their order; or put them before or after another line"
                self.reader.report("RK350", text, sub.span, hint, (("the other", other.edit.span),))
                return
            if _contradict(other.old, other.edit, old, edit):
                text = f"`{home}` is changed here, where another line of a variant changes it too: `{_shown(old)}`"
                hint = "leave one of the two away: what is taken away cannot be changed as well"
                self.reader.report("RK350", text, sub.span, hint, (("the other", other.edit.span),))
                return
        self.changes.append(_Change(old, block, edit))

    def done(self) -> list[Line]:
        """Makes the changes: a line that goes away goes last, and marks its place until then."""
        self.program.edits += [change.edit for change in self.changes]
        for change in sorted(self.changes, key=lambda c: c.edit.destroys):
            block, edit = change.block, change.edit
            at = next(k for k, line in enumerate(block) if line is change.old)
            if edit.sort == "before":
                block[at:at] = edit.new
            elif edit.sort == "after":
                while block[at + 1 : at + 2] and block[at + 1].first == "otherwise":
                    at += 1  # it belongs to the line above
                block[at + 1 : at + 1] = edit.new
            else:
                block[at : at + 1] = edit.new
            if edit.sort == "remove" and edit.whole:
                self.program.removed[edit.home] = edit.span
        return self.lines


HANDLERS: Mapping[str, Callable[..., None]] = {
    "replace": Overlay.replace,
    "remove-entry": Overlay.remove_entry,
    **dict.fromkeys(LINE_EDITS, Overlay.change_line),
}
EDITS = by_name(HANDLERS, 4, "declaration")


def with_removed(program: Program, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Findings about a name that a variant took away say so, with the place."""
    out = []
    for d in found:
        rows = rows_of(program.sources.get(d.span.file, ""))
        row = rows[d.span.line - 1] if 0 < d.span.line <= len(rows) else ""
        gone = [
            (n, at)
            for n, at in program.removed.items()
            if n and at != d.span and re.search(rf"\b{re.escape(n)}\b", row)
        ]
        also = tuple((f"`{n}` is taken away here", at) for n, at in gone)
        out.append(evolve(d, also=(*d.also, *also)) if also and d.severity == "error" else d)
    return out


# ---------------------------------------------------------------- lines and their words
def _copy(line: Line) -> Line:
    body = None if line.body is None else [_copy(sub) for sub in line.body]
    return Line(line.tokens, line.tail, body, line.file, line.citations)


def _name_of(tokens: Sequence[Token]) -> str:
    parts: list[Literal | Slot] = []
    for token in tokens:
        if token.kind == "SLOT":
            parts.append(Slot(token.items[0].text, ""))
        elif token.kind == "WORD" and token.text != "gives":
            parts.append(Literal(token.text))
        else:
            break
    return point_name(parts)


def _full_name(line: Line) -> str:
    """All words of a heading that names a point, up to what it gives; "" for another line."""
    if line.first not in NAMING:
        return ""
    tokens = itertools.takewhile(lambda token: token.text != ",", line.tokens[1:])
    return full_name([Literal(token.text) for token in tokens if token.kind == "WORD"])


def _lines(line: Line) -> Iterator[tuple[list[Line], Line]]:
    """Every line below a heading, with the list that it stands in; a sentence behind a `:` is a block of one line."""
    if line.body is None and line.tail is not None and line.first not in ONE_WORD:
        line.body, line.tail = [Line(line.tail, None, None, line.file, [])], None
    for sub in line.body or ():
        yield line.body or [], sub
        if sub.body is not None or _leads_on(sub):
            yield from _lines(sub)


def _leads_on(line: Line) -> bool:
    """Whether a sentence stands behind its `:`, and not a text or a clause."""
    if line.tail is None or line.tail[0].kind == "STRING":
        return False
    branch = line.first == "to" and line.tokens[1].kind == "STRING"
    return branch or line.first in COURSE or any(t.text == "may" for t in line.tokens[:4])


def _content(sub: Line) -> list[Line]:
    return (
        [Line(sub.tail, None, None, sub.file, []), *(sub.body or ())] if sub.tail is not None else list(sub.body or ())
    )


def _shown(line: Line) -> str:
    return words(line.tokens) + (f": {words(line.tail)}" if line.tail is not None else "")


def _said(line: Line) -> dict[str, str]:
    """How a line may be called, bare and as it is shown: whole, or without what stands behind its `:`."""
    said = [words(line.tokens), _shown(line)]
    if line.body is not None and len(line.body) == 1 and line.body[0].body is None:
        said.append(f"{words(line.tokens)}: {_shown(line.body[0])}")
    return {_bare(text): text for text in said}


def _quotable(text: str) -> str:
    """A line as it can be written between quotes."""
    return text.replace('"', "'")


def _bare(text: str) -> str:
    """Without what makes no difference: quotes of both sorts, `the`, blanks round signs, a `:` at the end."""
    text = re.sub(r"\bthe\b|\"|(?<!\w)'|'(?!\w)", " ", text)
    text = re.sub(r"\s*([(),|{}])\s*", r"\1", text)
    return re.sub(r"\s*:\s*", ": ", " ".join(text.split())).strip(" :")


def _at_one_place(one: Edit, two: Edit) -> bool:
    """Whether two variants add different lines on the same side of a line. Those of one variant keep the order of its file."""
    if one.sort != two.sort or one.sort not in ("before", "after") or one.variant == two.variant:
        return False
    said, other = ([_shown(x) for line in edit.new for x in line.walk()] for edit in (one, two))
    return said != other


def _contradict(a: Line, one: Edit, b: Line, two: Edit) -> bool:
    """The same line is taken away twice, or with a block in which another change is made."""
    if a is b:
        return one.destroys and two.destroys
    return (one.destroys and any(x is b for x in a.walk())) or (two.destroys and any(x is a for x in b.walk()))
