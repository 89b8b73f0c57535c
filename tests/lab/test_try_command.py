"""``rulekit try``: what the command prints, one process and several, what is kept and taken up again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rulekit.diagnostics import RulesError, UserError
from rulekit.lab.try_report import lines
from rulekit.lab.tryout import try_out
from tests.lab.trying import fact, run, tried, variant


def test_one_and_two_processes_tell_the_same(game: Path) -> None:
    path = variant(game, "  adjust gain: at most 2\n")
    one, two = (try_out(game, [path], 10, jobs=jobs) for jobs in (1, 2))
    assert json.dumps(one.as_dict()) == json.dumps(two.as_dict())
    assert list(lines(one, "en")) == list(lines(two, "en"))


def test_json_and_a_variant_that_is_fine(game: Path) -> None:
    done = run(game, "  adjust gain: plus 1\n", "--games", "8", "--json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert data["games"] == 8 and data["whole"] and data["stopped"] == []
    (row,) = data["lines"]
    assert row["place"].endswith("mine.rules:2") and row["facts"][0]["times"] == 64
    assert all(set(x) >= {"what", "place", "base", "with", "low", "high", "p"} for x in data["happenings"])


def test_chinese(game: Path) -> None:
    said = run(game, "  after walk: lower my points by 1\n", "--games", "6", "--lang", "zh").output
    assert "中断的对局" in said and "这一行无法执行：" in said and "重现至此" in said
    assert "games" not in said.replace("games/", "")


def test_what_is_played_when_it_is_interrupted_is_told(game: Path) -> None:
    path = variant(game, "  adjust gain: plus 1\n")

    def stopping(at: int) -> Callable[[int, int], None]:
        def told(done: int, of: int) -> None:
            if done == at:
                raise KeyboardInterrupt

        return told

    found = try_out(game, [path], 10, jobs=1, told=stopping(4))
    assert found.interrupted and len(found.laid.records) == 4 and not found.comparison.pairs
    assert fact(found, 2, "adjust").numbers["applied"] == 32
    begun: list[int] = []
    whole = try_out(game, [path], 10, jobs=1, resume=True, told=lambda done, of: begun.append(done))
    assert begun[0] == 4 and not whole.interrupted and whole.comparison.pairs == 10


def test_no_game_is_begun_when_time_is_over(game: Path) -> None:
    found = try_out(game, [variant(game, "  adjust gain: plus 1\n")], 50, jobs=1, seconds=0)
    assert not found.interrupted and len(found.laid.records) == len(found.base.records) == 1
    assert "time was over after 1 of 50 games" in "\n".join(lines(found, "en"))


def test_what_bots_try_out_is_not_counted(game: Path) -> None:
    """A bot that looks ahead carries lines out in its head: they are not lines of the game."""
    found = try_out(game, [variant(game, "  adjust gain: plus 1\n")], 4, ["greedy"], jobs=1)
    assert fact(found, 2, "adjust").numbers["applied"] == 32


def test_what_bots_alone_read_is_no_line_of_the_game(game: Path) -> None:
    """No game is decided by the value with which bots judge positions: lines that only they read are not reported as never
    reached. Lines that the game reads too are reported."""
    body = """  bots judge by my worth
  number worth of {me: player}: my points + gain of 1 + my comfort
  number comfort of {me: player}: my tired
  adjust comfort: plus 1
  adjust gain: plus 1
"""
    for bots in (["random"], ["greedy"]):
        found = try_out(game, [variant(game, body)], 4, bots, jobs=1)
        assert [row.span.line for row in found.rows] == [6]


def test_mistakes(game: Path) -> None:
    with pytest.raises(RulesError):
        tried(game, "  adjust gian: plus 1\n")
    with pytest.raises(UserError, match="no variant to try"):
        try_out(game, [])
    assert run(game, "  adjust gian: plus 1\n").exit_code == 1
    assert "did you mean `gain`?" in run(game, "  adjust gian: plus 1\n").output


def test_what_is_kept_of_the_compiled_rules_tells_the_same(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second run compiles nothing: the traced rules come from the cache. An entry in another format is ignored."""
    from rulekit import cache
    from rulekit.lab import tracing

    body = '  adjust gain: at most 2\n  add wind Gale "A gale":\n    one card\n'
    first = tried(game, body)
    with monkeypatch.context() as without:
        without.setattr(tracing, "traced", lambda *args: pytest.fail("compiled once more"))
        again = tried(game, body)
    assert [*lines(again, "en")] == [*lines(first, "en")] and again.rows == first.rows
    assert again.laid.records == first.laid.records
    with monkeypatch.context() as damaged:
        damaged.setattr(cache, "read", lambda name: {"image": {}, "numbers": [], "own": []})
        assert cache.stored(tracing._CachedTrace, "any") is None
