"""The phases of SHOGUN by hand: planning, the draft, the turn order, actions, winter."""

from __future__ import annotations

from itertools import groupby

from tests.perft.battles import march, move, six_armies
from tests.perft.course import Course, Description
from tests.perft.table import CHESTS, PROVISIONS, SPACES, Table, table


def play(description: Description, course: Course) -> None:
    """Plays a position on, through its phases."""
    at = Table(description, course)
    for phase in description["phases"]:
        PHASES[phase](at, description)


def planning(at: Table, description: Description) -> None:
    """SHG-PLAN-02 to -08: every space in its order, the bid last; empty only as long as cards are short."""
    for player in at.players:
        hand = at.provinces(player) + CHESTS
        for k, space in enumerate(SPACES):
            if not hand:
                break
            spaces_left = len(SPACES) - k
            card = at.course.ask(player, hand + (["empty"] if len(hand) < spaces_left else []))
            if card != "empty":
                hand.remove(card)
                at.plans[player][space] = card


def draft(at: Table, description: Description) -> None:
    """SHG-SETUP-10 to -18."""
    column = {3: "with_three", 4: "with_four", 5: "with_five"}[len(at.players)]
    sizes = [(row["strength"], row[column]) for row in table("setups.yaml")["group_sizes"].values()]
    groups = {player: [strength for strength, n in sizes for _ in range(n)] for player in at.players}
    deck = [p for p in table("map.yaml")["provinces"] if at.in_play(p)]
    deck = at.course.drawn(deck, len(deck))
    open_pair = [deck.pop(0), deck.pop(0)]
    seen: dict[str, set[str]] = {}
    first = description.get("first seat", 1) - 1
    while groups[at.players[first]]:
        for player in at.players[first:] + at.players[:first]:
            _one_turn(at, player, deck, open_pair, seen, groups[player])


def _one_turn(
    at: Table, player: str, deck: list[str], pair: list[str], seen: dict[str, set[str]], groups: list[int]
) -> None:
    exchanged = False
    while True:
        may_exchange = not exchanged and seen.get(player) == set(pair)  # SHG-SETUP-16
        seen[player] = set(pair)
        said = at.course.ask(player, ["first", "second", "unseen"] + (["exchange"] if may_exchange else []))
        if said != "exchange":
            break
        exchanged = True
        deck += [pair[0], pair[1]][::-1]
        pair[:] = [deck.pop(0), deck.pop(0)]
    if said == "unseen":
        province = deck.pop(0)
    else:
        place = ["first", "second"].index(said)
        province, pair[place] = pair[place], deck.pop(0)  # SHG-SETUP-15: the next card comes into the same place
    group = int(at.course.ask(player, [str(n) for n in sorted(set(groups))]))
    groups.remove(group)
    at.owner[province], at.armies[province] = player, group


def turn_order(at: Table, description: Description) -> None:
    """SHG-TURNORDER-01 to -11."""
    ranks: dict[str, int] = {}
    for player, bid in description["bids"].items():
        number = CHESTS.index(bid) if bid in CHESTS else -1
        if number > at.chests[player]:
            number = 0  # SHG-TURNORDER-04
        ranks[player] = {-1: 2, 0: 1}.get(number, number + 2)
        at.chests[player] -= max(number, 0)
    left = dict(enumerate(description["special cards"], 1))
    for _, tied in groupby(sorted(at.players, key=lambda p: -ranks.get(p, 0)), key=lambda p: ranks.get(p, 0)):
        equal = list(tied)
        for player in at.course.drawn(equal, len(equal)):  # SHG-TURNORDER-05
            card = at.course.ask(player, list(left.values()))
            at.position[player] = next(k for k in left if left[k] == card)
            at.specials[player] = left.pop(at.position[player])


def actions(at: Table, description: Description) -> None:
    """SHG-ACT-GEN-01 to -08: card by card, in turn order; those without a planned province do nothing."""
    for action in description["action cards"]:
        for player in at.turn_order():
            here = at.plans[player].get(action)
            if here is None or here in CHESTS:
                continue
            if action in ("Battle A", "Battle B"):
                march(at, player, here)
            elif action == "Deploy And Move":
                move(at, player, here)
            elif action == "Deploy Five":
                six_armies(at, player, here)
            else:
                raise NotImplementedError(action)


def winter(at: Table, description: Description) -> None:
    """SHG-WINTER-01 to -13."""
    for player in at.players:
        at.rice[player] = max(at.rice.get(player, 0) - description["winter loss"], 0)
    for player in at.turn_order():
        missing = len(at.provinces(player)) - at.rice[player]
        revolts, extra = next(((r, e) for least, r, e in PROVISIONS if missing >= least), (0, 0))
        drawn = at.course.drawn(at.provinces(player), revolts)
        while drawn:
            here = at.course.ask(player, drawn) if len(drawn) > 1 else drawn[0]  # SHG-WINTER-10
            drawn = [p for p in drawn if p != here]
            _revolt(at, player, here, at.markers.get(here, 0) + extra)


def _revolt(at: Table, player: str, here: str, rebels: int) -> None:
    """SHG-REVOLT-03 to -12, cause B: no marker is added."""
    at.throw({player: at.armies[here], "farmers": at.farmers(rebels)})
    at.armies[here] = 0
    against = at.back("farmers")
    if at.tray[player] > against:
        at.back(player, against)
        at.armies[here], at.tray[player] = at.tray[player], 0
    else:
        at.back(player)
        at.lose(here)


PHASES = {"planning": planning, "draft": draft, "turn order": turn_order, "actions": actions, "winter": winter}
