"""Tables that are meant to kill, hang or fool whoever reads them. Fuzzing starts from them."""

from __future__ import annotations

MANY = 50_000
FAR = "\u202e"
"""RIGHT-TO-LEFT OVERRIDE: what follows is shown backwards"""

DEEP = {
    "lists in lists": "- " * MANY,
    "keys of keys": "? " * MANY,
    "lists of keys": "- ? " * MANY,
    "open lists": "[" * MANY,
    "open mappings": "{" * MANY,
    "open mappings in lists": "[{" * MANY,
    "keys that are lists": "? [" * MANY,
    "rows in rows": "".join(" " * k + f"a{k}:\n" for k in range(1000)),
    "brackets behind a remark that closes them": ("[" * 20 + " # " + "]" * 20 + "\n") * 500,
    "brackets behind a text that closes them": ("[" * 20 + ' "' + "]" * 20 + '",\n') * 500,
    "deep below a row": "towns:\n  Alder: " + "[" * 40 + "]" * 40,
}
"""Nested without end: 33 levels are too many"""

KEYS = {
    "a key that is a list": "[a, b]: 1\n",
    "a key that is a mapping": "{a: b}: 1\n",
    "a key that is a list of rows": "?\n  - a\n  - b\n: 1\n",
    "a key in a row": "towns:\n  Alder: {[x]: 1}\n",
}

HIDDEN = {
    "an escape in quotes": 'towns:\n  "A\\e[31mlder": {income: 1}\n',
    "a null in quotes": 'towns:\n  "A\\0lder": {income: 1}\n',
    "an escape by its number": 'towns:\n  Alder: {income: "\\x1b[2J"}\n',
    "a mark of direction": f"towns:\n  {FAR}Alder: {{income: 1}}\n",
    "a mark of direction in quotes": 'towns:\n  "\\u202eAlder": {income: 1}\n',
    "half a character": 'towns:\n  "\\ud800": {income: 1}\n',
    "a control character": "towns:\n  Al\x07der: {income: 1}\n",
    "a control character of 8 bits": "towns:\n  Al\x9bder: {income: 1}\n",
    "a line separator": "towns:\n  Al\u2028der: {income: 1}\n",
    "a blank without width": "towns:\n  Al\u200bder: {income: 1}\n",
}
"""Characters that do not show themselves"""

BROKEN = {
    "nothing": "",
    "a colon": ":",
    "two documents": "a: 1\n---\nb: 2\n",
    "an alias": "a: &x 1\nb: *x\n",
    "an alias of itself": "a: &x [*x]\n",
    "aliases that double": "a: &a [x, x]\n" + "".join(
        f"{chr(98 + k)}: &{chr(98 + k)} [*{chr(97 + k)}, *{chr(97 + k)}]\n" for k in range(20)
    ),
    "a tag that runs Python": "a: !!python/object/apply:os.system [exit]\n",
    "a directive": "%YAML 9.9\n---\na: 1\n",
    "a text without end": 'a: "x' + "y\n" * 1000,
    "a list without end": "a: [" + "x, " * 10_000,
    "a key of a megabyte": "k" * 1_000_000 + ": 1\n",
    "a tab": "a:\n\tb: 1\n",
    "too large": "a: " + "x" * (1 << 20),
}  # fmt: skip

FLOODS = {
    "many tables": "".join(f"key{k}: 1\n" for k in range(60_000)),
    "one key many times": "key: 1\n" * 60_000,
    "many rows that nothing reads": "towns:\n" + "".join(f"  Town{k}: {{incom: 2}}\n" for k in range(4_900)),
    "many rows": "towns:\n" + "".join(f"  Town{k}: {{income: 2}}\n" for k in range(40_000)),
    "many rows in one line": "towns: {" + ", ".join(f"Town{k}: {{a: 2}}" for k in range(20_000)) + "}\n",
}
"""Too much of something"""

TABLES = DEEP | KEYS | HIDDEN | BROKEN | FLOODS
