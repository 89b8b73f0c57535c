"""Loading and checking games: what ``import rulekit`` offers."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulekit import cache, plugins
from rulekit.diagnostics import Diagnostic, RulesError, UserError
from rulekit.image import Image, Setup
from rulekit.runtime.game import Game, OptionInfo


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
        tuple(card["seats"]),
        {int(n): tuple(names) for n, names in card["seatings"].items()},
        options,
        content,
        str(folder),
        source.image,
        found.devices,
    )


def check(
    path: str | Path, variants: Sequence[str | Path] = (), found: plugins.Plugins | None = None
) -> tuple[list[Diagnostic], dict[str, str]]:
    """Everything that is wrong in a game folder, its tests included, and the texts it was found in."""
    from rulekit.loader import read_program

    found = found or plugins.find()
    try:
        program = read_program(Path(path), found.devices, [_variant(v) for v in variants], tests=True)
        if not any(d.severity == "error" for d in program.found):
            _compile_once(program)
    except RulesError as error:
        return list(error.diagnostics), dict(error.sources)
    return sorted(program.found, key=lambda d: (d.span, d.code)), program.sources


def _compile_once(program: Any) -> None:
    """Some mistakes only show when the rules are compiled: tries every number of players once."""
    from rulekit.compiler.build import build_checked
    from rulekit.compiler.setup import default_setup

    for players in range(program.fewest, program.most + 1):
        build_checked(program, default_setup(program, players), "")
        if any(d.severity == "error" for d in program.found):
            return


def fingerprint(folder: Path, variants: Sequence[Path], found: plugins.Plugins) -> str:
    """A hash of every text that a game is made of, and of the plugins at hand."""
    from rulekit.files import read_text, rule_files

    digest = hashlib.sha256()
    texts = rule_files(folder, variants)
    for path in sorted(folder.glob("*.y*ml")):
        texts[path.name] = read_text(path)
    for name, text in texts.items():
        digest.update(f"{Path(name).name}\0{len(text)}\0{text}\0".encode())
    digest.update(repr(found.names).encode())
    return digest.hexdigest()[:32]


def _variant(path: str | Path) -> Path:
    path = Path(path)
    if not path.is_file():
        raise UserError(f"there is no variant file {path}")
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
        from rulekit.compiler.build import option_names

        p = self.program()
        return {
            "name": p.name,
            "title": p.title,
            "names": dict(p.names),
            "fewest": p.fewest,
            "most": p.most,
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

        program = self.program()
        image = build_checked(program, setup, self.content)
        if image is None:
            raise RulesError(program.found, program.sources)
        from rulekit.compiler.optimise import optimise

        image.quiet = optimise(image.quiet, len(image.z))
        cache.write(key, image.as_dict())
        return image
