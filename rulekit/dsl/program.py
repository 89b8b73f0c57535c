"""The typed program: its symbols by name, and what was found while it was read. Declarations and bodies fill it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.diagnostics import Diagnostic, Span
from rulekit.dsl.datum import Datum
from rulekit.dsl.names import Vocabulary
from rulekit.dsl.phrases import PhraseTable, standard_table
from rulekit.dsl.points import Point
from rulekit.dsl.symbols import (
    Display,
    Family,
    FamilyEntry,
    GameOption,
    Graph,
    Group,
    Kind,
    Mark,
    Names,
    Need,
    Piece,
    Place,
    RuleTable,
    RuleTest,
    Scene,
    UsedDevice,
    Variant,
    Window,
)
from rulekit.dsl.syntax import Token, span_of
from rulekit.dsl.tree import Node, ProseChapter

if TYPE_CHECKING:
    from pathlib import Path

    from rulekit.dsl.edits import Edit
    from rulekit.plugins.devices import Device


@define(eq=False)
class Program:
    table: PhraseTable = field(factory=standard_table)
    words: Vocabulary = field(init=False)
    found: list[Diagnostic] = field(factory=list)
    unsilenced: list[Diagnostic] = field(factory=list)
    """What was found, with the warnings that a remark silences"""
    behind: list[tuple[Diagnostic, Diagnostic]] = field(factory=list)
    """(a finding, another one that is there only because of it)"""
    sources: dict[str, str] = field(factory=dict)
    working: tuple[str, Sequence[Token]] | None = None
    """The file and the tokens that are being read"""
    test_files: set[str] = field(factory=set)
    """Those of the files that hold rule tests"""
    name: str = ""
    title: str = ""
    names: Names = field(factory=dict)
    span: Span | None = None
    fewest: int = 1
    most: int = 1
    usual: tuple[int, Span] | None = None
    """How many play unless somebody says otherwise, and where that stands; where the rules do not tell, the fewest"""
    seats: Sequence[str] = ()
    """Every name that a seat has in some set-up"""
    seatings: dict[int, Sequence[str]] = field(factory=dict)
    """How many play -> the names that the seats can have then, in clockwise order"""
    partners: tuple[tuple[str, ...], ...] = ()
    """Names of players who see what lies in places `seen by their owner and partners` of each other"""
    begins: str | None = None
    """The deed with which the game begins"""
    judge: tuple[Node, Span] | None = None
    """What a position is worth to `me`, for bots, and where that is said"""
    layers: Sequence[str] = ("printed",)
    chapters: dict[str, ProseChapter] = field(factory=dict)
    """The prose of the rulebook, in its order"""
    options: dict[str, GameOption] = field(factory=dict)
    needs: list[Need] = field(factory=list)
    above: list[Display] = field(factory=list)
    beside: list[Display] = field(factory=list)
    used: dict[str, UsedDevice] = field(factory=dict)
    devices: dict[str, Device] = field(factory=dict)
    kinds: dict[str, Kind] = field(factory=dict)
    pieces: dict[str, Piece] = field(factory=dict)
    groups: dict[str, Group] = field(factory=dict)
    places: dict[str, Place] = field(factory=dict)
    marks: dict[str, Mark] = field(factory=dict)
    families: dict[str, Family] = field(factory=dict)
    entries: dict[str, FamilyEntry] = field(factory=dict)
    tables: dict[str, RuleTable] = field(factory=dict)
    graphs: dict[str, Graph] = field(factory=dict)
    scenes: dict[str, Scene] = field(factory=dict)
    windows: dict[str, Window] = field(factory=dict)
    points: dict[str, Point] = field(factory=dict)
    choices: dict[str, Point] = field(factory=dict)
    tests: list[RuleTest] = field(factory=list)
    variants: dict[str, Variant] = field(factory=dict)
    variant_of: dict[str, str] = field(factory=dict)
    """The files with the rules of variants -> the variant, also of those files of its folder that have no heading"""
    edits: list[Edit] = field(factory=list)
    """What variants changed in the text of the game (:mod:`rulekit.dsl.overlay`)"""
    removed: dict[str, Span] = field(factory=dict)
    """Names that a variant took away -> where"""
    settled: dict[str, Span] = field(factory=dict)
    """What variants settled in one line (:mod:`rulekit.dsl.option_overrides`) -> where"""
    cited: list[tuple[str, Span]] = field(factory=list)
    clauses: dict[str, str] = field(factory=dict)
    """The game's own list of clauses: name -> what it says"""
    tables_read: dict[str, Datum | None] = field(factory=dict)
    over: dict[str, list[Path]] = field(factory=dict)
    """Table files of variants, by the name of the table file that they are laid over"""
    over_files: set[str] = field(factory=set)
    """The same files as messages show them"""
    texts: tuple[str, ...] = ("clauses.yaml", "words.yaml")
    """Files beside the rules that are no tables of the game"""
    translations: dict[str, dict[str, str]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.words = Vocabulary(self.table)
        self.words.points, self.words.choices = self.points, self.choices
        self.words.add_kind("player")
        self.kinds["player"] = Kind("player", "player", None)

    @property
    def place(self) -> Span:
        """The line that is being read."""
        file, tokens = self.working or (next(iter(self.sources), ""), ())
        return span_of(file, tokens[:1]) if tokens else self.span or Span(file, 1)

    def over_at(self, row: str) -> Span | None:
        """The place in a variant's table that changes a row; None where there is none."""
        from rulekit.dsl.data import title

        for data in self.tables_read.values():
            for rows in (data.fields or {}).values() if data is not None else ():
                for key, span in rows.keys.items():
                    if title(key) == row and span.file in self.over_files:
                        return span
        return None

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        hint: str | None = None,
        severity: str = "error",
        also: Sequence[tuple[str, Span]] = (),
        about: str = "",
    ) -> None:
        self.found.append(Diagnostic(code, message, span, hint, severity, also, about))
