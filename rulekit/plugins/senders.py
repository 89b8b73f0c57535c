"""Ways to tell people that it is their turn, as the hook ``rulekit_senders`` brings them and the server calls them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from attrs import frozen


@frozen
class Turn:
    """One turn that a notice tells: the title of the game, the player whose turn it is, and a link that holds no token."""

    title: str
    player: str
    link: str


@runtime_checkable
class Sender(Protocol):
    """One way to reach people."""

    def check(self, address: str) -> str:
        """The address as it is used. Raises UserError for one that cannot be reached this way."""

    def send(self, address: str, turns: Sequence[Turn]) -> None:
        """Sends one notice of one turn or more. Raises OSError (also of smtplib) when it could not."""
