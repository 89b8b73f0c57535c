"""A queue for work that takes long: so little of it is done at once that threads and time are left for all other requests.

Of what one address has sent even less is done at once, so that nobody waits until all requests of a stranger are answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from attrs import define, field
from starlette.requests import Request

from rulekit.web.addresses import sender_of

Takes = ParamSpec("Takes")
T = TypeVar("T")


@define
class FairQueue:
    """Used on the event loop. ``at_once``: so many requests are worked on at once; ``of_one``: of one address."""

    at_once: int
    of_one: int = 1
    _all: CapacityLimiter = field(init=False)
    _own: dict[str, CapacityLimiter] = field(init=False, factory=dict)
    _waiting: Counter[str] = field(init=False, factory=Counter)
    """How many requests of each address are here"""

    def __attrs_post_init__(self) -> None:
        self._all = CapacityLimiter(self.at_once)

    async def run(self, request: Request, work: Callable[Takes, T], *args: Takes.args, **named: Takes.kwargs) -> T:
        """Runs the work of a request in a thread, in its turn."""
        address = sender_of(request.scope)
        own = self._own.setdefault(address, CapacityLimiter(self.of_one))
        self._waiting[address] += 1
        try:
            async with own:
                return await run_sync(lambda: work(*args, **named), limiter=self._all)
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address], self._own[address]
