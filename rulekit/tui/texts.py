"""The texts of the full screen, by language. Texts of a game come from the engine, those of commands from ``tabletop.texts``."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "keys": "number or name · ↑↓ Enter choose · ? help · F2 why · F3 log · F4 table · F5 list · F6 hint · ^Z undo · ^Q leave",
        "keys_short": "↑↓ Enter · ? help · Tab next pane · F2 why · F3 log · ^Z undo · ^Q leave",
        "waiting": "{who} to choose ...",
        "thinking": "The others choose ...",
        "over": "The game is over. Ctrl-Q leaves.",
        "curtain": "{player} is asked now.",
        "look_away": "The others look away. Press Enter.",
        "close": "Esc closes · ↑↓ PgUp PgDn scroll",
        "story": "What happened",
        "since": "since your last choice",
        "nothing_yet": "Nothing has happened yet.",
        "players": "Players",
        "yours": "Yours",
        "go_on": "Enter: go on · Esc: to your next choice",
        "here": "What {name} is now",
        "no_board": "This game has no map: board.yaml in its folder would give it one.",
        "map": "map",
        "table": "table",
        "asks": "{player} is asked",
        "help": """\
N, or a name      chooses the option with this number or name
↑ ↓ ← →, Enter    points at an option, on the map as well, and chooses it
why N             why an option is allowed or not (F2: all of them)
show NAME         all of one thing: a card, a place, a kind of things
board             everything on the table that you may see (F4)
log [N]           what happened, with the rules behind it (F3)
hint              what a bot would do, seeing what you see (F6)
undo              takes back your last choice, or the form that you sent last (Ctrl-Z); undo 1 one choice of it
save [FILE]       saves the game
quit              leaves; the game is kept (Ctrl-Q)

Map: [ and ] zoom, \\ shows the whole board, Shift and arrows pan. The mouse does it as well: the wheel zooms,
a click on a place chooses it or shows what is there. F5 shows the places as a list with neighbours.
Tab shows the next pane, PgUp and PgDn scroll the story.""",
    },
    "zh-Hans": {
        "keys": "输入编号或名称 · ↑↓ 回车选择 · ? 帮助 · F2 原因 · F3 记录 · F4 桌面 · F5 列表 · F6 建议 · ^Z 撤销 · ^Q 离开",
        "keys_short": "↑↓ 回车 · ? 帮助 · Tab 切换 · F2 原因 · F3 记录 · ^Z 撤销 · ^Q 离开",
        "waiting": "等待{who}选择……",
        "thinking": "其他玩家正在选择……",
        "over": "游戏结束。按 Ctrl-Q 离开。",
        "curtain": "轮到{player}。",
        "look_away": "其他人请回避。按回车键继续。",
        "close": "Esc 关闭 · ↑↓ PgUp PgDn 滚动",
        "story": "经过",
        "since": "自你上次选择以来",
        "nothing_yet": "还没有发生任何事。",
        "players": "玩家",
        "yours": "你的牌",
        "go_on": "回车：继续 · Esc：直到你下次选择",
        "here": "{name}现状",
        "no_board": "本游戏没有地图：可在其文件夹中用 board.yaml 描述。",
        "map": "地图",
        "table": "桌面",
        "asks": "轮到{player}",
        "help": """\
编号或名称         选择该选项
↑ ↓ ← →、回车      指向选项（地图上同时标出）并选择
why N、为什么 N    某选项为何允许或不允许（F2：全部）
show、查看 名称    某一事物的全部内容：牌、地点、某一类事物
board、桌面        桌面上你能看到的一切（F4）
log、记录 [N]      经过及其规则出处（F3）
hint、提示         电脑在你的位置会怎么选（F6）
undo、撤销         撤销上一次选择或上一张表（Ctrl-Z）；undo 1 只撤销其中一项
save、保存 [文件]  保存游戏
quit、退出         离开；游戏会保存（Ctrl-Q）

