"""What people type is found among the options, however it is spaced."""

from __future__ import annotations

import pytest

from rulekit.tabletop.typed import meant, parts

ORDERS = ["A Par H", "A Par - Bur", "A Par S A Mar", "A Par S A Mar - Bur", "A Wal - Bel via convoy", "A Wal - Bre"]
CHINESE = ["陆巴黎 坚守", "陆巴黎 支援 陆马赛 - 勃艮第"]


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("A Par H", [0]),
        ("a par-bur", [1]),
        ("A Par → Bur", [1]),
        ("A PAR -> BUR", [1]),
        ("Ａ Ｐａｒ – Bur", [1]),
        ("A Par S A Mar", [2]),
        ("A Par S A Mar - B", [3]),
        ("A Par S Mar - Bur", [3]),
        ("A Wal - Bel via", [4]),
        ("A Wal", [4, 5]),
        ("A Par", [0, 1, 2, 3]),
        ("A Par - Gas", []),
        ("A Wal Bel", []),
        ("", []),
        (" , ", []),
    ],
)
def test_orders_are_found_as_people_write_them(typed: str, wanted: list[int]) -> None:
    assert meant(typed, ORDERS) == wanted


@pytest.mark.parametrize("typed", ["陆巴黎支援陆马赛-勃艮第", "陆巴黎 支援 马赛 － 勃艮第", "陆巴黎支援"])
def test_chinese_needs_no_spaces(typed: str) -> None:
    assert meant(typed, CHINESE) == [1]


def test_a_short_word_is_no_longer_one_with_something_left_out() -> None:
    assert meant("Mar Bur", ["Mar - Bur"]) == []


def test_several_in_one_line_are_parted() -> None:
    assert parts("A Par H; F Bre - Mao，A Mar H、") == ["A Par H", "F Bre - Mao", "A Mar H"]
