"""How a row of a rule file is quoted: to who asks why, in a rulebook, in the journal of causes. All quote it alike."""

from __future__ import annotations

import re

_QUOTED = re.compile(r'"[^"]*"')
_CUT = re.compile(r"\s*(\[[^\]]*\]|#.*)\s*$")


def said(row: str) -> str:
    """A row without the clauses that it cites and without its remark; what stands in a text for players stays."""
    before = ""
    while before != row:
        before, hidden = row, _QUOTED.sub(lambda m: "x" * len(m[0]), row)
        found = _CUT.search(hidden)
        row = row[: found.start()] if found else row.rstrip()
    return row


def bare(row: str) -> str:
    """What :func:`said` gives, without the text behind its `:`, which players are told elsewhere."""
    return row.partition(': "')[0].strip().rstrip(":")
