"""The texts of the report, in English and in Simplified Chinese."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.languages import form

TEXTS = {
    "title": {"en": "{game}: {n} games by {bots}", "zh": "{game}：{bots}对局{n}盘"},
    "set-up": {
        "en": "{players} players, seeds from {seed}, variants: {variants}. Intervals are 95 %.",
        "zh": "{players}人，起始种子{seed}，变体：{variants}。区间均为95%。",
    },
    "none": {"en": "none", "zh": "无"},
    "wins": {"en": "Who wins", "zh": "胜率"},
    "wins note": {
        "en": "Share of the win by seat; the dashed line is where equals would be.",
        "zh": "各座位的胜率；虚线为势均力敌时的胜率。",
    },
    "scores": {"en": "Scores", "zh": "得分"},
    "score of": {
        "en": "{player}: mean {mean:.1f}{range}, median {median:g}",
        "zh": "{player}：平均{mean:.1f}{range}，中位数{median:g}",
    },
    "range": {"en": " ({low:.1f} to {high:.1f})", "zh": "（{low:.1f}至{high:.1f}）"},
    "length": {"en": "Length", "zh": "长度"},
    "decisions": {
        "en": "Decisions in a game: mean {mean:.1f}{range}",
        "zh": "每盘决定数：平均{mean:.1f}{range}",
    },
    "uses": {"en": "What is chosen, and what it is worth", "zh": "选择及其价值"},
    "uses note": {
        "en": "Gain: the win share of players who chose it at least once, less that of all others. It does not say what is "
        "the cause: who is ahead can afford more. Surest first; p is corrected for all {n} comparisons (Holm).",
        "zh": "增益：至少选过一次者的胜率减去其余玩家的胜率。这并不说明因果：领先者往往有更多选择。最可靠者在前；"
        "p值已按全部{n}次比较校正（Holm）。",
    },
    "choice": {"en": "choice", "zh": "选择"},
    "option": {"en": "option", "zh": "选项"},
    "times": {"en": "a game", "zh": "每盘次数"},
    "players": {"en": "of players", "zh": "玩家比例"},
    "gain": {"en": "gain", "zh": "增益"},
    "all uses": {"en": "All options", "zh": "全部选项"},
    "unused": {"en": "Never chosen", "zh": "从未选过"},
    "unused note": {
        "en": "By these bots, in these games: at most {most:.2f} % of games by others would show any one of them (95 %).",
        "zh": "就这些机器人和这些对局而言：换作其他对局，出现其中任一项的比例至多{most:.2f}%（95%）。",
    },
    "stopped": {"en": "Games that stopped", "zh": "中断的对局"},
    "stopped row": {"en": "{n} games, the first with seed {seed}: {reason}", "zh": "{n}盘，首盘种子{seed}：{reason}"},
    "compared": {"en": "With and without {changes}", "zh": "有无{changes}的比较"},
    "compared note": {
        "en": "{pairs} pairs on the same seeds. p is corrected for all comparisons (Holm); bold is a finding. Pairing was worth "
        "{gain:.1f} times as many games. {power}",
        "zh": "相同种子的{pairs}对对局。p值已按全部比较校正（Holm）；粗体为可靠的差异。配对相当于{gain:.1f}倍的对局数。{power}",
    },
    "power": {
        "en": "A change of {least:.1f} points in a win share would have been seen in 80 of 100 such runs.",
        "zh": "在100次这样的运行中，80次能检出{least:.1f}个百分点的胜率变化。",
    },
    "power more": {
        "en": "A change of {least:.1f} points in a win share would have been seen in 80 of 100 such runs; "
        "{more} more games would be needed to see 1 point.",
        "zh": "在100次这样的运行中，80次能检出{least:.1f}个百分点的胜率变化；要检出1个百分点还需{more}盘。",
    },
    "power few": {
        "en": "Pairs of games that came to their ends: {pairs}. That is too few to see a change of a win share.",
        "zh": "只有{pairs}对对局下完，太少，看不出胜率的变化。",
    },
    "power none": {
        "en": "No win share differed in any of {pairs} pairs: a change in 3 of {pairs} may still be missed.",
        "zh": "{pairs}对对局的胜率全部相同；即便如此，{pairs}对中有3对发生变化仍可能未被发现。",
    },
    "what": {"en": "number", "zh": "数值"},
    "player": {"en": "player", "zh": "玩家"},
    "without": {"en": "without", "zh": "无变体"},
    "with": {"en": "with", "zh": "有变体"},
    "difference": {"en": "difference", "zh": "差异"},
    "seen": {"en": "would be seen", "zh": "可检出"},
    # ---- sweeps and searches
    "sweep title": {"en": "{game}: {setting}, by {bots}", "zh": "{game}：{setting}（{bots}）"},
    "sweep note": {
        "en": "{n} games with each value, on the same seeds. Intervals are 95 %. * differs from {reference}: p below 0.05, "
        "corrected for the whole table (Benjamini and Hochberg).",
        "zh": "每个值各{n}盘，种子相同。区间均为95%。*表示与{reference}有可靠差异：p值低于0.05，已按全表校正"
        "（Benjamini与Hochberg）。",
    },
    "games": {"en": "games", "zh": "盘数"},
    "win share": {"en": "win share", "zh": "胜率"},
    "win share of": {"en": "win share of {player}, %", "zh": "{player}的胜率（%）"},
    "score": {"en": "score", "zh": "得分"},
    "score by": {"en": "score of {player}", "zh": "{player}的得分"},
    "decisions by": {"en": "decisions in a game", "zh": "每盘决定数"},
    "stopped games": {
        "en": "{n} games with {value} stopped: rulekit simulate tells why",
        "zh": "{value}时有{n}盘中断：可用 rulekit simulate 查看原因",
    },
    "tune title": {
        "en": "{game}: {setting} for the goal `{goal}`, by {bots}",
        "zh": "{game}：以“{goal}”为目标调整{setting}（{bots}）",
    },
    "rounds": {"en": "rounds", "zh": "轮数"},
    "off": {"en": "off the goal", "zh": "与目标之差"},
    "behind": {"en": "further off than the best", "zh": "比最佳值多出"},
    "best": {"en": "best: {value}", "zh": "最佳：{value}"},
    "possible": {"en": "as good, for all that is known (95 %): {values}", "zh": "同样可能（95%）：{values}"},
    "no other": {"en": "no other value is as good (95 %)", "zh": "没有其他值同样好（95%）"},
    "checked": {"en": "on {n} new seeds, {setting} {value}:", "zh": "以{n}个新种子检验，{setting}为{value}："},
}  # fmt: skip


def text(key: str, lang: str, **values: object) -> str:
    """A text of the report in a language; English where there is no other."""
    return said(TEXTS, key, lang, **values)


def said(texts: Mapping[str, Mapping[str, str]], key: str, lang: str, **values: object) -> str:
    """A text of a table by key and language (``en``, ``zh``) with its values."""
    return form(texts[key], lang).format(**values)