地图：[ 和 ] 缩放，\\ 显示全图，Shift 加方向键移动。也可用鼠标：滚轮缩放，
点击地点即选择或查看。F5 以列表显示各地点及其相邻地点。
Tab 切换窗格，PgUp 和 PgDn 滚动经过。""",
    },
    "zh-Hant": {
        "keys": "輸入編號或名稱 · ↑↓ Enter 選擇 · ? 說明 · F2 原因 · F3 記錄 · F4 桌面 · F5 列表 · F6 建議 · ^Z 撤銷 · ^Q 離開",
        "keys_short": "↑↓ Enter · ? 說明 · Tab 切換 · F2 原因 · F3 記錄 · ^Z 撤銷 · ^Q 離開",
        "waiting": "等待{who}選擇……",
        "thinking": "其他玩家正在選擇……",
        "over": "遊戲結束。按 Ctrl-Q 離開。",
        "curtain": "輪到{player}。",
        "look_away": "其他人請迴避。按 Enter 鍵繼續。",
        "close": "Esc 關閉 · ↑↓ PgUp PgDn 捲動",
        "story": "經過",
        "since": "自你上次選擇以來",
        "nothing_yet": "還沒有發生任何事。",
        "players": "玩家",
        "yours": "你的牌",
        "go_on": "Enter：繼續 · Esc：直到你下次選擇",
        "here": "{name}現狀",
        "no_board": "本遊戲沒有地圖：可在其資料夾中用 board.yaml 描述。",
        "map": "地圖",
        "table": "桌面",
        "asks": "輪到{player}",
        "help": """\
編號或名稱         選擇該選項
↑ ↓ ← →、Enter     指向選項（地圖上同時標出）並選擇
why N、為什麼 N    某選項為何允許或不允許（F2：全部）
show、查看 名稱    某一事物的全部內容：牌、地點、某一類事物
board、桌面        桌面上你能看到的一切（F4）
log、記錄 [N]      經過及其規則出處（F3）
hint、提示         電腦在你的位置會怎麼選（F6）
undo、撤銷         撤銷上一次選擇或上一張表（Ctrl-Z）；undo 1 只撤銷其中一項
save、儲存 [檔案]  儲存遊戲
quit、離開         離開；遊戲會儲存（Ctrl-Q）

地圖：[ 和 ] 縮放，\\ 顯示全圖，Shift 加方向鍵移動。也可用滑鼠：滾輪縮放，
點擊地點即選擇或查看。F5 以列表顯示各地點及其相鄰地點。
Tab 切換窗格，PgUp 和 PgDn 捲動經過。""",
    },
    "ja": {
        "keys": "番号か名前 · ↑↓ Enter 選択 · ? ヘルプ · F2 理由 · F3 記録 · F4 卓上 · F5 一覧 · F6 助言 · ^Z 取消 · ^Q 終了",
        "keys_short": "↑↓ Enter · ? ヘルプ · Tab 切替 · F2 理由 · F3 記録 · ^Z 取消 · ^Q 終了",
        "waiting": "{who}の選択を待っています……",
        "thinking": "ほかのプレイヤーが選択中……",
        "over": "ゲーム終了。Ctrl-Q で終わります。",
        "curtain": "{player}の番です。",
        "look_away": "ほかの人は画面を見ないでください。Enter で続けます。",
        "close": "Esc 閉じる · ↑↓ PgUp PgDn スクロール",
        "story": "経過",
        "since": "前回の選択から",
        "nothing_yet": "まだ何も起きていません。",
        "players": "プレイヤー",
        "yours": "手札など",
        "go_on": "Enter：続ける · Esc：次の選択まで",
        "here": "{name}の現状",
        "no_board": "このゲームには地図がありません。フォルダーの board.yaml で描けます。",
        "map": "地図",
        "table": "卓上",
        "asks": "{player}の番",
        "help": """\
番号か名前        その選択肢を選ぶ
↑ ↓ ← →、Enter   選択肢を指し（地図にも表示）、選ぶ
why N             選べる・選べない理由（F2：すべて）
show 名前         一つのもののすべて：カード、場所、種類
board             見ることのできる卓上のすべて（F4）
log [N]           経過と、その規則（F3）
hint              ボットならどうするか（F6）
undo              直前の選択または記入表を取り消す（Ctrl-Z）。undo 1 はその一項だけ
save [ファイル]   保存する
quit              終わる。ゲームは保存される（Ctrl-Q）

地図：[ と ] で拡大縮小、\\ で全体、Shift と矢印で移動。マウスも使えます：ホイールで拡大縮小、
場所をクリックすると選択または表示。F5 は場所と隣接の一覧。
Tab で次の窓、PgUp と PgDn で経過をスクロール。""",
    },
}


def say(lang: str, key: str, **values: object) -> str:
    """A text in a language; in English where there is none."""
    return TEXTS.get(lang, TEXTS["en"])[key].format(**values)
