# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The EnvPool-style face against the Gymnasium face, for every id."""

from __future__ import annotations

import copy
import importlib.util
import pickle
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium.error import DependencyNotInstalled
from parallel_pool import GymPool, errors, registry
from parallel_pool.testing import assert_same

from tests.faces.play import IDS, Actor, Elapsed, expected_infos
from tests.support import newest

ENVS = 5


def has_infos_of_its_own(id: str) -> bool:
    """Whether this face has infos that Gymnasium's lacks; the family's tests compare them."""
    info = registry.find(id).spec({})["info"]
    return any(part.get("presence") == "envpool" for part in info.get("children", ()))


ALIKE = [id for id in IDS if not has_infos_of_its_own(id)]


def texts_as_bytes(id: str, observations: Any) -> Any:
    """Observations with texts as this face has them: bytes, with zeros after them."""
    node = registry.find(id).spec({})["observation"]
    if node["kind"] == "Text":
        return padded(observations, node)
    texts = {part["name"]: part for part in node.get("children", ()) if part["kind"] == "Text"}
    if not texts:
        return observations
    return {
        key: padded(value, texts[key]) if key in texts else value
        for key, value in observations.items()
    }


def padded(texts: tuple[str, ...], node: dict[str, Any]) -> np.ndarray:
    width = node["shape"][0]
    rows = [np.frombuffer(text.encode().ljust(width, b"\0"), np.uint8) for text in texts]
    return np.stack(rows)


@pytest.mark.parametrize("id", newest(ALIKE))
def test_steps_as_the_gymnasium_face(id: str) -> None:
    """The same rows; rewards are cast, and infos have env ids instead of masks."""
    pool = parallel_pool.make_gym(id, num_envs=ENVS, seed=3, max_episode_steps=7)
    envs = parallel_pool.make(id, num_envs=ENVS, max_episode_steps=7)
    ids = np.arange(ENVS, dtype=np.int32)
    elapsed = Elapsed(ENVS)
    observations, infos = envs.reset(seed=3)
    elapsed.reset(ids)
    assert_same(pool.reset(), texts_as_bytes(id, observations))
    actor = Actor(id)
    for _ in range(60):
        actions = actor.act(infos, ids)
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        counts = elapsed.step(ids, terminations, truncations)
        assert_same(
            pool.step(actions),
            (
                texts_as_bytes(id, observations),
                rewards.astype(np.float32),
                terminations,
                truncations,
                expected_infos(id, infos, ids, counts),
            ),
        )


@pytest.mark.parametrize("id", newest(ALIKE))
def test_subsets(id: str) -> None:
    """`step` and `reset` return the requested rows in order."""
    pool = parallel_pool.make_gym(
        id, num_envs=ENVS, seed=3, max_episode_steps=4, gym_reset_return_info=True
    )
    envs = parallel_pool.make(id, num_envs=ENVS, seed=3, max_episode_steps=4)
    elapsed = Elapsed(ENVS)
    chosen = np.array([4, 1, 2], dtype=np.int32)
    everyone = np.arange(ENVS, dtype=np.int32)
    observations, infos = envs.reset()
    assert_same(
        pool.reset(),
        (
            texts_as_bytes(id, observations),
            expected_infos(id, infos, everyone, elapsed.reset(everyone)),
        ),
    )
    actor = Actor(id)
    for i in range(30):
        if i % 7 == 6:
            observations, infos = envs.reset(env_id=chosen)
            expected = expected_infos(id, infos, chosen, elapsed.reset(chosen))
            assert_same(pool.reset(chosen), (texts_as_bytes(id, observations), expected))
        actions = actor.act(infos, chosen)
        result = envs.step(actions, chosen)
        infos = result[4]
        expected = expected_infos(id, infos, chosen, elapsed.step(chosen, result[2], result[3]))
        ours = pool.step(actions, chosen)
        assert_same((ours[0], *ours[2:]), (texts_as_bytes(id, result[0]), *result[2:4], expected))
        assert_same(ours[1], result[1].astype(np.float32))


