"""Loading and checking games: what ``import rulekit`` offers."""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeVar

from attrs import AttrsInstance, frozen

from rulekit import cache
from rulekit.build_job import Builder, BuildJob
from rulekit.diagnostics import Diagnostic, RulesError, UserError, capped, in_order
from rulekit.image import GameInfo, GameOption, Image, NativeForm, PythonForm, Setup
from rulekit.installed import find_game, find_variants
from rulekit.languages import VariantHeading, own
from rulekit.plugins.manager import Plugins, find_plugins
from rulekit.runtime.game import Game
from rulekit.runtime.options import OptionInfo

if TYPE_CHECKING:
    from rulekit.compiler.pipeline import Forms
    from rulekit.dsl.program import Program
    from rulekit.variant_diff.changes import VariantChange

T = TypeVar("T", bound=AttrsInstance)


def load(
    path: str | Path,
    variants: Sequence[str | Path] = (),
    found: Plugins | None = None,
    builder: Builder | None = None,
) -> Game:
    """A game by its folder or, if it is installed, by its name, overlaid by variants: files, folders, or names of the game's own.

    ``builder``: compiles in another process, where there is a cache to put it into. Raises RulesError when the rules hold
    mistakes (all of them in ``.diagnostics``), UserError when there is no such game.
    """
    folder, overlays, found = _find(path, variants, found)
    content = fingerprint(folder, overlays, found)
    source = _Source(folder, overlays, found, content, builder)
    info = source.info()
    return Game(
        info.name,
        info.title,
        info.names,
        info.fewest,
        info.most,
        info.usual,
        info.seats,
        {int(n): names for n, names in info.seatings.items()},
        {name: _option(name, option) for name, option in info.options.items()},
        info.words,
        content,
        str(folder),
        source.image,
        source.forms,
        found.devices,
    )


def check(
    path: str | Path, variants: Sequence[str | Path] = (), found: Plugins | None = None
) -> tuple[list[Diagnostic], dict[str, str]]:
    """Everything that is wrong in a game folder, its tests included, and the texts it was found in."""
    folder, overlays, found = _find(path, variants, found)
    try:
        sources, key = _known_clean(folder, overlays, found)
        if cache.read(key) is not None:
            return [], sources
        program = _checked(folder, overlays, found, sources, key)
    except RulesError as error:
        return capped(error.diagnostics), dict(error.sources)
    return capped(in_order(program.found)), program.sources


def _known_clean(folder: Path, overlays: Sequence[Path], found: Plugins) -> tuple[dict[str, str], str]:
    """The texts of a game with its tests, and the key under which the cache says that nothing is wrong with them."""
    sources = _texts(folder, overlays, tests=True)
    return sources, cache.key("clean", _digest(sources.items(), found), str(folder))


def _checked(
    folder: Path, overlays: Sequence[Path], found: Plugins, sources: Mapping[str, str], key: str, compiling: bool = True
) -> Program:
    """The program of a game with its tests; that nothing is wrong with it is kept under ``key``."""
    from rulekit.loader import not_collecting

    with not_collecting():
        program = _read(folder, found, overlays, tests=True, compiling=compiling)
        _look_at_board(folder, program)
        if compiling and not program.found and program.sources.keys() <= sources.keys():
            cache.write(key, [])
    return program


