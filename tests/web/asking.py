"""A client in this process, which reaches the server under a name that every server has."""

from __future__ import annotations

from collections.abc import Mapping

from starlette import testclient
from starlette.types import ASGIApp

from tests import patience

ADDRESS = "http://localhost"


class TestClient(testclient.TestClient):
    """That of Starlette, at ``localhost``."""

    __test__ = False

    def __init__(
        self,
        app: ASGIApp,
        base_url: str = ADDRESS,
        headers: Mapping[str, str] | None = None,
        raise_server_exceptions: bool = True,
    ) -> None:
        super().__init__(app, base_url, raise_server_exceptions, headers=dict(headers or {}))

    def rest(self) -> None:
        """Waits until no bot thinks: until then a game may go on at any time."""
        thinkers = self.app.state.registry.bots.thinkers  # type: ignore[attr-defined]
        assert thinkers.rest(patience.seconds(60))
