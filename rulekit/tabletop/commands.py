"""The words that a player may type at a question, besides a number or a name."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, ...]] = {
    "help": ("?", "？", "help", "h", "帮助", "說明", "说明"),
    "why": ("why", "w", "为什么", "為什麼", "为何", "為何"),
    "undo": ("undo", "u", "撤销", "撤銷", "悔棋"),
    "hint": ("hint", "提示", "建议", "建議"),
    "form": ("form", "填表", "表格"),
    "save": ("save", "保存", "儲存", "存档", "存檔"),
    "log": ("log", "l", "记录", "記錄"),
    "board": ("board", "b", "桌面", "版图", "版圖"),
    "show": ("show", "查看", "显示", "顯示"),
    "quit": ("quit", "q", "exit", "退出", "離開", "离开"),
}
MARKS = COMMANDS["help"][:2]
"""The mark of a question, for the question that is asked."""
MORE = ("more", "m", "详细", "詳細", "更多")
"""Behind `why`: with the rules and the values; behind `?` and `show NAME`: the exact rule."""
_BY_WORD = {word: name for name, words in COMMANDS.items() for word in words}
ENGLISH = tuple(next(w for w in words if w.isascii() and len(w) > 1) for words in COMMANDS.values())
"""One word for each command, for "did you mean"."""


def read(line: str) -> tuple[str, str]:
    """``("why", "3")``, ``("number", "12")``, ``("name", line)`` for anything else, and ``("", "")`` for nothing."""
    line = line.strip()
    if not line:
        return "", ""
    if is_number(line):
        return "number", line
    first, _, rest = line.partition(" ")
    command = _BY_WORD.get(first.casefold())
    rest = rest.strip()
    word, _, behind = rest.partition(" ")
    if command == "show" and word in MARKS:  # `show ?` is said for `?`, too
        command, rest = "help", behind.strip()
    if command == "help" and rest.casefold() in MORE:
        return command, rest
    # "board of trade" may be the name of an option: a command that takes nothing is followed by nothing.
    if command is None or (rest and command not in ("why", "save", "log", "show") and (command, rest) != ("undo", "1")):
        return "name", line
    return command, rest


def is_number(text: str) -> bool:
    """Whether somebody typed a number, of a size that one types."""
    return text.isdecimal() and len(text) <= 9
