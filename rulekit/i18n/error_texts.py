"""Messages about what a player did wrong, in other languages: English template -> zh-Hans, zh-Hant, ja.

``{}`` are values; a translation may number them, as ``{2}``, to have them in another order. See :mod:`rulekit.i18n.errors`.
"""

from __future__ import annotations

LANGUAGES = ("zh-Hans", "zh-Hant", "ja")

TEXTS: dict[str, tuple[str, str, str]] = {
    # ---- hints
    "did you mean {}?": ("你是不是想说“{}”？", "你是不是想說「{}」？", "「{}」のことですか。"),
    "did you mean {} or {}?": (
        "你是不是想说“{}”或“{}”？",
        "你是不是想說「{}」或「{}」？",
        "「{}」か「{}」のことですか。",
    ),
    "did you mean {} or {} or {}?": (
        "你是不是想说“{}”、“{}”或“{}”？",
        "你是不是想說「{}」、「{}」或「{}」？",
        "「{}」か「{}」か「{}」のことですか。",
    ),
    "there are: {}": ("有：{}", "有：{}", "あるもの：{}"),
    "there is: {}": ("有：{}", "有：{}", "あるもの：{}"),
    "languages: {}": ("可用语言：{}", "可用語言：{}", "使える言語：{}"),
    "variants of this game: {}": ("本游戏的变体：{}", "本遊戲的變體：{}", "このゲームの変種：{}"),
    "the commands are: {}": ("命令有：{}", "命令有：{}", "コマンド：{}"),
    "a seat takes: {}": ("座位可以是：{}", "座位可以是：{}", "席に着けるもの：{}"),
    "it has: {}": ("它的选项：{}", "它的選項：{}", "オプション：{}"),
    "it has: no options": ("它没有选项", "它沒有選項", "オプションはありません"),
    "it can be: {}": ("可以是：{}", "可以是：{}", "選べる値：{}"),
    "seats: {}": ("座位：{}", "座位：{}", "席：{}"),
    "at the table: {}": ("在座的有：{}", "在座的有：{}", "着席者：{}"),
    "the seats are 1 to {}: {}": ("座位为1到{}：{}", "座位為1到{}：{}", "席は1から{}：{}"),
    # ---- languages, games and variants
    "there is no language {} here": ("这里没有语言 {}", "這裡沒有語言 {}", "言語 {} はここでは使えません"),
    "there is no folder without a name": ("文件夹的名称不能为空", "資料夾的名稱不能為空", "フォルダー名が空です"),
    "name a folder with rule files, or an installed game": (
        "请给出装有规则文件的文件夹，或已安装游戏的名称",
        "請給出裝有規則檔案的資料夾，或已安裝遊戲的名稱",
        "規則ファイルのあるフォルダーか、インストール済みのゲーム名を指定してください",
    ),
    "{} is not a folder": ("{} 不是文件夹", "{} 不是資料夾", "{} はフォルダーではありません"),
    "a game is a folder with files that end in .rules": (
        "游戏是一个文件夹，里面有以 .rules 结尾的文件",
        "遊戲是一個資料夾，裡面有以 .rules 結尾的檔案",
        "ゲームは .rules で終わるファイルの入ったフォルダーです",
    ),
    "name the folder that holds the rule files": (
        "请给出装有规则文件的文件夹",
        "請給出裝有規則檔案的資料夾",
        "規則ファイルのあるフォルダーを指定してください",
    ),
    "there is no folder {}": ("没有文件夹 {}", "沒有資料夾 {}", "フォルダー {} がありません"),
    "{} holds no rule files": ("{} 里没有规则文件", "{} 裡沒有規則檔案", "{} に規則ファイルがありません"),
    "{} holds more than {} rule files": (
        "{} 里的规则文件超过{}个",
        "{} 裡的規則檔案超過{}個",
        "{} の規則ファイルが{}個を超えています",
    ),
    "{} holds more than {} files and folders": (
        "{} 里的文件和文件夹超过{}个",
        "{} 裡的檔案和資料夾超過{}個",
        "{} のファイルとフォルダーが{}個を超えています",
    ),
    "there is no folder and no installed game {}": (
        "没有叫 {} 的文件夹或已安装的游戏",
        "沒有叫 {} 的資料夾或已安裝的遊戲",
        "{} というフォルダーもインストール済みのゲームもありません",
    ),
    "{} is no variant": ("{} 不是变体", "{} 不是變體", "{} は変種ではありません"),
    "there is no variant {}": ("没有变体 {}", "沒有變體 {}", "変種 {} がありません"),
    "a variant is a file that ends in .rules": (
        "变体是以 .rules 结尾的文件",
        "變體是以 .rules 結尾的檔案",
        "変種は .rules で終わるファイルです",
    ),
    "a variant is a file that ends in .rules, or a folder of such files": (
        "变体是以 .rules 结尾的文件，或装有这种文件的文件夹",
        "變體是以 .rules 結尾的檔案，或裝有這種檔案的資料夾",
        "変種は .rules で終わるファイルか、そのフォルダーです",
    ),
    "{} belongs to no game": ("{} 不属于任何游戏", "{} 不屬於任何遊戲", "{} はどのゲームにも属しません"),
    "name the folder of the game, and the file with --variant": (
        "请给出游戏的文件夹，并用 --variant 给出文件",
        "請給出遊戲的資料夾，並用 --variant 給出檔案",
        "ゲームのフォルダーを指定し、ファイルは --variant で指定してください",
    ),
    "which game? Installed: {}; or name a folder with rule files": (
        "要玩哪个游戏？已安装：{}；也可给出装有规则文件的文件夹",
        "要玩哪個遊戲？已安裝：{}；也可給出裝有規則檔案的資料夾",
        "どのゲームですか。インストール済み：{}。規則ファイルのフォルダーも指定できます",
    ),
    "there is no command {}: {}": ("没有命令 {}：{}", "沒有命令 {}：{}", "コマンド {} はありません：{}"),
    # ---- players, seats and options
    "{} is played by {} players, not by {}": (
        "{}的玩家人数为{}，不能是{}",
        "{}的玩家人數為{}，不能是{}",
        "{}のプレイヤーは{}人で、{}人では遊べません",
    ),
    "{} is played by {} to {} players, not by {}": (
        "{}的玩家人数为{}至{}，不能是{}",
        "{}的玩家人數為{}至{}，不能是{}",
        "{}のプレイヤーは{}人から{}人で、{}人では遊べません",
    ),
    "there is no seat {} in a game of {} players": (
        "{2}人游戏没有第{1}号座位",
        "{2}人遊戲沒有第{1}號座位",
        "{2}人のゲームに席{1}はありません",
    ),
    "there is no seat {}": ("没有“{}”这个座位", "沒有「{}」這個座位", "「{}」という席はありません"),
    "{} sits here twice": ("{} 坐了两次", "{} 坐了兩次", "{} が二度着席しています"),
    "nobody here is called {}": ("这里没有叫 {} 的人", "這裡沒有叫 {} 的人", "{} という人はいません"),
    "--seat {}={}: there is no bot {}": (
        "--seat {}={}：没有电脑玩家 {}",
        "--seat {}={}：沒有電腦玩家 {}",
        "--seat {}={}：ボット {} はありません",
    ),
    "--seat {}={}: a seat is a number from 1 on": (
        "--seat {}={}：座位是从1开始的数",
        "--seat {}={}：座位是從1開始的數",
        "--seat {}={}：席は1以上の番号です",
    ),
    "--auto seats bots everywhere, and --seat {}={} a person": (
        "--auto 让电脑坐所有座位，而 --seat {}={} 让人坐",
        "--auto 讓電腦坐所有座位，而 --seat {}={} 讓人坐",
        "--auto は全席ボット、--seat {}={} は人です",
    ),
    "there is no bot {}": ("没有电脑玩家 {}", "沒有電腦玩家 {}", "ボット {} はありません"),
    "{} is no budget": ("{} 不是思考限度", "{} 不是思考限度", "{} は思考量ではありません"),
    "a level ({}), playouts (500) or seconds (2s)": (
        "可用等级（{}）、模拟次数（500）或秒数（2s）",
        "可用等級（{}）、模擬次數（500）或秒數（2s）",
        "段階（{}）、試行回数（500）、秒数（2s）",
    ),
    "{} failed{}: {}": ("{}出错{}：{}", "{}出錯{}：{}", "{} が失敗しました{}：{}"),
    "{} chose {} where there are options 0 to {}": (
        "{}选了{}，而选项是0到{}",
        "{}選了{}，而選項是0到{}",
        "{} が {} を選びましたが、選択肢は0から{}です",
    ),
    "{} has no option {}": ("{}没有选项 {}", "{}沒有選項 {}", "{}にオプション {} はありません"),
    "the option {} can not be {}": ("选项 {} 不能是 {}", "選項 {} 不能是 {}", "オプション {} は {} にできません"),
    "{} is not of the form {}": ("{} 的写法不是 {}", "{} 的寫法不是 {}", "{} は {} の形ではありません"),
    "{} is given twice, as {} and as {}": (
        "{} 给了两次：{} 和 {}",
        "{} 給了兩次：{} 和 {}",
        "{} が二度指定されています：{} と {}",
    ),
    "{} is no seed: a seed is a whole number from 0 on, such as 7": (
        "{} 不是种子：种子是从0开始的整数，例如 7",
        "{} 不是種子：種子是從0開始的整數，例如 7",
        "{} は種ではありません。種は 7 のような0以上の整数です",
    ),
    "--resume goes on with a game: --players, --seed and --set were settled then": (
        "--resume 是继续一局游戏：--players、--seed 和 --set 在开局时已定",
        "--resume 是繼續一局遊戲：--players、--seed 和 --set 在開局時已定",
        "--resume は続きです。--players、--seed、--set は開始時に決まっています",
    ),
    "--migrate is for a saved game: name it with --resume": (
        "--migrate 用于存档：请用 --resume 给出",
        "--migrate 用於存檔：請用 --resume 給出",
        "--migrate は保存したゲーム用です。--resume で指定してください",
    ),
    "--watch is for games in which somebody is asked; seat a person with --seat 1=human": (
        "--watch 用于有人参加的游戏；请用 --seat 1=human 让人入座",
        "--watch 用於有人參加的遊戲；請用 --seat 1=human 讓人入座",
        "--watch は人が加わるゲーム用です。--seat 1=human で着席してください",
    ),
    "--verify plays the whole game; leave out --to": (
        "--verify 会重演整局；请去掉 --to",
        "--verify 會重演整局；請去掉 --to",
        "--verify はゲーム全体を再生します。--to は不要です",
    ),
    "--from and --last both say where to begin; leave one out": (
        "--from 和 --last 都指定从何处开始；请去掉一个",
        "--from 和 --last 都指定從何處開始；請去掉一個",
        "--from と --last はどちらも開始位置です。一方だけにしてください",
    ),
    "there is no decision {} there: {} were made": (
        "没有第{}次决定：共作了{}次",
        "沒有第{}次決定：共作了{}次",
        "決定 {} はありません。{} 回です",
    ),
    "--seat is about a position; name a saved game with --from": (
        "--seat 针对某个局面；请用 --from 给出存档",
        "--seat 針對某個局面；請用 --from 給出存檔",
        "--seat は局面についてです。--from で保存したゲームを指定してください",
    ),
    # ---- saved games
    "there is no saved game {}": ("没有存档 {}", "沒有存檔 {}", "保存したゲーム {} がありません"),
    "{} is a folder, not a saved game": (
        "{} 是文件夹，不是存档",
        "{} 是資料夾，不是存檔",
        "{} はフォルダーで、保存したゲームではありません",
    ),
    "{} is no plain file, and so no saved game": (
        "{} 不是普通文件，因此不是存档",
        "{} 不是普通檔案，因此不是存檔",
        "{} は通常のファイルではなく、保存したゲームではありません",
    ),
    "{} is too large for a saved game": (
        "{} 太大，不会是存档",
        "{} 太大，不會是存檔",
        "{} は保存したゲームには大きすぎます",
    ),
    "{} is not a saved game": ("{} 不是存档", "{} 不是存檔", "{} は保存したゲームではありません"),
    "{} is not a saved game: it is not UTF-8 text": (
        "{} 不是存档：它不是 UTF-8 文本",
        "{} 不是存檔：它不是 UTF-8 文字",
        "{} は保存したゲームではありません。UTF-8 の文字ではありません",
    ),
    "{}:{}:{}: this saved game is cut off or damaged": (
        "{}:{}:{}：存档被截断或已损坏",
        "{}:{}:{}：存檔被截斷或已損壞",
        "{}:{}:{}：保存したゲームが途切れているか壊れています",
    ),
    "{} can not be read: {}": ("无法读取 {}：{}", "無法讀取 {}：{}", "{} を読めません：{}"),
    "{} can not be written: {}": ("无法写入 {}：{}", "無法寫入 {}：{}", "{} に書けません：{}"),
    "{} could not be written: {}": ("未能写入 {}：{}", "未能寫入 {}：{}", "{} に書けませんでした：{}"),
    "what was there is still there": ("原有内容没有改变", "原有內容沒有改變", "元の内容はそのままです"),
    "{} is a folder; name a file in it": (
        "{} 是文件夹；请给出其中的文件名",
        "{} 是資料夾；請給出其中的檔名",
        "{} はフォルダーです。その中のファイル名を指定してください",
    ),
    "{} can not be written: there is no folder {}": (
        "无法写入 {}：没有文件夹 {}",
        "無法寫入 {}：沒有資料夾 {}",
        "{} に書けません：フォルダー {} がありません",
    ),
    "{} can not be written: the folder {} is write-protected": (
        "无法写入 {}：文件夹 {} 有写保护",
        "無法寫入 {}：資料夾 {} 有寫入保護",
        "{} に書けません：フォルダー {} は書き込み禁止です",
    ),
    "{} exists and is not a saved game; it is left as it is": (
        "{} 已存在，但不是存档；没有改动它",
        "{} 已存在，但不是存檔；沒有改動它",
        "{} は既にあり、保存したゲームではありません。そのままにします",
    ),
    "choose another name": ("请另选一个名称", "請另選一個名稱", "別の名前にしてください"),
    "{} does not say where its rules are": (
        "{} 没有写明规则在哪里",
        "{} 沒有寫明規則在哪裡",
        "{} に規則の場所がありません",
    ),
    "name the game before --resume": (
        "请在 --resume 之前给出游戏",
        "請在 --resume 之前給出遊戲",
        "--resume の前にゲームを指定してください",
    ),
    "name them with --game": ("请用 --game 给出", "請用 --game 給出", "--game で指定してください"),
    "this is no save of a match": ("这不是一局游戏的存档", "這不是一局遊戲的存檔", "これは対局の保存ではありません"),
    "this save has {}; this rulekit reads versions {}": (
        "此存档为{}；本 rulekit 可读取的版本：{}",
        "此存檔為{}；本 rulekit 可讀取的版本：{}",
        "この保存は{}です。この rulekit が読めるのは版 {} です",
    ),
    "the version {}": ("版本{}", "版本{}", "版 {}"),
    "another version": ("另一种版本", "另一種版本", "別の版"),
    "a newer rulekit may read it": (
        "较新的 rulekit 也许能读取",
        "較新的 rulekit 也許能讀取",
        "新しい rulekit なら読めるかもしれません",
    ),
    "this save is damaged: {}": ("此存档已损坏：{}", "此存檔已損壞：{}", "この保存は壊れています：{}"),
    "this save is damaged: {} is missing": (
        "此存档已损坏：缺少 {}",
        "此存檔已損壞：缺少 {}",
        "この保存は壊れています：{} がありません",
    ),
    "this save is damaged: there is no option {}": (
        "此存档已损坏：没有选项 {}",
        "此存檔已損壞：沒有選項 {}",
        "この保存は壊れています：オプション {} はありません",
    ),
    "this save is damaged: the option {} has no value number {}": (
        "此存档已损坏：选项 {} 没有第{}个值",
        "此存檔已損壞：選項 {} 沒有第{}個值",
        "この保存は壊れています：オプション {} に値 {} はありません",
    ),
    "this save is damaged: its {} has another shape than it should": (
        "此存档已损坏：{} 的形式不对",
        "此存檔已損壞：{} 的形式不對",
        "この保存は壊れています：{} の形が違います",
    ),
    "this save is damaged: it speaks of {} choices and holds {}": (
        "此存档已损坏：应有{}次选择，实有{}次",
        "此存檔已損壞：應有{}次選擇，實有{}次",
        "この保存は壊れています：選択は{}回のはずが{}回です",
    ),
    "this save is damaged: what it holds does not fit together": (
        "此存档已损坏：内容互不相符",
        "此存檔已損壞：內容互不相符",
        "この保存は壊れています：内容が合いません",
    ),
    "this save holds no record of its choices: nobody can tell whether they led to its state": (
        "此存档没有选择记录：无法判断它们是否通向其局面",
        "此存檔沒有選擇記錄：無法判斷它們是否通向其局面",
        "この保存に選択の記録がなく、局面を確かめられません",
    ),
    "this save belongs to {}, not to {}": (
        "此存档属于 {}，不属于 {}",
        "此存檔屬於 {}，不屬於 {}",
        "この保存は {} のもので、{} のものではありません",
    ),
    "this save was made with {}, and today the game goes another way: {}": (
        "此存档用{}保存，如今游戏的进程不同：{}",
        "此存檔用{}儲存，如今遊戲的進程不同：{}",
        "この保存は{}で作られ、今は展開が異なります：{}",
    ),
    "other rules": ("另一套规则", "另一套規則", "別の規則"),
    "another version of rulekit": ("另一版本的 rulekit", "另一版本的 rulekit", "別の版の rulekit"),
    "name the same variants as at the start, undo the change of the rules, or go on from there with --migrate": (
        "请给出与开局相同的变体，撤回规则的改动，或用 --migrate 从那里继续",
        "請給出與開局相同的變體，撤回規則的改動，或用 --migrate 從那裡繼續",
        "開始時と同じ変種を指定するか、規則の変更を戻すか、--migrate でそこから続けてください",
    ),
    "this match has no record of its choices and can not be saved": (
        "本局没有选择记录，无法保存",
        "本局沒有選擇記錄，無法儲存",
        "この対局には選択の記録がなく、保存できません",
    ),
    "make them with choose or decide; answer and play_random keep no record": (
        "请用 choose 或 decide 作选择；answer 和 play_random 不留记录",
        "請用 choose 或 decide 作選擇；answer 和 play_random 不留記錄",
        "choose か decide で選んでください。answer と play_random は記録しません",
    ),
    "the set-up of this save can not be carried out: {}": (
        "此存档的布置无法执行：{}",
        "此存檔的佈置無法執行：{}",
        "この保存の準備を実行できません：{}",
    ),
    "choice {}: {}": ("第{}次选择：{}", "第{}次選擇：{}", "選択{}：{}"),
    "choice {} can not be carried out: {}": (
        "第{}次选择无法执行：{}",
        "第{}次選擇無法執行：{}",
        "選択{}を実行できません：{}",
    ),
    "after {} choices {}": ("{}次选择之后：{}", "{}次選擇之後：{}", "{}回の選択の後：{}"),
    "its choices do not lead to its {}": (
        "这些选择通向的 {} 与存档不符",
        "這些選擇通向的 {} 與存檔不符",
        "選択の結果が {} と一致しません",
    ),
    "it can not be made under these rules": (
        "按这些规则不能这样选",
        "按這些規則不能這樣選",
        "この規則ではその選択はできません",
    ),
    "the rules of {} are not at hand": ("找不到 {} 的规则", "找不到 {} 的規則", "{} の規則が手元にありません"),
    "load the game from its folder": (
        "请从文件夹载入游戏",
        "請從資料夾載入遊戲",
        "フォルダーからゲームを読み込んでください",
    ),
    "the plugin that brings {} is not installed": (
        "提供 {} 的插件没有安装",
        "提供 {} 的外掛沒有安裝",
        "{} のプラグインがインストールされていません",
    ),
    # ---- choices that are refused
    "this question is not open any more": ("这个问题已经过去了", "這個問題已經過去了", "この質問はもう終わっています"),
    "there are {} options, counted from 0": (
        "共有{}个选项，从0数起",
        "共有{}個選項，從0數起",
        "選択肢は{}個（0から）です",
    ),
    "{} is not among the options": ("{}不在选项之中", "{}不在選項之中", "{} は選択肢にありません"),
    "{} is not asked": ("现在没有问{}", "現在沒有問{}", "{} には尋ねていません"),
    "the lines do not go together": ("各行互相矛盾", "各行互相矛盾", "各行が両立しません"),
    "this can not stand here": ("不能填在这里", "不能填在這裡", "ここには入れられません"),
    "still open: {}": ("尚未填写：{}", "尚未填寫：{}", "未記入：{}"),
    # ---- boards
    "{} says nothing about a board": ("{} 没有描述版图", "{} 沒有描述版圖", "{} にボードの記述がありません"),
    "a file {} in its folder tells how it looks": (
        "文件夹中的 {} 描述版图的样子",
        "資料夾中的 {} 描述版圖的樣子",
        "フォルダーの {} がボードの見た目を記述します",
    ),
    "there is no table {} in {}": ("{2} 中没有表 {1}", "{2} 中沒有表 {1}", "{2} に表 {1} がありません"),
    "`table:` in {} names a file beside it": (
        "{} 中的 `table:` 应是它旁边的文件",
        "{} 中的 `table:` 應是它旁邊的檔案",
        "{} の `table:` は隣のファイルを指します",
    ),
    "`table:` of the owners in {} names a file beside it": (
        "{} 中归属的 `table:` 应是它旁边的文件",
        "{} 中歸屬的 `table:` 應是它旁邊的檔案",
        "{} の所有者の `table:` は隣のファイルを指します",
    ),
    "{} holds no `{}`": ("{} 中没有 `{}`", "{} 中沒有 `{}`", "{} に `{}` がありません"),
    "`places:` in {} names a table in that file": (
        "{} 中的 `places:` 应是该文件中的一张表",
        "{} 中的 `places:` 應是該檔案中的一張表",
        "{} の `places:` はそのファイルの表を指します",
    ),
    # ---- what goes wrong around a command
    "what was to be told could not be written: {}": (
        "无法写出输出：{}",
        "無法寫出輸出：{}",
        "出力を書けませんでした：{}",
    ),
    "internal error: {}; please report it with {}": (
        "内部错误：{}；请连同 {} 一起报告",
        "內部錯誤：{}；請連同 {} 一起回報",
        "内部エラー：{}。{} と一緒に報告してください",
    ),
    "internal error: {}; please report it": (
        "内部错误：{}；请报告",
        "內部錯誤：{}；請回報",
        "内部エラー：{}。報告してください",
    ),
    "No such option: {}": ("没有选项 {}", "沒有選項 {}", "オプション {} はありません"),
    "No such option {}.": ("没有选项 {}。", "沒有選項 {}。", "オプション {} はありません。"),
    "No such option {}. Did you mean {}?": (
        "没有选项 {}。你是不是想说 {}？",
        "沒有選項 {}。你是不是想說 {}？",
        "オプション {} はありません。{} のことですか。",
    ),
    "Missing argument {}.": ("缺少参数 {}。", "缺少參數 {}。", "引数 {} がありません。"),
    "Invalid value for {}: {}": ("{} 的值无效：{}", "{} 的值無效：{}", "{} の値が正しくありません：{}"),
    "Option {} requires an argument.": (
        "选项 {} 需要一个值。",
        "選項 {} 需要一個值。",
        "オプション {} には値が要ります。",
    ),
    "Got unexpected extra argument ({})": ("多余的参数（{}）", "多餘的參數（{}）", "余分な引数です（{}）"),
    "Got unexpected extra arguments ({})": ("多余的参数（{}）", "多餘的參數（{}）", "余分な引数です（{}）"),
    "{} is not a valid integer.": ("{} 不是整数。", "{} 不是整數。", "{} は整数ではありません。"),
    "{} is not a valid integer range.": ("{} 不是整数。", "{} 不是整數。", "{} は整数ではありません。"),
    "{} is not in the range {}.": ("{} 不在范围 {} 内。", "{} 不在範圍 {} 內。", "{} は範囲 {} にありません。"),
    "{} is not one of {}.": ("{} 不是下列之一：{}。", "{} 不是下列之一：{}。", "{} は次のどれでもありません：{}。"),
}
