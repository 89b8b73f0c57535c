"""Positions on boards: whose a place is, what lies there, and nothing that a person may not know."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import rulekit
from rulekit.board import chart, read_board, read_position, svg
from rulekit.board.icons import CRESTS
from rulekit.cli import main
from tests.board.test_board import MDT, NOBUNAGA, SVG, TICTACTOE
from tests.playing import SHOGUN

RULES = """
game Coves "Coves":
  played by 2 players, called North, South
  begins with play the game
  layers printed, house

kind cove from "coves.yaml":
  holds boats, jewels

piece boat, boats: 9 of each player, at first in harbour of that player
kind jewel is Canary, Ruby, Opal:
  at first in chest

places seen by all:
  harbour of each player: boats
  chest: jewels
places seen by nobody:
  cellar of each cove: jewels
marks seen by all:
  owner of each cove: a player or none, at first none
  each cove may be haunted
marks seen by nobody:
  treasure of each cove: a jewel or none, at first none
marks seen by their owner:
  plan of each player: a cove or none, at first none

to play the game:
  each player in players:
    choose here among coves: "which cove?"
    set owner of here to me
    set treasure of here to Canary
    set my plan to here
    move 2 of my boats from my harbour to here
  move Canary to cellar of Gull Rock
  move Ruby to Sandy Bay
  Sandy Bay becomes haunted
  each player in players:
    choose here among coves: "which cove now?"
  end the game, ranking players by 0
"""
COVES = """
coves:
  gull_rock: {label: [60, 60], names: {en: Gull Rock, zh-Hans: 鸥岩}}
  sandy_bay: {label: [240, 60], names: {en: Sandy Bay, zh-Hans: 沙湾}}
