"""What plugins bring, held against what they promised: a plugin that fails is named, and leaves no trace in a match.

A device that raises, gives something of another type, makes or loses pieces, or writes where it has no business is told
apart from rules that are wrong: the state is put back, and :class:`PluginFault` says whose fault it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, ParamSpec, TypeVar

from attrs import evolve

from rulekit.characters import one_line
from rulekit.diagnostics import UserError
from rulekit.plugins.calls import ENDS, Calling
from rulekit.plugins.devices import (
    Device,
    DeviceError,
    Native,
    Parameter,
    PicturedDevice,
    Question,
    Setting,
    Slots,
    Word,
)
from rulekit.plugins.senders import Sender

if TYPE_CHECKING:
    from pluggy import HookImpl

Read = TypeVar("Read")
Listed = TypeVar("Listed")
Takes = ParamSpec("Takes")
Gap = Slots | int
"""What comes in a gap: a place, pieces or amounts as a tuple; a number"""
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
GAP = re.compile(r"\{(\w+):(\w+)\}")
GAPS = {"place": tuple, "number": int, "amounts": tuple, "pieces": tuple}
"""What can stand in the gap of a device's phrase, and as what it comes."""


LONGEST = 300
"""Characters of a text of a plugin that a message quotes"""


class PluginFault(UserError):
    """A plugin did not do what it promised."""

    def __init__(self, plugin: str, text: str) -> None:
        self.plugin = plugin
        hint = f"tell its authors; without it: pip uninstall the package of {plugin}"
        super().__init__(f"the plugin {plugin} is at fault: {text}", hint)


def ask(implementation: HookImpl, hook: str) -> list[object]:
    """What one plugin gives for a hook. Raises PluginFault."""
    plugin = implementation.plugin_name
    if implementation.hookwrapper or implementation.wrapper:
        raise PluginFault(plugin, f"{hook} is a wrapper; it has to be a plain function")
    with Calling(lambda error: PluginFault(plugin, f"{hook} failed{place(error)}: {text_of(error)}")):
        made = implementation.function()
        if isinstance(made, Iterable):
            return list(made)
    raise PluginFault(plugin, f"{hook} gives {shown(made)}, and not a list")


def text_of(error: BaseException) -> str:
    """The text of a plugin's exception; its ``__str__`` may fail, too."""
    name = type(error).__name__
    try:
        said = one_line(str(error))
    except ENDS:
        raise
    except BaseException:
        return name
    return f"{name}: {said[:LONGEST]}" if said else name


def shown(thing: object) -> str:
    """A plugin's object as a message shows it, shortened; its ``__repr__`` may fail."""
    try:
        said = one_line(repr(thing))
    except ENDS:
        raise
    except BaseException:
        return f"a {type(thing).__name__}"
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 3]}..."


