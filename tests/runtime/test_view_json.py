"""The JSON of a view, on which the page and the programs of players rely: names, order and what is left out."""

from __future__ import annotations

from rulekit.runtime.view_json import as_json
from rulekit.runtime.view_types import (
    Card,
    CardPlace,
    Device,
    Fact,
    Mark,
    PiecePlace,
    Pieces,
    PlaceGroup,
    Row,
    Spot,
    Table,
    View,
)

HAND = CardPlace("手牌", "hand", None, [Card("一", "One"), None], "card", "牌", 2, 1, False)
ROW = CardPlace("列", "row", True, [Card("", ""), Card("一", "One")], "card", "牌", 1, 0, False)
PURSE = PiecePlace("钱袋", "purse", [Pieces("3 枚", "coin", 0, 3)], False)
PLAN = PlaceGroup("计划", "plan", [Spot("征税", HAND), Spot("建造", PURSE)], 2)
VIEW = View(
    game="orchard",
    you=None,
    players=["红"],
    seats=["Red"],
    over=False,
    waiting=["Red"],
    marks=[Mark("年", "year", "2", 2, "2", "number", True)],
    places=[ROW],
    tables=[Table("player", "玩家", False, [Row("红", "Red", [Fact("税", "tax", "5", 5, "5", "number")], [], [PLAN])])],
    devices=[Device("塔", "tower", ["2 枚"])],
)
PLAIN = {
    "game": "orchard",
    "you": None,
    "players": ["红"],
    "seats": ["Red"],
    "over": False,
    "waiting": ["Red"],
    "marks": [{"name": "年", "key": "year", "value": "2", "raw": 2, "id": "2", "sort": "number", "told": True}],
    "places": [
        {
            "name": "列",
            "key": "row",
            "row": True,
            "cards": [{"name": "", "key": ""}, {"name": "一", "key": "One"}],
            "of": "card",
            "kind": "牌",
            "number": 1,
            "hidden": 0,
            "holder": False,
        }
    ],
    "tables": [
        {
            "of": "player",
            "name": "玩家",
            "lies": False,
            "rows": [
                {
                    "name": "红",
                    "key": "Red",
                    "facts": [{"name": "税", "key": "tax", "value": "5", "raw": 5, "id": "5", "sort": "number"}],
                    "marks": [],
                    "places": [
                        {
                            "name": "计划",
                            "key": "plan",
                            "spots": [
                                {
                                    "for": "征税",
                                    "name": "手牌",
                                    "key": "hand",
                                    "cards": [{"name": "一", "key": "One"}, None],
                                    "of": "card",
                                    "kind": "牌",
                                    "number": 2,
                                    "hidden": 1,
                                    "holder": False,
                                },
                                {
                                    "for": "建造",
                                    "name": "钱袋",
                                    "key": "purse",
                                    "pieces": [{"text": "3 枚", "piece": "coin", "owner": 0, "count": 3}],
                                    "hidden": False,
                                },
                            ],
                            "number": 2,
                        }
                    ],
                }
            ],
        }
    ],
    "devices": [{"name": "塔", "key": "tower", "pieces": ["2 枚"]}],
}


def test_a_view_as_plain_data() -> None:
    assert repr(as_json(VIEW)) == repr(PLAIN)
