"""The components of a game: players and options, kinds with their data, pieces, places, marks, tables, devices, the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from html import escape
from pathlib import Path

from rulekit.diagnostics import RulesError, Span
from rulekit.dsl.data import load
from rulekit.dsl.program import Program
from rulekit.dsl.symbols import Cell, Column, GameOption, Kind, Mark, Place
from rulekit.dsl.types import Type
from rulekit.files import read_text, shown
from rulekit.rulebook.changes import Changes
from rulekit.rulebook.page import Chapter, capital, table, tag
from rulekit.rulebook.phrasing import Phrasing

BOARD = "board.yaml"
CLAUSES = "clauses.yaml"


class Components:
    """Chapters made from what is declared, and from the tables beside the rules."""

    def __init__(self, program: Program, folder: Path, say: Phrasing, changes: Changes) -> None:
        self.program, self.folder, self.say, self.changes = program, folder, say, changes

    # ------------------------------------------------------------ players and options
    def table(self) -> Chapter:
        """The players, and the options to agree on before the game."""
        say, parts = self.say, []
        seatings: dict[tuple[str, ...], list[int]] = {}
        for count, seats in self.program.seatings.items():
            seatings.setdefault(tuple(seats), []).append(count)
        for names, counts in seatings.items():
            low, high = counts[0], counts[-1]
            players = say.text("range", low=low, high=high) if len(counts) > 1 else str(low)
            key = "players" if len(names) == high else "players of"
            parts.append(tag("p", say.text(key, players=players, seats=say.text("sep").join(map(say.word, names)))))
        rows = [
            (
                self._marked(say.word(o.text or o.name), o.span),
                self._values(o.values, o.low, o.high, o.sort),
                self._normal(o),
            )
            for o in self.program.options.values()
        ]
        if rows:
            parts.append(table([say.text("option"), say.text("choice"), say.text("normal")], rows))
        needs = [self._marked(capital(say.need(condition, why)), span) for condition, why, span in self.program.needs]
        if needs:
            items = "".join(tag("li", text) for text in needs)
            parts.append(tag("p", say.text("refused")) + tag("ul", items, class_="rules"))
        return Chapter("table", say.text("table"), parts)

    def _marked(self, text: str, span: Span | None) -> str:
        """A text, marked as a change if it is a variant's."""
        return tag("span", text, class_="changed") + self.changes.badge(span) if self.changes.by(span) else text

    def _values(self, values: Sequence[str], low: int, high: int, sort: str) -> str:
        if sort == "number":
            return self.say.text("range", low=low, high=high)
        if sort == "truth":
            return self.say.text("yes or no")
        return self.say.text("sep").join(self.say.word(v) for v in values)

    def _normal(self, option: GameOption) -> str:
        """The default of an option, and the one before a variant changed it."""
        now = self._chosen(option.say(option.default))
        if option.printed is None or option.printed == option.default:
            return now
        now = tag("span", now, class_="changed")
        return self.say.text("was", now=now, before=self._chosen(option.say(option.printed)))

    def _chosen(self, text: str) -> str:
        return self.say.text(text) if text in ("yes", "no") else self.say.word(text)

    # ------------------------------------------------------------ things
    def appendix(self) -> list[Chapter]:
        """The reference part: pieces, marks, the tables, devices, rulings."""
        return [self._things(), self._start_tables(), self._rule_tables(), self.devices(), self.rulings()]

    def _things(self) -> Chapter:
        """Pieces and marks, and the kinds whose members have names."""
        kinds = (self._kind(k) for k in self.program.kinds.values() if not _numbered(k))
        parts = [self._pieces(), self._marks(), *kinds]
        return Chapter("things", self.say.text("things"), [p for p in parts if p], appendix=True)

    def _start_tables(self) -> Chapter:
        """Tables whose rows have no names: what stands where at the start."""
        parts = [self._kind(k) for k in self.program.kinds.values() if _numbered(k)]
        return Chapter("start", self.say.text("start tables"), [p for p in parts if p], appendix=True)

    def _pieces(self) -> str:
        say, groups = self.say, self.program.groups
        columns = list(dict.fromkeys(c for g in groups.values() for c in g.columns if c != "pieces"))
        rows = []
        for piece in self.program.pieces.values():
            many = say.text("each", n=piece.count) if piece.each else str(piece.count)
            row = [say.word(piece.plural) + self.changes.badge(piece.span), many, say.place(piece.home)]
            group = groups.get(piece.group)
            for column in columns:
                known = group is not None and column in group.columns
                row.append(str(group.columns[column][group.pieces.index(piece.name)]) if group and known else "")
            rows.append(row)
        head = [say.text("piece"), say.text("number"), say.text("first"), *(say.word(c) for c in columns)]
        return table(head, rows) if rows else ""

    def visible(self) -> Chapter:
        """Who can see what: hidden things first, then a list of the open ones."""
        say, hidden, shown_to_all = self.say, [], []
        for place in self.program.places.values():
            if place.holder:
                continue
            named = self._of(say.word(place.name), place.owners)
            if place.seen == "all":
                shown_to_all.append(named)
            else:
                hidden.append((capital(named), self._contents(place), self._seen(place)))
        secret = [m for m in self.program.marks.values() if m.seen != "all" and m.scene is None]
        hidden += [(capital(self._of(say.word(m.name), m.owners)), self._range(m), say.text(m.seen)) for m in secret]
        if not hidden:
            return Chapter("visible", say.text("visible"), [])
        parts = [tag("p", say.text("secret"))]
        parts.append(table([say.text("place"), say.text("holds"), say.text("seen")], hidden))
        for group in self.program.partners:
            parts.append(tag("p", say.text("partners", players=say.text("sep").join(map(say.word, group)))))
        if shown_to_all:
            parts.append(tag("p", say.text("everybody", places=say.text("sep").join(shown_to_all))))
        return Chapter("visible", say.text("visible"), [*parts, tag("p", say.text("how many"))])

    def _of(self, what: str, owners: Iterable[str]) -> str:
        for owner in owners:
            what = self.say.text("of each", what=what.removesuffix(" of"), owner=self.say.word(owner))
        return what

    def _contents(self, place: Place) -> str:
        words = [self._many(c) for c in place.contents]
        if place.is_spot:
            return self.say.text("sep").join(self.say.text("one", what=self.say.word(c)) for c in place.contents)
        return (
            self.say.text("pile", what=self.say.text("sep").join(words))
            if place.pile
            else self.say.text("sep").join(words)
        )

    def _many(self, name: str) -> str:
        """A sort of things or pieces, in the plural."""
        if name in self.program.pieces:
            return self.say.many(name, self.program.pieces[name].plural)
        group = self.program.groups.get(name)
        return self.say.many(name, group.plural) if group is not None else self.say.members(name)

    def _seen(self, place: Place) -> str:
        who = self.say.text(place.seen)
        return self.say.text("turned", who=who) if place.turns and place.seen != "all" else who

    def _marks(self) -> str:
        rows = [
            (self._of(self.say.word(m.name), m.owners), self._range(m))
            for m in self.program.marks.values()
            if m.scene is None
        ]
        return table([self.say.text("mark"), self.say.text("choice")], rows) if rows else ""

    def _range(self, mark: Mark) -> str:
        if mark.type.head == "truth":
            return self.say.text("yes or no")
        if mark.type.head == "number":
            key = "up" if mark.high is None else "from"
            return self.say.text(key, low=mark.low, high=mark.high)
        return self.say.word(mark.type.of) + (f" / {self.say.text('none')}" if mark.type.maybe else "")

    def _kind(self, kind: Kind) -> str:
        """A kind with columns as a table of its members; rows without names are only counted out."""
        if kind.sort != "table" or not kind.columns:
            return ""
        heads = [] if _numbered(kind) else [self.say.text("name")]
        cells: list[list[str]] = [[] if _numbered(kind) else [self._row(kind, k)] for k in range(len(kind.members))]
        for column in kind.columns.values():
            for head, values in self._column(kind, column):
                heads.append(capital(head))
                for row, value in zip(cells, values, strict=True):
                    row.append(value)
        return tag("h3", capital(self._many(kind.name))) + table(heads, cells)

    def _row(self, kind: Kind, index: int) -> str:
        name = self.say.member(kind, index)
        new = self.changes.new(kind, kind.members[index])
        return tag("span", name, class_="changed") if new else name

    def _column(self, kind: Kind, column: Column) -> Iterator[tuple[str, list[str]]]:
        """One column, or one for each value of the option that it depends on."""
        head = self.say.word(column.name)
        if column.each is None:
            yield head, [self._cell(kind, column, k) for k in range(len(kind.members))]
            return
        for k, value in enumerate(self.program.options[column.each].values):
            yield f"{head} ({self.say.word(value)})", [self._cell(kind, column, m, k) for m in range(len(kind.members))]

    def _cell(self, kind: Kind, column: Column, index: int, option: int = 0) -> str:
        """A value, and the one before a variant changed it."""
        value = column.cells[index][option]
        said = self._value(value, column.type)
        was = self.changes.cell(kind, kind.members[index], column, option)
        if was is None:
            return said
        return self.say.text("was", now=tag("span", said, class_="changed"), before=self._value(was, column.type))

    def _value(self, value: Cell, sort: Type) -> str:
        if isinstance(value, tuple):
            return self.say.text("sep").join(self._value(v, sort) for v in value)
        if sort.head in ("kind", "set") and sort.of in self.program.kinds:
            kind = self.program.kinds[sort.of]
            return self.say.member(kind, value) if 0 <= value < len(kind.members) else "–"
        if sort.head == "truth":
            return self.say.text("yes" if value else "no")
        return str(value)

    # ------------------------------------------------------------ the board, tables, equipment
    def board(self) -> Chapter:
        """The map, drawn from the coordinates in the tables; nothing where a game has none."""
        if not (self.folder / BOARD).is_file():
            return Chapter("board", self.say.text("board"), [])
        from rulekit.board import read_board, svg

        try:
            drawn = svg(read_board(self.folder), self.say.language)
        except RulesError:  # `rulekit check` and `rulekit board` tell what is wrong with it
            return Chapter("board", self.say.text("board"), [])
        return Chapter("board", self.say.text("board"), [tag("figure", drawn[drawn.index("<svg") :])])

    def _rule_tables(self) -> Chapter:
        """Tables of rules."""
        parts = []
        for made in self.program.tables.values():
            rows = []
            for low, high, values, _ in made.rows:
                if high is None:
                    span = self.say.text("or more", n=low)
                else:
                    span = str(low) if low == high else self.say.text("range", low=low, high=high)
                types = made.types or [Type("number")] * len(values)
                rows.append((span, *(self._value(v, t) for v, t in zip(values, types, strict=True))))
            head = [self.say.word(made.slot[0]), *(self.say.word(c) for c in made.columns)]
            title = capital(self.say.word(made.name)) + self.changes.badge(made.span)
            parts.append(tag("h3", title) + table([capital(x) for x in head], rows))
        return Chapter("tables", self.say.text("tables"), parts, appendix=True)

    def rulings(self) -> Chapter:
        """What the authors of the rules decided where a rule book leaves a question open."""
        rows = ((tag("span", escape(name), id=f"c-{name}"), escape(text)) for name, text in self.ruled.items())
        parts = [table([self.say.text("ruling"), ""], rows)] if self.ruled else []
        if left := len(self._listed) - len(self.ruled):
            parts.append(
                tag("p", self.say.text("rulings left" if self.ruled else "rulings elsewhere", n=left, file=CLAUSES))
            )
        return Chapter("rulings", self.say.text("rulings"), parts, appendix=True)

    @cached_property
    def ruled(self) -> dict[str, str]:
        """The rulings that can be told in this language, by their names."""
        said = self.say.words
        return {k: said.get(k, text) for k, text in self._listed.items() if k in said or self.say.language == "en"}

    @cached_property
    def _listed(self) -> dict[str, str]:
        """The rulings of the game's own list by their names."""
        path = self.folder / CLAUSES
        data = load(path, shown(path), read_text(path), []) if path.is_file() else None
        listed = (data.fields or {}).get("rulings") if data is not None else None
        return {name: said.text or "" for name, said in ((listed.fields if listed is not None else None) or {}).items()}

    def _doc(self, text: str) -> str:
        """What a plugin says of its device: its words stand with those of the game that uses it."""
        return escape(self.say.words.get(text, text))

    def devices(self) -> Chapter:
        """Equipment of plugins, with its settings."""
        parts = []
        for name, used in self.program.used.items():
            device = self.program.devices[name]
            settings = (
                self.say.text(
                    "setting",
                    name=self.say.word(p.name),
                    value=used.settings.get(p.name, p.default),
                    doc=self._doc(p.doc),
                )
                for p in device.parameters
            )
            items = "".join(tag("li", text) for text in settings)
            title = capital(self.say.word(name)) + self.changes.badge(used.span)
            body = tag("p", self._doc(device.doc)) + tag("ul", items, class_="rules")
            parts.append(tag("h3", title) + body)
        return Chapter("devices", self.say.text("devices"), parts, appendix=True)


def _numbered(kind: Kind) -> bool:
    """Whether the rows of a table have no names of their own: ``Start 1``, ``Start 2``."""
    title = kind.name.replace("-", " ").title()
    return kind.sort == "table" and all(name == f"{title} {k + 1}" for k, name in enumerate(kind.members))