@pytest.mark.parametrize("id", newest(IDS))
def test_envpool_loop(id: str) -> None:
    """In the loop of EnvPool's documentation, every environment has its own single trajectory."""
    pool = parallel_pool.make(id, env_type="gym", num_envs=6, batch_size=2, num_threads=2, seed=5)
    assert pool.is_async
    actors = [Actor(id, seed) for seed in range(6)]
    seen: list[list[Any]] = [[] for _ in range(6)]
    pool.async_reset()
    for _ in range(60):
        _, rew, term, trunc, info = pool.recv()
        assert info["env_id"].shape == (2,)
        for row, env in enumerate(info["env_id"]):
            mine = rew[info["players"]["env_id"] == env].tolist()
            seen[env].append((mine, bool(term[row]), bool(trunc[row])))
        parts = [actors[env].act(info, [env]) for env in info["env_id"]]
        pool.send(stacked(parts), info["env_id"])
    for env in range(6):
        alone = parallel_pool.make(id, num_envs=1, seed=5 + env)
        infos = alone.reset()[1]
        again = [Actor(id, seed) for seed in range(6)][env]
        for count, one in enumerate(seen[env]):
            if count == 0:
                assert set(one[0]) <= {0.0}
                continue
            result = alone.step(again.act(alone_infos(infos), [0]))
            infos = result[4]
            rewards = result[1].astype(np.float32).tolist()
            assert one == (rewards, bool(result[2][0]), bool(result[3][0]))


def stacked(parts: list[Any]) -> Any:
    """Joins the actions of single environments to a batch."""
    if isinstance(parts[0], dict):
        return {key: stacked([part[key] for part in parts]) for key in parts[0]}
    if isinstance(parts[0], tuple):
        return tuple(stacked([part[i] for part in parts]) for i in range(len(parts[0])))
    return np.concatenate(parts)


def alone_infos(infos: dict[str, Any]) -> dict[str, Any]:
    return {"players": infos.get("players", {"env_id": np.zeros(1, np.int32)})}


def test_elapsed_step_survives_a_state() -> None:
    """The count belongs to the environment, not to the pool."""
    pool = parallel_pool.make_gym("Pendulum-v1", num_envs=2, seed=0)
    pool.reset()
    for _ in range(11):
        pool.step(np.zeros((2, 1), np.float32))
    other = parallel_pool.make_gym("Pendulum-v1", num_envs=2)
    other.set_state(None, pool.get_state())
    actions = np.ones((2, 1), np.float32)
    assert_same(other.step(actions), pool.step(actions))
    assert other.step(actions)[4]["elapsed_step"].tolist() == [13, 13]


def test_elapsed_step_without_a_limit() -> None:
    pool = parallel_pool.make_gym("Pendulum-v1", num_envs=1, max_episode_steps=-1)
    pool.reset()
    counts = [pool.step(np.zeros((1, 1)))[4]["elapsed_step"][0] for _ in range(300)]
    assert counts == list(range(1, 301))


def test_elapsed_step_in_same_step_mode() -> None:
    """The count is that of the episode to which the row's reward belongs."""
    pool = parallel_pool.make_gym(
        "Pendulum-v1", num_envs=2, max_episode_steps=3, autoreset_mode="SameStep"
    )
    pool.reset()
    counts = []
    for i in range(7):
        *_, truncations, infos = pool.step(np.zeros((2, 1)))
        counts.append(infos["elapsed_step"][1])
        assert truncations.all() == ("final_obs" in infos) == (i % 3 == 2)
    assert counts == [1, 2, 3, 1, 2, 3, 1]


def test_legacy_step() -> None:
    """Four values; infos distinguish truncation from termination, which takes precedence."""
    pool = parallel_pool.make_gym("Scripted-v0", num_envs=4, max_episode_steps=2, legacy_step=True)
    pool.reset()
    pool.step(np.zeros(4, int))
    result = pool.step(np.array([0, 1, 2, 0]))
    assert len(result) == 4
    assert result[2].tolist() == [True] * 4
    assert result[3]["TimeLimit.truncated"].tolist() == [True, False, True, True]
    assert pool.step(np.zeros(4, int))[2].tolist() == [False] * 4
    pool.async_reset()
    assert len(pool.recv()) == 4
    pool.async_reset()
    assert len(pool.recv(reset=True)) == 2
    pool.async_reset()
    assert isinstance(pool.recv(reset=True, return_info=False), dict)


def test_reset_return_info() -> None:
    assert parallel_pool.make_gym("CartPole-v1", num_envs=3).reset().shape == (3, 4)
    pool = parallel_pool.make_gym("CartPole-v1", num_envs=3, gym_reset_return_info=True)
    observations, infos = pool.reset([2, 0])
    assert observations.shape == (2, 4)
    assert infos["env_id"].tolist() == [2, 0]


