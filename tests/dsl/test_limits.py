"""Hostile or merely huge files meet a message in good time: no traceback, no endless check, no memory eaten (promise 4).

Good time is counted in calls of functions, which are the same on every machine and whatever else it does.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

import rulekit
from tests.playing import TOY, play

pytestmark = pytest.mark.slow

HEAD = 'order Visit "Visit" in {here: town}:\n'


def lines(n: int, line: Callable[[int], str]) -> str:
    return "".join(line(k) + "\n" for k in range(n))


def chain(heading: str, n: int, body: str, last: str) -> str:
    """n headings, each of which reads the next."""
    return lines(n, lambda k: heading.format(k) + ": " + body.format(k + 1)) + heading.format(n) + f": {last}\n"


SHAPES = {
    "many words": HEAD + "  raise my points by " + " + ".join(["my points"] * 120),
    "many conditions": HEAD + "  if " + " and ".join(["my points is 3"] * 80) + ": stop",
    "nested halves": HEAD + "  raise my points by " + "half of " * 60 + "4" + ", rounded up" * 60,
    "nested sets": HEAD + "  if there are " + "(towns where there are " * 8 + "towns" + ")" * 8 + ": stop",
    "deep brackets": HEAD + "  raise my points by " + "(" * 60 + "4" + ")" * 60,
    "deep blocks": HEAD + lines(60, lambda k: "  " * (k + 1) + "if here is walled:") + "  " * 61 + "stop",
    "many lines": HEAD + lines(800, lambda k: f"  if here is walled: raise my points by {k}"),
    "doubling values": HEAD
    + "  raise my points by worth-0\n"
    + chain("number worth-{}", 40, "worth-{0} + worth-{0}", "1"),
    "doubling deeds": HEAD
    + "  deed-0 done\n"
    + lines(40, lambda k: f"to deed-{k} done:\n  deed-{k + 1} done\n  deed-{k + 1} done")
    + "to deed-40 done: stop",
    "many kinds": lines(1000, lambda k: f"kind sort-{k} is A{k}, B{k}"),
    "long text": HEAD + f'  needs here is walled: "{"x" * 100000}"',
    "many cards": 'weather Hail "Hail":\n  ' + ", ".join(["one card with force 1"] * 90),
}
HARD = {
    "nested sums": HEAD + "  raise my points by " + "the sum of " * 6 + "1" + " over towns" * 6,
    "many questions": HEAD + lines(300, lambda k: f"  choose n-{k} from 1 to 2"),
    "long otherwise": HEAD
    + "  if here is walled: stop\n"
    + lines(300, lambda k: f"  otherwise if my points is {k}: raise my points by 1"),
    "deeds in a chain": HEAD + "  deed-0 done\n" + chain("to deed-{} done", 600, "deed-{} done", "stop"),
    "values in a chain": HEAD + "  raise my points by worth-0\n" + chain("number worth-{}", 600, "worth-{} + 1", "1"),
    "a huge kind": "kind pebble, one for each player and each worth-of-it from 1 to 30000\n",
    "loops inside each other": HEAD
    + lines(25, lambda k: "  " * (k + 1) + "repeat 1 times:")
    + "  " * 26
    + "raise my points by 1",
    "halves in a chain": HEAD
    + "  raise my points by worth-0\n"
    + chain("number worth-{}", 20, "half of " * 50 + "worth-{}" + ", rounded up" * 50, "round"),
    "sums in brackets": HEAD + "  raise my points by " + "the sum of (" * 20 + "1" + ") over towns" * 20,
    "deep blocks with a deep line": HEAD
    + lines(60, lambda k: "  " * (k + 1) + "if here is walled:")
    + "  " * 61
    + "raise my points by "
    + "half of " * 60
    + "round"
    + ", rounded up" * 60,
    "kinds in a chain": "kind heap-0 is Pebble\n"
    + lines(500, lambda k: f"kind heap-{k + 1} is a heap-{k} or a heap-{k}"),
    "a kind of itself": "kind pebble, one for each pebble\n",
    "a huge row": "places seen by all:\n  shelf, one spot for each number from 1 to 900000000: 1 order\n",
    "questions that options decide": HEAD + lines(300, lambda k: f"  if ferrymen:\n    choose n-{k} from 1 to 2"),
    "deeds that ask in a chain": HEAD
    + "  deed-0 done for me\n"
    + chain("to deed-{} done for {{me: player}}", 50, "deed-{} done for me", "choose n from 1 to 2"),
}
FOUND = {"a huge kind", "loops inside each other", "kinds in a chain", "a kind of itself", "a huge row"}
"""What a checker meets its own limits with: long, deep or huge in one direction."""


MOST_CALLS = 10_000_000
"""Six times what the longest of these checks makes, which takes two seconds; one that grows without end comes to it soon."""


class Endless(BaseException):
    """No mistake that a checker could catch and go on."""


@contextmanager
def patience(most: int = MOST_CALLS) -> Iterator[None]:
    """What runs inside may call so many functions of Python and no more."""
    left, before = most, sys.gettrace()

    def called(*_: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Endless(f"more than {most} calls")

    sys.settrace(called)
    try:
        yield
    finally:
        sys.settrace(before)


def checked(text: str, tmp_path: Path) -> list[rulekit.Diagnostic]:
    place = tmp_path / "toy"
    shutil.copytree(TOY, place)
    (place / "huge.rules").write_text(text + "\n", encoding="utf-8")
    with patience():
        found, _ = rulekit.check(place)
    return found


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_get_an_answer(name: str, tmp_path: Path) -> None:
    found = checked(SHAPES[name], tmp_path)
    assert all(d.code.startswith(("RK103", "RK34")) for d in found), found


@pytest.mark.parametrize("name", HARD)
def test_hard_shapes_get_an_answer(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", "off")
    found = checked(HARD[name], tmp_path)
    assert name not in FOUND or found
    if not found:  # what is clean is Python too, and plays
        match = rulekit.load(tmp_path / "toy").start(2, 1)
        for _ in play(match, Random(1), 60):
            pass


def test_patience_ends() -> None:
    with pytest.raises(Endless), patience(100):
        while True:
            chain("", 1, "", "")
