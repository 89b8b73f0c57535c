"""``rulekit play`` without a person: whole games of bots, and everything that can be wrong before the first question."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytestmark = pytest.mark.slow


def test_json_is_one_object_with_what_was_promised(run: Run, orchard: Path) -> None:
    result = run("play", orchard, "--auto", "--players", 3, "--seed", 7, "--json")
    assert result.exit_code == 0
    told = json.loads(result.output)
    assert list(told) == ["game", "seed", "players", "decisions", "standings", "winner"]
    assert (told["game"], told["seed"], told["players"]) == ("Orchard", 7, 3)
    assert sorted(row["seat"] for row in told["standings"]) == [1, 2, 3]
    assert set(told["standings"][0]) == {"seat", "name", "score", "ties", "rank", "marks"}
    best = [row["name"] for row in told["standings"] if row["rank"] == 1]
    assert told["winner"] == (best[0] if len(best) == 1 else best)


def test_a_shared_victory_names_all_winners(run: Run, orchard: Path) -> None:
    found = [
        json.loads(run("play", orchard, "--auto", "--players", 2, "--seed", seed, "--json").output)["winner"]
        for seed in range(30)
    ]
    assert ["Anna", "Ben"] in [sorted(w) for w in found if isinstance(w, list)]
    assert any(isinstance(w, str) for w in found)


def test_without_a_terminal_bots_play(run: Run, orchard: Path) -> None:
    result = run("play", orchard, "--seed", 7)
    assert result.exit_code == 0
    assert "Anna (bot random)" in result.output and "The game is over." in result.output


def test_the_same_seed_gives_the_same_game(run: Run, orchard: Path, tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        run("play", orchard, "--auto", "--seed", 9, "--save", name)
    a, b = (json.loads((tmp_path / name).read_text("utf-8")) for name in ("a.json", "b.json"))
    assert a == b


def test_a_seed_is_taken_and_told(run: Run, orchard: Path) -> None:
    seeds = {json.loads(run("play", orchard, "--auto", "--json").output)["seed"] for _ in range(3)}
    assert len(seeds) > 1


def test_the_game_says_how_many_normally_play(run: Run, orchard: Path) -> None:
    assert json.loads(run("play", orchard, "--json").output)["players"] == 2


def test_options_in_any_case(run: Run, orchard: Path) -> None:
    long, short = (
        json.loads(run("play", orchard, "--json", "--set", f"Rounds={n}".lower(), "--set", "weather=hARSH").output)
        for n in (4, 1)
    )
    assert long["decisions"] > short["decisions"]


def test_a_variant_by_file_and_by_name(run: Run, orchard: Path) -> None:
    whole = json.loads(run("play", orchard, "--seed", 1, "--json").output)
    for variant in (orchard / "variants" / "short.rules", "short"):
        told = json.loads(run("play", orchard, "--seed", 1, "--json", "--variant", variant).output)
        assert told["decisions"] < whole["decisions"]


def test_the_title_names_the_variants(run: Run, orchard: Path) -> None:
    assert run("play", orchard, "--seed", 1, "--auto").output.splitlines()[0] == "Orchard, seed 1"
    said = run("play", orchard, "--seed", 1, "--auto", "--variant", "short").output.splitlines()[0]
    assert said == "Orchard (A short afternoon), seed 1"


def test_a_resumed_game_remembers_its_variants(run: Run, orchard: Path) -> None:
    run("play", orchard, "--seat", "1=human", "--variant", "short", "--save", "s.json", typed="1\n")
    assert run("play", orchard, "--resume", "s.json").exit_code == 0
    assert run("replay", "s.json", "--verify").exit_code == 0


def test_an_installed_game_by_its_name(run: Run, orchard: Path, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    orchard.rename(tmp_path / "games" / "orchard")
    assert run("play", "orchard", "--auto").exit_code == 0


WRONG_FILES = {
    "no folder": (["orchrad"], "did you mean orchard?"),
    "no folder by path": (["./orchrad"], "did you mean orchard?"),
    "a file": (["orchard/game.rules"], "orchard/game.rules is not a folder"),
    "an empty folder": (["empty"], "empty holds no rule files"),
    "an empty name": ([""], "there is no folder"),
    "unknown option": (["orchard", "--set", "round=3"], "did you mean rounds?"),
    "unknown value": (["orchard", "--set", "weather=hersh"], "did you mean Harsh?"),
    "number too high": (["orchard", "--set", "rounds=99"], "rounds cannot be 99"),
    "options that do not go together": (["orchard", "--set", "rounds=9", "--set", "weather=harsh"], "5 rounds at most"),
    "too many players": (["orchard", "--players", "9"], "2 to 4 players"),
    "unknown bot": (["orchard", "--seat", "2=randon"], "did you mean random?"),
    "no such seat": (["orchard", "--players", "2", "--seat", "3=random"], "there is no seat 3"),
    "unknown language": (["orchard", "--lang", "zh-Hand"], "did you mean zh-Han"),
    "no variant": (["orchard", "--variant", "shirt"], "did you mean short?"),
    "variant is a folder": (["orchard", "--variant", "empty"], "empty is no variant"),
    "no save": (["orchard", "--resume", "none.json"], "there is no saved game none.json"),
    "save is a folder": (["orchard", "--resume", "empty"], "empty is a folder"),
    "save in no folder": (["orchard", "--save", "no/where.json"], "there is no folder no"),
    "save over something else": (["orchard", "--save", "orchard/game.rules"], "it is left as it is"),
}


@pytest.mark.parametrize("args,said", WRONG_FILES.values(), ids=WRONG_FILES)
def test_what_is_wrong_in_files_and_choices(
    run: Run, orchard: Path, tmp_path: Path, args: list[str], said: str
) -> None:
    (tmp_path / "empty").mkdir()
    before = (orchard / "game.rules").read_bytes()
    result = run("play", "--auto", *args)
    assert result.exit_code == 1
    assert said in result.stderr
    assert not result.stdout
    assert len(result.stderr.splitlines()) <= 2
    assert (orchard / "game.rules").read_bytes() == before


WRONG_USAGE = {
    "no game": [],
    "two games": ["orchard", "orchard"],
    "unknown flag": ["orchard", "--sead", "3"],
    "seed is no number": ["orchard", "--seed", "x"],
    "setting without a value": ["orchard", "--set", "rounds"],
    "setting twice": ["orchard", "--set", "rounds=1", "--set", "rounds=2"],
    "seat without a number": ["orchard", "--seat", "red=human"],
    "seat zero": ["orchard", "--seat", "0=random"],
    "a person among bots only": ["orchard", "--auto", "--seat", "1=human"],
    "a resumed game has its seed": ["orchard", "--resume", "s.json", "--seed", "3"],
}


@pytest.mark.parametrize("args", WRONG_USAGE.values(), ids=WRONG_USAGE)
def test_what_is_wrong_in_the_command(run: Run, orchard: Path, args: list[str]) -> None:
    result = run("play", *args)
    assert result.exit_code == 2
    assert "Usage: rulekit play" in result.stderr


def test_a_broken_rule_file_is_shown_with_its_place(run: Run, orchard: Path) -> None:
    rules = orchard / "game.rules"
    rules.write_text(rules.read_text("utf-8").replace("move token to my bid", "moove token to my bid"), "utf-8")
    result = run("play", orchard, "--auto")
    assert result.exit_code == 1
    assert "orchard/game.rules:" in result.stderr and "^^" in result.stderr


def test_rules_that_fail_in_play_name_their_line(run: Run, orchard: Path) -> None:
    rules = orchard / "game.rules"
    rules.write_text(rules.read_text("utf-8").replace("apples: 40", "apples: 4"), "utf-8")
    result = run("play", orchard, "--auto", "--seed", 1, "--set", "rounds=9")
    assert result.exit_code == 1
    assert "orchard/game.rules:" in result.stderr