def _read(
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


def lint(
    path: str | Path, variants: Sequence[str | Path] = (), found: Plugins | None = None
) -> tuple[list[Diagnostic], dict[str, str]]:
    """What a game declares and never uses, with the findings of :func:`check`; mistakes come alone. Of its other variants
    the headings are looked at."""
    from rulekit.dsl.lint import lint as look
    from rulekit.dsl.lint import lint_heading
    from rulekit.dsl.suppressions import silenced

    folder, overlays, found = _find(path, variants, found)
    try:
        sources, key = _known_clean(folder, overlays, found)
        program = _checked(folder, overlays, found, sources, key, compiling=cache.read(key) is None)
    except RulesError as error:
        return capped(error.diagnostics), dict(error.sources)
    if any(d.severity == "error" for d in program.found):
        return capped(in_order(program.found)), program.sources
    beside = _headings_beside(folder, overlays, program)
    unsaid = [d for file, heading in beside.items() for d in lint_heading(program, file, heading)]
    wrong = silenced([*program.unsilenced, *look(program), *unsaid], program.sources, unneeded=True)
    return capped(in_order(wrong)), program.sources


def _headings_beside(folder: Path, overlays: Sequence[Path], program: Program) -> dict[str, VariantHeading]:
    """The other variants in the folder of a game, by file; their texts are added to those of the program."""
    from rulekit.files import own_variants, read_text, shown, variant_rules

    laid = {path.resolve() for path in overlays}
    others = [path for path in own_variants(folder).values() if path.resolve() not in laid]
    found = {shown(rule): (read_text(rule), variant_heading(rule)) for path in others for rule in variant_rules(path)}
    program.sources.update({file: text for file, (text, heading) in found.items() if heading.titles})
    return {file: heading for file, (_, heading) in found.items() if heading.titles}


def differences(
    path: str | Path, variants: Sequence[str | Path], found: Plugins | None = None, lang: str = "en"
) -> tuple[list[VariantChange], dict[str, str]]:
    """What variants change in a game, and what they are called in a language. Raises as :func:`load` does."""
    from rulekit.variant_diff.compare import differences as compare

    folder, overlays, found = _find(path, variants, found)
    base, laid = _read(folder, found, ()), _read(folder, found, overlays)
    for program in (base, laid):
        if any(d.severity == "error" for d in program.found):
            raise RulesError(program.found, program.sources)
    return compare(base, laid), {v.name: own(v.names, lang) or v.title for v in laid.variants.values()}


def laid_out(text: str, file: str) -> str:
    """A rule file in the one layout of `rulekit fmt`. Raises RulesError when it cannot be read."""
    from rulekit.dsl.formatter import laid_out as lay
    from rulekit.dsl.parser import parse

    found: list[Diagnostic] = []
    parse(text, file, found)
    if found:
        raise RulesError(found, {file: text})
    return lay(text)


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


LOOKS = "board.yaml"
"""How a board looks: nothing that is played hangs on it, and so no save"""


def _look_at_board(folder: Path, program: Program) -> None:
    """Adds what is wrong with the look of the board; mistakes in the tables that it draws only where the rules find none."""
    from rulekit.board.mentions import unknown
    from rulekit.board.places import has_board, read_board
    from rulekit.files import read_text, shown

    if not has_board(folder):
        return
    sound = not any(d.severity == "error" for d in program.found)
    try:
        look = read_board(folder).look
        if sound and (missing := [*unknown(look, program)]):
            program.found += missing
            program.sources[shown(folder / LOOKS)] = read_text(folder / LOOKS)
    except RulesError as error:
        wrong = [d for d in error.diagnostics if sound or d.span.file == shown(folder / LOOKS)]
        program.found += [d for d in wrong if d not in program.found]
        program.sources.update({file: text for file, text in error.sources.items() if file not in program.sources})


def fingerprint(folder: Path, variants: Sequence[Path], found: Plugins) -> str:
    """A hash of every text that a game is made of, but for its looks, and of the plugins at hand."""
    texts = ((Path(name).name, text) for name, text in _texts(folder, variants).items())
    return _digest(((name, text) for name, text in texts if name != LOOKS), found)


def _texts(folder: Path, variants: Sequence[Path], tests: bool = False) -> dict[str, str]:
    """The rule files and the tables of a game."""
    from rulekit.files import TABLES, files_in, read_text, rule_files, shown, variant_tables

    texts = rule_files(folder, variants, tests)
    tables = [*files_in(folder, TABLES), *(path for v in variants for path in variant_tables(v))]
    return texts | {shown(path): read_text(path) for path in tables}


def _digest(texts: Iterable[tuple[str, str]], found: Plugins) -> str:
    digest = hashlib.sha256()
    for name, text in texts:
        digest.update(f"{name}\0{len(text)}\0{text}\0".encode(errors="surrogatepass"))
    digest.update(repr(found.names).encode())
    digest.update(found.words().encode())
    return digest.hexdigest()[:32]


def variant_heading(path: str | Path) -> VariantHeading:
    """What the variant in a rule file is called, and what it changes; without titles where the file has none. Raises UserError
    for a file that cannot be read."""
    from rulekit.dsl.variant_titles import variant_heading as heading
    from rulekit.files import read_text

    return heading(read_text(Path(path)), str(path))


def _find(path: str | Path, variants: Sequence[str | Path], found: Plugins | None) -> tuple[Path, list[Path], Plugins]:
    """The folder of a game, its variants, and the plugins. Raises UserError."""
    found = found or find_plugins()
    folder = find_game(os.fspath(path), found)
    return folder, find_variants(folder, [os.fspath(v) for v in variants], found), found


def _option(name: str, option: GameOption) -> OptionInfo:
    match option.sort:
        case "names":
            values = tuple(option.values)
            default = values[option.default]
        case "truth":
            values, default = ("no", "yes"), "yes" if option.default else "no"
        case _:
            values, default = tuple(str(n) for n in range(option.low, option.high + 1)), str(option.default)
    return OptionInfo(name, option.text, option.sort, values, default)


class _Source:
    """Where images come from: the cache, or the rules. A program and what is lowered from it take 20 MB and more, so only the
    ``MOST_READ`` sources that were read last in this process keep theirs."""

    MOST_READ = 4
    _last_read: ClassVar[deque[_Source]] = deque()

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
            program = _read(self.folder, self.found, self.variants)
            if any(d.severity == "error" for d in program.found):
                raise RulesError(program.found, program.sources)
            self._program = program
            self._last_read.append(self)
            while len(self._last_read) > self.MOST_READ:
                oldest = self._last_read.popleft()
                oldest._program = oldest._lowered = None
        return program

    def info(self) -> GameInfo:
        beside = _digest(self._variants_beside().items(), self.found)  # what the variants of the game say of themselves
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
        infos = [_option(name, option) for name, option in choices.items()]
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

    source: _Source
    setup: Setup

    def python(self, form: str) -> PythonForm:
        from rulekit.compiler.build import python_form

        return self.source.form(PythonForm, form, self.setup, partial(python_form, form=form))

    def native(self) -> NativeForm:
        from rulekit.compiler.build import native_form

        return self.source.form(NativeForm, "native", self.setup, native_form)
