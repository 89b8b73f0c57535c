"""Handles Ctrl-C: at once while a player is asked, otherwise when the current step is complete."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread, current_thread, main_thread
from time import monotonic, sleep
from types import FrameType

AGAIN = 0.05
"""Seconds after which an interrupt that was not noticed is sent again."""
IMPATIENT = 2.0
"""Seconds after which a second Ctrl-C does not wait any longer for what is half done."""


class Interrupts:
    """While this is entered, Ctrl-C raises KeyboardInterrupt only where the state of the game is whole.

    A signal that comes between the prompt and the waiting of the terminal's library would stay unnoticed until a key is
    pressed. So a thread hears of every signal, and sends it again until it was noticed.
    """

    def __init__(self) -> None:
        self.came: float | None = None
        """When the first Ctrl-C came."""
        self.whole = True
        """False when somebody would not wait: the game may be in the middle of a choice."""
        self._at_once = False
        self._leaving = False
        self._noticed = False
        """Set by the handler. No lock and no event: a second signal may come while the first is being handled."""
        self._old: Callable[[int, FrameType | None], object] | int | None = None
        self._pipe: tuple[int, int] | None = None
        self._watcher: Thread | None = None

    def __enter__(self) -> Interrupts:
        if current_thread() is not main_thread():
            return self  # signals are not ours
        self._old = signal.signal(signal.SIGINT, self._handle)
        if hasattr(signal, "pthread_kill"):
            self._pipe = os.pipe()
            os.set_blocking(self._pipe[1], False)
            signal.set_wakeup_fd(self._pipe[1], warn_on_full_buffer=False)
            self._watcher = Thread(target=self._watch, args=(self._pipe[0],), daemon=True)
            self._watcher.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._leaving = True
        if self._pipe is not None and self._watcher is not None:
            signal.set_wakeup_fd(-1)
            self._noticed = True
            os.write(self._pipe[1], b"\xff")  # no signal: the end
            self._watcher.join()
            for end in self._pipe:
                os.close(end)
        if self._old is not None:
            signal.signal(signal.SIGINT, self._old)

    def check(self) -> None:
        """Handles a Ctrl-C that came meanwhile, at a point where nothing is half done."""
        if self.came is not None and not self._leaving:
            self._leaving = True
            raise KeyboardInterrupt

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Handles Ctrl-C at once while a player is asked, when nothing is half done."""
        self._at_once = True
        try:
            self.check()
            yield
        finally:
            self._at_once = False

    def leave(self) -> None:
        """Ignores Ctrl-C from here on, while the game is saved and left."""
        self._leaving = True

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self._noticed = True
        if self._leaving:
            return
        now = monotonic()
        if self.came is None:
            self.came = now
        if self._at_once or now - self.came > IMPATIENT:
            self.whole = self._at_once
            self._leaving = True  # once is enough: nothing disturbs the farewell
            raise KeyboardInterrupt

    def _watch(self, pipe: int) -> None:
        while True:
            came = os.read(pipe, 1)
            if came in (b"\xff", b""):
                return
            while came[0] == signal.SIGINT and not self._noticed:
                sleep(AGAIN)
                if not self._noticed:
                    with suppress(OSError):
                        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
