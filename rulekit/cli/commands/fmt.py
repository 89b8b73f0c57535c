"""``rulekit fmt``: rule files in one layout."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from rulekit.api import laid_out
from rulekit.cli.options import chosen_language, language_option
from rulekit.cli.output import say
from rulekit.cli.written_messages import TEXTS
from rulekit.diagnostics import Diagnostic, RulesError
from rulekit.files import RULES, access, files_in, read_text, shown
from rulekit.installed import find_game


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; the exit code is 1 if a file would change.")
@language_option
def fmt(paths: tuple[str, ...], only_check: bool, lang: str | None) -> int:
    """Write rule files (one, or all of a folder, with its tests and variants) in one layout.

    Words, texts and remarks stay as they are. A file that cannot be read is left alone, and its mistake is shown.
    """
    language = chosen_language(lang)
    wrong: list[Diagnostic] = []
    sources: dict[str, str] = {}
    changed = 0
    for path in _files(paths):
        text = read_text(path)
        try:
            new = laid_out(text, shown(path))
        except RulesError as error:
            wrong += error.diagnostics
            sources.update(error.sources)
            continue
        if new != text:
            changed += 1
            say(TEXTS.text("would" if only_check else "anew", language, path=shown(path)))
            if not only_check:
                with access(shown(path), "cannot be written"):
                    path.write_text(new, encoding="utf-8")
    say(TEXTS.text("files" if changed else "none", language, n=changed))
    if wrong:
        raise RulesError(wrong, sources)
    return int(only_check and changed > 0)


def _files(paths: tuple[str, ...]) -> Iterator[Path]:
    for text in paths:
        path = Path(text)
        if path.is_file():
            yield path
        else:
            yield from files_in(find_game(text), RULES)
