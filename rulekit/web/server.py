"""Runs the server until a signal ends it: open pages are let go at once, and work that takes too long is not waited for."""

from __future__ import annotations

import os
import threading
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from rulekit.web.registry import GameRegistry

DEADLINE = 4.0
"""Seconds that requests in progress have to end; then the process ends. All that was answered is stored."""
LARGEST_HEAD = 64 << 10
"""Bytes of the first line and the headers of a request"""


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, registry: GameRegistry) -> None:
        super().__init__(config)
        self._registry = registry

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Python calls it in the main thread, between two steps of the event loop."""
        super().handle_exit(sig, frame)
        self._registry.end_news()
        late = threading.Timer(DEADLINE, self._leave, (sig,))
        late.daemon = True
        late.start()

    def _leave(self, sig: int) -> None:
        self._registry.bots.stop()
        os._exit(128 + sig)


def run(app: Starlette, host: str, port: int) -> None:
    """Serves until SIGTERM or Ctrl-C. Raises KeyboardInterrupt for the latter; SIGTERM ends the process."""
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        h11_max_incomplete_event_size=LARGEST_HEAD,
    )
    _Server(config, app.state.registry).run()
