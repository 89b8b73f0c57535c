"""``python -m tests.dsl.update_grammar``: what Lark says of the grammar is written down anew, for ``rulekit/dsl/grammar.py``."""

from __future__ import annotations

import json
import re

from rulekit.dsl.grammar import RULES, SAID, Grammar
from tests.playing import ROOT

FILES = sorted([*(ROOT / "games").rglob("*.rules"), *(ROOT / "plugins").rglob("*.rules")])


GAP = re.compile(r"\{([^{}]*)\}")
"""What stands in braces in a text is a row by itself"""


def page() -> str:
    """What has to stand there: the grammar, and the shapes of all rows of the games and plugins here, a line each."""
    grammar = Grammar.of(RULES.read_text(encoding="utf-8"))
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    rows = {row.lstrip(" ") for text in texts for row in text.split("\n")}
    for row in sorted(rows.union(*[GAP.findall(text) for text in texts])):
        signs = grammar.signs(row)
        if signs:
            grammar.shape([sign[0] for sign in signs])
    said = grammar.said()
    shapes = ",\n".join(f"{json.dumps(row)}: {json.dumps(shape)}" for row, shape in said["rows"].items())
    of_it = {name: value for name, value in said.items() if name != "rows"}
    return json.dumps(of_it, indent=0)[:-2] + ',\n"rows": {\n' + shapes + "\n}\n}\n"


if __name__ == "__main__":
    SAID.write_text(page(), encoding="utf-8")
    print(f"{SAID.relative_to(ROOT)}: {page().count(chr(10))} lines")
