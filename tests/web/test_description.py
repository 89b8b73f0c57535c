"""``openapi.json`` names every route, what it takes, and all that it answers: a played game is answered as it says."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from attrs import define, field
from starlette.responses import Response
from starlette.routing import Match, Route

from rulekit.web.answers import Error
from rulekit.web.app import create_app
from rulekit.web.notices import Hook
from rulekit.web.openapi import description, returned
from rulekit.web.requests import QUERIES
from rulekit.web.responses import StateResponse
from rulekit.web.routes import ROUTES
from rulekit.web.state import state_answer
from rulekit.web.view_state import decoded
from tests import patience
from tests.playing import ROOT, TOY
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS

REF = "#/components/schemas/"
FAULTY = 'variant Wrong of Tictactoe "Wrong":\n  before mark a sqare: stop\n'
ENDLESS = "events"
"""The route whose answer has no end; what it sends is read in test_kept.py"""


def described() -> Any:
    """The description as a program reads it."""
    return json.loads(json.dumps(description(ROUTES)))


@define
class Reader:
    """Asks a server, and holds each answer against the description."""

    client: TestClient
    said: Any = field(factory=described)
    reached: set[tuple[str, int]] = field(factory=set)
    """(name of the route, status)"""

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """What the server answers, as JSON if it is. ``headers``: with underscores."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self.client.request(method, f"/api/v1/{path}", json=body, headers=sent)
        return self.look(method, path, answer.status_code, answer.headers["content-type"], answer.content)

    def look(self, method: str, path: str, status: int, media: str, content: bytes) -> Any:
        route = _route(method, f"/api/v1/{path.partition('?')[0]}")
        operation = self.said["paths"][re.sub(r":\w+\}", "}", route.path)][method.lower()]
        response = operation["responses"][str(status)]["content"][media.partition(";")[0]]
        self.reached.add((operation["operationId"], status))
        if media != "application/json":
            return content
        data, shape = json.loads(content), returned(route)
        if status >= 400:
            found: Any = decoded(content, Error)
            assert found.code in self.said["components"]["schemas"]["Error"]["properties"]["code"]["enum"]
        elif issubclass(shape, StateResponse):
            found = state_answer(content)
        elif issubclass(shape, Response):  # data that have no class
            assert response["schema"] == {"type": "object"} and isinstance(data, dict)
            return data
        else:
            found = decoded(content, shape)
        names = [x["$ref"].removeprefix(REF) for x in response["schema"].get("anyOf", [response["schema"]])]
        assert type(found).__name__ in names
        assert json.loads(msgspec.json.encode(found)) == data, (
            "there is a field that no class knows, or one of another value"
        )
        return data


def _route(method: str, path: str) -> Route:
    scope = {"type": "http", "method": method, "path": path}
    return next(route for route in ROUTES if route.matches(scope)[0] == Match.FULL)


@pytest.fixture
def reader(database: str) -> Iterator[Reader]:
    app = create_app(
        {**FOLDERS, "toy": TOY, "hearts": ROOT / "games" / "hearts"},
        database,
        most_games=7,
        senders={"hook": Hook(anywhere=True)},
        rate=1000,
    )
    with TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}) as client:
        yield Reader(client)


def test_a_played_game_is_answered_as_the_description_says(reader: Reader) -> None:
    """Every route, in a game with a map, a form, a clock and bots, by players and a spectator."""
    reader.ask("GET", "openapi.json")
    assert reader.ask("GET", "games?lang=zh-Hans")["games"]
    assert reader.ask("GET", "offer?game=shogun&variants=long_war")["variants"]
    reader.ask("GET", "devices/battle-tower/picture.svg")
    setup = {
        "players": 3,
        "seed": 7,
        "options": {"setup": "Predetermined"},
        "clock": {"days": 3},
        "bots": {"3": "random"},
    }
    made = reader.ask("POST", "games", {"game": "shogun", **setup})
    links = [made["watch"], *(seat["link"] for seat in made["seats"])]
    tokens = [f"Bearer {link.rpartition('/')[2]}" for link in links]
    for turn in range(9):
        for seat, token in enumerate(tokens[:3]):
            _play(reader, f"games/{made['id']}/seats/{seat}", token, turn)
    _talk(reader, f"games/{made['id']}/seats/1", tokens[1])
    _undo_and_save(reader)
    _select(reader)
    _add_to_the_luck(reader)
    _host(reader)
    reader.ask("POST", "join", {"token": links[2].rpartition("/")[2], "key": "a secret of one visitor"})
    assert reader.ask("GET", "mine")["games"]
    reader.ask("POST", "check?lang=en", {"game": "tic_tac_toe", "text": FAULTY})
    done = {o["operationId"] for found in reader.said["paths"].values() for o in found.values()} - {ENDLESS}
    assert {name for name, status in reader.reached if status < 400} == done


