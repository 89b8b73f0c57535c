"""What the commands themselves say to a player, in three languages. What the game says comes from the engine."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import field, frozen

from rulekit.cli.nearest import nearest
from rulekit.cli.quoting import Quoting
from rulekit.cli.reading import Reading
from rulekit.diagnostics import UserError

LANGUAGES = ("en", "zh-Hans", "zh-Hant")

TEXTS: dict[str, tuple[str, str, str]] = {
    "title": ("{game}, seed {seed}", "{game}，种子 {seed}", "{game}，種子 {seed}"),
    "sits": ("{name} ({who})", "{name}（{who}）", "{name}（{who}）"),
    "seats": ("Seats: {seats}", "座位：{seats}", "座位：{seats}"),
    "human": ("you", "你", "你"),
    "bot": ("bot {name}", "电脑 {name}", "電腦 {name}"),
    "resumed": (
        "The game goes on after {n} decisions.",
        "继续游戏（已作 {n} 次决定）。",
        "繼續遊戲（已作 {n} 次決定）。",
    ),
    "short_help": ("? for help", "? 查看帮助", "? 查看說明"),
    "no_tui": (
        "The table as a full screen, with a map: pip install 'rulekit-boardgames[tui]' (--plain: these prompts without a word)",
        "全屏桌面与地图：pip install 'rulekit-boardgames[tui]'（--plain：只用文字提示）",
        "全螢幕桌面與地圖：pip install 'rulekit-boardgames[tui]'（--plain：只用文字提示）",
    ),
    "earlier": (
        "({n} earlier lines: log {all})",
        "（另有 {n} 行较早的记录：log {all}）",
        "（另有 {n} 行較早的記錄：log {all}）",
    ),
    "refused": (
        "Not allowed now (why N tells the reason):",
        "现在不允许（why N 查看原因）：",
        "現在不允許（why N 查看原因）：",
    ),
    "many_refused": (
        "{n} more are not allowed now (why tells which and why, why NAME one of them)",
        "另有 {n} 项现在不允许（why 列出全部及原因，why 名称 查看其中一项）",
        "另有 {n} 項現在不允許（why 列出全部及原因，why 名稱 查看其中一項）",
    ),
    "more": (
        "... and {n} more (type a part of the name)",
        "……还有 {n} 项（可输入名称的一部分）",
        "……還有 {n} 項（可輸入名稱的一部分）",
    ),
    "which": ("Which one?", "是哪一个？", "是哪一個？"),
    "no_number": (
        "There is no number {n} here; {first} to {last} can be chosen.",
        "没有编号 {n}；可选 {first} 到 {last}。",
        "沒有編號 {n}；可選 {first} 到 {last}。",
    ),
    "unknown": (
        "“{text}” is neither a number, a name nor a command. {hint}",
        "“{text}”不是编号、名称或命令。{hint}",
        "「{text}」不是編號、名稱或命令。{hint}",
    ),
    "not_allowed": ("{option}: not allowed: {reason}", "{option}：不允许：{reason}", "{option}：不允許：{reason}"),
    "allowed": ("{option}: this is allowed.", "{option}：可以选择。", "{option}：可以選擇。"),
    "asked_by": ("Asked by {rule}: {text}", "提问的规则 {rule}：{text}", "提問的規則 {rule}：{text}"),
    "holds": ("holds", "成立", "成立"),
    "holds_not": ("does not hold", "不成立", "不成立"),
    "applies": ("applies", "适用", "適用"),
    "applies_not": ("does not apply", "不适用", "不適用"),
    "no_refusals": ("Nothing is refused here.", "此处没有被禁止的选项。", "此處沒有被禁止的選項。"),
    "no_undo": ("Nothing is taken back: {reason}", "不能撤销：{reason}", "不能撤銷：{reason}"),
    "undone": (
        "Taken back; you are asked again: {question}",
        "已撤销，重新提问：{question}",
        "已撤銷，重新提問：{question}",
    ),
    "saved": ("Saved in {path}", "已保存到 {path}", "已儲存到 {path}"),
    "kept": ("The game is kept in {path}", "游戏已保存在 {path}", "遊戲已儲存在 {path}"),
    "go_on": ("Go on with: {command}", "继续游戏：{command}", "繼續遊戲：{command}"),
    "empty_log": ("Nothing has happened yet.", "还没有发生任何事。", "還沒有發生任何事。"),
    "hand_over": (
        "{player} is asked now; the others look away. Press Enter.",
        "轮到 {player}，其他人请回避。按回车键继续。",
        "輪到 {player}，其他人請迴避。按 Enter 鍵繼續。",
    ),
    "new_rules": (
        "The rules have changed. The {n} choices so far were made again under the new ones.",
        "规则已更改。已按新规则重演此前的 {n} 次选择。",
        "規則已更改。已按新規則重演此前的 {n} 次選擇。",
    ),
    "reading_rules": (
        "The rule files have changed: they are read again ...",
        "规则文件已更改，正在重新读取……",
        "規則檔案已更改，正在重新讀取……",
    ),
    "old_rules": (
        "The rules hold mistakes now: the game goes on under the old ones.",
        "现在的规则有错误：游戏按原规则继续。",
        "現在的規則有錯誤：遊戲按原規則繼續。",
    ),
    "parts": (
        "The games part after {n} choices: what happened before, and what happens now:",
        "第 {n} 次选择之后开始不同：之前（-）与现在（+）：",
        "第 {n} 次選擇之後開始不同：之前（-）與現在（+）：",
    ),
    "parts_here": (
        "Choice {n} can not be made any more; the game goes on from there. It was: {why}",
        "第 {n} 次选择已无法作出，游戏从此处继续。原为：{why}",
        "第 {n} 次選擇已無法作出，遊戲從此處繼續。原為：{why}",
    ),
    "first_difference": (
        "The first difference: {what}",
        "第一处不同：{what}",
        "第一處不同：{what}",
    ),
    "same_so_far": ("Nothing that has happened so far changes.", "此前的一切没有变化。", "此前的一切沒有變化。"),
    "nothing": ("nothing", "无", "無"),
    "over": ("The game is over.", "游戏结束。", "遊戲結束。"),
    "nobody_ranked": (
        "The rules came to their end without saying who has won: nobody is ranked.",
        "规则已执行完毕，但没有说明谁获胜：无人排名。",
        "規則已執行完畢，但沒有說明誰獲勝：無人排名。",
    ),
    "winner": ("{names} wins.", "{names} 获胜。", "{names} 獲勝。"),
    "winners": ("{names} share the victory.", "{names} 并列获胜。", "{names} 並列獲勝。"),
    "rank": ("Rank", "名次", "名次"),
    "seat": ("Seat", "座位", "座位"),
    "player": ("Player", "玩家", "玩家"),
    "score": ("Score", "得分", "得分"),
    "ties": ("Tie-break", "平手判定", "平手判定"),
    "decisions": ("{n} decisions", "{n} 次决定", "{n} 次決定"),
    "name": ("Name", "名称", "名稱"),
    "value": ("Value", "数值", "數值"),
    "contents": ("Contents", "内容", "內容"),
    "general": ("Game", "全局", "全局"),
    "empty": ("empty", "空", "空"),
    "hidden": ("{n} face down", "{n} 张面朝下", "{n} 張面朝下"),
    "too_wide": (
        "(no room for: {names}; show NAME tells all of one)",
        "（宽度不够，未显示：{names}；show 名称 可查看其全部内容）",
        "（寬度不夠，未顯示：{names}；show 名稱 可查看其全部內容）",
    ),
    "not_there": (
        "Nothing on the table is called {name}; {hint}",
        "桌面上没有叫“{name}”的东西；{hint}",
        "桌面上沒有叫「{name}」的東西；{hint}",
    ),
    "form_hint": (
        "number: fill in that line · 3 NAME · clear 3 · rest random · done · back",
        "编号：填写该行 · 3 名称 · clear 3 · rest random（其余随机）· done（完成）· back（返回）",
        "編號：填寫該行 · 3 名稱 · clear 3 · rest random（其餘隨機）· done（完成）· back（返回）",
    ),
    "form_offer": (
        "({n} questions of this kind: form fills them in together)",
        "（同类问题共 {n} 个：form 可一起填写）",
        "（同類問題共 {n} 個：form 可一起填寫）",
    ),
    "form_open": ("Still open: {lines}", "尚未填写：{lines}", "尚未填寫：{lines}"),
    "form_cleared": ("Cleared for it: {lines}", "因此清空：{lines}", "因此清空：{lines}"),
    "no_form": ("This is a single question.", "这是单个问题。", "這是單個問題。"),
    "says": ("As the rulebook says it:", "规则书原文：", "規則書原文："),
    "where": ("where", "位置", "位置"),
    "there_is": ("there is", "有", "有"),
    "rest": ("({n} more: board)", "（另有 {n} 行：board）", "（另有 {n} 行：board）"),
    "thinking": (
        "Thinking; the first time some seconds longer, since playouts are compiled.",
        "思考中；首次需要多花几秒编译。",
        "思考中；首次需要多花幾秒編譯。",
    ),
    "hint": (
        "  {n}  {option}: {value} of 100, tried {tried} times",
        "  {n}  {option}：{value}分（满分100），尝试{tried}次",
        "  {n}  {option}：{value}分（滿分100），嘗試{tried}次",
    ),
    "hint_after": ("; then {line}", "；然后{line}", "；然後{line}"),
    "help": (
        """\
