"""Families of cards and actions, and their entries: one text each, for one card, several copies or each row of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from rulekit.dsl.arguments import by_name
from rulekit.dsl.declare.context import DeclarationContext, DeferredBody, DeferredTokens
from rulekit.dsl.declare.points import no_set
from rulekit.dsl.phrases import Literal, Part, Slot, parse_parts
from rulekit.dsl.points import Point
from rulekit.dsl.readings import Settings, Tokens
from rulekit.dsl.scope import Scope, local
from rulekit.dsl.symbols import Column, Family, FamilyEntry, Kind
from rulekit.dsl.syntax import Line, Token, span_of
from rulekit.dsl.types import NUMBER, Type


def family(d: DeclarationContext, line: Line, *, x: str, p: Token | None = None) -> None:
    if d.known(x, "the family", d.program.families, line):
        return
    made = Family(x, "printed", line.span)
    kind = Kind(x, "family", line.span)
    d.program.families[x], d.program.kinds[x] = made, kind
    if p is not None:
        type_ = d.type_of(line.file, p)
        if type_ is None:
            return
        made.slot = (p.items[0].text, type_)
        if type_.head in ("set", "zone"):
            no_set(d, made.slot[0], "what a card is about", line)
    for sub in line.body or ():
        if sub.is_note:
            continue
        d.reader.cite(sub)
        found = d.reader.one(("D",), sub, sub.tokens)
        if found is None:
            continue
        if found.phrase.op in LINES:
            LINES[found.phrase.op](found.said, d, made, sub)
        else:
            d.reader.report(
                "RK310",
                "this does not belong under a family",
                sub.span,
                "here stand:  column ..., layer ..., in force ..., played from ..., at first ...",
            )
    _headings(d, made, line)
    d.finish.append(lambda: _number(d, made, kind))


def _layer(d: DeclarationContext, made: Family, sub: Line, *, x: str) -> None:
    made.layer = x
    layer_known(d, sub, x)


def layer_known(d: DeclarationContext, sub: Line, name: str) -> None:
    if name not in d.program.layers:
        d.reader.report(
            "RK321",
            f"no layer is called `{name}`",
            sub.span,
            "layers are declared once, under the game: " + ", ".join(d.program.layers),
        )


def _whole(d: DeclarationContext, made: Family, sub: Line) -> None:
    made.whole = True


def _column(d: DeclarationContext, made: Family, sub: Line, *, x: str, y: tuple[Type, str | None]) -> None:
    type_, data = y[0], {"column": x, "kind": made.name}
    d.program.kinds[made.name].columns[x] = Column(x, type_, None, sub.span)
    if type_ != NUMBER:
        d.reader.report("RK316", "a column of a family is a number", sub.span, f"column {x} is a number")
    d.say("V", "number", [Literal(x), Literal("of"), Slot("a", made.name)], "column", sub, data=data)
    copy: list[Part] = [Slot("a", made.name), Literal("with"), Literal(x), Slot("n", "number")]
    d.say("V", made.name, copy, "copy-with", sub, data=data)


def _at_first(d: DeclarationContext, made: Family, sub: Line, *, r: Tokens) -> None:
    d.deferred.first[made.name] = DeferredTokens(r, sub)


def _played_from(d: DeclarationContext, made: Family, sub: Line, *, r: Tokens) -> None:
    d.deferred.sources[made.name] = DeferredTokens(r, sub)


def _in_force(d: DeclarationContext, made: Family, sub: Line, *, r: Tokens, mine: str = "") -> None:
    d.deferred.zones[made.name] = DeferredTokens(r, sub)
    made.mine = bool(mine)


def _headings(d: DeclarationContext, made: Family, line: Line) -> None:
    tails = [" in {p:slotdef}"] if made.slot else [""]
    for tail in tails:
        for text in ("{x:name} {t:text}" + tail, "{x:name} {y:slotdef} {t:text}" + tail + ", for each {g:noun}"):
            d.say(
                "DH",
                f"entry {made.name}",
                [Literal(made.name), *parse_parts(text)],
                "entry",
                line,
                data={"family": made.name},
            )


@frozen
class Heading:
    """The heading of an entry: its name and text, its subject, and whether it declares one entry for each row of a table."""

    name: str
    text: str
    about: Token | None = None
    over: Token | None = None
    each: str = ""
    """The part after `for each`"""


def entry(
    d: DeclarationContext,
    line: Line,
    *,
    x: str,
    t: str,
    family: str,
    p: Token | None = None,
    y: Token | None = None,
    g: str = "",
) -> None:
    make_entry(d, Heading(x, t, p, y, g), family, line, None)


def make_entry(d: DeclarationContext, said: Heading, name: str, line: Line, layer: str | None) -> None:
    program, made, title = d.program, d.program.families[name], said.name
    if d.known(title, "the entry", program.entries, line) or d.known(title, "the name", program.points, line):
        return
    made_entry = FamilyEntry(title, name, said.text, layer or made.layer, line.span)
    made_entry.citations = d.reader.cite(line)
    if said.about is not None:
        slot = said.about
        type_ = d.type_of(line.file, slot)
        if type_ is None:
            return
        if made.slot is not None and type_ != made.slot[1]:
            d.reader.report(
                "RK304",
                f"a {name} is about {d.words.kinds.say(made.slot[1])}",
                span_of(line.file, [slot]),
                f"{{{slot.items[0].text}: {made.slot[1].of}}}",
            )
        made_entry.slots[slot.items[0].text] = type_
    elif made.slot is not None:
        made_entry.slots[made.slot[0]] = made.slot[1]
    if said.over is not None:
        slot = said.over
        over = d.type_of(line.file, slot)
        if over is None:
            return
        made_entry.over = (slot.items[0].text, over.of)
        if said.each not in (over.of, d.words.kinds.names.get(over.of)):
            text = f"the card is about {d.words.kinds.say(over)}, but stands for each `{said.each}`"
            d.reader.report("RK304", text, line.span, f"for each `{over.of}`")
        made_entry.slots = {slot.items[0].text: over, **made_entry.slots}
    program.entries[title] = made_entry
    point = Point(title, "entry", dict(made_entry.slots), [], None, line.span, title)
    program.points[title] = point
    names = {n: local(n, t) for n, t in made_entry.slots.items()}
    d.deferred.bodies.append(DeferredBody("entry", line, Scope(names), point, made_entry))


def _number(d: DeclarationContext, made: Family, kind: Kind) -> None:
    """All entries are there: their cards become the members of the family's kind."""
    for found in d.program.entries.values():
        if found.family != made.name:
            continue
        later = next(x for x in d.deferred.bodies if x.data is found)
        copies = _copies(d, found, kind, later.line)
        rows = d.program.kinds[found.over[1]].members if found.over is not None else [None] * len(copies)
        if found.over is not None:
            copies = copies[:1] * len(rows)
        for k, (row, copy) in enumerate(zip(rows, copies, strict=True)):
            found.indices.append(len(kind.members))
            member = f"{found.name} {row}" if row is not None else found.name
            if k and row is None:
                member = f"{found.name} {k + 1}"
            d.words.entities.setdefault(member, []).append((made.name, len(kind.members)))
            kind.members.append(member)
            word = (
                d.program.groups[found.over[1]].pieces[k]
                if found.over is not None and found.over[1] in d.program.groups
                else _called(d.program.kinds[found.over[1]], k, row)
                if found.over is not None
                else row
            )
            title = found.title.replace("{" + found.over[0] + "}", str(word)) if found.over is not None else found.title
            kind.display.append({**found.names, "title": title})
            for name, column in kind.columns.items():
                column.cells.append([copy.get(name, 0)])


