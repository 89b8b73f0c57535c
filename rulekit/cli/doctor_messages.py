"""The messages of ``rulekit doctor``."""

from __future__ import annotations

from rulekit.i18n.catalogue import MessageCatalogue

TEXTS = MessageCatalogue(
    "doctor",
    {
        # ---------------------------------------------------------------- headings and states
        "rulekit": "rulekit",
        "python": "Python",
        "packages": "Packages",
        "extras": "Extras",
        "terminal": "Terminal",
        "cache": "Cache",
        "saves": "Saved games",
        "compiler": "C compiler",
        "plugins": "Plugins",
        "games": "Games",
        "works": "ok",
        "missing": "-",
        "broken": "broken",
        "all_well": "Everything that rulekit needs works.",
        "not_well": "{n} to be put right: see the lines marked “broken”.",
        # ---------------------------------------------------------------- what was found
        "said_version": "{version}, in {where}",
        "said_python": "{version} ({implementation}, {system}), {where}",
        "said_package": "{version}",
        "said_package_lacks": "{package} is not installed",
        "said_no_metadata": "rulekit runs from its sources and is not installed: which packages it needs is not known",
        "said_extra": "installed",
        "said_extra_lacks": "not installed: {packages}",
        "said_encoding": "{encoding}",
        "said_encoding_poor": "{encoding} can not show Chinese or Japanese: such characters appear as question marks",
        "said_cache": "{folder}: {files} files, {megabytes} MB",
        "said_cache_off": "switched off: each start reads and compiles the rules anew",
        "said_cache_none": "{folder} can not be used: it can not be made, or others can write there. "
        "Each start compiles the rules anew",
        "said_cache_full": "nothing can be kept in {folder}: the disk may be full",
        "said_saves": "{folder}",
        "said_saves_elsewhere": "your own folder can not be written; games that are left are kept in {folder}",
        "said_compiler": "{compiler}",
        "said_compiler_wrong": "{compiler} makes libraries that compute something else",
        "said_library": "a library made by {compiler} can not be opened: {reason}",
        "said_theirs": "{reason}",
        "said_plugin": "{version}: {gifts}",
        "said_plugin_nothing": "{version}: brings nothing",
        "said_plugin_waits": "{version}: installed; looked at once the broken one is put right",
        "said_no_plugins": "none is installed",
        "said_game": "{where}",
        "said_no_games": "none is installed",
        # ---------------------------------------------------------------- what helps
        "hint_help": "{help}",
        "hint_other_python": "install Python {first} to {last}, and rulekit there",
        "hint_install": "pip install {distribution}, or pip install -e . in a checkout",
        "hint_get_extra": 'pip install "{distribution}[{extra}]"',
        "hint_utf8": "set PYTHONUTF8=1, and use a terminal that shows UTF-8",
        "hint_cache_on": "take RULEKIT_CACHE=off out of the environment",
        "hint_cache_where": "name in RULEKIT_CACHE a folder with room in it that only you can write",
        "hint_saves_where": "name in XDG_STATE_HOME a folder that you can write",
        "hint_other_compiler": "name another compiler in CC; without one everything is played in Python",
        "hint_new_plugin": "docs/plugins.md tells how one is made: rulekit new plugin NAME",
        "hint_new_game": "begin one of your own: rulekit new game NAME",
    },
)

# What each extra is for; one that is not listed here is shown without a word about it.
EXTRAS = MessageCatalogue(
    "doctor.extra",
    {
        "fast": "tables are read faster",
        "native": "a C compiler, for fast playouts on machines without one",
        "docs": "the documentation as a book",
        "dev": "everything for work on rulekit itself",
        "tui": "the full-screen table in the terminal",
        "web": "the table in the browser",
        "lab": "statistics, tournaments and bots",
        "lsp": "help in editors while rules are written",
    },
)
