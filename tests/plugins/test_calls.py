"""What plugins print goes to the error stream, and what others print meanwhile does not."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stdout
from threading import Event, Thread

import pytest

from rulekit.plugins.calls import Calling


def failing(error: BaseException) -> Exception:
    return RuntimeError(str(error))


class InACall:
    """A thread in a call of a plugin, which prints when it begins and says ``last`` when it is let go on."""

    def __init__(self, last: str = "") -> None:
        self.last = last
        self.begun, self.go_on = Event(), Event()
        self._thread = Thread(target=self._run)

    def _run(self) -> None:
        with Calling(failing):
            print("a plugin begins")
            self.begun.set()
            assert self.go_on.wait(20)
            print(self.last, end="")

    def begin(self) -> None:
        self._thread.start()
        assert self.begun.wait(20)

    def end(self) -> None:
        self.go_on.set()
        self._thread.join(20)
        assert not self._thread.is_alive()


def test_only_what_plugins_print_goes_to_the_error_stream(capsys: pytest.CaptureFixture[str]) -> None:
    before, call = sys.stdout, InACall("a plugin ends\n")
    call.begin()
    print("a command")
    with Calling(failing), Calling(failing):
        print("another plugin")
    print("the command goes on")
    call.end()
    assert sys.stdout is before
    assert capsys.readouterr() == (
        "a command\nthe command goes on\n",
        "a plugin begins\nanother plugin\na plugin ends\n",
    )


def test_output_that_is_put_elsewhere_during_a_call_stays_there(capsys: pytest.CaptureFixture[str]) -> None:
    elsewhere, before, call = io.StringIO(), sys.stdout, InACall()
    call.begin()
    with redirect_stdout(elsewhere):
        call.end()
        print("put elsewhere")
        with Calling(failing):
            print("printed by a plugin")
        print("still put elsewhere")
    print("back again")
    with Calling(failing):
        pass
    assert elsewhere.getvalue() == "put elsewhere\nstill put elsewhere\n" and sys.stdout is before
    assert capsys.readouterr() == ("back again\n", "a plugin begins\nprinted by a plugin\n")


def test_an_output_that_was_put_back_before_a_call_ended_is_not_undone(capsys: pytest.CaptureFixture[str]) -> None:
    elsewhere, before, call = io.StringIO(), sys.stdout, InACall()
    with redirect_stdout(elsewhere):
        call.begin()
    print("back again")
    call.end()
    print("and after it")
    assert sys.stdout is before and not elsewhere.getvalue()
    assert capsys.readouterr() == ("back again\nand after it\n", "a plugin begins\n")
