"""What variants change in a game, in plain words: two programs, with and without them, compared thing by thing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from rulekit.diagnostics import Span
from rulekit.dsl.edits import Edit
from rulekit.dsl.points import Modifier
from rulekit.dsl.program import Program
from rulekit.dsl.symbols import Cell, Kind
from rulekit.dsl.types import Type
from rulekit.dsl.types import kind as kind_type
from rulekit.explain import quotes
from rulekit.variant_diff.changes import VariantChange


class Spanned(Protocol):
    """Anything that a rule file declares, with the place in the file."""

    @property
    def span(self) -> Span | None: ...


NUMBERS, CARDS, RULES, THINGS = "numbers", "cards", "rules", "things"
DECLARED = (
    ("families", "family"),
    ("kinds", "kind"),
    ("places", "place"),
    ("marks", "mark"),
    ("tables", "table"),
    ("scenes", "scene"),
    ("windows", "window"),
    ("options", "option"),
)


def differences(base: Program, laid: Program) -> list[VariantChange]:
    """All changes, numbers first; each thing that differs is named once."""
    return [*_options(base, laid), *_devices(base, laid), *_pieces(base, laid), *_cells(base, laid), *_cards(base, laid),
            *_edits(laid), *_points(base, laid), *_said(laid), *_exceptions(base, laid), *_heading(base, laid),
            *_declared(base, laid), *_routes(base, laid)]  # fmt: skip


# ---------------------------------------------------------------- numbers
def _number(name: str, before: str, after: str, place: Span | None, at: Span | None, about: str = "") -> VariantChange:
    key, values = ("number_about", {"about": about}) if about else ("number", {})
    return VariantChange(NUMBERS, "changed", name, key, values, before, after, place, at)


def _options(base: Program, laid: Program) -> Iterator[VariantChange]:
    for name, option in laid.options.items():
        old = base.options.get(name)
        if old is not None and old.default != option.default:
            before, after = old.say(old.default), option.say(option.default)
            yield _number(name, before, after, laid.settled.get(name), old.span, option.text)


def _devices(base: Program, laid: Program) -> Iterator[VariantChange]:
    for name, used in laid.used.items():
        if name not in base.used:
            old = ", ".join(x for x in base.used if x not in laid.used)
            at = next((base.used[x].span for x in base.used if x not in laid.used), None)
            how, key = ("replaced", "plugin_instead") if old else ("added", "plugin")
            yield VariantChange(THINGS, how, name, key, {"old": old}, old, name, used.span, at)
            continue
        defaults = {p.name: p.default for p in laid.devices[name].parameters} if name in laid.devices else {}
        for setting, n in used.settings.items():
            before = base.used[name].settings.get(setting, defaults.get(setting))
            if before != n:
                said = f"{setting} of {name}"
                values, at = {"setting": setting, "device": name}, base.used[name].span
                place = laid.settled.get(said)
                yield VariantChange(NUMBERS, "changed", said, "setting", values, str(before), str(n), place, at)


def _pieces(base: Program, laid: Program) -> Iterator[VariantChange]:
    for name, piece in laid.pieces.items():
        old = base.pieces.get(name)
        if old is None:
            yield _new_piece(base, laid, name)
        elif old.count != piece.count and not piece.group:
            key, each = ("count_each", " of each player") if piece.each else ("count", "")
            said = f"the number of {piece.plural}"
            yield VariantChange(
                NUMBERS, "changed", said + each, key, {"pieces": piece.plural}, str(old.count), str(piece.count),
                laid.settled.get(said, piece.span), old.span,
            )  # fmt: skip
    yield from _gone(THINGS, "piece", base.pieces, laid.pieces, laid)


def _new_piece(base: Program, laid: Program, name: str) -> VariantChange:
    piece = laid.pieces[name]
    group = laid.groups.get(piece.group)
    if group is None:
        return VariantChange(THINGS, "added", name, "piece", {"count": str(piece.count)}, "", "", piece.span)
    row = group.pieces.index(name)
    columns = ", ".join(f"{c} {n[row]}" for c, n in group.columns.items())
    cards = ", ".join(_brought(base, laid, piece.group))
    values = {"group": group.plural, "columns": columns, "cards": cards}
    return VariantChange(THINGS, "added", name, "row_brings" if cards else "row", values, "", "", piece.span)


def _brought(base: Program, laid: Program, group: str) -> Iterator[str]:
    """The cards that there are because a group has a row more."""
    for entry in laid.entries.values():
        if entry.over is not None and entry.over[1] == group:
            old = base.kinds[entry.family].members if entry.family in base.kinds else []
            yield from (f"{entry.family} {m}" for m in laid.kinds[entry.family].members if m not in old)


def _cells(base: Program, laid: Program) -> Iterator[VariantChange]:
    """Numbers of rows that both have: in groups of pieces, in tables, and of cards."""
    for name, group in laid.groups.items():
        old = base.groups.get(name)
        for column, values in group.columns.items() if old is not None else ():
            for row, n in enumerate(values):
                one = group.pieces[row]
                if old is not None and one in old.pieces and old.columns[column][old.pieces.index(one)] != n:
                    before = str(old.columns[column][old.pieces.index(one)])
                    place, said = laid.pieces[one].span, f"{column} of {one}"
                    yield _number(said, before, str(n), laid.settled.get(said, place), base.pieces[one].span)
    for name, kind in laid.kinds.items():
        if name in base.kinds and kind.sort in ("table", "family"):
            yield from _rows(base, laid, base.kinds[name], kind)


def _rows(base: Program, laid: Program, old: Kind, kind: Kind) -> Iterator[VariantChange]:
    at = {member: k for k, member in enumerate(old.members)}
    if kind.sort == "table":
        for member in kind.members:
            if member not in at:
                what, place = {"what": kind.name}, laid.over_at(member)
                yield VariantChange(THINGS, "added", member, "new", what, "", member, place)
        for member in old.members:
            if member not in kind.members:
                what, place = {"what": kind.name}, laid.removed.get(member)
                yield VariantChange(THINGS, "removed", member, "gone", what, member, "", place, old.span)
    told: set[str] = set()
    for k, member in enumerate(kind.members):
        for column in kind.columns.values() if member in at and laid.kinds[kind.name] is kind else ():
            before = old.columns[column.name].cells if column.name in old.columns else []
            if not before or len(before) <= at[member] or len(column.cells) <= k:
                continue
            if member in laid.entries and laid.entries[member].span != base.entries[member].span:
                continue  # the card is said anew, and told as a whole
            options = [""] if column.each is None else laid.options[column.each].values
            for of, one, other in zip(options, before[at[member]], column.cells[k], strict=True):
                said = f"{column.name} of {member}" + (f" for {of}" if of else "")
                a, b = (_shown(p, column.type, v) for p, v in ((base, one), (laid, other)))
                if a != b and said not in told:
                    told.add(said)
                    yield _number(said, a, b, laid.settled.get(said, laid.over_at(member)), old.span)


def _shown(program: Program, type_: Type, value: Cell) -> str:
    """A cell as the table says it."""
    if isinstance(value, tuple):
        return ", ".join(_shown(program, kind_type(type_.of), v) for v in value) or "nothing"
    if type_.head == "truth":
        return "yes" if value else "no"
    if type_.head != "kind":
        return str(value)
    members = program.seats if type_.of == "player" else program.kinds[type_.of].members
    return "none" if value < 0 else str(members[value])


# ---------------------------------------------------------------- cards and rules
def _cards(base: Program, laid: Program) -> Iterator[VariantChange]:
    for name, entry in laid.entries.items():
        old = base.entries.get(name)
        said = {"family": entry.family, "title": entry.title}
        after = _block(laid, entry.span)
        if old is None:
            yield VariantChange(CARDS, "added", name, "card_new", said, "", after, entry.span)
        elif old.span != entry.span:
            before = _block(base, old.span)
            yield VariantChange(CARDS, "replaced", name, "card_anew", said, before, after, entry.span, old.span)
    for name, old in base.entries.items():
        if name not in laid.entries:
            said, place = {"family": old.family, "title": old.title}, laid.removed.get(name)
            before = _block(base, old.span)
            yield VariantChange(CARDS, "removed", name, "card_gone", said, before, "", place, old.span)


def _edits(laid: Program) -> Iterator[VariantChange]:
    for edit in laid.edits:
        if edit.whole and edit.sort in ("replace", "remove"):
            continue  # told as the rule or the card that it is
        how = {"remove": "removed", "instead": "replaced"}.get(edit.sort, "added")
        after = _new(laid, edit) if edit.new else ""
        before = _row(laid, edit.at.file, edit.at.line, edit.at.column)
        yield VariantChange(RULES, how, edit.home, f"line_{edit.sort}", {}, before, after, edit.span, edit.at)


def _new(laid: Program, edit: Edit) -> str:
    first = edit.new[0]
    if first.number == edit.span.line:  # behind the `:` of its own heading
        return _row(laid, first.file, first.number, first.tokens[0].column)
    last = max(t.line for line in edit.new for sub in line.walk() for t in (*sub.tokens, *(sub.tail or ())))
    return _dedented(laid.sources[first.file].splitlines()[first.number - 1 : last])


def _points(base: Program, laid: Program) -> Iterator[VariantChange]:
    for name, point in laid.points.items():
        if point.sort == "entry" or point.sort in ("scene", "window"):
            continue
        old = base.points.get(name)
        if old is None:
            what = {"what": "rule" if point.sort == "deed" else point.sort}
            yield VariantChange(RULES, "added", name, "new", what, "", _block(laid, point.span), point.span)
        elif old.span != point.span:
            before, after = _block(base, old.span), _block(laid, point.span)
            yield VariantChange(RULES, "replaced", name, "point_anew", {}, before, after, point.span, old.span)
    yield from _gone(RULES, "rule", {k: p for k, p in base.points.items() if p.sort != "entry"}, laid.points, laid)


def _said(laid: Program) -> Iterator[VariantChange]:
    """What variants themselves say about points; what their cards say stands with the cards."""
    for point in [*laid.points.values(), *laid.choices.values()]:
        for modifier in point.modifiers:
            if not modifier.carrier and modifier.family in laid.variants:
                yield _one(laid, modifier, point.name, point.span)


def _one(laid: Program, modifier: Modifier, name: str, at: Span) -> VariantChange:
    how = "replaced" if modifier.op == "instead" else "changed"
    return VariantChange(RULES, how, name, modifier.op, {}, "", _block(laid, modifier.span), modifier.span, at)


def _exceptions(base: Program, laid: Program) -> Iterator[VariantChange]:
    for name, old in base.points.items():
        there = {c.name for c in laid.points[name].clauses if c.op == "exception"} if name in laid.points else set()
        for clause in old.clauses:
            said = f"exception {clause.name} of {name}"
            if clause.op == "exception" and clause.name not in there and said in laid.settled:
                which, place = {"exception": clause.name}, laid.settled[said]
                yield VariantChange(
                    RULES, "removed", name, "exception_gone", which, clause.text, "", place, clause.span
                )


def _heading(base: Program, laid: Program) -> Iterator[VariantChange]:
    """What variants add to the heading of the game, beside options."""
    for need in laid.needs[len(base.needs) :]:
        yield _added("needs", "needs", need.span, laid)
    for display in laid.above[len(base.above) :]:
        yield _added("shown above", "shown_above", display.span, laid)
    for partners in laid.partners[len(base.partners) :]:
        names = ", ".join(partners)
        yield VariantChange(RULES, "added", "partners", "partners", {"names": names}, "", names, None)
    if laid.judge is not None and (base.judge is None or base.judge[1] != laid.judge[1]):
        yield _added("bots judge by", "judge", laid.judge[1], laid)


def _added(name: str, key: str, span: Span, laid: Program) -> VariantChange:
    return VariantChange(RULES, "added", name, key, {}, "", _block(laid, span), span)


# ---------------------------------------------------------------- things
def _declared(base: Program, laid: Program) -> Iterator[VariantChange]:
    for attribute, what in DECLARED:
        old: Mapping[str, Spanned] = getattr(base, attribute)
        new: Mapping[str, Spanned] = getattr(laid, attribute)
        for name, made in new.items():
            brought = getattr(made, "holder", False) or getattr(made, "sort", "") in ("family", "player")
            if brought or (attribute == "kinds" and (name in laid.groups or name in laid.options)):
                continue
            after = _block(laid, made.span)
            if name not in old:
                yield VariantChange(THINGS, "added", name, "new", {"what": what}, "", after, made.span)
            elif old[name].span != made.span:
                before = _block(base, old[name].span)
                place, at = made.span, old[name].span
                yield VariantChange(THINGS, "replaced", name, "anew", {"what": what}, before, after, place, at)
        yield from _gone(THINGS, what, old, new, laid)


def _gone(
    part: str, what: str, old: Mapping[str, Spanned], new: Mapping[str, Spanned], laid: Program
) -> Iterator[VariantChange]:
    for name, made in old.items():
        if name not in new:
            place = laid.removed.get(name)
            yield VariantChange(part, "removed", name, "gone", {"what": what}, name, "", place, made.span)


def _routes(base: Program, laid: Program) -> Iterator[VariantChange]:
    for name, graph in laid.graphs.items():
        if name in base.graphs:
            old, new = _named(base, name), _named(laid, name)
            for how, found in (
                ("added", [x for x in new if x not in old]),
                ("removed", [x for x in old if x not in new]),
            ):
                for route, a, b in found:
                    key = "route_new" if how == "added" else "route_gone"
                    place = laid.over_at(b if a in base.kinds[graph.kind].members else a)
                    yield VariantChange(THINGS, how, route, key, {"a": a, "b": b}, "", f"{a} - {b}", place)


def _named(program: Program, name: str) -> list[tuple[str, str, str]]:
    graph, members = program.graphs[name], program.kinds[name].members
    found = []
    for a, b, sort in graph.edges:
        first, second = sorted((members[a], members[b]))
        found.append((graph.routes[sort], first, second))
    return found


# ---------------------------------------------------------------- texts
def _block(program: Program, span: Span | None) -> str:
    """A heading with all that stands below it, as it stands in its file."""
    rows = program.sources.get(span.file, "").splitlines()[span.line - 1 :] if span is not None else []
    if not rows:
        return ""
    margin = len(rows[0]) - len(rows[0].lstrip())
    end = 1
    for k, row in enumerate(rows[1:], 2):
        if row.strip():
            if len(row) - len(row.lstrip()) <= margin:
                break
            end = k
    return _dedented(rows[:end])


def _row(program: Program, file: str, line: int, column: int) -> str:
    """The rest of a line from a column on, without the clauses that it cites and without a remark."""
    rows = program.sources.get(file, "").splitlines()
    return quotes.said(rows[line - 1])[column - 1 :] if 0 < line <= len(rows) else ""


def _dedented(rows: list[str]) -> str:
    margin = min((len(r) - len(r.lstrip()) for r in rows if r.strip()), default=0)
    return "\n".join(r[margin:].rstrip() for r in rows)