def _play(reader: Reader, seat: str, token: str, turn: int) -> None:
    """One choice of a seat that is asked, with a look at all that it can read now and then."""
    said = {"Authorization": token}
    reader.client.rest()
    state = reader.ask("GET", f"{seat}", **said)
    assert reader.ask("GET", f"{seat}?have={state['tag']}", **said) == {"tag": state["tag"]}
    if turn % 8 == 0:
        for what in (
            "story?level=full",
            "story?chapter=0&part=seen",
            "replay",
            "replay/1",
            "places",
            "places/Shinano",
            "things/Shinano",
            "rules",
            "cards",
            "board.svg",
            "messages",
        ):
            reader.ask("GET", f"{seat}/{what}", **said)
        reader.ask("GET", f"{seat}/why?option=Kai", **said)
        reader.ask("POST", f"{seat}/analysis", {"seed": 1, "bot": True}, **said)
        if state["form"]:
            reader.ask("POST", f"{seat}/analysis/form", {"seed": 1, "change": {"rest": True}}, **said)
    if seat[-1] != "0":
        reader.ask("POST", f"{seat}/seen", {"tag": state["tag"]}, **said)
    if not state["decisions"]:
        return
    decision, asked = state["decisions"][0], {"version": state["version"], "move": f"move {turn}"}
    refused = [option["id"] for option in decision["refused"][:1]]
    for option in [decision["options"][0]["id"], *refused]:
        reader.ask("GET", f"{seat}/why?option={option}", **said)
        reader.ask("GET", f"{seat}/ahead?option={option}", **said)
    if not state["form"]:
        option = decision["options"][0]["id"]
        reader.ask("POST", f"{seat}/choices?have={state['tag']}", {**asked, "option": option}, **said)
        return
    values = [line["value"] for line in state["form"]["lines"]]
    reader.ask("POST", f"{seat}/form", {"version": "another", "values": values}, **said)
    filled = reader.ask("POST", f"{seat}/form", {"version": state["version"], "values": values, "rest": True}, **said)
    values = [line["value"] for line in filled["form"]["lines"]]
    answer = reader.ask("POST", f"{seat}/form/send?have={state['tag']}", {**asked, "values": values}, **said)
    assert answer["since"] == state["tag"]


def _talk(reader: Reader, seat: str, token: str) -> None:
    """All that a person can settle beside the moves."""
    said = {"Authorization": token}
    reader.ask("POST", f"{seat}/messages", {"text": "good morning"}, **said)
    assert reader.ask("GET", f"{seat}/messages", **said)["messages"]
    order = {"question": "canary", "answer": "canary", "until": "concerned"}
    assert reader.ask("POST", f"{seat}/orders", order, **said)["orders"]
    reader.ask("POST", f"{seat}/plan", {"choices": [{"asks": "which?", "option": "this"}]}, **said)
    reader.ask("POST", f"{seat}/back", {"agree": False}, **said)
    reader.ask("POST", f"{seat}/stand-in", {"of": 2, "agree": False}, **said)
    reader.ask("POST", f"{seat}/notices", {"sort": "hook", "address": "http://127.0.0.1/here"}, **said)
    assert reader.ask("GET", f"{seat}/notices", **said)["notices"]
    reader.ask("PATCH", seat, {"name": "Ann"}, **said)
    link = reader.ask("PATCH", seat, {"new_link": True}, **said)["link"]
    joining = {"token": link.rpartition("/")[2], "key": "a secret of one visitor", "cookie": False}
    own = {"Authorization": f"Bearer {reader.ask('POST', 'join', joining)['token']}"}
    assert reader.ask("GET", "whoami", **own)["seat"] == 1
    assert reader.ask("GET", f"{seat}/link", **own)["link"]


