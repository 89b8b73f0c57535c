"""A match in progress is a value: copied, saved and resumed in mid-rule it goes on identically, told or quiet, in any process.

Every test plays a game at random, stops at random decisions (the middle of rules included) and compares two ways on.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.runtime.view_json import as_json
from tests.playing import COUNCIL, SHOGUN, SHOGUN_SETUPS, SUPPLY, TOY, SetUp, game, play, python, said, start, step

GAMES: list[tuple[Path, SetUp]] = [*((SHOGUN, setup) for setup in SHOGUN_SETUPS), (TOY, (2, {"map": "Small"}))]
GAMES += [(COUNCIL, (2, {})), (SUPPLY, (2, {}))]
names = [f"{folder.name}-{said(setup)}" for folder, setup in GAMES]
every_game = pytest.mark.parametrize(("folder", "setup"), GAMES, ids=names)
some_games = pytest.mark.parametrize(
    ("folder", "setup"), [GAMES[k] for k in (1, 5, -2, -1)], ids=[names[k] for k in (1, 5, -2, -1)]
)

GO_ON = """
import json, sys
from random import Random
import rulekit
from tests.playing import play
saved, seed, journal, folder = json.load(sys.stdin)
match = rulekit.load(folder).resume(saved, journal)
hashes = [match.hash()]
for _ in play(match, Random(seed)):
    pass
print(json.dumps([*hashes, match.hash(), json.loads(json.dumps(match.save())) if journal else None]))
"""
CHAIN = """
import hashlib, json, sys
from random import Random
import rulekit
from rulekit.runtime.view_json import as_json
from tests.playing import play
folder, players, options, seed = json.load(sys.stdin)
match = rulekit.load(folder).start(players, seed, options)
chain = hashlib.sha256()
for _ in play(match, Random(seed)):
    chain.update(match.hash().encode())
for entry in match.journal:
    chain.update(f"{entry.number} {entry.rule} {entry.text()} {entry.text('zh-Hans', None)}".encode())
chain.update(json.dumps(match.save()).encode())
chain.update(json.dumps([as_json(match.view(who)) for who in (None, *match.players)]).encode())
print(chain.hexdigest(), len(match.journal))
"""


def to_the_end(match: rulekit.Match, seed: int) -> str:
    for _ in play(match, Random(seed)):
        pass
    return match.hash()


# ---------------------------------------------------------------- copies
@every_game
@pytest.mark.parametrize("journal", [False, True], ids=["quiet", "told"])
def test_copies_go_on_alike(folder: Path, setup: SetUp, journal: bool) -> None:
    match, random = start(setup, 3, journal, folder), Random(3)
    for _ in play(match, random):
        if random.random() > 0.02 or match.over:
            continue
        copy = match.copy()
        before = copy.hash()
        assert copy == match and before == match.hash()
        seed = random.random()
        step(match, Random(seed))
        assert copy.hash() == before, "the copy changed with the original"
        assert copy != match
        other = copy.copy()
        step(copy, Random(seed))
        assert copy == match and copy.hash() == match.hash()
        if random.random() < 0.3:
            assert to_the_end(other.copy(), 5) == to_the_end(other, 5)
            assert copy == match, "the original changed with the copy"


@some_games
def test_copies_share_nothing(folder: Path, setup: SetUp) -> None:
    """However a copy is played, the original stays what it was, journal and all that can be taken back included."""
    match, random = start(setup, 4, True, folder), Random(4)
    for _ in play(match, random):
        if random.random() < 0.01:
            seen = (match.value(), match.hash(), match.save(), [e.text() for e in match.journal])
            to_the_end(match.copy(), 1)
            assert (match.value(), match.hash(), match.save(), [e.text() for e in match.journal]) == seen


def test_other_values_differ() -> None:
    """Equality looks at everything: the set-up, the seed's chance, what is asked."""
    matches = [start(setup, seed) for setup in SHOGUN_SETUPS[:4] for seed in (1, 2)]
    hashes = {match.hash() for match in matches}
    assert len(hashes) == len(matches)
    assert all((a == b) == (a is b) for a in matches for b in matches)


# ---------------------------------------------------------------- saves
@some_games
@pytest.mark.parametrize("journal", [False, True], ids=["quiet", "told"])
def test_saves_go_on_in_this_process(folder: Path, setup: SetUp, journal: bool) -> None:
    match, random = start(setup, 6, journal, folder), Random(6)
    for _ in play(match, random):
        if random.random() < 0.02:
            saved = json.loads(json.dumps(match.save()))
            for told in (False, journal):
                resumed = game(folder).resume(saved, told)
                assert resumed == match and resumed.hash() == match.hash()
                assert resumed.save() == match.save()
                seed = random.random()
                assert to_the_end(resumed, int(seed * 1000)) == to_the_end(match.copy(), int(seed * 1000))


