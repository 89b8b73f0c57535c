"""What is kept of a game in memory: the same as would be worked out anew, and no longer than somebody asks for it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from random import Random
from typing import Any

import pytest

import rulekit
from rulekit.web import story_cache
from rulekit.web.at_seat import page_of
from rulekit.web.client import merged
from rulekit.web.clock import ClockRules
from rulekit.web.drawings import Drawings
from rulekit.web.events import line_of, next_event
from rulekit.web.parts import KnownState
from rulekit.web.registry import GameRegistry
from rulekit.web.requests import Participant
from rulekit.web.side_store import NEW_CLOCK
from rulekit.web.state import Difference, State, state_answer
from rulekit.web.story_cache import StoryCache
from rulekit.web.tokens import digest
from rulekit.web.view_state import decoded
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS
from tests.web.test_games import Seat, begin, choose, look


def hall_of(client: TestClient) -> GameRegistry:
    app: Any = client.app
    registry: GameRegistry = app.state.registry
    return registry


def whole(client: TestClient, game: str, seat: int, who: Seat) -> State:
    """The whole state of a seat."""
    return decoded(client.get(f"/api/v1/games/{game}/seats/{seat}", headers=who).content, State)


def test_differences_lead_to_the_same_state(client: TestClient) -> None:
    """All of a season, with everybody planning at once, and choices taken back: each page as if it had asked for the whole."""
    registry, random = hall_of(client), Random(7)
    session = registry.session(registry.create("shogun", 3, seed=7).id)
    assert session is not None
    states: dict[int, State | None] = dict.fromkeys((0, 1, 2, 3))
    sent: dict[int, KnownState | None] = dict.fromkeys(states)
    sizes: list[int] = []
    for k in range(90):
        seat = random.choice(sorted(session.asked()))
        decision = session.decision(seat)
        assert decision is not None
        option = random.choice(list(decision.options)).id
        session.choose(seat, session.version(seat), f"move {k}", option)
        if k % 7 == 0 and session.match.can_undo(session.player(seat) or "") is None:
            session.undo(seat, session.version(seat), f"undo {k}")
        for seat, before in sent.items():
            page, beside = page_of(registry, session, seat, "zh-Hans"), registry.beside(session.row.id)
            answer, sent[seat] = page.news(beside, before)
            if answer:
                states[seat] = merged(states[seat], state_answer(answer))
                sizes += [len(answer)] if before is not None else []
            assert states[seat] == decoded(page.news(beside, None)[0], State)
    assert sum(sizes) / len(sizes) < 5000


def test_what_the_host_sets_reaches_the_pages(client: TestClient, no_time_passes: None) -> None:
    """Also where a page was sent the state as it was before, with the news that something was set."""
    registry = hall_of(client)
    game, seats, _ = begin(client, game="shogun", players=3, seed=1)
    state = whole(client, game, 1, seats[0])
    who = Participant(game, 1, digest(seats[0]["Authorization"].removeprefix("Bearer ")))
    line, session, clock = line_of(registry, who, "en", True, state.tag), registry.session(game), ClockRules(bank=3600)
    assert session is not None
    registry.store.set_clock(game, clock)
    registry.side.add_event(game, 0, NEW_CLOCK)
    registry.announce(game)
    with session.lock:
        between = merged(state, state_answer(line.next(registry, session).partition("data: ")[2]))
    assert between is not None and (between.said, between.game.clock) == (state.said + 1, state.game.clock)
    after = merged(between, state_answer((next_event(registry, who, line.next) or "").partition("data: ")[2]))
    assert after == whole(client, game, 1, seats[0]) and after.game.clock == clock
    registry.set_title(game, "Ours")
    named = merged(after, state_answer((next_event(registry, who, line.next) or "").partition("data: ")[2]))
    assert named is not None and named.game.title.startswith("Ours")


@pytest.mark.parametrize("chosen", [False, True])
def test_a_brief_state_becomes_whole_with_the_next_answer(client: TestClient, chosen: bool) -> None:
    """It has the tables of the players alone; then all tables come, also if somebody has chosen in between."""
    game, seats, _ = begin(client, game="shogun", players=3, seed=7)
    state = next(x for seat, who in enumerate(seats, 1) if (x := look(client, game, seat, who))["decisions"])
    asked = state["seat"]
    reader = asked % 3 + 1
    address, who = f"/api/v1/games/{game}/seats/{reader}", seats[reader - 1]
    brief = decoded(client.get(f"{address}?brief=1", headers=who).content, State)
    assert {row.key for table in brief.view.tables for row in table.rows} == set(brief.view.seats)
    if chosen:
        option = state["decisions"][0]["options"][0]["id"]
        assert choose(client, game, asked, seats[asked - 1], option).status_code == 200
    answer = state_answer(client.get(f"{address}?have={brief.tag}", headers=who).content)
    assert isinstance(answer, Difference)
    after = merged(brief, answer)
    assert after == whole(client, game, reader, who) and len(after.view.tables) > len(brief.view.tables)


def test_stories_are_told_once_and_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(story_cache, "MOST_KEPT", 2)
    match, cache = rulekit.load(FOLDERS["tic_tac_toe"]).start(2, 1), StoryCache()
    match.choose(match.decisions[0], "B2")
    first, second = (cache.of(match, viewer, "en") for viewer in match.players)
    assert first == match.story(match.players[0]) and first
    assert cache.of(match, match.players[0], "en") is first and cache.of(match, match.players[1], "en") is second
    third = cache.of(match, match.players[0], "en", "full")
    assert (
        cache.of(match, match.players[0], "en", "full") is third and cache.of(match, match.players[1], "en") is second
    )
    assert cache.of(match, match.players[0], "en") is not first, "the oldest is evicted"
    match.choose(match.decisions[0], "A1")
    assert cache.of(match, match.players[0], "en") == match.story(match.players[0]) != first


def test_drawings_that_somebody_asks_for_are_kept() -> None:
    kept: OrderedDict[Hashable, str] = OrderedDict()
    made: list[str] = []

    def drawn(key: str) -> str:
        return Drawings()._once(kept, key, 2, lambda: made.append(key) or f"picture of {key}")  # type: ignore[func-returns-value]

    assert [drawn(key) for key in "abacab"] == [f"picture of {key}" for key in "abacab"]
    assert made == ["a", "b", "c", "b"], "the one that nobody has asked for longest goes first"


def test_a_game_that_nobody_asks_for_is_not_held(client: TestClient) -> None:
    registry = hall_of(client)
    game, seats, _ = begin(client, game="tic_tac_toe", seed=1)
    clocked, clocked_seats, _ = begin(client, game="tic_tac_toe", seed=1, clock={"days": 3})
    choose(client, game, 1, seats[0], "B2")
    before = [look(client, game, k, seats[k - 1]) for k in (1, 2)]
    look(client, clocked, 1, clocked_seats[0])
    assert registry.forget_idle(3600) == 2
    assert registry.forget_idle(0) == 1  # that with a clock, which bots look at
    assert [look(client, game, k, seats[k - 1]) for k in (1, 2)] == before
    assert registry.forget_idle(3600) == 2


def test_a_line_goes_on_when_its_game_was_forgotten(client: TestClient) -> None:
    """A page that is open costs a few digests; what is new comes as a difference, from a game that was read again."""
    registry = hall_of(client)
    game, seats, _ = begin(client, game="shogun", players=3, seed=1)
    state = whole(client, game, 2, seats[1])
    who = Participant(game, 2, digest(seats[1]["Authorization"].removeprefix("Bearer ")))
    line = line_of(registry, who, "en", True, state.tag)
    assert registry.forget_idle(0) == 0
    assert next_event(registry, who, line.next) == ""
    choose(client, game, 1, seats[0], look(client, game, 1, seats[0])["decisions"][0]["options"][0]["id"])
    told = next_event(registry, who, line.next)
    assert told is not None
    answer = state_answer(told.partition("data: ")[2])
    assert isinstance(answer, Difference) and merged(state, answer) == whole(client, game, 2, seats[1])


def test_a_line_ends_when_the_link_is_handed_over(client: TestClient) -> None:
    registry = hall_of(client)
    game, seats, _ = begin(client, game="tic_tac_toe")
    who = Participant(game, 2, digest(seats[1]["Authorization"].removeprefix("Bearer ")))
    line = line_of(registry, who, "en", True, "")
    assert next_event(registry, who, line.next)
    client.patch(f"/api/v1/games/{game}/seats/2", json={"new_link": True}, headers=seats[1])
    choose(client, game, 1, seats[0], "B2")
    assert next_event(registry, who, line.next) is None


def test_the_line_of_who_has_chosen_is_told_what_the_answer_was(client: TestClient) -> None:
    """Worked out once, and once only: after the next choice of another seat it is told that."""
    registry = hall_of(client)
    game, seats, _ = begin(client, game="shogun", players=3, seed=1)
    tags = [look(client, game, k, seats[k - 1])["tag"] for k in (1, 2, 3)]
    whose = [Participant(game, k, digest(seats[k - 1]["Authorization"].removeprefix("Bearer "))) for k in (1, 2, 3)]
    lines = [line_of(registry, who, "en", True, tag) for who, tag in zip(whose, tags, strict=True)]
    for _ in range(4):
        states = [whole(client, game, k, seats[k - 1]) for k in (1, 2, 3)]
        seat = next(k for k in (1, 2, 3) if states[k - 1].decisions)
        state = states[seat - 1]
        body = {"version": state.version, "move": f"move {state.tag}", "option": state.decisions[0].options[0].id}
        address = f"/api/v1/games/{game}/seats/{seat}/choices?have={state.tag}&lang=en"
        answer = state_answer(client.post(address, json=body, headers=seats[seat - 1]).content)
        for k, (who, line) in enumerate(zip(whose, lines, strict=True), 1):
            told = state_answer((next_event(registry, who, line.next) or "").partition("data: ")[2])
            assert merged(states[k - 1], told) == whole(client, game, k, seats[k - 1])
            assert k != seat or told == answer
