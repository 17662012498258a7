# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every byte of Gymnasium's scenarios equals that of ViZDoom's own wrapper."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from parallel_pool import registry

from tests.families.vizdoom.side_by_side import (
    EVERY_BUFFER,
    EVERY_REWARD,
    SideBySide,
    assert_equal,
    every_variable,
)

pytest.importorskip("vizdoom")

SCENARIOS = [
    id for id in parallel_pool.list_all_envs() if id.startswith("Vizdoom") and id.endswith("-v1")
]
SCENARIOS.remove("VizdoomCustom-v1")


def play(id: str, steps: int, frames: bool = False, **options: Any) -> int:
    """Returns the number of episodes."""
    both = SideBySide(id, options, frames=frames)
    try:
        both.play(steps)
    finally:
        both.close()
    return both.episodes


def everything() -> dict[str, Any]:
    return {
        **EVERY_REWARD,
        **EVERY_BUFFER,
        "available_game_variables": every_variable(),
        "screen_resolution": "RES_160X120",
        "frame_skip": 4,
    }


def test_ids_are_the_references() -> None:
    import vizdoom.gymnasium_wrapper  # noqa: F401

    theirs = {id for id in gymnasium.registry if id.startswith("Vizdoom")}
    ours = {id for id in parallel_pool.list_all_envs() if registry.find(id).reference}
    assert theirs == {id for id in ours if id.startswith("Vizdoom")}
    assert len(theirs) == 704


def test_a_scenario() -> None:
    assert play("VizdoomBasic-v1", 350) > 1


def test_all_buffers_variables_and_rewards() -> None:
    """Deathmatch also has delta buttons; its player dies within a few steps of a second."""
    assert play("VizdoomDeathmatch-MultiBinary-v1", 150, frames=True, **everything()) > 1


def test_a_map_of_freedoom() -> None:
    """Sound and automap are part of these observations."""
    play("VizdoomFreedoom1E1M2-S2-v0", 20)


@pytest.mark.slow
@pytest.mark.parametrize("id", SCENARIOS)
def test_all_scenarios(id: str) -> None:
    """A thousand steps of each id, half of them with all that can be observed and rewarded."""
    play(id, 500, max_buttons_pressed=2, frame_skip=2)
    play(id, 500, **everything())


@pytest.mark.slow
@pytest.mark.parametrize("game", ["Freedoom1E1M1", "Freedoom1E4M9", "Freedoom2MAP07"])
@pytest.mark.parametrize("skill", [1, 3, 5])
def test_maps(game: str, skill: int) -> None:
    play(f"Vizdoom{game}-S{skill}-v0", 60, frame_skip=4)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_pools(mode: AutoresetMode) -> None:
    """Batches as a whole, on two threads, against Gymnasium's own vector environment."""
    id = "VizdoomPredictPosition-v1"
    options = {"episode_timeout": 40, "frame_skip": 4, "screen_resolution": "RES_160X120"}
    references = SyncVectorEnv([lambda: _reference(id, options)] * 2, autoreset_mode=mode)
    pool = parallel_pool.make(id, num_envs=2, num_threads=2, autoreset_mode=mode, **options)
    rng = np.random.default_rng(0)
    try:
        assert_equal(pool.reset(seed=5)[0], references.reset(seed=5)[0], "the reset")
        for number in range(40):
            actions = rng.integers(0, 4, 2)
            ours, theirs = pool.step(actions), references.step(actions)
            for one, other in zip(ours[:4], theirs[:4], strict=True):
                assert_equal(one, other, f"step {number}")
    finally:
        pool.close()
        references.close()


def _reference(id: str, options: dict[str, Any]) -> gymnasium.Env[Any, Any]:
    import vizdoom.gymnasium_wrapper  # noqa: F401

    return gymnasium.make(registry.find(id).reference, disable_env_checker=True, **options)


def test_states_continue_exactly() -> None:
    """Another engine plays the same actions again."""
    options = {"frame_skip": 4, "screen_resolution": "RES_160X120", **EVERY_REWARD}
    options["available_game_variables"] = every_variable()
    with parallel_pool.make("VizdoomDefendCenter-v1", num_envs=2, **options) as envs:
        envs.reset(seed=1)
        for _ in range(15):
            envs.step([1, 3])
        state = envs.get_state([0])
        envs.set_state([1], state)
        envs.set_state([1], envs.get_state([1]))  # a state of a game that itself began from a state
        for number in range(15):
            observations, rewards, terminations, _, _ = envs.step([3, 3])
            for key, values in observations.items():
                np.testing.assert_array_equal(values[0], values[1], f"{key} in step {number}")
            assert rewards[0] == rewards[1]
            assert terminations[0] == terminations[1]


@pytest.mark.parametrize("id", ["VizdoomFreedoom1E1M7-S1-v0", "VizdoomFreedoom2MAP26-S3-v0"])
def test_states_hold_what_was_drawn(id: str) -> None:
    """The automap shows walls of earlier pictures; the status bar's face depends on them too."""
    with parallel_pool.make(id, num_envs=1) as envs, parallel_pool.make(id, num_envs=1) as other:
        envs.action_space.seed(0)
        for seed in (1, 2):  # the state of an engine's second episode, in a new engine
            envs.reset(seed=seed)
            for _ in range(60):
                envs.step(envs.action_space.sample())
        other.set_state([0], envs.get_state([0]))
        for number in range(20):
            actions = envs.action_space.sample()
            ours, theirs = envs.step(actions)[0], other.step(actions)[0]
            assert ours.keys() >= {"screen", "automap"}
            assert_equal(ours, theirs, f"step {number}")
