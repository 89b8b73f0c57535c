"""Middleware for every request: rate and size limits, checks of the origin, and security headers."""

from __future__ import annotations

import logging
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Sequence
from ipaddress import ip_address
from math import ceil
from urllib.parse import urlsplit

from attrs import define, field, frozen
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rulekit.characters import one_line
from rulekit.i18n.errors import translated
from rulekit.web.addresses import sender_of
from rulekit.web.answers import GUARD_CODES, Error
from rulekit.web.requests import language
from rulekit.web.responses import refusal

LOG = logging.getLogger("rulekit.web")
MOST_BODY = 1 << 20
MOST_HEADERS = 64
SAFE = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
COSTLY = re.compile(r"/api/v1/(games|check|games/.*/fork)")
"""What costs much when it is posted to: new games, and house rules that are checked"""
OF_SCRIPTS = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
"""Those that a browser reads with a script, a style sheet or words: the others are about pages, and 0.4 kB with each file"""
NEEDLESS = ("ETag", "Accept-Ranges")
"""What comes with a file and a script can do without: whether it is still the same is asked by its date"""
MOST_ADDRESSES = 10_000


@define
class Bucket:
    """Requests of one address: ``left`` of them at ``at`` seconds."""

    left: float
    at: float


@define
class RateLimit:
    """A token bucket for each address: ``burst`` requests at once, then ``rate`` a second."""

    rate: float
    burst: float
    _buckets: OrderedDict[str, Bucket] = field(init=False, factory=OrderedDict)

    def delay(self, address: str, now: float | None = None) -> float:
        """Seconds until one more request of an address is let in. 0: it is now, and counts."""
        now = time.monotonic() if now is None else now
        bucket = self._buckets.setdefault(address, Bucket(self.burst, now))
        self._buckets.move_to_end(address)
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        bucket.left = min(self.burst, bucket.left + (now - bucket.at) * self.rate)
        bucket.at = now
        if bucket.left < 1:
            return (1 - bucket.left) / self.rate
        bucket.left -= 1
        return 0


@frozen
class GuardRefusal:
    """A request goes no further. ``retry_after``: the seconds after which it may be sent again; 0 where that is no use."""

    status: int
    why: str
    retry_after: float = 0

    def answer(self, scope: Scope) -> Response:
        """The HTTP response, in the language of the request."""
        said = translated(self.why, language(Request(scope)))
        answer = refusal(self.status, Error(code=GUARD_CODES[self.status], error=said))
        if self.retry_after:
            answer.headers["Retry-After"] = str(ceil(self.retry_after))
        return answer


def _is_costly(scope: Scope) -> bool:
    return scope["method"] == "POST" and COSTLY.fullmatch(scope["path"]) is not None


class TooLarge(Exception):
    """A request body over the size limit."""


def request_line(scope: Scope) -> str:
    """A request for the log: ``GET /api/games from 203.0.113.7``. The secret of a seat's link is left out."""
    path, (address, *_) = scope["path"], scope.get("client") or ("?",)
    path = "/join/..." if path.startswith("/join/") else path
    return f"{scope['method']} {one_line(path)[:200]} from {address}"


@define(eq=False)
class SecurityMiddleware:
    """ASGI middleware. ``public``: the address under which people reach the server, None for that of the request; ``hosts``:
    other names under which it may be reached; ``rate``, ``costly``: for all requests, and for those that cost much;
    ``most_open``: so many requests of one address may wait for their answer or listen for news at once."""

    app: ASGIApp
    public: str | None = None
    hosts: Sequence[str] = ()
    rate: RateLimit = field(factory=lambda: RateLimit(50, 200))
    costly: RateLimit = field(factory=lambda: RateLimit(1, 60))
    most_open: int = 500
    _open: Counter[str] = field(init=False, factory=Counter)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        address = sender_of(scope)
        self._open[address] += 1
        try:
            await self._guarded(scope, receive, send)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                script = scope["path"].startswith("/static/") and scope["path"].endswith((".js", ".css", ".json"))
                for name in OF_SCRIPTS if script else HEADERS:
                    headers[name] = HEADERS[name]
                for name in NEEDLESS if script else ():
                    del headers[name]
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = self._refusal(scope)
        if refused is not None:
            # One address alone may come a thousand times a second: what is too much is written for who looks for it.
            level = logging.DEBUG if refused.status == 429 else logging.INFO
            LOG.log(level, "refused %s: %d %s", request_line(scope), refused.status, refused.why)
            await refused.answer(scope)(scope, receive, sending)
            return
        read = 0

        async def receiving() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > MOST_BODY:
                raise TooLarge
            return message

        try:
            await self.app(scope, receiving, sending)
        except TooLarge:
            if started:
                raise
            await GuardRefusal(413, "this is too large").answer(scope)(scope, receive, sending)

    def _refusal(self, scope: Scope) -> GuardRefusal | None:
        headers = Headers(scope=scope)
        if len(scope["headers"]) > MOST_HEADERS:
            return GuardRefusal(431, "too many headers")
        length = headers.get("content-length", "0")
        if length.isascii() and length.isdigit() and (len(length) > 18 or int(length) > MOST_BODY):
            return GuardRefusal(413, "this is too large")
        host = headers.get("host", "")
        if not self._is_ours(_name(host)):
            return GuardRefusal(
                421, f"this server is not reached as {one_line(host)[:80]!r}: --public or --allow-host names it"
            )
        address = sender_of(scope)
        if scope["path"].startswith("/static/"):  # a page brings thirty of them; one that is refused breaks it
            return None
        delay = self.rate.delay(address) or (self.costly.delay(address) if _is_costly(scope) else 0)
        if self._open[address] > self.most_open:
            delay = max(delay, 1)
        if delay:
            return GuardRefusal(429, "too many requests: wait a moment", delay)
        if scope["method"] not in SAFE and not self._same_site(headers):
            return GuardRefusal(403, "this request comes from another site")
        return None

    def _is_ours(self, name: str) -> bool:
        """Whether a name is one of ours: else a page of another site whose name leads here could speak to us as our own.

        An address in numbers is: no site has it as its name.
        """
        if name == "localhost" or name.endswith(".localhost") or name in self.hosts:
            return True
        if self.public and name == urlsplit(self.public).hostname:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    def _same_site(self, headers: Headers) -> bool:
        """Whether a change was asked for by our own page, or by a program that sends no cookies of a browser.

        Browsers send Sec-Fetch-Site or Origin with every change; a program with a bearer token sends neither.
        """
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site == "same-origin"
        origin = headers.get("origin")
        if origin is None:
            return headers.get("authorization", "").startswith("Bearer ") or "cookie" not in headers
        host = urlsplit(self.public).netloc if self.public else headers.get("host", "")
        return origin.partition("://")[2] == host


def _name(host: str) -> str:
    """The name, or the address, in a ``Host`` header; empty for what is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "") if "@" not in host else ""
    except ValueError:
        return ""