N            choose the option with this number (its name does as well)
why N        why an option is allowed or not: the rules that say so, and the values they compare
hint         what a bot would choose in your place, from what you see
board        everything on the table that you may see
show NAME    all of one thing, or of one kind of things
log [N]      what happened: the last N lines, with the rules behind them
form         fill a run of like questions in together
undo         take back your last choice (never across chance, a reveal or somebody else's choice)
save [FILE]  save the game
quit         leave; the game is kept and can be resumed""",
        """\
N            选择该编号的选项（也可输入名称）
why N        某选项为何允许或不允许：对应的规则及其比较的数值
hint         机器人处于你的位置会如何选择（只凭你所见）
board        桌面上你能看到的一切
show 名称    某一事物或某一类事物的全部内容
log [N]      最近 N 条记录及其规则出处
form         一起填写一组同类问题
undo         撤销上一次选择（不能越过随机、翻牌或他人的选择）
save [文件]  保存游戏
quit         离开；游戏会保存，可以继续""",
        """\
N            選擇該編號的選項（也可輸入名稱）
why N        某選項為何允許或不允許：對應的規則及其比較的數值
hint         機器人處於你的位置會如何選擇（只憑你所見）
board        桌面上你能看到的一切
show 名称    某一事物或某一类事物的全部内容
log [N]      最近 N 條記錄及其規則出處
form         一起填寫一組同類問題
undo         撤銷上一次選擇（不能越過隨機、翻牌或他人的選擇）
save [檔案]  儲存遊戲
quit         離開；遊戲會儲存，可以繼續""",
    ),
}


@frozen
class Texts:
    """The catalogue in one language: ``say("human")``. ``lang`` is the language that the engine is asked for."""

    lang: str
    column: int = 0
    quoting: Quoting = field(factory=Quoting)
    reading: Reading = field(factory=Reading)

    def of(self, folder: Path, variants: Sequence[Path]) -> Texts:
        """The same for a game, whose rules are quoted."""
        return Texts(self.lang, self.column, Quoting(self.lang, folder, variants), Reading(self.lang, folder, variants))

    def __call__(self, key: str, **values: object) -> str:
        """One text, with the values filled in."""
        return TEXTS[key][self.column].format(**values)

    @property
    def colon(self) -> str:
        return "：" if self.column else ": "

    def list(self, names: Iterable[str]) -> str:
        """Names in a row, as one writes them in this language."""
        return ("、" if self.column else ", ").join(names)


def choose_language(asked: str | None, known: Iterable[str] = ()) -> Texts:
    """The language that the user asks for, or that of the locale. ``known``: languages that the game speaks."""
    languages = list(dict.fromkeys([*LANGUAGES, *known]))
    lang = _standard(asked if asked is not None else _locale())
    if lang not in languages:
        if asked is not None:
            raise UserError(f"there is no language {asked} here", nearest(asked, languages, "languages"))
        lang = "en"
    return Texts(lang, LANGUAGES.index(lang) if lang in LANGUAGES else 0)


def _locale() -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value
    return "en"


def _standard(text: str) -> str:
    """``zh_TW.UTF-8`` -> ``zh-Hant``, ``en_GB`` -> ``en``."""
    parts = text.split(".")[0].split("@")[0].replace("_", "-").lower().split("-")
    if parts[0] != "zh":
        return parts[0]
    if {"hant", "tw", "hk", "mo"} & set(parts[1:]):
        return "zh-Hant"
    return "zh-Hans" if {"hans", "cn", "sg"}.issuperset(parts[1:]) else text
