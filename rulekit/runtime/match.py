"""A match: one play of a game. It is a value: it can be copied, compared, hashed and saved at any decision."""

from __future__ import annotations

import hashlib
import json
from collections.abc import MutableSequence, Sequence
from typing import TYPE_CHECKING

from rulekit.plugins.devices import DeviceError
from rulekit.runtime.failures import MOST_STEPS, Refused, failure_text
from rulekit.runtime.folded import FoldedList
from rulekit.runtime.narrative.rows import Answered, GameOver
from rulekit.runtime.playout import play_random
from rulekit.runtime.standings import Standing, compared, standings_of
from rulekit.runtime.trail import TrailEntry, together
from rulekit.runtime.undo import lengthened, obstacle, take_back
from rulekit.runtime.work import Failure, GameEnded

if TYPE_CHECKING:
    from rulekit.runtime.compiled import Compiled
    from rulekit.runtime.decisions import Decision, Option
    from rulekit.runtime.header import Header
    from rulekit.runtime.narrative.gains import Gain
    from rulekit.runtime.narrative.journal import Journal
    from rulekit.runtime.narrative.rows import Note, Row
    from rulekit.runtime.narrative.sentence import Level, Sentence
    from rulekit.runtime.protocols import Ask, Local, Stack, Step
    from rulekit.runtime.shown_lines import HeaderLine
    from rulekit.runtime.view_types import View


