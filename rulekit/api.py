"""Loading and checking games: what ``import rulekit`` offers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulekit import cache, plugins
from rulekit.diagnostics import Diagnostic, RulesError, UserError, in_order
from rulekit.image import Image, Setup
from rulekit.runtime.game import Game, OptionInfo

if TYPE_CHECKING:
    from rulekit.changes import Difference


def load(path: str | Path, variants: Sequence[str | Path] = (), found: plugins.Plugins | None = None) -> Game:
    """A game from its folder, overlaid by variant files.

    Raises RulesError when the rules hold mistakes (all of them in ``.diagnostics``), UserError when there is no such folder.
    """
    folder, overlays = Path(path), [_variant(v) for v in variants]
    found = found or plugins.find()
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
        source.quick,
        found.devices,
    )


def check(
    path: str | Path, variants: Sequence[str | Path] = (), found: plugins.Plugins | None = None
) -> tuple[list[Diagnostic], dict[str, str]]:
    """Everything that is wrong in a game folder, its tests included, and the texts it was found in."""
    folder, overlays, found = Path(path), [_variant(v) for v in variants], found or plugins.find()
    try:
        sources = _texts(folder, overlays, tests=True)
        key = cache.key("clean", _digest(sources.items(), found), str(folder))
        if cache.read(key) is not None:
            return [], sources
        from rulekit.loader import not_collecting, read_program

        with not_collecting():
            program = read_program(folder, found.devices, overlays, tests=True)
            if not any(d.severity == "error" for d in program.found):
                _compile_once(program)
    except RulesError as error:
        return list(error.diagnostics), dict(error.sources)
    if not program.found and program.sources.keys() <= sources.keys():
        cache.write(key, [])
    return in_order(program.found), program.sources


def lint(
    path: str | Path, variants: Sequence[str | Path] = (), found: plugins.Plugins | None = None
) -> tuple[list[Diagnostic], dict[str, str]]:
    """What a game declares and never uses, with the findings of :func:`check`; mistakes come alone."""
    from rulekit.dsl.lint import lint as look
    from rulekit.dsl.silence import silenced
    from rulekit.loader import read_program

    found, overlays = found or plugins.find(), [_variant(v) for v in variants]
    wrong, sources = check(path, variants, found)
    if any(d.severity == "error" for d in wrong):
        return wrong, sources
    whole = read_program(Path(path), found.devices, overlays, tests=True)
    bare = read_program(Path(path), found.devices, overlays)  # what only tests use is of no use to the game
    return in_order(silenced([*whole.unsilenced, *look(bare)], sources, unneeded=True)), sources


def differences(
    path: str | Path, variants: Sequence[str | Path], found: plugins.Plugins | None = None
) -> tuple[list[Difference], dict[str, str]]:
    """What variants change in a game, and what they are called. Raises RulesError and UserError as :func:`load` does."""
    from rulekit.dsl.differences import differences as compare
    from rulekit.loader import read_program

    found, folder, overlays = found or plugins.find(), Path(path), [_variant(v) for v in variants]
    base, laid = read_program(folder, found.devices), read_program(folder, found.devices, overlays)
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
    from rulekit.compiler.build import tried
    from rulekit.compiler.setup import default_setup

    for players in range(program.fewest, program.most + 1):
        tried(program, default_setup(program, players))
        if any(d.severity == "error" for d in program.found):
            return


def fingerprint(folder: Path, variants: Sequence[Path], found: plugins.Plugins) -> str:
    """A hash of every text that a game is made of, and of the plugins at hand."""
    return _digest(((Path(name).name, text) for name, text in _texts(folder, variants).items()), found)


def _texts(folder: Path, variants: Sequence[Path], tests: bool = False) -> dict[str, str]:
    """The rule files and the tables of a game."""
    from rulekit.files import read_text, rule_files, shown, variant_tables

    texts = rule_files(folder, variants, tests)
    tables = [*sorted(folder.rglob("*.y*ml")), *(path for v in variants for path in variant_tables(v))]
    return texts | {shown(path): read_text(path) for path in tables}


def _digest(texts: Iterable[tuple[str, str]], found: plugins.Plugins) -> str:
    digest = hashlib.sha256()
    for name, text in texts:
        digest.update(f"{name}\0{len(text)}\0{text}\0".encode())
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

    def __init__(self, folder: Path, variants: Sequence[Path], found: plugins.Plugins, content: str) -> None:
        self.folder, self.variants, self.found, self.content = folder, variants, found, content
        self._program: Any = None

    def program(self) -> Any:
        from rulekit.loader import read_program

        if self._program is None:
            program = read_program(self.folder, self.found.devices, self.variants)
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

        with not_collecting():
            program = self.program()
            image = build_checked(program, setup, self.content)
        if image is None:
            raise RulesError(program.found, program.sources)
        cache.write(key, image.as_dict())
        return image

    def quick(self, image: Image, module: str) -> str:
        """A module made fast: only when somebody plays without a journal, since that takes a while."""
        key = cache.key("quick", module, repr((image.columns, image.marks, image.places, image.kinds)))
        stored = cache.read(key)
        if stored is None:
            from rulekit.compiler.optimise import optimise
            from rulekit.compiler.optimise.touch import columns_of
            from rulekit.loader import not_collecting

            with not_collecting():
                stored = optimise(module, len(image.z), columns_of(image))
            cache.write(key, stored)
        return str(stored)
