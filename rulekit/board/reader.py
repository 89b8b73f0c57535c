"""Reads YAML data of a known shape, and collects findings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.diagnostics import Diagnostic, Span

if TYPE_CHECKING:
    from rulekit.dsl.datum import Datum

COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")
LARGEST = 100_000


class Fields(dict[str, "Datum"]):
    """The fields of a mapping by name. Each method reads one, as the :class:`DatumReader` method of this name reads its value."""

    def __init__(self, reader: DatumReader, data: Mapping[str, Datum]) -> None:
        super().__init__(data)
        self.reader = reader

    def fields(self, name: str, known: Sequence[str] = ()) -> Fields:
        return self.reader.fields(self.get(name), known)

    def text(self, name: str, usual: str = "") -> str:
        return self.reader.text(self.get(name), usual)

    def said(self, name: str, usual: str = "") -> Mapping[str, str]:
        return self.reader.said(self.get(name), usual)

    def truth(self, name: str) -> bool:
        return self.reader.truth(self.get(name))

    def number(self, name: str, usual: float, least: float = 0) -> float:
        return self.reader.number(self.get(name), usual, least)

    def pair(self, name: str, least: float = 0) -> tuple[float, float] | None:
        return self.reader.pair(self.get(name), least)

    def outline(self, name: str, least: float = 0) -> list[tuple[float, float]]:
        return self.reader.outline(self.get(name), least)

    def one_of(self, name: str, known: Sequence[str], what: str, usual: str) -> str:
        return self.reader.one_of(self.get(name), known, what, usual)

    def colour(self, name: str, usual: str) -> str:
        return self.reader.colour(self.get(name), usual)


@define
class DatumReader:
    """Every method gives the value, or the default where it is missing or wrong; findings are in ``found``."""

    found: list[Diagnostic] = field(factory=list)

    def wrong(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        self.found.append(Diagnostic(code, message, span, hint))

    def fields(self, data: Datum | None, known: Sequence[str] = ()) -> Fields:
        """The fields of a mapping; with ``known``, any other field is a finding."""
        if data is None:
            return Fields(self, {})
        if data.fields is None:
            self.wrong(
                "RK205", "here should stand names, each with a `:`", data.span, "for example:  {name: ..., colour: ...}"
            )
            return Fields(self, {})
        for key in data.fields if known else ():
            if key not in known:
                self.wrong("RK206", f"nothing reads `{key}`", data.keys[key], "known are: " + ", ".join(known))
        return Fields(self, data.fields)

    def text(self, data: Datum | None, usual: str = "") -> str:
        if data is None:
            return usual
        if data.text is None:
            self.wrong("RK205", "here should stand a text", data.span, "write it without brackets")
        return data.text or usual

    def said(self, data: Datum | None, usual: str = "") -> Mapping[str, str]:
        """A text by language: one text is English, a mapping has one for each language."""
        if data is None or data.text is not None:
            return {"en": self.text(data, usual)}
        return {"en": usual} | {language: self.text(text) for language, text in self.fields(data).items()}

    def truth(self, data: Datum | None) -> bool:
        if data is None:
            return False
        if data.text not in ("yes", "no"):
            self.wrong("RK205", "here should stand yes or no", data.span, "write  yes  or  no")
        return data.text == "yes"

    def number(self, data: Datum | None, usual: float, least: float = 0) -> float:
        if data is None:
            return usual
        try:
            number = float(data.text or "")
        except ValueError:
            number = least - 1
        if not least <= number <= LARGEST:
            self.wrong(
                "RK205", f"here should stand a number from {least:g} to {LARGEST}", data.span, "for example:  12"
            )
            return usual
        return number

    def pair(self, data: Datum | None, least: float = 0) -> tuple[float, float] | None:
        if data is None:
            return None
        items = data.items or []
        if len(items) != 2:
            self.wrong("RK205", "here should stand two numbers: `[x, y]`", data.span, "for example:  [120, 80]")
            return None
        return self.number(items[0], least, least), self.number(items[1], least, least)

    def outline(self, data: Datum | None, least: float = 0) -> list[tuple[float, float]]:
        """The corners of an area: three of them or more, or none."""
        if data is None:
            return []
        corners = [point for corner in data.items or () if (point := self.pair(corner, least))]
        if len(corners) < 3:
            self.wrong("RK205", "an outline has three corners or more", data.span, "[[0, 0], [40, 0], [20, 30]]")
            return []
        return corners

    def one_of(self, data: Datum | None, known: Sequence[str], what: str, usual: str) -> str:
        said = self.text(data, usual)
        if data is not None and said not in known:
            self.wrong("RK205", f"there is no {what} `{said}`", data.span, f"{what}s are: " + ", ".join(known))
            return usual
        return said

    def colour(self, data: Datum | None, usual: str) -> str:
        said = self.text(data, usual)
        if data is not None and not COLOUR.match(said):
            self.wrong("RK205", f"`{said}` is no colour", data.span, 'a colour is written like "#7a5230"')
            return usual
        return said
