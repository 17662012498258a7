# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Copies of pools by pickle and deepcopy, on every face, and pools from the JSON of a spec."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode
from parallel_pool import PerEnv
from parallel_pool.testing import assert_same

from tests.python_envs.toy_envs import Obedient

COPIES: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda envs: pickle.loads(pickle.dumps(envs)),
}


def native(face: str) -> Any:
    id = {"parallel": "Relay-v0", "aec": "tictactoe-v3"}.get(face, "CartPole-v1")
    return parallel_pool.make(id, env_type=face, num_envs=2, seed=3)  # type: ignore[call-overload]


def in_python(face: str) -> Any:
    return parallel_pool.make_python(
        Obedient, 2, env_type=face, seed=3, num_workers=1, start_method="thread"
    )


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize(
    ("make", "face"),
    [
        *((native, face) for face in ("gymnasium", "gym", "dm", "parallel", "aec")),
        *((in_python, face) for face in ("gymnasium", "gym", "dm")),
    ],
)
def test_copies_of_pools_have_no_seed(make: Callable[[str], Any], face: str, how: str) -> None:
    """The copies would otherwise play the episodes of the original."""
    with make(face) as envs:
        envs.reset()
        assert envs.np_random_seed == (3, 4)
        with COPIES[how](envs) as twin, COPIES[how](envs) as other:
            twin.reset()
            other.reset()
            drawn = [*envs.np_random_seed, *twin.np_random_seed, *other.np_random_seed]
            assert len(set(drawn)) == 6
            twin.reset(seed=3)
            assert twin.np_random_seed == (3, 4)


ACCEPTED: list[tuple[str, dict[str, Any]]] = [
    ("CartPole-v1", {"gravity": np.float32(9.5)}),
    ("CartPole-v1", {"gravity": np.array(9.5)}),
    ("CartPole-v1", {"sutton_barto_reward": np.True_}),
    ("CartPole-v1", {"seed": np.array([3, 4])}),
    ("CartPole-v1", {"seed": (np.uint64(2**63), None)}),
    ("CartPole-v1", {"autoreset_mode": AutoresetMode.SAME_STEP}),
    ("CartPole-v1", {"autoreset_mode": np.str_("SameStep")}),
    ("CartPole-v1", {"num_envs": np.int64(2), "max_episode_steps": np.int16(5)}),
    ("CartPole-v1", {"record_episode_statistics": np.True_}),
    ("CartPole-v1", {"normalize_reward": np.True_, "reward_gamma": np.float32(0.5)}),
    ("CartPole-v1", {"workers": parallel_pool.Workers(1)}),
    ("Pendulum-v1", {"g": PerEnv(np.array([1.0, 2.0]))}),
    ("FrozenLake-v1", {"desc": np.array([[*"SF"], [*"HG"]], dtype="S1")}),
    ("FrozenLake-v1", {"desc": PerEnv([["SF", "FG"], ["SF", "HG"]])}),
    ("ALE-Breakout-v5", {"img_height": np.int64(42), "frame_skip": range(2, 4)}),
    ("ALE-Breakout-v5", {"frame_skip": PerEnv([(2, 4), 3])}),
    ("Ant-v5", {"healthy_z_range": np.array([0.25, 1.0])}),
    ("Ant-v5", {"width": np.int64(30), "default_camera_config": {"lookat": np.zeros(3)}}),
]


@pytest.mark.parametrize("make", [parallel_pool.make, gymnasium.make_vec])
@pytest.mark.parametrize(("id", "options"), ACCEPTED)
def test_specs_go_through_json(make: Any, id: str, options: dict[str, Any]) -> None:
    """Options may be NumPy's scalars and arrays, other sequences, and differ by environment."""
    prefix = "parallel_pool/" if make is gymnasium.make_vec else ""
    envs = make(prefix + id, **{"num_envs": 2} | options)
    stored = envs.spec.to_json()
    twin: Any = gymnasium.make_vec(EnvSpec.from_json(stored))
    assert twin.config == envs.config
    assert twin.result_options == envs.result_options
    assert twin.autoreset_mode == envs.autoreset_mode
    gymnasium.make_vec(EnvSpec.from_json(twin.spec.to_json())).close()
    if "seed" in options:
        envs.reset()
        twin.reset()
        assert twin.np_random_seed[0] == envs.np_random_seed[0] == options["seed"][0]


def test_pools_from_the_json_of_a_spec_differ_as_the_first() -> None:
    envs = parallel_pool.make("Pendulum-v1", num_envs=2, g=PerEnv([1, np.float64(20)]), seed=0)
    twin: Any = gymnasium.make_vec(EnvSpec.from_json(envs.spec.to_json()))  # type: ignore[union-attr]
    assert twin.get_attr("g") == (1.0, 20.0)
    assert_same(twin.reset(), envs.reset())
    actions = np.ones((2, 1), np.float32)
    assert_same(twin.step(actions), envs.step(actions))


