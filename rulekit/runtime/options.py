"""The options of a game: what each can be, and how a value that somebody writes is read."""

from __future__ import annotations

from difflib import get_close_matches

from attrs import frozen

from rulekit.diagnostics import UserError


@frozen
class OptionInfo:
    """An option of a game. ``values``: what it can be, as texts; ``default`` one of them."""

    name: str
    text: str
    sort: str
    values: tuple[str, ...]
    default: str

    def read(self, said: object) -> int:
        """The number of a value given as a text in any case, as a number, or as yes and no. Raises UserError."""
        text = {True: "yes", False: "no"}.get(said, str(said)) if isinstance(said, bool) else str(said).strip()
        for k, value in enumerate(self.values):
            if value.lower() == text.lower():
                return k if self.sort != "number" else int(value)
        near = get_close_matches(text.capitalize() if self.sort == "names" else text, self.values, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else "it can be: " + ", ".join(self.values)
        raise UserError(f"the option {self.name} cannot be {text}", hint)
