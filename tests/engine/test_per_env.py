# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Options that differ between environments, and options that change with the next reset."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import PerEnv, errors
from parallel_pool.testing import assert_same

MAPS = [["SFFF", "FHFH", "FFFH", "HFFG"], ["SFFF", "FFFF", "FFFF", "FFFG"], None]


def rows(envs: Any, actions: Any, count: int) -> list[Any]:
    """The results of a reset and some steps."""
    return [envs.reset(), *[envs.step(actions)[:4] for _ in range(count)]]


@pytest.mark.parametrize(
    ("id", "options", "action"),
    [
        ("Pendulum-v1", {"g": [1.0, 9.81, 20.0]}, [0.5]),
        ("CartPole-v1", {"length": [0.2, 0.5, 1.5], "gravity": [5, 10, 15]}, 1),
        ("FrozenLake-v1", {"desc": MAPS, "is_slippery": [True, False, True]}, 2),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_each_is_as_in_a_pool_of_its_own(
    id: str, options: dict[str, list[Any]], action: Any, threads: int
) -> None:
    """Through autoresets too."""
    common: dict[str, Any] = {"max_episode_steps": 6, "num_threads": threads}
    own = {name: PerEnv(values) for name, values in options.items()}
    envs = parallel_pool.make(id, num_envs=3, seed=4, **common, **own)
    found = rows(envs, [action] * 3, 20)
    for i in range(3):
        single = {name: values[i] for name, values in options.items()}
        alone = parallel_pool.make(id, num_envs=1, seed=4 + i, **common, **single)
        expected = rows(alone, [action], 20)
        for ours, theirs in zip(found, expected, strict=True):
            assert_same(ours[0][i], theirs[0][0])
            if len(ours) == 4:
                assert [part[i] for part in ours[1:]] == [part[0] for part in theirs[1:]]


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_changes_begin_with_the_next_reset(mode: str) -> None:
    envs = parallel_pool.make(
        "Pendulum-v1", num_envs=3, autoreset_mode=mode, max_episode_steps=3, seed=1
    )
    envs.reset()
    still = [[0.0]] * 3
    envs.step(still)
    envs.set_config([0, 2], g=PerEnv([2.0, 3.0]))
    assert envs.get_attr("g") == (10.0, 10.0, 10.0)
    if mode == "Disabled":
        envs.step(still)
        envs.step(still)
        envs.reset(env_id=[0, 1])
        assert envs.get_attr("g") == (2.0, 10.0, 10.0)
        return
    while not envs.step(still)[3].all():
        assert envs.get_attr("g") == (10.0, 10.0, 10.0)
    if mode == "NextStep":
        envs.step(still)
    assert envs.get_attr("g") == (2.0, 10.0, 3.0)
    envs.set_config(None, g=5)  # and again
    envs.set_config([1], g=6)  # the later one holds
    envs.reset()
    assert envs.get_attr("g") == (5.0, 6.0, 5.0)


def test_a_seed_makes_it_as_new() -> None:
    """A reset with a seed after a change equals a new pool with these options."""
    envs = parallel_pool.make("Pendulum-v1", num_envs=2, seed=0)
    envs.reset()
    envs.step([[1.0], [1.0]])
    envs.set_config([1], g=3.0)
    fresh = parallel_pool.make("Pendulum-v1", num_envs=2, g=PerEnv([10.0, 3.0]))
    assert_same(envs.reset(seed=9)[0], fresh.reset(seed=9)[0])
    for _ in range(5):
        assert_same(envs.step([[1.0], [-1.0]])[0], fresh.step([[1.0], [-1.0]])[0])


def test_without_a_seed_the_stream_goes_on() -> None:
    envs, twin = (parallel_pool.make("Pendulum-v1", num_envs=2, seed=0) for _ in range(2))
    envs.reset()
    twin.reset()
    envs.set_config([0], g=3.0)
    assert_same(envs.reset()[0], twin.reset()[0])


@pytest.mark.parametrize("env_type", ["gymnasium", "gym", "dm"])
def test_faces(env_type: str) -> None:
    envs: Any = parallel_pool.make("Pendulum-v1", env_type=env_type, num_envs=2, g=PerEnv([1, 20]))
    envs.reset()
    envs.set_config([0], g=4)
    assert envs.config["g"] == PerEnv([1, 20])
    twin = pickle.loads(pickle.dumps(envs))
    assert twin.config["g"] == PerEnv([1, 20])


def test_specs_keep_them() -> None:
    envs = gymnasium.make_vec("parallel_pool/Pendulum-v1", num_envs=2, g=PerEnv([1, 20]))
    twin = gymnasium.make_vec(copy.deepcopy(envs.spec))
    assert twin.get_attr("g") == (1.0, 20.0)


def test_states_belong_to_options() -> None:
    envs = parallel_pool.make("Pendulum-v1", num_envs=3, g=PerEnv([1.0, 2.0, 1.0]), seed=0)
    envs.reset()
    states = envs.get_state()
    envs.set_state([2], states[:1])
    assert envs.get_state()[2] == states[0]
    with pytest.raises(errors.StateError, match="belongs to another config"):
        envs.set_state([1], states[:1])
    other = parallel_pool.make("Pendulum-v1", num_envs=1, g=1.0)
    other.set_state([0], states[:1])
    envs.clone([0], [2])
    with pytest.raises(
        errors.StateError, match="env id 1 cannot continue env id 0: they have different options"
    ):
        envs.clone([0, 0], [2, 1])
    envs.set_config([1], g=1.0)  # not yet
    with pytest.raises(errors.StateError):
        envs.clone([0], [1])
    envs.reset()
    envs.clone([0], [1])
    envs.set_state([1], states[:1])


@pytest.mark.parametrize(
    ("id", "options", "error", "message"),
    [
        (
            "Pendulum-v1",
            {"g": PerEnv([1, 2])},
            ValueError,
            "PerEnv holds 2 values, but there",
        ),
        ("Pendulum-v1", {"g": [1, 2, 3]}, TypeError, "option 'g' must be float, got"),
        ("Pendulum-v1", {"g": PerEnv([1, 2, "x"])}, TypeError, "option 'g' must be float, got 'x'"),
        (
            "Pendulum-v1",
            {"h": PerEnv([1, 2, 3])},
            errors.InvalidOptionError,
            "'h'; (known|its options) are:? g",
        ),
        (
            "FrozenLake-v1",
            {"map_name": PerEnv(["4x4", "8x8", "4x4"])},
            ValueError,
            r"env id 1 change the observation space: Discrete\(64\) instead of Discrete\(16\)",
        ),
    ],
)
def test_refusals(id: str, options: dict[str, Any], error: type, message: str) -> None:
    """When a pool is made, and when it is changed; nothing is changed then."""
    with pytest.raises(error, match=message):
        parallel_pool.make(id, num_envs=3, **options)
    envs = parallel_pool.make(id, num_envs=3, seed=0)
    envs.reset()
    before = envs.get_state()
    with pytest.raises(error, match=message):
        envs.set_config(None, **options)
    envs.reset()
    assert len(envs.get_state()) == len(before)
    name = next(iter(options))
    if name in envs.config:
        assert len(set(map(str, envs.get_attr(name)))) == 1


def test_environments_that_cannot_change() -> None:
    envs = parallel_pool.make("Pendulum-v1", num_envs=3, seed=0)
    envs.reset()
    envs.send([[0.0]], [1])
    with pytest.raises(errors.InFlightError, match="env id 1 is in flight"):
        envs.set_config([0, 1], g=2.0)
    envs.recv()
    with pytest.raises(IndexError, match="env id 3 is out of range"):
        envs.set_config([3], g=2.0)
    with pytest.raises(ValueError, match="names an environment twice"):
        envs.set_config([1, 1], g=2.0)
    envs.reset()
    assert envs.get_attr("g") == (10.0,) * 3


def test_values_of_a_per_env() -> None:
    for bad in ("text", 3, None, {"a": 1}):
        with pytest.raises(TypeError, match="PerEnv takes a sequence with a value for each"):
            PerEnv(bad)  # type: ignore[arg-type]
    assert repr(PerEnv(np.array([1, 2]))) == repr(PerEnv([np.int64(1), np.int64(2)]))
    assert PerEnv((1, 2)) == PerEnv([1, 2]) != PerEnv([1, 3])


def test_rendering_shows_each_with_its_options() -> None:
    pytest.importorskip("pygame")
    envs = parallel_pool.make(
        "FrozenLake-v1", num_envs=3, desc=PerEnv(MAPS[:2] + MAPS[:1]), render_mode="ansi"
    )
    envs.reset()
    frames = envs.render()
    assert frames is not None
    assert frames[0] == frames[2] != frames[1]
    with pytest.raises(ValueError, match="render_mode 'human' cannot show environments"):
        parallel_pool.make("FrozenLake-v1", num_envs=2, desc=PerEnv(MAPS[:2]), render_mode="human")


def test_many_changes_do_not_pile_up() -> None:
    """Data of options that no environment has any more is freed."""
    envs = parallel_pool.make("Pendulum-v1", num_envs=2, seed=0)
    envs.reset()
    for i in range(300):
        envs.set_config(None, g=PerEnv([i, i + 0.5]))
        envs.reset(env_id=[i % 2])
    envs.reset()
    assert envs.get_attr("g") == (299.0, 299.5)
