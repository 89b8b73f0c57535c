"""Texts for people at other machines: they are not told in which folders the server keeps its files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from rulekit.files import shown

_FOLDERS = re.compile(r"(?<![\w:/\\.~-])(?:[A-Za-z]:[/\\]|/)(?:[^\s/\\:'\"`“”<>|,;()]+[/\\])+")
"""The folders before a file: ``/srv/games/`` in ``/srv/games/chess.rules``; not those of an address with ``https://``"""


def without_folders(text: str, folders: Iterable[Path] = ()) -> str:
    """A text in which files are named as people know them: those in ``folders`` by their path there, others by name alone."""
    for folder in folders:
        for place in {str(folder), str(folder.resolve()), shown(folder)} - {os.curdir}:
            text = text.replace(f"{place}{os.sep}", "")
    return _FOLDERS.sub("", text)