def _called(kind: Kind, k: int, row: str | None) -> str | None:
    """The English name of a row, where its table gives one."""
    return str(kind.display[k].get("en") or row) if k < len(kind.display) else row


COUNTING = ("one", "a", "card", "cards", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def speaks_of_copies(line: Line) -> bool:
    """A line that says how many cards there are, or tries to."""
    said = [t.text for t in line.tokens[:2]]
    counts = line.first in COUNTING or line.tokens[0].kind == "NUMBER"
    return line.tail is None and line.body is None and counts and bool({"card", "cards"} & set(said))


def _columns_of_each(*, l: tuple[Settings, ...]) -> list[dict[str, int]]:
    return [dict(columns) for columns in l]


def _copies(d: DeclarationContext, found: FamilyEntry, kind: Kind, line: Line) -> list[dict[str, int]]:
    """What the lines `one card with ...` say; a family with columns needs them."""
    copies: list[dict[str, int]] = []
    for sub in line.body or ():
        if sub.first == "named":
            found.names.update(d.named(sub))
        if not speaks_of_copies(sub):
            continue
        bound = d.reader.quiet(("D",), sub.tokens)
        if bound is None or bound.phrase.op != "copies":
            columns_text = " and ".join(f"{c} 1" for c in kind.columns)
            one = "one card" + (f" with {columns_text}" if columns_text else "")
            d.reader.report(
                "RK316", "how many cards there are is not said so", sub.span, f"{one}; two of them:  {one}, {one}"
            )
            return [{}]
        for columns in COPIES(bound.values):
            copies.append(columns)
            for name in set(columns) - set(kind.columns):
                d.reader.report(
                    "RK301",
                    f"the family `{found.family}` has no column `{name}`",
                    sub.span,
                    d.reader.suggestions.near(name, kind.columns),
                )
            for name in set(kind.columns) - set(columns):
                d.reader.report("RK316", f"`{name}` is not said", sub.span, f"one card with {name} 1")
    if not copies and kind.columns:
        columns_text = " and ".join(f"{c} 1" for c in kind.columns)
        d.reader.report(
            "RK316",
            f"how many cards of `{found.name}` there are, and their {', '.join(kind.columns)}, is not said",
            found.span,
            f"one card with {columns_text}",
        )
    return copies or [{}]


HANDLERS: Mapping[str, Callable[..., None]] = {"entry": entry, "family": family}
_LINES: Mapping[str, Callable[..., None]] = {
    "layer": _layer,
    "whole": _whole,
    "column": _column,
    "at-first": _at_first,
    "played-from": _played_from,
    "in-force": _in_force,
}
LINES = by_name(_LINES, 3, "declaration")
COPIES = by_name({"copies": _columns_of_each}, 0, "declaration")["copies"]
