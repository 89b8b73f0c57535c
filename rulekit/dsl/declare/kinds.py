"""Kinds of things: from tables, by their names, one for each of another kind, unions."""

from __future__ import annotations

from functools import partial

from rulekit.dsl.arguments import by_name
from rulekit.dsl.datum import Datum
from rulekit.dsl.declare.cells import entry, missing, title
from rulekit.dsl.declare.context import DeclarationContext
from rulekit.dsl.declare.holders import lines, own_line
from rulekit.dsl.declare.numbered_kinds import MOST_MEMBERS
from rulekit.dsl.declare.unions import share_columns
from rulekit.dsl.phrases import Literal, Part, Slot
from rulekit.dsl.similar_words import near_words
from rulekit.dsl.symbols import Column, GameOption, Kind
from rulekit.dsl.syntax import Line
from rulekit.dsl.tree import Node
from rulekit.dsl.types import Type
from rulekit.languages import LANGUAGES, said_languages


def kind_names(d: DeclarationContext, line: Line, *, x: str, l: tuple[str, ...]) -> None:
    if not d.known(x, "the kind", d.program.kinds, line) and d.differ(l, line):
        kind = Kind(x, "names", line.span)
        _members(d, kind, list(l), [{} for _ in l])
        for found, sub in lines(d, kind, line):
            own_line(d, kind, found, sub)


def kind_table(d: DeclarationContext, line: Line, *, x: str, t: str, y: str | None = None) -> None:
    if d.known(x, "the kind", d.program.kinds, line):
        return
    kind = Kind(x, "table", line.span)
    rows = _rows(d, t, y or d.words.kinds.names[x], x, line)
    _members(d, kind, [title(key) for key, _ in rows], [_names(d, row) for _, row in rows])
    for found, sub in lines(d, kind, line):
        if found.phrase.op == "column":
            COLUMN(found.said, d, kind, sub, rows)
        else:
            own_line(d, kind, found, sub)


def _members(d: DeclarationContext, kind: Kind, names: list[str], display: list[dict[str, str]]) -> None:
    kind.members, kind.display = names, display
    d.program.kinds[kind.name] = kind
    for k, name in enumerate(names):
        d.words.entities.setdefault(name, []).append((kind.name, k))


def _rows(d: DeclarationContext, file: str, table: str, name: str, line: Line) -> list[tuple[str, Datum]]:
    data, key = d.tables(line.file, file, line.span), table.replace("-", "_")
    if data is None:
        return []
    rows = (data.fields or {}).get(key)
    data.used.add(key)
    if rows is None:
        no_table(d, data, file, key, line)
        return []
    if rows.fields is not None:
        out = list(rows.fields.items())
    else:
        out = [(_id(row) or f"{name} {k}", row) for k, row in enumerate(rows, 1)]
    if len(out) > MOST_MEMBERS:
        d.reader.report("RK201", f"`{key}` has more than {MOST_MEMBERS} rows", rows.span, "divide it into kinds")
        return []
    return out


def no_table(d: DeclarationContext, data: Datum, file: str, key: str, line: Line) -> None:
    """A table is not there; one of nearly the same name is taken for it, so that it is reported only once."""
    near = near_words(key, [k for k in data.fields or () if k not in data.used], 1, 0.6)
    data.used.update(near)
    hint = f"did you mean `{near[0]}`?" if near else f"tables there: {', '.join(data.fields or ()) or 'none'}"
    also = (("it is called so here", data.keys[near[0]]),) if near else ()
    d.reader.report("RK203", f'"{file}" has no table `{key}`', line.span, hint, also)


def _id(row: Datum) -> str | None:
    return row.fields["id"].text if row.fields and "id" in row.fields else None


def _names(d: DeclarationContext, row: Datum) -> dict[str, str]:
    names = (row.fields or {}).get("names")
    if names is None:
        return {}
    if names.fields is None:
        d.reader.report(
            "RK205", "names are given by language", names.span, "for example:  names: {en: Harbour, ja: 港}"
        )
    for lang in names.fields or ():
        if lang not in LANGUAGES:
            near = d.reader.suggestions.near(lang, LANGUAGES)
            d.reader.report("RK207", f"no language is called `{lang}`", names.keys[lang], near or said_languages())
    return {lang: datum.text for lang, datum in (names.fields or {}).items() if datum.text}


def _column(
    d: DeclarationContext,
    kind: Kind,
    sub: Line,
    rows: list[tuple[str, Datum]],
    *,
    x: str,
    y: tuple[Type, str | None],
    t: str = "",
    a: Node | None = None,
    b: Node | None = None,
) -> None:
    type_, each = y
    key = t or x.replace("-", "_")
    option = d.program.options.get(each) if each else None
    if each and (option is None or option.sort != "names"):
        d.reader.report(
            "RK301",
            f"no option with names is called `{each}`",
            sub.span,
            d.reader.suggestions.near(each, d.program.options),
        )
        return
    column = Column(x, type_, each, sub.span)
    kind.columns[x] = column
    column.low, column.high = (node.data["n"] if node is not None else None for node in (a, b))
    if rows and not type_.maybe and _nowhere(d, key, rows, sub):
        rows = []
    cells = partial(_cells, d, column, option, key, rows, sub)
    if type_.of in d.words.families:
        d.finish.append(cells)  # its cards are known when all entries are
    elif type_.of:
        d.after_kinds.insert(0, cells)  # tables may point at each other, and unions look at their columns
    else:
        cells()
    d.say(
        "V",
        str(type_),
        [Literal(x), Literal("of"), Slot("a", kind.name)],
        "column",
        sub,
        data={"column": x, "kind": kind.name},
    )


COLUMN = by_name({"column": _column}, 4, "declaration")["column"]


