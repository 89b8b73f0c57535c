"""Games that are compiled beside the server: by a worker, through the cache; and where that fails, as without one."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit import api, game_source
from rulekit.build_job import BuildJob
from rulekit.diagnostics import RulesError
from rulekit.image import Setup
from rulekit.web import build_worker
from rulekit.web.build_worker import BUILT, NOT_BUILT, encoded
from rulekit.web.building import BuildWorker
from rulekit.web.catalogue import Catalogue
from tests import patience
from tests.playing import ROOT

FOLDER = ROOT / "games" / "tic_tac_toe"


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules cannot be read in this process."""

    def read(*args: object, **more: object) -> None:
        raise AssertionError("the rules are read here")

    monkeypatch.setattr(game_source, "read_rules", read)


def test_a_game_is_read_and_compiled_by_the_worker(empty_cache: Path, not_here: None) -> None:
    building = BuildWorker()
    try:
        catalogue = Catalogue({"tic_tac_toe": FOLDER}, building.build)
        game = catalogue.load("tic_tac_toe")
        match = game.start(None, 1)
        assert [len(x.options) for x in match.decisions] == [9]
        assert game.forms(match.compiled.image).native()
    finally:
        building.stop()
    assert not building.process.running


def test_what_is_in_the_cache_needs_no_worker(empty_cache: Path) -> None:
    asked: list[BuildJob] = []
    api.load(FOLDER).start(None, 1)
    api.load(FOLDER, builder=asked.append).start(None, 1)
    assert not asked


def test_each_part_is_asked_for_once_and_made_here_where_nobody_made_it(empty_cache: Path) -> None:
    asked: list[BuildJob] = []
    game = api.load(FOLDER, builder=asked.append)
    match = game.start(None, 1)
    game.forms(match.compiled.image).python("fast")
    setup = Setup(tuple(match.players), match.compiled.image.options)
    assert [(x.folder, x.part, x.setup) for x in asked] == [
        (str(FOLDER), "info", None),
        (str(FOLDER), "image", setup),
        (str(FOLDER), "fast", setup),
    ]


def test_without_a_cache_there_is_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", "off")
    asked: list[BuildJob] = []
    api.load(FOLDER, builder=asked.append).start(None, 1)
    assert not asked


def test_a_mistake_in_the_rules_is_told_as_without_a_worker(empty_cache: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.rules").write_text("game Broken\n\nnonsense\n", encoding="utf-8")
    building = BuildWorker()
    try:
        with pytest.raises(RulesError) as told:
            api.load(tmp_path, builder=building.build)
        assert building.process.ask(encoded(BuildJob(str(tmp_path), (), "info"))) == NOT_BUILT
        assert building.process.running  # it goes on with the next one
    finally:
        building.stop()
    assert told.value.diagnostics


def test_a_worker_that_died_is_begun_again(empty_cache: Path) -> None:
    building = BuildWorker()
    job = BuildJob(str(FOLDER), (), "info")
    try:
        assert building.process.ask(encoded(job)) == BUILT
        process = building.process._process
        assert process is not None
        process.send_signal(signal.SIGKILL)
        process.wait(patience.seconds(20))
        assert building.process.ask(encoded(job)) == BUILT
    finally:
        building.stop()
    building.build(job)  # after the end nothing is begun any more
    assert not building.process.running


def test_a_worker_that_takes_too_long_is_stopped_and_the_game_made_here(empty_cache: Path) -> None:
    building = BuildWorker()
    building.process.seconds = 0.001
    try:
        assert api.load(FOLDER, builder=building.build).start(None, 1).decisions
    finally:
        building.stop()


def test_a_worker_without_jobs_ends(empty_cache: Path) -> None:
    order = "from rulekit.web import build_worker, line_worker; line_worker.answer_lines(build_worker.answer, idle=0.1)"
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", order], stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.wait(patience.seconds(20)) == 0


def test_what_a_plugin_raises_ends_no_worker(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def load(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(api, "load", load)
    assert build_worker.answer(encoded(BuildJob(str(FOLDER), (), "info"))) == NOT_BUILT
    assert "ZeroDivisionError" in capsys.readouterr().err