@some_games
@pytest.mark.parametrize("journal", [False, True], ids=["quiet", "told"])
def test_saves_go_on_in_another_process(folder: Path, setup: SetUp, journal: bool) -> None:
    random = Random(f"{folder.name} {journal}")
    match = start(setup, 8, journal, folder)
    for _ in play(match, random, random.randrange(40, 90)):
        pass
    sent = json.dumps([match.save(), 11, journal, str(folder)])
    resumed, ended, saved = json.loads(python(GO_ON, hash_seed="77", text=sent))
    assert resumed == match.hash()
    assert ended == to_the_end(match, 11)
    if journal:
        assert saved == json.loads(json.dumps(match.save()))


def test_a_finished_match_is_saved_too() -> None:
    match = start(SHOGUN_SETUPS[0], 1, True)
    to_the_end(match, 1)
    saved = json.loads(json.dumps(match.save()))
    for journal in (True, False):
        resumed = game().resume(saved, journal)
        assert resumed.over and resumed == match and resumed.standings == match.standings


# ---------------------------------------------------------------- the same everywhere
@some_games
def test_hash_seed_changes_nothing(folder: Path, setup: SetUp) -> None:
    """One seed gives one journal, one chain of hashes, one save and the same views, whatever Python's own hashing does."""
    sent = json.dumps([str(folder), setup[0], dict(setup[1]), 21])
    chains = {python(CHAIN, hash_seed=seed, text=sent) for seed in ("0", "1", "4242")}
    assert len(chains) == 1


@every_game
def test_quiet_and_told_are_the_same_game(folder: Path, setup: SetUp) -> None:
    quiet, told = start(setup, 9, False, folder), start(setup, 9, True, folder)
    random = Random(9)
    while quiet.asks:
        assert [ask[:3] for ask in quiet.asks] == [ask[:3] for ask in told.asks]
        k = random.randrange(len(quiet.asks))
        value = random.choice(quiet.asks[k][2])
        quiet.decide(k, value)
        told.decide(k, value)
        if random.random() < 0.2 or not quiet.asks:
            assert quiet == told and quiet.hash() == told.hash()
    assert told.over and quiet.standings == told.standings


@some_games
def test_looking_changes_nothing(folder: Path, setup: SetUp) -> None:
    """Prompts, labels, refusals, views, journals and saves are made on the side."""
    match, random = start(setup, 10, True, folder), Random(10)
    for _ in play(match, random):
        if random.random() > 0.05:
            continue
        before = match.hash()
        look(match)
        assert match.hash() == before


def look(match: rulekit.Match) -> None:
    for lang in ("en", "zh-Hans", "zh-Hant", "ja"):
        for decision in match.decisions:
            assert decision.prompt(lang)
            assert len({o.id for o in decision.options}) == len(decision.options)
            assert all(o.label(lang) for o in decision.options)
            assert all(r.label(lang) and r.reason(lang) for r in decision.refused)
        for viewer in (None, *match.players):
            json.dumps(as_json(match.view(viewer, lang)))
            assert all(e.text(lang, viewer) is not None for e in match.journal[-30:])
    json.dumps(match.save())


# ---------------------------------------------------------------- several at once
@pytest.mark.parametrize("seed", range(6))
def test_pending_decisions_in_any_order(seed: int) -> None:
    """What players plan at the same time does not hang on who is quicker."""
    match, random = start(SHOGUN_SETUPS[seed], seed, bool(seed % 2)), Random(seed)
    for _ in play(match, random):
        if len(match.asks) < 2 or random.random() < 0.95:
            continue
        ways = [planned(match.copy(), order) for order in ("first", "last", 1, 2, 3)]
        assert all(way == ways[0] and way.hash() == ways[0].hash() for way in ways)
        assert [a[:3] for a in ways[0].asks] == [a[:3] for a in ways[1].asks]


def planned(match: rulekit.Match, order: str | int) -> rulekit.Match:
    """Answers what is pending until all are done; each player chooses by a chance of his own, whoever is taken first."""
    chances = {player: Random(player) for player, *_ in match.asks}
    pick = Random(order)
    while len(match.asks) > 1 or match.forks:
        k = {"first": 0, "last": -1}.get(str(order), pick.randrange(len(match.asks))) % len(match.asks)
        player, _, options, _ = match.asks[k]
        match.decide(k, chances[player].choice(options))
    return match
