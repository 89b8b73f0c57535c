"""Rule files and tables as careless fingers leave them: words dropped, swapped, misspelt, lines moved, signs lost."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random

WORDS = re.compile(r'"[^"\n]*"|\{[^}\n]*\}|\[[^\]\n]*\]|[A-Z][\w\'-]*(?: [A-Z][\w\'-]*)*|[\w-]+|[^\s\w]')
SIGNS = [*"\"'(){}[]:,|+-*#.;=<>!?\t \\/&%$@~^`\né堺\u3000\u200b\x00", "  ", "9" * 30, "none", "it", "me"]


def mutate(text: str, random: Random) -> tuple[str, str]:
    """A text with one thing changed, and what was done."""
    rows = text.split("\n")
    lines = [k for k, row in enumerate(rows) if row.strip() and not row.lstrip().startswith("#")]
    if not lines:
        return text, "nothing left to change"
    at = random.choice(lines)
    row = rows[at]
    indent = row[: len(row) - len(row.lstrip())]
    words = WORDS.findall(row)
    k = random.randrange(len(words))
    sort = random.choice(
        ["drop", "swap", "misspell", "double", "other", "sign", "unsign", "indent", "line", "twice", "move", "cut"]
    )
    match sort:
        case "drop":
            rows[at] = indent + " ".join(words[:k] + words[k + 1 :])
        case "swap" if k + 1 < len(words):
            words[k], words[k + 1] = words[k + 1], words[k]
            rows[at] = indent + " ".join(words)
        case "misspell" if len(words[k]) > 1:
            j = random.randrange(len(words[k]))
            words[k] = words[k][:j] + random.choice(["", random.choice("abcxyz-A1")]) + words[k][j + 1 :]
            rows[at] = indent + " ".join(words)
        case "double":
            rows[at] = indent + " ".join([*words[:k], words[k], *words[k:]])
        case "other":  # a word from somewhere else
            other = random.choice(WORDS.findall(random.choice([r for r in rows if r.strip()])))
            rows[at] = indent + " ".join([*words[:k], other, *words[k + random.choice([0, 1]) :]])
        case "sign":
            j = random.randrange(len(row) + 1)
            rows[at] = row[:j] + random.choice(SIGNS) + row[j:]
        case "unsign":
            j = random.randrange(len(row))
            rows[at] = row[:j] + row[j + 1 :]
        case "indent":
            rows[at] = random.choice(["", " ", "  ", "    ", "      ", "\t"]) + row.lstrip()
        case "line":
            del rows[at]
        case "twice":
            rows.insert(at, row)
        case "move":
            rows.insert(random.randrange(len(rows)), rows.pop(at))
        case _:
            return "\n".join([*rows[:at], row[: random.randrange(len(row) + 1)]]), f"cut off in line {at + 1}"
    return "\n".join(rows), f"{sort} in line {at + 1}: {row.strip()}  ->  {rows[at].strip() if at < len(rows) else ''}"


def mutated_copy(game: Path, place: Path, seed: int, times: int) -> list[str]:
    """A copy of a game with some things changed; gives what was done."""
    random = Random(seed)
    shutil.copytree(game, place, dirs_exist_ok=True)
    files = sorted(p for p in place.rglob("*") if p.suffix in (".rules", ".yaml") and p.name != "clauses.yaml")
    done = []
    for _ in range(times):
        path = random.choice(files)
        text, what = mutate(path.read_text(encoding="utf-8"), random)
        path.write_text(text, encoding="utf-8")
        done.append(f"{path.relative_to(place)}: {what}")
    return done
