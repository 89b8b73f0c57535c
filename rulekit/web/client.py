"""A seat over the API, for programs: a small client, and a bot that plays by it.

    python -m rulekit.web.client LINK            takes the seat, prints its own link, and plays until the game is over

>>> seat = SeatClient.of("https://tables.example/join/...")
>>> state = seat.look()
>>> seat.choose(state.decisions[0].options[0].id)
"""

from __future__ import annotations

import argparse
import random
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from attrs import evolve, frozen
from msgspec import UNSET, Struct
from msgspec.structs import replace

from rulekit.web.answers import Error
from rulekit.web.seat_answers import FormAnswer
from rulekit.web.state import Difference, State, StateAnswer
from rulekit.web.table_answers import JoinedSeat, NewGame
from rulekit.web.view_state import RowChange, RowState, decoded

Pick = Callable[[State], str]
"""state -> the id of an option of its first decision"""
TIMEOUT = 120.0
PAUSE = 2.0
"""Seconds until news is asked for again after a break"""
PATIENCE = 120.0
"""Seconds that a request may be put off by a server that has too many of them"""
TOO_MANY = 429
T = TypeVar("T")


class ApiError(Exception):
    """What the server refused. ``status``: that of HTTP; ``code``: its short name."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(text)
        self.status, self.code = status, code


@frozen
class SeatClient:
    """A seat of a game on a server. ``path``: that of the seat in the API; ``token``: what its secret link ends with."""

    server: str
    path: str
    token: str
    lang: str = "en"

    @classmethod
    def of(cls, link: str, lang: str = "en") -> SeatClient:
        """Takes the seat of a secret link, which opens nothing more then: :attr:`link` does. Raises ApiError for a link that
        opens none."""
        where = urlsplit(link)
        server, token = f"{where.scheme}://{where.netloc}", where.path.rpartition("/")[2]
        place = ask(
            f"{server}/api/v1/join", JoinedSeat, {"token": token, "key": secrets.token_hex(16), "cookie": False}
        )
        assert isinstance(place.token, str)
        return cls(server, f"/api/v1/games/{place.game}/seats/{place.seat}", place.token, lang)

    @property
    def link(self) -> str:
        """The secret link of the seat, for other programs and browsers of its owner."""
        return f"{self.server}/join/{self.token}"

    def at(self, server: str) -> SeatClient:
        """The same seat at another server with the same database."""
        return evolve(self, server=server)

    # ------------------------------------------------------------ requests
    def look(self) -> State:
        """All that the seat sees now."""
        return self._ask(f"{self.path}?lang={self.lang}", State)

    def choose(self, option: str, version: str | None = None) -> State:
        """A choice by the id of an option; ``version`` of the state that it answers, or that of now. The new state."""
        version = version or self.look().version
        return self.post("choices", State, option=option, version=version, move=secrets.token_hex(8))

    def fill_form(self) -> State:
        """Fills the form that is open by chance, and sends it. Raises ValueError where none is."""
        state = self.look()
        if state.form is None:
            raise ValueError("no form is open")
        values = [line.value for line in state.form.lines]
        form = self.post("form", FormAnswer, version=state.version, values=values, rest=True).form
        values = [line.value for line in form.lines] if form is not None else []
        return self.post("form/send", State, version=state.version, move=secrets.token_hex(8), values=values)

    def post(self, what: str, shape: type[T], /, **fields: object) -> T:
        """Any other request of the seat: ``undo``, ``messages``, ``orders`` and so on. ``shape``: the class of the answer, of
        :mod:`rulekit.web.seat_answers`, or a :class:`State`."""
        return self._ask(f"{self.path}/{what}?lang={self.lang}", shape, fields)

    def get(self, what: str, shape: type[T], /) -> T:
        """Any other question of the seat: ``story``, ``why?option=...``, ``replay/3`` and so on."""
        return self._ask(f"{self.path}/{what}", shape)

    def news(self) -> Iterator[str]:
        """The ``sight`` of the seat's state whenever something is new to it; it never ends by itself."""
        request = urllib.request.Request(f"{self.server}{self.path}/events", headers=self._headers())
        while True:
            try:
                with urllib.request.urlopen(request, timeout=TIMEOUT) as stream:
                    for line in stream:
                        if line.startswith(b"data: "):
                            yield line[6:].decode().strip()
            except OSError:
                time.sleep(PAUSE)

    def wait(self) -> State:
        """The state as soon as the seat is asked, or the game is over."""
        for _ in self.news():
            state = self.look()
            if state.decisions or state.over:
                return state
        raise AssertionError("news never end")

    def play(self, pick: Pick) -> State:
        """Chooses whenever the seat is asked, until the game is over; gives its end."""
        state = self.look()
        while not state.over:
            if not state.decisions:
                state = self.wait()
                continue
            try:
                state = self.choose(pick(state), state.version)
            except ApiError as error:
                if error.code != "stale":
                    raise
                state = self.look()
        return state

    def _headers(self) -> Mapping[str, str]:
        return {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}

    def _ask(self, path: str, shape: type[T], data: Mapping[str, object] | None = None) -> T:
        return ask(f"{self.server}{path}", shape, data, self._headers())


