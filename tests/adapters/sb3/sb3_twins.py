# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool and what Stable-Baselines3 itself makes of the same environments, side by side."""

from __future__ import annotations

import gymnasium
import numpy as np
import parallel_pool
from gymnasium import spaces
from parallel_pool import registry, sb3
from parallel_pool.testing.compare import assert_same
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecEnv

from tests.families.facts import facts_of
from tests.support import TEST_IDS


def has_text(id: str) -> bool:
    """Whether an id observes text, which Stable-Baselines3 does not take."""
    node = registry.find(id).spec({})["observation"]
    return any(part["kind"] == "Text" for part in (node, *node.get("children", ())))


# Every id that has a reference here, and observations that Stable-Baselines3 takes.
IDS = [
    id
    for id in parallel_pool.list_all_envs()
    if id not in TEST_IDS
    and registry.find(id).reference
    and not facts_of(id).missing
    and registry.family_of(id).missing(registry.find(id)) is None
    and not has_text(id)
]


def twins(id: str, n_envs: int, seed: int | None = 7, **options: object) -> tuple[VecEnv, VecEnv]:
    """A pool, and ``DummyVecEnv`` over the reference's environments in ``Monitor``s."""
    own = sb3.make_vec_env(id, n_envs, seed=seed, **options)
    reference = registry.find(id).reference
    limit = gymnasium.spec(f"parallel_pool/{id}").max_episode_steps
    given = {"max_episode_steps": limit} | options
    return own, make_vec_env(reference, n_envs, seed=seed, env_kwargs=given)


def draw_actions(env: VecEnv, rng: np.random.Generator) -> np.ndarray:
    """A batch of actions in the form that policies give."""
    space, count = env.action_space, env.num_envs
    if isinstance(space, spaces.Discrete):
        return space.start + rng.integers(space.n, size=count)
    if isinstance(space, spaces.MultiDiscrete):
        return rng.integers(space.nvec, size=(count, *space.shape))
    assert isinstance(space, spaces.Box), space
    drawn = rng.uniform(space.low, space.high, size=(count, *space.shape))
    return drawn.astype(space.dtype)


# The floats whose type varies in the reference: the pages say how.
VARYING = {"reward_ctrl": ("Ant-v4",), "prob": ("CliffWalking", "FrozenLake")}


def typed(value: object, varying: frozenset[str]) -> object:
    """Infos without the clocks, which differ, and with each number's type beside it."""
    if isinstance(value, list):
        return [typed(part, varying) for part in value]
    if not isinstance(value, dict):
        return value if isinstance(value, np.ndarray) else (type(value).__name__, value)
    return {
        key: float(part) if key in varying else typed(part, varying)
        for key, part in value.items()
        if key != "t"
    }


def assert_same_infos(own: object, expected: object, varying: frozenset[str] = frozenset()) -> None:
    """The same keys, types and values; the types of `varying` entries are not compared."""
    assert_same(typed(own, varying), typed(expected, varying), "infos")


def assert_same_rollout(own: VecEnv, expected: VecEnv, steps: int, seed: int = 0) -> int:
    """Steps both with the same actions and compares every byte.

    Returns:
        How many episodes ended.
    """
    rng = np.random.default_rng(seed)
    ended = 0
    id = own.spec.id.partition("/")[2]
    at_steps = frozenset(key for key, ids in VARYING.items() if id in ids)
    at_resets = frozenset(key for key, ids in VARYING.items() if id.startswith(ids))
    assert_same(own.reset(), expected.reset(), "reset")
    assert_same_infos(own.reset_infos, expected.reset_infos, at_resets)
    for step in range(steps):
        actions = draw_actions(expected, rng)
        results = own.step(actions), expected.step(actions)
        assert_same(results[0][:3], results[1][:3], f"step {step}")
        assert_same_infos(results[0][3], results[1][3], at_steps)
        assert_same_infos(own.reset_infos, expected.reset_infos, at_resets)
        ended += int(results[0][2].sum())
    return ended
