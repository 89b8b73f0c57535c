"""What ``rulekit doctor`` says, in the languages of the commands (see :mod:`rulekit.tabletop.texts`)."""

from __future__ import annotations

TEXTS: dict[str, tuple[str, str, str]] = {
    # ---------------------------------------------------------------- headings and states
    "rulekit": ("rulekit", "rulekit", "rulekit"),
    "python": ("Python", "Python", "Python"),
    "packages": ("Packages", "软件包", "套件"),
    "extras": ("Extras", "可选组件", "選用元件"),
    "terminal": ("Terminal", "终端", "終端機"),
    "cache": ("Cache", "缓存", "快取"),
    "saves": ("Saved games", "存档", "存檔"),
    "compiler": ("C compiler", "C 编译器", "C 編譯器"),
    "plugins": ("Plugins", "插件", "外掛"),
    "games": ("Games", "游戏", "遊戲"),
    "works": ("ok", "正常", "正常"),
    "missing": ("-", "无", "無"),
    "broken": ("broken", "故障", "故障"),
    "all_well": (
        "Everything that rulekit needs works.",
        "rulekit 所需的一切均正常。",
        "rulekit 所需的一切均正常。",
    ),
    "not_well": (
        "{n} to be put right: see the lines marked “broken”.",
        "有 {n} 处需要修复：见标有“故障”的行。",
        "有 {n} 處需要修復：見標有「故障」的行。",
    ),
    # ---------------------------------------------------------------- what was found
    "said_version": ("{version}, in {where}", "{version}，位于 {where}", "{version}，位於 {where}"),
    "said_python": (
        "{version} ({implementation}, {system}), {where}",
        "{version}（{implementation}，{system}），{where}",
        "{version}（{implementation}，{system}），{where}",
    ),
    "said_package": ("{version}", "{version}", "{version}"),
    "said_package_lacks": ("{package} is not installed", "未安装 {package}", "未安裝 {package}"),
    "said_no_metadata": (
        "rulekit runs from its sources and is not installed: which packages it needs is not known",
        "rulekit 直接从源代码运行而未安装，无法得知所需的软件包",
        "rulekit 直接從原始碼執行而未安裝，無法得知所需的套件",
    ),
    "said_extra": ("installed", "已安装", "已安裝"),
    "said_extra_lacks": ("not installed: {packages}", "未安装：{packages}", "未安裝：{packages}"),
    "said_encoding": ("{encoding}", "{encoding}", "{encoding}"),
    "said_encoding_poor": (
        "{encoding} can not show Chinese or Japanese: such characters appear as question marks",
        "{encoding} 无法显示中文或日文，这些字符会显示为问号",
        "{encoding} 無法顯示中文或日文，這些字元會顯示為問號",
    ),
    "said_cache": (
        "{folder}: {files} files, {megabytes} MB",
        "{folder}：{files} 个文件，{megabytes} MB",
        "{folder}：{files} 個檔案，{megabytes} MB",
    ),
    "said_cache_off": (
        "switched off: each start reads and compiles the rules anew",
        "已关闭：每次启动都要重新读取并编译规则",
        "已關閉：每次啟動都要重新讀取並編譯規則",
    ),
    "said_cache_none": (
        "{folder} can not be used: it can not be made, or others can write there. Each start compiles the rules anew",
        "{folder} 不可用：无法创建，或他人也可写入。每次启动都要重新编译规则",
        "{folder} 不可用：無法建立，或他人也可寫入。每次啟動都要重新編譯規則",
    ),
    "said_cache_full": (
        "nothing can be kept in {folder}: the disk may be full",
        "{folder} 中无法保存任何内容：磁盘可能已满",
        "{folder} 中無法儲存任何內容：磁碟可能已滿",
    ),
    "said_saves": ("{folder}", "{folder}", "{folder}"),
    "said_saves_elsewhere": (
        "your own folder can not be written; games that are left are kept in {folder}",
        "无法写入你自己的文件夹；中途离开的游戏保存在 {folder}",
        "無法寫入你自己的資料夾；中途離開的遊戲儲存在 {folder}",
    ),
    "said_compiler": ("{compiler}", "{compiler}", "{compiler}"),
    "said_compiler_wrong": (
        "{compiler} makes libraries that compute something else",
        "{compiler} 生成的库计算结果不正确",
        "{compiler} 產生的函式庫計算結果不正確",
    ),
    "said_library": (
        "a library made by {compiler} can not be opened: {reason}",
        "无法打开 {compiler} 生成的库：{reason}",
        "無法開啟 {compiler} 產生的函式庫：{reason}",
    ),
    "said_theirs": ("{reason}", "{reason}", "{reason}"),
    "said_plugin": ("{version}: {gifts}", "{version}：{gifts}", "{version}：{gifts}"),
    "said_plugin_nothing": ("{version}: brings nothing", "{version}：未提供任何内容", "{version}：未提供任何內容"),
    "said_plugin_waits": (
        "{version}: installed; looked at once the broken one is put right",
        "{version}：已安装；修复上述故障后才会检查",
        "{version}：已安裝；修復上述故障後才會檢查",
    ),
    "said_no_plugins": ("none is installed", "未安装插件", "未安裝外掛"),
    "said_game": ("{where}", "{where}", "{where}"),
    "said_no_games": ("none is installed", "未安装游戏", "未安裝遊戲"),
    # ---------------------------------------------------------------- what helps
    "hint_help": ("{help}", "{help}", "{help}"),
    "hint_other_python": (
        "install Python {first} to {last}, and rulekit there",
        "请安装 Python {first} 至 {last}，并在其中安装 rulekit",
        "請安裝 Python {first} 至 {last}，並在其中安裝 rulekit",
    ),
    "hint_install": (
        "pip install {distribution}, or pip install -e . in a checkout",
        "运行 pip install {distribution}，或在源代码目录中运行 pip install -e .",
        "執行 pip install {distribution}，或在原始碼目錄中執行 pip install -e .",
    ),
    "hint_get_extra": (
        'pip install "{distribution}[{extra}]"',
        'pip install "{distribution}[{extra}]"',
        'pip install "{distribution}[{extra}]"',
    ),
    "hint_utf8": (
        "set PYTHONUTF8=1, and use a terminal that shows UTF-8",
        "请设置 PYTHONUTF8=1，并使用支持 UTF-8 的终端",
        "請設定 PYTHONUTF8=1，並使用支援 UTF-8 的終端機",
    ),
    "hint_cache_on": (
        "take RULEKIT_CACHE=off out of the environment",
        "请从环境变量中去掉 RULEKIT_CACHE=off",
        "請從環境變數中移除 RULEKIT_CACHE=off",
    ),
    "hint_cache_where": (
        "name in RULEKIT_CACHE a folder with room in it that only you can write",
        "请在 RULEKIT_CACHE 中指定一个只有你能写入且有空间的文件夹",
        "請在 RULEKIT_CACHE 中指定一個只有你能寫入且有空間的資料夾",
    ),
    "hint_saves_where": (
        "name in XDG_STATE_HOME a folder that you can write",
        "请在 XDG_STATE_HOME 中指定一个你能写入的文件夹",
        "請在 XDG_STATE_HOME 中指定一個你能寫入的資料夾",
    ),
    "hint_other_compiler": (
        "name another compiler in CC; without one everything is played in Python",
        "请在 CC 中指定其他编译器；没有编译器时一切由 Python 运行",
        "請在 CC 中指定其他編譯器；沒有編譯器時一切由 Python 執行",
    ),
    "hint_new_plugin": (
        "docs/plugins.md tells how one is made: rulekit new plugin NAME",
        "制作方法见 docs/plugins.md：rulekit new plugin NAME",
        "製作方法見 docs/plugins.md：rulekit new plugin NAME",
    ),
    "hint_new_game": (
        "begin one of your own: rulekit new game NAME",
        "可以自己新建：rulekit new game NAME",
        "可以自己新建：rulekit new game NAME",
    ),
}

# What each extra is for; one that is not listed here is shown without a word about it.
EXTRAS: dict[str, tuple[str, str, str]] = {
    "fast": ("tables are read faster", "更快地读取表格", "更快地讀取表格"),
    "native": (
        "a C compiler, for fast playouts on machines without one",
        "C 编译器，供没有编译器的机器快速模拟",
        "C 編譯器，供沒有編譯器的機器快速模擬",
    ),
    "docs": ("the documentation as a book", "把文档制成书", "把文件製成書"),
    "dev": ("everything for work on rulekit itself", "开发 rulekit 本身所需的一切", "開發 rulekit 本身所需的一切"),
    "tui": ("the full-screen table in the terminal", "终端全屏界面", "終端機全螢幕介面"),
    "web": ("the table in the browser", "浏览器界面", "瀏覽器介面"),
    "lab": ("statistics, tournaments and bots", "统计、锦标赛与电脑玩家", "統計、錦標賽與電腦玩家"),
    "lsp": ("help in editors while rules are written", "编写规则时的编辑器支持", "編寫規則時的編輯器支援"),
}
