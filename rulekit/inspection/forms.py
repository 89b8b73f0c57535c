"""What can be shown, by name. Imports nothing: the command offers these before anything is loaded."""

from __future__ import annotations

from collections.abc import Mapping

FORMS: Mapping[str, tuple[str, ...]] = {
    "ir": ("whole", "cut", "journaled", "plain", "fast", "playout", "native", "explain"),
    "python": ("plain", "journaled", "fast", "playout", "explain"),
    "c": ("native",),
}
"""What shows code -> the forms that it can show (:class:`rulekit.compiler.pipeline.Forms`), the usual one first"""
VIEWS = ("reading", "tree", *FORMS)
"""From the text to the code"""
