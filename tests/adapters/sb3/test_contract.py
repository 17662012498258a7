# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What Stable-Baselines3 asks of a vector environment besides stepping, and what is refused."""

from __future__ import annotations

import warnings
from pathlib import Path

import gymnasium
import numpy as np
import parallel_pool
import pytest

pytest.importorskip("stable_baselines3", reason="needs stable-baselines3: `make test-adapters`")

from parallel_pool import errors, registry, sb3
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv, VecMonitor

from tests.adapters.sb3.sb3_twins import IDS, draw_actions, twins


def fresh(n_envs: int = 2, **options: object) -> sb3.PoolVecEnv:
    return sb3.make_vec_env("CartPole-v1", n_envs, seed=0, **options)


def test_it_is_a_vec_env() -> None:
    own, expected = twins("CartPole-v1", 3)
    assert isinstance(own, VecEnv)
    assert own.num_envs == 3
    assert own.observation_space == expected.observation_space
    assert own.action_space == expected.action_space
    assert own.render_mode == expected.render_mode == "rgb_array"
    assert own.unwrapped is own
    assert own.metadata["render_fps"] == expected.metadata["render_fps"]


def complaints(id: str) -> list[str]:
    """What Stable-Baselines3's own checker says of a single environment."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        check_env(gymnasium.make(id))
    messages = [str(warning.message) for warning in found]
    others = ("out of date", "has no __module__")  # Gymnasium's, and those of modules made by SWIG
    return [message for message in messages if not any(other in message for other in others)]


@pytest.mark.parametrize(
    "id", [id for id in IDS if not id.startswith(("Blackjack", "BipedalWalker"))]
)
def test_single_environments_pass_the_checker(id: str) -> None:
    """With the advice that the reference gets; no policy takes Blackjack's Tuple.

    BipedalWalker's reference does not pass: its rewards are NumPy's float32.
    """
    assert complaints(f"parallel_pool/{id}") == complaints(registry.find(id).reference)


# --- Environments as such -----------------------------------------------------------------------


def test_attributes() -> None:
    env = fresh(3, sutton_barto_reward=True)
    assert env.get_attr("render_mode") == ["rgb_array"] * 3
    assert env.get_attr("sutton_barto_reward", indices=[0, 2]) == [True, True]
    assert env.get_attr("action_space", 1) == [env.action_space]
    assert env.has_attr("sutton_barto_reward")
    assert not env.has_attr("colour")
    with pytest.raises(AttributeError, match="have no attribute 'colour'; known: "):
        env.get_attr("colour")
    with pytest.raises(AttributeError, match="options are changed by set_config"):
        env.set_attr("sutton_barto_reward", False)


def test_generators_can_be_set() -> None:
    env = fresh(3)
    env.reset()
    env.set_attr("np_random", np.random.default_rng(8), indices=[0, 2])
    first, second, third = env.reset()
    assert np.array_equal(first, third)
    assert not np.array_equal(first, second)


def test_methods() -> None:
    env = fresh(3)
    env.reset()
    assert [frame.shape for frame in env.env_method("render", indices=1)] == [(400, 600, 3)]
    with pytest.raises(AttributeError, match="have no attribute 'jump'"):
        env.env_method("jump")


def test_pictures() -> None:
    """As the twin's, one by one and tiled."""
    own, expected = twins("CartPole-v1", 3)
    own.reset(), expected.reset()
    for ours, theirs in zip(own.get_images(), expected.get_images(), strict=True):
        assert np.array_equal(ours, theirs)
    assert np.array_equal(own.render(), expected.render())
    env = fresh(render_mode=None)
    env.reset()
    with pytest.warns(UserWarning, match="needs render_mode='rgb_array', this pool has None"):
        assert env.get_images() == [None, None]
    env = sb3.make_vec_env("Catch-v0", 2)  # has no pictures at all
    assert env.render_mode is None


def test_who_is_monitored() -> None:
    assert fresh().env_is_wrapped(Monitor) == [True, True]
    assert fresh().env_is_wrapped(Monitor, indices=0) == [True]
    assert fresh().env_is_wrapped(gymnasium.wrappers.TimeLimit) == [False, False]
    bare = fresh(record_episode_statistics=False, max_episode_steps=2)
    assert bare.env_is_wrapped(Monitor) == [False, False]
    bare.reset()
    for _ in range(2):
        *_, infos = bare.step(np.zeros(2, dtype=int))
    assert infos[0].keys() == {"TimeLimit.truncated", "terminal_observation"}
    VecMonitor(bare)  # does not warn
    with pytest.warns(UserWarning, match="already wrapped with a `Monitor`"):
        VecMonitor(fresh())


