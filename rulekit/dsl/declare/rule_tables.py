"""Rule tables: rows by ranges of a number, without gaps and overlaps."""

from __future__ import annotations

from rulekit.dsl.declare.context import DeclarationContext
from rulekit.dsl.declare.points import pattern
from rulekit.dsl.derived_phrases import point_name
from rulekit.dsl.phrases import Literal, Part
from rulekit.dsl.readings import Tokens
from rulekit.dsl.symbols import RuleTable
from rulekit.dsl.syntax import Line, Token, below_nought, cells, span_of, words
from rulekit.dsl.types import NUMBER, Type


def table(d: DeclarationContext, line: Line, *, p: Tokens, l: tuple[str, ...]) -> None:
    parts, slots = pattern(d, p, line)
    name, columns = point_name(parts), list(l)
    d.reader.cite(line)
    if d.known(name, "the table", d.program.tables, line) or not d.differ(columns, line):
        return
    if len(slots) != 1 or next(iter(slots.values())) != NUMBER:
        d.reader.report(
            "RK317",
            "a table is about one number",
            line.span,
            "for example:  table losses for {missing: number} gives dead:",
        )
        return
    made = RuleTable(name, next(iter(slots.items())), columns, [], line.span)
    d.program.tables[name] = made
    last: int | None = None
    for sub in line.body or ():
        if sub.is_note:
            continue
        row = cells(sub.tokens)
        span = _range(words(row[0]))
        turned = words(row[0]).split()
        if span is None and turned[1:2] == ["to"] and len(turned) == 3:
            text = f"`{words(row[0])}` stands the wrong way round"
            d.reader.report("RK317", text, span_of(sub.file, row[0]), f"{turned[2]} to {turned[0]}")
            continue
        if span is None:
            d.reader.report(
                "RK317",
                "a row begins with a number: `3`, `3 to 4` or `7 or more`",
                span_of(sub.file, row[0] or sub.tokens),
                f"for example:  {0 if last is None else last + 1} | " + " | ".join("1" for _ in columns),
            )
            continue
        low, high = span
        if last is not None and low != last + 1:
            what = "numbers are missing" if low > last + 1 else "the rows overlap"
            hint = f"this row begins with {last + 1}" if last < 10**9 else "`or more` stands in the last row"
            d.reader.report("RK317", f"the row before ends with {last}: {what}", sub.span, hint)
        last = high if high is not None else 10**9
        if len(row) != len(columns) + 1:
            d.reader.report(
                "RK317",
                f"this row has {len(row) - 1} values, the table has {len(columns)} columns",
                sub.span,
                "give one value for each of:  " + " | ".join(columns),
            )
            continue
        values = [_cell(d, made, k, cell, sub) for k, cell in enumerate(row[1:])]
        made.rows.append((low, high, values, sub.span))
    for k, column in enumerate(columns):
        type_ = made.types[k] if k < len(made.types) else NUMBER
        column_parts: list[Part] = [Literal(column), Literal("of"), *parts]
        d.say("V", str(type_), column_parts, "rule-table", line, data={"table": name, "index": k})


def _range(text: str) -> tuple[int, int | None] | None:
    match text.split():
        case [n] if n.isdigit():
            return int(n), int(n)
        case [a, "to", b] if a.isdigit() and b.isdigit() and int(a) <= int(b):
            return int(a), int(b)
        case [n, "or", "more"] if n.isdigit():
            return int(n), None
    return None


def _cell(d: DeclarationContext, made: RuleTable, k: int, cell: list[Token], sub: Line) -> int:
    where = span_of(sub.file, cell or sub.tokens)
    while len(made.types) <= k:
        made.types.append(NUMBER)
    if len(cell) == 1 and cell[0].kind == "NUMBER":
        return int(cell[0].text)
    if len(cell) == 2 and below_nought(cell):
        return -int(cell[1].text)
    if len(cell) == 1 and cell[0].kind == "NAME":
        bearers = d.words.entities.get(cell[0].text, [])
        if bearers:
            made.types[k] = Type("kind", bearers[0][0])
            return bearers[0][1]
    d.reader.report(
        "RK317", "a cell holds a number or a Name", where, "write a number like 3, or a Name with a capital"
    )
    return 0


HANDLERS = {"table": table}
