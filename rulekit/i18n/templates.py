"""Finds the template that an English sentence follows, and says the sentence by the translation of its template.

Messages arise in English, with their values already in them. A :class:`TemplateTranslator` knows the templates of one or more
contexts of the catalogues; a value of a sentence may be a sentence itself, and is translated as well. Every command imports this:
it loads nothing but the standard library.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from rulekit.i18n import catalogue
from rulekit.i18n.catalogue import LANGUAGES

_GAP = re.compile(r"\{(\d*)\}")
_CODE = re.compile(r"`[^`]*`|  +(\S.*?)(?:  |$)", re.DOTALL)
"""What is a line of rules, or a part of one: in backquotes, or from two blanks to the next two"""
_DEPTH = 4
"""A sentence in a sentence in a sentence is deep enough."""
_FEW = 4
"""Letters; where what follows a template is a part of a sentence, and the template has no more, a value is one word"""
_WORD, _LINE, _PROSE, _QUOTED = r"(\S+)", r"((?:(?!  ).)+?)", r"((?:[^`]|`[^`]*`)+?)", "(.+?)"
_INSIDE = re.compile(r"(?<=[\u3400-\u9fff])(?=[A-Za-z0-9`])|(?<=[A-Za-z0-9`])(?=[\u3400-\u9fff])")
"""Between a Chinese character and a word or a number in Latin letters"""

Names = Mapping[str, Mapping[str, str]]
"""A value of sentences -> language -> what it is called there"""


class _Template(NamedTuple):
    """``pieces``: what stands between its values. ``code``: of each value whether it is code, which nobody translates.
    ``short``: it has hardly any words of its own; a value of it is one word."""

    text: str
    context: str
    pieces: Sequence[str]
    code: Sequence[bool]
    short: bool

    @classmethod
    def of(cls, text: str, context: str, inside: bool) -> _Template:
        quoted = [found.span() for found in _CODE.finditer(text)]
        code = [any(start < gap.start() < end for start, end in quoted) for gap in re.finditer(r"\{\}", text)]
        short = inside and sum(c.isalpha() for c in text) < _FEW
        return cls(text, context, text.split("{}"), code, short)

    @property
    def letters(self) -> int:
        return sum(len(piece) for piece in self.pieces)

    def values_of(self, text: str) -> Sequence[str] | None:
        """The values with which a sentence follows this template; None where it follows another one."""
        if not all(piece in text for piece in self.pieces):  # most are ruled out by this
            return None
        found = re.fullmatch("".join(self._pattern()), text, re.DOTALL)
        return None if found is None else found.groups()

    def _pattern(self) -> Iterator[str]:
        for before, after, code in zip(self.pieces, self.pieces[1:], self.code, strict=False):
            yield re.escape(before)
            if not code:
                yield _WORD if self.short else _PROSE
            else:
                yield _QUOTED if before.endswith("`") and after.startswith("`") else _LINE
        yield re.escape(self.pieces[-1])


class TemplateTranslator:
    """``contexts``: context of the catalogues -> its templates; of two contexts with one template the first is taken.

    ``values``: templates that only a value of a sentence follows. ``lists``: those with a list of names, which other languages
    write with a comma of their own. ``spaced``: whether a blank stands between a Chinese character and a value in other letters.
    """

    def __init__(
        self,
        contexts: Mapping[str, Collection[str]],
        values: Collection[str] = (),
        lists: Collection[str] = (),
        spaced: bool = False,
    ) -> None:
        self.contexts, self.values, self.lists, self.spaced = contexts, values, lists, spaced

    def translated(self, text: str, lang: str, depth: int = _DEPTH, names: Names | None = None) -> str:
        """A sentence in a language; as it is where no catalogue has one like it. ``names``: of values that are names."""
        if lang not in LANGUAGES or lang == "en" or not depth:
            return text
        if names and text in names:
            return names[text].get(lang, text)
        inside = depth < _DEPTH
        context = self._whole.get(text)
        if context is not None and (inside or text not in self.values):
            return catalogue.translated(context, text, lang)
        for template in self._templates:
            if inside or template.text not in self.values:
                values = template.values_of(text)
                if values is not None:
                    return self._said(template, values, lang, depth, names)
        return text

    def _said(self, template: _Template, values: Sequence[str], lang: str, depth: int, names: Names | None) -> str:
        form = catalogue.translated(template.context, template.text, lang)
        if form == template.text:  # there is no translation: half a one would be worse
            return filled(form, values)
        out = [
            value if code else self.translated(value, lang, depth - 1, names)
            for value, code in zip(values, template.code, strict=True)
        ]
        if template.text in self.lists:
            out = [value if code else value.replace(", ", "、") for value, code in zip(out, template.code, strict=True)]
        return filled(form, out, self.spaced)

    @cached_property
    def _whole(self) -> Mapping[str, str]:
        """Template -> its context."""
        return {text: context for context in reversed([*self.contexts]) for text in self.contexts[context]}

    @cached_property
    def _templates(self) -> Sequence[_Template]:
        """Those with values, the most literal first."""
        found = [
            _Template.of(text, context, text in self.values) for text, context in self._whole.items() if "{}" in text
        ]
        return sorted(found, key=lambda template: (-template.letters, template.text))


def filled(text: str, values: Sequence[str], spaced: bool = False) -> str:
    """A template with its values, in their order or by their numbers from 1."""
    rest, out, end = iter(values), "", 0
    for gap in _GAP.finditer(text):
        value = values[int(gap[1]) - 1] if gap[1] else next(rest)
        out = _joined(_joined(out, text[end : gap.start()], spaced), value, spaced)
        end = gap.end()
    return _joined(out, text[end:], spaced)


def _joined(before: str, after: str, spaced: bool) -> str:
    in_code = before.count("`") % 2
    blank = spaced and before and after and not in_code and _INSIDE.search(before[-1] + after[0])
    return f"{before} {after}" if blank else before + after


def without_code(text: str) -> str:
    """The words of a sentence that are no line of rules."""
    return _CODE.sub(" ", text)
