"""A game ready to be played: its options and seats, and its images by set-up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches

from attrs import define, field

from rulekit.diagnostics import UserError
from rulekit.image import Image, wrong_number
from rulekit.languages import own
from rulekit.plugins.devices import Device
from rulekit.runtime.chance import KEYED, begin_streams
from rulekit.runtime.compiled import Compiled
from rulekit.runtime.compiled_cache import CompiledCache
from rulekit.runtime.labels import engine_word
from rulekit.runtime.machine import FormCompiler, Machine
from rulekit.runtime.match import Match
from rulekit.runtime.options import OptionInfo
from rulekit.runtime.persistence import saves

MOST_ASKED = 1000
"""So many ways to ask for a set-up are remembered"""


@define(eq=False)
class Game:
    """A game whose rules are read and checked: starts matches and resumes saved ones. Each set-up is compiled when it is first
    asked for. Made by :func:`rulekit.load`."""

    name: str
    """Its name in the rules"""
    title: str
    names: Mapping[str, str]
    """Language -> title"""
    fewest: int
    """The fewest players,"""
    most: int
    """and the most"""
    usual: int
    """The number of players that :meth:`start` takes by default"""
    seats: tuple[str, ...]
    """Every name that a seat can have."""
    seatings: Mapping[int, tuple[str, ...]]
    """How many play -> the names that the seats can have then, in clockwise order."""
    options: Mapping[str, OptionInfo]
    """Name -> option"""
    words: Mapping[str, Mapping[str, str]]
    """Language -> the seats, the options and their values in it."""
    chapters: bool
    """Whether a heading above the table says where the game is"""
    hash: str
    """Of all texts of the rules, and of the plugins"""
    path: str
    """The folder"""
    compile: Callable[[tuple[str, ...], Mapping[str, int]], Image]
    """(seats, values of options) -> image"""
    forms: Callable[[Image], FormCompiler]
    """The fast forms of an image"""
    devices: Mapping[str, Device]
    """Devices of plugins by name"""
    cache: CompiledCache = field(factory=CompiledCache)
    """The set-ups that are compiled already"""
    _asked: dict[str, str] = field(factory=dict)
    """What was asked for word by word -> the key of the set-up"""

    def said(self, text: str, lang: str) -> str:
        """A seat, the text or a value of an option, or the note of a variant, translated where the words have it."""
        words = own(self.words, lang) or {}
        return words.get(text) or engine_word(text, lang)

    # ------------------------------------------------------------ set-up
    def start(
        self,
        players: int | Sequence[str] | None = None,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        journal: bool = True,
        generator: str = KEYED,
    ) -> Match:
        """A new match. ``players``: a number, or the names of the seats in clockwise order; if not said, the usual number.

        Without a journal it plays faster, but nothing can be told or undone. ``generator``: of chance, as a save names it.
        Raises UserError for a set-up that the game does not know or refuses.
        """
        match = Match(self.compiled(players, options), seed)
        if journal:
            match.keep_journal()
        begin_streams(match.s, match.compiled.image.streams, seed, generator)
        match.begin()
        return match

    def compiled(
        self, players: int | Sequence[str] | None = None, options: Mapping[str, object] | None = None
    ) -> Compiled:
        """The game for one set-up: ``players`` as a number or as names, options by their names; made once while it is kept.

        Raises UserError for a set-up that there is not, RulesError for rules that hold mistakes.
        """
        asked = f"{players!r} {options!r}"
        found = self.cache.get(self._asked[asked]) if asked in self._asked else None
        if found is None:
            found = self._made(self._seats(players), options or {})
            if len(self._asked) >= MOST_ASKED:
                self._asked.clear()
            self._asked[asked] = found.key
        return found

    def _made(self, seats: tuple[str, ...], options: Mapping[str, object]) -> Compiled:
        values = {o.name: o.read(o.default) for o in self.options.values()}
        for name, said in options.items():
            values[self._option(name).name] = self._option(name).read(said)
        key = ";".join([self.hash, ",".join(seats), ",".join(f"{k}={v}" for k, v in sorted(values.items()))])
        found = self.cache.get(key)
        if found is None:
            image = self.compile(seats, values)
            machine = Machine(image, self.devices, forms=self.forms(image))
            found = self.cache.add(Compiled(image, machine, key, self.cache.parts))
        return found

    def _option(self, name: str) -> OptionInfo:
        if name in self.options:
            return self.options[name]
        near = get_close_matches(name, self.options, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else "it has: " + (", ".join(self.options) or "no options")
        raise UserError(f"{self.title} has no option {name}", hint, names={self.title: self.names})

    def _seats(self, players: int | Sequence[str] | None) -> tuple[str, ...]:
        if players is None:
            players = self.usual
        count = players if isinstance(players, int) else len(players)
        refused = wrong_number(self.title, self.fewest, self.most, count)
        if refused is not None:
            raise UserError(refused, names={self.title: self.names})
        if isinstance(players, int):
            return self.seatings[players][:players]
        names = []
        for said in players:
            found = next((s for s in self.seatings[count] if s.lower() == said.lower()), None)
            if found is None or found in names:
                raise UserError(
                    f"there is no seat {said}" if found is None else f"{found} sits here twice",
                    "seats: " + ", ".join(self.seatings[count]),
                )
            names.append(found)
        return tuple(names)

    # ------------------------------------------------------------ going on
    def resume(self, saved: Mapping[str, object], journal: bool = True) -> Match:
        """The match of a save, at exactly the point where it was saved. Raises UserError when it cannot go on, or would be
        another game under the rules of today."""
        return saves.resume(self, saved, journal)

    def migrate(self, saved: Mapping[str, object], journal: bool = True) -> saves.Migration[Match]:
        """The match of a save as far as the rules of today let its choices be made, with the first difference.

        Raises UserError for what is no save of this game, or has a set-up that it does not know.
        """
        return saves.migrate(self, saved, journal)

    def replay(self, saved: Mapping[str, object], to: int | None = None) -> Match:
        """Plays the choices of a save from the start, up to the ``to``-th. Raises UserError where they do not fit."""
        return saves.replay(self, saved, to)