def test_monitor_files(tmp_path: Path) -> None:
    """The files that Monitor would have written."""
    folders = tmp_path / "own", tmp_path / "expected"
    own, expected = (
        maker("CartPole-v1", 2, seed=3, start_index=4, monitor_dir=str(folder))
        for maker, folder in zip((sb3.make_vec_env, _reference_make_vec_env), folders, strict=True)
    )
    rng = np.random.default_rng(0)
    own.reset(), expected.reset()
    for _ in range(100):
        actions = draw_actions(own, rng)
        own.step(actions), expected.step(actions)
    own.close(), expected.close()
    names = [sorted(path.name for path in folder.iterdir()) for folder in folders]
    assert names[0] == names[1] == ["4.monitor.csv", "5.monitor.csv"]
    rows = [
        [line.rsplit(",", 1)[0] for line in (folder / name).read_text().splitlines()[1:]]
        for folder in folders
        for name in names[0]
    ]
    assert rows[:2] == rows[2:]
    assert len(rows[0]) > 2


def _reference_make_vec_env(*args: object, **kwargs: object) -> VecEnv:
    from stable_baselines3.common.env_util import make_vec_env

    return make_vec_env(*args, **kwargs)


def test_the_clock_of_episodes() -> None:
    """``t`` counts from the making of the environments, and never backwards."""
    env = fresh(1, max_episode_steps=3)
    env.reset()
    times = [
        info["episode"]["t"]
        for _ in range(12)
        for info in env.step(np.zeros(1, dtype=int))[3]
        if "episode" in info
    ]
    assert len(times) == 4
    assert 0 < times[0] <= times[1] <= times[2] <= times[3] < 300


# --- Misuse -------------------------------------------------------------------------------------


def test_step_wait_needs_step_async() -> None:
    env = fresh()
    env.reset()
    with pytest.raises(RuntimeError, match="step_wait\\(\\) was called without step_async"):
        env.step_wait()


def test_bad_actions_are_refused_and_the_next_step_is_good() -> None:
    env = fresh()
    env.reset()
    with pytest.raises(errors.InvalidActionError, match="env id 1"):
        env.step(np.array([0, 7]))
    env.step(np.array([0, 1]))


def test_a_closed_one() -> None:
    env = fresh()
    env.close()
    env.close()
    with pytest.raises(errors.PoolClosedError):
        env.reset()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"batch_size": 2},
            "does not support batch_size: .*steps all environments together; leave it out",
        ),
        (
            {"autoreset_mode": "NextStep"},
            "does not support autoreset_mode: .*SameStep.*; leave it out",
        ),
        ({"array_type": "torch"}, "does not support array_type: .*takes NumPy arrays"),
        (
            {"wrapper_class": Monitor},
            "does not support wrapper_class: .*in a VecEnvWrapper",
        ),
        ({"vec_env_cls": VecEnv}, "does not support vec_env_cls: the result is a PoolVecEnv"),
        ({"monitor_kwargs": {}}, "does not support monitor_kwargs: .*VecMonitor instead"),
    ],
)
def test_options_that_do_not_suit(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fresh(4, **options)


def test_unknown_options() -> None:
    with pytest.raises(errors.InvalidOptionError, match="did you mean 'sutton_barto_reward'"):
        fresh(sutton_reward=True)
    with pytest.raises(errors.UnknownEnvironmentError, match="did you mean"):
        sb3.make_vec_env("CartPole-v7")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"batch_size": 2, "autoreset_mode": "SameStep"},
            "this pool is async \\(batch_size 2 of 4\\): leave out batch_size",
        ),
        ({}, "this pool has autoreset_mode='NextStep': make it with 'SameStep'"),
    ],
)
def test_pools_that_do_not_suit(options: dict[str, object], message: str) -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=4, **options)
    with pytest.raises(ValueError, match=message):
        sb3.PoolVecEnv(envs)


def test_not_a_pool() -> None:
    with pytest.raises(TypeError, match=r"got CartPoleEnv: use .*make_vec_env"):
        sb3.PoolVecEnv(gymnasium.make("CartPole-v1").unwrapped)


def test_one_from_a_pool() -> None:
    """By hand, what `make_vec_env` does."""
    envs = parallel_pool.make("CartPole-v1", num_envs=2, autoreset_mode="SameStep", seed=0)
    own = sb3.PoolVecEnv(envs)
    assert np.array_equal(own.reset(), fresh().reset())


def test_observations_that_need_another_policy() -> None:
    """Stable-Baselines3 says it itself, before it touches the environment."""
    env = fresh()
    env.observation_space = gymnasium.spaces.Dict(state=env.observation_space)
    with pytest.raises(ValueError, match="You must use `MultiInputPolicy`"):
        PPO("MlpPolicy", env)
    with pytest.raises(NotImplementedError, match="Tuple"):
        PPO("MlpPolicy", sb3.make_vec_env("Blackjack-v1", 2))


def test_observations_that_are_nested() -> None:
    with pytest.raises(ValueError, match="which Echo-v0 has: flatten them, or"):
        sb3.make_vec_env("Echo-v0", 2)


def test_seeds_of_numpy_do_not_wrap_around() -> None:
    largest = np.int32(2**31 - 1)
    env = sb3.make_vec_env("CartPole-v1", 2, seed=largest, start_index=1)
    assert env.seed(largest) == [2**31 - 1, 2**31]
