"""Graphs over a kind: which members are neighbours, by which sorts of routes."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.dsl.datum import Datum
from rulekit.dsl.declare.cells import title
from rulekit.dsl.declare.context import DeclarationContext
from rulekit.dsl.declare.kinds import no_table
from rulekit.dsl.program import Graph
from rulekit.dsl.readings import Bound
from rulekit.dsl.syntax import Line

COLUMNS = ("a", "b", "kind")


def graph(d: DeclarationContext, bound: Bound, line: Line) -> None:
    many, routes = bound.values["x"], list(bound.values["l"])
    name = d.words.plurals.get(many)
    data = d.tables(line.file, bound.values["t"], line.span)
    if name is None or name not in d.program.kinds:
        d.reader.report(
            "RK301", f"no kind is called `{many}`", line.span, d.reader.suggestions.near(many, d.words.plurals)
        )
        return
    made = Graph(name, routes, [])
    d.program.graphs[name] = made
    for route in routes:
        d.words.routes[route] = d.words.routes[_one(route)] = route
    members = {m: k for k, m in enumerate(d.program.kinds[name].members)}
    seen: dict[tuple[int, ...], Datum] = {}
    for ends, sort, where in (_rows if "y" in bound.values else _pairs)(d, bound, line, data):
        if any(title(end.text or "") in d.program.removed for end in ends):
            continue  # it led to what a variant took away
        for end in ends:
            if title(end.text or "") not in members:
                said = title(end.text or "")
                near = d.reader.suggestions.near(said, members)
                d.reader.report("RK205", f"no {name} is called `{said}`", end.span, near, about=said)
        found = [members[title(end.text or "")] for end in ends if title(end.text or "") in members]
        if len(ends) != 2:
            d.reader.report("RK205", "a route has two ends", where.span, "for example:  [Alder, Beech]")
        elif len(found) == 2 and found[0] == found[1]:
            d.reader.report(
                "RK205", "both ends of this route are the same", where.span, "a route has two different ends"
            )
        elif len(found) == 2 and (*sorted(found), sort) in seen:
            also = (("the other", seen[(*sorted(found), sort)].span),)
            d.reader.report("RK202", "this route stands here twice", where.span, "one of the two has to go", also)
        elif len(found) == 2:
            seen[(*sorted(found), sort)] = where
            made.edges.append((found[0], found[1], sort))


def _one(many: str) -> str:
    return many[:-3] + "y" if many.endswith("ies") else many.removesuffix("s")


def _pairs(
    d: DeclarationContext, bound: Bound, line: Line, data: Datum | None
) -> Iterator[tuple[list[Datum], int, Datum]]:
    """A table of pairs for each sort of route: ``roads: [[Alder, Beech], ...]``."""
    for sort, route in enumerate(bound.values["l"]):
        pairs = _table(d, bound, line, data, route.replace("-", "_"))
        if pairs is not None and pairs.items is None:
            d.reader.report("RK205", "a list of pairs is needed here", pairs.span, "for example:  [[Alder, Beech]]")
        for pair in pairs or ():
            if pair.items is None:
                d.reader.report("RK205", "a route is a pair of names", pair.span, "for example:  [Alder, Beech]")
                continue
            yield list(pair), sort, pair


def _rows(
    d: DeclarationContext, bound: Bound, line: Line, data: Datum | None
) -> Iterator[tuple[list[Datum], int, Datum]]:
    """One table with a row for each route: ``{a: Alder, b: Beech, kind: road}``; other columns are for people."""
    rows = _table(d, bound, line, data, bound.values["y"].replace("-", "_"))
    if rows is None:
        return
    example = f"for example:  {{a: ..., b: ..., kind: {_one(bound.values['l'][0]).replace('-', '_')}}}"
    if rows.items is None:
        d.reader.report("RK205", "a list of routes is needed here", rows.span, example)
    sorts = {form: k for k, route in enumerate(bound.values["l"]) for form in (route, _one(route))}
    for row in rows:
        row.used.update(row.fields or ())  # other columns are for people
        missing = [c for c in COLUMNS if row.fields is None or c not in row.fields]
        if row.fields is None:
            d.reader.report("RK205", "a route is a row with `a`, `b` and `kind`", row.span, example)
        elif missing:
            near = d.reader.suggestions.near(missing[0], row.fields) or example
            d.reader.report("RK204", f"this route has no `{missing[0]}`", row.span, near)
        else:
            sort = row.fields["kind"]
            said = (sort.text or "").replace("_", "-")
            if said in sorts:
                yield [row.fields["a"], row.fields["b"]], sorts[said], row
            else:
                near = d.reader.suggestions.near(said, sorts) or "there are: " + ", ".join(bound.values["l"])
                d.reader.report("RK205", f"no sort of route is called `{said}`", sort.span, near)


def _table(d: DeclarationContext, bound: Bound, line: Line, data: Datum | None, key: str) -> Datum | None:
    found = (data.fields or {}).get(key) if data is not None else None
    if data is not None:
        data.used.add(key)
    if data is not None and found is None:
        no_table(d, data, bound.values["t"], key, line)
    return found


HANDLERS = {"graph": graph}
