"""Games of ours in OpenSpiel: they pass its own tests, and its algorithms play them."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from tests.playing import COUNCIL, ROOT

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("rulekit.envs.openspiel")

SQUARES = f"folder={ROOT / 'games' / 'tic_tac_toe'}"


def load(said: str) -> Any:
    return pyspiel.load_game(f"rulekit({said})")


@pytest.mark.parametrize(
    ("said", "games"),
    [
        (SQUARES, 10),
        (f"{SQUARES},worlds=0", 10),
        (f"folder={COUNCIL}", 3),
        (f"folder={ROOT / 'games' / 'shogun'},players=3", 1),
    ],
    ids=["with chance", "without chance", "secrets", "shogun"],
)
def test_its_random_simulation(said: str, games: int, capfd: pytest.CaptureFixture[str]) -> None:
    """Legal actions, copies, serialization, history, returns: what OpenSpiel asks of every game, Python games too."""
    pyspiel.random_sim_test(load(said), games, True, False)


def test_a_game_has_to_be_named() -> None:
    from rulekit.diagnostics import UserError

    with pytest.raises(UserError, match="no game is named"):
        pyspiel.load_game("rulekit()")


def test_what_it_is_told_of_a_game() -> None:
    sort = load(f"{SQUARES},worlds=0").get_type()
    assert sort.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert sort.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    sort = load(f"folder={COUNCIL}").get_type()
    assert sort.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert sort.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION


def test_tic_tac_toe_is_a_draw() -> None:
    """Its search, over our rules."""
    from open_spiel.python.algorithms import minimax

    value, action = minimax.alpha_beta_search(load(f"{SQUARES},worlds=0"))
    assert value == 0.0 and action is not None


def test_a_state_is_the_same_after_a_copy_and_a_file() -> None:
    game = load(f"folder={COUNCIL}")
    state = game.new_initial_state()
    for _ in range(6):
        if state.is_terminal():
            break
        state.apply_action(state.legal_actions()[-1] if not state.is_chance_node() else 7)
    for other in (
        state.clone(),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
        pickle.loads(pickle.dumps(state)),
    ):
        assert str(other) == str(state)
        assert other.legal_actions() == state.legal_actions()
        assert other.information_state_string(0) == state.information_state_string(0)


def test_a_player_recalls_what_he_saw_and_chose() -> None:
    state = load(f"{SQUARES},worlds=0").new_initial_state()
    first = state.legal_actions()[4]
    state.apply_action(first)
    state.apply_action(state.legal_actions()[0])
    assert state.action_to_string(0, first) in state.information_state_string(0)
    assert state.action_to_string(0, first) not in state.observation_string(0)
    assert state.information_state_string(1).count(">") == 1
