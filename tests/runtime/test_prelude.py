"""What generated code calls."""

from __future__ import annotations

from rulekit.runtime.prelude import position, unchanged


def test_a_position_is_numbers_alone_with_each_list_behind_its_length() -> None:
    assert position([5, 9], [[2], [], [3, 4]], chance=[1]) == [5, 0, 1, 2, 0, 2, 3, 4]


def test_what_is_drawn_by_chance_changes_nothing_and_where_a_card_lies_does() -> None:
    before = position([5, 9], [[2], []], [1])
    assert unchanged([5, 8], [[2], []], [1], before)
    for s, z in (([6, 9], [[2], []]), ([5, 9], [[], [2]]), ([5, 9], [[], []])):
        assert not unchanged(s, z, [1], before)
