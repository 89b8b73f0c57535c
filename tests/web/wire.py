"""A line between one browser and the server that keeps every byte which the browser is sent."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from attrs import define, field

PACKED = re.compile(rb"accept-encoding:[^\r\n]*", re.IGNORECASE)
SIZE = 1 << 16


@define
class Wire:
    """Listens on a port of its own. What comes back is asked for unpacked, so that words can be found in it."""

    target: int
    received: bytearray = field(factory=bytearray)
    _listener: socket.socket = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:  # the server is dead: so is the line
                near.close()
                continue
            for a, b, kept in ((near, far, None), (far, near, self.received)):
                threading.Thread(target=_pass, args=(a, b, kept), daemon=True).start()

    def bodies(self, begin: int = 0) -> Iterator[Any]:
        """Everything in JSON that came since so many bytes were there: answers, and news."""
        text = bytes(self.received[begin:]).decode("utf-8", "replace")
        read = json.JSONDecoder().raw_decode
        for found in re.finditer(r"(?:\r\n\r\n|data: )(?=\{)", text):
            try:
                yield read(text, found.end())[0]
            except ValueError:  # still on its way, or cut off by a kill
                continue


def _pass(a: socket.socket, b: socket.socket, kept: bytearray | None) -> None:
    try:
        while data := a.recv(SIZE):
            if kept is None:
                data = PACKED.sub(b"accept-encoding: identity", data)
            else:
                kept += data
            b.sendall(data)
    except OSError:
        pass
    for end in (a, b):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
