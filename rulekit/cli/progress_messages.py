"""The texts of progress bars and progress lines, and of a server that has started."""

from __future__ import annotations

from rulekit.i18n.catalogue import MessageCatalogue

TEXTS = MessageCatalogue(
    "progress",
    {
        "done": "{what}: {n} of {of} {sort}",
        "both": "{done}, {rate}",
        "rate": "{rate:.1f} {sort}/{unit}",
        "lobby": "The lobby: {link}",
        "lobby here": "On this computer: {link}",
        "games": "games",
        "tests and games": "tests and games",
    },
)
