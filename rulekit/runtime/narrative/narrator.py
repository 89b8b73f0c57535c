"""What happened in a match as one person may hear it: a tree of sentences, each with what it names and the rule behind it.

What a rule's author says of it is told in those words; of the rest a sentence is made from its heading and from what it changed.
The level of detail selects events; it never cuts sentences off: see :class:`Narrator`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from rulekit.runtime.labels import Part, Thing
from rulekit.runtime.narrative import shown_cards
from rulekit.runtime.narrative.changes import change, filled, hands, hides, won
from rulekit.runtime.narrative.event_tree import Event, tree_of
from rulekit.runtime.narrative.gains import Gain, by_player, gain_of, gains_sentence
from rulekit.runtime.narrative.headed_lines import headed
from rulekit.runtime.narrative.headings import given, heading
from rulekit.runtime.narrative.headlines import headlines
from rulekit.runtime.narrative.journal import Entry
from rulekit.runtime.narrative.long_lines import divided
from rulekit.runtime.narrative.messages import form
from rulekit.runtime.narrative.relevance import Relevance
from rulekit.runtime.narrative.rolls import Roll, rolls
from rulekit.runtime.narrative.rows import CardMoved, Entitled, Gained, Marked, Remarked, Row, Shown, Skipped
from rulekit.runtime.narrative.scenes import in_scene
from rulekit.runtime.narrative.sentence import LEVELS, Level, Sentence, in_order, together
from rulekit.runtime.narrative.table_rows import is_row
from rulekit.runtime.narrative.throws import Throw, throws
from rulekit.runtime.narrative.visible import seat_of, shown_card_named

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState


def story(
    match: MatchState, viewer: str | None = "", since: int = 0, level: Level = "story", lang: str = "en"
) -> list[Sentence]:
    """What has happened since ``match.happened`` was ``since``, as ``viewer`` may hear it: a player's name, None for an onlooker,
    "" for the whole truth. Raises ValueError for another level, UserError for somebody who does not sit here."""
    if level not in LEVELS:
        raise ValueError(f"there is no level {level}: it can be {', '.join(LEVELS)}")
    return Narrator(match, viewer, since, level, lang).sentences()


def _speaks(deed: Event) -> bool:
    """Whether the author has words for a deed, or says that it is passed over in silence."""
    return deed.untold or deed.said is not None or any(isinstance(item.what, Remarked) for item in deed.inside)


class Narrator:
    """Tells the events of a match to one reader at one level of detail.

    At the level ``story``: whatever its author has words for; every card, action and scene without words by its heading; a deed
    without words only where it has changed something that nobody else tells of. What concerns the reader is told by itself, the
    same thing done by several others in one line. That a place changes its owner from or to the reader is always told.
    ``headline``: the chapters, and of these sentences only what tells a new owner, a score or the result. ``full``: everything,
    with each change. ``ledger``: every row of the journal by itself.
    """

    def __init__(self, match: MatchState, viewer: str | None, since: int, level: Level, lang: str) -> None:
        self.match, self.viewer, self.since, self.level = match, viewer, since, level
        self.image, self.labels = match.compiled.image, match.compiled.labels(lang)
        self.sight = None if viewer == "" else match.compiled.sight(viewer)
        self.seat = seat_of(self.sight)
        self.tree = tree_of(match, since)
        self.relevance = Relevance(match, self.seat, self.tree)

    def sentences(self) -> list[Sentence]:
        if self.level == "ledger":
            return [*self._ledger()]
        nodes, gains = self._inside(self.tree.root, worded=False)
        nodes += self._uncovered(self.tree.root, nodes)
        told = together([*nodes, *self._scores(self.tree.root, gains), *self._result()], self.labels, self.viewer)
        if self.level == "headline":
            return [*map(divided, headlines(self.match, self.tree, self.since, told, self.labels, self.viewer))]
        return [divided(headed(x, self.labels, self.viewer)) for x in told]

    def _ledger(self) -> Iterator[Sentence]:
        lang, players = self.labels.lang, self.match.players
        for number, k in sorted(self.tree.root.numbered(self.since)):
            entry = Entry(k + 1, self._row(k), self.match)
            parts = entry.parts(lang, self.viewer)
            if parts:
                yours = self.seat >= 0 and entry.player == players[self.seat]
                yield Sentence(
                    "entry", tuple(parts), number, entry.player, yours, entry.rule, entry.clauses, entries=(k, k + 1)
                )

    def _result(self) -> Iterator[Sentence]:
        """Who has won, after everything else."""
        ending = self.match.ending
        if ending is None or self.since >= self.tree.size:
            return
        best = max(row[1:] for row in ending)
        parts = won([row[0] for row in ending if row[1:] == best], self.labels)
        yield evolve(self._told("result", self.tree.root, self.tree.size - 1, parts), yours=True)

    # ------------------------------------------------------------ events
    def _event(self, event: Event, worded: bool) -> tuple[list[Sentence], list[Gain]]:
        """``worded``: whether an author has words for what it is a part of."""
        if event.last < self.since:
            return [], []
        if self.image.rules[event.rule].sort == "at-once" and event.part_of is None:
            return self._at_once(event), []
        if event.part_of is not None and self.seat != event.part_of and self.sight is not None:
            return [], []
        own = self._words(event)
        sort = self.image.rules[event.rule].sort
        titled = sort in ("entry", "scene")
        inner, gains = self._inside(event, worded or own is not None or event.untold or titled)
        if self.level != "full" and (own is not None or event.untold or (worded and sort != "entry")):
            scored = self._scores(event, [x for x in gains if x.variant])
            inner = in_order([*inner, *self._by_variants(event), *scored])
            gains = [x for x in gains if not x.variant]
        if own is not None:
            inner = [*inner, *self._uncovered(event, (own, *inner)), *self._scores(event, gains)]
            if own.number < self.since:
                return inner, []
            children = tuple(together(inner, self.labels, self.viewer))
            return [evolve(own, children=children, throws=self._throws(event), rolls=self._rolls(event))], []
        if self.level == "full":
            inner = in_order([*self._changes(event), *inner, *self._scores(event, gains)])
            title = self._title(event)
            return ([evolve(title, children=tuple(inner))], []) if title is not None and inner else (inner, [])
        if worded and sort != "entry":
            return inner, gains
        inner = [*inner, *self._scores(event, gains)]
        if event.untold:
            return inner, []
        return self._by_itself(event, inner, titled), []

    def _by_itself(self, event: Event, inner: list[Sentence], titled: bool) -> list[Sentence]:
        """A card, an action or a scene by its heading, a deed only if it changed something; with what it changed, if that
        concerns the reader."""
        changes = self._changes(event, deep=titled)
        title = self._title(event)
        if title is None or not (changes or (titled and inner)):
            return inner
        changes = [x for x in changes if not self._moves_itself(event, x)]
        if titled and self.sight is not None and not self.relevance.event(event):
            changes = [x for x in changes if self._failed(x)]
        title = evolve(
            title,
            parts=(*title.parts, *self._summed(changes)),
            number=max(self.since, title.number, *(x.number for x in changes), 0),
            children=tuple(inner) if titled else (),
            throws=self._throws(event) if titled else (),
            rolls=self._rolls(event) if titled else (),
        )
        return [title] if titled else in_order([*inner, title])

    def _inside(self, event: Event, worded: bool) -> tuple[list[Sentence], list[Gain]]:
        out: list[Sentence] = []
        gains: list[Gain] = []
        for item in event.inside:
            match item.what:
                case Event() as part:
                    nodes, more = self._event(part, worded)
                    out = self._appended(out, part, nodes)
                    gains += more
                case Remarked() as note if item.number >= self.since:
                    out += self._line(event, item.number, note)
                case int() as k if item.number >= self.since and isinstance(row := self._row(k), Shown):
                    out = self._shown(event, item.number, k, row, out)
                case Gained() as note if item.number >= self.since:
                    gain = gain_of(item.number, note, self.labels, self.sight)
                    gains += [gain] if gain is not None else []
        return together(out, self.labels, self.viewer), gains

    def _appended(self, before: list[Sentence], event: Event, after: list[Sentence]) -> list[Sentence]:
        """Behind what was told before an event; a card that the line before it named already is not named again."""
        if not before or len(after) != 1 or self._words(event) is not None or before[-1].sort != "line":
            return before + after
        if self.image.rules[event.rule].sort != "entry" or before[-1].children:
            return before + after
        title, last, node = self._title(event), before[-1], after[0]
        if title is None or not title.things or not set(title.things) <= set(last.things):
            return before + after
        parts = (*last.parts, *node.parts[len(title.parts) :])
        entries = last.entries[0], max(last.entries[1], node.entries[1])
        number = max(last.number, node.number)
        return [*before[:-1], evolve(last, parts=parts, children=node.children, entries=entries, number=number)]

    def _throws(self, event: Event) -> tuple[Throw, ...]:
        """What devices did in an event, but for what belongs to a sentence of its own in it."""
        return throws(self._own_rows(event), self.labels)

    def _rolls(self, event: Event) -> tuple[Roll, ...]:
        """The dice that were thrown in a part of a scene, but for those that belong to a sentence of its own in it."""
        return rolls(self._rows_about(event, ()), self.labels) if in_scene(event, self.image.rules) else ()

    def _rows_about(self, event: Event, about: Sequence[Part]) -> Iterator[tuple[Row, Sequence[Part]]]:
        """The same rows as :meth:`_own_rows`, each with the things about which the rule within the event is that wrote it."""
        for item in event.inside:
            if isinstance(item.what, int) and item.number >= self.since:
                yield self._row(item.what), about
            elif isinstance(item.what, Event) and not _is_worded(item.what):
                things = given(item.what, self.match, self.labels, self.sight, self._now)
                yield from self._rows_about(item.what, things or about)

    def _own_rows(self, event: Event) -> Iterator[Row]:
        yield from (row for row, _ in self._rows_about(event, ()))

    def _row(self, entry: int) -> Row:
        """A row of the journal."""
        return (self.match.log or [])[entry]

    def _shown(self, event: Event, number: int, k: int, row: Shown, before: list[Sentence]) -> list[Sentence]:
        """Who looks at a card, or is shown one, is always told, and nobody else its name; cards of one place in one line."""
        rows, first = [row], k
        last = before[-1] if before else None
        if last is not None and last.sort == "shown" and last.entries[1] == first:
            earlier = [x for j in range(*last.entries) if isinstance(x := self._row(j), Shown)]
            if shown_cards.together(earlier[0], row):
                rows, first, before = [*earlier, row], last.entries[0], before[:-1]
        said = shown_cards.sentence(rows, self.labels, self.sight)
        told = self._told("shown", event, number, said)
        mine = told.yours or (self.seat >= 0 and shown_card_named(row, self.sight))
        return [*before, evolve(told, yours=mine, entries=(first, k + 1))]

    def _words(self, event: Event) -> Sentence | None:
        """What the author says about it."""
        if event.said is None or not _is_worded(event):
            return None
        number, note = event.said
        return self._told("event", event, number, self._spoken(note), note.template)

    def sentence(self, event: Event) -> Sentence | None:
        """What an event is called by itself: in its author's words, or by the heading of a card or a scene."""
        titled = event.rule >= 0 and self.image.rules[event.rule].sort in ("entry", "scene")
        return self._words(event) or (self._title(event) if titled else None)

    def _line(self, event: Event, number: int, note: Remarked) -> list[Sentence]:
        if note.values is None:
            return []
        return [self._told("line", event, number, self._spoken(note), note.template)]

    def _spoken(self, note: Remarked | Entitled) -> list[Part]:
        hidden = note.unread.get(self.seat, ()) if self.sight is not None else ()
        return self.labels.spoken(note.template, note.values or (), hidden=hidden)

    def _title(self, event: Event) -> Sentence | None:
        said = heading(event, self.match, self.labels, self.sight, self._now)
        return self._told("event", event, event.number, said) if said else None

    def _now(self, root: str, thing: int) -> bool:
        """Whether the reader can see something where it lies now."""
        return self.sight is None or self.sight.reads(self.match.s, root, thing)

    def _told(
        self,
        sort: str,
        event: Event,
        number: int,
        parts: Sequence[Part],
        template: int = -1,
        entries: tuple[int, int] | None = None,
    ) -> Sentence:
        return Sentence(
            "row" if template >= 0 and is_row(parts) else sort,
            tuple(parts),
            number,
            player=self.match.players[event.me] if event.me >= 0 else None,
            yours=self.relevance.event(event, parts),
            rule=self.labels.line(event.line) if event.line >= 0 else "",
            clauses=self.image.lines[event.line].clauses if event.line >= 0 else (),
            entries=entries or event.entries or (event.at, event.at),
            template=template,
            deed=self.image.rules[event.rule].name if sort == "event" and event.rule >= 0 else "",
            in_scene=in_scene(event, self.image.rules),
        )

    # ------------------------------------------------------------ what nobody has words for
    def _changes(self, event: Event, deep: bool = False) -> list[Sentence]:
        """The visible changes that a rule made itself; ``deep``: also through deeds that it carried out."""
        out = []
        for item in event.inside:
            inner = item.what
            if isinstance(inner, Event) and deep and self.image.rules[inner.rule].sort == "deed":
                out += self._changes(inner, deep) if not _speaks(inner) else []
            if isinstance(inner, int) and item.number >= self.since:
                row = self._row(inner)
                said = change(row, self.labels, self.sight)
                if said and (self.level == "full" or not hides(row, self.sight)):
                    out.append(self._told("change", event, item.number, said, entries=(inner, inner + 1)))
        return out

    def _by_variants(self, event: Event) -> list[Sentence]:
        """The visible changes by lines of variants in an event for which only the game has words or a `not told`: a sentence for
        each variant, which begins with its title. Gains have sentences of their own. Of a variant's own rule the changes
        by the deeds that it calls are included."""
        lines = self.image.lines
        said = {item.what.line for item in event.inside if isinstance(item.what, Remarked)}
        said |= {event.said[1].line} if event.said is not None else set()
        said |= {event.silenced} if event.silenced is not None else set()
        if any(lines[line].variant for line in said):
            return []
        own = lines[event.line].variant if event.line >= 0 else ""
        gained = {(x.what.line, x.what.cell) for e in event.walk() for x in e.inside if isinstance(x.what, Gained)}
        changes: dict[str, list[Sentence]] = {}
        for x in self._changes(event, deep=bool(own)):
            row = self._row(x.entries[0])
            variant = own or lines[row.line].variant
            if variant and not self._failed(x) and not (isinstance(row, Marked) and (row.line, row.cell) in gained):
                changes.setdefault(variant, []).append(x)
        return [
            evolve(
                last := found[-1],
                parts=(self.labels.variant(variant), *self._summed(found)),
                yours=any(x.yours for x in found),
                entries=(found[0].entries[0], last.entries[1]),
            )
            for variant, found in changes.items()
        ]

    def _moves_itself(self, event: Event, told: Sentence) -> bool:
        """Whether a change is that the card of an event goes where played cards go: that it was played is said already."""
        row, rule = self._row(told.entries[0]), self.image.rules[event.rule]
        if rule.sort != "entry" or not isinstance(row, CardMoved):
            return False
        return (row.root, row.card) == (rule.root, event.values[-1])

    def _failed(self, told: Sentence) -> bool:
        """Whether a change says that something was not carried out."""
        return isinstance(self._row(told.entries[0]), Skipped)

    def _summed(self, changes: Sequence[Sentence]) -> list[Part]:
        """`: 3 coins from the bank to my purse, points of Red 4 (+1)`"""
        out: list[Part] = []
        for k, x in enumerate(changes):
            out += [self.labels.comma if k else self.labels.colon, *x.parts]
        return out

    def _uncovered(self, event: Event, told: Iterable[Sentence]) -> Iterator[Sentence]:
        """What came to the reader or went from them, and what no sentence of this event names."""
        named = {x for node in told for _, line in node.lines() for x in line.things}
        found: dict[tuple[str, int], list[tuple[int, int, Thing]]] = {}
        for number, k in event.numbered(self.since):
            row = self._row(k)
            thing = self.relevance.changed_hands(row, self.labels)
            if thing is None or thing in named or not isinstance(row, Marked):
                continue
            if change(row, self.labels, self.sight):
                mark = self.labels.column(row.cell).name
                found.setdefault((mark, row.new), []).append((number, k, thing))
        for (_, owner), rows in found.items():
            things = dict.fromkeys(thing for _, _, thing in rows)
            parts = hands(list(things), self.seat, owner, self.labels)
            told_ = self._told("change", event, rows[-1][0], parts)
            yield evolve(told_, yours=True, entries=(rows[0][1], rows[-1][1] + 1))

    # ------------------------------------------------------------ in secret
    def _at_once(self, event: Event) -> list[Sentence]:
        """What all did at once: one's own part, and one line about the others when they are done."""
        out: list[Sentence] = []
        others: list[Event] = []
        for part in (x.what for x in event.inside if isinstance(x.what, Event)):
            if part.part_of == self.seat or (self.sight is None and self.level == "full"):
                worded = part.said is not None
                out += in_order([*(() if worded else self._changes(part)), *self._inside(part, worded)[0]])
            else:
                others.append(part)
        last = max((x.number for part in others for e in part.walk() for x in e.inside), default=event.number)
        if not others or last < self.since or (self.match.forks and self.tree.at_once is event):
            return out
        return [*out, *(self._of_others(event, last, parts) for parts in self._alike(others))]

    def _alike(self, others: Sequence[Event]) -> list[list[Event]]:
        """What others did in secret, apart where an author's words for it have other values."""
        alike: dict[tuple[Part, ...], list[Event]] = {}
        for part in others:
            me = self.labels.thing("player", part.part_of or 0)
            said = () if part.said is None or part.untold else self._spoken(part.said[1])
            alike.setdefault(tuple("" if x == me else x for x in said), []).append(part)
        return list(alike.values())

    def _of_others(self, event: Event, number: int, others: Sequence[Event]) -> Sentence:
        """One line about those who did the same in secret."""
        first = others[0]
        names = self.labels.listed([self.labels.thing("player", part.part_of or 0) for part in others])
        if first.said is not None and not first.untold:
            me = self.labels.thing("player", first.part_of or 0)
            parts = [y for x in self._spoken(first.said[1]) for y in (names if x == me else [x])]
        else:
            sided = [y for x in names for y in ((x, self.labels.side(x.name)) if isinstance(x, Thing) else (x,))]
            parts = filled(form("at once", self.labels), names=sided)
        return evolve(self._told("secret", event, number, [x for x in parts if x]), yours=False, player=None)

    # ------------------------------------------------------------ scores
    def _scores(self, event: Event, gains: Sequence[Gain]) -> list[Sentence]:
        """One line for each player who gained, with where it came from."""
        return [
            evolve(
                self._told("score", event, rows[-1].number, gains_sentence(rows, self.labels)),
                player=rows[0].player, rows=tuple(rows), yours=rows[0].player == self.viewer,
            )
            for rows in by_player(gains)
        ]  # fmt: skip


def _is_worded(event: Event) -> bool:
    """Whether the author's words for an event are told."""
    return event.said is not None and not event.untold and event.said[1].values is not None
