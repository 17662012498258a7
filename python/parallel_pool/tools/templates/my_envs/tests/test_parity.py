"""Compares a pool with twins under the same seeds and actions: dtypes, shapes, keys, bytes."""

from typing import Any

import gymnasium
import parallel_pool
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from parallel_pool.testing import assert_same
from twin import CorridorTwin

NUM_ENVS = 3


def make_twin(**options: Any) -> gymnasium.Env[Any, Any]:
    """Makes a twin with the time limit of the id."""
    return gymnasium.wrappers.TimeLimit(CorridorTwin(**options), max_episode_steps=100)


@pytest.mark.parametrize("options", [{}, {"length": 2}, {"length": 30, "slip": 0.4}, {"slip": 0.0}])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("seed", [0, 7])
def test_pool_equals_twins(options: dict[str, Any], mode: str, seed: int) -> None:
    """Compares several episodes, some of which the time limit ends."""
    pool = parallel_pool.make(
        "Corridor-v0", num_envs=NUM_ENVS, num_threads=2, autoreset_mode=mode, **options
    )
    twins = SyncVectorEnv(
        [lambda: make_twin(**options)] * NUM_ENVS, autoreset_mode=AutoresetMode(mode)
    )
    assert pool.single_observation_space == twins.single_observation_space
    assert pool.single_action_space == twins.single_action_space
    assert_same(pool.reset(seed=seed), twins.reset(seed=seed))
    twins.action_space.seed(seed)
    for _ in range(300):
        actions = twins.action_space.sample()
        assert_same(pool.step(actions), twins.step(actions))
    pool.close()
    twins.close()
