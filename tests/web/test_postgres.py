"""The same on PostgreSQL; and two servers on one database, which hear of each other and never lose a move."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekit.web.client import ApiError, SeatClient, begin
from tests.web.postgres import Postgres, running
from tests.web.serving import Server
from tests.web.test_database import start_at_once
from tests.web.test_forms import test_a_restart_keeps_what_was_sent, test_sent_at_once_and_taken_back_at_once
from tests.web.test_games import (
    test_a_choice_is_taken_back,
    test_a_file_of_the_game_goes_on_elsewhere,
    test_a_game_goes_on_after_a_restart,
    test_a_game_is_played_to_its_end,
    test_an_answer_to_another_state_is_refused,
    test_the_same_move_again_does_nothing,
)
from tests.web.test_notices import test_who_is_asked_is_told_once
from tests.web.test_people import (
    test_a_standing_answer_is_given_until_it_is_taken_back,
    test_all_together_may_go_further_back,
)
from tests.web.test_upgrade import test_games_of_a_release_go_on

__all__ = [
    "test_a_choice_is_taken_back",
    "test_a_file_of_the_game_goes_on_elsewhere",
    "test_a_game_goes_on_after_a_restart",
    "test_a_game_is_played_to_its_end",
    "test_a_restart_keeps_what_was_sent",
    "test_a_standing_answer_is_given_until_it_is_taken_back",
    "test_all_together_may_go_further_back",
    "test_an_answer_to_another_state_is_refused",
    "test_games_of_a_release_go_on",
    "test_sent_at_once_and_taken_back_at_once",
    "test_the_same_move_again_does_nothing",
    "test_who_is_asked_is_told_once",
]


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running() as server:
        yield server


@pytest.fixture
def database(postgres: Postgres) -> str:
    """Instead of the file that tests elsewhere have."""
    return postgres.database()


@pytest.fixture
def pair(database: str, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    servers = tuple(Server(tmp_path, ("games/tic_tac_toe",), database=database) for _ in range(2))
    for server in servers:
        server.start()
    yield servers[0], servers[1]
    for server in servers:
        server.kill()


def test_a_choice_at_one_server_is_heard_at_the_other(pair: tuple[Server, Server]) -> None:
    one, two = pair
    first, second = begin(one.address, game="tic_tac_toe")
    second = second.at(two.address)
    assert second.look().decisions == []
    news = second.news()
    next(news)
    first.choose("B2")
    next(news)
    assert len(second.look().decisions[0].options) == 8


def test_servers_that_start_at_once(database: str, tmp_path: Path) -> None:
    start_at_once(database, tmp_path)


def test_of_two_answers_at_once_one_is_taken(pair: tuple[Server, Server]) -> None:
    first, _ = begin(pair[0].address, game="tic_tac_toe")
    tables = [first, first.at(pair[1].address)]
    version = first.look().version
    tables[1].look()
    answers: list[str] = []

    def choose(table: SeatClient, option: str) -> None:
        try:
            table.choose(option, version)
            answers.append("taken")
        except ApiError as error:
            answers.append(error.code)

    threads = [threading.Thread(target=choose, args=pair_) for pair_ in zip(tables, ("A1", "C3"), strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["stale", "taken"]
    states = [table.look() for table in tables]
    assert states[0].sight == states[1].sight