def test_reset_options_seed_and_mask() -> None:
    pool = parallel_pool.make_gym("CartPole-v1", num_envs=3, gym_reset_return_info=True)
    mask = np.array([True, False, True])
    observations, infos = pool.reset(seed=7, options={"reset_mask": mask, "low": 0, "high": 0.01})
    assert infos["env_id"].tolist() == [0, 2]
    assert (observations >= 0).all()
    again = parallel_pool.make("CartPole-v1", num_envs=3).reset(
        seed=7, options={"low": 0, "high": 0.01}
    )
    assert_same(observations, again[0][[0, 2]])
    with pytest.raises(ValueError, match="were both given: give only one"):
        pool.reset([0], options={"reset_mask": mask})
    pool.seed(9)
    fresh = parallel_pool.make_gym("CartPole-v1", num_envs=3, seed=9, gym_reset_return_info=True)
    assert_same(pool.reset(), fresh.reset())


def test_members() -> None:
    """The members that EnvPool's scripts use."""
    pool = parallel_pool.make_gym("CartPole-v1", num_envs=5, batch_size=2)
    assert isinstance(pool, GymPool)
    assert isinstance(pool, gymnasium.Env)
    assert pool.observation_space == gymnasium.make("CartPole-v1").observation_space
    assert pool.single_observation_space is pool.observation_space
    assert pool.single_action_space is pool.action_space
    assert (len(pool), pool.num_envs, pool.batch_size, pool.is_async) == (5, 5, 2, True)
    assert_same(pool.all_env_ids, np.arange(5, dtype=np.int32))
    assert pool.spec.reward_threshold == pool.config["reward_threshold"] == 475.0
    assert pool.config == pool.spec.config._asdict()
    assert not parallel_pool.make_gym("CartPole-v1", num_envs=5).is_async
    assert repr(pool) == str(pool)
    assert repr(pool).startswith("GymPool('CartPole-v1', num_envs=5, batch_size=2, ")
    if importlib.util.find_spec("jax") is None:
        with pytest.raises(DependencyNotInstalled, match="xla\\(\\) needs JAX"):
            pool.xla()
    with pytest.raises(ValueError, match="camera_id must be None or -1, got 3"):
        pool.render(0, camera_id=3)
    pool.close()
    pool.close()
    assert pool.closed
    with pytest.raises(errors.PoolClosedError):
        pool.reset()


def test_attributes_can_be_set() -> None:
    """CleanRL sets attributes and then wraps the environment."""
    pool = parallel_pool.make("CartPole-v1", env_type="gym", num_envs=4, seed=1)
    pool.num_envs = 4
    pool.single_action_space = pool.action_space
    pool.single_observation_space = pool.observation_space
    pool.is_vector_env = True
    pool.anything = 1  # type: ignore[attr-defined]

    class Wrapper(gymnasium.Wrapper[Any, Any, Any, Any]):
        def reset(self, **kwargs: Any) -> Any:
            return self.env.reset(**kwargs)

    wrapped = Wrapper(pool)
    assert wrapped.reset().shape == (4, 4)
    assert len(wrapped.step(np.zeros(4, int))) == 5
    assert wrapped.unwrapped is pool


def test_copies_have_the_same_arguments() -> None:
    pool = parallel_pool.make_gym("FrozenLake-v1", num_envs=2, seed=4, legacy_step=True)
    for twin in (copy.deepcopy(pool), pickle.loads(pickle.dumps(pool))):
        assert twin.config == pool.config | {"seed": None}
        assert twin.spec.config.legacy_step


def test_failures_have_the_others_rows_in_this_form() -> None:
    pool = parallel_pool.make_gym("Scripted-v0", num_envs=3)
    pool.reset()
    with pytest.raises(errors.EnvironmentFailure) as caught:
        pool.step(np.array([0, 3, 0]))
    batch = caught.value.batch
    assert batch is not None
    assert batch[1].dtype == np.float32
    assert batch[4]["env_id"].tolist() == [0, 2]
    assert batch[4]["elapsed_step"].tolist() == [1, 1]
    assert pool.reset([1])["counters"].shape == (1, 4)


def test_infos_are_the_callers() -> None:
    """Changing one array changes no other."""
    pool = parallel_pool.make_gym("CartPole-v1", num_envs=3)
    pool.reset()
    infos = pool.step(np.zeros(3, int))[4]
    infos["env_id"][:] = 9
    assert infos["players"]["env_id"].tolist() == [0, 1, 2]
    assert pool.step(np.zeros(3, int))[4]["env_id"].tolist() == [0, 1, 2]
