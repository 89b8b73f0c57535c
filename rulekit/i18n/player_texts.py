"""What the commands themselves say to a player: English, Simplified Chinese, Traditional Chinese, Japanese. What the game says
comes from the engine."""

from __future__ import annotations

LANGUAGES = ("en", "zh-Hans", "zh-Hant", "ja")

TEXTS: dict[str, tuple[str, str, str, str]] = {
    "title": ("{game}, seed {seed}", "{game}，种子 {seed}", "{game}，種子 {seed}", "{game}、種 {seed}"),
    "sits": ("{name} ({who})", "{name}（{who}）", "{name}（{who}）", "{name}（{who}）"),
    "seats": ("Seats: {seats}", "座位：{seats}", "座位：{seats}", "席：{seats}"),
    "human": ("you", "你", "你", "あなた"),
    "bot": ("bot {name}", "电脑 {name}", "電腦 {name}", "ボット {name}"),
    "resumed": (
        "The game goes on after {n} decisions.",
        "继续游戏（已作 {n} 次决定）。",
        "繼續遊戲（已作 {n} 次決定）。",
        "続きから始めます（決定 {n} 回まで）。",
    ),
    "short_help": ("? for help", "? 查看帮助", "? 查看說明", "? でヘルプ"),
    "no_tui": (
        "The table as a full screen, with a map: pip install 'rulekit-boardgames[tui]' (--plain: these prompts without a word)",
        "全屏桌面与地图：pip install 'rulekit-boardgames[tui]'（--plain：只用文字提示）",
        "全螢幕桌面與地圖：pip install 'rulekit-boardgames[tui]'（--plain：只用文字提示）",
        "地図つきの全画面：pip install 'rulekit-boardgames[tui]'（--plain：この案内なしの文字入力）",
    ),
    "earlier": (
        "({n} earlier lines: log {all})",
        "（另有 {n} 行较早的记录：log {all}）",
        "（另有 {n} 行較早的記錄：log {all}）",
        "（これより前に {n} 行：log {all}）",
    ),
    "refused": (
        "Not allowed now (why N tells the reason, why N more the rules):",
        "现在不允许（why N 查看原因，why N more 查看规则）：",
        "現在不允許（why N 查看原因，why N more 查看規則）：",
        "今は選べません（why N で理由、why N more で規則）：",
    ),
    "many_refused": (
        "{n} more are not allowed now (why tells which and why, why NAME one of them)",
        "另有 {n} 项现在不允许（why 列出全部及原因，why 名称 查看其中一项）",
        "另有 {n} 項現在不允許（why 列出全部及原因，why 名稱 查看其中一項）",
        "ほかに {n} 個は今は選べません（why で一覧と理由、why 名前 でその一つ）",
    ),
    "more": (
        "... and {n} more (type a part of the name)",
        "……还有 {n} 项（可输入名称的一部分）",
        "……還有 {n} 項（可輸入名稱的一部分）",
        "……ほかに {n} 個（名前の一部を入力できます）",
    ),
    "which": ("Which one?", "是哪一个？", "是哪一個？", "どれですか。"),
    "no_number": (
        "There is no number {n} here; {first} to {last} can be chosen.",
        "没有编号 {n}；可选 {first} 到 {last}。",
        "沒有編號 {n}；可選 {first} 到 {last}。",
        "番号 {n} はありません。{first} から {last} まで選べます。",
    ),
    "only_number": (
        "There is no number {n} here; only {first} can be chosen.",
        "没有编号 {n}；只能选 {first}。",
        "沒有編號 {n}；只能選 {first}。",
        "番号 {n} はありません。選べるのは {first} だけです。",
    ),
    "unknown": (
        "“{text}” is neither a number, a name nor a command. {hint}",
        "“{text}”不是编号、名称或命令。{hint}",
        "「{text}」不是編號、名稱或命令。{hint}",
        "「{text}」は番号でも名前でもコマンドでもありません。{hint}",
    ),
    "not_allowed": (
        "{option}: not allowed: {reason}",
        "{option}：不允许：{reason}",
        "{option}：不允許：{reason}",
        "{option}：選べません：{reason}",
    ),
    "needs": ("this needs: {conditions}", "须满足：{conditions}", "須滿足：{conditions}", "必要な条件：{conditions}"),
    "allowed": ("{option}: this is allowed.", "{option}：可以选择。", "{option}：可以選擇。", "{option}：選べます。"),
    "for_good": (
        "{option}: that is for good. Is it meant (y/n)?",
        "{option}：选定后不可挽回。确定吗（y/n）？",
        "{option}：選定後不可挽回。確定嗎（y/n）？",
        "{option}：取り返しがつきません。よろしいですか（y/n）。",
    ),
    "how_many": (
        "{option}: how many (0 to {most})?",
        "{option}：要几个（0到{most}）？",
        "{option}：要幾個（0到{most}）？",
        "{option}：いくつですか（0から{most}）。",
    ),
    "answers": ("no yes", "否 是", "否 是", "いいえ はい"),
    "at_most": (
        "{option}: from 1 to {most} times",
        "{option}：可选1到{most}次",
        "{option}：可選1到{most}次",
        "{option}：1から{most}回まで",
    ),
    "asked_by": (
        "Asked by {rule}: {text}",
        "提问的规则 {rule}：{text}",
        "提問的規則 {rule}：{text}",
        "尋ねている規則 {rule}：{text}",
    ),
    "holds": ("holds", "成立", "成立", "成り立つ"),
    "holds_not": ("does not hold", "不成立", "不成立", "成り立たない"),
    "applies": ("applies", "适用", "適用", "適用"),
    "applies_not": ("does not apply", "不适用", "不適用", "適用せず"),
    "no_refusals": (
        "Nothing is refused here.",
        "此处没有被禁止的选项。",
        "此處沒有被禁止的選項。",
        "ここで禁じられているものはありません。",
    ),
    "no_undo": (
        "Nothing is taken back: {reason}",
        "不能撤销：{reason}",
        "不能撤銷：{reason}",
        "取り消せません：{reason}",
    ),
    "undone": (
        "Taken back; you are asked again: {question}",
        "已撤销，重新提问：{question}",
        "已撤銷，重新提問：{question}",
        "取り消しました。もう一度尋ねます：{question}",
    ),
    "saved": ("Saved in {path}", "已保存到 {path}", "已儲存到 {path}", "{path} に保存しました"),
    "kept": (
        "The game is kept in {path}",
        "游戏已保存在 {path}",
        "遊戲已儲存在 {path}",
        "ゲームは {path} に保存してあります",
    ),
    "go_on": ("Go on with: {command}", "继续游戏：{command}", "繼續遊戲：{command}", "続けるには：{command}"),
    "empty_log": ("Nothing has happened yet.", "还没有发生任何事。", "還沒有發生任何事。", "まだ何も起きていません。"),
    "hand_over": (
        "{player} is asked now; the others look away. Press Enter.",
        "轮到 {player}，其他人请回避。按回车键继续。",
        "輪到 {player}，其他人請迴避。按 Enter 鍵繼續。",
        "{player}の番です。ほかの人は画面を見ないでください。Enter を押してください。",
    ),
    "new_rules": (
        "The rules have changed. The {n} choices so far were made again under the new ones.",
        "规则已更改。已按新规则重演此前的 {n} 次选择。",
        "規則已更改。已按新規則重演此前的 {n} 次選擇。",
        "規則が変わりました。これまでの {n} 回の選択を新しい規則でやり直しました。",
    ),
    "reading_rules": (
        "The rule files have changed: they are read again ...",
        "规则文件已更改，正在重新读取……",
        "規則檔案已更改，正在重新讀取……",
        "規則ファイルが変わったので、読み直しています……",
    ),
    "old_rules": (
        "The rules hold mistakes now: the game goes on under the old ones.",
        "现在的规则有错误：游戏按原规则继续。",
        "現在的規則有錯誤：遊戲按原規則繼續。",
        "規則に誤りがあるので、前の規則で続けます。",
    ),
    "parts": (
        "The games part after {n} choices: what happened before, and what happens now:",
        "第 {n} 次选择之后开始不同：之前（-）与现在（+）：",
        "第 {n} 次選擇之後開始不同：之前（-）與現在（+）：",
        "{n} 回目の選択のあとから違います：これまで（-）と今（+）：",
    ),
    "parts_here": (
        "Choice {n} can not be made any more; the game goes on from there. It was: {why}",
        "第 {n} 次选择已无法作出，游戏从此处继续。原为：{why}",
        "第 {n} 次選擇已無法作出，遊戲從此處繼續。原為：{why}",
        "{n} 回目の選択はもうできないので、そこから続けます。元は：{why}",
    ),
    "first_difference": (
        "The first difference: {what}",
        "第一处不同：{what}",
        "第一處不同：{what}",
        "最初の違い：{what}",
    ),
    "same_so_far": (
        "Nothing that has happened so far changes.",
        "此前的一切没有变化。",
        "此前的一切沒有變化。",
        "これまでに起きたことは何も変わりません。",
    ),
    "nothing": ("nothing", "无", "無", "なし"),
    "over": ("The game is over.", "游戏结束。", "遊戲結束。", "ゲーム終了。"),
    "nobody_ranked": (
        "The rules came to their end without saying who has won: nobody is ranked.",
        "规则已执行完毕，但没有说明谁获胜：无人排名。",
        "規則已執行完畢，但沒有說明誰獲勝：無人排名。",
        "規則は終わりましたが、勝者が示されていません。順位はありません。",
    ),
    "winner": ("{names} wins.", "获胜者：{names}。", "獲勝者：{names}。", "{names}の勝ちです。"),
    "winners": (
        "{names} share the victory.",
        "并列获胜：{names}。",
        "並列獲勝：{names}。",
        "{names}が勝利を分け合います。",
    ),
    "rank": ("Rank", "名次", "名次", "順位"),
    "seat": ("Seat", "座位", "座位", "席"),
    "player": ("Player", "玩家", "玩家", "プレイヤー"),
    "score": ("Score", "得分", "得分", "得点"),
    "points_from": ("Where the points came from", "得分来源", "得分來源", "得点の内訳"),
    "in_all": ("in all", "合计", "合計", "合計"),
    "together": ("together", "本次合计", "本次合計", "今回の合計"),
    "points_now": ("has now", "现有", "現有", "現在"),
    "ties": ("Tie-break", "平手判定", "平手判定", "同点時"),
    "decisions": ("{n} decisions", "{n} 次决定", "{n} 次決定", "決定 {n} 回"),
    "name": ("Name", "名称", "名稱", "名前"),
    "value": ("Value", "数值", "數值", "値"),
    "contents": ("Contents", "内容", "內容", "内容"),
    "general": ("Game", "全局", "全局", "全体"),
    "empty": ("empty", "空", "空", "空"),
    "hidden": ("{n} face down", "{n} 张面朝下", "{n} 張面朝下", "裏向き {n} 枚"),
    "too_wide": (
        "(no room for: {names}; show NAME tells all of one)",
        "（宽度不够，未显示：{names}；show 名称 可查看其全部内容）",
        "（寬度不夠，未顯示：{names}；show 名稱 可查看其全部內容）",
        "（幅が足りません：{names}。show 名前 ですべて表示）",
    ),
    "not_there": (
        "Nothing on the table is called {name}; {hint}",
        "桌面上没有叫“{name}”的东西；{hint}",
        "桌面上沒有叫「{name}」的東西；{hint}",
        "卓上に「{name}」はありません。{hint}",
    ),
    "form_hint": (
        "number: fill in that line · NAME or 3 NAME · clear 3 · rest random · done · back",
        "编号：填写该行 · 名称 或 3 名称 · 清空 3 · 其余随机 · 完成 · 返回",
        "編號：填寫該行 · 名稱 或 3 名稱 · 清空 3 · 其餘隨機 · 完成 · 返回",
        "番号：その行を記入 · 名前 または 3 名前 · 消去 3 · 残りはランダム · 決定 · 戻る",
    ),
    "form_filled": ("{n}  {row}", "{n}  {row}", "{n}  {row}", "{n}  {row}"),
    "form_which": (
        "“{text}” can mean {options}",
        "“{text}”可以指{options}",
        "「{text}」可以指{options}",
        "「{text}」は次のどれかです：{options}",
    ),
    "form_which_line": (
        "{text} can stand in the lines {lines}: type {n} {text} for the first of them",
        "{text}可以填在第{lines}行：输入 {n} {text} 填入其中第一行",
        "{text}可以填在第{lines}行：輸入 {n} {text} 填入其中第一行",
        "{text}は{lines}行目に書けます：最初の行なら {n} {text} と入力",
    ),
    "form_unknown": (
        "“{text}” can stand in no line. {hint}",
        "“{text}”不能填在任何一行。{hint}",
        "「{text}」不能填在任何一行。{hint}",
        "「{text}」はどの行にも書けません。{hint}",
    ),
    "form_offer": (
        "({n} questions of this kind: form fills them in together; the name of an answer to another one does, too)",
        "（同类问题共 {n} 个：form 可一起填写，也可直接输入其他问题的答案）",
        "（同類問題共 {n} 個：form 可一起填寫，也可直接輸入其他問題的答案）",
        "（同じ種類の質問が {n} 個：form でまとめて記入。ほかの質問の答えを直接入力しても可）",
    ),
    "form_open": ("Still open: {lines}", "尚未填写：{lines}", "尚未填寫：{lines}", "未記入：{lines}"),
    "form_cleared": (
        "Open again because of it: {lines}",
        "因此又空出：{lines}",
        "因此又空出：{lines}",
        "そのため再び空いた行：{lines}",
    ),
    "no_form": ("This is a single question.", "这是单个问题。", "這是單個問題。", "これは一つだけの質問です。"),
    "says": ("As the rulebook says it:", "规则书原文：", "規則書原文：", "規則書によれば："),
    "where": ("where", "位置", "位置", "位置"),
    "there_is": ("there is", "有", "有", "あるもの"),
    "rest": ("({n} more: board)", "（另有 {n} 行：board）", "（另有 {n} 行：board）", "（ほかに {n} 行：board）"),
    "thinking": (
        "Thinking; the first time some seconds longer, since playouts are compiled.",
        "思考中；首次需要多花几秒编译。",
        "思考中；首次需要多花幾秒編譯。",
        "考え中です。初回は準備のため数秒長くかかります。",
    ),
    "hint": (
        "  {n}  {option}: {value} of 100, tried {tried} times",
        "  {n}  {option}：{value}分（满分100），尝试{tried}次",
        "  {n}  {option}：{value}分（滿分100），嘗試{tried}次",
        "  {n}  {option}：100点中{value}点、{tried}回試行",
    ),
    "hint_after": ("; then {line}", "；然后{line}", "；然後{line}", "。その後{line}"),
    "verified": (
        "verified: {n} decisions, hash {hash}",
        "验证通过：{n} 次决定，哈希 {hash}",
        "驗證通過：{n} 次決定，雜湊 {hash}",
        "検証済み：決定 {n} 回、ハッシュ {hash}",
    ),
    "drawn": (
        "{path}: {places} places, {routes} routes",
        "{path}：{places}个地点，{routes}条路线",
        "{path}：{places}個地點，{routes}條路線",
        "{path}：地点 {places}、経路 {routes}",
    ),
    "wrote": ("wrote {path}", "已写入 {path}", "已寫入 {path}", "{path} に書きました"),
    "languages": (
        "English/Simplified Chinese/Traditional Chinese/Japanese",
        "英文/简体中文/繁体中文/日文",
        "英文/簡體中文/繁體中文/日文",
        "英語/簡体字中国語/繁体字中国語/日本語",
    ),
    "otherwise_in": (
        "There is no {asked} here: this is in {lang}.",
        "这里没有{asked}，以下为{lang}。",
        "這裡沒有{asked}，以下為{lang}。",
        "ここに{asked}はなく、以下は{lang}です。",
    ),
    "why": ("why", "原因", "原因", "理由"),
    "help": (
        """\
N            choose the option with this number (its name does as well)
N x3         chooses it three times, where the same is asked again
why N        why an option is not allowed, or what it would do; why N more: the rules that say so, and their values
hint         what a bot would choose in your place, from what you see
board        everything on the table that you may see
show NAME    all of one thing, or of one kind of things
log [N]      what happened: the last N lines, with the rules behind them
form         fill a run of like questions in together
undo         take back your last choice or form (never across chance, a reveal or somebody's turn); undo 1: one choice of it
save [FILE]  save the game
quit         leave; the game is kept and can be resumed""",
        """\
N、名称            选择该选项
N x3               同样的选择连选三次（规则再问同样的问题时）
why N、为什么 N    某选项为何不允许，或选了会怎样；后面加 more 或“详细”：对应的规则及其数值
hint、提示         电脑处于你的位置会如何选择（只凭你所见）
board、桌面        桌面上你能看到的一切
show、查看 名称    某一事物或某一类事物的全部内容
log、记录 [N]      最近 N 条记录及其规则出处
form、填表         一起填写一组同类问题
undo、撤销         撤销上一次选择或上一张表（不能越过随机、翻牌或他人的回合）；undo 1：只撤销其中一项
save、保存 [文件]  保存游戏
quit、退出         离开；游戏会保存，可以继续""",
        """\
N、名稱            選擇該選項
N x3               同樣的選擇連選三次（規則再問同樣的問題時）
why N、為什麼 N    某選項為何不允許，或選了會怎樣；後面加 more 或「詳細」：對應的規則及其數值
hint、提示         電腦處於你的位置會如何選擇（只憑你所見）
board、桌面        桌面上你能看到的一切
show、查看 名稱    某一事物或某一類事物的全部內容
log、記錄 [N]      最近 N 條記錄及其規則出處
form、填表         一起填寫一組同類問題
undo、撤銷         撤銷上一次選擇或上一張表（不能越過隨機、翻牌或他人的回合）；undo 1：只撤銷其中一項
save、儲存 [檔案]  儲存遊戲
quit、離開         離開；遊戲會儲存，可以繼續""",
        """\
N            その番号の選択肢を選ぶ（名前でもよい）
N x3         同じ質問が続くとき、三回選ぶ
why N        選べない理由、選べばどうなるか。why N more：その規則と値
hint         ボットならどう選ぶか（あなたに見えるものだけで）
board        卓上で見えるものすべて
show 名前    一つのもの、または一種類のもののすべて
log [N]      起きたこと：最後の N 行と、その規則
form         同じような質問にまとめて答える
undo         直前の選択または記入表を取り消す（運、公開、ほかの人の手番を越えては戻れない）。undo 1: その一項だけ
save [FILE]  保存する
quit         やめる。ゲームは保存され、続けられる""",
    ),
}
