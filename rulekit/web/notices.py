"""Notifies players outside of the page that it is their turn: by mail, by web hook, or by a sender of a plugin.

A notice is stored in the database before it is sent, so that none is lost when a process ends. A player who has chosen by the
time it is due gets none. All notices that wait for one address are sent as one.
"""

from __future__ import annotations

import json
import logging
import smtplib
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from email.message import EmailMessage
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from attrs import asdict, define, field

from rulekit.characters import one_line
from rulekit.diagnostics import UserError
from rulekit.plugins.calls import Calling
from rulekit.plugins.contracts import text_of
from rulekit.plugins.senders import Sender, Turn

if TYPE_CHECKING:
    from rulekit.web.side_store import Notice

TIMEOUT = 20.0
LOG = logging.getLogger("rulekit.web")
RETRIES = (60, 600, 3600)
"""Seconds until a notice is sent again after it has failed; after the last it is given up"""
LOOK = 5.0


@define
class Mail:
    """By SMTP: ``server`` is ``smtp://[user:password@]host[:port]``, or ``smtps://``."""

    server: str
    sender: str

    def check(self, address: str) -> str:
        name, at, host = address.strip().rpartition("@")
        if not (name and at and "." in host) or any(c.isspace() or c in "<>,;\r\n" for c in address.strip()):
            raise UserError("this is not an address for mail")
        return address.strip()

    def send(self, address: str, turns: Sequence[Turn]) -> None:
        where = urlsplit(self.server)
        letter = EmailMessage()
        letter["From"], letter["To"] = self.sender, address
        n = len(turns)
        letter["Subject"] = (
            f"{n} tables: your turn · {n}桌轮到你了" if n > 1 else f"{_line(turns[0].title)}: your turn · 轮到你了"
        )
        letter.set_content("\n\n".join(f"{turn.player}\n{turn.title}\n{turn.link}" for turn in turns) + "\n")
        connect = smtplib.SMTP_SSL if where.scheme == "smtps" else smtplib.SMTP
        with connect(where.hostname or "localhost", where.port or 0, timeout=TIMEOUT) as smtp:
            if where.scheme == "smtp" and smtp.has_extn("starttls"):
                smtp.starttls()
            if where.username:
                smtp.login(where.username, where.password or "")
            smtp.send_message(letter)


@define
class Hook:
    """By a POST of JSON: ``text`` and ``content`` for people, ``turns`` for programs. ``anywhere``: also to addresses of the
    server's own network."""

    anywhere: bool = False

    def check(self, address: str) -> str:
        try:
            where = urlsplit(address.strip())
            _ = where.port  # read for its ValueError
        except ValueError as error:
            raise UserError("this is not an address for a web hook") from error
        if where.scheme not in ("http", "https") or not where.hostname:
            raise UserError("a web hook begins with https:// or http://")
        self._resolved(where.hostname)
        return address.strip()

    def send(self, address: str, turns: Sequence[Turn]) -> None:
        self._resolved(urlsplit(address).hostname or "")
        text = "\n".join(f"{turn.title}: {turn.player} {turn.link}" for turn in turns)
        data = {"text": text, "content": text, "turns": [asdict(turn) for turn in turns]}
        where = urlsplit(address)
        connect = HTTPSConnection if where.scheme == "https" else HTTPConnection
        line = connect(where.hostname or "", where.port, timeout=TIMEOUT)
        try:
            line.connect()
            self._allowed(line.sock.getpeername()[0])  # where it really leads, whatever was looked up before
            path = (where.path or "/") + (f"?{where.query}" if where.query else "")
            line.request("POST", path, json.dumps(data).encode(), {"Content-Type": "application/json"})
            status = line.getresponse().status
        except HTTPException as error:
            raise OSError(str(error)) from error
        finally:
            line.close()
        if status >= 300:
            raise OSError(f"the web hook answered {status}")

    def _resolved(self, host: str) -> None:
        try:
            found = {str(row[4][0]) for row in socket.getaddrinfo(host, None)}
        except (OSError, UnicodeError) as error:
            raise UserError(f"there is no host {host[:80]}") from error
        for address in found:
            self._allowed(address)

    def _allowed(self, address: str) -> None:
        """Raises UserError for an address in the server's own network, which a stranger must not reach through it."""
        if not self.anywhere and not ip_address(address.partition("%")[0]).is_global:
            raise UserError("a web hook cannot lead into the server's own network")


def checked(senders: Mapping[str, Sender], sort: str, address: str) -> str:
    """An address as it is used. Raises UserError for a way that this server does not know, and for an address that it does not
    take."""
    if sort not in senders:
        known = ", ".join(sorted(senders)) or "none"
        raise UserError(f"this server does not send by {sort[:40]}", f"it can send by: {known}")
    with Calling(lambda error: UserError(f"{sort} does not take this address: {text_of(error)}"), UserError):
        return senders[sort].check(address)


def _line(text: str) -> str:
    return " ".join(text.split())


class Outbox(Protocol):
    """Where notices wait; see :class:`rulekit.web.side_store.SideStore`."""

    def take_notices(self) -> list[Notice]: ...
    def post_again(self, notice: Notice, wait: int) -> None: ...
    def note_delivery(self, sort: str, address: str) -> None: ...


@define
class Postman:
    """Sends what is due, in a thread of its own. ``turn``: what is to be told by a notice, None when it is no longer so."""

    outbox: Outbox
    turn: Callable[[Notice], Turn | None]
    senders: Mapping[str, Sender]
    _ended: threading.Event = field(init=False, factory=threading.Event)

    def start(self) -> None:
        threading.Thread(target=self._run, daemon=True, name="postman").start()

    def stop(self) -> None:
        self._ended.set()

    def _run(self) -> None:
        while not self._ended.wait(LOOK):
            try:
                self.deliver()
            except Exception:  # a database that is away for a moment: the next look is made all the same
                LOG.exception("notices were not sent")

    def deliver(self) -> int:
        """Sends everything that is due, one notice for each address; gives how many turns they told."""
        waiting: dict[tuple[str, str], list[tuple[Notice, Turn]]] = {}
        for notice in self.outbox.take_notices():
            turn = self._turn(notice)
            if turn is not None and notice.sort in self.senders:
                waiting.setdefault((notice.sort, notice.address), []).append((notice, turn))
        return sum(len(found) for (sort, address), found in waiting.items() if self._sent(sort, address, found))

    def _turn(self, notice: Notice) -> Turn | None:
        try:
            return self.turn(notice)
        except Exception:  # its rules hold mistakes today, or the game is gone: the other notices are sent
            LOG.exception("game %s cannot be read: nobody is told that it is their turn", notice.game)
            return None

    def _sent(self, sort: str, address: str, found: Sequence[tuple[Notice, Turn]]) -> bool:
        try:
            self.senders[sort].send(address, [turn for _, turn in found])
        except Exception as error:  # also a plugin's own: the next notice is sent all the same
            tries = max(notice.tries for notice, _ in found)
            wait = RETRIES[tries] if tries < len(RETRIES) else None
            after = "given up" if wait is None else f"again in {wait} s"
            LOG.warning("a notice by %s was not sent (%s): %s", sort, one_line(str(error)), after)
            for notice, _ in found if wait is not None else ():
                self.outbox.post_again(notice, wait or 0)
            return False
        self.outbox.note_delivery(sort, address)
        return True
