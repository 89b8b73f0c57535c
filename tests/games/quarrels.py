"""Games by chance of WAR OF NOBUNAGA'S SUCCESSORS in which people look for a fight, and use Tennozan when they can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import rulekit


def quarrel(match: rulekit.Match, random: Random, near: Sequence[set[int]]) -> Iterator[rulekit.Match]:
    """Plays at random, but for what brings battles about; gives the match after the start and after every choice.

    ``near``: the neighbours of each area.
    """
    image = match.compiled.image
    tennozan = [member.name for member in image.kinds["card"].members].index("Tennozan")
    banner, area, where = image.marks["banner"].base, image.places["area"].base, image.where["counter"]

    def hostile(k: int, p: int) -> bool:
        return any(match.s[banner + u] not in (-1, p) for u in match.z[area + k])

    yield match
    while match.asks:
        k = random.randrange(len(match.asks))
        p, question, options, _ = match.asks[k]
        ask, wanted = image.asks[question], options
        if ask.choice == "card in use a card":
            wanted = [card for card in options if card == tennozan]
        elif ask.choice == "c in send a commander":
            wanted = [c for c in options if any(hostile(n, p) for n in near[match.s[where + c] - area])]
        elif ask.choice == "goal in take a step":
            wanted = [goal for goal in options if hostile(goal, p)]
        elif "its event, or its value" in ask.text or "movement points left" in ask.text:
            wanted = options[:1]
        match.decide(k, random.choice(wanted or options))
        yield match
