"""The catalogues of messages: ``python -m tools.messages [--check]``, or ``make messages``.

Takes the English texts out of the code, brings ``rulekit/i18n/messages/*.po`` up to date with them (a new text gets an empty
translation, one that is gone is left out), and compiles them: ``*.mo`` for Python, ``web/static/words/*.json`` for the page.
Prints what is not translated. ``--check`` writes nothing, and ends with 1 where a file is out of date or something is missing.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib import import_module
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from rulekit.i18n.catalogue import FOLDER, LANGUAGES, English, MessageCatalogue

TOP = Path(__file__).resolve().parents[1]
STATIC = TOP / "rulekit" / "web" / "static"
TRANSLATED = LANGUAGES[1:]
FOR_PLAYERS = ("table", "screen", "story", "outlook", "undo", "stuck", "name", "legend", "word", "error")
PARTS: Mapping[str, Sequence[str]] = {
    "zh-Hans": (
        *(*FOR_PLAYERS, "diff", "doctor", "report", "tryout", "coverage", "progress", "written"),
        *("rulebook", "page", "finding", "outcome"),
    ),
    "zh-Hant": (*FOR_PLAYERS, "doctor"),
    "ja": FOR_PLAYERS,
}
"""Language -> the contexts that it has, by their first word"""
MODULES = (
    *(
        "rulekit.i18n.player_messages",
        "rulekit.tui.messages",
        "rulekit.runtime.narrative.messages",
        "rulekit.runtime.outlook",
    ),
    *("rulekit.runtime.undo", "rulekit.stuck", "rulekit.runtime.labels", "rulekit.runtime.interchangeable"),
    *(
        "rulekit.board.legend",
        "rulekit.cli.coverage_messages",
        "rulekit.cli.doctor_messages",
        "rulekit.cli.progress_messages",
        "rulekit.cli.written_messages",
        "rulekit.lab.messages",
        "rulekit.lab.try_messages",
        "rulekit.rulebook.messages",
        "rulekit.variant_diff.messages",
    ),
)
"""Those in which :class:`~rulekit.i18n.catalogue.MessageCatalogue` are"""
IN_SCRIPT = re.compile(r'\bt\("([^"]+)"')
"""A text of the page in a script"""
Key = tuple[str, English]
"""(context, English text)"""
WRITTEN = datetime(2026, 11, 1, tzinfo=UTC)
"""A date that never changes: the files are the same whenever they are made"""


def texts() -> Iterator[Key]:
    """Every text that can be translated, with its context, in the order of the catalogues."""
    for name in MODULES:
        for found in vars(import_module(name)).values():
            if isinstance(found, MessageCatalogue):
                yield from ((f"{found.context}.{key}", english) for key, english in found.english.items())
    words = {"word": "rulekit.runtime.labels", "rulebook.word": "rulekit.rulebook.messages"}
    for context, name in words.items():
        yield from ((context, word) for word in import_module(name).WORDS)
    templates = {context: f"rulekit.i18n.{context}_messages" for context in ("error", "finding", "outcome")}
    for context, name in templates.items():
        yield from ((context, text) for text in sorted(import_module(name).TEMPLATES))
    page = {text for path in STATIC.glob("*.js") for text in IN_SCRIPT.findall(path.read_text(encoding="utf-8"))}
    yield from (("page", text) for text in sorted(page))


def path_of(lang: str) -> Path:
    return FOLDER / f"{lang.replace('-', '_')}.po"


def catalogue(lang: str) -> Catalog:
    """The catalogue of a language for the texts of today, with the translations that its file has."""
    out = Catalog(
        lang.replace("-", "_"), project="rulekit", version="-", copyright_holder="The Rulekit authors", charset="utf-8",
        msgid_bugs_address="-", creation_date=WRITTEN, revision_date=WRITTEN, last_translator="-", language_team=lang,
        fuzzy=False, header_comment=f"# Messages of rulekit in {lang}; see CONTRIBUTING.md, Translate.",
    )  # fmt: skip
    with path_of(lang).open("rb") as file:
        before = {(m.context, m.id): m.string for m in read_po(file) if m.id}
    for context, english in texts():
        if context.partition(".")[0] in PARTS[lang]:
            out.add(english, before.get((context, english), ""), context=context)
    return out


def missing(found: Catalog) -> list[tuple[str, str]]:
    """The texts that have no translation."""
    return [(str(m.context), forms(m.id)[-1]) for m in found if m.id and not all(forms(m.string))]


def forms(text: str | Sequence[str] | None) -> Sequence[str]:
    """The forms of a text for different numbers."""
    return (text,) if isinstance(text, str) else text or ()


def files() -> dict[Path, bytes]:
    """Every file as it should be."""
    out = {}
    for lang in TRANSLATED:
        found = catalogue(lang)
        po, mo = BytesIO(), BytesIO()
        write_po(po, found, width=0)
        write_mo(mo, found)
        out[path_of(lang)], out[path_of(lang).with_suffix(".mo")] = po.getvalue(), mo.getvalue()
        page = {m.id: m.string for m in found if m.context == "page"}
        if page:
            text = json.dumps(page, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
            out[STATIC / "words" / f"{lang}.json"] = text.encode()
    return out


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.messages", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; end with 1 where something is to be done")
    asked = parser.parse_args(words)
    stale = [path for path, data in files().items() if not path.is_file() or path.read_bytes() != data]
    for path in stale:
        print(f"{'not up to date' if asked.check else 'wrote'}: {path.relative_to(TOP)}")
        if not asked.check:
            path.write_bytes(files()[path])
    without = [(lang, *key) for lang in TRANSLATED for key in missing(catalogue(lang))]
    for lang, context, english in without:
        print(f"{lang}: {context}: no translation of {english!r}")
    return int(asked.check and bool(stale or without))


if __name__ == "__main__":
    sys.exit(main())
