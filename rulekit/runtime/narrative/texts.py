"""The words in which changes are told, in the languages of the commands."""

from __future__ import annotations

from rulekit import languages
from rulekit.runtime.labels import Labels

TEXTS: dict[str, dict[str, str]] = {
    # in sentences
    "moved": {"en": "{n} from {a} to {b}", "zh": "{n}从{a}移到{b}", "zh-Hant": "{n}從{a}移到{b}", "ja": "{n}：{a}→{b}"},
    "put": {"en": "{n} to {b}", "zh": "{n}移到{b}", "ja": "{n}→{b}"},
    "turned up": {"en": "{card} is turned up", "zh": "翻开{card}", "zh-Hant": "翻開{card}", "ja": "{card}を公開"},
    "number": {"en": "{what} {new} ({plus})", "zh": "{what}{new}（{plus}）", "ja": "{what}{new}（{plus}）"},
    "got": {"en": "{who} gets {things}", "zh": "{who}得到{things}", "ja": "{who}が{things}を得る"},
    "lost": {"en": "{who} loses {things}", "zh": "{who}失去{things}", "ja": "{who}が{things}を失う"},
    "mark": {"en": "{what} is now {new}", "zh": "{what}现为{new}", "zh-Hant": "{what}現為{new}", "ja": "{what}は{new}"},
    "so": {
        "en": "{who} is now {what}",
        "zh": "{who}标为“{what}”",
        "zh-Hant": "{who}標為「{what}」",
        "ja": "{who}は「{what}」になる",
    },
    "no longer": {
        "en": "{who} is no longer {what}",
        "zh": "{who}不再标为“{what}”",
        "zh-Hant": "{who}不再標為「{what}」",
        "ja": "{who}は「{what}」でなくなる",
    },
    "begins": {
        "en": "from now on: {what}",
        "zh": "“{what}”生效",
        "zh-Hant": "「{what}」生效",
        "ja": "「{what}」となる",
    },
    "ends": {
        "en": "no longer: {what}",
        "zh": "“{what}”不再有效",
        "zh-Hant": "「{what}」不再有效",
        "ja": "「{what}」は終わる",
    },
    "skip": {
        "en": "not carried out: {why}",
        "zh": "未能执行：{why}",
        "zh-Hant": "未能執行：{why}",
        "ja": "実行せず：{why}",
    },
    "at once": {
        "en": "{names} chose in secret",
        "zh": "{names}已暗中作出选择",
        "zh-Hant": "{names}已暗中作出選擇",
        "ja": "{names}が伏せて決定",
    },
    "won": {"en": "{names} wins", "zh": "{names}获胜", "zh-Hant": "{names}獲勝", "ja": "{names}の勝ち"},
    "won together": {
        "en": "{names} share the victory",
        "zh": "{names}并列获胜",
        "zh-Hant": "{names}並列獲勝",
        "ja": "{names}が勝利を分け合う",
    },
    "over": {"en": "The game is over.", "zh": "游戏结束。", "zh-Hant": "遊戲結束。", "ja": "ゲーム終了。"},
    # cards that are looked at or shown
    "looks": {"en": "looks at {cards}", "zh": "查看{cards}", "ja": "{cards}を見る"},
    "shows": {
        "en": "shows {who} {cards}",
        "zh": "给{who}看{cards}",
        "zh-Hant": "給{who}看{cards}",
        "ja": "{who}に{cards}を見せる",
    },
    "shows all": {
        "en": "shows everybody {cards}",
        "zh": "给所有人看{cards}",
        "zh-Hant": "給所有人看{cards}",
        "ja": "全員に{cards}を見せる",
    },
    "shown": {"en": "{who} is shown {cards}", "zh": "{who}看到{cards}", "ja": "{who}に{cards}が示される"},
    "shown to all": {
        "en": "everybody is shown {cards}",
        "zh": "所有人都看到{cards}",
        "ja": "全員に{cards}が示される",
    },
    # in the ledger
    "ledger moved": {
        "en": "{n}: {a} → {b}",
        "zh": "{n}从{a}移到{b}",
        "zh-Hant": "{n}從{a}移到{b}",
        "ja": "{n}：{a} → {b}",
    },
    "ledger put": {"en": "{n} → {b}", "zh": "{n}移到{b}", "ja": "{n} → {b}"},
    "changed": {
        "en": "{what}: {old} → {new}",
        "zh": "{what}由{old}改为{new}",
        "zh-Hant": "{what}由{old}改為{new}",
        "ja": "{what}：{old} → {new}",
    },
    "raised": {"en": "{what}: {old} → {new}", "zh": "{what}由{old}增至{new}", "ja": "{what}：{old} → {new}"},
    "lowered": {
        "en": "{what}: {old} → {new}",
        "zh": "{what}由{old}减至{new}",
        "zh-Hant": "{what}由{old}減至{new}",
        "ja": "{what}：{old} → {new}",
    },
    "given": {
        "en": "{what}: {old} → {new}",
        "zh": "{what}定为{new}",
        "zh-Hant": "{what}定為{new}",
        "ja": "{what}：{old} → {new}",
    },
    "gone": {
        "en": "{what}: {old} → {new}",
        "zh": "{what}空缺（原为{old}）",
        "zh-Hant": "{what}空缺（原為{old}）",
        "ja": "{what}：{old} → {new}",
    },
    "shuffled": {"en": "{a} is shuffled", "zh": "洗混{a}", "ja": "{a}を混ぜる"},
    "chosen": {"en": "decides: {what}", "zh": "决定：{what}", "zh-Hant": "決定：{what}", "ja": "決定：{what}"},
    "dice": {"en": "dice {dice}", "zh": "掷骰{dice}", "zh-Hant": "擲骰{dice}", "ja": "ダイス{dice}"},
    "hits": {
        "en": "dice {dice}: {n} {hits}",
        "zh": "掷骰{dice}：{n}次命中",
        "zh-Hant": "擲骰{dice}：{n}次命中",
        "ja": "ダイス{dice}：{n}ヒット",
    },
    "device": {"en": "{what}: {parts}", "zh": "{what}：{parts}", "ja": "{what}：{parts}"},
}


def form(name: str, labels: Labels) -> str:
    """A text in the language of the labels, with its gaps."""
    return languages.form(TEXTS[name], labels.lang)
