"""Where the images of a game come from: the cache, another process, or the rules, which are read and compiled then."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeVar

from attrs import AttrsInstance, frozen

from rulekit import cache
from rulekit.build_job import Builder, BuildJob
from rulekit.diagnostics import RulesError, UserError
from rulekit.game_texts import digest_of
from rulekit.image import GameInfo, GameOption, Image, NativeForm, PythonForm, Setup
from rulekit.plugins.manager import Plugins
from rulekit.runtime.options import OptionInfo

if TYPE_CHECKING:
    from rulekit.compiler.pipeline import Forms
    from rulekit.dsl.program import Program

T = TypeVar("T", bound=AttrsInstance)


def read_rules(
    folder: Path, found: Plugins, variants: Sequence[Path], tests: bool = False, compiling: bool = False
) -> Program:
    """The program of a game, read within a budget; ``compiling`` tries to compile what holds no mistake."""
    from rulekit.budget import VARIABLE, BudgetExceeded, budget
    from rulekit.dsl.program import Program
    from rulekit.loader import read_program

    program = Program()
    try:
        with budget(characters=lambda: sum(map(len, tuple(program.sources.values())))):
            read_program(folder, found.devices, variants, tests, program)
            if compiling and not any(d.severity == "error" for d in program.found):
                _compile_once(program)
    except BudgetExceeded as spent:
        hint = f"make it smaller or simpler from here on, or set {VARIABLE} to more seconds"
        program.report("RK103", f"to check this game takes more than {spent}: it stopped here", program.place, hint)
    return program


def _compile_once(program: Program) -> None:
    """Some mistakes only show when the rules are compiled: tries every number of players once."""
    from rulekit.compiler.build import default_setup, tried
    from rulekit.needs import refusal

    reason: UserError | None = None
    plays = False
    for players in range(program.fewest, program.most + 1):
        setup = default_setup(program, players)
        refused = refusal(program, setup)
        reason, plays = reason or refused, plays or refused is None
        if refused is None:
            tried(program, setup)
        if any(d.severity == "error" for d in program.found):
            return
    if not plays and reason is not None:
        raise reason


class GameSource:
    """Where images come from: the cache, or the rules. A program and what is lowered from it take 20 MB and more, so only the
    ``MOST_READ`` sources that were read last in this process keep theirs."""

    MOST_READ = 4
    _last_read: ClassVar[deque[GameSource]] = deque()

    def __init__(
        self, folder: Path, variants: Sequence[Path], found: Plugins, content: str, builder: Builder | None = None
    ) -> None:
        self.folder, self.variants, self.found, self.content = folder, variants, found, content
        self.builder = builder if cache.folder() is not None else None
        self._program: Program | None = None
        self._lowered: tuple[Setup, Forms] | None = None

    def program(self) -> Program:
        program = self._program
        if program is None:
            program = read_rules(self.folder, self.found, self.variants)
            if any(d.severity == "error" for d in program.found):
                raise RulesError(program.found, program.sources)
            self._program = program
            self._last_read.append(self)
            while len(self._last_read) > self.MOST_READ:
                oldest = self._last_read.popleft()
                oldest._program = oldest._lowered = None
        return program

    def info(self) -> GameInfo:
        beside = digest_of(
            self._variants_beside().items(), self.found
        )  # what the variants of the game say of themselves
        return self._kept(GameInfo, cache.key("info", self.content, beside), self._info, "info")

    def _variants_beside(self) -> dict[str, str]:
        """The texts of the variants that lie in the folder of the game, by the names of their files. One that cannot be read
        says nothing: the game can be played without it."""
        from rulekit.files import own_variants, read_text, variant_rules

        texts: dict[str, str] = {}
        for path in own_variants(self.folder).values():
            with suppress(UserError, RulesError):
                texts |= {str(rule): read_text(rule) for rule in variant_rules(path)}
        return texts

    def _info(self) -> GameInfo:
        from rulekit.compiler.metadata import options
        from rulekit.dsl.variant_titles import variant_heading as heading

        p = self.program()
        choices = options(p)
        infos = [option_info(name, option) for name, option in choices.items()]
        shown = {*p.seats, *(text for o in infos for text in (o.text, *o.values))}
        shown |= {heading(text, file).note for file, text in self._variants_beside().items()}
        return GameInfo(
            p.name,
            p.title,
            dict(p.names),
            p.fewest,
            p.most,
            p.usual[0] if p.usual else p.fewest,
            tuple(p.seats),
            {str(n): tuple(names) for n, names in p.seatings.items()},
            choices,
            {
                lang: {text: words[text] for text in sorted(shown & words.keys())}
                for lang, words in p.translations.items()
            },
            bool(p.above),
        )

    def image(self, seats: tuple[str, ...], options: Mapping[str, int]) -> Image:
        from rulekit.files import shown_all

        setup = Setup(seats, dict(options))
        names = shown_all(self.folder, self.variants)  # lines have names of files
        key = cache.key("image", self.content, setup.key, names)
        return self._kept(Image, key, lambda: self._image(setup), "image", setup)

    def _image(self, setup: Setup) -> Image:
        from rulekit.compiler.build import built, whole
        from rulekit.needs import refusal

        program = self.program()
        reason = refusal(program, setup)
        if reason is not None:
            raise reason
        image = whole(program, lambda: built(self.lowered(setup), self.content))
        if image is None:
            raise RulesError(program.found, program.sources)
        return image

    def forms(self, image: Image) -> _FormCompiler:
        return _FormCompiler(self, Setup(tuple(image.seats), dict(image.options)))

    def form(self, cls: type[T], name: str, setup: Setup, make: Callable[[Forms], T]) -> T:
        """A form of the module of a set-up."""
        key = cache.key(name, self.content, setup.key)
        return self._kept(cls, key, lambda: make(self.lowered(setup)), name, setup)

    def lowered(self, setup: Setup) -> Forms:
        """What the forms of a set-up are made of; that of the last set-up stays, since several are often made in a row."""
        from rulekit.compiler.build import lowered
        from rulekit.compiler.pipeline import Forms

        made = self._lowered
        if made is None or made[0] != setup:
            made = self._lowered = setup, Forms(lowered(self.program(), setup))
        return made[1]

    def _kept(self, cls: type[T], key: str, make: Callable[[], T], part: str, setup: Setup | None = None) -> T:
        """What lies in the cache under a key, or else is made now."""
        found = cache.stored(cls, key)
        if found is None and self.builder is not None:
            self.builder(BuildJob(str(self.folder), [*map(str, self.variants)], part, setup))
            found = cache.stored(cls, key)
        if found is not None:
            return found
        from rulekit.loader import not_collecting

        with not_collecting():
            made = make()
        cache.store(key, made)
        return made


@frozen
class _FormCompiler:
    """The forms of one set-up's module that are only made when somebody plays without a journal."""

    source: GameSource
    setup: Setup

    def python(self, form: str) -> PythonForm:
        from rulekit.compiler.build import python_form

        return self.source.form(PythonForm, form, self.setup, partial(python_form, form=form))

    def native(self) -> NativeForm:
        from rulekit.compiler.build import native_form

        return self.source.form(NativeForm, "native", self.setup, native_form)


def option_info(name: str, option: GameOption) -> OptionInfo:
    match option.sort:
        case "names":
            values = tuple(option.values)
            default = values[option.default]
        case "truth":
            values, default = ("no", "yes"), "yes" if option.default else "no"
        case _:
            values, default = tuple(str(n) for n in range(option.low, option.high + 1)), str(option.default)
    return OptionInfo(name, option.text, option.sort, values, default)
