"""The interface between the parts of the body reader and the whole, as an abstract class."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from rulekit.dsl.names import Vocabulary
from rulekit.dsl.program import Program
from rulekit.dsl.reader import Reader
from rulekit.dsl.readings import Bound
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Line, Token
from rulekit.dsl.tree import Statement, TextTemplate


class BodyParts(ABC):
    reader: Reader
    program: Program
    words: Vocabulary
    home: str
    """The name of the point whose body is being read."""
    windows: list[str]
    """The windows in which the entry that is being read is played."""

    @abstractmethod
    def block(self, lines: Sequence[Line], scope: Scope, top: bool = False, deeper: int = 0) -> list[Statement]:
        """The statements of consecutive lines."""

    @abstractmethod
    def make_statement(self, line: Line, bound: Bound, cites: tuple[str, ...]) -> Statement:
        """The statement that a line means."""

    @abstractmethod
    def after(self, statement: Statement, bound: Bound, scope: Scope) -> Scope:
        """The scope after a statement."""

    @abstractmethod
    def template(self, token: Token, file: str, scope: Scope) -> TextTemplate:
        """A text for people; the names in its braces must be in scope."""

    @abstractmethod
    def sentence(self, line: Line, scope: Scope, before: list[Statement]) -> tuple[Statement | None, Scope]:
        """The statement of a line, and the scope of the lines after it."""

    @abstractmethod
    def reason(self, line: Line, scope: Scope) -> TextTemplate | None:
        """The text after `:`; the names in its braces must be in scope."""
