# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools of environments in Python beside ``DummyVecEnv``: members, wrappers, options, actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest

pytest.importorskip("stable_baselines3", reason="needs stable-baselines3: `make test-adapters`")

from parallel_pool import sb3
from parallel_pool.testing.compare import assert_same
from stable_baselines3 import SAC, HerReplayBuffer
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv, VecNormalize

from tests.adapters.sb3.puzzle import Puzzle
from tests.adapters.sb3.sb3_twins import assert_same_infos


def monitored() -> gymnasium.Env[Any, Any]:
    return Monitor(Puzzle())


def pool(functions: Any, start_method: str = "thread") -> sb3.PoolVecEnv:
    envs = parallel_pool.make_python(
        functions, autoreset_mode="SameStep", num_workers=2, start_method=start_method
    )
    return sb3.PoolVecEnv(envs)


@pytest.fixture(params=["ours", "reference"])
def env(request: pytest.FixtureRequest) -> Iterator[VecEnv]:
    """Three environments; what holds of the pool's has to hold of the reference's too."""
    functions = [monitored, Puzzle, monitored]
    made = DummyVecEnv(functions) if request.param == "reference" else pool(functions)
    yield made
    made.close()


def test_methods_take_arguments_and_indices(env: VecEnv) -> None:
    assert env.env_method("set_level", 3) == [3, 3, 3]
    assert env.env_method("set_level", 2, twice=True, indices=[0, 2]) == [4, 4]
    assert env.env_method("set_level", 7, indices=-1) == [7]
    assert env.get_attr("level") == [4, 3, 7]
    assert env.get_attr("level", indices=[2, 0]) == [7, 4]
    assert [one.tolist() for one in env.env_method("action_masks")] == [
        [True, True, False],
        [True, True, False],
        [True, True, True],
    ]
    assert env.get_attr("set_level", indices=[1])[0](9) == 9  # a method, to be called later
    assert env.get_attr("level") == [4, 9, 7]
    with pytest.raises(AttributeError, match="jump"):
        env.env_method("jump")
    with pytest.raises(TypeError):
        env.env_method("level")
    with pytest.raises(TypeError, match="set_level"):
        env.env_method("set_level")


def test_attributes_can_be_set(env: VecEnv) -> None:
    assert not env.has_attr("colour")
    env.set_attr("colour", [1, 2, 3])  # one value for all, whatever it is
    assert env.get_attr("colour") == [[1, 2, 3]] * 3
    env.set_attr("colour", "red", indices=[0, -1])
    assert env.get_attr("colour") == ["red", [1, 2, 3], "red"]
    assert env.has_attr("colour")
    assert env.has_attr("compute_reward")  # without a call of it


def test_wrappers_are_seen(env: VecEnv) -> None:
    assert env.env_is_wrapped(Monitor) == [True, False, True]
    assert env.env_is_wrapped(Monitor, indices=1) == [False]
    assert env.env_is_wrapped(gymnasium.Wrapper) == [True, False, True]


def test_options_are_for_one_reset_and_for_each_environment(env: VecEnv) -> None:
    env.set_options({"colour": 1})
    env.reset()
    assert env.get_attr("given") == [{"colour": 1}] * 3
    env.set_options([{"colour": i} for i in range(3)])
    env.reset()
    assert env.get_attr("given") == [{"colour": i} for i in range(3)]
    env.reset()
    assert env.get_attr("given") == [None] * 3


def test_options_for_each_environment_at_the_first_reset() -> None:
    envs = pool([Puzzle] * 2)
    envs.seed(5)
    envs.set_options([{"colour": 1}, {}])
    theirs = DummyVecEnv([Puzzle] * 2)
    theirs.seed(5)
    theirs.set_options([{"colour": 1}, {}])
    assert_same(envs.reset(), theirs.reset())
    assert envs.get_attr("given") == theirs.get_attr("given") == [{"colour": 1}, None]
    envs.close()


def test_pictures_are_the_environments_own(env: VecEnv) -> None:
    env.set_attr("level", 5, indices=[1])
    assert env.env_method("render", indices=[1])[0].max() == 5
    assert [picture.max() for picture in env.get_images()] == [1, 5, 1]


@pytest.mark.parametrize(("start_method", "nested"), [("thread", False), ("starter", True)])
def test_rollouts_equal_the_reference_s(start_method: str, nested: bool) -> None:
    """Nested actions come as any sequence, one for each environment."""
    functions: list[Callable[[], Any]] = [partial(Puzzle, nested)] * 3
    if start_method == "thread":
        functions[1] = lambda: Monitor(Puzzle(nested))
    ours, theirs = pool(functions, start_method), DummyVecEnv(functions)
    ours.seed(3), theirs.seed(3)
    assert_same(ours.reset(), theirs.reset())
    theirs.action_space.seed(0)
    for i in range(12):
        actions: Any = [theirs.action_space.sample() for _ in range(3)]
        if nested:
            actions = (actions, tuple(actions), np.array(actions, dtype=object))[i % 3]
        mine, expected = ours.step(actions), theirs.step(actions)
        assert_same(mine[:3], expected[:3])
        assert_same_infos(mine[3], expected[3])
        assert_same_infos(ours.reset_infos, theirs.reset_infos)
    assert ours.env_method("set_level", 3, twice=True, indices=[2]) == [6]
    assert ours.env_is_wrapped(gymnasium.Wrapper) == theirs.env_is_wrapped(gymnasium.Wrapper)
    ours.close()


def test_hindsight_experience_replay_learns_the_same() -> None:
    """It asks one environment for the rewards of many goals."""

    def weights(env: VecEnv) -> Any:
        model = SAC(
            "MultiInputPolicy",
            VecNormalize(env),
            replay_buffer_class=HerReplayBuffer,
            learning_starts=24,
            batch_size=8,
            seed=1,
            device="cpu",
            policy_kwargs={"net_arch": [4]},
        )
        model.learn(36)
        env.close()
        return {name: value.numpy() for name, value in model.policy.state_dict().items()}

    assert_same(weights(pool([Puzzle] * 2)), weights(DummyVecEnv([Puzzle] * 2)))


def test_methods_of_pools_in_cpp() -> None:
    """They have none: a value is not called."""
    env = sb3.make_vec_env("CartPole-v1", 2)
    with pytest.raises(
        TypeError, match=r"'gravity' is no method of CartPole-v1, its value is 9\.8"
    ):
        env.env_method("gravity")
    with pytest.raises(IndexError, match=r"indices must be in -2\.\.1, got \[2\]"):
        env.get_attr("gravity", indices=[2])


@pytest.mark.parametrize("name", ["step", "reset", "close"])
def test_calls_of_which_the_pool_would_not_know(name: str) -> None:
    env = pool([Puzzle])
    with pytest.raises(ValueError, match=rf"{name}\(\) of a single environment cannot be called"):
        env.env_method(name)
    env.close()


def test_one_environment_for_all_is_refused() -> None:
    one = Puzzle()
    returns: Callable[[], Any] = lambda: one  # noqa: E731
    with pytest.raises(ValueError, match="env ids 0 and 2 are the same object: a function must"):
        pool([returns, Puzzle, returns])
