"""Moves, battles and deployments of SHOGUN by hand."""

from __future__ import annotations

from tests.perft.table import Table


def march(at: Table, player: str, here: str) -> None:
    """SHG-ACT-BATTLE-01 to -13."""
    targets = [p for p in at.neighbours(here) if at.owner.get(p) == player or not _inviolable(at, p)]
    if at.armies[here] < 2 or not targets:
        return
    said = at.course.ask(player, targets + (["nowhere"] if at.declining else []))
    if said == "nowhere":
        return
    n = _how_many(at, player, here)
    at.armies[here] -= n
    if at.owner.get(said) == player:
        at.armies[said] += n
    else:
        _battle(at, player, said, n)


def _inviolable(at: Table, province: str) -> bool:
    """SHG-EVENT-13."""
    return at.event == "temple peace" and "temple" in at.buildings.get(province, [])


def _how_many(at: Table, player: str, here: str) -> int:
    return int(at.course.ask(player, [str(n) for n in range(1, at.armies[here])]))


def _extra(at: Table, player: str | None, card: str) -> int:
    """SHG-SPECIAL-04, -05, -07, -11, -12: one more from the supply; with the option its owner is asked."""
    if player is None or at.specials.get(player) != card or not at.supply[player]:
        return 0
    if at.asking and at.course.ask(player, ["no", "yes"]) == "no":
        return 0
    at.supply[player] -= 1
    return 1


def _battle(at: Table, attacker: str, target: str, n: int) -> None:
    """SHG-BATTLE-01 to -24."""
    defender = at.owner.get(target)
    thrown = {attacker: n}
    if defender is not None:
        thrown[defender] = at.armies[target]
        at.armies[target] = 0
        if at.event == "castle defense" and "castle" in at.buildings.get(target, []) and at.supply[defender]:
            at.supply[defender] -= 1  # SHG-EVENT-12; the event comes before the special card (SHG-RUL-23)
            thrown[defender] += 1
    thrown[attacker] += _extra(at, attacker, "+1 Attack")
    if defender is None:
        thrown["farmers"] = at.farmers(2 if at.event == "neutral two farmers" else 1)
    else:
        thrown[defender] += _extra(at, defender, "+1 Defense")
    at.throw(thrown)
    involved = defender is None or not at.markers.get(target)
    farmers = at.back("farmers") if involved else 0
    own = at.tray[defender] if defender is not None else 0
    attack, defence = at.tray[attacker], own + farmers
    if attack > defence:
        at.back(attacker, defence)
        if defender is not None:
            at.back(defender)
            at.give_up_card(target)
        at.owner[target], at.armies[target], at.tray[attacker] = attacker, at.tray[attacker], 0
        return
    at.back(attacker)
    if defender is None:
        return
    if defence > attack and own:
        at.back(defender, max(attack - farmers, 0))
        at.armies[target], at.tray[defender] = at.tray[defender], 0
    else:
        at.back(defender)
        at.lose(target)


def move(at: Table, player: str, here: str) -> None:
    """SHG-ACT-MOVE1-01 to -07: deployed and paid in any case, moved if its player likes."""
    if not at.chests[player] or not at.supply[player]:
        return
    at.chests[player] -= 1
    at.supply[player] -= 1
    at.armies[here] += 1
    own = [p for p in at.neighbours(here) if at.owner.get(p) == player]
    if not own:
        return
    said = at.course.ask(player, [*own, "nowhere"])
    if said != "nowhere":
        n = _how_many(at, player, here)
        at.armies[here] -= n
        at.armies[said] += n


def six_armies(at: Table, player: str, here: str) -> None:
    """Deploy 5: SHG-ACT-DEPLOY-01, -03 to -07. Six only with six in the supply, and with the option only if wanted."""
    number = 3 if at.event == "deploy reduced" else 5
    if at.chests[player] < 3 or at.supply[player] < number:
        return
    if (
        at.specials.get(player) == "6 Armies"
        and at.supply[player] >= 6
        and (not at.asking or at.course.ask(player, ["no", "yes"]) == "yes")
    ):
        number = 6
    at.chests[player] -= 3
    at.supply[player] -= number
    at.armies[here] += number
