"""What is found in the files of games and variants, file by file, and how it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from rulekit.cli.games import find_files
from rulekit.cli.output import say, say_json
from rulekit.diagnostics import Diagnostic, OmittedFindings, render
from rulekit.i18n.findings import speaker
from rulekit.installed import find_variants

Sources = Mapping[str, str]
"""file -> its text"""
Look = Callable[[Path, Sequence[Path]], tuple[list[Diagnostic], Sources]]
"""What looks through the files of a game with its variants."""


def looked_through(look: Look, paths: Iterable[str], variants: Sequence[str]) -> dict[Diagnostic, Sources]:
    """What is found in games (folders or names) and variants (files), each once, with the texts it was found in.

    Raises UserError for a path that leads to no game.
    """
    found: dict[Diagnostic, Sources] = {}
    for path in paths:
        folder, own = find_files(path)
        diagnostics, sources = look(folder, [*own, *find_variants(folder, variants)])
        found.update({d: sources for d in diagnostics if d not in found})
    return found


def tell(found: Mapping[Diagnostic, Sources], as_json: bool, word: str, lang: str | None = None) -> None:
    """Tells all that was found, and last how much; ``word``: what one of them is called. As data it is in English, else in a
    language, or in that of the command that runs."""
    if as_json:
        say_json([d.as_json() for d in found], indent=2)
        return
    translated = speaker(lang)
    for diagnostic, sources in found.items():
        say(render(diagnostic, sources, translated))
    more = any(isinstance(d, OmittedFindings) for d in found)
    count = len(found) - more
    counted = (
        f"more than {count} {word}s" if more else {0: f"no {word}s", 1: f"1 {word}"}.get(count, f"{count} {word}s")
    )
    say(translated(counted))
