"""Compiled set-ups: each is made once while it is kept or in use, and those that nobody needs are let go."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
from attrs import evolve

import rulekit
from rulekit import game_source
from rulekit.dsl.program import Program
from rulekit.image import Image
from rulekit.runtime.compiled_cache import CompiledCache
from rulekit.runtime.game import Game
from tests.playing import ROOT, TOY, game
from tests.secrecy.harness import DARING

SETUPS = [{"years": str(n)} for n in (1, 2, 3)]


def counted(most: int | None) -> tuple[Game, list[Sequence[str]]]:
    """A game with a cache of its own, for so many set-ups, and what it has compiled."""
    made: list[Sequence[str]] = []
    loaded = game()

    def compiled(*setup: object) -> Image:
        made.append([str(x) for x in setup])
        return loaded.compile(*setup)  # type: ignore[arg-type]

    limit = None if most is None else most * loaded.compiled(3).code + loaded.compiled(3).code // 2
    return evolve(loaded, compile=compiled, cache=CompiledCache(limit), asked={}), made


def test_a_set_up_is_compiled_once() -> None:
    loaded, made = counted(None)
    first = [loaded.compiled(3, setup) for setup in SETUPS]
    assert [loaded.compiled(3, setup) for setup in SETUPS] == first
    assert loaded.compiled(3, {"years": "1", "asking": "no"}) in first, "the same set-up, asked for in other words"
    assert len(made) == len(SETUPS)


def test_python_compiles_a_module_once() -> None:
    """For a game that is loaded again, too: its functions are others, their code is the same."""
    one, other = (rulekit.load(TOY).start(2, 1).compiled.machine.journaled_steps[0] for _ in range(2))
    assert one is not other and one.__code__ is other.__code__


def test_the_last_used_are_kept() -> None:
    loaded, made = counted(2)
    for setup in (SETUPS[0], SETUPS[1], SETUPS[0], SETUPS[2], SETUPS[0]):
        loaded.compiled(3, setup)
    assert len(made) == 3
    loaded.compiled(3, SETUPS[1])
    assert len(made) == 4


def test_a_large_one_takes_the_room_of_several() -> None:
    """A Most Dangerous Time has six times the code of SHOGUN."""
    small, _ = counted(2)
    large = evolve(rulekit.load(DARING), cache=small.cache)
    kept = [ref(small.compiled(3, setup)) for setup in SETUPS[:2]]
    gc.collect()
    assert all(held() for held in kept)
    assert large.compiled(2).code > 4 * small.compiled(3).code
    gc.collect()
    assert not any(held() for held in kept), "its code alone is more than the limit"
    assert large.compiled(2) is large.compiled(2), "and it is kept all the same"


def test_what_is_in_use_is_found_again() -> None:
    loaded, made = counted(1)
    match = loaded.start(3, 1, SETUPS[0])
    loaded.compiled(3, SETUPS[1])
    assert loaded.compiled(3, SETUPS[0]) is match.compiled
    assert len(made) == 2


def test_what_nobody_needs_is_let_go() -> None:
    loaded, _ = counted(1)
    unused = ref(loaded.compiled(3, SETUPS[0]))
    loaded.compiled(3, SETUPS[1])
    gc.collect()
    assert unused() is None


def test_games_may_share_a_cache() -> None:
    one, made = counted(1)
    other = evolve(one, hash="another", asked={})
    assert one.compiled(3) is not other.compiled(3)
    assert one.compiled(3) is not other.compiled(3) and len(made) == 4


def test_remembered_questions_are_few() -> None:
    loaded, _ = counted(1)
    for players in range(2000):
        loaded.compiled(3, {"years": " " * players + "1"})
    assert len(loaded._asked) <= 1000


def test_few_programs_stay_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled from rules that were let go is compiled all the same: they are read again."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    read, reading = list[Path](), game_source.read_rules

    def counting(folder: Path, *more: Any) -> Program:
        read.append(folder)
        return reading(folder, *more)

    monkeypatch.setattr(game_source, "read_rules", counting)
    folders = [tmp_path / f"game {k}" for k in range(game_source.GameSource.MOST_READ + 2)]
    for folder in folders:
        shutil.copytree(ROOT / "games" / "tic_tac_toe", folder)
        with (folder / "game.rules").open("a", encoding="utf-8") as file:
            file.write(f"# {folder.name}\n")
    games = [rulekit.load(folder) for folder in folders]
    assert read == folders
    games[-1].start()
    assert read == folders, "the last one is there still"
    games[0].start()
    assert read == [*folders, folders[0]]
