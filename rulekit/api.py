"""Loading and checking games: what ``import rulekit`` offers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulekit import cache
from rulekit.diagnostics import Diagnostic, RulesError, UserError, capped, in_order
from rulekit.image import Image, Setup
from rulekit.plugins.manager import Plugins, find_plugins
from rulekit.runtime.game import Game
from rulekit.runtime.options import OptionInfo

if TYPE_CHECKING:
    from rulekit.dsl.program import Program
    from rulekit.variant_diff.changes import Difference


def load(path: str | Path, variants: Sequence[str | Path] = (), found: Plugins | None = None) -> Game:
    """A game from its folder, overlaid by variant files.

    Raises RulesError when the rules hold mistakes (all of them in ``.diagnostics``), UserError when there is no such folder.
    """
    folder, overlays = Path(path), [_variant(v) for v in variants]
    found = found or find_plugins()
    content = fingerprint(folder, overlays, found)
    card = cache.read(cache.key("card", content))
    source = _Source(folder, overlays, found, content)
    if card is None:
        card = source.card()
        cache.write(cache.key("card", content), card)
    options = {name: _option(name, entry) for name, entry in card["options"].items()}
    return Game(
        card["name"],
        card["title"],
        card["names"],
        card["fewest"],
        card["most"],
        card["usual"],
        tuple(card["seats"]),
        {int(n): tuple(names) for n, names in card["seatings"].items()},
        options,
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
    folder, overlays, found = Path(path), [_variant(v) for v in variants], found or find_plugins()
    try:
        sources = _texts(folder, overlays, tests=True)
        key = cache.key("clean", _digest(sources.items(), found), str(folder))
        if cache.read(key) is not None:
            return [], sources
        from rulekit.loader import not_collecting

        with not_collecting():
            program = _read(folder, found, overlays, tests=True, compiling=True)
    except RulesError as error:
        return capped(error.diagnostics), dict(error.sources)
    if not program.found and program.sources.keys() <= sources.keys():
        cache.write(key, [])
    return capped(in_order(program.found)), program.sources


def _read(
    folder: Path, found: Plugins, variants: Sequence[Path], tests: bool = False, compiling: bool = False
) -> Program:
    """The program of a game, read within a budget; ``compiling`` tries to compile what holds no mistake."""
    from rulekit.budget import VARIABLE, Spent, budget
    from rulekit.dsl.program import Program
    from rulekit.loader import read_program

    program = Program()
    try:
        with budget():
            read_program(folder, found.devices, variants, tests, program)
            if compiling and not any(d.severity == "error" for d in program.found):
                _compile_once(program)
    except Spent as spent:
        hint = f"make it smaller or simpler from here on; on a slow machine set {VARIABLE} to more seconds"
        program.report("RK103", f"to check this game takes more than {spent}: it stopped here", program.place, hint)
    return program


def lint(
    path: str | Path, variants: Sequence[str | Path] = (), found: Plugins | None = None
) -> tuple[list[Diagnostic], dict[str, str]]:
    """What a game declares and never uses, with the findings of :func:`check`; mistakes come alone."""
    from rulekit.dsl.lint import lint as look
    from rulekit.dsl.suppressions import silenced

    found, overlays = found or find_plugins(), [_variant(v) for v in variants]
    wrong, sources = check(path, variants, found)
    if any(d.severity == "error" for d in wrong):
        return wrong, sources
    whole = _read(Path(path), found, overlays, tests=True)
    bare = _read(Path(path), found, overlays)  # what only tests use is of no use to the game
    return capped(in_order(silenced([*whole.unsilenced, *look(bare)], sources, unneeded=True))), sources


def differences(
    path: str | Path, variants: Sequence[str | Path], found: Plugins | None = None
) -> tuple[list[Difference], dict[str, str]]:
    """What variants change in a game, and what they are called. Raises RulesError and UserError as :func:`load` does."""
    from rulekit.variant_diff.compare import differences as compare

    found, folder, overlays = found or find_plugins(), Path(path), [_variant(v) for v in variants]
    base, laid = _read(folder, found, ()), _read(folder, found, overlays)
    for program in (base, laid):
        if any(d.severity == "error" for d in program.found):
            raise RulesError(program.found, program.sources)
    return compare(base, laid), {v.name: v.title for v in laid.variants.values()}


def laid_out(text: str, file: str) -> str:
    """A rule file in the one layout of `rulekit fmt`. Raises RulesError when it can not be read."""
    from rulekit.dsl.layout import laid_out as lay
    from rulekit.dsl.parser import parse

    found: list[Diagnostic] = []
    parse(text, file, found)
    if found:
        raise RulesError(found, {file: text})
    return lay(text)


def _compile_once(program: Any) -> None:
    """Some mistakes only show when the rules are compiled: tries every number of players once."""
    from rulekit.compiler.build import default_setup, tried
    from rulekit.needs import refusal

    reason: str | None = None
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
        raise UserError(reason)


LOOKS = "board.yaml"
"""How a board looks: nothing that is played hangs on it, and so no save"""


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


def _variant(path: str | Path) -> Path:
    path = Path(path)
    if not path.is_file() and not (path.is_dir() and any(path.glob("*.rules"))):
        raise UserError(
            f"there is no variant {path}", "a variant is a file that ends in .rules, or a folder of such files"
        )
    return path


def _option(name: str, entry: Mapping[str, Any]) -> OptionInfo:
    match entry["sort"]:
        case "names":
            values = tuple(entry["values"])
            default = values[entry["default"]]
        case "truth":
            values, default = ("no", "yes"), "yes" if entry["default"] else "no"
        case _:
            values, default = tuple(str(n) for n in range(entry["low"], entry["high"] + 1)), str(entry["default"])
    return OptionInfo(name, entry["text"], entry["sort"], values, default)


class _Source:
    """Where images come from: the cache, or the rules, which are then read once."""

    def __init__(self, folder: Path, variants: Sequence[Path], found: Plugins, content: str) -> None:
        self.folder, self.variants, self.found, self.content = folder, variants, found, content
        self._program: Any = None

    def program(self) -> Any:
        if self._program is None:
            program = _read(self.folder, self.found, self.variants)
            if any(d.severity == "error" for d in program.found):
                raise RulesError(program.found, program.sources)
            self._program = program
        return self._program

    def card(self) -> dict[str, Any]:
        from rulekit.compiler.shown import option_names

        p = self.program()
        return {
            "name": p.name,
            "title": p.title,
            "names": dict(p.names),
            "fewest": p.fewest,
            "most": p.most,
            "usual": p.usual[0] if p.usual else p.fewest,
            "seats": list(p.seats),
            "seatings": {str(n): list(names) for n, names in p.seatings.items()},
            "options": option_names(p),
        }

    def image(self, seats: tuple[str, ...], options: Mapping[str, int]) -> Image:
        setup = Setup(seats, dict(options))
        key = cache.key("image", self.content, setup.key, str(self.folder))  # messages name the folder
        stored = cache.read(key)
        if stored is not None:
            try:
                return Image(**stored)
            except TypeError:
                pass
        from rulekit.compiler.build import build_checked
        from rulekit.loader import not_collecting
        from rulekit.needs import refusal

        with not_collecting():
            program = self.program()
            reason = refusal(program, setup)
            if reason is not None:
                raise UserError(reason)
            image = build_checked(program, setup, self.content)
        if image is None:
            raise RulesError(program.found, program.sources)
        cache.write(key, image.as_dict())
        return image

    def forms(self, image: Image, form: str) -> Mapping[str, Any]:
        """A fast form of an image's module: only made when somebody plays without a journal."""
        setup = Setup(tuple(image.seats), dict(image.options))
        key = cache.key(form, self.content, setup.key)
        stored = cache.read(key)
        if stored is None:
            from rulekit.compiler.build import fast_form
            from rulekit.loader import not_collecting

            with not_collecting():
                stored = fast_form(self.program(), setup, form)
            cache.write(key, stored)
        return dict(stored)