class Match:
    """The state of one game as plain numbers and lists, so that it can be copied, compared, hashed and saved as a value.

    Choices are made by :meth:`choose` or :meth:`decide`; searches, which need no undo, call :meth:`answer` on copies.
    """

    __slots__ = (
        "asks",
        "compiled",
        "decided",
        "ending",
        "events",
        "forks",
        "log",
        "past",
        "s",
        "seed",
        "st",
        "steps",
        "trail",
        "tree",
        "z",
    )

    def __init__(self, compiled: Compiled, seed: int) -> None:
        self.compiled, self.seed = compiled, seed
        self.s: list[int] = list(compiled.image.s)
        self.z: list[list[int]] = [list(x) for x in compiled.image.z]
        self.st: Stack = []
        self.asks: list[Ask] = []
        self.forks = 0
        """How many players have not yet done their part of something that all do at once."""
        self.log: MutableSequence[Row] | None = None
        self.events: MutableSequence[Note] = []
        """With a journal, for the story"""
        self.past: list[tuple[int, int, int, int]] | None = []
        """Every choice made by :meth:`decide`, (player, question, value, number of options); those of :meth:`answer` are not
        recorded."""
        self.ending: list[tuple[int, ...]] | None = None
        """When the game is over, a row for each player who is ranked: their place at the table (from 0), the numbers that decide,
        of which more is better, and the sign with which the first of them is shown: -1 where the lowest ranks first"""
        self.trail: list[TrailEntry[Match]] = []
        """With a journal: the choices that may still be taken back, and what has to be made again then; see ``trail.py``"""
        self.tree: object = None
        """The journal as a tree, once somebody has asked for the story; see ``events.py``"""
        self.decided = 0
        self.steps: tuple[Step, ...] = ()

    # ------------------------------------------------------------ what generated code calls
    def fork(self, body: Step, args: tuple[Local, ...]) -> None:
        """Starts ``body`` for every player on a stack of their own."""
        for player in range(len(self.compiled.image.seats)):
            stack: Stack = []
            waiting = len(self.asks)
            body(self, self.s, self.z, stack, *args, player)
            if len(self.asks) == waiting:
                self.run(stack)
            if stack:
                self.forks += 1

    def end(self, rows: list[int], width: int, line: int) -> None:
        """``rows``: ``width`` numbers for each player who is ranked, as in :attr:`ending`."""
        self.ending = [tuple(rows[k : k + width]) for k in range(0, len(rows), width)]
        if self.log is not None:
            self.log.append(GameOver(line))
        raise GameEnded

    # ------------------------------------------------------------ course
    def begin(self) -> None:
        """Carries out the rules up to the first question. Raises RuleFailure for a line that cannot be carried out."""
        if self.log is None:
            self.play_quickly()
        space = self.compiled.machine.fast if self.log is None else self.compiled.machine.journaled
        self.compiled.machine.work.begin()
        try:
            space["begin"](self, self.s, self.z, self.st)
            if not self.asks:
                self.run(self.st)
        except GameEnded:
            self.finish()
        except (Failure, DeviceError) as failed:
            raise failure_text(self.compiled, failed) from failed

    def run(self, stack: Stack) -> None:
        """Carries out steps of a stack of frames until it is empty or a question is pending."""
        s, z, steps, asks = self.s, self.z, self.steps, self.asks
        waiting = len(asks)
        for _ in range(MOST_STEPS):
            if not stack or len(asks) != waiting:
                return
            steps[stack[-1][-1]](self, s, z, stack, None)
        raise Failure(-1)

    def answer(self, k: int, value: int) -> None:
        """Answers the k-th pending question with one of its options. Every choice is made through this method."""
        _, _, _, stack = self.asks.pop(k)
        asks = self.asks
        waiting = len(asks)
        self.decided += 1
        self.compiled.machine.work.steps = 0
        try:
            self.steps[stack[-1][-1]](self, self.s, self.z, stack, value)
            if stack and len(asks) == waiting:
                self.run(stack)
            if stack is self.st:
                return
            if len(asks) > waiting:
                if k != waiting:
                    asks.insert(k, asks.pop())  # a player who goes on keeps their place in the order of seats
            elif not stack:
                self.forks -= 1
                if not self.forks:
                    self.run(self.st)
        except GameEnded:
            self.finish()

    def finish(self) -> None:
        """Clears what is pending: the game has ended."""
        self.st.clear()
        self.asks.clear()
        self.forks = 0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.asks

    # ------------------------------------------------------------ a value
    def copy(self) -> Match:
        """An independent copy of the match."""
        made = Match.__new__(Match)
        made.compiled, made.seed, made.steps = self.compiled, self.seed, self.steps
        made.s, made.z, made.st = self.s[:], list(map(list.copy, self.z)), self.st[:]
        main, stack = self.st, made.st
        made.asks = [(p, q, options, stack if st is main else st[:]) for p, q, options, st in self.asks]
        made.forks, made.decided, made.ending = self.forks, self.decided, self.ending
        made.log = None if self.log is None else self.log[:]
        made.events = self.events[:]
        made.past = None if self.past is None else self.past[:]
        made.trail, made.tree = self.trail[:], None
        return made

    def value(self) -> tuple[object, ...]:
        """The state without the history, as nested tuples."""
        asks = [(p, q, tuple(options), None if st is self.st else _plain(st)) for p, q, options, st in self.asks]
        return (
            tuple(self.s),
            tuple(map(tuple, self.z)),
            _plain(self.st),
            tuple(asks),
            self.forks,
            self.decided,
            None if self.ending is None else tuple(self.ending),
        )

    def __eq__(self, other: object) -> bool:  # so it has no __hash__: a match changes, and its digest is hash()
        return isinstance(other, Match) and self.compiled.key == other.compiled.key and self.value() == other.value()

    def hash(self) -> str:
        """A digest of the value, equal in every process."""
        text = json.dumps([self.compiled.key, self.value()], separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def play_quickly(self) -> None:
        """Switches to the fast form of the rules, which writes no journal. Pending questions stay as they are."""
        self.steps = self.compiled.machine.fast_steps

    # ------------------------------------------------------------ with a journal
    def keep_journal(self) -> None:
        """Switches to the form of the rules that writes a journal. To be called before :meth:`begin`."""
        self.log, self.events = [], []
        self.steps = self.compiled.machine.journaled_steps

    def fold_journal(self) -> None:
        """Compresses the journal except for its end, so that it takes less memory and longer to read."""
        if self.log is None:
            return
        if not isinstance(self.log, FoldedList) or not isinstance(self.events, FoldedList):
            self.log, self.events, self.tree = FoldedList(self.log), FoldedList(self.events), None
        self.log.fold()
        self.events.fold()

    def decide(self, k: int, value: int, joined: bool = False) -> None:
        """Like :meth:`answer`, with record and undo; a match that fails stays as it was before. Raises RuleFailure.

        ``joined``: it is made together with the last choice of the same player, and taken back with it (:meth:`undo`).
        """
        player, question, options, own = self.asks[k]
        offered = len(options)  # a rule may go on with this very list
        before, trail = self.copy(), self.trail
        before.trail = []
        if self.log is not None:
            self.events.append(Answered(len(self.log), self.compiled.image.asks[question].line, player))
        try:
            self.answer(k, value)
        except BaseException as failed:  # a plugin at fault, an interrupt: the match is never left half-way
            before.trail = trail
            self.become(before)
            if isinstance(failed, (Failure, DeviceError)):
                raise failure_text(self.compiled, failed) from failed
            raise
        if self.past is not None:
            self.past.append((player, question, value, offered))
        if self.log is not None:
            self.trail = lengthened(self, before, player, value, joined, done=not own)

    def become(self, other: Match) -> None:
        """Takes over the whole state and history of another match."""
        for name in self.__slots__:
            setattr(self, name, getattr(other, name))

    @property
    def journal(self) -> Journal:
        """The journal; empty in a match that keeps none."""
        from rulekit.runtime.narrative.journal import Journal

        return Journal(self)

    # ------------------------------------------------------------ for people and programs
    @property
    def players(self) -> tuple[str, ...]:
        """The names at the table, clockwise from seat 1."""
        return tuple(self.compiled.image.seats)

    @property
    def decisions(self) -> list[Decision]:
        """The pending decisions; several players may be asked at once."""
        from rulekit.runtime.decisions import Decision

        return [Decision(self, player + 1, question, options, stack) for player, question, options, stack in self.asks]

    def pending(self, player: int) -> int | None:
        """The index of what a player, counted from 0, is asked, in ``asks`` and ``decisions``; None where they are not asked.
        Nobody is asked two things at once."""
        return next((k for k, ask in enumerate(self.asks) if ask[0] == player), None)

    def decision_of(self, player: str) -> Decision | None:
        """What a player is asked; None where they are not asked. Raises ValueError for somebody who does not sit here."""
        k = self.pending(self.players.index(player))
        return None if k is None else self.decisions[k]

    def index_of(self, decision: Decision) -> int | None:
        """The index of a decision in ``asks`` and ``decisions``; None where it is not open any more."""
        k = self.pending(decision.seat - 1)
        if k is None:
            return None
        _, _, values, stack = self.asks[k]
        return k if values is decision.values and stack is decision.stack else None

    def choose(self, decision: Decision, option: Option | int | str, joined: bool = False) -> None:
        """Makes a choice: an option, its index, its id or its label. Raises Refused with the reason. ``joined``: see
        :meth:`decide`."""
        k = self.index_of(decision)
        if k is None:
            raise Refused("this question is not open any more")
        self.decide(k, decision.find(option).value, joined)

    def view(self, viewer: str | None = None, lang: str = "en") -> View:
        """What a player may see; None is a spectator. Raises UserError for a name that has no seat here."""
        from rulekit.runtime.view import view

        return view(self, viewer, lang)

    def determinised(self, player: str, seed: int) -> Match:
        """A match that the player may be in as far as they can see, with all that they may not know drawn anew.

        It shares nothing with this match, holds no secret of it, and has no journal. Raises UserError for somebody who
        does not sit here.
        """
        from rulekit.runtime.determinise import determinised

        return determinised(self, self.compiled.unknown(player), seed)

    @property
    def happened(self) -> int:
        """The length of the journal and its notes; :meth:`story` takes it as ``since``."""
        return len(self.log or ()) + len(self.events)

    def story(
        self, viewer: str | None = "", since: int = 0, level: Level = "story", lang: str = "en"
    ) -> list[Sentence]:
        """What has happened since :attr:`happened` was ``since``, in sentences, as a player may hear it (a name; None is an
        onlooker, "" the whole truth). ``level``: headline, story, full or ledger. Nothing in a match without a journal."""
        from rulekit.runtime.narrative.narrator import story

        return story(self, viewer, since, level, lang)

    def scores(self, viewer: str | None = "", lang: str = "en") -> list[Gain]:
        """What the players have scored for so far, as far as a player may know it."""
        from rulekit.runtime.narrative.gains import scores

        return scores(self, viewer, lang)

    def header(self, viewer: str | None = None, lang: str = "en") -> Header:
        """What stands above the table for a player (None is an onlooker): what the game shows there, what is going on, who is
        asked."""
        from rulekit.runtime.header import header

        return header(self, viewer, lang)

    def shown_with(self, key: str, viewer: str | None = None, lang: str = "en") -> list[HeaderLine]:
        """What the game shows with a thing on the table, for a player (None is an onlooker). ``key``: that of the thing's row
        in :meth:`view`."""
        from rulekit.runtime.shown_lines import shown_with

        return shown_with(self, key, viewer, lang)

    def save(self) -> dict[str, object]:
        """The match as plain data, fit for JSON; :meth:`rulekit.Game.resume` reads it."""
        from rulekit.runtime.persistence.saves import save

        return save(self)

    def can_undo(self, player: str, lang: str = "en") -> str | None:
        """None when the player's last choice can be taken back; otherwise the reason why not."""
        return obstacle(self, player, lang)

    def undoes(self, player: str) -> int:
        """How many choices :meth:`undo` takes back; 0 where it is refused."""
        return together(self.trail, self.players.index(player))

    def undo(self, player: str, alone: bool = False) -> int:
        """Takes the player's last choice back, and what they made together with it unless it is to be taken back ``alone``; gives
        how many choices that were. Raises Refused with the reason.

        What others have chosen since then in what all do at once stands: it is made again.
        """
        reason = self.can_undo(player)
        if reason is not None:
            raise Refused(reason)
        count = 1 if alone else self.undoes(player)
        self.take_back(player, count)
        return count

    def take_back(self, player: str, count: int) -> None:
        """Takes so many of the player's last choices back, however they were made. Raises Refused where they cannot be."""
        take_back(self, self.players.index(player), count)

    # ------------------------------------------------------------ the end
    @property
    def standings(self) -> list[Standing]:
        """All players from the first to the last; before the end an empty list."""
        return standings_of(self.ending, self.compiled.image.seats)

    @property
    def winners(self) -> list[str]:
        """The names of all on rank 1; nobody before the end."""
        return [x.name for x in self.standings if x.rank == 1]

    def compared(self) -> Sequence[str]:
        """What the numbers in the ``scores`` of :attr:`standings` are called in the rules; "" for one that has no name."""
        line = next((row.line for row in reversed(self.log or ()) if isinstance(row, GameOver)), None)
        width = len(self.ending[0]) - 2 if self.ending else 0
        return compared(self.compiled.image.rankings, line, width)

    # ------------------------------------------------------------ fast random play
    def play_random(self, seed: int, limit: int = 1_000_000) -> int:
        """Plays to the end with random choices, and returns how many there were. For playouts and benchmarks."""
        return play_random(self, seed, limit)


def _plain(stack: Sequence[object]) -> tuple[object, ...]:
    """A stack of frames as nested tuples."""
    return tuple(_plain(x) if isinstance(x, (list, tuple)) else x for x in stack)
