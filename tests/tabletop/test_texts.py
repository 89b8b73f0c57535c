"""The sentences that need more than their values filled in."""

from __future__ import annotations

import pytest

from rulekit.tabletop.texts import Texts


@pytest.mark.parametrize(
    ("numbers", "lang", "said"),
    [
        ([1, 2, 3], "en", "There is no number 9 here; 1 to 3 can be chosen."),
        ([0, 2, 3, 4, 28], "en", "There is no number 9 here; 0, 2 to 4, 28 can be chosen."),
        ([0], "en", "There is no number 9 here; only 0 can be chosen."),
        ([2, 1, 0, 5], "zh-Hans", "没有编号 9；可选 0 到 2、5。"),
    ],
)
def test_which_numbers_can_be_chosen(numbers: list[int], lang: str, said: str) -> None:
    """A number that is not among them never lies within what is named."""
    assert Texts(lang).no_number(9, numbers) == said
