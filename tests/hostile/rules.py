"""Rule files that are meant to kill, hang or fool whoever reads them. Fuzzing starts from them."""

from __future__ import annotations

from collections.abc import Callable

HEAD = 'order Visit "Visit" in {here: town}:\n'
MANY = 3_000


def lines(n: int, line: Callable[[int], str]) -> str:
    return HEAD + "".join(f"  {line(k)}\n" for k in range(n))


DEEP = {
    "remarks that close": HEAD + "  raise my points by " + "( # )\n" * MANY + "4" + ")" * MANY,
    "remarks that close more": HEAD + "".join("  x " + "(" * 60 + " # " + ")" * 60 + "\n" for _ in range(500)),
    "a text that closes": HEAD + '  x "' + ")" * 100 + '" ' + "(" * 160 + "4" + ")" * 160,
    "a citation that closes": HEAD + "  x [" + ")" * 100 + "] " + "(" * 160,
    "closed before they open": HEAD + "  x " + ")" * 100 + "(" * 160,
    "slots in slots": HEAD + "  x " + "{x: " * MANY + "}" * MANY,
    "many brackets": HEAD + "  x " + "(" * 200_000,
    "blocks": HEAD + "".join("  " * (k + 1) + "if here is walled:\n" for k in range(600)) + "  " * 601 + "stop\n",
}
HIDDEN = {
    "an escape": HEAD + "  raise my points by 1 # \x1b[31m\n",
    "an escape in a text": HEAD + '  needs here is walled: "\x1b]0;x\x07"\n',
    "an escape of 8 bits": HEAD + '  needs here is walled: "\x9b31m"\n',
    "a mark of direction": HEAD + '  needs here is walled: "\u202etext"\n',
    "a mark of direction in a remark": HEAD + "  raise my points by 1 # \u2066 x\n",
    "a blank without width": HEAD + "  raise my\u200b points by 1\n",
    "a line separator": HEAD + "  raise my points by 1\u2028  stop\n",
    "a new line of another sort": HEAD + "  raise my points by 1\x85  stop\n",
    "a null": HEAD + "  raise my\0 points by 1\n",
    "half a character": HEAD + '  needs here is walled: "\ud800"\n',
    "a form feed": HEAD + "  raise my points by 1\x0c\n",
}
"""Characters that do not show themselves, in line 2"""

FLOODS = {
    "unknown words": lines(6_000, lambda k: f"wrd{k} raise my pounts{k} by 1"),
    "unknown values": lines(6_000, lambda k: f"raise my pounts{k} by 1"),
    "unreadable lines": lines(15_000, lambda k: f"foo bar baz {k}"),
    "unknown kinds": "".join(f"number aa{k} of {{here: towwn{k}}}: 1\n" for k in range(6_000)),
    "unknown headings": "".join(f"nummber worth-{k}: 1\n" for k in range(15_000)),
    "unknown names": lines(6_000, lambda k: f"if here is Tovn{k}: stop"),
    "unknown points": 'variant Odd of Toy "Odd":\n' + "".join(f"  adjust pints-{k}: plus 1\n" for k in range(6_000)),
    "citations": "".join(f"number worth-{k}: 1 [TOY-{k}]\n" for k in range(6_000)),
    "one name many times": "number worth: 1\n" * 15_000,
    "one long line": HEAD + "  raise my points by " + " + ".join(["my points"] * 100_000) + "\n",
    "a line of a megabyte": HEAD + "  raise my " + "points " * 140_000 + "by 1\n",
    "a word of a megabyte": HEAD + "  raise my " + "p" * 1_000_000 + " by 1\n",
    "a text of a megabyte": HEAD + '  needs here is walled: "' + "x" * 1_000_000 + '"\n',
    "a name of a megabyte": HEAD + "  if here is " + "A" * 1_000_000 + ": stop\n",
    "numbers": lines(40_000, lambda k: f"raise my points by {k}"),
    "remarks": "# x\n" * 250_000,
    "remarks that silence": "# no RK346: x\n" * 70_000,
    "remarks that silence what is far away": "# no RK346: x\n" * 35_000 + "#\n" * 250_000,
}
"""Too much of something"""

RULES = DEEP | HIDDEN | FLOODS

PLAYERS = (
    "1 to 999999999 players, called Ash, Birch",
    "999999990 to 999999999 players, called Ash, Birch",
    "999999999 players, called Ash, Birch",
    "0 players, called Ash, Birch",
    "9 to 2 players, called Ash, Birch",
)
"""Numbers of players: `played by ...`"""
