"""The commands in a form, beside the numbers of its lines and the names of options."""

from __future__ import annotations

from rulekit.tabletop.commands import is_number

DONE = ("done", "完成", "確定", "确定", "決定")
REST = ("rest", "rest random", "其余随机", "其餘隨機", "残りはランダム")
REST_WITH = ("rest ", "其余", "其餘", "残りは")
"""Before the option that the open lines get"""
BACK = ("back", "返回", "戻る")
CLEAR = ("clear", "清空", "消去")


def is_order(typed: str) -> bool:
    """Whether something typed says itself what to do: a line by its number, or a word for the form."""
    return is_number(typed.partition(" ")[0]) or is_form_word(typed)


def is_form_word(typed: str) -> bool:
    """Whether typed text begins with a command that only forms have."""
    first = typed.partition(" ")[0].casefold()
    return first in (*DONE, *REST, *CLEAR) or typed.casefold().startswith(REST_WITH)
