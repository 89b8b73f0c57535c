"""The texts of a game, and a hash of them: what is kept of a game is kept under it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from rulekit.plugins.manager import Plugins

LOOKS = "board.yaml"
"""How a board looks: nothing that is played hangs on it, and so no save"""


def fingerprint(folder: Path, variants: Sequence[Path], found: Plugins) -> str:
    """A hash of every text that a game is made of, but for its looks, and of the plugins at hand."""
    texts = ((Path(name).name, text) for name, text in texts_of(folder, variants).items())
    return digest_of(((name, text) for name, text in texts if name != LOOKS), found)


def texts_of(folder: Path, variants: Sequence[Path], tests: bool = False) -> dict[str, str]:
    """The rule files and the tables of a game."""
    from rulekit.files import TABLES, files_in, read_text, rule_files, shown, variant_tables

    texts = rule_files(folder, variants, tests)
    tables = [*files_in(folder, TABLES), *(path for v in variants for path in variant_tables(v))]
    return texts | {shown(path): read_text(path) for path in tables}


def digest_of(texts: Iterable[tuple[str, str]], found: Plugins) -> str:
    """A hash of texts with their names, and of what the plugins at hand bring to the language."""
    digest = hashlib.sha256()
    for name, text in texts:
        digest.update(f"{name}\0{len(text)}\0{text}\0".encode(errors="surrogatepass"))
    digest.update(repr(found.names).encode())
    digest.update(found.words().encode())
    return digest.hexdigest()[:32]
