"""What is kept of one seat and one game has nothing to do with those of others, and what is kept once is not kept twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from attrs import evolve
from sqlalchemy import insert, text
from sqlalchemy.exc import IntegrityError

from rulekit.web import schema, side_store
from rulekit.web.clock import ClockRules
from rulekit.web.luck import Luck
from rulekit.web.side_store import OrderRow, PlanRow, SeenRow, SideStore, Subscription, VoteRow
from rulekit.web.store import GameStore, MoveConflict
from rulekit.web.stored_rows import GameRow, MoveRow, SeatRow
from rulekit.web.tokens import digest

BOTH = ("one", "two")
SECRET = "5a" * 32


@pytest.fixture
def store(database: str) -> Iterator[GameStore]:
    """Two games of three seats, of which the third has a bot; everything that can be kept of them is there, alike in both."""
    store = GameStore(database)
    side = SideStore(store.engine)
    store.keep_rules("rules", {"game.rules": "game X"})
    for k, game in enumerate(BOTH):
        seats = [SeatRow(n, digest(f"{game} {n}"), f"Name {n}", "random" if n == 3 else "") for n in (1, 2, 3)]
        store.add_game(row(game, 100 + k), seats)
        store.add_moves(game, [MoveRow(n, n, "choice", f"move {n}", 200 + n, "where", f"A{n}") for n in (1, 2)])
        for n in (1, 2):
            store.add_nonce(game, n, f"nonce {n}")
            side.add_message(game, n, f"hello {n}")
            side.set_order(game, OrderRow(n, "pay", "yes", 2))
            side.set_order(game, OrderRow(n, "rest", "no", 2))
            side.set_plan(game, PlanRow(n, [("where", "A1"), ("whither", "B2")]))
            side.set_vote(game, VoteRow(n, 2, n - 2))
            side.set_seen(game, n, SeenRow(n, 300))
            side.subscribe(game, Subscription(n, "mail", f"{n}@example.org"))
            side.subscribe(game, Subscription(n, "hook", f"https://example.org/{n}"))
    yield store
    store.close()


def row(game: str, created: int) -> GameRow:
    luck = Luck("server", SECRET, (1, 2))
    return GameRow(
        game, created, "X", "x", "rules", ("Red", "Blue", "Green"), {"side": "Sun"}, ("snow",), 5,
        digest(f"{game} watch"), ClockRules(60, 5), "keyed", luck, created,
    )  # fmt: skip


def kept(store: GameStore, game: str) -> dict[str, object]:
    """All that can be read of a game."""
    side = SideStore(store.engine)
    found = store.game(game)
    assert found is not None
    return {
        "game": evolve(found, begun=0),
        "seats": store.seats(game),
        "moves": store.moves(game),
        "made": [store.has_move(game, n, f"move {m}") for n in (1, 2) for m in (1, 2, 3)],
        "beside": side.beside(game),
        "votes": side.votes(game),
        "talk": [(x.seat, x.text) for x in side.messages(game)],
        "told": side.subscriptions(game),
        "looked": [side.seen(game, n) for n in (1, 2, 3)],
        "tokens": [store.seat_of(f"{game} {n}") for n in (1, 2, 3, "watch")],
        "invited": [store.invited(f"{game} {n}") for n in (1, 2, 3)],
    }


CHANGES: dict[str, tuple[Callable[[GameStore, SideStore], object], dict[str, Any]]] = {
    "a name": (lambda store, _: store.rename("one", 2, "Ann"), {"seats": "name='Ann'"}),
    "a bot": (lambda store, _: store.set_bot("one", 2, "mcts", absent=True), {"seats": "absent=True"}),
    "a failure": (lambda store, _: store.fail_bot("one", 3, "random", "mcts: no"), {"seats": "failed='mcts: no'"}),
    "a visit": (lambda store, _: store.accept("one 2", "own"), {"tokens": "('one', 1), None"}),
    "a move": (lambda store, _: store.add_moves("one", [MoveRow(3, 2, "choice", "move 3")]), {"moves": "number=3"}),
    "talk": (lambda _, side: side.add_message("one", 2, "again"), {"talk": "again"}),
    "an order": (lambda _, side: side.set_order("one", OrderRow(2, "pay", "never", 3)), {"beside": "answer='never'"}),
    "no order": (lambda _, side: side.drop_order("one", 2, "pay"), {}),
    "a plan": (lambda _, side: side.set_plan("one", PlanRow(2, [("x", "y")])), {"beside": "[('x', 'y')]"}),
    "no plan": (lambda _, side: side.drop_plan("one", 2), {}),
    "a vote": (lambda _, side: side.set_vote("one", VoteRow(2, 7, 4)), {"votes": "moves=7, keep=4"}),
    "no votes": (lambda _, side: side.drop_votes("one"), {"votes": "[]"}),
    "a look": (lambda _, side: side.set_seen("one", 2, SeenRow(3, 400)), {"looked": "moves=3, at=400"}),
    "an address": (lambda _, side: side.subscribe("one", Subscription(2, "mail", "x@y")), {"told": "x@y"}),
    "no address": (lambda _, side: side.unsubscribe("one", 2, "mail"), {}),
    "a new link": (lambda store, _: store.hand_over("one", 2, "new"), {"tokens": "('one', 1), None"}),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_one_of_its_game_and_its_seat(store: GameStore, change: str) -> None:
    before = {game: kept(store, game) for game in BOTH}
    do, wanted = CHANGES[change]
    do(store, SideStore(store.engine))
    one, two = (kept(store, game) for game in BOTH)
    assert two == before["two"] and one != before["one"]
    for part, words in wanted.items():
        assert words in str(one[part]) and words not in str(before["one"][part])
    if change != "no votes":  # these are dropped for all seats
        assert of_the_first(one) == of_the_first(before["one"])


def of_the_first(game: dict[str, Any]) -> list[object]:
    """What is kept of the first seat, which no change is about."""
    beside = game["beside"]
    rows = (game["seats"], game["moves"], game["votes"], game["told"], beside.orders, beside.plans, beside.votes)
    return [each for some in rows for each in some if each.seat == 1] + [
        game["looked"][0], game["tokens"][0], game["invited"][0]
    ]  # fmt: skip


def test_what_was_kept_is_read_as_it_was(store: GameStore) -> None:
    for game, created in (("one", 100), ("two", 101)):
        found = store.game(game)
        assert found is not None and found.begun >= created
        luck = Luck("server", SECRET, (1, 2), {1: "nonce 1", 2: "nonce 2"})
        assert luck.opening is not None
        assert evolve(found, begun=created) == evolve(row(game, created), luck=luck, seed=luck.opening.seed)
    assert store.game("three") is None and store.count_games() == 2
    assert [found.id for found in store.games(["one", "three", "two"])] == ["two", "one"], "the newest first"
    assert store.rules("rules") == {"game.rules": "game X"}
    store.keep_rules("rules", {"game.rules": "game Y"})
    assert store.rules("rules") == {"game.rules": "game X"}, "what is under a hash stays"
    with pytest.raises(KeyError):
        store.rules("others")


def test_what_its_owner_had_settled_ends_when_a_seat_is_handed_over(store: GameStore) -> None:
    side = SideStore(store.engine)
    for game in ("one", "two"):
        side.add_absence(game, 1, 2)
        side.add_absence(game, 1, 3)
    store.hand_over("one", 2, "new")
    found = side.beside("one")
    assert found.absences[1] == [3] and side.beside("two").absences[1] == [2, 3], "nor does it want a bot for another"
    assert {x.seat for some in (found.orders, found.plans, found.votes) for x in some} == {1}
    assert {x.seat for x in side.subscriptions("one")} == {1}
    assert side.seen("one", 1) == SeenRow(1, 300) and side.seen("one", 2) is None
    assert (store.seat_of("one 2"), store.seat_of("new")) == (None, ("one", 2))
    assert store.moves("one")[1].seat == 2 and len(side.messages("one")) == 2, "what was done and said stays"


def test_what_a_seat_has_seen_it_has_seen(store: GameStore) -> None:
    side = SideStore(store.engine, lambda game: pytest.fail("somebody is told"))
    for moves, at in ((3, 310), (2, 311), (3, 312), (5, 309), (4, 400)):
        side.set_seen("one", 1, SeenRow(moves, at))
    assert [side.seen(game, seat) for game, seat in (("one", 1), ("one", 2), ("one", 3), ("two", 1), ("three", 1))] == [
        SeenRow(5, 309), SeenRow(2, 300), None, SeenRow(1, 300), None
    ]  # fmt: skip


def test_a_database_from_before_gets_a_table_for_what_was_seen(store: GameStore) -> None:
    with store.engine.begin() as db:
        db.execute(text("DROP TABLE seen"))
    schema.upgrade(store.engine)
    side = SideStore(store.engine)
    assert side.seen("one", 1) is None
    side.set_seen("one", 1, SeenRow(3, 10))
    assert side.seen("one", 1) == SeenRow(3, 10)


def test_a_number_and_a_name_of_a_move_are_taken_once(store: GameStore) -> None:
    before = store.moves("one")
    assert [x.number for x in store.moves("one", 1)] == [2]
    for taken in (MoveRow(2, 1, "choice", "new"), MoveRow(4, 1, "choice", "move 1")):
        with pytest.raises(MoveConflict):
            store.add_moves("one", [MoveRow(3, 1, "choice", "third"), taken])
        assert store.moves("one") == before, "none of them"
    store.add_moves("one", [MoveRow(3, 2, "choice", "move 1")])  # the name of another seat's
    assert store.has_move("one", 2, "x", "move 1") and not store.has_move("one", 2, "x")


def test_a_seat_adds_one_nonce(store: GameStore) -> None:
    assert store.add_nonce("one", 1, "nonce 1"), "the same again"
    assert not store.add_nonce("one", 1, "another")
    assert store.add_nonce("one", 3, "another")
    found = store.game("one")
    assert found is not None and found.luck.nonces == {1: "nonce 1", 2: "nonce 2", 3: "another"}


def test_games_that_are_over_need_no_bots(store: GameStore) -> None:
    assert (store.with_bots(9), store.with_bots(1)) == (["two", "one"], ["two"])
    assert (store.clocked(), store.clocked(1)) == (["two", "one"], ["two"])
    store.end("two")
    assert store.with_bots(9) == ["one"]
    store.set_bot("one", 3, "")
    assert store.with_bots(9) == []


def test_a_notice_is_sent_once(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    side = SideStore(store.engine)
    clock = [1000]
    monkeypatch.setattr(side_store, "now", lambda: clock[0])
    wanted = side.subscriptions("one")[0]
    for moves in (5, 5, 4):  # once for so many moves, whoever else puts it there
        side.post("one", wanted, moves, 1010)
    assert side.take_notices() == [], "it is not due"
    clock[0] = 1010
    (notice,) = side.take_notices()
    assert (notice.game, notice.seat, notice.sort, notice.address, notice.tries) == (
        "one",
        1,
        wanted.sort,
        wanted.address,
        0,
    )
    assert side.take_notices() == [], "it was taken"
    assert [x.told for x in side.subscriptions("one") if x.sort == wanted.sort] == [5, -1]
    assert {x.told for x in side.subscriptions("two")} == {-1}
    side.post_again(notice, 60)
    clock[0] = 1069
    assert side.take_notices() == []
    clock[0] = 1070
    (again,) = side.take_notices()
    assert (evolve(again, id=0, tries=0), again.tries) == (evolve(notice, id=0), 1)
    other = next(x for x in side.subscriptions("one") if x.address != wanted.address)
    for row, moves in ((wanted, 6), (wanted, 7), (other, 6)):
        side.post("one", row, moves, 1070)
    assert [len(side.take_notices(1)), len(side.take_notices())] == [2, 1], "at most so many addresses at a time"


def test_a_notice_waits_for_the_pause_of_its_address(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    side = SideStore(store.engine)
    clock = [1000]
    monkeypatch.setattr(side_store, "now", lambda: clock[0])
    daily = evolve(side.subscriptions("one")[0], pause=500)
    side.post("one", daily, 5, 1000)
    assert len(side.take_notices()) == 1, "the first one waits for nothing"
    side.note_delivery(daily.sort, daily.address)
    side.post("one", daily, 6, 1010)
    clock[0] = 1499
    assert side.take_notices() == []
    side.post("one", evolve(daily, pause=0), 7, 1499)
    assert len(side.take_notices()) == 2, "what is due takes with it what waits for the same address"


KEYS = {
    "rule_sets": {"hash"},
    "games": {"id"},
    "seats": {"game", "seat"},
    "nonces": {"game", "seat"},
    "moves": {"game", "number"},
    "numbered_moves": {"game", "number"},
    "messages": {"id"},
    "orders": {"game", "seat", "question"},
    "plans": {"game", "seat"},
    "votes": {"game", "seat"},
    "absences": {"game", "seat", "voter"},
    "subscriptions": {"game", "seat", "sort"},
    "seen": {"game", "seat"},
    "outbox": {"id"},
    "deliveries": {"sort", "address"},
    "layout": {"version"},
}


def test_of_two_servers_that_keep_the_same_at_once_one_is_refused(store: GameStore) -> None:
    """By the keys of the tables; all that belongs to a game names one, and nothing may be left out."""
    assert {
        table.name: {column.name for column in table.primary_key} for table in schema.metadata.sorted_tables
    } == KEYS
    for table in schema.metadata.sorted_tables:
        if "game" in table.c and table.name != "games":
            assert {key.target_fullname for key in table.c.game.foreign_keys} == {"games.id"}, table.name
        assert [column.name for column in table.columns if column.nullable] == [], table.name
    for table, values in (
        (schema.votes, {"game": "one", "seat": 1, "moves": 1, "keep": 0}),
        (schema.plans, {"game": "one", "seat": 1, "choices": "[]", "stopped": ""}),
        (schema.orders, {"game": "one", "seat": 1, "question": "pay", "answer": "x", "moves": 1}),
    ):
        with pytest.raises(IntegrityError), store.engine.begin() as db:
            db.execute(insert(table).values(**values))
