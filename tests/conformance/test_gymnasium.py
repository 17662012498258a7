# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Gymnasium's own checker, registry and vector wrappers over the pool."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers import vector as wrappers
from parallel_pool import gymnasium_version, registry
from parallel_pool.testing import assert_same

from tests.driver import is_multi_player
from tests.support import PUBLIC_IDS

# A single environment of several players is none of Gymnasium's.
IDS = [id for id in PUBLIC_IDS if not is_multi_player(id)]


class AnyAction(gymnasium.Env[Any, Any]):
    """An environment in which only the action space and missing bounds may cause warnings."""

    observation_space = spaces.Box(-np.inf, np.inf)

    def __init__(self, action_space: spaces.Space[Any]) -> None:
        self.action_space = action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        return self.np_random.random(1, np.float32), {}

    def step(self, action: Any) -> Any:
        return np.zeros(1, np.float32), 0.0, False, False, {}


@pytest.mark.parametrize("id", IDS)
def test_check_env(id: str) -> None:
    """Gymnasium's checker gives the single environment the same warnings as the reference.

    Without a reference, only its action space and missing bounds may cause warnings.
    """

    def warned(env: gymnasium.Env[Any, Any]) -> set[str]:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            check_env(env, skip_render_check=True)
        return {str(one.message) for one in caught if "out of date" not in str(one.message)}

    env = gymnasium.make(f"parallel_pool/{id}").unwrapped
    name = registry.find(id).reference
    if registry.missing_reference(registry.find(id)):
        pytest.skip("its reference is not installed")
    reference = gymnasium.make(name).unwrapped if name else AnyAction(env.action_space)
    assert warned(env) <= warned(reference)


