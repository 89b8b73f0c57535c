"""The words of the rules as they stand in their files: a line without its remark and its citations, and the note above it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from rulekit.diagnostics import Span
from rulekit.dsl.notes_above import note_above
from rulekit.explain.quotes import said

_QUOTED = re.compile(r'"[^"]*"')


class SourceTexts:
    """The texts of a game by file."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._rows = cache(lambda file: sources.get(file, "").splitlines())

    def heading(self, span: Span) -> str:
        """What a line says before its `:`."""
        text = self.line(span)
        hidden = _QUOTED.sub(lambda m: " " * len(m[0]), text)
        depth = 0
        for k, sign in enumerate(hidden):
            depth += (sign in "{(") - (sign in "})")
            if sign == ":" and not depth:
                return text[:k].rstrip()
        return text

    def line(self, span: Span) -> str:
        """The whole line from where it begins, with the lines in which a sentence goes on."""
        rows = self._rows(span.file)
        if not 0 < span.line <= len(rows):
            return ""
        text, k = said(rows[span.line - 1][span.column - 1 :]), span.line
        while text.endswith(",") and k < len(rows):
            text, k = f"{text} {said(rows[k]).strip()}", k + 1
        return text

    def note(self, span: Span) -> str:
        """The note that stands alone above a line."""
        return note_above(self._rows(span.file), span.line)
