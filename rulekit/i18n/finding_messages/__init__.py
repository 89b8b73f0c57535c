"""What findings say, as English templates by topic: messages, hints, and what stands around them.

``{}`` are values; a translation may have them in another order, as ``{2}``. What stands in backquotes, or between two blanks
and the next two, is a line of rules and stays as it is. See :mod:`rulekit.i18n.findings`.
"""

from __future__ import annotations

from rulekit.i18n.finding_messages import (
    checks,
    compiling,
    declarations,
    everywhere,
    files,
    lists,
    parts,
    sentences,
    values,
)

LISTS = lists.TEMPLATES
VALUES = values.TEMPLATES
SENTENCES = frozenset[str]().union(
    *(topic.TEMPLATES for topic in (checks, compiling, declarations, everywhere, files, lists, parts, sentences))
)
TEMPLATES = SENTENCES | VALUES
