"""Long work in a thread of the server rests while others want the processor, and only then."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import define, field

from rulekit.web import giving_way
from rulekit.web.giving_way import LONGEST, Slices
from tests.web.asking import TestClient
from tests.web.test_games import begin, choose


@define
class Clock:
    """Time that passes when a test says so."""

    now: float = 0.0
    computed: float = 0.0
    rests: list[float] = field(factory=list)

    def perf_counter(self) -> float:
        return self.now

    def thread_time(self) -> float:
        return self.computed

    def sleep(self, seconds: float) -> None:
        self.rests.append(seconds)
        self.now += seconds

    def compute(self, seconds: float, waiting: float = 0.0) -> None:
        self.computed += seconds
        self.now += seconds + waiting


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    clock = Clock()
    monkeypatch.setattr(giving_way, "time", clock)
    yield clock


def test_who_is_alone_does_not_rest(clock: Clock) -> None:
    slices = Slices()
    for _ in range(3):
        clock.compute(0.01, waiting=0.001)
        slices.end()
    assert clock.rests == []


def test_others_go_first(clock: Clock) -> None:
    """The rest before a slice does not count as waiting; no rest is long."""
    slices = Slices()
    for computed, waiting in ((0.01, 0.01), (0.01, 0.0), (1.0, 1.0)):
        clock.compute(computed, waiting)
        slices.end()
    assert clock.rests == [pytest.approx(0.05), LONGEST]


def test_a_replay_and_an_analysis_are_made_in_slices(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[Slices] = []
    monkeypatch.setattr(Slices, "end", lambda slices: ended.append(slices))
    game, seats, _ = begin(client, game="tic_tac_toe")
    for k, square in enumerate(("A1", "B1", "C3")):
        choose(client, game, k % 2 + 1, seats[k % 2], square)
    client.get(f"/api/v1/games/{game}/seats/1/replay/0", headers=seats[0])
    assert len(ended) == 3 + 4, "three moves are made, and four states are looked at"
    ended.clear()
    line = [{"seat": 2, "option": "A2"}, {"seat": 1, "option": "B2"}]
    client.post(f"/api/v1/games/{game}/seats/1/analysis", json={"line": line}, headers=seats[0])
    assert len(ended) == 2
