"""Ctrl-C while a native library plays, and devices that are asked for numbers meanwhile: the match stays as it was."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.types import NUMBER
from rulekit.plugins.devices import DeviceError, Native
from rulekit.runtime.native_library import NativeLibrary
from tests.compiler.native_rules import NEEDS_COMPILER, chance, items, made, module, n, outcome, s, state

pytestmark = [
    NEEDS_COMPILER,
    pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nothing interrupts by itself here"),
]

ENDLESS: list[ir.Block] = [
    (ir.Push((), 0), ir.Suspend(0, n(0), items(1, 2))),
]
"""Asked again and again, which would take many seconds."""
LONG = 10_000_000_000


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> NativeLibrary:
    return made(module([*ENDLESS, outcome(n(1))]), tmp_path_factory.mktemp("endless"))


@contextmanager
def ctrl_c() -> Iterator[None]:
    """Signals come again and again, while this process works: on a busy machine, too, most of them meet the library. The third
    that is heard is a Ctrl-C: of those that come while nobody listens one is left."""
    heard = 0

    def hear(number: int, frame: object) -> None:
        nonlocal heard
        heard += 1
        if heard == 3:
            raise KeyboardInterrupt

    old = signal.signal(signal.SIGVTALRM, hear)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.05, 0.05)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, old)


@pytest.mark.parametrize("rule", range(len(ENDLESS)))
def test_a_long_playout_can_be_interrupted(rule: int, endless: NativeLibrary) -> None:
    match = state(1, rule)
    with pytest.raises(KeyboardInterrupt), ctrl_c():
        endless.play(match, chance(1), LONG)
    assert match.value() == state(1, rule).value()
    assert endless.play(state(1, len(ENDLESS)), chance(1), 9) == 1  # and the library is free again


# ---------------------------------------------------------------- devices
LOOK = """static I DEV(look)(M *m, I a) {
    const I *row = row_(m, DEVICE, a, 2);
    return row[0] * 100 + row[1 + a % row[0]];
}"""
Build = Callable[[Callable[[int, int], Sequence[int]]], NativeLibrary]


@pytest.fixture
def looks(tmp_path: Path) -> Build:
    """Makes a library whose only rule looks into rows of a device: twice the same, and one that depends on the match."""
    of = module([outcome(items(*[ir.DeviceCall("imp", "look", (a,), NUMBER) for a in (n(7), n(7), s(1))]))])
    return lambda rows: made(of, tmp_path, {"imp": Native(LOOK, rows)})


def test_a_device_is_asked_for_each_row_once(looks: Build) -> None:
    asked: list[tuple[int, int]] = []

    def rows(a: int, b: int) -> Sequence[int]:
        asked.append((a, b))
        return range(a, a + b + 1)

    library = looks(rows)
    for seed in range(30):
        match = state(seed)
        match.s[1] = seed % 3
        assert library.play(match, chance(seed), 9) == 1
        assert match.s[100:103] == [308, 308, 300 + match.s[1] + match.s[1] % 3]
    assert sorted(asked) == [(0, 2), (1, 2), (2, 2), (7, 2)]


@pytest.mark.parametrize("raised", [KeyboardInterrupt, ZeroDivisionError])
def test_what_comes_up_in_a_device_comes_up(raised: type[BaseException], looks: Build) -> None:
    faults = [raised]

    def rows(a: int, b: int) -> Sequence[int]:
        if faults:
            raise faults.pop()
        return [1]

    library, match = looks(rows), state(1)
    with pytest.raises(raised):
        library.play(match, chance(1), 9)
    assert match.value() == state(1).value()
    assert library.play(match, chance(1), 9) == 1


def test_what_a_device_refuses_is_left_to_python(looks: Build) -> None:
    def rows(a: int, b: int) -> Sequence[int]:
        raise DeviceError("not today")

    match = state(1)
    assert looks(rows).play(match, chance(1), 9) is None
    assert looks(lambda a, b: [1 << 64]).play(match, chance(1), 9) is None
    assert match.value() == state(1).value()
