# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Wrong arguments of a new pool raise the right exception with a helpful message."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors
from parallel_pool.testing import assert_same


@pytest.mark.parametrize(
    ("id", "keywords", "error", "message"),
    [
        (
            "CartPole-v2",
            {},
            errors.UnknownEnvironmentError,
            "'CartPole-v2', did you mean 'CartPole-v1'",
        ),
        ("cartpole-v1", {}, errors.UnknownEnvironmentError, "did you mean 'CartPole-v1'"),
        ("Pong", {}, errors.UnknownEnvironmentError, "did you mean 'Pong-v5'"),
        ("parallel_pool/Pendulm-v1", {}, errors.UnknownEnvironmentError, "'Pendulum-v1'"),
        ("Nothing like it", {}, errors.UnknownEnvironmentError, "make_python .*list_all_envs"),
        ("NetHackScore-v0", {}, errors.UnknownEnvironmentError, "'NetHackScore-v0'; make_python"),
        ("CartPole-v7", {}, errors.UnknownEnvironmentError, "'CartPole-v1' or 'CartPole-v0'\\?"),
        (7, {}, TypeError, "an environment id must be a str, got int"),
        (
            "CartPole-v1",
            {"num_env": 2},
            errors.InvalidOptionError,
            "CartPole-v1: unexpected keyword argument 'num_env', did you mean 'num_envs'",
        ),
        *(
            (
                "CartPole-v1",
                {"env_type": face, name: value},
                errors.InvalidOptionError,
                f"keyword '{name}' works with env_type='{owner}' only, not with '{face}'$",
            )
            for face, owner, name, value in (
                ("gym", "gymnasium", "record_episode_statistics", True),
                ("dm", "gymnasium", "array_type", "torch"),
                ("gym", "gymnasium", "normalize_reward", True),
                ("gymnasium", "gym", "gym_reset_return_info", True),
                ("gymnasium", "parallel", "layout", "stacked"),
            )
        ),
        (
            "CartPole-v1",
            {"env_type": "gym", "array_typ": "torch"},
            errors.InvalidOptionError,
            "unexpected keyword argument 'array_typ'",
        ),
        (
            "Pendulum-v1",
            {"gravity": 2},
            errors.InvalidOptionError,
            "'gravity'; its options are g; other arguments are env_type, num_envs, .* more$",
        ),
        (
            "Pendulum-v1",
            {"g": [9.0, 10.0], "num_envs": 2},
            TypeError,
            r"'g' must be float, got \[9.0, 10.0\]; PerEnv\(\[...\]\) gives each environment",
        ),
        (
            "Pendulum-v1",
            {"g": "big"},
            TypeError,
            "Pendulum-v1: option 'g' must be float, got 'big'",
        ),
        ("Pendulum-v1", {"g": True}, TypeError, "option 'g' must be float, got True"),
        ("Pendulum-v1", {"g": np.bool_(True)}, TypeError, r"option 'g' must be float, got .*True"),
        ("Pendulum-v1", {"g": float("nan")}, ValueError, "g must be finite, got -?nan"),
        *(
            ("CartPole-v1", {name: value}, ValueError, f"{name} must be {rule}, got {got}")
            for name, value, rule, got in (
                ("gravity", float("inf"), "finite", "inf"),
                ("force_mag", float("nan"), "finite", "-?nan"),
                ("masscart", 0.0, "positive and finite", "0.0"),
                ("masspole", float("inf"), "positive and finite", "inf"),
                ("length", -1.0, "positive and finite", "-1.0"),
            )
        ),
        (
            "CartPole-v1",
            {"sutton_barto_reward": 1},
            TypeError,
            "'sutton_barto_reward' must be bool",
        ),
        ("FrozenLake-v1", {"map_name": "5x5"}, ValueError, "'4x4', '8x8' or None, got '5x5'"),
        ("FrozenLake-v1", {"desc": ["SF", "F"]}, ValueError, "equal length, got 'SF' and 'F'"),
        ("FrozenLake-v1", {"desc": []}, ValueError, "desc must not be an empty map"),
        ("FrozenLake-v1", {"desc": "SFFG"}, TypeError, "must be list\\[str\\] | None, got 'SFFG'"),
        ("FrozenLake-v1", {"success_rate": 1.5}, ValueError, "success_rate must lie in \\[0, 1\\]"),
        ("FrozenLake-v1", {"reward_schedule": (1, 2)}, TypeError, "tuple\\[float, float, float\\]"),
        ("CartPole-v1", {"num_envs": 0}, ValueError, "num_envs must be at least 1 .*, got 0"),
        ("CartPole-v1", {"num_envs": -3}, ValueError, "num_envs must be at least 1 .*, got -3"),
        ("CartPole-v1", {"num_envs": 2.0}, TypeError, "num_envs must be an int, got 2.0"),
        ("CartPole-v1", {"num_envs": True}, TypeError, "num_envs must be an int, got True"),
        ("CartPole-v1", {"num_envs": 2**31}, ValueError, "below 2\\*\\*31"),
        (
            "CartPole-v1",
            {"num_envs": 4, "batch_size": 5},
            ValueError,
            "at most num_envs = 4, got 5",
        ),
        ("CartPole-v1", {"batch_size": -1}, ValueError, "batch_size must be at least 0"),
        ("CartPole-v1", {"num_threads": -1}, ValueError, "num_threads must be at least 0"),
        ("CartPole-v1", {"max_episode_steps": 0}, ValueError, "at least 1, or -1 for no limit"),
        ("CartPole-v1", {"autoreset_mode": "Sometimes"}, ValueError, "got 'Sometimes'"),
        ("CartPole-v1", {"env_type": "jax"}, ValueError, "got 'jax'"),
        ("CartPole-v1", {"thread_affinity_offset": -1}, ValueError, "at least 0"),
        ("CartPole-v1", {"numa": [1000]}, ValueError, "no NUMA node 1000"),
        ("CartPole-v1", {"numa": "on"}, ValueError, "'auto', 'off' or a list"),
        ("CartPole-v1", {"numa": 0}, TypeError, "a list of node numbers, got 0"),
        ("CartPole-v1", {"numa": [True]}, TypeError, "a node of numa must be an int"),
        ("CartPole-v1", {"numa": [-1]}, ValueError, "a node of numa must be at least 0"),
        ("CartPole-v1", {"numa": [0, 0]}, ValueError, "node 0 was given twice"),
        ("CartPole-v1", {"numa": []}, ValueError, "name at least one node"),
        ("CartPole-v1", {"render_mode": "hologram"}, ValueError, "'hologram'"),
        ("CartPole-v1", {"seed": 1, "env_seed": 2}, ValueError, "seed was given twice"),
        (
            "Scripted-v0",
            {"fail_to_construct": True},
            ValueError,
            "asked to fail in the constructor",
        ),
    ],
)
def test_make_refuses(id: Any, keywords: dict[str, Any], error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        parallel_pool.make(id, **keywords)


def test_make_vec_refuses_unknown_keywords() -> None:
    with pytest.raises(errors.InvalidOptionError, match="keyword argument 'gg', did you mean 'g'"):
        gymnasium.make_vec("parallel_pool/Pendulum-v1", num_envs=2, gg=3)


def test_env_pool_spellings() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=3, num_threads=0, batch_size=0, env_seed=5)
    same = parallel_pool.make("CartPole-v1", num_envs=3, seed=[5, 6, 7])
    assert_same(envs.reset(), same.reset())
    assert envs.batch_size == 3


@pytest.mark.parametrize(
    ("keyword", "hint"),
    [
        ("n_envs", "did you mean 'num_envs'"),
        ("num_workers", "did you mean 'num_threads'"),
        ("vectorization_mode", "a pool steps its environments in threads"),
        ("env_kwargs", "write its entries as keywords"),
    ],
)
def test_keywords_of_other_libraries_have_hints(keyword: str, hint: str) -> None:
    with pytest.raises(errors.InvalidOptionError, match=f"keyword argument {keyword!r}.*{hint}"):
        parallel_pool.make("CartPole-v1", **{keyword: 1})


def test_a_single_environment_is_not_many() -> None:
    with pytest.raises(errors.InvalidOptionError, match=r"gymnasium\.make_vec several"):
        gymnasium.make("parallel_pool/CartPole-v1", num_envs=2)


def test_an_environment_is_not_a_function() -> None:
    with pytest.raises(TypeError, match="pass a function that makes this environment"):
        parallel_pool.make_python(gymnasium.make("CartPole-v1"))