def test_dicts_with_integers_as_keys_go_through_json() -> None:
    """JSON has texts for keys."""
    from parallel_pool.keywords import normalise_config

    class Type:
        id = "Weapons-v0"
        options = (("rewards", "dict[int, float]", {}, ""),)

    told = json.loads(json.dumps({"rewards": {0: 1.0, 12: 2.0}}))
    found = normalise_config(Type(), told)  # type: ignore[arg-type]
    assert found == {"rewards": {0: 1.0, 12: 2.0}}


# --- Single environments --------------------------------------------------------------------------

SINGLE_COPIES = [(how, id) for how in COPIES for id in ("CartPole-v1", "ALE-Pong-v5", "Ant-v5")]


@pytest.mark.parametrize(("how", "id"), SINGLE_COPIES)
def test_copies_of_single_environments_go_on_as_these(how: str, id: str) -> None:
    """As those of Gymnasium's own environments: planners step copies."""
    env = gymnasium.make(f"parallel_pool/{id}", disable_env_checker=True)
    env.reset(seed=3)
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(6)]
    env.step(actions[0])
    twin = COPIES[how](env)
    unmoved = COPIES[how](twin)
    for action in actions:
        assert_same(twin.step(action), env.step(action))
    assert twin.unwrapped.np_random_seed == env.unwrapped.np_random_seed == 3
    assert twin.unwrapped.spec == env.unwrapped.spec
    assert twin.unwrapped.np_random.random() == env.unwrapped.np_random.random()
    assert_same(twin.reset(), env.reset())
    for action in actions:
        unmoved.step(action)
    assert_same(unmoved.reset(seed=8), env.reset(seed=8))
    twin.unwrapped.np_random = np.random.default_rng(1)
    assert twin.unwrapped.np_random_seed == -1


@pytest.mark.parametrize("how", COPIES)
def test_copies_of_single_environments_that_were_not_reset(how: str) -> None:
    env = gymnasium.make("parallel_pool/CartPole-v1", seed=5)
    twin = COPIES[how](env)
    assert_same(twin.reset(), env.reset())
    env.close()
    with pytest.raises(gymnasium.error.ResetNeeded):
        COPIES[how](env).unwrapped.step(0)


@pytest.mark.parametrize("how", COPIES)
def test_copies_of_dm_environments(how: str) -> None:
    env = parallel_pool.DmEnv("Pendulum-v1", seed=4, max_episode_steps=3, g=4.0)
    early = COPIES[how](env)
    assert_same([*early.reset()], [*env.reset()])
    action = np.ones(1, np.float32)
    env.step(action)
    twin = COPIES[how](env)
    for _ in range(6):  # over the end of the episode
        assert_same([*twin.step(action)], [*env.step(action)])
    env.close()
    assert COPIES[how](env).step(action).first()


@pytest.mark.parametrize("how", COPIES)
def test_copies_of_single_environments_of_agents(how: str) -> None:
    pettingzoo = pytest.importorskip("parallel_pool.pettingzoo")
    walkers = pettingzoo.parallel_env("simple_spread-v3")
    assert_same(COPIES[how](walkers).reset(seed=1), walkers.reset(seed=1))
    actions = {agent: walkers.action_space(agent).sample() for agent in walkers.agents}
    walkers.step(actions)
    assert_same(COPIES[how](walkers).step(actions), walkers.step(actions))
    game = pettingzoo.env("tictactoe-v3")
    game.reset()
    game.step(4)
    twin = COPIES[how](game)
    for move in (0, 1):
        twin.step(move)
        game.step(move)
        assert_same(twin.last(), game.last())
        assert twin.agent_selection == game.agent_selection


def test_specs_of_single_environments_go_through_json() -> None:
    env = gymnasium.make("parallel_pool/CartPole-v1", gravity=np.float32(9.5))
    assert env.spec is not None
    twin = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    assert twin.get_wrapper_attr("gravity") == 9.5


@pytest.mark.parametrize("how", COPIES)
def test_results_of_the_dm_env_face(how: str) -> None:
    with parallel_pool.make_dm("Scripted-v0", num_envs=2, seed=3) as envs:
        step = envs.reset()
        copied = COPIES[how](step)
        assert type(copied.observation) is type(step.observation)
        assert_same(copied._asdict(), step._asdict())
        spec = envs.observation_spec()
        assert COPIES[how](spec) == spec


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("backend", ["native", "python"])
def test_descriptions_of_pools(backend: str, how: str) -> None:
    spec = parallel_pool.make_spec("CartPole-v1", num_envs=2, backend=backend)
    copied = COPIES[how](spec)
    assert repr(copied) == repr(spec)
    assert copied.observation_space == spec.observation_space
    assert type(copied.config) is type(spec.config)
