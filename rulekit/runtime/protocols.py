"""What the modules of the runtime ask of a match and of its compiled game, as protocols: they import neither class."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from rulekit.image import Image, Mark
    from rulekit.runtime.labels import Labels
    from rulekit.runtime.narrative.rows import Note, Row
    from rulekit.runtime.options import OptionInfo
    from rulekit.runtime.trail import TrailEntry
    from rulekit.runtime.view_types import Member
    from rulekit.runtime.visibility import Sight
    from rulekit.runtime.work import Work

Local = int | Sequence[int]
"""The value of a local variable of a rule"""
Frame = tuple[*tuple[Local, ...], int]
"""The locals of a rule that waits, and last the number of the step that goes on"""
Stack = list[Frame]
Ask = tuple[int, int, list[int], Stack]
"""(player, number of the question, options, stack that waits for the answer)"""
Step = Callable[..., object]
"""A function between two questions: ``step(match, s, z, stack, answer)``"""
Namespace = dict[str, Any]
"""The names of a module of generated code"""


class NativePlayouts(Protocol):
    """A library that plays matches to the end; see :class:`rulekit.runtime.native_library.NativeLibrary`."""

    def play(self, match: MatchState, chance: int, limit: int) -> int | None: ...


class Functions(Protocol):
    """The loaded functions of an image; see :class:`rulekit.runtime.machine.Machine`."""

    work: Work

    @property
    def native(self) -> NativePlayouts | None: ...

    @property
    def plays(self) -> Sequence[Step] | None: ...

    @property
    def explain(self) -> Namespace:
        """Prompts, refusals and facts, which are asked beside the course of play."""


class CompiledGame(Protocol):
    """A game for one set-up; see :class:`rulekit.runtime.compiled.Compiled`."""

    image: Image

    @property
    def machine(self) -> Functions: ...

    @property
    def owners(self) -> Sequence[Mark]: ...

    @property
    def owner_marks(self) -> Mapping[int, Mark]: ...

    @property
    def holder_marks(self) -> Mapping[int, Mark]: ...

    def labels(self, lang: str) -> Labels: ...

    def members(self, kind: str, lang: str) -> Sequence[Member]: ...

    def sight(self, viewer: str | None) -> Sight: ...


class PendingQuestion(Protocol):
    """A pending question; see :class:`rulekit.runtime.decisions.Decision`."""

    @property
    def player(self) -> str: ...

    def find(self, said: int | str) -> object: ...

    def prompt(self, lang: str = "en") -> str: ...


class MatchState(Protocol):
    """A match as numbers and lists; see :class:`rulekit.runtime.match.Match`."""

    seed: int
    s: list[int]
    z: list[list[int]]
    st: Stack
    asks: list[Ask]
    forks: int
    log: MutableSequence[Row] | None
    events: MutableSequence[Note]
    past: list[tuple[int, int, int, int]] | None
    trail: list[TrailEntry[Self]]
    tree: object
    ending: list[tuple[int, ...]] | None
    decided: int
    steps: tuple[Step, ...]

    @property
    def compiled(self) -> CompiledGame: ...

    @property
    def players(self) -> Sequence[str]: ...

    @property
    def over(self) -> bool: ...

    @property
    def decisions(self) -> Sequence[PendingQuestion]: ...

    @property
    def happened(self) -> int: ...

    def hash(self) -> str: ...

    def pending(self, player: int) -> int | None: ...

    def decision_of(self, player: str) -> PendingQuestion | None: ...

    def decide(self, k: int, value: int, joined: bool = False) -> None: ...

    def end(self, rows: list[int], width: int, line: int) -> None: ...

    def run(self, stack: Stack) -> None: ...

    def finish(self) -> None: ...

    def copy(self) -> Self: ...

    def become(self, other: Self) -> None: ...

    def play_quickly(self) -> None: ...


M_co = TypeVar("M_co", bound=MatchState, covariant=True)


class Rules(Protocol[M_co]):
    """A game that starts matches; see :class:`rulekit.runtime.game.Game`."""

    name: str
    names: Mapping[str, str]
    hash: str
    options: Mapping[str, OptionInfo]

    def start(
        self, players: Sequence[str], seed: int, options: Mapping[str, object], journal: bool, generator: str
    ) -> M_co: ...
