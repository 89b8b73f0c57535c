"""Why a rule line can not be carried out: the codes that compiled rules raise, and their texts.

The compiler writes ``(code, me, values...)`` at a line that may fail, the runtime says it. ``me`` is -1 where nobody is. Values:

few           the sort of pieces, where in the state they are counted, how many are wanted, how many lie there
limits        where the mark stands in the state, what it would be
taken         the spot, as it is counted in the state, and the card that lies there

and of all others the numbers that the text has gaps for. What not everybody may know is left out (``..., unsaid``), but not for a
trace that tells the author of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rulekit.languages import form

Forms = Mapping[str, str]
"""A text by language"""
TEXTS: Mapping[str, Forms] = {
    "few": {
        "en": "{place} holds {pieces}, and {n} should leave it",
        "zh-Hans": "{place}只有{pieces}，却要移走{n}",
        "zh-Hant": "{place}只有{pieces}，卻要移走{n}",
        "ja": "{place}には{pieces}しかなく、{n}は出せません",
    },
    "few, unsaid": {
        "en": "fewer lie there than are needed",
        "zh-Hans": "那里的数量不够",
        "zh-Hant": "那裡的數量不夠",
        "ja": "そこには足りません",
    },
    "limits": {
        "en": "{mark} would be {n}: it goes from {low} to {high}",
        "zh-Hans": "{mark}将变为{n}：应在{low}至{high}之间",
        "zh-Hant": "{mark}將變為{n}：應在{low}至{high}之間",
        "ja": "{mark}が{n}になります。範囲は{low}から{high}です",
    },
    "limits, unsaid": {
        "en": "it would leave its limits",
        "zh-Hans": "将超出其范围",
        "zh-Hant": "將超出其範圍",
        "ja": "範囲を超えます",
    },
    "taken": {
        "en": "{card} lies in {place} already",
        "zh-Hans": "{place}中已有{card}",
        "zh-Hant": "{place}中已有{card}",
        "ja": "{place}には既に{card}があります",
    },
    "taken, unsaid": {
        "en": "a card lies there already",
        "zh-Hans": "那里已有一张牌",
        "zh-Hant": "那裡已有一張牌",
        "ja": "そこには既にカードがあります",
    },
    "no options": {
        "en": "there is nothing to choose",
        "zh-Hans": "没有可选的选项",
        "zh-Hant": "沒有可選的選項",
        "ja": "選べるものがありません",
    },
    "few options": {
        "en": "to be chosen: {0}, and fewer can be",
        "zh-Hans": "须选{0}个，可选的不够",
        "zh-Hant": "須選{0}個，可選的不夠",
        "ja": "{0}個選ぶ必要がありますが、足りません",
    },
    "nobody": {
        "en": "nobody is meant by it",
        "zh-Hans": "所指的人不存在",
        "zh-Hant": "所指的人不存在",
        "ja": "該当者がいません",
    },
    "no card": {
        "en": "no card lies there",
        "zh-Hans": "那里没有牌",
        "zh-Hant": "那裡沒有牌",
        "ja": "そこにカードはありません",
    },
    "empty": {"en": "the pile is empty", "zh-Hans": "牌堆是空的", "zh-Hant": "牌堆是空的", "ja": "山札が空です"},
    "rounds": {
        "en": "{0} rounds are more than {1}",
        "zh-Hans": "{0}轮超过了{1}轮",
        "zh-Hant": "{0}輪超過了{1}輪",
        "ja": "{0}回は{1}回を超えます",
    },
    "not its owner": {
        "en": "pieces of another player lie there, or would",
        "zh-Hans": "那里有或将有别的玩家的棋子",
        "zh-Hant": "那裡有或將有別的玩家的棋子",
        "ja": "そこにほかのプレイヤーの駒があるか、置かれます",
    },
    "no row": {
        "en": "no row of the table covers this number",
        "zh-Hans": "表中没有一行包含这个数",
        "zh-Hant": "表中沒有一行包含這個數",
        "ja": "表にこの数の行がありません",
    },
    "many numbers": {
        "en": "{0} to {1} are too many numbers to choose from",
        "zh-Hans": "从{0}到{1}，可选的数太多",
        "zh-Hant": "從{0}到{1}，可選的數太多",
        "ja": "{0}から{1}までは選ぶには多すぎます",
    },
    "range": {
        "en": "{0} is not from {1} to {2}",
        "zh-Hans": "{0}不在{1}至{2}之间",
        "zh-Hant": "{0}不在{1}至{2}之間",
        "ja": "{0}は{1}から{2}の範囲にありません",
    },
    "product": {
        "en": "{0} times {1} is beyond {2}",
        "zh-Hans": "{0}乘以{1}超过了{2}",
        "zh-Hant": "{0}乘以{1}超過了{2}",
        "ja": "{0}×{1}は{2}を超えます",
    },
    "few cards": {
        "en": "needed: {0}, lying there: {1}",
        "zh-Hans": "需要{0}张，那里只有{1}张",
        "zh-Hant": "需要{0}張，那裡只有{1}張",
        "ja": "{0}枚必要ですが、{1}枚しかありません",
    },
    "nothing to draw": {
        "en": "there is nothing to draw from",
        "zh-Hans": "没有可抽的东西",
        "zh-Hant": "沒有可抽的東西",
        "ja": "引くものがありません",
    },
    "no such spot": {
        "en": "there is no spot {0}: there are {1}",
        "zh-Hans": "没有第{0}个格：共有{1}个",
        "zh-Hant": "沒有第{0}個格：共有{1}個",
        "ja": "枠{0}はありません。{1}個です",
    },
    "not one": {
        "en": "exactly one is meant, and there are {0}",
        "zh-Hans": "应当恰好有一个，却有{0}个",
        "zh-Hant": "應當恰好有一個，卻有{0}個",
        "ja": "ちょうど1つのはずですが、{0}個あります",
    },
}
NEGATIVE = {
    "en": "{n} of {pieces} are to be moved: a number of pieces is 0 or more",
    "zh-Hans": "要移动{n}个{pieces}：数量不得小于0",
    "zh-Hant": "要移動{n}個{pieces}：數量不得小於0",
    "ja": "{pieces}を{n}個動かすことはできません。数は0以上です",
}
TOO_LOW = {
    "en": "{mark} would be {n}: it is {low} or more",
    "zh-Hans": "{mark}将变为{n}：不得小于{low}",
    "zh-Hant": "{mark}將變為{n}：不得小於{low}",
    "ja": "{mark}が{n}になります。{low}以上でなければなりません",
}
TOO_HIGH = {
    "en": "{mark} would be {n}: that is too much",
    "zh-Hans": "{mark}将变为{n}：数值过大",
    "zh-Hant": "{mark}將變為{n}：數值過大",
    "ja": "{mark}が{n}になります。大きすぎます",
}
"""Of a mark without an upper limit"""
UNSAID: Mapping[str, Forms] = {
    "rounds": {
        "en": "there are too many rounds",
        "zh-Hans": "轮数太多",
        "zh-Hant": "輪數太多",
        "ja": "回数が多すぎます",
    },
    "many numbers": {
        "en": "there are too many numbers to choose from",
        "zh-Hans": "可选的数太多",
        "zh-Hant": "可選的數太多",
        "ja": "選べる数が多すぎます",
    },
    "range": {
        "en": "a number is out of its range",
        "zh-Hans": "数超出了范围",
        "zh-Hant": "數超出了範圍",
        "ja": "数が範囲外です",
    },
    "product": {"en": "a product is too large", "zh-Hans": "乘积过大", "zh-Hant": "乘積過大", "ja": "積が大きすぎます"},
    "few cards": {
        "en": "fewer cards lie there than are needed",
        "zh-Hans": "那里的牌不够",
        "zh-Hant": "那裡的牌不夠",
        "ja": "そこのカードが足りません",
    },
    "no such spot": {
        "en": "there is no such spot",
        "zh-Hans": "没有这个格",
        "zh-Hant": "沒有這個格",
        "ja": "その枠はありません",
    },
    "not one": {
        "en": "exactly one is meant, and there are fewer or more",
        "zh-Hans": "应当恰好有一个，却没有或不止一个",
        "zh-Hant": "應當恰好有一個，卻沒有或不止一個",
        "ja": "ちょうど1つのはずですが、そうではありません",
    },
}
"""What is said to players of facts whose numbers were not looked at when the rules were compiled: they may rest on secrets."""
CODES = {name: code for code, name in enumerate(TEXTS)}
_NAMES = tuple(TEXTS)


class Names(Protocol):
    """What things are called in one language (:class:`rulekit.runtime.labels.Labels`)."""

    image: Any
    lang: str

    @property
    def colon(self) -> str: ...
    def column(self, index: int) -> Any: ...
    def instance(self, name: str, owners: Sequence[str], instance: int) -> str: ...
    def member(self, root: str, index: int) -> str: ...
    def pieces(self, token: int, n: int | None = None) -> str: ...
    def slot(self, index: int) -> str: ...
    def spot(self, index: int) -> str: ...


def in_words(facts: Sequence[int], names: Names, to_author: bool = False) -> str:
    """What the facts of a failure say: ``Ash: bank holds 3 coins, and 5 should leave it``; empty where there are none."""
    if not facts:
        return ""
    code, me, *values = facts
    said = _said(_NAMES[code], values, names, to_author)
    who = names.member("player", me) if 0 <= me < len(names.image.seats) else ""
    return said if who in said else f"{who}{names.colon}{said}"  # also where nobody is meant


def _said(name: str, values: Sequence[int], names: Names, to_author: bool) -> str:
    match name:
        case "few":
            token, index, n, there = values
            if n < 0:
                return _in(NEGATIVE, names).format(n=n, pieces=names.pieces(token))
            lying = names.pieces(token, there)
            return _in(TEXTS[name], names).format(place=names.slot(index), pieces=lying, n=f"{n:,}")
        case "limits":
            return _limits(values[0], values[1], names)
        case "taken":
            card = names.member(names.image.places[names.column(values[0]).name].root, values[1])
            return _in(TEXTS[name], names).format(card=card, place=names.spot(values[0]))
    if name in UNSAID and not to_author:
        return _in(UNSAID[name], names)
    return _in(TEXTS[name], names).format(*(f"{n:,}" for n in values))


def _in(forms: Forms, names: Names) -> str:
    """A text in the language of the names; in English where there is none."""
    return form(forms, names.lang)


def _limits(index: int, value: int, names: Names) -> str:
    block = names.column(index)
    mark = names.image.marks[block.name]
    low, high = mark.low, mark.high
    text = TEXTS["limits"] if high is not None else TOO_LOW if low is not None and value < low else TOO_HIGH
    said = names.instance(block.name, mark.owners, index - block.base)
    return _in(text, names).format(mark=said, n=f"{value:,}", low=low, high=high)
