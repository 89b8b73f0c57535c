"""How numbers and names of tables are written in the path of an address; what is written otherwise leads nowhere (404)."""

from __future__ import annotations

from starlette.convertors import Convertor, register_url_convertor

BIGGEST = 10**9 - 1


class WholeNumber(Convertor[int]):
    """A number of up to nine digits: that of Starlette takes more than Python reads, and fails."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


class GameId(Convertor[str]):
    """The name of a table: what no database takes as a text is none, see :func:`rulekit.web.tokens.new_id`."""

    regex = "[A-Za-z0-9_-]{1,64}"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


def register() -> None:
    """Registers the convertors with Starlette, as ``{seat:number}`` and ``{game:id}``."""
    register_url_convertor("number", WholeNumber())
    register_url_convertor("id", GameId())