def ask(
    url: str, shape: type[T], data: Mapping[str, object] | None = None, headers: Mapping[str, str] | None = None
) -> T:
    """One request; with ``data`` a POST. ``shape``: the class of the answer. Who asks too often waits as long as the server
    says. Raises ApiError for what the server refuses, msgspec.DecodeError for another answer, as that of another version of the
    server."""
    body = None if data is None else msgspec.json.encode(data)
    request = urllib.request.Request(url, body, {"Content-Type": "application/json", **(headers or {})})
    waited = 0.0
    while True:
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return decoded(answer.read(), shape)
        except urllib.error.HTTPError as error:
            pause = _seconds(error.headers.get("Retry-After", ""))
            waited += pause
            if error.code != TOO_MANY or waited > PATIENCE:
                raise ApiError(error.code, *_told(error.read(), str(error))) from error
            time.sleep(pause)


def _seconds(retry_after: str) -> float:
    """The seconds to wait before the next try, from the header if it gives them."""
    return float(retry_after) if retry_after.isascii() and retry_after.isdigit() else PAUSE


def _told(body: bytes, usual: str) -> tuple[str, str]:
    """The code and the text of a refusal. One that our server did not write, such as a proxy's page, has no code."""
    try:
        said = decoded(body, Error)
    except msgspec.DecodeError:
        return "", usual
    return said.code, said.error


def merged(state: State | None, answer: StateAnswer) -> State | None:
    """The state after an answer to who said with ``have`` which state they have; None where the answer rests on another one."""
    if state is not None and answer.tag == state.tag:
        return state
    if not isinstance(answer, Difference):
        return answer if isinstance(answer, State) else None
    if state is None or answer.since != state.tag:
        return None
    view, lists = state.view, answer.lists
    view = replace(
        view,
        **_fields(answer.view),
        marks=_renewed(view.marks, lists.marks),
        places=_renewed(view.places, lists.places),
        devices=_renewed(view.devices, lists.devices),
        tables=[replace(table, rows=_rows(table.rows, answer.rows.get(table.of, {}))) for table in view.tables]
        if answer.tables is UNSET
        else answer.tables,
    )
    return replace(state, **_fields(answer.set), tag=answer.tag, view=view)


def _fields(change: Struct) -> dict[str, object]:
    """The fields that are set, of a class in which they may be left out."""
    return {name: x for name in change.__struct_fields__ if (x := getattr(change, name)) is not UNSET}


def _renewed(found: Sequence[T], new: Mapping[int, T]) -> list[T]:
    """A list with the items at some indexes replaced."""
    return [new.get(k, x) for k, x in enumerate(found)]


def _rows(rows: Sequence[RowState], new: Mapping[int, RowChange]) -> list[RowState]:
    """Rows with some of their marks and places replaced."""
    changed = {
        k: replace(rows[k], marks=_renewed(rows[k].marks, x.marks), places=_renewed(rows[k].places, x.places))
        for k, x in new.items()
    }
    return _renewed(rows, changed)


def begin(server: str, **setup: object) -> list[SeatClient]:
    """A new game on a server, as ``POST /api/v1/games`` takes it: its seats, all of them taken."""
    made = ask(f"{server}/api/v1/games", NewGame, setup)
    return [SeatClient.of(f"{server}/join/{seat.link.rpartition('/')[2]}") for seat in made.seats]


def by_chance(seed: int) -> Pick:
    """A bot that chooses at random."""
    chance = random.Random(seed)
    return lambda state: chance.choice(state.decisions[0].options).id


def main() -> None:
    """Takes the seat of a link, and plays until the game is over."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("link", help="the secret link of the seat")
    parser.add_argument("--seed", type=int, default=0, help="of the bot's chance")
    said = parser.parse_args()
    seat = SeatClient.of(said.link)
    print(f"the link of this seat from now on: {seat.link}", flush=True)
    state = seat.play(by_chance(said.seed))
    for place in state.standings:
        print(f"{place.rank}. {place.name}: {place.score}")


if __name__ == "__main__":
    main()
