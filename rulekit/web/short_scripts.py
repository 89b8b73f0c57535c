"""Shortens scripts: removes comments, indentation, line breaks that a template does not show, and the spaces beside
punctuation.

Names are kept, so that an error reported by a browser can be found in the file. The minifiers available for Python cannot read
nested template literals.
"""

from __future__ import annotations

import re

from attrs import define, field

_TOKEN = re.compile(
    r"(?P<gap>\s+|//[^\n]*|/\*.*?\*/)"
    r"|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
    r"|[\w$#\\]+"
    r"|=>|.",
    re.DOTALL,
)
_PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[\n])+/\w*")
"""A regular expression"""
_TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`$\\])*", re.DOTALL)
"""The text of a template up to its end, or to the next value in it"""
_INDENT = re.compile(r"(?<=\n) +")
"""No template contains text in which an indent is visible"""
_BREAK = re.compile(r"(?<=>)\n|\n(?=<)|\A\n\Z")
"""A line break before, after or between tags and values, which `htm` does not show"""
_WORD = re.compile(r"[\w$#]")
_VALUES = {"return", "case", "typeof"}
"""Keywords that are followed by a value"""
VALUE_END = ")"
"""Stands for the end of a template, after which no value can begin"""


@define
class _Shortening:
    text: str
    out: list[str] = field(factory=list)
    last: str = ""
    """The last token"""
    gap: str = ""
    """The white space between it and the next token"""
    nested: list[int] = field(factory=list)
    """The number of open braces in each template value around the current position"""

    def run(self) -> str:
        at = 0
        while at < len(self.text):
            at = self._step(at)
        return "".join(self.out)

    def _step(self, at: int) -> int:
        pattern = _PATTERN.match(self.text, at) if self._begins_value() else None
        found = _TOKEN.match(self.text, at)
        assert found is not None
        if found["gap"] is not None:
            self.gap = "\n" if "\n" in self.gap + found[0].split("//")[0] else self.gap or " "
            return found.end()
        if pattern is not None:
            self._put(pattern[0])
            return pattern.end()
        self._put(found[0])
        match found[0]:
            case "`":
                return self._template(found.end())
            case "{" if self.nested:
                self.nested[-1] += 1
            case "}" if self.nested and self.nested[-1]:
                self.nested[-1] -= 1
            case "}" if self.nested:
                self.nested.pop()
                return self._template(found.end())
        return found.end()

    def _begins_value(self) -> bool:
        """Whether a slash here begins a regular expression and not a division."""
        return not self.last or self.last in _VALUES or self.last[-1] in "(,=:[!&|?{};+>"

    def _put(self, token: str) -> None:
        before, after = self.last[-1:], token[0]
        if self.gap == "\n" and before not in ("", *";{},(") and after not in ")]}.,?:&|":
            self.out.append("\n")
        elif self.gap and _runs_together(before, after):
            self.out.append(" ")
        if token == "=>":
            self._bare_parameter()
        self.out.append(token)
        self.last, self.gap = token, ""

    def _bare_parameter(self) -> None:
        """Removes the brackets around a function's only parameter, unless a word comes directly before them."""
        match self.out[-4:]:
            case [*before, "(", name, ")"] if _WORD.match(name) and not (before and _WORD.match(before[0][-1:])):
                self.out[-3:] = [name]

    def _template(self, at: int) -> int:
        found = _TEMPLATE.match(self.text, at)
        assert found is not None
        self.out.append(_BREAK.sub("", _INDENT.sub("", found[0])))
        ends = self.text[found.end()] == "`"
        self.out.append("`" if ends else "${")
        self.last = VALUE_END if ends else "{"
        if not ends:
            self.nested.append(0)
        return found.end() + (1 if ends else 2)


def _runs_together(before: str, after: str) -> bool:
    """Whether two characters without a space between them would be read as one token."""
    return bool(_WORD.match(before) and _WORD.match(after)) or (before != "" and before in "+-/" and after in "+-/")


def shortened(text: str) -> str:
    """A shorter script that does the same. It relies on statements that end with semicolons, which is tested."""
    return _Shortening(text).run()
