"""The texts of progress bars and progress lines."""

from __future__ import annotations

from rulekit.i18n.catalogue import MessageCatalogue

TEXTS = MessageCatalogue(
    "progress",
    {
        "done": "{what}: {n} of {of} {sort}",
        "both": "{done}, {rate}",
        "rate": "{rate:.1f} {sort}/{unit}",
        "games": "games",
        "tests and games": "tests and games",
    },
)
