"""The other side: an independent adjudicator of Diplomacy, the package `diplomacy`, behind a pipe.

Reads requests as lines of JSON, ``{"orders": {power: [order, ...]}}`` or ``{"new": true}``, and answers with the position:
``phase``, ``units`` and ``refuges`` by power, ``centres`` by power. It imports nothing of ours.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from diplomacy.engine.game import Game  # type: ignore[import-not-found,unused-ignore]


def position(game: Any) -> dict[str, Any]:
    """What stands where, who has to retreat and whither he could, whose centres are whose."""
    return {
        "phase": game.get_current_phase(),
        "units": {name: sorted(u for u in power.units if not u.startswith("*")) for name, power in game.powers.items()},
        "refuges": {u: sorted(r) for power in game.powers.values() for u, r in power.retreats.items()},
        "centres": {name: sorted(power.centers) for name, power in game.powers.items()},
    }


def main() -> None:
    """Answers until there are no more requests."""
    game = Game()
    for line in sys.stdin:
        request = json.loads(line)
        if request.get("new"):
            game = Game()
        else:
            for power, orders in request["orders"].items():
                game.set_orders(power, orders)
            game.process()
        print(json.dumps(position(game)), flush=True)


if __name__ == "__main__":
    main()
