"""Whole stretches of games in browsers, one for each seat: nobody is stuck, the server dies, and no byte tells a secret."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field
from msgspec import to_builtins

from rulekit.web.client import SeatClient, begin
from rulekit.web.state import State
from tests.tiers import LONG
from tests.web.browsing import page_of
from tests.web.serving import Server
from tests.web.wire import Wire

pytestmark = pytest.mark.slow
EXPECTED = ("net::ERR_", "Cross-Origin-Opener-Policy")
"""What pages may complain of: a server that was killed, and a header that browsers heed over TLS only"""
HOME = "play.test"
"""A name that leads here, under which a page is not secure"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
Secret = tuple[str, str, str]
"""(place, for what of it, card)"""
Row = tuple[str, str]
"""(kind of the table, number of the row)"""


@define
class Person:
    """Somebody at a page: by mouse or fingers, or ``by_keys`` alone; ``wire``: all that the page is sent."""

    page: Any
    seat: SeatClient
    wire: Wire
    by_keys: bool = False
    begun: int = 0
    """How much had come when the secrets of now came into being"""

    def choose(self, chance: random.Random) -> None:
        """Answers the question, and waits until the page shows that it was taken."""
        page, state = self.page, self.seat.look()
        page.wait_for_function("version => document.body.dataset.version === version", arg=state.version)
        asked = state.decisions[0]
        if state.form:
            self._fill()
        elif asked.several:
            self._select(chance, any(option.declines for option in asked.options))
        else:
            self._pick(chance.randrange(len(asked.options)))
        page.wait_for_function("version => document.body.dataset.version !== version", arg=state.version)

    def _fill(self) -> None:
        rest, done = ".form .tools button:last-child", ".form .tools button.main"
        if self.by_keys:
            self._press(rest)
            self.page.wait_for_selector(f"{done}:not([disabled])")
            self._press(done)
        else:
            self.page.locator(rest).click()
            self.page.locator(f"{done}:not([disabled])").click()

    def _select(self, chance: random.Random, few: bool) -> None:
        """Chooses one thing where so ``few`` will do, else as many as possible, and sends them."""
        send, most, chosen = ".tools button.main", ".tools button.main + button", ".picks .chosen"
        self.page.wait_for_selector(".picks li")
        boxes = self.page.locator(".picks input:not([disabled])")
        if self.by_keys:
            self._press(most)
        elif few and boxes.count():
            box = boxes.nth(chance.randrange(boxes.count()))
            if box.get_attribute("type") == "number":
                box.fill("1")
            else:
                box.check()
        else:
            self.page.locator(most).click()
        self.page.wait_for_selector(chosen)
        if self.by_keys:
            self.page.wait_for_selector(f"{send}:not([disabled])")
            self._press(send)
        else:
            self.page.locator(f"{send}:not([disabled])").click()

    def _pick(self, k: int) -> None:
        if self.by_keys and not self.page.locator(".question form").count():
            number = self.page.locator(".question .option kbd").nth(k).inner_text()
            self.page.keyboard.press("Escape")
            self.page.keyboard.press(number)
        elif self.by_keys:
            self._press(f".question .options li:nth-child({k + 1}) .option")
        else:
            self.page.locator(".question .option").nth(k).click()

    def _press(self, selector: str) -> None:
        """Goes there by the tabulator, and presses Enter."""
        self.page.evaluate("() => document.querySelector('.question h2').setAttribute('tabindex', '-1')")
        self.page.evaluate("() => document.querySelector('.question h2').focus()")
        for _ in range(200):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                self.page.keyboard.press("Enter")
                return
        raise AssertionError(f"the tabulator does not come to {selector}")


@define
class Room:
    """A game with a person at each seat, and who looks on."""

    server: Server
    people: Sequence[Person]
    chance: random.Random = field(factory=lambda: random.Random(5))
    choices: int = 0
    chose: set[str] = field(factory=set)
    """Who has answered by his page, by the paths of the seats"""
    secrets: int = 0
    """How many hidden cards were looked for in what others were sent"""
    found: int = 0
    """How many cards were found in what their owners were sent: that which looks for them finds them"""

    def play(self, until: Callable[[State], bool], between: int = 0, killed: int = -1, most: int = 1500) -> State:
        """Anybody who is asked chooses by his page, and after it ``between`` choices are made by programs in the same seats.

        The server is killed after so many choices.
        """
        for _ in range(most):
            states = [(person, person.seat.look()) for person in self.people]
            self.look_for_secrets(states)
            if until(states[0][1]) or states[0][1].over:
                return states[0][1]
            person = self.chance.choice([p for p, s in states if s.decisions])
            person.choose(self.chance)
            self.chose.add(person.seat.path)
            self.choices += 1
            if self.choices == killed:
                self.server.kill()
                self.server.start()
            self._by_programs(between)
        raise AssertionError("it does not come to that")

    def _by_programs(self, most: int) -> None:
        state: State | None = None
        for _ in range(most):
            if state is None or not state.decisions:
                states = ((person.seat, person.seat.look()) for person in self.people)
                found = next((found for found in states if found[1].decisions), None)
                if found is None or found[1].over:
                    return
                seat, state = found
            if state.form:
                state = seat.fill_form()
            else:
                state = seat.choose(self.chance.choice(state.decisions[0].options).id, state.version)

    def look_for_secrets(self, states: Sequence[tuple[Person, State]]) -> None:
        """What each sees of his own and nobody else does: no page of another was sent it since it has been a secret."""
        marks = [len(person.wire.received) for person, _ in states]
        for owner, state in states:
            key, view = state.view.you or "", to_builtins(state.view)
            row = row_of(state, key)
            for other, seen in states:
                hidden = set(cards_of(view, key)) - set(cards_of(to_builtins(seen.view), key))
                self.secrets += len(hidden)
                told = set(cards_of(list(other.wire.bodies(other.begun)), key, row)) if hidden else set()
                assert not told & hidden, f"{other.seat.path} was sent {told & hidden}"
            own = set(cards_of(list(owner.wire.bodies(owner.begun)), key, row))
            self.found += len(own & set(cards_of(view, key)))
        for (person, _), mark in zip(states, marks, strict=True):
            person.begun = mark