"""
LOOK = """
table: coves.yaml
places: coves
size: [300, 120]
letters: 10
stack: [50, 14]
owners: {mark: owner, sides: {North: {letter: N, colour: "#aa2222"}}}
markers: {haunted: {shape: flame}}
"""


@pytest.fixture
def coves(tmp_path: Path) -> Path:
    folder = tmp_path / "coves"
    folder.mkdir()
    for name, text in (("game.rules", RULES), ("coves.yaml", COVES), ("board.yaml", LOOK)):
        (folder / name).write_text(text.lstrip())
    return folder


def played(folder: Path, choices: int, players: int | None = None, seed: int = 7) -> rulekit.Match:
    match, random = rulekit.load(folder).start(players, seed), Random(seed)
    for _ in range(choices):
        if not match.over:
            decision = match.decisions[0]
            match.choose(decision, random.choice(list(decision.options)))
    return match


def in_coves(folder: Path) -> rulekit.Match:
    match = rulekit.load(folder).start(2, 1)
    match.choose(match.decisions[0], "Gull Rock")
    match.choose(match.decisions[0], "Sandy Bay")
    return match


def saved(match: rulekit.Match, folder: Path, file: Path) -> Path:
    file.write_text(json.dumps({**match.save(), "table": {"folder": str(folder), "variants": [], "seats": []}}))
    return file


def test_who_holds_a_place_and_what_lies_there(coves: Path) -> None:
    match, board = in_coves(coves), read_board(coves)
    drawn = ElementTree.fromstring(svg(board, "en", read_position(match.view(None), board)))
    groups = {g.get("id"): g for g in drawn.iter(f"{SVG}g") if g.get("id")}
    rock = groups["place-gull-rock"]
    assert rock.get("data-owner") == "North" and "rk-owner-north" in str(rock.get("class"))
    pieces = [
        (g.get("data-piece"), g.get("data-owner"), g.get("data-count"))
        for g in rock.iter(f"{SVG}g")
        if g.get("data-piece")
    ]
    assert pieces == [("boat", "North", "2"), ("hidden", None, "1")]  # that something lies there is no secret
    boats = next(g for g in rock.iter(f"{SVG}g") if g.get("data-piece") == "boat")
    drawn_on = [path.get("d") for path in boats.iter(f"{SVG}path") if path.get("class") == "rk-crest"]
    assert drawn_on == [CRESTS["disc"]]  # never a colour alone
    assert "2" in [text.text for text in boats.iter(f"{SVG}text")]
    bay = groups["place-sandy-bay"]
    assert [g.get("data-piece") for g in bay.iter(f"{SVG}g") if g.get("data-piece")] == ["boat", "jewel"]
    assert [g.get("data-marker") for g in bay.iter(f"{SVG}g") if g.get("data-marker")] == ["haunted"]
    title = bay.find(f"{SVG}title")
    assert title is not None and title.text == "Sandy Bay: South; 2 boats of South; Ruby; Haunted"


def test_what_is_hidden_is_not_in_the_drawing(coves: Path) -> None:
    """Canary lies face down in a cellar, and a secret mark names it: neither the name nor the mark comes out, for anybody."""
    match, board = in_coves(coves), read_board(coves)
    for viewer in (None, "North", "South"):
        position = read_position(match.view(viewer), board)
        for text in (svg(board, "en", position), chart(board, "en", 100, position)):
            assert "canary" not in text.lower() and "treasure" not in text
            assert "plan" not in re.sub(r"<style>.*?</style>", "", text, flags=re.S)
    rock = read_position(match.view("North"), board).at("Gull Rock")
    assert rock is not None and [(s.sort, s.count, s.names) for s in rock.stacks if s.sort == "hidden"] == [
        ("hidden", 1, ())
    ]
    (coves / "board.yaml").write_text(
        LOOK.replace("mark: owner", "mark: treasure").lstrip()
    )  # a look does not open anything
    board = read_board(coves)
    assert "canary" not in svg(board, "en", read_position(match.view("North"), board)).lower()


def test_the_command_draws_a_save(coves: Path, tmp_path: Path) -> None:
    save, run = saved(in_coves(coves), coves, tmp_path / "s.json"), CliRunner().invoke
    args = ["board", str(coves), "--from", str(save)]
    assert 'data-owner="North"' in run(main, [*args, "--svg", "-"]).output
    text = run(main, args).output
    assert "o1=N2" in text and "North; 2 boats of North" in text
    assert "鸥岩" in run(main, [*args, "--lang", "zh"]).output
    for more, what in (
        (["--seat", "3"], "there is no seat 3"),
        (["--lang", "fr"], "there is no language fr here"),
    ):
        result = run(main, [*args, *more])
        assert result.exit_code == 1 and what in result.output + str(result.exception)
    assert run(main, ["board", str(coves), "--seat", "1"]).exit_code == 2  # a seat sees nothing without a position


@pytest.mark.parametrize(
    ("folder", "players", "choices"),
    [(SHOGUN, 4, 150), (TICTACTOE, 2, 5), (MDT, 2, 200), (NOBUNAGA, 3, 200)],
    ids=["shogun", "tic tac toe", "most dangerous time", "nobunaga"],
)
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_every_piece_on_the_board_is_drawn(folder: Path, players: int, choices: int, language: str) -> None:
    match, board = played(folder, choices, players), read_board(folder)
    position = read_position(match.view(None, language), board)
    text = svg(board, language, position)
    drawn = ElementTree.fromstring(text)
    assert "<script" not in text and not re.search(r"href|@import|url\((?!#)", text)
    groups = {g.get("data-place"): g for g in drawn.iter(f"{SVG}g") if str(g.get("id")).startswith("place-")}
    assert groups.keys() == {place.thing for place in board.places.values()}
    assert any(standing.owner for standing in position.places.values())
    for thing, standing in position.places.items():
        assert groups[thing].get("data-owner", "") == standing.owner
        told = groups[thing].find(f"{SVG}title")
        assert told is not None and told.text is not None
        for stack in standing.stacks:
            assert stack.text in told.text
        counts = [int(g.get("data-count", "0")) for g in groups[thing].iter(f"{SVG}g") if g.get("data-piece")]
        more = [g for g in groups[thing].iter(f"{SVG}g") if g.get("data-more")]
        assert more or sum(counts) == sum(stack.count for stack in standing.stacks)


def test_letters_tell_owners_apart() -> None:
    from rulekit.board.sides import owners

    board = read_board(MDT)
    for language in ("en", "zh-Hans", "zh-Hant", "ja"):
        found = owners(board, None, language)
        assert len({owner.letter for owner in found.values()}) == len(found) == 23
    assert owners(board, None, "ja")["Takeda"].letter == "武" and owners(board, None, "en")["Takeda"].letter == "Ta"
