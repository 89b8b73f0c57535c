"""Graphs over a kind: which members are neighbours, by which sorts of routes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulekit.dsl.datum import Datum
from rulekit.dsl.declare.cells import title
from rulekit.dsl.declare.context import DeclarationContext
from rulekit.dsl.declare.kinds import no_table
from rulekit.dsl.symbols import Graph
from rulekit.dsl.syntax import Line

COLUMNS = ("a", "b", "kind")


def graph(d: DeclarationContext, line: Line, *, x: str, t: str, y: str | None = None, l: tuple[str, ...]) -> None:
    name = d.words.plurals.get(x)
    source = RouteFile(d, line, l, t, d.tables(line.file, t, line.span))
    if name is None or name not in d.program.kinds:
        d.reader.report("RK301", f"no kind is called `{x}`", line.span, d.reader.suggestions.near(x, d.words.plurals))
        return
    d.differ(l, line)
    made = Graph(name, list(l), [])
    d.program.graphs[name] = made
    for route in l:
        d.words.routes[route] = d.words.routes[_one(route)] = route
    members = {m: k for k, m in enumerate(d.program.kinds[name].members)}
    seen: dict[tuple[int, ...], Datum] = {}
    for ends, sort, where in source.pairs() if y is None else source.rows(y):
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


@frozen
class RouteFile:
    """A file that routes of some sorts come from."""

    context: DeclarationContext
    line: Line
    routes: Sequence[str]
    file: str
    data: Datum | None

    def pairs(self) -> Iterator[tuple[list[Datum], int, Datum]]:
        """A table of pairs for each sort of route: ``roads: [[Alder, Beech], ...]``."""
        report = self.context.reader.report
        for sort, route in enumerate(self.routes):
            pairs = self._table(route)
            if pairs is not None and pairs.items is None:
                report("RK205", "a list of pairs is needed here", pairs.span, "for example:  [[Alder, Beech]]")
            for pair in pairs or ():
                if pair.items is None:
                    report("RK205", "a route is a pair of names", pair.span, "for example:  [Alder, Beech]")
                    continue
                yield list(pair), sort, pair

    def rows(self, table: str) -> Iterator[tuple[list[Datum], int, Datum]]:
        """One table with a row for each route: ``{a: Alder, b: Beech, kind: road}``; other columns are for people."""
        report, suggestions = self.context.reader.report, self.context.reader.suggestions
        rows = self._table(table)
        if rows is None:
            return
        example = f"for example:  {{a: ..., b: ..., kind: {_one(self.routes[0]).replace('-', '_')}}}"
        if rows.items is None:
            report("RK205", "a list of routes is needed here", rows.span, example)
        sorts = {form: k for k, route in enumerate(self.routes) for form in (route, _one(route))}
        for row in rows:
            row.used.update(row.fields or ())  # other columns are for people
            missing = [c for c in COLUMNS if row.fields is None or c not in row.fields]
            if row.fields is None:
                report("RK205", "a route is a row with `a`, `b` and `kind`", row.span, example)
            elif missing:
                near = suggestions.near(missing[0], row.fields) or example
                report("RK204", f"this route has no `{missing[0]}`", row.span, near)
            else:
                sort = row.fields["kind"]
                said = (sort.text or "").replace("_", "-")
                if said in sorts:
                    yield [row.fields["a"], row.fields["b"]], sorts[said], row
                else:
                    near = suggestions.near(said, sorts) or "there are: " + ", ".join(self.routes)
                    report("RK205", f"no sort of route is called `{said}`", sort.span, near)

    def _table(self, name: str) -> Datum | None:
        if self.data is None:
            return None
        key = name.replace("-", "_")
        found = (self.data.fields or {}).get(key)
        self.data.used.add(key)
        if found is None:
            no_table(self.context, self.data, self.file, key, self.line)
        return found


HANDLERS = {"graph": graph}
