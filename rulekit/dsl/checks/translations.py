"""The two files beside the rules: the words of other languages, and the list of clauses. Unused entries are findings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulekit.diagnostics import Span
from rulekit.dsl.datum import Datum
from rulekit.dsl.phrases import bare
from rulekit.dsl.program import Program
from rulekit.dsl.similar_words import near_words
from rulekit.dsl.symbols import Place
from rulekit.languages import LANGUAGES, said_languages

RULINGS = "rulings"
TITLES = ("clauses", RULINGS)
SOURCE = f"source: [rule book]   below it; what you decided yourself stands under `{RULINGS}:`"
FIELDS = ("says", "source")
SHOWN = ("choose one", "a card", "none", "empty", "yes", "no", "done", "pass", "play a card?")
"""What the engine itself shows of a game."""
_TEXT = re.compile(r'"([^"\n]*)"')
_VALUE = re.compile(r"\{[^}]*\}")
_TOKEN = re.compile(r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*|[a-z][\w-]*")


# ---------------------------------------------------------------- clauses.yaml
def read_clauses(program: Program, data: Datum) -> None:
    if data.fields is None:
        _shape(program, data.span, "the list of clauses is a table", "clauses:  and below it  XYZ-1: {says: ...}")
        return
    for title, part in data.fields.items():
        if title not in TITLES:
            text = f"`{title}` is nothing that this file holds"
            program.report("RK206", text, data.keys[title], _near(title, TITLES) or "it holds: " + ", ".join(TITLES))
        if part.fields is None:
            _shape(program, part.span, f"below `{title}` stands a table", "XYZ-1: {says: ...}")
            continue
        for name, entry in part.fields.items():
            _clause(program, name, entry, part.keys[name], sourced=title != RULINGS)


def check_citations(program: Program) -> None:
    """Every clause that a line cites exists in the list of clauses, where there is one."""
    if not program.clauses:
        return
    for clause, span in program.cited:
        if clause not in program.clauses:
            near = near_words(clause, program.clauses, 1, 0.8)
            program.report(
                "RK342",
                f"no clause is called `{clause}`",
                span,
                f"did you mean `{near[0]}`?" if near else "clauses.yaml lists them all",
            )


def _clause(program: Program, name: str, entry: Datum, where: Span, sourced: bool) -> None:
    fields = entry.fields or {}
    program.clauses[name] = (fields.get("says", entry)).text or ""
    for key in fields:
        if key not in FIELDS:
            hint = _near(key, FIELDS) or "a clause has: " + ", ".join(FIELDS)
            program.report("RK206", f"nothing reads `{key}`", entry.keys[key], hint)
            return
    if not program.clauses[name]:
        _shape(program, where, f"what the clause `{name}` says is missing", f"{name}: {{says: ...}}")
    elif sourced and not list(fields.get("source", ())):
        program.report("RK349", f"the clause `{name}` names no source", where, SOURCE)


# ---------------------------------------------------------------- words.yaml
def read_words(program: Program, data: Datum) -> None:
    if data.fields is None:
        _shape(program, data.span, "the words stand below their language", "zh-Hans:  and below it  TEXT: ...")
        return
    for lang, words in data.fields.items():
        if words.text is not None and lang not in LANGUAGES:
            text = f"`{lang}` stands here where a language is expected"
            _shape(program, data.keys[lang], text, f"zh-Hans:  and below it, indented  {lang}: {words.text}")
            return
        if lang not in LANGUAGES:
            hint = _near(lang, LANGUAGES) or said_languages()
            program.report("RK207", f"no language is called `{lang}`", data.keys[lang], hint)
        if words.fields is None:
            _shape(program, words.span, f"the words of `{lang}` are a table", "TEXT: what is said instead")
            continue
        for key, said in words.fields.items():
            if said.text is None:
                _shape(program, words.keys[key], f"for `{key}` a text is needed", f"{key}: what is said instead")
        program.translations[lang] = {key: said.text or "" for key, said in words.fields.items()}


def check_words(program: Program, data: Datum, elsewhere: Iterable[str]) -> None:
    """Every text on the left stands somewhere in the game or its variants, and no value of it gets lost on the right."""
    elsewhere = list(elsewhere)
    texts, words = _said([*(t for f, t in program.sources.items() if f != data.span.file), *elsewhere])
    words |= {name for made in program.kinds.values() for name in made.members}
    words |= {name.title() for name in words}
    words |= {*program.words.entities, *program.words.table.literals, *SHOWN}
    words |= {w.replace("-", " ") for w in words} | {
        f"{{}} {w}" for w in words
    }  # so many of something, with a measure word
    words |= {said for place in program.places.values() for said in _of_places(place)}
    words |= {p.bare for p in program.table} | {bare(p.parts) for p in program.points.values()}  # for the rulebook
    words |= {said for t in elsewhere for said in _headings(t)}
    words |= {name for t in program.sources.values() for name in _EXCEPTION.findall(t)}  # a variant may have removed it
    words |= {ruling.name for p in program.points.values() for ruling in p.rulings}
    for device in (program.devices[name] for name in program.used if name in program.devices):
        words |= {device.doc, *(x for p in device.parameters for x in (p.name, p.doc))}
    unread = not program.used.keys() <= program.devices.keys()  # nobody knows what a plugin would say that is not there
    patterns = [re.compile(".+".join(re.escape(x) for x in t.split("{}"))) for t in texts if "{}" in t]
    for lang in (data.fields or {}).values():
        for key, said in (lang.fields or {}).items():
            ruled = key in program.clauses if program.clauses else _CLAUSE.fullmatch(key)  # the list is not always read
            known = ruled or key in texts or key in words or any(p.fullmatch(key) for p in patterns)
            if not known and unread:
                continue
            if not known and program.variants and lang.keys[key].file not in program.over_files:
                continue  # a variant may have taken it away: that is judged where the game stands alone
            if not known:
                near = (
                    _near(key, sorted(words | texts))
                    or "it stands letter by letter as in the rules, with {} for values"
                )
                program.report("RK209", f"nothing in this game is called `{key}`", lang.keys[key], near, "warning")
            elif said.text is not None and (lost := {*_SLOT.findall(said.text)} - {*_SLOT.findall(key)} - _places(key)):
                text = f"the phrase on the left has no slot `{min(lost)}`"
                hint = "a phrase keeps the names of its slots: " + ", ".join(_SLOT.findall(key))
                program.report("RK209", text, said.span, hint, "warning")
            elif said.text is not None and not _keeps_values(key, said.text):
                n = key.count("{}")
                text = f"the text on the left has {n} values, that on the right {len(_VALUE.findall(said.text))}"
                hint = "write {} for every value, in the same order, or {1}, {2} ... in another one"
                program.report("RK209", text, said.span, hint, "warning")


def _of_places(place: Place) -> Iterator[str]:
    """How one of several places can be said as a whole: with its owners, the reader's own, with the number of a row."""
    values = [" of {}", " for {}"][: len(place.owners)]
    yield place.name + (" {}" if place.row is not None else "".join(values))
    yield f"my {place.name}" + "".join(values[1:])