@pytest.mark.parametrize("id", IDS)
def test_make_vec(id: str) -> None:
    """make_vec yields a real VectorEnv whose spec makes an equal one, also through JSON."""
    envs = gymnasium.make_vec(f"parallel_pool/{id}", num_envs=3)
    assert isinstance(envs, VectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP is envs.autoreset_mode
    assert envs.spec is not None
    first = envs.reset(seed=1)
    for spec in (envs.spec, EnvSpec.from_json(json.dumps(json.loads(envs.spec.to_json())))):
        twin = gymnasium.make_vec(spec)
        assert twin.num_envs == 3
        assert_same(twin.reset(seed=1), first)
    single = gymnasium.make_vec(f"parallel_pool/{id}", num_envs=3, vectorization_mode="sync")
    assert_same(single.reset(seed=1)[0], first[0])
    assert envs.observation_space == single.observation_space
    assert envs.action_space == single.action_space


def test_module_prefix_registers() -> None:
    """The id works in a fresh process by Gymnasium's module:id notation."""
    code = (
        "import gymnasium; "
        "e = gymnasium.make_vec('parallel_pool:parallel_pool/CartPole-v1', num_envs=2); "
        "print(e.reset(seed=0)[0].shape)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "(2, 4)"


def test_keywords_reach_the_environment() -> None:
    """Options and engine arguments are flat keywords."""
    envs = gymnasium.make_vec(
        "parallel_pool/CartPole-v1",
        num_envs=2,
        sutton_barto_reward=True,
        max_episode_steps=3,
        autoreset_mode="SameStep",
        num_threads=2,
    )
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert envs.get_attr("sutton_barto_reward") == (True, True)
    envs.reset(seed=0)
    for _ in range(3):
        result = envs.step(np.zeros(2, np.int64))
    assert result[3].all()
    assert result[1].tolist() == [0.0, 0.0]


def test_spec_round_trip_of_make() -> None:
    """A pool from `parallel_pool.make` has a spec too."""
    envs = parallel_pool.make(
        "FrozenLake-v1",
        num_envs=2,
        is_slippery=False,
        max_episode_steps=-1,
        autoreset_mode="Disabled",
        batch_size=1,
    )
    twin = gymnasium.make_vec(envs.spec)
    assert (twin.num_envs, twin.batch_size) == (2, 1)
    assert twin.autoreset_mode is AutoresetMode.DISABLED
    assert twin.config == envs.config
    assert repr(envs) == "PoolVectorEnv(parallel_pool/FrozenLake-v1, num_envs=2)"


def test_pickle_and_deepcopy_keep_arguments() -> None:
    envs = parallel_pool.make("Pendulum-v1", num_envs=3, g=9.81, num_threads=2)
    for twin in (pickle.loads(pickle.dumps(envs)), copy.deepcopy(envs)):
        assert twin.config == {"g": 9.81}
        assert (twin.num_envs, twin.num_threads) == (3, 2)
        with pytest.raises(gymnasium.error.ResetNeeded):
            twin.step(np.zeros((3, 1), np.float32))


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_metadata_is_per_instance(mode: AutoresetMode) -> None:
    one = parallel_pool.make("CartPole-v1", autoreset_mode=mode)
    other = parallel_pool.make("CartPole-v1")
    assert one.metadata is not other.metadata
    assert one.metadata["autoreset_mode"] is mode
    assert VectorEnv.metadata == {}


def rollout(envs: VectorEnv, steps: int = 60) -> list[object]:
    rng = np.random.default_rng(0)
    seen: list[object] = [envs.reset(seed=3)]
    for _ in range(steps):
        result = envs.step(rng.integers(0, 2, envs.num_envs))
        seen.append(result[:4])
    return seen


WRAPPERS = {
    "normalize observation": wrappers.NormalizeObservation,
    "normalize reward": wrappers.NormalizeReward,
    "clip reward": lambda e: wrappers.ClipReward(e, 0.0, 0.5),
    "transform observation": lambda e: wrappers.TransformObservation(e, lambda o: o * 2),
    "transform reward": lambda e: wrappers.TransformReward(e, lambda r: r + 1),
    "flatten": wrappers.FlattenObservation,
    "dtype": lambda e: wrappers.DtypeObservation(e, np.float64),
}


@pytest.mark.parametrize("name", WRAPPERS)
def test_wrappers_act_as_over_sync_vector_env(name: str) -> None:
    ours = WRAPPERS[name](parallel_pool.make("CartPole-v1", num_envs=3))
    theirs = WRAPPERS[name](
        gymnasium.make_vec("CartPole-v1", num_envs=3, vectorization_mode="sync")
    )
    assert_same(rollout(ours), rollout(theirs), name)


def test_record_episode_statistics() -> None:
    """Returns and lengths of episodes agree with those over SyncVectorEnv."""
    pools = [
        wrappers.RecordEpisodeStatistics(envs)
        for envs in (
            parallel_pool.make("CartPole-v1", num_envs=3),
            gymnasium.make_vec("CartPole-v1", num_envs=3, vectorization_mode="sync"),
        )
    ]
    rng = np.random.default_rng(1)
    for envs in pools:
        envs.reset(seed=3)
    for _ in range(150):
        actions = rng.integers(0, 2, 3)
        ours, theirs = (envs.step(actions)[4] for envs in pools)
        assert ours.keys() == theirs.keys()
        for key in ("r", "l"):
            if "episode" in theirs:
                assert_same(ours["episode"][key], theirs["episode"][key])


def test_record_episode_statistics_reads_the_reset_mask() -> None:
    """The pool leaves the mask in the options, so that only masked episodes are counted anew."""
    envs = wrappers.RecordEpisodeStatistics(parallel_pool.make("Pendulum-v1", num_envs=3))
    envs.reset(seed=3)
    for _ in range(4):
        envs.step(np.zeros((3, 1), np.float32))
    envs.reset(options={"reset_mask": np.array([False, True, False])})
    assert envs.episode_lengths.tolist() == [4, 0, 4]


def test_dict_info_to_list() -> None:
    envs = wrappers.DictInfoToList(parallel_pool.make("FrozenLake-v1", num_envs=2))
    _, infos = envs.reset(seed=0)
    assert infos == [{"prob": 1.0}, {"prob": 1.0}]
    infos = envs.step(np.array([1, 1]))[4]
    assert [info.keys() for info in infos] == [{"prob"}, {"prob"}]


def test_observation_wrappers_refuse_same_step() -> None:
    new = gymnasium_version.since(1, 4, 0)  # before, it is an assertion without a word
    with pytest.raises(
        ValueError if new else AssertionError, match="autoreset_mode" if new else None
    ):
        wrappers.FlattenObservation(parallel_pool.make("CartPole-v1", autoreset_mode="SameStep"))


def test_call_and_attributes() -> None:
    envs = parallel_pool.make("Pendulum-v1", num_envs=2, g=5.0)
    assert envs.get_attr("g") == (5.0, 5.0) == envs.call("g")
    assert envs.get_attr("render_mode") == (None, None)
    assert envs.get_attr("observation_space")[0] == envs.single_observation_space
    with pytest.raises(AttributeError, match="no attribute 'gravity'; known: action_space, g,"):
        envs.get_attr("gravity")
    with pytest.raises(AttributeError, match="'g' of Pendulum-v1 environments cannot be set"):
        envs.set_attr("g", 3.0)


def test_generators_can_be_read_and_set() -> None:
    """np_random is each environment's stream, as SyncVectorEnv's."""
    envs = parallel_pool.make("Pendulum-v1", num_envs=2)
    references = gymnasium.make_vec("Pendulum-v1", num_envs=2, vectorization_mode="sync")
    assert envs.np_random_seed == (None, None)
    envs.reset(seed=4)
    references.reset(seed=4)
    assert envs.np_random_seed == references.np_random_seed == (4, 5)
    for ours, theirs in zip(envs.np_random, references.np_random, strict=True):
        assert ours.bit_generator.state == theirs.bit_generator.state
    generators = tuple(np.random.Generator(np.random.PCG64(i)) for i in (7, 8))
    envs.np_random = generators
    twins = copy.deepcopy(generators)  # the environments draw from those that were set
    expected = [g.uniform([-np.pi, -1], [np.pi, 1]) for g in twins]
    observations, _ = envs.reset()
    assert_same(observations[:, 2], np.array([e[1] for e in expected], dtype=np.float32))
    with pytest.raises(TypeError, match="PCG64"):
        envs.set_attr("np_random", [np.random.RandomState(0), None])
