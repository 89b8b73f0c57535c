"""Close matches of a misspelt name, for hints."""

from __future__ import annotations

from collections.abc import Iterable

MOST_SHOWN = 12


def nearest(wrong: str, names: Iterable[str], otherwise: str = "there is") -> str:
    """``did you mean "moon"?``, or with nothing near all the names: ``there is: sun, moon``."""
    from difflib import get_close_matches

    known = {name.casefold(): name for name in names}
    close = get_close_matches(wrong.casefold(), known, n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(known[name] for name in close)}?"
    shown = list(known.values())[:MOST_SHOWN]
    if not shown:
        return ""
    return f"{otherwise}: {', '.join(shown)}{' ...' if len(known) > len(shown) else ''}"
