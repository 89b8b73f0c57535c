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
        "said_encoding_poor": "{encoding} cannot show Chinese or Japanese: such characters appear as question marks",
        "said_cache": "{folder}: {files} files, {megabytes} MB",
        "said_cache_off": "switched off: each start reads and compiles the rules anew",
        "said_cache_none": "{folder} cannot be used: it cannot be made, or others can write there. "
        "Each start compiles the rules anew",
        "said_cache_full": "nothing can be kept in {folder}: the disk may be full",
        "said_saves": "{folder}",
        "said_saves_elsewhere": "your own folder cannot be written; games that are left are kept in {folder}",
        "said_compiler": "{compiler}",
        "said_compiler_wrong": "{compiler} makes libraries that compute something else",
        "said_library": "a library made by {compiler} cannot be opened: {reason}",
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
        "hint_install": "{command}",
        "hint_utf8": "set PYTHONUTF8=1, and use a terminal that shows UTF-8",
        "hint_cache_on": "take RULEKIT_CACHE=off out of the environment",
        "hint_cache_where": "name in RULEKIT_CACHE a folder with room in it that only you can write",
        "hint_saves_where": "name in XDG_STATE_HOME a folder that you can write",
        "hint_other_compiler": "name another compiler in CC; without one everything is played in Python",
        "hint_new_game": "begin one of your own: rulekit new game NAME",
    },
)

# What each extra brings, as pyproject.toml says it beside them.
EXTRAS = MessageCatalogue(
    "doctor.extra",
    {
        "docs": "the documentation as a book",
        "fast": "tables are read by a parser in C",
        "tui": "the table as a full screen",
        "lab": "simulations as Parquet",
        "cluster": "many games on many machines",
        "rl": "environments for learning",
        "openspiel": "games for the algorithms of OpenSpiel",
        "native": "a C compiler for playouts where the machine has none",
        "web": "the table in the browser",
        "postgres": "tables on several servers",
        "trust": "measures that only `make trust` and `make mutants` need",
        "dev": "everything for work on rulekit itself",
    },
)
