"""What a tryout says, in English and in Simplified Chinese; the sentences about lines are those of a `Fact`."""

from __future__ import annotations

from rulekit.lab.texts import said
from rulekit.runtime.failures import CANNOT

TEXTS = {
    "head": {
        "en": "{game} with {variants}: {n} games of {players} players by {bots}, and as many without",
        "zh": "{game}（{variants}）：{players}人，{bots}对局{n}盘，另以相同种子进行{n}盘无变体的对局",
    },
    "short of time": {
        "en": "time was over after {n} of {asked} games; --seconds gives more",
        "zh": "时限已到，只完成了{asked}盘中的{n}盘；可用 --seconds 延长",
    },
    "fine": {"en": "Nothing doubtful was seen.", "zh": "未发现可疑之处。"},
    # ---- games that stop
    "stopped": {"en": "Games that stopped: {n} of {of}", "zh": "中断的对局：{of}盘中有{n}盘"},
    "stop": {"en": "{n} games: {message}", "zh": "{n}盘：{message}"},
    "can not": {"en": CANNOT, "zh": "此行无法执行"},
    "at once": {"en": "before anybody is asked", "zh": "在任何人作出决定之前"},
    "last": {
        "en": "seed {seed}, decision {n}: {player} chose {option} ({prompt})",
        "zh": "种子{seed}，第{n}次决定：{player}选择了{option}（{prompt}）",
    },
    "see": {"en": "up to there: rulekit replay {path}", "zh": "重现至此：rulekit replay {path}"},
    "go on": {"en": "from there: rulekit play --resume {path}", "zh": "从此继续：rulekit play --resume {path}"},
    "unranked": {
        "en": "Games that ended with nobody ranked: {n} of {of}, the first with seed {seed}",
        "zh": "结束时无人排名的对局：{of}盘中有{n}盘，首盘种子{seed}",
    },
    # ---- what the variant brings
    "lines": {"en": "What the variant brings (! is doubtful)", "zh": "变体带来的内容（!表示可疑）"},
    "never note": {
        "en": "What never came up in {n} games comes up in {most:.1f} % of games at most, by these bots (95 %).",
        "zh": "{n}盘中从未出现的情况，就这些机器人而言，在所有对局中至多占{most:.1f}%（95%）。",
    },
    "card": {
        "en": "the card was in force {times} times, in {games} of {n} games",
        "zh": "此牌生效{times}次，见于{n}盘中的{games}盘",
    },
    "card never": {"en": "the card was never in force in {n} games", "zh": "{n}盘中此牌从未生效"},
    "refuse": {
        "en": "refused {times} times what was allowed until then, in {games} of {n} games",
        "zh": "否决了{times}次原本允许的情况，见于{n}盘中的{games}盘",
    },
    "refuse never": {"en": "this refusal never came up in {n} games", "zh": "{n}盘中此项禁止从未起作用"},
    "alone": {
        "en": "{times} times it alone refused; the others are refused by something else, too",
        "zh": "其中{times}次仅由它否决；其余情况另有其他规则否决",
    },
    "allow": {
        "en": "lifted a refusal {times} times, in {games} of {n} games",
        "zh": "解除了{times}次禁止，见于{n}盘中的{games}盘",
    },
    "allow never": {"en": "never lifted a refusal in {n} games", "zh": "{n}盘中从未解除任何禁止"},
    "adjust": {
        "en": "heard {applied} times; gave another value {times} times, in {games} of {n} games",
        "zh": "适用{applied}次；{times}次改变了数值，见于{n}盘中的{games}盘",
    },
    "adjust idle": {
        "en": "heard {applied} times in {n} games, and never gave another value",
        "zh": "{n}盘中适用{applied}次，但从未改变数值",
    },
    "adjust never": {"en": "was never heard in {n} games", "zh": "{n}盘中从未适用"},
    "said": {"en": "held {times} times, in {games} of {n} games", "zh": "成立{times}次，见于{n}盘中的{games}盘"},
    "said never": {"en": "its condition never held in {n} games", "zh": "{n}盘中其条件从未成立"},
    "if": {
        "en": "the condition held {times} times, in {games} of {n} games",
        "zh": "条件成立{times}次，见于{n}盘中的{games}盘",
    },
    "if never": {"en": "the condition never held in {n} games", "zh": "{n}盘中条件从未成立"},
    "if always": {"en": "the condition held every time ({times})", "zh": "条件每次都成立（{times}次）"},
    "needs": {
        "en": "was not met {times} times, in {games} of {n} games",
        "zh": "未满足{times}次，见于{n}盘中的{games}盘",
    },
    "needs never": {"en": "was always met in {n} games: it refused nothing", "zh": "{n}盘中始终满足：从未否决任何事"},
    "clause": {"en": "was read {times} times, in {games} of {n} games", "zh": "读取{times}次，见于{n}盘中的{games}盘"},
    "clause never": {"en": "was never read in {n} games", "zh": "{n}盘中从未读取"},
    "line": {"en": "carried out in {games} of {n} games", "zh": "在{n}盘中的{games}盘执行过"},
    "line never": {"en": "never carried out in {n} games", "zh": "{n}盘中从未执行"},
    "line changed": {
        "en": "carried out in {games} of {n} games; changed something {times} times",
        "zh": "在{n}盘中的{games}盘执行过；{times}次有所改变",
    },
    "line idle": {
        "en": "carried out in {games} of {n} games, and never changed anything",
        "zh": "在{n}盘中的{games}盘执行过，但从未改变任何东西",
    },
    "question": {"en": "asked {times} times, in {games} of {n} games", "zh": "询问{times}次，见于{n}盘中的{games}盘"},
    "question empty": {
        "en": "asked {of} times, and {times} times there was nothing but `none`",
        "zh": "询问{of}次，其中{times}次只能选“无”",
    },
    "question forced": {
        "en": "asked {of} times, and {times} times there was one option only",
        "zh": "询问{of}次，其中{times}次只有一个选项",
    },
    "question same": {"en": "asked {of} times, with the same answer every time", "zh": "询问{of}次，每次答案都相同"},
    # ---- what else moved
    "moved": {
        "en": "What else moved, on {pairs} pairs of games with the same seeds",
        "zh": "其他变化（{pairs}对相同种子的对局）",
    },
    "moved none": {
        "en": "nothing for sure, of {compared} numbers. {power}",
        "zh": "{compared}项数值中没有可靠的变化。{power}",
    },
    "number": {"en": "{what}: {laid:.1f}; {base:.1f} before ({low:+.2f} to {high:+.2f})",
               "zh": "{what}：{laid:.1f}，原为{base:.1f}（{low:+.2f}至{high:+.2f}）"},
    "decisions": {"en": "decisions in a game", "zh": "每盘决定数"},
    "win share": {"en": "win share of {player}, in %", "zh": "{player}的胜率（%）"},
    "score": {"en": "score of {player}", "zh": "{player}的得分"},
    "more often": {
        "en": "{what}: {laid:.1f} a game; {base:.1f} before ({low:+.2f} to {high:+.2f})",
        "zh": "{what}：每盘{laid:.1f}次，原为{base:.1f}次（{low:+.2f}至{high:+.2f}）",
    },
    "never more": {
        "en": "{what}: never in {pairs} games; {base:.1f} a game before",
        "zh": "{what}：{pairs}盘中从未发生，原为每盘{base:.1f}次",
    },
    "held": {"en": "`{what}` held", "zh": "“{what}”成立"},
    "and more": {"en": "and {n} more: --json tells all", "zh": "另有{n}项：--json列出全部"},
}  # fmt: skip


def text(key: str, lang: str, **values: object) -> str:
    """A text in a language; English where there is no other."""
    return said(TEXTS, key, lang, **values)
