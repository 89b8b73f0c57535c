"""Builds the JSON payload of a seat from its view, never by removing secrets from the whole state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import UNSET
from msgspec.structs import replace

from rulekit.board import read_position
from rulekit.explain.quotes import bare
from rulekit.i18n.catalogue import LANGUAGES
from rulekit.runtime.decisions import Decision
from rulekit.runtime.forms import Form
from rulekit.runtime.match import Match
from rulekit.runtime.narrative.gains import Gain
from rulekit.runtime.narrative.rolls import last_rolls
from rulekit.runtime.narrative.sentence import Level, Sentence
from rulekit.runtime.notes import about_question
from rulekit.runtime.outlook import outlook
from rulekit.runtime.selections import selection_of
from rulekit.runtime.view_json import EncodedView, digest
from rulekit.runtime.view_types import View
from rulekit.tabletop.names import PlaceNames
from rulekit.tabletop.players_table import is_of_players
from rulekit.tabletop.quotes import RuleQuotes
from rulekit.tabletop.refusals import reason
from rulekit.tabletop.story import few, places_of
from rulekit.tabletop.texts import choose_language
from rulekit.tabletop.turn_order import turn_order
from rulekit.web import forms, selections, tables
from rulekit.web.catalogue import title_of
from rulekit.web.chapters import told_before
from rulekit.web.drawings import Drawings, board_key
from rulekit.web.icons import icons_as_read, icons_of
from rulekit.web.looks import SentState
from rulekit.web.lying import counted, lying, values_of
from rulekit.web.parts import IN_GAME, KnownState, Part, difference, fields, shown, whole, written
from rulekit.web.seat_answers import WholeStory, WhyLine
from rulekit.web.session import GameSession
from rulekit.web.settled import settled
from rulekit.web.side_store import SideRecords
from rulekit.web.state import (
    BoardPlaceState,
    DecisionState,
    FormState,
    GameState,
    HeaderState,
    LineState,
    LookedState,
    OptionState,
    PersonState,
    RefusedState,
    ScoreState,
    SelectionState,
    SideState,
    StandingState,
)
from rulekit.web.stored_rows import SeatRow, now
from rulekit.web.story_cache import lines, named, rolled, score, spoken

MOST_REFUSED = 80
"""So many refused options are named with their reasons; the others when somebody asks for one of them"""


def standings(match: Match, lang: str) -> list[StandingState]:
    """The final standings; empty while the game goes on."""
    labels = match.compiled.labels(lang)
    names = [labels.word(key) for key in match.compared()[1:]]
    return [
        StandingState(s.seat, s.name, s.score, s.rank, [*zip(names, s.scores[1:], strict=True)])
        for s in match.standings
    ]


def header_of(match: Match, name: str | None, lang: str) -> tuple[HeaderState, list[str]]:
    """The header for a player, in a language, and the turn order, if there is one."""
    header = match.header(name, lang)
    said = HeaderState(
        [spoken(line.parts) for line in header.lines],
        [spoken(x.parts) for x in header.course],
        [named(x) for x in header.waiting],
        header.declared,
    )
    return said, [thing.id for thing in turn_order(header, match.players)]


class SeatPage:
    """The page of one seat of a game in one language; ``seat`` 0 is a spectator. Its methods hold the lock of the game."""

    def __init__(
        self,
        session: GameSession,
        seat: int,
        lang: str,
        names: PlaceNames | None,
        drawings: Drawings,
        quoting: RuleQuotes,
        house_rules: Sequence[str],
    ) -> None:
        self.session, self.seat, self.lang, self.names, self.drawings = session, seat, lang, names, drawings
        self.house_rules = house_rules
        self.quoting, self.texts = quoting, choose_language(lang if lang in LANGUAGES else "en")
        self.board = names.board if names is not None else None
        self.match, self.name = session.match, session.player(seat)
        self.view = session.view(seat, lang)
        self.called = dict(zip(self.view.shown.seats, self.view.shown.players, strict=True))

    def news(self, beside: SideRecords, before: KnownState | None, brief: bool = False) -> tuple[str, KnownState]:
        """What is new to a page that has ``before``, as JSON, and what it has then: the difference, nothing where nothing is, or
        the whole state for who has nothing; if it is to be ``brief``, with the tables of the players alone."""
        parts, session, found = self.parts(beside), self.session, self.view.tables
        if brief and before is None:
            found = [x for x in found if is_of_players(self.view.shown, x.shown)]
        now = shown(parts, self.view, found)
        session.sent.note(self.seat, self.lang, SentState(now, beside.change, session.number, session.row))
        self.session.forget()
        if before is None:
            return whole(parts, self.view, found, now.tag), now
        return difference(before, now, parts, self.view) if before.tag != now.tag else "", now

    def parts(self, beside: SideRecords) -> dict[str, Part]:
        """The state in parts, but for what the view lists. What rests on the view or on the question alone has a digest of these,
        and is worked out only for who does not have it."""
        session, match, view, seen = self.session, self.match, self.view, self.view.shown
        told = self._new("story")
        header, order = header_of(match, self.name, self.lang)
        people = [self._person(s, beside.absences.get(s.seat, ())) for s in beside.seats]
        timeless = [replace(person, left=UNSET) for person in people]
        out = {
            "game": Part.of({"game": self.game(), "seat": self.seat}),
            "settings": Part.of({"title": session.row.title, "clock": session.row.clock}, IN_GAME),
            "version": Part.of(
                {
                    "version": session.version(self.seat),
                    "sight": session.sight(self.seat, view if self.lang == "en" else None),
                }
            ),
            "header": Part.of({"header": header, "order": order}),
            "tables": Part(
                digest(tables.shown_in(view) + (self._board_key.encode() if tables.counts_places(self.board) else b"")),
                lambda: fields({"tables": tables.tables(seen, self.lang, self.board)}),
            ),
            "sides": Part(digest(self._board_key.encode()), lambda: fields({"sides": self.sides(view)})),
            "story": Part.of(self._story(told)),
            "over": Part.of(
                {
                    "over": match.over,
                    "trouble": session.unfit or session.trouble,
                    "unfit": bool(session.unfit),
                    "standings": standings(match, self.lang),
                    "undo": self._obstacle(),
                    "undoes": match.undoes(self.name) if self.name is not None and not match.over else 0,
                }
            ),
            "settled": Part.of(settled(session, self.seat, self.lang, beside)),
            "said": Part.of({"said": beside.said}),
            "people": Part(digest(written([timeless, session.row.clock]).encode()), lambda: fields({"people": people})),
            "asked": Part(
                digest(written([*session.asking(self.seat), self.lang]).encode()), lambda: fields(self._asked())
            ),
            "view of the table": Part.of(
                {"game": seen.game, "you": seen.you, "players": seen.players, "seats": seen.seats}, "view"
            ),
            "view": Part.of({"over": seen.over, "waiting": seen.waiting}, "view"),
        }
        if self.board is not None:
            out["board"] = Part.of({"board": self._board_key})
        return out

    @cached_property
    def _board_key(self) -> str:
        return board_key(self.view, self.board) if self.board is not None else ""

    def _story(self, told: Sequence[Sentence]) -> Mapping[str, object]:
        look, session = self.session.looks.of(self.seat), self.session
        at = session.chapters.at(session.since(self.seat))
        looked = LookedState(
            look.at if look is not None else None, at, session.chapters.found[at].titles[self.lang], session.backs
        )
        by_others = [node for node in told if self.name is None or node.player != self.name]
        lit = self._asked_about() or self.lit(by_others)
        return {"story": self._in_chapters(told, at), "lit": lit, "looked": looked}

    def _asked_about(self) -> list[str]:
        """The places named in the prompt if no option is itself a place; nothing if it names most places of the board."""
        decision = self.session.decision(self.seat)
        if decision is None or self.names is None:
            return []
        about = self.names.found(decision.prompt(self.lang))
        if not about or any(self.place(o.id, o.label(self.lang)) for o in decision.options):
            return []
        return sorted(about) if few(about, self.names.board.places) else []

    def _new(self, level: Level) -> list[Sentence]:
        """The story since the seat's last visit."""
        return self.session.stories.of(self.match, self.name, self.lang, level, self.session.since(self.seat))

    def _in_chapters(self, told: Sequence[Sentence], at: int) -> list[LineState]:
        """The lines of a story, with headings where another chapter begins than that with the number ``at``."""
        found, chapters = lines(told, self.name, self.called), self.session.chapters
        for line, node in zip(found, told, strict=True):
            here = chapters.at(node.number)
            if here > at:
                at, line.chapter = here, chapters.found[here].titles[self.lang]
        return found

    def lit(self, told: Sequence[Sentence]) -> list[str]:
        """The places of the board that sentences name, in order; none where they name most of them."""
        known = self.board.places if self.board is not None else {}
        lit = {place for node in told for _, line in node.lines() for place in places_of(line, self.names)}
        return sorted(lit) if few(lit, known) else []

    def sides(self, view: EncodedView) -> list[SideState]:
        """The players in their order, with colours and letters."""
        return self.drawings.sides(view, self.board, self.lang)

    def _asked(self) -> Mapping[str, object]:
        decision = self.session.decision(self.seat)
        if decision is None:
            return {"decisions": [], "form": None}
        several = selection_of(self.match, decision) is not None
        rolls = rolled(last_rolls(self.match, decision.about.line, decision.seat - 1, self.lang), self.called)
        return {"decisions": [replace(self.decision(decision), several=several, rolls=rolls)], "form": self.form()}

    def game(self) -> GameState:
        row, game = self.session.row, self.session.game
        return GameState(
            id=row.id,
            title=title_of(row, game, self.lang),
            name=row.game,
            variants=row.variants,
            house_rules=self.house_rules,
            clock=row.clock,
            board=self.board is not None,
            strip=self.board.look.strip if self.board is not None else (),
            luck=row.luck.source,
            commitment=row.luck.commitment,
            icons=icons_of(self.board, self.match.compiled.image),
        )

    def view_of(self, match: Match) -> EncodedView:
        """What the seat sees of a state of the game."""
        return match.compiled.views(self.name, self.lang).of(match)

    def places(self, view: View) -> list[BoardPlaceState]:
        """Every place of the board in words, with where one goes from it; in a game without a board every thing at which
        something can lie, and that is no player."""
        if self.board is None:
            tables_of_places = [table for table in view.tables if not table.lies]
            rows = [x for table in tables_of_places for x in table.rows if x.places and x.key not in view.seats]
            values = self._values(view, "")
            return [
                BoardPlaceState(row.key, row.name, "", [counted(x) for x in lying([row], view)], (), values[row.key])
                for row in rows
            ]
        values = self._values(view, self.board.look.owners.mark)
        return tables.places(self.board, read_position(view, self.board), values, self.lang)

    def _values(self, view: View, hidden: str) -> dict[str, list[str]]:
        """What holds of each place, and in the present what the game shows with it. ``hidden``: a mark that is told otherwise."""
        now = view is self.view.shown
        return {k: [*said, *(self.shown_with(k) if now else ())] for k, said in values_of(view, hidden).items()}

    def _person(self, seat: SeatRow, absent_for: Sequence[int]) -> PersonState:
        clock = self.session.clock if seat.seat == self.seat else self.session.others_clock
        return PersonState(
            seat=seat.seat,
            name=seat.name,
            bot=seat.bot,
            absent=seat.absent,
            since=clock.since(seat.seat),
            left=clock.left(seat.seat, now()) if clock.bank else UNSET,
            failed=seat.failed or UNSET,
            absent_for=absent_for or UNSET,
        )

    def _obstacle(self) -> str | None:
        """Why the seat cannot undo; None if it can, empty for spectators."""
        if self.name is None:
            return ""
        if self.session.unfit:
            return self.session.unfit
        return self.texts("stays_over") if self.match.over else self.match.can_undo(self.name, self.lang)

    # ------------------------------------------------------------ questions
    def decision(self, decision: Decision) -> DecisionState:
        """A question with its options, and what is refused; ``place`` is that on the board for which an option stands."""
        lang = self.lang
        options = [(o.id, o.label(lang), o.value) for o in decision.options]
        return DecisionState(
            name=decision.name,
            prompt=decision.prompt(lang),
            asks=decision.prompt(),
            sort=decision.sort,
            rule=decision.rule,
            clauses=decision.clauses,
            options=[
                OptionState(
                    id,
                    label,
                    self.place(id, label),
                    declines=decision.declines(value),
                    **forms.noted(decision, value, lang),
                )
                for id, label, value in options
            ],
            refused=[
                RefusedState(r.id, r.label(lang), reason(r, lang, self.texts, self.quoting))
                for r in decision.refused[:MOST_REFUSED]
            ],
            notes=about_question(decision, lang),
            window=decision.about.op == "window",
        )

    def place(self, id: str, label: str) -> str:
        return self.names.of_option(id, label) if self.names is not None else ""

    def form(self, names: Sequence[str | None] = (), line: int | None = None, option: str | None = None,
             rest: bool = False, at: int | None = None, like: Sequence[str | None] = ()) -> FormState | None:  # fmt: skip
        """The form that begins at the question, with the values ``names``, those of ``like`` that are legal, one change, and the
        options of the line ``at``. None for a question that begins no form. Raises Refused for an illegal value."""
        decision = self.session.decision(self.seat)
        if decision is None:
            return None
        if not names and line is None and not rest and not like:
            found = self.session.form(decision)
            return self._drawn(forms.form_state(found, self.lang, self.names, at=at)) if found is not None else None
        return self.changed_form(
            forms.filled(self.session.form(decision), decision, names), line, option, rest, at, like
        )

    def changed_form(self, form: Form, line: int | None = None, option: str | None = None, rest: bool = False,
                     at: int | None = None, like: Sequence[str | None] = ()) -> FormState:  # fmt: skip
        """A form after these changes, see :meth:`form`."""
        if like:
            form.fill_legal(like)
        cleared = forms.changed(form, line, option, rest) if line is not None or rest else []
        return self._drawn(forms.form_state(form, self.lang, self.names, cleared, at))

    def selection(self, picked: selections.Picked, full: bool = False) -> SelectionState:
        """The things out of which several are chosen. ``picked``: what is chosen of them; ``full``: with as many more as go with
        these. Raises Refused."""
        decision = self.session.decision(self.seat)
        found = selection_of(self.match, decision) if decision is not None else None
        view = self.view.shown
        made = selections.selection_state(found, picked, full, view, self.lang, self.texts, self.quoting)
        return replace(made, members=[replace(x, values=[*x.values, *self.shown_with(x.id)]) for x in made.members])

    def _drawn(self, form: FormState) -> FormState:
        icons = icons_as_read(self.board, self.match.compiled.labels(self.lang))
        for line in form.lines:
            line.icon = icons.get(line.asks, "")
        return form

    def shown_with(self, key: str) -> list[str]:
        """What the game shows with a thing now, by its key in the view."""
        return [line.text for line in self.match.shown_with(key, self.name, self.lang)]

    def leads_to(self, option: str) -> list[str]:
        """What an option that is allowed would do, as far as the seat could take it back; nothing for who is not asked."""
        decision = self.session.decision(self.seat)
        found = next((o for o in decision.options if o.id == option), None) if decision is not None else None
        return outlook(decision, found, self.lang) if decision is not None and found is not None else []

    def explained(self, option: str) -> list[WhyLine]:
        """The rule lines on which an option rests, with the values; nothing for who is not asked."""
        decision = self.session.decision(self.seat)
        if decision is None:
            return []
        values = {o.id: o.value for o in decision.options} | {r.id: r.value for r in decision.refused}
        if option not in values:
            return []
        return [
            WhyLine(
                rule=f.rule,
                text=self.quoting.row(bare(f.text)),
                clauses=f.clauses,
                speaks_for=f.speaks_for,
                values=[*map(self.quoting.value, f.values)],
            )
            for f in decision.facts(values[option], self.lang)
        ]

    # ------------------------------------------------------------ what was
    def before(self, level: Level, chapter: int | None = None, part: str = "all") -> WholeStory:
        """The story so far or a chapter of it, all or what is new or was seen before; and where points came from."""
        session, match, chapters = self.session, self.match, self.session.chapters
        first, last = chapters.span(chapter, match.happened) if chapter is not None else (0, match.happened)
        looked = session.since(self.seat)
        if part == "new":
            first = max(first, looked)
        elif part == "seen":
            last = min(last, looked)
        told: Sequence[Sentence] = session.stories.of(match, self.name, self.lang, level, first) if first < last else ()
        told = [line for x in told for line in (x.children if x.sort == "chapter" else (x,))]  # the chapters are ours
        if last < match.happened:
            told = told_before(told, last, match.compiled.labels(self.lang), self.name)
        titles = [x.titles[self.lang] for x in chapters.found]
        return WholeStory(self._in_chapters(told, chapters.at(first)), self.scores(), titles)

    def scores(self) -> list[ScoreState]:
        """For each player and mark, the sources of its points."""
        found: dict[tuple[str, str], list[Gain]] = {}
        for gain in self.match.scores(self.name, self.lang):
            found.setdefault((gain.player, gain.mark), []).append(gain)
        return [score(rows, self.called) for rows in found.values()]
