"""Makes the database of one released version with games in it: ``python -m tests.web.archive.make VERSION``.

To be run once for a release, by that release; what was made before stays as it is. Beside it stands what was chosen, by name.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from rulekit.runtime.persistence.choices import named
from rulekit.web.catalogue import Catalogue
from rulekit.web.registry import GameRegistry
from rulekit.web.store import GameStore
from tests.web.conftest import FOLDERS

HERE = Path(__file__).parent
GAMES = (("tic_tac_toe", 2, 4, 2), ("shogun", 3, 80, 9))
"""game, players, choices, after every how many choices one is taken back"""


def _played(registry: GameRegistry, game: str, players: int, choices: int, undo: int) -> dict[str, Any]:
    random = Random(3)
    made = registry.create(game, players, seed=11, people=["Ann", "Ben", "Cid"][:players])
    session = registry.session(made.id)
    assert session is not None
    for k in range(choices):
        seat = random.choice(sorted(session.asked()))
        decision = session.decision(seat)
        assert decision is not None
        session.choose(seat, session.version(seat), f"move-{k}", random.choice(list(decision.options)).id)
        if k % undo == 0 and session.match.can_undo(session.match.players[seat - 1]) is None:
            session.undo(seat, session.version(seat), f"undo-{k}")
    past = [named(session.match, *choice[:3]) for choice in session.match.past or ()]
    return {"id": made.id, "tokens": made.invitations, "choices": [[x.player, x.question, x.option] for x in past]}


def main(version: str) -> None:
    with TemporaryDirectory() as folder:
        store = GameStore(f"sqlite:///{folder}/tables.db")
        registry = GameRegistry(store, Catalogue(FOLDERS))
        made = {game: _played(registry, game, *more) for game, *more in GAMES}
        store.close()
        with sqlite3.connect(f"{folder}/tables.db") as db:
            HERE.joinpath(f"{version}.sql").write_text("\n".join(db.iterdump()) + "\n", encoding="utf-8")
    HERE.joinpath(f"{version}.json").write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
