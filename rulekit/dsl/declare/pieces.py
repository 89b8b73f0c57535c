"""Counted pieces and groups of pieces."""

from __future__ import annotations

from rulekit.dsl.arguments import by_name
from rulekit.dsl.declare.cells import title
from rulekit.dsl.declare.context import DeclarationContext, DeferredTokens
from rulekit.dsl.names import plural_of
from rulekit.dsl.phrases import Literal, Slot
from rulekit.dsl.readings import Tokens
from rulekit.dsl.symbols import Group, Kind, Piece
from rulekit.dsl.syntax import Line, cells
from rulekit.dsl.tree import Node


def piece(d: DeclarationContext, line: Line, *, x: str, y: str = "") -> None:
    many = y or plural_of(x)
    if d.known(x, "the piece", d.program.pieces, line):
        return
    d.words.pieces[x] = d.words.pieces[many] = x
    if line.tail is not None and len(line.tail) == 1 and line.tail[0].kind == "NUMBER":
        text = f"where {many} lie at first is not said"
        d.reader.report("RK315", text, line.span, f"{line.tail[0].text}, at first in bank")
        return
    found = d.reader.one(("M",), line, line.tail) if line.tail is not None else None
    if found is None or found.phrase.op != "stock":
        if line.tail is None or found is not None:
            d.reader.report(
                "RK315", f"how many {many} there are is not said", line.span, "for example:  20, at first in bank"
            )
        return
    d.reader.cite(line)
    STOCK(found.said, d, line, x, many)


def _stock(d: DeclarationContext, line: Line, one: str, many: str, *, n: Node, r: Tokens, each: str = "") -> None:
    d.program.pieces[one] = Piece(one, many, n.data["n"], bool(each), line.span)
    d.deferred.homes[one] = DeferredTokens(r, line)


STOCK = by_name({"stock": _stock}, 4, "declaration")["stock"]


def group(d: DeclarationContext, line: Line, *, x: str, y: str, a: str) -> None:
    if d.known(x, "the group", d.program.groups, line):
        return
    made = Group(x, y, line.span)
    d.deferred.homes[x] = DeferredTokens([t for t in line.tokens if t.text == a][-1:], line)
    d.program.groups[x] = made
    d.words.add_kind(x, y)
    d.words.group_plurals[y] = x
    d.words.kinds.groups[x] = made.pieces
    d.program.kinds[x] = Kind(x, "names", line.span)
    d.reader.cite(line)
    for sub in line.body or ():
        if not sub.is_note:
            group_row(d, made, sub)
    for column in made.columns:
        if column != "pieces":
            d.say(
                "V",
                "number",
                [Literal(column), Literal("of"), Slot("a", x)],
                "column",
                line,
                data={"column": column, "kind": x},
            )


def group_row(d: DeclarationContext, made: Group, sub: Line) -> None:
    """``guard, guards | price 3 | pieces 28``: a row is a sort of piece; every row gives every column."""
    row = cells(sub.tokens)
    forms = [t.text for t in row[0] if t.kind == "WORD"]
    columns = {
        c[0].text: int(c[1].text) for c in row[1:] if len(c) == 2 and c[0].kind == "WORD" and c[1].kind == "NUMBER"
    }
    if not forms or len(columns) != len(row) - 1:
        d.reader.report(
            "RK316",
            "a row of a group reads:  name, names | column number | column number",
            sub.span,
            "for example:  mill, mills | price 2 | pieces 4",
        )
        return
    if made.columns and set(columns) != set(made.columns):
        d.reader.report(
            "RK316",
            f"the rows of {made.plural} give {', '.join(made.columns)}",
            sub.span,
            "every row gives every column:  "
            + " | ".join([f"{row[0][0].text}, ...", *(f"{c} 1" for c in made.columns)]),
        )
        return
    if "pieces" not in columns:
        d.reader.report("RK316", "the row does not say how many pieces there are", sub.span, "add  | pieces 24")
        return
    one, many = forms[0], forms[1] if len(forms) > 1 else plural_of(forms[0])
    if d.known(one, "the piece", d.program.pieces, sub):
        return
    d.reader.cite(sub)
    d.words.pieces[one] = d.words.pieces[many] = one
    d.words.group_of[one] = made.name
    made.pieces.append(one)
    for column, n in columns.items():
        made.columns.setdefault(column, []).append(n)
    d.program.pieces[one] = Piece(one, many, columns["pieces"], False, sub.span, made.name)
    d.deferred.homes[one] = d.deferred.homes[made.name]
    kind = d.program.kinds[made.name]
    kind.members.append(title(one))
    kind.display.append({"title": one})


HANDLERS = {"piece": piece, "group": group}
