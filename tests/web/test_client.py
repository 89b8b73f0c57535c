"""The client for programs: a bot takes a seat over the API and plays against another to the end."""

from __future__ import annotations

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rulekit.web.answers import Done
from rulekit.web.client import ApiError, SeatClient, begin, by_chance
from rulekit.web.table_answers import Messages
from tests import patience
from tests.playing import ROOT, python
from tests.web.serving import Server


def test_it_needs_no_library_of_a_server() -> None:
    told = python("import sys, rulekit.web.client; print({'sqlalchemy', 'starlette', 'uvicorn'} & set(sys.modules))")
    assert told.strip() == "set()"


def test_two_bots_play_over_the_api(server: Server) -> None:
    one, two = begin(server.address, game="tic_tac_toe")
    other = threading.Thread(target=two.play, args=(by_chance(2),), daemon=True)
    other.start()
    order = [sys.executable, "-m", "rulekit.web.client", one.link]
    done = subprocess.run(order, cwd=ROOT, capture_output=True, text=True, check=False, timeout=patience.seconds(120))
    assert done.returncode == 0, done.stderr
    told, *standings = done.stdout.splitlines()
    assert told.endswith(f": {one.link}") and len(standings) == 2
    other.join(patience.seconds(60))
    assert not other.is_alive() and one.look().over


def test_a_form_and_talk(server: Server) -> None:
    (seat, *_) = begin(server.address, game="shogun", players=3, seed=7, bots={"2": "random", "3": "random"})
    while not (state := seat.wait()).form:
        seat.choose(state.decisions[0].options[0].id)
    seat.fill_form()
    patience.until(lambda: seat.look().story, "the story: it is told once the bots have planned, too")
    seat.post("messages", Done, text="hello")
    assert seat.get("messages", Messages).messages[0].text == "hello"


def test_who_asks_too_often_waits_and_goes_on(tmp_path: Path) -> None:
    """An address may ask four times at once here, and once a second then."""
    server = Server(tmp_path, options=("--rate", "1", "--log-level", "debug"))
    server.start()
    try:
        one, two = begin(server.address, game="tic_tac_toe")
        with ThreadPoolExecutor(2) as pool:
            states = list(pool.map(lambda seat: seat.look(), (one, two) * 4))
        assert len(states) == 8 and all(len(state.people) == 2 for state in states)
        assert "refused GET" in server.log() and "429" in server.log()
    finally:
        server.kill()


def test_what_is_refused_says_why(server: Server) -> None:
    one, two = begin(server.address, game="tic_tac_toe")
    with pytest.raises(ApiError) as refused:
        two.choose("A1")
    assert (refused.value.status, refused.value.code) == (422, "refused")
    with pytest.raises(ApiError) as closed:
        SeatClient.of(f"{server.address}/join/nothing")
    assert closed.value.status == 401 and SeatClient.of(one.link) == one


def test_news_name_what_the_seat_sees(server: Server) -> None:
    one, two = begin(server.address, game="tic_tac_toe")
    news = two.news()
    assert next(news) == two.look().sight
    one.choose("A1")
    assert next(news) == two.look().sight
