"""An option and a word that a rule makes have one name: it is told once, with both places, and not where the name is used."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit

GAME = """game Fair "Fair":
  played by 1 player, called Ann
  begins with play the game
  option years is 1 to 3, normally 2, "Years"

marks seen by all:
  points of each player: from 0 up

to play the game:
  each player in players:
    let extra be 2
    raise my points by extra
    raise my points by extra
    choose odd from 1 to 2: "how many?"
    told as "{me} takes {odd}"
    raise my points by bonus for 3
  end the game, ranking players by points of it

number bonus for {many: number}: many + 1
"""
HEAD = 'variant Tried of Fair "Tried":\n'


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    (tmp_path / "fair").mkdir()
    (tmp_path / "fair" / "fair.rules").write_text(GAME, encoding="utf-8")
    return tmp_path / "fair"


@pytest.mark.parametrize(("name", "line"), [("extra", 11), ("odd", 14), ("many", 19)])
def test_an_option_of_a_variant_is_refused_at_the_option(name: str, line: int, fair: Path, tmp_path: Path) -> None:
    path = tmp_path / "tried.rules"
    path.write_text(f'{HEAD}  option {name} is 1 to 3, normally 2, "Tried"\n', encoding="utf-8")
    (found,) = rulekit.check(fair, [path])[0]
    assert (found.code, Path(found.span.file).name, found.span.line) == ("RK312", "tried.rules", 2)
    ((_, other),) = found.also
    assert (Path(other.file).name, other.line) == ("fair.rules", line)


def test_a_rule_of_a_variant_is_refused_at_the_rule(fair: Path, tmp_path: Path) -> None:
    path = tmp_path / "tried.rules"
    said = (
        "  before play the game:\n    each player in players:\n      let years be 2\n      raise my points by years\n"
    )
    path.write_text(HEAD + said, encoding="utf-8")
    (found,) = rulekit.check(fair, [path])[0]
    assert (found.code, Path(found.span.file).name, found.span.line) == ("RK312", "tried.rules", 4)
    ((_, other),) = found.also
    assert (Path(other.file).name, other.line) == ("fair.rules", 4)


def test_a_game_has_it_at_its_option(fair: Path) -> None:
    (fair / "fair.rules").write_text(GAME.replace("option years", "option extra"), encoding="utf-8")
    (found,) = rulekit.check(fair)[0]
    assert (found.code, found.span.line) == ("RK312", 4)
