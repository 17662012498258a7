# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What `make_python` takes, and how it refuses the rest."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from parallel_pool import _core
from parallel_pool.errors import PoolError

from tests.python_envs.toy_envs import Fixed, Obedient


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "num_envs must be at least 1"),
        ({"num_envs": 2, "batch_size": 3}, "batch_size must be at most num_envs = 2, got 3"),
        ({"num_workers": -1}, "num_workers must be at least 0"),
        ({"start_method": "forkserver"}, "start_method must be one of"),
        ({"observation_mode": "any"}, "observation_mode must be one of"),
        ({"step_timeout": 1, "start_method": "thread"}, "step_timeout needs worker processes"),
        ({"step_timeout": 0}, "step_timeout must be positive"),
        ({"autoreset_mode": "Never"}, "autoreset_mode must be one of"),
        ({"seed": [1]}, "one seed for each of 2"),
    ],
)
def test_bad_values(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make_python(Obedient, **({"num_envs": 2} | arguments))


def test_bad_types() -> None:
    with pytest.raises(TypeError, match="expected an environment id"):
        parallel_pool.make_python(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="step_timeout must be positive seconds or None, got '5'"):
        parallel_pool.make_python(Obedient, step_timeout="5")  # type: ignore[arg-type]
    for name in ("batch_size", "num_workers"):
        with pytest.raises(TypeError, match=f"{name} must be an int, got ''"):
            parallel_pool.make_python(Obedient, **{name: ""})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="restart must be a bool"):
        parallel_pool.make_python(Obedient, restart=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"\['gravity'\] can only be given with an environment id"):
        parallel_pool.make_python(Obedient, gravity=1)
    with pytest.raises(ValueError, match="num_envs is 3, but 2 environments were given"):
        parallel_pool.make_python([Obedient, Obedient], 3)
    with pytest.raises(ValueError, match="at least one environment"):
        parallel_pool.make_python([])


def test_unknown_ids_are_refused_here() -> None:
    with pytest.raises(gymnasium.error.NameNotFound):
        parallel_pool.make_python("NoSuchThing-v0")


def test_keyword_arguments_reach_environments_made_by_an_id() -> None:
    envs = parallel_pool.make_python("CartPole-v1", 2, sutton_barto_reward=True)
    assert envs.get_attr("_sutton_barto_reward") == (True, True)
    envs.close()


def test_time_limits() -> None:
    for source in ("CartPole-v1", partial(gymnasium.make, "CartPole-v1")):
        envs = parallel_pool.make_python(source, 2, max_episode_steps=3)
        envs.reset()
        truncated = [envs.step(np.array([0, 1]))[3].tolist() for _ in range(3)]
        assert truncated == [[False] * 2, [False] * 2, [True] * 2]
        envs.close()


def test_lambdas_and_closures() -> None:
    name = "closed over"
    envs = parallel_pool.make_python([lambda i=i: Obedient(f"{name} {i}") for i in range(3)])
    assert envs.get_attr("name") == ("closed over 0", "closed over 1", "closed over 2")
    envs.close()


def test_ids_that_only_this_process_has() -> None:
    gymnasium.register("HereOnly-v0", entry_point=lambda: Obedient("here only"))
    envs = parallel_pool.make_python("HereOnly-v0", 2)
    assert envs.get_attr("name") == ("here only",) * 2
    envs.close()
    gymnasium.registry.pop("HereOnly-v0")


def fail_to_make() -> Any:
    raise RuntimeError("cannot be made")


def die_while_making() -> Any:
    import os

    os._exit(7)


def test_environments_that_cannot_be_made() -> None:
    with pytest.raises(RuntimeError, match="cannot be made") as caught:
        parallel_pool.make_python([Obedient, fail_to_make], num_workers=1)
    assert "env id 1 could not be made" in str(caught.value.__cause__)
    with pytest.raises(PoolError, match="ended with status 7 while it made its environments"):
        parallel_pool.make_python([Obedient, die_while_making], num_workers=2)


@pytest.mark.parametrize("made", [3, None, "CartPole-v1"])
def test_functions_that_return_no_environment(made: Any) -> None:
    expected = f"the function must return a gymnasium.Env, .*, got {made!r}, which has no observ"
    for arguments in ({}, {"start_method": "thread"}):
        with pytest.raises(TypeError, match=expected):
            parallel_pool.make_python(lambda: made, num_envs=2, **arguments)


def test_environments_of_other_packages_need_only_the_members() -> None:
    class Duck:
        """No `gymnasium.Env`, but has what one has."""

        observation_space = spaces.Discrete(2)
        action_space = spaces.Discrete(2)

        def reset(self, seed: Any = None, options: Any = None) -> Any:
            return 1, {}

        def step(self, action: Any) -> Any:
            return 0, 1.0, False, False, {}

        def close(self) -> None:
            pass

    with parallel_pool.make_python(Duck, num_envs=2) as envs:
        assert envs.reset()[0].tolist() == [1, 1]


def test_spaces_must_agree() -> None:
    def fixed(high: float) -> Any:
        return partial(Fixed, spaces.Box(-1, high, (2,)), spaces.Discrete(2))

    with pytest.raises(PoolError, match=r"same observation space: env id 0 has .* env id 2 has"):
        parallel_pool.make_python([fixed(1.0), fixed(1.0), fixed(2.0)], num_workers=1)
    envs = parallel_pool.make_python(
        [fixed(1.0), fixed(2.0)], num_workers=2, observation_mode="different"
    )
    assert envs.observation_space.high[:, 0].tolist() == [1.0, 2.0]
    envs.reset()
    envs.close()
    with pytest.raises(PoolError, match="same action space"):
        parallel_pool.make_python(
            [partial(Fixed, spaces.Discrete(2), spaces.Discrete(n)) for n in (2, 3)]
        )


def test_workers_and_batches() -> None:
    available = _core.available_parallelism()
    for default in (None, 0):
        with parallel_pool.make_python(Obedient, 5, default, default) as envs:
            assert (envs.num_workers, envs.batch_size) == (min(5, available), 5)
    envs = parallel_pool.make_python(Obedient, 5, 2, 50)
    assert (envs.num_workers, envs.num_threads, envs.batch_size) == (5, 5, 2)
    assert envs.observation_space.shape == (2, 3)
    assert isinstance(envs, gymnasium.vector.VectorEnv)
    assert len(set(envs.call("pid"))) == 5
    envs.close()
    envs.close()


def test_other_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(OSError, match=r"environments in Python need Linux.*, this is darwin"):
        parallel_pool.make_python("CartPole-v1")