def _cells(
    d: DeclarationContext, column: Column, option: GameOption | None, key: str, rows: list[tuple[str, Datum]], sub: Line
) -> None:
    """The values of a column, one for each row of the table."""
    type_, each, low, high = column.type, column.each, column.low, column.high
    for member, row in rows:
        row.used.add(key)
        datum = (row.fields or {}).get(key)
        if datum is None:
            if type_.maybe:
                column.cells.append([-1])
                continue
            _without(d, member, key, row, sub)
        elif option is None:
            column.cells.append([entry(d, datum, type_, low, high)])
        elif datum.fields is None:
            given = ", ".join(option.values)
            hint = "for example:  {" + ", ".join(f"{v}: {datum.text or 1}" for v in option.values) + "}"
            d.reader.report("RK205", f"`{key}` is given for each {each} here: {given}", datum.span, hint)
        else:
            column.cells.append(
                [
                    entry(d, datum.fields[v], type_, low, high) if v in datum.fields else missing(d, datum, v)
                    for v in option.values
                ]
            )
            for extra in [v for v in datum.fields if v not in (*option.values, *datum.used)]:
                text, there = f"`{extra}` is none of the values of `{each}`", ", ".join(option.values)
                d.reader.report("RK206", text, datum.keys[extra], f"it is: {there}")


def _nowhere(d: DeclarationContext, key: str, rows: list[tuple[str, Datum]], sub: Line) -> bool:
    """Whether no row has a column: then its declaration is at fault, and not every row."""
    if len(rows) < 2 or any(key in (row.fields or ()) for _, row in rows):
        return False
    free = [k for _, row in rows[:1] for k in row.fields or () if k not in row.used]
    near = near_words(key, free, 1, 0.6)
    for _, row in rows:
        row.used.update(near)
    text = f"no row of the table has `{key}`"
    hint = f"did you mean `{near[0]}`?" if near else "columns there: " + ", ".join(k for k in rows[0][1].fields or ())
    d.reader.report("RK204", text, sub.span, hint)
    return True


def _without(d: DeclarationContext, member: str, key: str, row: Datum, sub: Line) -> None:
    """A row lacks a column; where it has one of nearly the same name that is what is wrong."""
    near = near_words(key, [k for k in row.fields or () if k not in row.used], 1, 0.6)
    row.used.update(near)
    also = (("the column", sub.span),)
    if near and near[0].startswith(key + ":"):
        d.reader.report("RK204", f"behind `{key}:` stands a blank", row.keys[near[0]], f"{key}: ...", also)
    elif near:
        text = f"`{member}` has no `{key}`, but `{near[0]}`, which nothing reads"
        d.reader.report("RK204", text, row.keys[near[0]], f"did you mean `{key}`?", also)
    else:
        d.reader.report("RK204", f"`{member}` has no `{key}`", row.span, f"add  {key}: ...", also)


def kind_each(
    d: DeclarationContext,
    line: Line,
    *,
    x: str,
    k: str,
    y: str | None = None,
    a: Node | None = None,
    b: Node | None = None,
) -> None:
    if d.known(x, "the kind", d.program.kinds, line) or not _is_kind(d, k, line):
        return
    kind = Kind(x, "each", line.span, ways=[(k, k, 0, 0)])
    if y is not None and a is not None and b is not None:
        kind.ways.append((y, "", a.data["n"], b.data["n"]))
    elif y is not None:
        if not _is_kind(d, y, line):
            return
        _pair(d, kind, y, line)
    else:
        short: list[Part] = [Literal(x.rpartition("-")[2]), Literal("of"), Slot("a", k)]
        d.say("V", x, short, "paired", line, data={"kind": x})
    for nth, (way, of, _, _) in enumerate(kind.ways):
        called: list[Part] = [Literal(word) for word in (*way.split(), "of")]
        d.say("V", of or "number", [*called, Slot("a", x)], "way", line, data={"kind": x, "way": nth})
    d.program.kinds[x] = kind
    for found, sub in lines(d, kind, line):
        own_line(d, kind, found, sub)


def _pair(d: DeclarationContext, kind: Kind, other: str, line: Line) -> None:
    """One for each two things: `pact of A and B`. Of two of one kind the first and the second are told apart."""
    one = kind.ways[0][1]
    ways = (one, other) if one != other else (f"first {one}", f"second {one}")
    kind.ways = [(way, of, 0, 0) for way, of in zip(ways, (one, other), strict=True)]
    parts: list[Part] = [Literal(kind.name), Literal("of"), Slot("a", one), Literal("and"), Slot("b", other)]
    d.say("V", kind.name, parts, "pair", line, data={"kind": kind.name})


def kind_union(d: DeclarationContext, line: Line, *, x: str, a: str, b: str) -> None:
    if d.known(x, "the kind", d.program.kinds, line):
        return
    if all([_is_kind(d, a, line), _is_kind(d, b, line)]):
        d.program.kinds[x] = Kind(x, "union", line.span, parts=(a, b))
        d.words.kinds.members[x] = (a, b)
        d.after_kinds.append(lambda: share_columns(d, d.program.kinds[x], line, d.shared))
        for part in (a, b):
            d.words.kinds.wider.setdefault(part, set()).add(x)


def _is_kind(d: DeclarationContext, name: str, line: Line) -> bool:
    if name in d.words.kinds.names:
        return True
    d.reader.report(
        "RK301", f"no kind is called `{name}`", line.span, d.reader.suggestions.near(name, d.words.kinds.names)
    )
    return False


HANDLERS = {
    "kind-names": kind_names,
    "kind-table": kind_table,
    "kind-each": kind_each,
    "kind-each-number": kind_each,
    "kind-pair": kind_each,
    "kind-union": kind_union,
}
