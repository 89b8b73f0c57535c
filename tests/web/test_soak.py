"""An hour's soak in a few seconds; the hour itself is ``python -m tests.web.soak``."""

from __future__ import annotations

import sys

import pytest
from attrs import evolve

from rulekit.web.client import ApiError
from tests.web.soak import ASIDE, Measure, Tally, grown, soak

QUIET = [Measure(15.0 * k, 300_000_000 + k % 3, 80_000_000, 60 + k % 3, 20) for k in range(30)]


@pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")
def test_all_that_people_do_is_answered() -> None:
    result = soak(6, 4, 0.02, games=("games/shogun", "games/tic_tac_toe"))
    assert [fault for fault in result.faults if "grown" not in fault and "there were" not in fault] == []
    done = result.tally.done
    assert done["a new game"] and done["a choice"] and done["a state"], done
    assert result.measures[-1].memory > 0


def test_it_asks_all_that_a_seat_may_ask() -> None:
    asked = {what for what, body in ASIDE if body is None}
    assert not any("{game}" in what or what.startswith("/") for what, _ in ASIDE)
    assert {"story", "places", "board.svg", "replay/{step}", "things/{key}", "save"} <= asked and "events" not in asked


@pytest.mark.parametrize("what", ["memory", "workers", "files", "threads"])
def test_growth_is_noticed(what: str) -> None:
    assert list(grown(QUIET)) == []
    more = [evolve(m, **{what: getattr(m, what) * (1 + 0.1 * k)}) for k, m in enumerate(QUIET)]
    assert len(list(grown(more))) == 1


def test_failures_are_noticed() -> None:
    tally = Tally()

    def fails() -> None:
        raise ApiError(500, "", "internal error")

    def refuses() -> None:
        raise ApiError(422, "refused", "not now")

    def breaks() -> None:
        raise ConnectionResetError

    for request in (fails, refuses, breaks):
        assert tally.tried("a request", request) is None
    assert len(tally.faults) == 2 and tally.refused == {"refused": 1}
    with pytest.raises(ConnectionResetError):
        tally.watched(breaks)()
    assert len(tally.faults) == 3
