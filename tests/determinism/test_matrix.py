"""The same seed is the same game, whatever hashes, saves, caches and Pythons there are between.

Each cell of the matrix is a process of its own; all are held against one reference, hash for hash.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.determinism import pythons
from tests.determinism.chain import GAMES, TENTH

SCRIPT = str(Path(__file__).with_name("chain.py"))
PYTHON, WHY_NONE = pythons.interpreter(pythons.RUNNING)


def came(
    *arguments: str | Path, python: str | None = PYTHON, seed: str = "0", cache: str | Path = "off"
) -> dict[str, Any]:
    """What the script prints in a fresh process."""
    assert python is not None, WHY_NONE
    more = {"PYTHONHASHSEED": seed, "RULEKIT_CACHE": str(cache)}
    done = pythons.run(python, SCRIPT, *map(str, arguments), **more)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def same(one: dict[str, Any], other: dict[str, Any]) -> None:
    """Both played the same games. Fails with the game and the ten decisions in which they part."""
    for name in GAMES:
        a, b = one["games"][name], other["games"][name]
        for k, (x, y) in enumerate(zip(a["chain"], b["chain"], strict=False)):
            assert x == y, f"the game {name} is another one after decision {k * TENTH}"
        assert a.items() <= b.items() or b.items() <= a.items(), name


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("saves")


@pytest.fixture(scope="module")
def reference(saves: Path) -> dict[str, Any]:
    """One run: hashes by seed 0, no cache, with a journal, the running Python. It leaves its saves."""
    return came("play", saves)


def test_the_games_are_whole_and_different(reference: dict[str, Any]) -> None:
    games = reference["games"]
    assert list(games) == list(GAMES)
    assert len({game["chain"][-1] for game in games.values()}) == len(GAMES)
    assert all(game["decided"] > 100 and game["standings"] != "[]" for game in games.values())
    assert all(len(set(g["chain"])) == len(g["chain"]) == -(-g["decided"] // TENTH) for g in games.values())


def test_without_a_journal(reference: dict[str, Any]) -> None:
    same(reference, came("plain"))


@pytest.mark.parametrize("seed", [pytest.param("0", marks=pytest.mark.long), "1"])
def test_resumed_from_every_tenth_save(reference: dict[str, Any], saves: Path, seed: str) -> None:
    """With hashes by seed 0 they are resumed out of the cache at each commit, below."""
    same(reference, came("resume", saves, seed=seed))


def test_another_hash_seed_and_a_cold_and_a_warm_cache(reference: dict[str, Any], saves: Path, tmp_path: Path) -> None:
    """Sets and dictionaries are in another order; the compiled games are the same to the letter."""
    cache = tmp_path / "cache"
    cold = came("play", cache=cache, seed="1")
    assert cold["compiled"] and any(cache.iterdir()), "the first run fills the cache"
    warm = came("play", cache=cache, seed="1")
    assert not warm["compiled"], "the second run reads no rules"
    same(reference, cold)
    same(reference, warm)
    same(reference, came("resume", saves, cache=cache))


@pytest.mark.parametrize("version", pythons.versions())
def test_every_python_of_the_machine(reference: dict[str, Any], saves: Path, version: str, tmp_path: Path) -> None:
    """It plays the same games, goes on with the saves of another Python, and takes over what another has compiled."""
    python, why = pythons.interpreter(version)
    if python is None:
        pytest.skip(why)
    there = came("play", python=python, cache=tmp_path)
    assert ".".join(map(str, there["python"])) == version
    same(reference, there)
    same(reference, came("resume", saves, python=python, seed="1", cache=tmp_path))
    back = came("plain", cache=tmp_path)
    assert not back["compiled"], "the running Python reads what the other has compiled"
    same(reference, back)


def test_another_game_is_noticed(reference: dict[str, Any]) -> None:
    name = next(iter(GAMES))
    chain = reference["games"][name]["chain"]
    other = {
        "games": {**reference["games"], name: {**reference["games"][name], "chain": [*chain[:3], "0", *chain[4:]]}}
    }
    with pytest.raises(AssertionError, match=f"{name} is another one after decision 30"):
        same(reference, other)
