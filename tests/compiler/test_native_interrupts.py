"""Ctrl-C while a native library plays, and devices that are asked for numbers meanwhile: the match stays as it was."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulekit.devices import DeviceError, Native
from rulekit.runtime.native_playout import NativePlayout
from tests.compiler.native_rules import NEEDS_COMPILER, chance, image, made, state

pytestmark = [
    NEEDS_COMPILER,
    pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nothing interrupts by itself here"),
]

ENDLESS = [
    "out = []\n    st.append((me, 0))\n    m.asks.append((me, 0, [1, 2], st))",
    "out = []\n    while s[1] < 9000000000:\n        s[1] += 1",
]
"""Asked again and again; never asked again. Both would take many seconds."""
LONG = 100_000_000


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> NativePlayout:
    return made(image([*ENDLESS, "out = [1]"]), tmp_path_factory.mktemp("endless"))


@contextmanager
def ctrl_c() -> Iterator[None]:
    """Signals come again and again. The third that is heard is a Ctrl-C: of those that come while nobody listens one is left."""
    heard = 0

    def hear(number: int, frame: object) -> None:
        nonlocal heard
        heard += 1
        if heard == 3:
            raise KeyboardInterrupt

    old = signal.signal(signal.SIGALRM, hear)
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


@pytest.mark.parametrize("rule", range(len(ENDLESS)))
def test_a_long_playout_can_be_interrupted(rule: int, endless: NativePlayout) -> None:
    match = state(1, rule)
    with pytest.raises(KeyboardInterrupt), ctrl_c():
        endless.play(match, chance(1), LONG)
    assert repr(match) == repr(state(1, rule))
    assert endless.play(state(1, len(ENDLESS)), chance(1), 9) == 1  # and the library is free again


# ---------------------------------------------------------------- devices
LOOK = """static I DEV(look)(I a) {
    const I *row = row_(DEVICE, a, 2);
    return row[0] * 100 + row[1 + a % row[0]];
}"""
Build = Callable[[Callable[[int, int], Sequence[int]]], NativePlayout]


@pytest.fixture
def looks(tmp_path: Path) -> Build:
    """Makes a library whose only rule looks into rows of a device: twice the same, and one that depends on the match."""
    body = "out = [dev_imp_look(s, z, 7), dev_imp_look(s, z, 7), dev_imp_look(s, z, s[1])]"
    of = image([body], devices={"imp": {}}, bound={"dev_imp_look": ("imp", "look")})
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
    assert repr(match) == repr(state(1))
    assert library.play(match, chance(1), 9) == 1


def test_what_a_device_refuses_is_left_to_python(looks: Build) -> None:
    def rows(a: int, b: int) -> Sequence[int]:
        raise DeviceError("not today")

    match = state(1)
    assert looks(rows).play(match, chance(1), 9) is None
    assert looks(lambda a, b: [1 << 64]).play(match, chance(1), 9) is None
    assert repr(match) == repr(state(1))
