"""What a server holds in memory stays within limits, whatever games are asked of it, and all of it is there again when needed."""

from __future__ import annotations

import ctypes
import gc
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest

import rulekit
from benchmarks.web_load import memory as in_use
from rulekit.runtime.compiled_cache import CompiledCache
from rulekit.web import bot_worker, catalogue, memory
from rulekit.web.bot_worker import BotRunner, ThinkJob
from rulekit.web.catalogue import Catalogue
from rulekit.web.registry import GameRegistry
from rulekit.web.store import GameStore
from tests.playing import SHOGUN
from tests.web.conftest import FOLDERS
from tests.web.test_uploads import GOOD

GLIBC = platform.libc_ver()[0] == "glibc"
CODE = rulekit.load(SHOGUN).compiled().code
SET_UPS = [{"years": years, "asking": asking} for years in "123" for asking in ("yes", "no")]


@pytest.fixture
def registry(database: str) -> Iterator[GameRegistry]:
    found = GameRegistry(GameStore(database), Catalogue(FOLDERS), most_code=5 * CODE // 2)
    found.catalogue.compiled = CompiledCache(1)
    yield found
    found.store.close()


def test_set_ups_in_memory_are_few(registry: GameRegistry) -> None:
    made = [registry.create("shogun", options=options).id for options in SET_UPS]
    session = registry.session(made[0])
    assert session is not None
    held = ref(session.match.compiled)
    del session
    for game in made[1:]:
        assert registry.session(game)
    gc.collect()
    assert held() is None
    again = registry.session(made[0])
    assert again is not None and again.match.compiled.image.options["asking"] == 1


def test_games_of_one_set_up_stay(registry: GameRegistry) -> None:
    made = [registry.create("shogun").id for _ in range(5)]
    sessions = [registry.session(game) for game in made]
    assert [registry.session(game) for game in made] == sessions


def test_a_game_that_is_let_go_leaves_nothing_for_the_collector(registry: GameRegistry) -> None:
    """What waits for it is added to what a server holds, and a collection makes everybody wait."""
    kept = registry.create("shogun").id  # its set-up stays

    def looked_at() -> None:
        session = registry.session(registry.create("shogun").id)
        assert session is not None
        match = session.match
        for _ in range(40):
            match.choose(match.decisions[0], match.decisions[0].options[0])
        for viewer in (*match.players, None):
            assert match.compiled.views(viewer, "en").of(match) and match.compiled.passing_views(viewer, "en").of(match)
            assert session.stories.of(match, viewer, "en")

    looked_at()
    registry.forget_idle(-1.0)
    gc.collect()
    gc.disable()
    try:
        looked_at()
        registry.forget_idle(-1.0)
        assert gc.collect() < 100
    finally:
        gc.enable()
    assert registry.session(kept) is not None


def test_rule_sets_in_memory_are_few(registry: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files of house rules last as long as somebody plays by them, and no longer."""
    monkeypatch.setattr(catalogue, "MOST_RULE_SETS", 1)
    made = [registry.create("tic_tac_toe", text=GOOD.replace("Short", f"Short{word}")).id for word in "ABC"]
    session = registry.session(made[0])
    assert session is not None
    folder = registry.catalogue.files(session.game)[0]
    assert folder.is_dir(), "it is played"
    del session
    registry.forget_idle(-1.0)
    registry.create("tic_tac_toe", text=GOOD.replace("Short", "ShortD"))
    gc.collect()
    assert not folder.exists()
    assert registry.session(made[0]) is not None


def test_a_worker_holds_few_set_ups(monkeypatch: pytest.MonkeyPatch, registry: GameRegistry) -> None:
    monkeypatch.setattr(bot_worker, "MOST_CODE", 5 * CODE // 2)
    thinker = BotRunner(compiled=CompiledCache(1))
    for options in SET_UPS:
        session = registry.session(registry.create("shogun", options=options).id)
        assert session is not None
        row, folder = session.row, Path(registry.catalogue.files(session.game)[0])
        seat = next(iter(session.asked()))
        job = ThinkJob(
            row.id, str(folder), (), row.rules, row.seats, row.options, str(row.seed), row.chance, (), 0, seat, "random"
        )  # fmt: skip
        assert thinker.think(job).option
    assert len(thinker.courses) <= 2


def test_memory_goes_back_to_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where something at the end of the heap is still in use; another C library is left alone."""
    held = [bytearray(3000) for _ in range(30_000)]
    del held[:-1]
    before = in_use(os.getpid())
    memory.trim()
    if GLIBC:
        assert before - in_use(os.getpid()) > 30_000_000
    memory._of_glibc.cache_clear()
    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())
    memory.trim()
    memory.limit_arenas()
    memory._of_glibc.cache_clear()


ARENAS = """
import sys, threading
from rulekit.web.memory import limit_arenas
if sys.argv[1:]:
    limit_arenas()
begun = threading.Barrier(13)
def work():
    held = [bytearray(3000) for _ in range(1000)]
    begun.wait()
    begun.wait()
for _ in range(12):
    threading.Thread(target=work).start()
begun.wait()
print(open("/proc/self/statm").read().split()[0])
begun.wait()
"""


@pytest.mark.skipif(not GLIBC, reason="another C library")
def test_threads_share_few_arenas() -> None:
    """Each arena keeps what was freed in it: with one for each thread a server grew by hundreds of MB."""

    def reserved(*words: str) -> int:
        done = subprocess.run([sys.executable, "-c", ARENAS, *words], capture_output=True, text=True, check=True)
        return int(done.stdout) * os.sysconf("SC_PAGE_SIZE")

    assert reserved("few") < reserved() - 5 * 64 * 2**20, "64 MiB of addresses for each arena"


def test_a_game_that_is_asked_for_stays_in_memory(registry: GameRegistry) -> None:
    """Also where another process has changed it, so that it is looked up anew."""
    game = registry.create("tic_tac_toe").id
    for _ in range(2):
        session = registry.session(game)
        registry.feed.changed(game)
        assert registry.session(game) is session
        assert registry.forget_idle(60.0) == 1
    assert registry.forget_idle(-1.0) == 0
