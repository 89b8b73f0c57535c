"""YAML text -> data with positions, from the event stream; the depth of nesting is bounded.

The parsers give events without recursion, the one in C (the extra `fast`) and the one in Python; their composers recurse, and
the one in C ends the process when it runs out of stack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from attrs import define, field

from rulekit.characters import hidden, name_of, position
from rulekit.diagnostics import Diagnostic, Span
from rulekit.dsl.datum import Datum
from rulekit.dsl.yaml_mistakes import unreadable

if TYPE_CHECKING:
    from ruamel.yaml.error import YAMLError
    from ruamel.yaml.events import Event, ScalarEvent

DEPTH = 32
SIZE = 1 << 20
RETOLD = 1 << 15
"""Up to here a mistake is looked for once more by the parser in Python, which is slow and tells better what is wrong."""
ROWS = "rows look like  Name: {column: 3}"


class _ReadingStopped(Exception):
    """Ends the reading of a file."""

    def __init__(self, found: Diagnostic) -> None:
        self.found = found
        super().__init__(found.message)


def read(file: str, text: str, found: list[Diagnostic]) -> Datum | None:
    """The data of a YAML text, or None with what is wrong in ``found``."""
    if len(text) > SIZE:
        what = f"this table is larger than {SIZE} characters"
        found.append(Diagnostic("RK201", what, Span(file, 1), "divide it into several"))
        return None
    at = hidden(text)
    if at is not None:
        line, column = position(text, at)
        found.append(_not_printable(text[at], Span(file, line, column, column + 1)))
        return None
    try:
        return _built(file, text, found)
    except _ReadingStopped as refused:
        found.append(refused.found)
        return None


def _not_printable(char: str, span: Span) -> Diagnostic:
    what = f"the character {name_of(char)} does not show itself and has no place in a table"
    return Diagnostic("RK201", what, span, "take it out; save the file as plain UTF-8 text")


# ---------------------------------------------------------------- events
class StreamMark(Protocol):
    """A place in a text, from 0."""

    index: int
    line: int
    column: int


class _EventParser(Protocol):
    def check_event(self) -> bool: ...

    def get_event(self) -> Event: ...


@cache
def _in_c() -> Callable[[str], _EventParser] | None:
    """The parser in C; None without the extra `fast`."""
    try:
        parser: Callable[[str], _EventParser] = import_module("_ruamel_yaml").CParser
    except ImportError:
        return None
    return parser


def _events(text: str, quick: Callable[[str], _EventParser] | None) -> Iterator[Event]:
    if quick is None:
        from ruamel.yaml import YAML

        yield from YAML(typ="safe", pure=True).parse(text)
        return
    parser = quick(text)
    while parser.check_event():
        yield parser.get_event()


def _built(file: str, text: str, found: list[Diagnostic]) -> Datum:
    """Raises _ReadingStopped. What the parser in C cannot read is read again, for the sake of its message."""
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    quick = _in_c()
    begun = len(found)
    while True:
        try:
            return _Builder(file, text, found).build(_events(text, quick))
        except (YAMLError, ValueError) as error:
            mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
            if quick is not None and (mark is None or mark.index < RETOLD):
                quick = None
                del found[begun:]
                continue
            if isinstance(error, MarkedYAMLError):
                raise _ReadingStopped(unreadable(error, file, text)) from error
            raise _ReadingStopped(_unknown(error, file, text)) from error


def _unknown(error: YAMLError | ValueError, file: str, text: str) -> Diagnostic:
    """A mistake of which the parser says hardly more than that there is one."""
    said = getattr(error, "reason", None) or (str(error).splitlines() or [type(error).__name__])[0]
    at = getattr(error, "position", None)
    line, column = position(text, min(at, len(text))) if isinstance(at, int) else (1, 1)
    return Diagnostic("RK201", f"this table cannot be read: {said}", Span(file, line, column, column + 1), ROWS)


# ---------------------------------------------------------------- data
@define(eq=False)
class _OpenNode:
    """A list or a mapping that is not closed yet."""

    datum: Datum
    start: StreamMark
    key: str | None = None
    """in a mapping: the key whose value comes next"""
    key_end: StreamMark | None = None


@define(eq=False)
class _Builder:
    file: str
    text: str
    found: list[Diagnostic]
    open: list[_OpenNode] = field(factory=list)
    root: Datum | None = None

    def build(self, events: Iterable[Event]) -> Datum:
        from ruamel.yaml import events as of

        documents = 0
        for event in events:
            if isinstance(event, of.ScalarEvent):
                self._scalar(event)
            elif isinstance(event, of.CollectionStartEvent):
                self._begin(event, isinstance(event, of.MappingStartEvent))
            elif isinstance(event, of.CollectionEndEvent):
                self._end(event)
            elif isinstance(event, of.AliasEvent):
                hint = "write out what stands there"
                raise _ReadingStopped(
                    Diagnostic("RK201", "aliases (`*name`) are not used in tables", self._span(event), hint)
                )
            elif isinstance(event, of.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    what = "a second document begins here: a table is one"
                    raise _ReadingStopped(Diagnostic("RK201", what, self._span(event), "take the `---` away"))
        return Datum(Span(self.file, 1), fields={}) if self.root is None else self.root

    def _span(self, event: Event) -> Span:
        return self._between(event.start_mark, event.end_mark)

    def _between(self, start: StreamMark, end: StreamMark) -> Span:
        last = end.column + 1 if end.line == start.line else start.column + 2
        return Span(self.file, start.line + 1, start.column + 1, max(last, start.column + 2))

    def _scalar(self, event: ScalarEvent) -> None:
        value: str = event.value
        if not value.isprintable():
            at = hidden(value)
            if at is not None:  # an escape in quotes: "\\e[31m"
                raise _ReadingStopped(_not_printable(value[at], self._span(event)))
        inside = self.open[-1] if self.open else None
        if inside is not None and inside.datum.fields is not None and inside.key is None:
            self._key(inside, event)
        else:
            self._put(Datum(self._span(event), text=value), event)

    def _key(self, inside: _OpenNode, event: ScalarEvent) -> None:
        fields, name, mark = inside.datum.fields, event.value, event.start_mark
        where = Span(self.file, mark.line + 1, mark.column + 1, event.end_mark.column + 1)
        assert fields is not None
        if name in fields:
            other = (("the other", inside.datum.keys[name]),)
            hint = "one of the two has to go"
            self.found.append(Diagnostic("RK202", f"`{name}` stands here twice", where, hint, also=other))
        inside.key, inside.key_end = name, event.end_mark
        inside.datum.keys[name] = where

    def _begin(self, event: Event, mapping: bool) -> None:
        inside = self.open[-1] if self.open else None
        if inside is not None and inside.datum.fields is not None and inside.key is None:
            hint = "a key is one word or a text, as in  Alder: 3"
            what = "a list or a mapping cannot be a key"
            raise _ReadingStopped(Diagnostic("RK201", what, self._span(event), hint))
        if len(self.open) > DEPTH:
            hint = "write it in rows, or put what lies deep into a table of its own"
            raise _ReadingStopped(
                Diagnostic("RK201", f"this table is nested more than {DEPTH} deep", self._span(event), hint)
            )
        datum = Datum(self._span(event), items=None if mapping else [], fields={} if mapping else None)
        self._put(datum, event)
        self.open.append(_OpenNode(datum, event.start_mark))

    def _end(self, event: Event) -> None:
        closed = self.open.pop()
        closed.datum.span = self._between(closed.start, event.end_mark)

    def _put(self, datum: Datum, event: Event) -> None:
        """Puts a value where one is expected."""
        if not self.open:
            self.root = datum
            return
        inside = self.open[-1]
        if inside.datum.items is not None:
            inside.datum.items.append(datum)
            return
        assert inside.datum.fields is not None and inside.key is not None and inside.key_end is not None
        if datum.text == "" and event.start_mark.index == event.end_mark.index:
            after = inside.key_end  # parsers differ in where nothing stands
            datum.span = Span(self.file, after.line + 1, after.column + 2, after.column + 3)
        inside.datum.fields[inside.key] = datum
        inside.key = None
