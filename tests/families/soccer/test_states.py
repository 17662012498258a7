# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Matches whose states are saved, copied or forged, and matches that fail."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.errors import EnvironmentFailure, StateError
from parallel_pool.families.soccer import match
from parallel_pool.testing import assert_same

from tests.families.soccer.states import rewrite

pytest.importorskip("dm_control")
mujoco = pytest.importorskip("mujoco")
with warnings.catch_warnings(action="ignore"):
    from dm_control.locomotion import soccer
    from dm_control.rl import control

pytestmark = pytest.mark.filterwarnings("ignore")
ID = "DmcSoccerBoxhead-v1"
FIRST = np.array([True, False])


def make(num_envs: int = 2, seed: int = 0, **config: Any) -> Any:
    options = {"team_size": 1} | config
    envs = parallel_pool.make(ID, "parallel", num_envs=num_envs, seed=seed, **options)
    envs.reset()
    return envs


def test_states_continue_on_other_pitches() -> None:
    """A pool that takes over the states of another, in another order, goes on like it."""
    envs, other = (make(seed=seed, time_limit=0.2) for seed in (5, 8))
    rng = np.random.default_rng(0)
    for number in range(24):
        if number % 5 == 0:
            other.set_state([1, 0], [envs.get_state()[i] for i in (1, 0)])
        actions = {agent: rng.uniform(-1, 1, (2, 3)) for agent in envs.possible_agents}
        assert_same(other.step(actions), envs.step(actions))


def test_clones_play_the_same_episodes() -> None:
    envs = make(time_limit=0.2)
    rng = np.random.default_rng(0)
    for number in range(24):
        if number == 4:
            envs.clone([0], [1])
        actions = {
            agent: np.tile(rng.uniform(-1, 1, (1, 3)), (2, 1)) for agent in envs.possible_agents
        }
        observations, rewards, *_ = envs.step(actions)
        for agent in envs.possible_agents if number >= 4 else ():
            assert rewards[agent][0] == rewards[agent][1]
            for array in observations[agent].values():
                assert_same(array[0], array[1])


def test_states_of_other_matches_are_refused() -> None:
    envs = make(1)
    for config, message in (
        ({"team_size": 2}, "the state is of an environment with 4 agents, this one has 2"),
        ({"enable_field_box": True}, "the state belongs to another config"),
    ):
        with pytest.raises(StateError, match=message):
            envs.set_state([0], make(1, **config).get_state())


def test_divergence_has_the_words_of_the_reference() -> None:
    """Its row fails alone; a reset heals it, with the same first observation as the reference."""
    envs, reference = make(), soccer.load(1, random_state=0)
    reference.reset()
    rng = np.random.default_rng(0)
    for _ in range(3):
        actions = rng.uniform(-1, 1, (2, 3))
        reference.step(list(actions))
        moves = {a: actions[None, i].repeat(2, 0) for i, a in enumerate(envs.possible_agents)}
        envs.step(moves)
    physics = reference.physics
    before = physics.data.qvel.tobytes()
    for name in ("steer", "roll"):
        physics.named.data.qvel[f"home0/{name}"] = 9e9
    rewrite(envs, 0, [(before, physics.data.qvel.tobytes())])
    mujoco.mj_step1(physics.model.ptr, physics.data.ptr)  # as a load does
    with pytest.raises(control.PhysicsError) as wanted:
        reference.step([np.zeros(3)] * 2)
    with pytest.raises(EnvironmentFailure) as found:
        envs.step({agent: np.zeros((2, 3)) for agent in envs.possible_agents})
    assert str(wanted.value) in str(found.value)
    assert str(wanted.value).startswith("Physics state is invalid. Warning(s) raised: mjWARN_")
    observations, _ = envs.reset(options={"reset_mask": FIRST})
    for agent, expected in zip(envs.possible_agents, reference.reset().observation, strict=True):
        for name, array in expected.items():
            assert_same(observations[agent][name][0], np.asarray(array), name)


def test_players_for_whom_there_is_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their coordinates are said to be joints that begin at 0."""

    def forged(*request: Any) -> dict[str, Any]:
        facts = describe(*request)
        home, away = facts["players"]
        away["joints"] += home["position"][:2] + away["position"][:2]
        return facts

    describe = match.describe
    parallel_pool.make_spec(ID, team_size=2)  # only the last description is remembered
    monkeypatch.setattr(match, "describe", forged)
    with pytest.raises(EnvironmentFailure, match=r"`max_retries` \(100\) exceeded"):
        make()
    monkeypatch.undo()
    parallel_pool.make_spec(ID, team_size=2)
    make()
