"""What ``rulekit new`` and ``rulekit fmt`` say of the files that they write."""

from __future__ import annotations

from rulekit.i18n.catalogue import MessageCatalogue

TEXTS = MessageCatalogue(
    "written",
    {
        "new": "wrote {path}",
        "next": "Now:  {commands}",
        "anew": "{path}: written anew",
        "would": "{path}: would be written anew",
        "none": "no file changes",
        "files": ("{n} file", "{n} files"),
    },
)