def _undo_and_save(reader: Reader) -> None:
    """A choice that is taken back, the file of a game in which one person is left, and a replay after the end."""
    made = reader.ask("POST", "games", {"game": "tic_tac_toe"})
    one, seat = _first(made)
    choice = {"version": reader.ask("GET", seat, **one)["version"], "move": "one", "option": "B2"}
    state = reader.ask("POST", f"{seat}/choices", choice, **one)
    reader.ask("POST", f"{seat}/undo?have={state['tag']}", {"version": state["version"], "move": "two"}, **one)
    one, seat = _first(reader.ask("POST", "games", {"game": "tic_tac_toe", "bots": {"2": "random"}}))
    assert reader.ask("GET", f"{seat}/save", **one)["format"]
    assert reader.ask("POST", f"{seat}/fork", {"step": 0}, **one)["id"]
    reader.ask("PATCH", seat, {"bot": "random"}, **one)
    patience.until(lambda: reader.ask("GET", seat, **one)["over"], "the end")
    assert reader.ask("GET", f"{seat}/replay/0/opinion", **one)["opinions"]
    (cause, *_) = reader.ask("GET", f"{seat}/replay/1/causes", **one)["causes"]
    assert reader.ask("GET", f"{seat}/quote?{urlencode({'rule': cause['rule']})}", **one)["text"]


def _select(reader: Reader) -> None:
    """Several cards that are chosen together."""
    one, seat = _first(reader.ask("POST", "games", {"game": "hearts"}))
    version = reader.ask("GET", seat, **one)["version"]
    full = reader.ask("POST", f"{seat}/selection", {"version": version, "full": True}, **one)["selection"]
    picked = {card["id"]: 1 for card in full["members"] if card.get("chosen")}
    reader.ask("POST", f"{seat}/selection/send", {"version": version, "move": "one", "picked": picked}, **one)


def _first(made: Any) -> tuple[dict[str, str], str]:
    """The first seat of a game: what opens it, and where it is."""
    return {"Authorization": f"Bearer {made['seats'][0]['link'].rpartition('/')[2]}"}, f"games/{made['id']}/seats/1"


def _host(reader: Reader) -> None:
    """What the host of a table can do."""
    made = reader.ask("POST", "games", {"game": "tic_tac_toe"})
    host, page = {"Authorization": f"Bearer {made['host'].rpartition('/')[2]}"}, f"games/{made['id']}/host"
    assert reader.ask("GET", page, **host)["seats"]
    reader.ask("GET", f"{page}/seats/1/qr.svg", **host)
    reader.ask("GET", f"{page}/rules", **host)
    reader.ask("PATCH", page, {"title": "Friday", "clock": {"days": 1, "per": "chapter", "then": "vote"}}, **host)
    reader.ask("PATCH", f"{page}/seats/2", {"bot": "random", "new_link": True}, **host)


def _add_to_the_luck(reader: Reader) -> None:
    """A game that begins when each person has added something."""
    made = reader.ask("POST", "games", {"game": "tic_tac_toe", "nonces": True})
    own, seat = _first(made)
    assert not reader.ask("GET", f"{seat}/luck", **own)["begun"]
    assert reader.ask("POST", f"{seat}/luck", {"nonce": "rain"}, **own)["nonces"][0]["given"]


