"""Carries out a rule test: the position that it has reached, and the effects of its `given` and `when` lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field

from rulekit.dsl.program import Program
from rulekit.dsl.symbols import RuleTest, RuleTestLine
from rulekit.dsl.tree import Node
from rulekit.plugins.devices import DeviceError
from rulekit.rule_tests import shown_values
from rulekit.runtime.chance import begin_streams
from rulekit.runtime.compiled import Compiled
from rulekit.runtime.labels import Labels
from rulekit.runtime.match import Match
from rulekit.runtime.work import Failure, GameEnded

Choice = int | str | None
"""What a line says that somebody chooses: a value, the text of an option, or no value at all"""


class TestFailure(Exception):
    """A line of a test does not hold; the sentences say what is there instead."""

    def __init__(self, *sentences: str) -> None:
        self.sentences = sentences
        super().__init__("; ".join(sentences))


def fill(s: list[int], index: int, n: int, home: int, line: int) -> None:
    """Exactly ``n`` pieces at ``index``; the difference comes from, or goes to, the initial place of such pieces."""
    more = n - s[index]
    if index == home or more > s[home]:
        raise TestFailure(
            "so many pieces are not there" if index != home else f"here lie what the others leave: {s[home]}"
        )
    s[index] += more
    s[home] -= more


@define
class Trial:
    """One test in the set-up that it says. What does not come out as it says raises :class:`TestFailure`."""

    program: Program
    compiled: Compiled
    number: int
    test: RuleTest
    seed: int = 1
    match: Match = field(init=False)
    refused: str | None = None
    told: int = 0
    """The length of the journal before the last `when`"""
    since: int = 0
    """The same with its notes, as :attr:`rulekit.runtime.match.Match.happened` counts: where the story of that `when` begins"""
    said: bool = False
    """Whether the line before spoke of a player who can only pass."""
    passed: list[str] = field(factory=list)
    """Who passed by themselves in a window since the last `when`"""

    def begin(self) -> None:
        self.match = Match(self.compiled, self.seed)
        self.match.keep_journal()
        begin_streams(self.match.s, self.compiled.image.streams, self.seed)

    def mark_time(self) -> None:
        """Called before a `when`: what is told and refused from here on belongs to it."""
        self.told, self.since = len(self.match.log or ()), self.match.happened
        self.passed.clear()

    def call(self, k: int) -> Any:
        m = self.match
        return m.compiled.machine.journaled[f"test__{self.number}_{k}"](m, m.s, m.z, m.st)

    def instead(self, k: int, asked: Node) -> tuple[str, ...]:
        """Sentences: what does not hold of a condition, and what is there instead."""
        m, parts = self.match, shown_values.parts(asked)
        for j, part in enumerate(parts):
            try:
                holds, found = m.compiled.machine.journaled[f"told__{self.number}_{k}_{j}"](m, m.s, m.z, m.st)
            except Failure:  # this part fails by itself: nothing can be told of it
                break
            if not holds:
                return shown_values.told(part, found, Labels(self.compiled.image), len(parts) == 1)
        return ("it does not hold",)

    # ------------------------------------------------------------ windows
    def pass_by(self, k: int) -> None:
        """Before the k-th line, or behind the last: a player who is asked in a window and has nothing to play passes, unless the
        line is about that."""
        line = self.test.lines[k] if k < len(self.test.lines) else None
        self.said = line is not None and self._speaks_of_passing(k, line)
        if line is not None and line.op == "refused":
            return
        while not self.said and (at := self._passing()) is not None:
            self.passed.append(self.match.decisions[at].player)
            self.match.decide(at, -1)

    def _passing(self, player: int | None = None) -> int | None:
        """A question of a window where there is nothing to play: of any player, or of one."""
        for at, (seat, question, options, _) in enumerate(self.match.asks):
            window = self.compiled.image.asks[question].op == "window"
            if window and options == [-1] and player in (None, seat):
                return at
        return None

    def _speaks_of_passing(self, k: int, line: RuleTestLine) -> bool:
        if self._passing() is None:
            return False
        match line.op:
            case "asked" if "no" not in line.values:
                return self._passing(self.call(k)[0]) is not None
            case "may-exactly":
                player, wanted = self.call(k)
                return [value for value, _ in wanted] == [-1] and self._passing(player) is not None
            case "chooses" if self.said:
                player, value, _ = self.call(k)
                return value == -1 and self._passing(player) is not None
        return False

    # ------------------------------------------------------------ when
    def carry_out(self, k: int) -> None:
        try:
            self.call(k)
            if not self.match.asks:
                self.match.run(self.match.st)
        except GameEnded:
            self.match.finish()
        except DeviceError as error:
            self.refused = str(error)
            for device in self.compiled.image.devices.values():
                self.match.z[device.tape].clear()

    def pending(self, player: int) -> int:
        k = self.match.pending(player)
        if k is not None:
            return k
        unasked = f"{self.compiled.image.seats[player]} is not asked anything"
        raise TestFailure(unasked, *self.who_passed(), *self.asked_now())

    def asked_now(self) -> tuple[str, ...]:
        """Sentences: who is asked what."""
        asked = [
            f"{d.player} is asked: {d.prompt()} ({self.options_text(n)})" for n, d in enumerate(self.match.decisions)
        ]
        return tuple(asked) or ("nobody is asked" if self.match.ending is None else "the game is over",)

    def situation(self) -> tuple[str, ...]:
        """Sentences: who passed by themselves since the last `when`, and who is asked now."""
        return (*self.who_passed(), *(f"{d.player} is asked: {d.prompt()}" for d in self.match.decisions))

    def who_passed(self) -> tuple[str, ...]:
        return tuple(f"{player} had nothing to play and passed" for player in dict.fromkeys(self.passed))

    def choose(self, player: int, value: Choice, sort: list[str]) -> None:
        k = self.pending(player)
        self.check_sort(k, value, sort)
        self.mark_time()
        found = self.option(k, value)
        if found is None:
            self.refused = self.reason(k, value) or "it is not among the options: " + self.options_text(k)
            return
        self.match.decide(k, found)

    def choose_one(self, player: int, members: list[int], sort: list[str]) -> None:
        """Any of these will do: the first that is an option, or is like one."""
        k = self.pending(player)
        found = self.one_of(k, members, sort)
        self.mark_time()
        if found is not None:
            self.match.decide(k, found)
        elif members:
            self.refused = self.reason(k, members[0]) or "they are not among the options: " + self.options_text(k)
        else:
            raise TestFailure("there are none of these")

    def one_of(self, k: int, members: list[int], sort: list[str]) -> int | None:
        decision = self.match.decisions[k]
        self.check_sort(k, None, sort)
        wanted = {decision.key(x) for x in members}
        return next((int(o.value) for o in decision.options if decision.key(o.value) in wanted), None)

    def check_sort(self, k: int, value: Choice, sort: list[str]) -> None:
        """The value is one of the sort that is asked for; otherwise a test could be right by accident."""
        decision = self.match.decisions[k]
        if sort[0] == "text":
            labels = {o.label() for o in decision.options} | {o.id for o in decision.options}
            labels |= {r.label() for r in decision.refused} | {r.id for r in decision.refused}
            if decision.about.sort.head == "kind":
                members = self.compiled.image.kinds[decision.about.sort.of].members
                labels |= {decision.labels("en").member(decision.about.sort.of, n) for n in range(len(members))}
            if value not in labels:
                raise TestFailure("no option is ever called so", f"the options are: {self.options_text(k)}")
        elif sort[0] != "none" and sort != decision.sort and (sort[0], decision.about.sort.head) != ("truth", "yesno"):
            raise TestFailure(
                f"this is no answer to what is asked ({decision.prompt()})", f"the options are: {self.options_text(k)}"
            )

    def option(self, k: int, value: Choice) -> int | None:
        decision = self.match.decisions[k]
        for option in decision.options:
            if option.value == value if not isinstance(value, str) else value in (option.label(), option.id):
                return int(option.value)
        return None

    def options_text(self, k: int) -> str:
        return ", ".join(o.label() for o in self.match.decisions[k].options)

    def reason(self, k: int, value: Choice) -> str | None:
        decision = self.match.decisions[k]
        same = None if value is None or isinstance(value, str) else decision.key(value)
        for refusal in decision.refused:
            if (same is not None and decision.key(refusal.value) == same) or (
                isinstance(value, str) and value in (refusal.label(), refusal.id)
            ):
                return refusal.reason()
        return None

    def play_games(self, k: int, games: int, asked: Node) -> None:
        """Plays on from here at random, each time with other dice and cards; the condition of a line holds at every question and
        at the end. The position stays what it was."""
        begun = self.match
        if not begun.asks and begun.ending is None:
            raise TestFailure(
                "nobody is asked, so no game goes on from here", "begin it with  given the game is set up"
            )
        try:
            for game in range(1, games + 1):
                self.match = begun.copy()
                begin_streams(self.match.s, self.compiled.image.streams, self.seed + game)
                for made, _ in enumerate(self._random_choices(game)):
                    if not self.call(k):
                        first, *more = self.instead(k, asked)
                        first = f"game {game}, after {made} choices: {first}"
                        raise TestFailure(first, *more, *self.asked_now())
        finally:
            self.match = begun

    def _random_choices(self, x: int) -> Iterator[None]:
        """Before the first choice, and after each of them, up to the end of the game."""
        yield
        for _ in range(20000):
            if not self.match.asks:
                break
            options = self.match.asks[0][2]
            x = x * 6364136223846793005 + 1442695040888963407 & 0xFFFFFFFFFFFFFFFF
            self.match.decide(0, options[(x >> 33) * len(options) >> 31])
            yield

    def play_at_random(self, k: int, to_the_end: bool) -> None:
        """Makes choices at random until the condition of a line holds, or until the game is over."""
        for _ in self._random_choices(1):
            if self.match.over if to_the_end else self.call(k):
                return
        if not self.match.asks:
            raise TestFailure("nobody is asked any more" if self.match.ending is None else "the game was over before")
        raise TestFailure("this never came to pass", *self.asked_now())
