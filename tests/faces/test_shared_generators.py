# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""``np_random`` is the environment's own stream: draws through it and the rules' draws mix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium.vector import SyncVectorEnv
from gymnasium.wrappers import AddWhiteNoise, ObstructView, StickyAction
from parallel_pool import registry
from parallel_pool.testing import assert_same

from tests.families.facts import facts_of
from tests.support import QUICK_IDS, SIMULATED_IDS

Env = gymnasium.Env[Any, Any]
COMPARED = [
    id
    for id in [*QUICK_IDS, *SIMULATED_IDS[-2:]]
    if registry.find(id).reference and not facts_of(id).missing
]
WRAPPERS: dict[str, Callable[[Env], Env]] = {
    "sticky": lambda env: StickyAction(env, 0.5),
    "sticky for a random time": lambda env: StickyAction(env, 0.5, repeat_action_duration=(1, 4)),
}
DRAWN = {
    "noise": lambda env: AddWhiteNoise(env, 0.5),
    "obstructed": lambda env: ObstructView(env, obstructed_pixels_ratio=0.3, obstruction_width=9),
}


def make_pair(id: str, **options: Any) -> tuple[Env, Env]:
    """A single environment, and its reference."""
    env_type = registry.find(id)
    ours = gymnasium.make(registry.gymnasium_id(id), **options)
    theirs = facts_of(id).make_reference(env_type, options, env_type.max_episode_steps)
    return ours, theirs


def told(env: Env, result: tuple[Any, ...]) -> list[Any]:
    """Observation, reward and flags as plain numbers: references are loose about their types."""
    return [listed(result[0]), *map(float, result[1:-1])]


def listed(value: Any) -> Any:
    """An observation as lists of numbers and strings."""
    if isinstance(value, dict):
        return {key: listed(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return [listed(part) for part in value]
    return value if isinstance(value, str) else np.asarray(value).tolist()


def episode(env: Env, actions: list[Any], seed: int | None) -> list[Any]:
    """Steps between draws through the environment's generator."""
    seen: list[Any] = [told(env, env.reset(seed=seed))]
    for number, action in enumerate(actions):
        if number % 3 == 0:
            rng = env.unwrapped.np_random
            seen.append((rng.random(), rng.integers(7), rng.integers(2**32, dtype=np.uint32)))
        step = env.step(action)
        seen.append(told(env, step))
        if step[2] or step[3]:
            break
    return seen


@pytest.mark.parametrize("id", COMPARED)
def test_draws_mix_with_the_rules(id: str) -> None:
    ours, theirs = make_pair(id)
    theirs.action_space.seed(1)
    for seed in (5, None, None, 6, None):
        actions = [theirs.action_space.sample() for _ in range(40)]
        assert episode(ours, actions, seed) == episode(theirs, actions, seed)
    assert ours.unwrapped.np_random_seed == theirs.unwrapped.np_random_seed == 6


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize("id", COMPARED)
def test_wrappers_that_draw(id: str, wrapper: str) -> None:
    pair = make_pair(id)
    ours, theirs = (WRAPPERS[wrapper](env) for env in pair)
    theirs.action_space.seed(2)
    actions = [theirs.action_space.sample() for _ in range(60)]
    for seed in (3, None):
        assert episode(ours, actions, seed) == episode(theirs, actions, seed)


@pytest.mark.parametrize("wrapper", DRAWN)
def test_wrappers_that_draw_over_pictures(wrapper: str) -> None:
    ours, theirs = (
        DRAWN[wrapper](env) for env in make_pair("FrozenLake-v1", render_mode="rgb_array")
    )
    for env in (ours, theirs):
        env.reset(seed=4)
    for action in (1, 2, 1):
        assert told(ours, ours.step(action)) == told(theirs, theirs.step(action))
        assert_same(ours.render(), theirs.render())


def test_a_vector_environments_generators() -> None:
    ours = parallel_pool.make("FrozenLake-v1", num_envs=3, num_threads=2)
    theirs = SyncVectorEnv([lambda: gymnasium.make("FrozenLake-v1")] * 3)
    for seed in (7, None):
        observations = [envs.reset(seed=seed)[0] for envs in (ours, theirs)]
        assert_same(*observations)
        for number in range(50):
            drawn = [
                [rng.random() for rng in envs.np_random[number % 3 :]] for envs in (ours, theirs)
            ]
            assert drawn[0] == drawn[1]
            steps = [envs.step(np.full(3, number % 4))[:4] for envs in (ours, theirs)]
            assert_same(*steps)
    ours.close()


def test_batches_of_an_async_pool_move_the_generators() -> None:
    """Those that a user holds are current as soon as their environments' rows are received."""
    pool, twin = (
        parallel_pool.make("FrozenLake-v1", num_envs=4, batch_size=2, num_threads=2)
        for _ in range(2)
    )
    for envs in (pool, twin):
        envs.reset(seed=1)
        while envs.in_flight:
            envs.recv()
    held = pool.np_random
    for _ in range(30):
        for ids in ([0, 1], [2, 3]):
            for envs in (pool, twin):
                envs.send(np.ones(2, np.int64), ids)
                envs.recv()
        for ours, theirs in zip(held, twin.np_random, strict=True):
            assert ours.bit_generator.state == theirs.bit_generator.state
    pool.close()
    twin.close()


def test_a_seed_gives_a_new_generator() -> None:
    env = gymnasium.make("parallel_pool/FrozenLake-v1")
    env.reset(seed=1)
    old = env.unwrapped.np_random
    assert env.unwrapped.np_random is old
    env.reset()
    assert env.unwrapped.np_random is old
    env.reset(seed=1)
    assert env.unwrapped.np_random is not old
    state = env.unwrapped.np_random.bit_generator.state
    old.random(100)
    assert env.unwrapped.np_random.bit_generator.state == state
    env.step(1)
    assert env.unwrapped.np_random.bit_generator.state != state


def test_a_generator_that_was_set_is_shared() -> None:
    ours, theirs = make_pair("FrozenLake-v1")
    drawn = []
    for env in (ours, theirs):
        rng = np.random.default_rng(9)
        env.reset(seed=1)
        env.unwrapped.np_random = rng
        steps = [told(env, env.step(1)), rng.random(), told(env, env.step(2)), rng.random()]
        drawn.append([*steps, env.unwrapped.np_random is rng, env.unwrapped.np_random_seed])
    assert drawn[0] == drawn[1]


def test_saved_states_have_the_draws() -> None:
    envs = parallel_pool.make("Taxi-v4", num_envs=2)
    envs.reset(seed=1)
    rng = envs.np_random[1]
    state = envs.get_state()
    expected = rng.random(3).tolist()
    envs.reset()
    envs.set_state(None, state)
    assert rng.random(3).tolist() == expected
    state = envs.get_state()
    later = rng.random(3).tolist()
    twin = parallel_pool.make("Taxi-v4", num_envs=2)
    twin.set_state(None, state)
    assert twin.np_random[1].random(3).tolist() == later


def test_a_generator_outlives_its_pool() -> None:
    envs = parallel_pool.make("Taxi-v4", num_envs=2)
    envs.reset(seed=1)
    rng = envs.np_random[0]
    envs.close()
    del envs
    assert 0 <= rng.random() < 1