def test_a_refusal_is_answered_as_the_description_says(reader: Reader) -> None:
    made = reader.ask("POST", "games", {"game": "toy"})
    seat, watch = f"games/{made['id']}/seats/1", f"games/{made['id']}/seats/0"
    own, spectator = (
        {"Authorization": f"Bearer {link.rpartition('/')[2]}"} for link in (made["seats"][0]["link"], made["watch"])
    )
    old = {"version": "old", "move": "one", "option": "A1"}
    assert reader.ask("POST", f"{seat}/choices", old, **own)["code"] == "stale"
    assert reader.ask("POST", f"{seat}/choices", {"version": "old"}, **own)["code"] == "http"
    reader.ask("GET", seat)
    reader.ask("GET", "whoami")
    reader.ask("GET", f"{seat}/board.svg", **own)
    reader.ask("GET", f"{seat}/save", **own)
    reader.ask("GET", f"{watch}/notices", **spectator)
    reader.ask("POST", "games", {"game": "tic_tac_toe"}, Sec_Fetch_Site="cross-site")
    reader.ask("POST", "games", {"game": "tic_tac_toe", "title": "x" * (2 << 20)})
    reader.ask("GET", "games", **{f"X_{k}": "" for k in range(70)})
    found = reader.ask("POST", "games", {"game": "tic_tac_toe", "text": FAULTY})
    assert found["diagnostics"][0]["severity"] == "error"
    for _ in range(7):
        reader.ask("POST", "games", {"game": "tic_tac_toe"})
    assert {status for _, status in reader.reached if status >= 400} == {401, 403, 404, 409, 413, 422, 431, 507}


def test_each_answer_has_a_schema() -> None:
    said = described()
    for operations in said["paths"].values():
        for operation in operations.values():
            statuses = {int(status) for status in operation["responses"]}
            assert len([status for status in statuses if status < 400]) == 1, operation["operationId"]
            for response in operation["responses"].values():
                (content,) = response["content"].values()
                assert response["description"] and content["schema"], operation["operationId"]
    schemas = said["components"]["schemas"]
    assert schemas["State"]["properties"]["view"] == {"$ref": f"{REF}ViewState"}
    assert not schemas["StateChange"]["required"] and schemas["StateChange"]["properties"].keys() < set(
        schemas["State"]["properties"]
    )


def test_the_description_names_every_route() -> None:
    paths = described()["paths"]
    assert "post" in paths["/api/v1/games/{game}/seats/{seat}/choices"]
    for operations in paths.values():
        for operation in operations.values():
            assert operation["summary"].endswith("."), operation["operationId"]


def test_the_description_says_what_a_body_holds() -> None:
    said = described()
    content = said["paths"]["/api/v1/games/{game}/seats/{seat}/plan"]["post"]["requestBody"]["content"]
    schemas = said["components"]["schemas"]
    assert content["application/json"]["schema"] == {"$ref": "#/components/schemas/PlanBody"}
    assert schemas["PlanBody"]["properties"]["choices"]["items"] == {"$ref": "#/components/schemas/PlannedChoice"}
    assert schemas["PlannedChoice"]["required"] == ["asks", "option"]
    named = {found.group(1) for found in re.finditer(r'"#/components/schemas/(\w+)"', json.dumps(said))}
    assert named <= schemas.keys()


def test_the_description_names_all_that_is_taken_from_the_address() -> None:
    """Handlers read the query that they declare; nothing but the language is read beside it."""
    paths = described()["paths"]
    said = {o["operationId"]: {p["name"] for p in o["parameters"]} for found in paths.values() for o in found.values()}
    for route in ROUTES:
        shape = QUERIES.get(route.endpoint)
        read = re.findall(r"query\((?:request, )?(\w+Query)\)", inspect.getsource(inspect.unwrap(route.endpoint)))
        if returned(route) is StateResponse and not (shape is not None and shape.__name__ in read):
            read.append("StateQuery")
        assert set(read) == ({shape.__name__} if shape else set()), route.endpoint.__name__
        assert said[route.endpoint.__name__] >= set(shape.__struct_fields__ if shape else ())
    assert said["board"] == {"game", "seat", "step", "lang"}
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "rulekit" / "web").glob("*.py")]
    assert sum(text.count("query_params") for text in sources) == 2, "see read_query and language"


def test_the_description_says_the_ranges_of_numbers_in_an_address() -> None:
    found = described()["paths"]["/api/v1/games/{game}/seats/{seat}/messages"]["get"]["parameters"]
    after = next(parameter["schema"] for parameter in found if parameter["name"] == "after")
    assert after == {"type": "integer", "minimum": 0, "maximum": 2**31 - 1, "default": 0}
