"""Loading and checking games: what ``import rulekit`` offers."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulekit import cache
from rulekit.build_job import Builder
from rulekit.diagnostics import Diagnostic, RulesError, capped, in_order
from rulekit.game_source import GameSource, option_info, read_rules
from rulekit.game_texts import LOOKS, digest_of, fingerprint, texts_of
from rulekit.installed import find_game, find_variants
from rulekit.languages import VariantHeading, own
from rulekit.plugins.manager import Plugins, find_plugins
from rulekit.runtime.game import Game

if TYPE_CHECKING:
    from rulekit.dsl.program import Program
    from rulekit.variant_diff.changes import VariantChange


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
    source = GameSource(folder, overlays, found, content, builder)
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
        {name: option_info(name, option) for name, option in info.options.items()},
        info.words,
        info.chapters,
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
    sources = texts_of(folder, overlays, tests=True)
    return sources, cache.key("clean", digest_of(sources.items(), found), str(folder))


def _checked(
    folder: Path, overlays: Sequence[Path], found: Plugins, sources: Mapping[str, str], key: str, compiling: bool = True
) -> Program:
    """The program of a game with its tests; that nothing is wrong with it is kept under ``key``."""
    from rulekit.loader import not_collecting

    with not_collecting():
        program = read_rules(folder, found, overlays, tests=True, compiling=compiling)
        _look_at_board(folder, program)
        if compiling and not program.found and program.sources.keys() <= sources.keys():
            cache.write(key, [])
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
    base, laid = read_rules(folder, found, ()), read_rules(folder, found, overlays)
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