def _headings(source: str) -> Iterator[str]:
    """What the rules of a file that is not read are called, with the names of their slots."""
    for heading in _HEADING.findall(source):
        said = _TYPE.sub(r"{\1}", re.sub(r"\bthe\b", "", heading).partition(", of ")[0])
        yield " ".join(said.split())


_HEADING = re.compile(r"^ *(?:to|number|set|value|whether|permission) ((?:\{[^}\n]*\}|[^:{\n])+):", re.MULTILINE)
_TYPE = re.compile(r"\{([\w-]+):[^}]*\}")
_EXCEPTION = re.compile(r"^ *exception ([^:\n]+):", re.MULTILINE)
_CLAUSE = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9.]+)+")
_SLOT = re.compile(r"\{([\w-]+)\}")
"""A slot of a phrase, by its name"""
_PLACE = re.compile(r"\{(\d+)\}")


def _keeps_values(key: str, said: str) -> bool:
    """Whether all values of a text are said, in their order or by their places."""
    return said.count("{}") == key.count("{}") or {*_PLACE.findall(said)} == _places(key)


def _places(key: str) -> set[str]:
    """``{"1", "2"}``: the values of a text by their places."""
    return {str(k + 1) for k in range(key.count("{}"))}


def _said(sources: Iterable[str]) -> tuple[set[str], set[str]]:
    """All texts, and all words and names; neither goes over the end of a row, and many rows come more than once."""
    rows = "\n".join({row for source in sources for row in source.split("\n")})
    return {_VALUE.sub("{}", t) if "{" in t else t for t in _TEXT.findall(rows)}, set(_TOKEN.findall(rows))


def _near(word: str, among: Iterable[str]) -> str | None:
    got = near_words(word, list(among), 1, 0.6)
    return f"did you mean `{got[0]}`?" if got else None


def _shape(program: Program, where: Span, text: str, hint: str) -> None:
    program.report("RK210", text, where, f"for example:  {hint}")
