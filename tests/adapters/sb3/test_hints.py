# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool that is handed to an algorithm: the error says what to use."""

from __future__ import annotations

import abc
from typing import Any

import parallel_pool
import pytest

pytest.importorskip("stable_baselines3", reason="needs stable-baselines3: `make test-adapters`")

from stable_baselines3 import DQN, PPO


@pytest.mark.parametrize("algorithm", [PPO, DQN])
def test_a_pool_as_environment(algorithm: Any) -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=2)
    with pytest.raises(TypeError, match=r"PoolVectorEnv: use parallel_pool\.sb3\.make_vec_env"):
        algorithm("MlpPolicy", envs)


def test_a_pool_of_python_environments() -> None:
    with (
        parallel_pool.make_python("CartPole-v1", 2) as envs,
        pytest.raises(TypeError, match=r"PythonVectorEnv: use parallel_pool\.sb3"),
    ):
        PPO("MlpPolicy", envs)


def test_others_see_the_class_as_it_is() -> None:
    """Its text, and classes of users that have a metaclass too."""
    kind = type(parallel_pool.make("CartPole-v1"))
    assert f"{kind}" == str(kind) == repr(kind)
    assert f"{kind.__name__:>20}".endswith("PoolVectorEnv")
    with pytest.raises(TypeError, match="unsupported format string"):
        f"{kind:>20}"

    class Mine(kind, abc.ABC):  # type: ignore[misc, valid-type]
        pass

    assert Mine("CartPole-v1", 2).num_envs == 2
