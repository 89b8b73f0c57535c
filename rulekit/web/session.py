"""A game in memory: the match that its stored moves lead to, and the methods that add moves.

A move is stored before anybody is shown what it did. Whoever else has stored a move in the meantime, another process too, is
followed first.
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
from collections import Counter
from collections.abc import Callable, Sequence

from attrs import define, field, frozen

from rulekit.diagnostics import UserError
from rulekit.runtime.decisions import Decision
from rulekit.runtime.failures import Refused, RuleFailure
from rulekit.runtime.forms import Form, form_of
from rulekit.runtime.game import Game
from rulekit.runtime.match import Match
from rulekit.runtime.narrative.event_tree import EventTree
from rulekit.runtime.narrative.scenes import beginning
from rulekit.runtime.persistence.choices import named
from rulekit.runtime.selections import selection_of
from rulekit.runtime.view_json import EncodedView
from rulekit.web.chapters import StoryChapters
from rulekit.web.clock import Clock
from rulekit.web.course import Course, form_name
from rulekit.web.forms import filled
from rulekit.web.looks import Looks, SentStates
from rulekit.web.replay import Replay
from rulekit.web.selections import Picked, choices
from rulekit.web.server_paths import without_folders
from rulekit.web.store import GameStore, MoveConflict
from rulekit.web.stored_rows import GameRow, MoveRow, now
from rulekit.web.story_cache import StoryCache

LOG = logging.getLogger("rulekit.web")


class StaleState(Exception):
    """The seat has answered a state that is no longer the current one."""


@frozen
class LastShown:
    """The last state that a seat was shown: the number of moves, and the version of its view."""

    number: int
    version: str


@define
class GameSession:
    """One game. Every method that reads or changes it holds its lock."""

    store: GameStore
    course: Course
    number: int = 0
    lock: threading.RLock = field(factory=threading.RLock)
    on_change: Callable[[str], None] = field(default=lambda game: None)
    stories: StoryCache = field(init=False, factory=StoryCache)
    clock: Clock = field(init=False)
    others_clock: Clock = field(init=False)
    """What of it others than its owner see: nothing of a choice that is made in secret"""
    _public: tuple[int, set[int]] = field(init=False, default=(-1, set()))
    """What all knew last: :attr:`Course.apart`, and who was asked"""
    _moved: Counter[int] = field(init=False, factory=Counter)
    """seat -> how many moves it has made"""
    _seen: dict[int, LastShown] = field(init=False, factory=dict)
    _prompts: dict[int, tuple[tuple[int, str], Sequence[str] | None]] = field(init=False, factory=dict)
    """seat -> what it is asked (:meth:`asking`), and the questions of the form that begins there"""
    _versions: dict[int, LastShown] = field(init=False, factory=dict)
    trouble: str = field(init=False, default="")
    """How the rules fail at what would be chosen next without a person; empty where they do not"""
    unfit: str = field(init=False, default="")
    """Why the next stored move cannot be made under the rules of today; the game is as it was before it"""
    behind: bool = field(init=False, default=False)
    """Whether somebody else has stored a move that was not made here yet"""
    sent: SentStates = field(init=False, factory=SentStates)
    looks: Looks = field(init=False, factory=Looks)
    chapters: StoryChapters = field(init=False, factory=StoryChapters)
    backs: int = field(init=False, default=0)
    """How often something was taken back, as far as all know"""
    _happened: list[int] = field(init=False)
    """How much had happened at first, and after each move"""
    _replay: Replay | None = field(init=False, default=None)
    _ended: bool = field(init=False, default=False)

    def __attrs_post_init__(self) -> None:
        self._happened = [self.match.happened]
        begun = max(self.row.begun, self.row.clock.since)
        self.clock, self.others_clock = Clock(self.row.clock, begun), Clock(self.row.clock, begun)
        self.chapters.follow(self.match, 0)
        self._mark_time(0, self.row.begun)

    @property
    def row(self) -> GameRow:
        return self.course.row

    @property
    def game(self) -> Game:
        return self.course.game

    @property
    def match(self) -> Match:
        return self.course.match

    def follow_settings(self, row: GameRow) -> None:
        """Applies the settings that the host has changed."""
        if row.clock != self.row.clock:
            self.clock, self.others_clock = self.clock.under(row.clock), self.others_clock.under(row.clock)
        self.course.row = row

    # ------------------------------------------------------------ following what is stored
    def catch_up(self) -> None:
        """Makes the moves that were stored and not made here yet, up to one that does not fit the rules (``unfit``)."""
        rows = self.store.moves(self.row.id, self.number)
        self.behind = False
        if self.unfit and rows and rows[0].sort != "skip":
            return
        try:
            for row in rows:
                self._follow(row)
        except (UserError, RuleFailure, Refused) as error:
            LOG.warning("game %s goes on no further than move %d: %s", self.row.id, self.number, error)
            self.unfit = without_folders(str(error))
            self._begin_again()
        if rows:
            self._note_end()
            self.fold()
            self.on_change(self.row.id)

    def _begin_again(self) -> None:
        """Plays the game again from its beginning to the current move."""
        course = Course.of(self.row, self.game)
        for row in self.store.moves(self.row.id):
            if row.number <= self.number:
                course.follow(row)
        self.course = course

    def _follow(self, row: MoveRow) -> None:
        apart = self.course.apart
        since = self.course.follow(row)
        self.chapters.follow(self.match, since if row.sort != "choice" else since + 1)
        if row.sort != "choice":
            self.backs += self.course.apart != apart
            self._happened = [min(n, since) for n in self._happened]
            self.stories.forget()
        if row.sort == "back":
            self._moved.update(range(1, len(self.match.players) + 1))
        self._happened += [self.match.happened] * (row.number - self.number)
        self.number, self.trouble, self.unfit = row.number, "", ""
        self._moved[row.seat] += 1
        self._mark_time(row.seat, row.made)

    def _mark_time(self, seat: int, at: int) -> None:
        """A seat has moved."""
        (apart, before), now = self._public, self.asked()
        self.clock.moved(seat, now, at)
        for clock in (self.clock, self.others_clock):
            clock.chapter(len(self.chapters.found), at)
        all_seats = range(1, len(self.match.players) + 1)
        self.others_clock.take(self.clock, all_seats if self.course.apart != apart else before ^ now)
        self._public = self.course.apart, now

    # ------------------------------------------------------------ what a seat sees
    def player(self, seat: int) -> str | None:
        """The name of a seat in the rules; None for spectators (seat 0)."""
        return self.match.players[seat - 1] if seat else None

    def asked(self) -> set[int]:
        """The seats that are asked now."""
        return set() if self.unfit else {ask[0] + 1 for ask in self.match.asks}

    def decision(self, seat: int) -> Decision | None:
        """What a seat is asked; None where it is not asked, and for spectators."""
        return self.match.decision_of(self.match.players[seat - 1]) if seat and not self.unfit else None

    def _options(self, seat: int) -> list[tuple[int, Sequence[int | str]]]:
        """What a seat is asked, without a word of what it may not read: such options are named by where they lie."""
        d = self.decision(seat)
        return [] if d is None else [(d.question, [o.id for o in d.options] if d.about.secret else d.values)]

    def version(self, seat: int) -> str:
        """A name for what the seat is asked: a move names the version that it answers.

        It hangs on the question and on how often the seat itself has moved, so that others who choose at the same time
        make nobody's answer stale.
        """
        if (seen := self._versions.get(seat)) is None or seen.number != self.number:
            version = _digest([self._moved.get(seat, 0), self._options(seat)])
            seen = self._versions[seat] = LastShown(self.number, version)
        return seen.version

    def asking(self, seat: int) -> tuple[int, str]:
        """Changes whenever a seat may be asked something else. Where all choose in secret and at once, what the others choose
        changes nobody's question."""
        return self.course.apart, self.version(seat)

    def sight(self, seat: int, english: EncodedView | None = None) -> str:
        """A name for what the seat sees: it changes when, and only when, its view or its question does.

        It is worked out from the view alone, so that it is the same in every process and tells nothing that the view
        does not. Who else is still asked is left out. ``english``: the view in English, if it is there already.
        """
        if (seen := self._seen.get(seat)) is None or seen.number != self.number:
            view = english or self.view(seat, "en")
            shown = view.shown
            rest = {
                "game": shown.game, "you": shown.you, "players": shown.players, "seats": shown.seats, "over": shown.over,
            }  # fmt: skip
            seen = self._seen[seat] = LastShown(self.number, _digest([rest, view.digests.hex(), self._options(seat)]))
        return seen.version

    def view(self, seat: int, lang: str) -> EncodedView:
        """What a seat sees now, in a language, with JSON and digests of its parts."""
        compiled, state = self.match.compiled, (self.row.id, self.number)
        if compiled.alike[0] != state:
            compiled.alike = state, {}
        return compiled.views(self.player(seat), lang).of(self.match, compiled.alike[1])

    def since(self, seat: int) -> int:
        """How much had happened when the seat looked before, or before it chose last, so that it reads what its choice led to;
        for spectators: before the last few choices that were not made in secret and at once. A scene is not cut in two."""
        return beginning(self.match, self._since(seat))

    def _since(self, seat: int) -> int:
        if seat:
            look = self.looks.of(seat)
            return self.happened_at(look.moves) if look is not None else self.course.before_last(seat)
        made = self.course.made[: self.course.seen]
        return min(made[-10:][0].happened, self.match.happened) if made else 0

    def happened_at(self, moves: int) -> int:
        """How much had happened after so many moves, if they were not taken back."""
        return min(self._happened[min(moves, len(self._happened) - 1)], self.match.happened)

    def _note_seen(self, seat: int, before: int) -> None:
        """A person at a seat chooses after so many moves: what the seat was shown until then it has seen."""
        self.looks.chosen(seat, min(before, max(self.sent.moves(seat), default=before)), now())

    @property
    def looked_back(self) -> bool:
        """Whether the replay is in memory."""
        return self._replay is not None

    def replay(self) -> Replay:
        """All that has been, state by state, up to now. It has a lock of its own, so that who looks back holds up nobody."""
        with self.lock:
            if self._replay is None:
                self._replay = Replay.of(Course.of(self.row, self.game))
            replay, number = self._replay, self.number
        with replay.lock:
            if replay.number < number:
                moves = self.store.moves(self.row.id, replay.number)
                replay.follow([row for row in moves if row.number <= number])
        return replay

    # ------------------------------------------------------------ going on
    def choose(self, seat: int, version: str, move: str, option: str) -> None:
        """A person's choice, by the id of an option. ``move`` is the client's own name for it: the same again does nothing.

        Raises StaleState when the seat has seen another state, Refused for what is no option.
        """
        decision = self.question(seat, version, move)
        if decision is not None:
            number = self.number
            self.take(decision, [decision.find(option).value], move)
            self._note_seen(seat, number)

    def send(self, seat: int, version: str, move: str, names: Sequence[str | None]) -> None:
        """All choices of a form: for each line the id of an option, or None.

        Raises StaleState and Refused, and then makes none.
        """
        decision = self.question(seat, version, move)
        if decision is not None:
            number = self.number
            self.take(decision, filled(self.form(decision), decision, names).choices(), move)
            self._note_seen(seat, number)

    def select(self, seat: int, version: str, move: str, picked: Picked) -> None:
        """All choices of a selection: the ids of the options, and how many of each.

        Raises StaleState and Refused, and then makes none.
        """
        decision = self.question(seat, version, move)
        if decision is not None:
            number = self.number
            self.take(decision, choices(selection_of(self.match, decision), picked), move)
            self._note_seen(seat, number)

    def form(self, decision: Decision) -> Form | None:
        """The form that begins at a question, still empty; None where it is a question of its own.

        Which questions it has is found by playing ahead, once until something else is asked.
        """
        asking, (known, prompts) = self.asking(decision.seat), self._prompts.get(decision.seat, (None, None))
        if known != asking:
            found = form_of(self.match, decision)
            prompts = found.prompts if found is not None else None
            self._prompts[decision.seat] = asking, prompts
        return Form(self.match, decision.player, self.match.decided, prompts) if prompts is not None else None

    def question(self, seat: int, version: str, move: str) -> Decision | None:
        """What the seat is asked; None when this move was made before. Raises StaleState and Refused."""
        if self.behind or not self.store.alone:
            self.catch_up()
        self._refuse_if_unfit()
        if version != self.version(
            seat
        ):  # each move of a seat makes another one of it: who knows it has not made this move
            if self.store.has_move(self.row.id, seat, move, f"{move}/1"):
                return None
            raise StaleState
        decision = self.decision(seat)
        if decision is None:
            raise Refused("nobody asks you now")
        return decision

    def take(self, decision: Decision, values: Sequence[int], move: str) -> None:
        """Makes and stores the answer to a question, and those to the next ones of the same player.

        Raises StaleState and Refused.
        """
        seat, at = decision.seat, now()
        rows, after = [], []
        with self.course.all_or_nothing():
            for k, value in enumerate(values, 1):
                index = self.match.pending(seat - 1)
                if index is None or value not in self.match.asks[index][2]:
                    raise Refused("this cannot be chosen", decision.rule)
                choice = named(self.match, seat - 1, self.match.asks[index][1], value)
                name = move if len(values) == 1 else f"{move}/{k}"
                rows.append(MoveRow.of(self.number + k, seat, choice, name, at))
                self.course.choose(seat, choice, index, value, form_name(rows[-1]))
                after.append(self.match.happened)
            self._store(rows)
        self._happened += after
        self._done(seat, len(rows), at)

    # ------------------------------------------------------------ going back
    def undo(self, seat: int, version: str, move: str, alone: bool = False) -> None:
        """Takes the seat's last choice back; a form is taken back whole, or its last choice ``alone``.

        Raises StaleState, and Refused with the reason.
        """
        if self.behind or not self.store.alone:
            self.catch_up()
        self._refuse_if_unfit()
        if version != self.version(seat):
            if self.store.has_move(self.row.id, seat, move):
                return
            raise StaleState
        self.refuse_if_over()
        count = self.match.copy().undo(self.match.players[seat - 1], alone)  # nothing is stored that cannot be done
        row = MoveRow(self.number + 1, seat, "undo", move, now(), choices=count)
        self._store([row])
        self._follow(row)
        self.on_change(self.row.id)

    def refuse_if_over(self) -> None:
        """Raises Refused for a game that is over: its secret was given out, and with it what chance would bring next."""
        if self.match.over:
            raise Refused("the game is over and its secrets are open: it stays as it is")

    def _refuse_if_unfit(self) -> None:
        if self.unfit:
            raise Refused(self.unfit)

    def forget(self) -> None:
        """Drops the story that everybody has been told, except for the current chapter."""
        tree, known = self.match.tree, min(self.since(seat) for seat in range(len(self.match.players) + 1))
        if len(self.chapters.found) > 1:
            known = min(known, self.chapters.found[-1].since)
        if isinstance(tree, EventTree) and tree.forgotten < known:
            tree.forget(known)

    def fold(self) -> None:
        """Compresses or drops the past that nobody needs to see at once."""
        self.match.fold_journal()
        self.forget()
        self.course.fold()

    def go_back(self, keep: int, move: str) -> None:
        """Leaves only the first choices, as all have agreed. Raises StaleState when the game has gone on."""
        row = MoveRow(self.number + 1, 0, "back", move, now(), choices=keep)
        self._store([row])
        self._follow(row)
        self.on_change(self.row.id)

    def skip(self) -> None:
        """Goes on from here without the moves that do not fit the rules any more, as all have agreed. They stay stored. Raises
        StaleState when the game has gone on."""
        last = self.store.moves(self.row.id, self.number)[-1].number
        row = MoveRow(last + 1, 0, "skip", f"skip-{last + 1}", now(), choices=self.number)
        self._store([row])
        self._follow(row)
        self.on_change(self.row.id)

    def _done(self, seat: int, count: int, at: int) -> None:
        self.number += count
        self.trouble = ""
        self._moved[seat] += count
        self.chapters.follow(self.match, self._happened[-1 - count] + 1)
        self._mark_time(seat, at)
        self._note_end()
        self.fold()
        self.on_change(self.row.id)

    def _note_end(self) -> None:
        if self.match.over and not self._ended:
            self.store.end(self.row.id)
            self._ended = True

    def _store(self, rows: Sequence[MoveRow]) -> None:
        try:
            self.store.add_moves(self.row.id, rows)
        except MoveConflict as error:
            self.behind = True
            raise StaleState from error


def _digest(data: object) -> str:
    text = json.dumps(data, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:20]