def place(error: BaseException) -> str:
    """Where an exception comes from: `` in FILE:LINE``."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f" in {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"


# ---------------------------------------------------------------- games and bots
def _pair(gift: object, plugin: str, hook: str, form: str) -> tuple[str, object]:
    if not isinstance(gift, tuple) or len(gift) != 2 or not isinstance(gift[0], str) or not gift[0]:
        raise PluginFault(plugin, f"{hook} gives {shown(gift)}, and not {form}")
    return gift[0], gift[1]


def game(gift: object, plugin: str) -> tuple[str, Path]:
    """A game of a plugin. Raises PluginFault."""
    name, folder = _pair(gift, plugin, "rulekit_games", "pairs of a name and a folder")
    if not isinstance(folder, (str, Path)):
        raise PluginFault(plugin, f"the game {name} lies in {shown(folder)}, which is no path")
    if not Path(folder).is_dir():
        raise PluginFault(plugin, f"the game {name} should lie in {folder}, and there is no such folder")
    return name, Path(folder)


def variant(gift: object, plugin: str) -> tuple[str, Path]:
    """A variant of a plugin. Raises PluginFault."""
    name, path = _pair(gift, plugin, "rulekit_variants", "pairs of a name and a file")
    if not isinstance(path, (str, Path)):
        raise PluginFault(plugin, f"the variant {name} lies in {shown(path)}, which is no path")
    if not Path(path).exists():
        raise PluginFault(plugin, f"the variant {name} should lie in {path}, and nothing is there")
    return name, Path(path)


class BroughtBot:
    """A bot that knows which plugin brought it."""

    def __init__(self, bot: Callable[..., object], plugin: str) -> None:
        self.bot, self.plugin = bot, plugin
        self.__doc__ = bot.__doc__

    def __call__(self, seat: object) -> object:
        return self.bot(seat)


def bot(gift: object, plugin: str) -> tuple[str, BroughtBot]:
    """A bot of a plugin. Raises PluginFault."""
    name, made = _pair(gift, plugin, "rulekit_bots", "pairs of a name and a callable")
    if not callable(made):
        raise PluginFault(plugin, f"the bot {name} is {shown(made)}, which cannot be called")
    return name, BroughtBot(made, plugin)


def sender(gift: object, plugin: str) -> tuple[str, Sender]:
    """A way to tell people something, of a plugin. Raises PluginFault."""
    name, made = _pair(gift, plugin, "rulekit_senders", "pairs of a name and a sender")
    lacking = [x for x in ("check", "send") if not callable(getattr(made, x, None))]
    if lacking or not isinstance(made, Sender):
        raise PluginFault(plugin, f"the sender {name} is {shown(made)}, which has no {' and no '.join(lacking)}")
    return name, made


# ---------------------------------------------------------------- devices
class Guarded:
    """A device as a plugin brought it; each of its words is watched."""

    def __init__(self, device: object, plugin: str) -> None:
        """Raises PluginFault when it is not what a device has to be."""
        self.plugin = plugin
        if not isinstance(device, Device):
            lacking = [x for x in ("name", "doc", "parameters", "words", "stores", "bind") if not hasattr(device, x)]
            raise PluginFault(plugin, f"{shown(device)} is no device: it has no {' and no '.join(lacking)}")
        self._device, self.name = device, device.name
        if not isinstance(self.name, str) or not NAME.fullmatch(self.name):
            raise PluginFault(plugin, f"a device is called {self.name!r}; rules can only say small-letters-like-this")
        self.doc = device.doc if isinstance(device.doc, str) else ""
        self.picture = device.picture if isinstance(device, PicturedDevice) else ""
        if not isinstance(self.picture, str) or (self.picture and not self.picture.startswith("<svg")):
            self._fault(f"its picture is {shown(self.picture)}, and no SVG that begins with <svg")
        self.parameters: Sequence[Parameter] = tuple(self._all("parameters", Parameter))
        self.words: Sequence[Word] = tuple(self._all("words", Word))
        for p in self.parameters:
            if not p.low <= p.default <= p.high:
                self._fault(f"its setting {p.name} is normally {p.default}, and goes from {p.low} to {p.high}")
        for word in self.words:
            self._look_at(word)

    def _fault(self, text: str) -> NoReturn:
        raise PluginFault(self.plugin, f"the device {self.name}: {text}")

    def _all(self, name: str, sort: type[Listed]) -> Iterable[Listed]:
        for thing in getattr(self._device, name):
            if not isinstance(thing, sort):
                self._fault(f"{shown(thing)} among its {name} is no {sort.__name__}")
            yield thing

    def _look_at(self, word: Word) -> None:
        for _, sort in GAP.findall(word.phrase):
            if sort not in GAPS:
                self._fault(f"the phrase “{word.phrase}” has a gap for {sort}; there are gaps for {', '.join(GAPS)}")
            if sort == "amounts" and not word.test:
                self._fault(f"the phrase “{word.phrase}” has a gap for amounts: only words for tests can have these")
        for name in filter(None, (word.function, word.asks)):
            if not (name.isascii() and name.isidentifier()):
                self._fault(f"“{word.phrase}” names the function {name!r}; a name has plain letters, digits and _")
        if word.gives not in ("", "number"):
            self._fault(f"the phrase “{word.phrase}” gives {word.gives}; a word gives a number or nothing")
        if word.asks and word.question.count("{}") != 1:
            self._fault(f"the question of “{word.phrase}” needs one {{}} for the sort of piece")

    def stores(self, parameters: Mapping[str, int]) -> Sequence[str]:
        """The names of the stores. Raises PluginFault."""
        made = self._run(self._device.stores, parameters)
        if not isinstance(made, (list, tuple)) or not all(isinstance(name, str) for name in made):
            self._fault(f"stores gives {shown(made)}, and not a list of names")
        return list(made)

    def bind(self, setting: Setting) -> Mapping[str, Callable[..., object]]:
        """The functions behind the words, each watched. Raises PluginFault."""
        made = self._run(self._device.bind, setting)
        if not isinstance(made, Mapping):
            self._fault(f"bind gives {shown(made)}, and not a function for each word")
        out: dict[str, Callable[..., object]] = {}
        for word in self.words:
            for name in filter(None, (word.function, word.asks)):
                if not callable(made.get(name)):
                    self._fault(f"bind gives no function {name} for “{word.phrase}”")
            watch = self._value if word.gives else self._deed
            out[word.function] = watch(word, made[word.function], setting)
            if word.asks:
                out[word.asks] = self._question(word, made[word.asks], setting)
        return out

    def native(self, setting: Setting) -> Native | None:
        """What the device says of itself in C; None when it does not. Raises PluginFault."""
        tell = getattr(self._device, "native", None)
        made = None if tell is None else self._run(tell, setting)
        if made is not None and not isinstance(made, Native):
            self._fault(f"native gives {shown(made)}, and not a Native")
        return None if made is None else evolve(made, rows=self._rows(made.rows))

    def _rows(self, rows: Callable[[int, int], object]) -> Callable[[int, int], Sequence[int]]:
        def row(a: int, b: int) -> Sequence[int]:
            made = self._run(rows, a, b)
            if not isinstance(made, Sequence) or any(type(n) is not int for n in made):
                self._fault(f"the row for {a} and {b} is {shown(made)}, and no list of whole numbers")
            return made

        return row

    def _run(self, function: Callable[Takes, object], *args: Takes.args, **named: Takes.kwargs) -> object:
        with self._calling(function):
            return function(*args, **named)

    def _calling(self, function: Callable[..., object]) -> Calling:
        def fault(error: BaseException) -> PluginFault:
            text = f"the device {self.name}: {function.__name__} failed{place(error)}: {text_of(error)}"
            return PluginFault(self.plugin, text)

        return Calling(fault, DeviceError)

    def _value(self, word: Word, function: Callable[..., object], setting: Setting) -> Callable[..., int]:
        calling = self._calling(function)

        def quick(s: list[int], z: list[list[int]], *gaps: Gap) -> int:
            with calling:
                n = function(s, z, *gaps)
            if type(n) is not int:
                self._fault(f"“{word.phrase}” gives {shown(n)}, and not a whole number")
            return n

        return self._reading(word, quick) if setting.watched else quick

    def _reading(self, word: Word, function: Callable[..., Read], tape: int | None = None) -> Callable[..., Read]:
        """The same, watched: who only looks changes nothing, apart from what is written down on its own list ``tape``."""

        def reading(s: list[int], z: list[list[int]], *gaps: Gap) -> Read:
            before, lists = s[:], [x[:] for x in z]
            try:
                made = function(s, z, *gaps)
            except BaseException:
                s[:], z[:] = before, lists
                raise
            if s != before or any(
                one != other for k, (one, other) in enumerate(zip(z, lists, strict=True)) if k != tape
            ):
                s[:], z[:] = before, lists
                self._fault(f"“{word.phrase}” changes the game, and should only look at it")
            return made

        return reading

    def _question(
        self, word: Word, function: Callable[..., object], setting: Setting
    ) -> Callable[..., Question | None]:
        def question(s: list[int], z: list[list[int]], *gaps: Gap) -> Question | None:
            asked = self._run(function, s, z, *gaps)
            if asked is None:
                return None
            if not isinstance(asked, Question) or not 0 <= asked.token < len(setting.tokens) or asked.most < 0:
                self._fault(f"“{word.phrase}” asks {shown(asked)}, which is no question about a sort of piece")
            return asked

        return self._reading(word, question, setting.tape) if setting.watched else question

    def _deed(self, word: Word, function: Callable[..., object], setting: Setting) -> Callable[..., None]:
        """The function; what it does to the state is looked at afterwards, and taken back when it is wrong.

        Matches without a journal are played by the thousand: there only a failure is looked for.
        """
        sorts = [sort for _, sort in GAP.findall(word.phrase)]

        calling = self._calling(function)

        def quick(s: list[int], z: list[list[int]], *gaps: Gap) -> None:
            with calling:
                function(s, z, *gaps)

        def deed(s: list[int], z: list[list[int]], *gaps: Gap) -> None:
            before, lists = s[:], [x[:] for x in z]
            try:
                quick(s, z, *gaps)
                given = [
                    gap for gap, sort in zip(gaps, sorts, strict=False) if sort == "place" and isinstance(gap, tuple)
                ]
                rows = [{*row} - {-1} for row in zip(*setting.stores, *given, strict=True)]
                for name, row in zip(setting.tokens, rows, strict=bool(rows)):
                    there, now = sum(before[k] for k in row), sum(s[k] for k in row)
                    if there != now or any(s[k] < 0 for k in row):
                        self._fault(f"“{word.phrase}” makes {now} of {there} {name}: pieces are only ever moved")
                after, others = s[:], z[:]
                for k in (setting.stream, *(k for row in rows for k in row)):
                    after[k] = before[k]
                others[setting.tape] = lists[setting.tape]
                if after != before or others != lists:
                    self._fault(f"“{word.phrase}” changes what does not belong to it")
            except Exception:
                s[:], z[:] = before, lists
                raise

        return deed if setting.watched else quick
