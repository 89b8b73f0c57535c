"""Runs the server until a signal ends it: open pages are let go at once, and work that takes too long is not waited for."""

from __future__ import annotations

import gc
import os
import socket
import sys
import threading
from collections.abc import Callable
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from rulekit.web.memory import limit_arenas
from rulekit.web.registry import GameRegistry

DEADLINE = 4.0
"""Seconds that requests in progress have to end; then the process ends. All that was answered is stored."""
SWITCH = 0.0005
"""Seconds after which a thread with slow work lets others go on. The usual 0.005 are waited for many times in each request."""
COLLECTED = 5_000, 10, 200
"""How rarely the garbage collector looks: at all that lives after some ten million new objects"""
LARGEST_HEAD = 64 << 10
"""Bytes of the first line and the headers of a request"""


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, registry: GameRegistry, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._registry = registry
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the process if the port is taken."""
        await super().startup(sockets)
        self._on_start()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Python calls it in the main thread, between two steps of the event loop."""
        super().handle_exit(sig, frame)
        self._registry.feed.end()
        late = threading.Timer(DEADLINE, self._leave, (sig,))
        late.daemon = True
        late.start()

    def _leave(self, sig: int) -> None:
        self._registry.bots.stop()
        os._exit(128 + sig)


def run(app: Starlette, host: str, port: int, on_start: Callable[[], None]) -> None:
    """Serves until SIGTERM or Ctrl-C. Raises KeyboardInterrupt for the latter; SIGTERM ends the process. ``on_start``: called
    when it listens."""
    sys.setswitchinterval(SWITCH)
    limit_arenas()
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=LARGEST_HEAD,
    )
    registry: GameRegistry = app.state.registry
    threading.Thread(target=_keep_for_good, args=(registry.catalogue.warmed,), daemon=True).start()
    _Server(config, registry, on_start).run()


def _keep_for_good(warmed: threading.Event) -> None:
    """Tells the garbage collector to look no more at the games that were read: each look stops all requests for 0.1 s."""
    warmed.wait()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