def cards_of(data: object, key: str, row: Row | None = None) -> Iterator[Secret]:
    """The cards that are named anywhere in data at places of the player, whole or as what is new of his ``row``."""
    if isinstance(data, list):
        for item in data:
            yield from cards_of(item, key, row)
    elif isinstance(data, dict):
        if data.get("key") == key and isinstance(data.get("places"), list):
            yield from _cards_at(data["places"])
        if row is not None and isinstance(data.get("rows"), dict):
            yield from _cards_at(data["rows"].get(row[0], {}).get(row[1], {}).get("places", {}).values())
        for item in data.values():
            yield from cards_of(item, key, row)


def _cards_at(places: Iterable[Any]) -> Iterator[Secret]:
    for place in places:
        for spot in place.get("spots", [place]):
            for card in spot.get("cards", []):
                if card is not None and card["key"]:
                    yield place["key"], spot.get("for", ""), card["key"]


def row_of(state: State, key: str) -> Row:
    """Where the player has his row: by this a difference names it."""
    return next((t.of, str(k)) for t in state.view.tables for k, row in enumerate(t.rows) if row.key == key)


def number(state: State, key: str) -> int:
    """A mark of the whole table that is a number."""
    found = next(mark.raw for mark in state.view.marks if mark.key == key)
    assert isinstance(found, int)
    return found


def open_room(browser: Any, server: Server, wrong: list[str], settings: Sequence[dict[str, Any]], **setup: Any) -> Room:
    """A game, with a page for each seat; the settings of their contexts, ``by_keys``, and the ``host`` to which they go."""
    people: list[Person] = []
    for seat, said in zip(begin(server.address, **setup), settings, strict=True):
        wire = Wire(server.port)
        own = dict(said)
        by_keys, host = own.pop("by_keys", False), own.pop("host", "127.0.0.1")
        page = page_of(browser, wrong, **own)
        page.goto(f"http://{host}:{wire.port}/join/{seat.token}")
        page.wait_for_selector(".question")
        canary = f"canary-{len(people)}-word"
        seat.post("orders", State, question=canary, answer=canary)  # a standing answer to a question that nobody asks
        people.append(Person(page, seat, wire, by_keys))
    return Room(server, people)


def check_canaries(room: Room) -> None:
    """What a seat has told the server about itself is in nothing that another seat was sent."""
    for k in range(len(room.people)):
        for j, other in enumerate(room.people):
            assert (f"canary-{k}-word".encode() in other.wire.received) == (j == k)


def test_a_game_of_four(browser: Any, tmp_path: Path) -> None:
    """One by mouse, one on a phone, one in Chinese, one by keyboard alone over plain HTTP from another name; the server is killed
    in the middle of it.

    The first season at each commit, the whole game in the long tier."""
    server = Server(tmp_path, options=("--allow-host", HOME))
    server.start()
    wrong: list[str] = []
    settings: list[dict[str, Any]] = [
        {"viewport": {"width": 1400, "height": 900}},
        PHONE,
        {"locale": "zh-CN"},
        {"by_keys": True, "host": HOME},
    ]
    try:
        room = open_room(
            browser, server, wrong, settings, game="shogun", players=4, seed=3, options={"setup": "Predetermined"}
        )
        assert not room.people[3].page.evaluate("isSecureContext")
        state = room.play(lambda state: not LONG and "summer" in str(state.view.marks).lower(), killed=20)
        assert len(room.chose) == len(settings) and room.secrets > 100 < room.found and state.over == LONG
        assert ("第2年" if LONG else "第1年") in room.people[2].page.inner_text(".when")
        check_canaries(room)
        assert not [text for text in wrong if not any(known in text for known in EXPECTED)], wrong
    finally:
        server.kill()


@pytest.mark.parametrize(
    ("game", "seats", "mark", "few", "many", "between"),
    [
        ("plugins/most_dangerous_time/rulekit_most_dangerous_time/game", 2, "turn", 1, 10, 19),
        ("plugins/nobunaga_successors/rulekit_nobunaga_successors/game", 3, "round", 1, 99, 39),
    ],
    ids=["most_dangerous_time", "nobunaga_successors"],
)
def test_turns_of_a_wargame(
    browser: Any, tmp_path: Path, game: str, seats: int, mark: str, few: int, many: int, between: int
) -> None:
    """``many`` turns with every choice by a page in the long tier, up to the end of the game if it comes first; else ``few``
    with ``between`` choices by programs after each by a page, while all pages follow all of them."""
    turns = many if LONG else few
    server = Server(tmp_path, (game,))
    server.start()
    wrong: list[str] = []
    settings: list[dict[str, Any]] = [{}, {**PHONE, "locale": "zh-CN"}, {"by_keys": True}]
    try:
        room = open_room(browser, server, wrong, settings[:seats], game=Path(game).name, seed=3)
        room.play(lambda state: number(state, mark) > turns, between=0 if LONG else between, killed=3)
        assert room.secrets > 0 < room.found
        check_canaries(room)
        assert not [text for text in wrong if "net::ERR_" not in text], wrong
    finally:
        server.kill()
