"""What the server refuses is said in the language of whoever reads it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from rulekit.i18n.error_messages import TEMPLATES
from tests.playing import ROOT
from tests.web.asking import TestClient
from tests.web.test_games import begin

FOR_PROGRAMS = ("the body ", "the address ")
"""How refusals begin that no page can bring about"""
RAISED = {"HTTPException": 1, "Refused": 0, "UserError": 0, "_refused": 2}
"""What is raised with a text -> which argument it is"""
OF_THE_HOST = ("database.py", "schema.py", "numbered_moves.py", "course.py")
"""Modules whose refusals only who runs the server reads, or that say why a stored game cannot go on"""


def _template(node: ast.expr) -> str | None:
    """A text as it stands in the catalogue: ``{}`` for each value; None for what is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join("{}" if isinstance(part, ast.FormattedValue) else str(_template(part)) for part in node.values)
    return None


def refusals() -> Iterator[tuple[str, str]]:
    """(where, text) of each refusal that is written in the web package."""
    for path in sorted((ROOT / "rulekit" / "web").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or path.name in OF_THE_HOST:
                continue
            at = RAISED.get(node.func.id)
            text = _template(node.args[at]) if at is not None and len(node.args) > at else None
            if text and not text.startswith(FOR_PROGRAMS):
                yield f"{path.name}:{node.lineno}", text


def test_each_refusal_is_in_the_catalogue() -> None:
    found = dict(refusals())
    assert len(found) > 35
    assert not {where: text for where, text in found.items() if text not in TEMPLATES}


@pytest.mark.parametrize("way", ["address", "header"])
def test_a_refusal_speaks_chinese(client: TestClient, way: str) -> None:
    game, seats, watch = begin(client, game="tic_tac_toe")
    address, header = f"/api/v1/games/{game}/seats", {"accept-language": "zh-CN"} if way == "header" else {}
    said = {"lang": "zh-Hans"} if way == "address" else {}
    none = client.get(f"{address}/1", params=said, headers=header).json()["error"]
    assert none == "这不是你的座位：请重新打开它的链接"
    choice = {"version": "old", "move": "one", "option": "A1"}
    stale = client.post(f"{address}/1/choices", json=choice, params=said, headers={**header, **seats[0]}).json()
    assert stale["error"] == "牌局已有进展：请再看一下" and stale["code"] == "stale"
    named = client.patch(f"{address}/0", json={"name": "Ann"}, params=said, headers={**header, **watch}).json()["error"]
    assert named == "观战者不能改变任何东西"
    elsewhere = {**header, "sec-fetch-site": "none"}
    cross = client.post("/api/v1/games", json={"game": "go"}, params=said, headers=elsewhere).json()["error"]
    assert cross == "这个请求来自别的网站"
    refused = client.post("/api/v1/games", json={"game": "go"}, params=said, headers=header).json()["error"]
    assert refused.splitlines()[0] == "本服务器不提供 go" and "可选" in refused
