"""Plays whole games of SHOGUN and prints what came of them: a script of its own, so that any Python can run it.

    chain.py play [FOLDER]     from the start; every tenth save goes into the folder, if one is named
    chain.py plain             from the start, without a journal
    chain.py resume FOLDER     each save of the folder in turn, up to the next

The hash chain of a game is the hash of the position after every decision, each with all before it, condensed to one digest
for ten decisions. The choices hang on the position alone, so that a difference anywhere changes all that follows.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import asdict

import rulekit

SHOGUN = Path(__file__).resolve().parents[2] / "games" / "shogun"
TENTH = 10
GAMES: Mapping[str, tuple[int, int, Mapping[str, str]]] = {
    "three": (3, 11, {"side": "Sun", "setup": "Predetermined"}),
    "three-moon": (3, 12, {"side": "Moon", "declining": "yes"}),
    "four": (4, 13, {"side": "Sun", "first-seat": "3"}),
    "four-moon": (4, 14, {"side": "Moon", "asking": "yes", "years": "1"}),
    "five": (5, 15, {"side": "Sun", "setup": "Predetermined", "asking": "yes"}),
    "five-moon": (5, 16, {"side": "Moon", "years": "3"}),
}
"""(players, seed, options) of each game, by its name"""


def tens(match: rulekit.Match) -> Iterator[str]:
    """Plays on, and gives the digest of every ten positions; the last may be of fewer."""
    while match.asks:
        digest = hashlib.sha256()
        for _ in range(TENTH):
            n = int(match.hash(), 16)
            k = n % len(match.asks)
            options = match.asks[k][2]
            match.decide(k, options[n // len(match.asks) % len(options)])
            digest.update(match.hash().encode())
            if not match.asks:
                break
        yield digest.hexdigest()[:16]


def played(game: rulekit.Game, name: str, journal: bool, folder: Path | None) -> dict[str, Any]:
    """One game from its start."""
    players, seed, options = GAMES[name]
    match = game.start(players, seed, options, journal)
    chain = []
    saves = [json.dumps(match.save())] if folder else []
    for digest in tens(match):
        chain.append(digest)
        if folder and match.asks:
            saves.append(json.dumps(match.save()))
    if folder:
        (folder / f"{name}.saves").write_text("\n".join(saves), encoding="utf-8")
    image = hashlib.sha256(json.dumps(asdict(match.compiled.image)).encode()).hexdigest()[:16]
    return {"image": image, "chain": chain, "decided": match.decided, "standings": repr(match.standings)}


def resumed(game: rulekit.Game, name: str, folder: Path) -> dict[str, Any]:
    """The same chain out of its saves: of ten saves nine bring back the state, and one plays its record again."""
    chain = []
    for number, text in enumerate((folder / f"{name}.saves").read_text(encoding="utf-8").splitlines()):
        match = game.resume(json.loads(text), journal=number % TENTH == TENTH - 1)
        chain.append(next(tens(match)))
    return {"chain": chain, "decided": match.decided, "standings": repr(match.standings)}


def main(sort: str, folder: Path | None = None) -> None:
    game = rulekit.load(SHOGUN)
    came: dict[str, Any] = {}
    for name in GAMES:
        if sort == "resume":
            assert folder is not None
            came[name] = resumed(game, name, folder)
        else:
            came[name] = played(game, name, sort == "play", folder)
    compiled = "rulekit.loader" in sys.modules
    json.dump({"games": came, "compiled": compiled, "python": list(sys.version_info[:2])}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], *map(Path, sys.argv[2:]))
