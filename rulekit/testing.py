"""Runs the rule tests of a game: the tests that stand in its ``tests`` folder, in the rule language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from rulekit import plugins
from rulekit.compiler.build import build, refused
from rulekit.compiler.impossible import Impossible
from rulekit.compiler.setup import Setup, default_setup
from rulekit.compiler.trace import Trace
from rulekit.devices import DeviceError
from rulekit.diagnostics import Diagnostic, RulesError, Span, UserError
from rulekit.dsl.program import Program, RuleTest
from rulekit.dsl.tree import Node
from rulekit.files import shown
from rulekit.image import wrong_number
from rulekit.loader import read_program
from rulekit.runtime.chance import seed_stream
from rulekit.runtime.game import Compiled
from rulekit.runtime.machine import Machine
from rulekit.runtime.match import Match, RuleFailure, failure_text
from rulekit.runtime.prelude import Ended, Failure


@frozen
class TestResult:
    """``message`` says what came out instead, ``place`` the line of the test that failed."""

    __test__ = False
    title: str
    covers: tuple[str, ...]
    ok: bool
    message: str
    place: str


class Wrong(Exception):
    """A line of a test does not hold."""


class _Refused(Exception):
    """The game refuses the set-up of a test, for the reason that this holds."""


def run_tests(
    path: str | Path, variants: Sequence[str | Path] = (), found: plugins.Plugins | None = None, named: str = ""
) -> list[TestResult]:
    """All rule tests of a game folder, or of one test file of it. Raises RulesError and UserError as loading does.

    ``named``: only those with this in their title, or in a clause that they cover; in whatever case.
    """
    folder, only = _folder(Path(path))
    found = found or plugins.find()
    return run_all(_read(folder, variants, found), found.devices, only, named=named)


def position(path: str | Path, title: str, variants: Sequence[str | Path] = (), seed: int = 1) -> Match:
    """The match that a rule test of a game builds with its lines before the first `then`. Raises as :func:`run_tests`."""
    return positions(path, [title], variants, seed)[0]


def positions(
    path: str | Path, titles: Sequence[str], variants: Sequence[str | Path] = (), seed: int = 1
) -> list[Match]:
    """Several such matches; the rules are read only once."""
    folder, _ = _folder(Path(path))
    found = plugins.find()
    program = _read(folder, variants, found)
    known = [test.title for test in program.tests]
    made = []
    for title in titles:
        if title not in known:
            near = get_close_matches(title, known, 1, 0.5)
            raise UserError(f"no rule test is called “{title}”", f"did you mean “{near[0]}”?" if near else None)
        number = known.index(title)
        test = program.tests[number]
        try:
            setup = _setup(program, test)
        except _Refused as reason:
            raise UserError(f"{test.span}: the game refuses this set-up: {reason}") from reason
        compiled = compile_tests(program, setup, [(number, test)], found.devices)
        made.append(_Run(program, compiled, number, test, seed).position())
    return made


def _read(folder: Path, variants: Sequence[str | Path], found: plugins.Plugins) -> Program:
    program = read_program(folder, found.devices, [Path(v) for v in variants], tests=True)
    if any(d.severity == "error" for d in program.found):
        raise RulesError(program.found, program.sources)
    return program


def run_all(
    program: Program, devices: Mapping[str, Any], only: Path | None = None, trace: Trace | None = None, named: str = ""
) -> list[TestResult]:
    """The tests of a program that was read with its tests; ``trace`` is told what they came to."""
    chosen = [
        (n, t)
        for n, t in enumerate(program.tests)
        if (only is None or t.span.file == shown(only)) and _is_named(t, named.casefold())
    ]
    groups: dict[str, tuple[Setup, list[tuple[int, RuleTest]]]] = {}
    results: dict[int, TestResult] = {}
    for number, test in chosen:
        try:
            setup = _setup(program, test)
            groups.setdefault(setup.key, (setup, []))[1].append((number, test))
        except _Refused as reason:
            results[number] = _without_a_game(test, str(reason))
    for setup, tests in groups.values():
        compiled = compile_tests(program, setup, tests, devices, trace)
        for number, test in tests:
            results[number] = _Run(program, compiled, number, test).result()
    return [results[number] for number, _ in chosen]


def _is_named(test: RuleTest, named: str) -> bool:
    return not named or any(named in text.casefold() for text in (test.title, *test.covers))


def _folder(path: Path) -> tuple[Path, Path | None]:
    """The game that a path means: itself, or for a test file the folder above its ``tests``."""
    if path.is_dir():
        return path, None
    if not path.exists():
        raise UserError(f"there is no {path}")
    for above in path.resolve().parents:
        if above.name == "tests":
            return Path(shown(above.parent)), path
    raise UserError(f"{path} does not lie in the tests folder of a game")


def _without_a_game(test: RuleTest, reason: str) -> TestResult:
    """What a test comes to whose set-up the game refuses: right if it says just that."""
    _, values, span, said = test.lines[-1]
    if not test.of_a_set_up:
        span, message = test.span, f"the game refuses this set-up: {reason}"
    else:
        message = "" if values["t"] == reason else f"{said}: the reason is: {reason}"
    return TestResult(test.title, tuple(test.covers), not message, message, str(span))


def _setup(program: Program, test: RuleTest) -> Setup:
    """What a test fixes before the game begins. Raises _Refused."""
    players: int | list[str] | None = None
    options: dict[str, int] = {}
    for op, values, span, _ in test.lines:
        if op == "players":
            players = values["n"].data["n"]
        elif op == "seated":
            players = list(values["l"])
        elif op == "option":
            option = program.options.get(values["x"])
            if option is None:
                raise RulesError(
                    [Diagnostic("RK301", f"the game has no option `{values['x']}`", span, _options(program))],
                    program.sources,
                )
            options[values["x"]] = _option_value(option.sort, values["v"])
    count = players if isinstance(players, int) else len(players or [])
    reason = wrong_number(program.title, program.fewest, program.most, count) if players is not None else None
    if reason is not None:
        raise _Refused(reason)
    setup = default_setup(program, players, options)
    reason = refused(program, setup)
    if reason is not None:
        raise _Refused(reason)
    return setup


def _options(program: Program) -> str:
    return "it has: " + ", ".join(program.options) if program.options else "it has none: take the line away"


def _option_value(sort: str, node: Node) -> int:
    match sort:
        case "names":
            return int(node.data.get("index", 0))
        case "truth":
            return int(bool(node.data.get("yes")))
    return int(node.data.get("n", 0))


def compile_tests(
    program: Program,
    setup: Setup,
    tests: Sequence[tuple[int, RuleTest]],
    devices: Mapping[str, Any],
    trace: Trace | None = None,
) -> Compiled:
    """The game with its tests for one set-up."""
    try:
        image = build(program, setup, "tests", tests, trace)
    except Impossible as error:
        raise RulesError(
            [Diagnostic(error.code, str(error), error.span or tests[0][1].span, error.hint)], program.sources
        ) from error
    words = {"fill": fill}
    machine = Machine(image, devices, words if trace is None else {**words, "seen": trace.seen, "asked": trace.asked})
    return Compiled(image, machine, setup.key)


def fill(s: list[int], index: int, n: int, home: int, line: int) -> None:
    """Exactly ``n`` pieces at ``index``; the difference comes from, or goes to, where such pieces lie at first."""
    more = n - s[index]
    if index == home or more > s[home]:
        raise Wrong("so many pieces are not there" if index != home else f"here lie what the others leave: {s[home]}")
    s[index] += more
    s[home] -= more


@define
class _Run:
    program: Program
    compiled: Compiled
    number: int
    test: RuleTest
    seed: int = 1
    match: Match = field(init=False)
    refused: str | None = None
    told: int = 0
    """How long the journal was before the last `when`."""

    def _begin(self) -> None:
        self.match = Match(self.compiled, self.seed)
        self.match.keep_journal()
        for name, index in self.compiled.image.streams.items():
            self.match.s[index] = seed_stream(self.seed, name)

    def position(self) -> Match:
        """The match before the first line that judges. Raises UserError when a line can not be carried out."""
        self._begin()
        for k, (op, values, span, said) in enumerate(self.test.lines):
            if hasattr(self, "_then_" + op.replace("-", "_")):
                break
            try:
                self._line(k, op, values)
                if self.refused is not None:
                    raise Wrong(f"this was refused: {self.refused}")
            except (Wrong, DeviceError, RuleFailure) as wrong:
                raise UserError(f"{span}: {said}: {wrong}") from wrong
            except Failure as failed:
                raise UserError(f"{span}: {said}: {failure_text(self.compiled, failed)}") from failed
        return self.match

    def result(self) -> TestResult:
        self._begin()
        place, text = self.test.span, ""
        try:
            for k, (op, values, span, said) in enumerate(self.test.lines):
                place, text = span, said
                if self.refused is not None and op != "refused":
                    raise Wrong(f"the line before was refused: {self.refused}")
                self._line(k, op, values)
            if self.refused is not None:
                raise Wrong(f"this was refused: {self.refused}")
            place, text = self.test.span, "at the end"
            if self._left_over():
                raise Wrong("a scripted result was never used")
            if left := self._script():
                raise Wrong(f"dice that were said were never thrown: {', '.join(map(str, left))}")
        except (Wrong, DeviceError, RuleFailure, UserError) as wrong:
            return self._failed(f"{text}: {wrong}", place)
        except Failure as failed:
            row = self.compiled.image.lines[failed.line]
            return self._failed(f"{text}: this line can not be carried out: {row[2]} ({row[0]}:{row[1]})", place)
        return TestResult(self.test.title, tuple(self.test.covers), True, "", str(self.test.span))

    def _failed(self, message: str, place: Span) -> TestResult:
        return TestResult(self.test.title, tuple(self.test.covers), False, message, str(place))

    def _left_over(self) -> bool:
        """Whether something lies on a device's list that nobody needs: half an answer does not, while the rest is asked."""
        image = self.compiled.image
        if any(image.asks[ask[1]]["op"] == "device" for ask in self.match.asks):
            return False
        return any(self.match.z[d["tape"]] for d in image.devices.values())

    def _script(self) -> list[int]:
        """The dice that the test has said and that were not thrown yet."""
        index = self.compiled.image.script
        return self.match.z[index] if index is not None else []

    def _call(self, k: int) -> Any:
        m = self.match
        return m.compiled.machine.told[f"test_{self.number}_{k}"](m, m.s, m.z, m.st)

    def _line(self, k: int, op: str, values: dict[str, Any]) -> None:
        match op:
            case "players" | "seated" | "option":
                pass
            case "set-up":
                self.match.begin()
            case "seed":
                for name, index in self.compiled.image.streams.items():
                    self.match.s[index] = seed_stream(values["n"].data["n"], name)
            case "do" | "carries-out":
                self.told = len(self.match.log or ())
                if self.match.asks:
                    raise Wrong(f"{self.match.decisions[0].player} is still asked: {self.match.decisions[0].prompt()}")
                self._do(k)
            case "holds" | "lies" | "mark" | "device" | "dice":
                self._call(k)
            case "chooses":
                self._choose(*self._call(k))
            case "chooses-one":
                self._choose_one(*self._call(k))
            case "random-until":
                self._random(k)
            case _:
                getattr(self, "_then_" + op.replace("-", "_"))(k, values)

    # ------------------------------------------------------------ when
    def _do(self, k: int) -> None:
        try:
            self._call(k)
            if not self.match.asks:
                self.match._run(self.match.st)
        except Ended:
            self.match._over()
        except DeviceError as error:
            self.refused = str(error)
            for device in self.compiled.image.devices.values():
                self.match.z[device["tape"]].clear()

    def _pending(self, player: int) -> int:
        for k, ask in enumerate(self.match.asks):
            if ask[0] == player:
                return k
        raise Wrong(f"{self.compiled.image.seats[player]} is not asked anything")

    def _choose(self, player: int, value: Any, sort: list[str]) -> None:
        k = self._pending(player)
        self._same_sort(k, value, sort)
        self.told = len(self.match.log or ())
        found = self._option(k, value)
        if found is None:
            self.refused = self._why(k, value) or "it is not among the options: " + self._options(k)
            return
        self.match.decide(k, found)

    def _choose_one(self, player: int, members: list[int], sort: list[str]) -> None:
        """Any of these will do: the first that is an option, or is like one."""
        k = self._pending(player)
        found = self._one_of(k, members, sort)
        self.told = len(self.match.log or ())
        if found is not None:
            self.match.decide(k, found)
        elif members:
            self.refused = self._why(k, members[0]) or "they are not among the options: " + self._options(k)
        else:
            raise Wrong("there are none of these")

    def _one_of(self, k: int, members: list[int], sort: list[str]) -> int | None:
        decision = self.match.decisions[k]
        self._same_sort(k, None, sort)
        wanted = {decision.key(x) for x in members}
        return next((int(o.value) for o in decision.options if decision.key(o.value) in wanted), None)

    def _same_sort(self, k: int, value: Any, sort: list[str]) -> None:
        """The value is one of the sort that is asked for; otherwise a test could be right by accident."""
        decision = self.match.decisions[k]
        if sort[0] == "text":
            labels = {o.label() for o in decision.options} | {o.id for o in decision.options}
            labels |= {r.label() for r in decision.refused} | {r.id for r in decision.refused}
            if decision.sort[0] == "kind":
                members = self.compiled.image.kinds[decision.sort[1]]["members"]
                labels |= {decision.labels("en").member(decision.sort[1], n) for n in range(len(members))}
            if value not in labels:
                raise Wrong(f"no option is ever called so; the options are: {self._options(k)}")
        elif sort[0] != "none" and sort != decision.sort and (sort[0], decision.sort[0]) != ("truth", "yesno"):
            raise Wrong(
                f"this is no answer to what is asked ({decision.prompt()}); the options are: {self._options(k)}"
            )

    def _option(self, k: int, value: Any) -> int | None:
        decision = self.match.decisions[k]
        for option in decision.options:
            if option.value == value if not isinstance(value, str) else value in (option.label(), option.id):
                return int(option.value)
        return None

    def _options(self, k: int) -> str:
        return ", ".join(o.label() for o in self.match.decisions[k].options)

    def _why(self, k: int, value: Any) -> str | None:
        decision = self.match.decisions[k]
        same = None if value is None or isinstance(value, str) else decision.key(value)
        for refusal in decision.refused:
            if (same is not None and decision.key(refusal.value) == same) or (
                isinstance(value, str) and value in (refusal.label(), refusal.id)
            ):
                return refusal.reason()
        return None

    def _random(self, k: int) -> None:
        x = 1
        for _ in range(20000):
            if self._call(k):
                return
            if not self.match.asks:
                raise Wrong("the game was over before")
            options = self.match.asks[0][2]
            x = x * 6364136223846793005 + 1442695040888963407 & 0xFFFFFFFFFFFFFFFF
            self.match.decide(0, options[(x >> 33) * len(options) >> 31])
        raise Wrong("this never came to pass")

    # ------------------------------------------------------------ then
    def _then_then(self, k: int, values: dict[str, Any]) -> None:
        if not self._call(k):
            raise Wrong("it does not hold" + self._compared(values["c"]))

    def _compared(self, node: Node) -> str:
        """What both sides of a comparison are, where that helps."""
        return ""

    def _then_holds_exactly(self, k: int, values: dict[str, Any]) -> None:
        for wanted, there in self._call(k):
            if wanted != there:
                raise Wrong(f"there are {there}, not {wanted}")

    def _then_may_exactly(self, k: int, values: dict[str, Any]) -> None:
        player, wanted = self._call(k)
        decision = self.match.decisions[self._pending(player)]
        for value, sort in wanted:
            self._same_sort(self._pending(player), value, sort)
        wanted = [value for value, _ in wanted]
        found = [(o.value, o.label(), o.id) for o in decision.options]
        missing = [w for w in wanted if not any(w in f for f in found)]
        if missing or len(found) != len(wanted):
            raise Wrong("the options are: " + ", ".join(f[1] for f in found))

    def _then_may(self, k: int, values: dict[str, Any]) -> None:
        player, value, sort = self._call(k)
        at = self._pending(player)
        self._same_sort(at, value, sort)
        if self._option(at, value) is None:
            raise Wrong("the options are: " + self._options(at))

    def _then_may_not(self, k: int, values: dict[str, Any]) -> None:
        player, value, sort = self._call(k)
        at = self._pending(player)
        self._same_sort(at, value, sort)
        if self._option(at, value) is not None:
            raise Wrong("it is among the options")
        if "t" in values:
            reason = self._why(at, value)
            if reason != values["t"]:
                raise Wrong(f"the reason is: {reason or 'it was never among the candidates'}")

    def _then_may_one(self, k: int, values: dict[str, Any]) -> None:
        player, members, sort = self._call(k)
        at = self._pending(player)
        if self._one_of(at, members, sort) is None:
            raise Wrong("the options are: " + self._options(at) if members else "there are none of these")

    def _then_may_none(self, k: int, values: dict[str, Any]) -> None:
        player, members, sort = self._call(k)
        at = self._pending(player)
        if not members:
            raise Wrong("there are none of these")
        if self._one_of(at, members, sort) is not None:
            raise Wrong("one of them is among the options")
        for member in members if "t" in values else ():
            if self._why(at, member) != values["t"]:
                raise Wrong(f"the reason is: {self._why(at, member) or 'it was never among the candidates'}")

    def _then_asked(self, k: int, values: dict[str, Any]) -> None:
        player, _, _ = self._call(k)
        if any(ask[0] == player for ask in self.match.asks) == ("no" in values):
            raise Wrong("the opposite holds")

    def _then_asked_nobody(self, k: int, values: dict[str, Any]) -> None:
        if self.match.asks:
            decision = self.match.decisions[0]
            raise Wrong(f"{decision.player} is asked: {decision.prompt()}")

    def _then_place(self, k: int, values: dict[str, Any]) -> None:
        player, place = self._call(k)
        found = next((x.rank for x in self.match.standings if x.seat == player + 1), None)
        if found is None:
            raise Wrong("the game is not over")
        if found != place:
            raise Wrong(f"it is place {found}")

    def _then_over(self, k: int, values: dict[str, Any]) -> None:
        if (self.match.ending is None) != ("no" in values):
            raise Wrong("the game is over" if "no" in values else "the game goes on")

    def _then_refused(self, k: int, values: dict[str, Any]) -> None:
        reason, self.refused = self.refused, None
        if reason is None:
            skips = [e for e in self.match.journal[self.told :] if e.sort == "skip"]
            reason = skips[-1].text().rpartition("not carried out: ")[2] if skips else None
        if reason is None:
            raise Wrong("nothing was refused")
        if reason != values["t"]:
            raise Wrong(f"the reason is: {reason}")

    def _then_sees(self, k: int, values: dict[str, Any]) -> None:
        seen = self._seen(k)[0]
        if any(seen) if "no" in values else not (seen and all(seen)):
            raise Wrong("the opposite holds")

    def _then_sees_open(self, k: int, values: dict[str, Any]) -> None:
        seen = self._call(k)
        if seen != "all":
            raise Wrong(f"it is seen by {seen}")

    def _then_sees_number(self, k: int, values: dict[str, Any]) -> None:
        _, there, wanted = self._seen(k)
        if there != wanted:
            raise Wrong(f"there are {there}")

    def _seen(self, k: int) -> tuple[list[bool], int, int]:
        player, codes, faces, n = self._call(k)
        cards = [(code, card) for code, card in codes if card >= 0]
        sight = self.compiled.sight(self.compiled.image.seats[player])
        seen = [sight.card(code, faces >= 0 and bool(self.match.s[faces + card])) for code, card in cards]
        return seen, len(cards), n or 0
