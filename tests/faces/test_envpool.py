# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The same scripts on EnvPool 1.2.7 and on this package; docs/envpool.md says where they differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest

from tests.faces.rival import COMMON, envpool, make, needs_envpool, quiet

pytestmark = [needs_envpool, quiet]
# The structure of observations differs, as docs/envpool.md says.
ALIKE = [id for id in COMMON if not id.startswith("Blackjack")]
MAKERS = {"theirs": envpool, "ours": parallel_pool}


def shape_of(value: Any, ints: bool) -> Any:
    """Keys, shapes and dtypes of nested values; `ints` tells integer dtypes apart."""
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {key: shape_of(part, ints) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple(shape_of(part, ints) for part in value)
    array = np.asarray(value)
    integer = not ints and array.dtype.kind == "i"
    return ("int" if integer else str(array.dtype), array.shape)


def without_own(infos: dict[str, Any]) -> dict[str, Any]:
    """The infos without the environment's own."""
    return {key: infos[key] for key in ("env_id", "players", "elapsed_step")}


def gym_form(result: tuple[Any, ...]) -> tuple[Any, ...]:
    """Structure of a result; some observations are int64 here and int32 there."""
    *values, infos = result
    return (
        shape_of(values[0], ints=False),
        *(shape_of(value, ints=True) for value in values[1:]),
        shape_of(without_own(infos), ints=True),
    )


def actions_of(space: gymnasium.Space[Any], rows: int, rng: np.random.Generator) -> np.ndarray:
    """For either package: int32 or float32, in range."""
    if isinstance(space, gymnasium.spaces.Discrete):
        return rng.integers(0, space.n, rows).astype(np.int32)
    return rng.uniform(-1, 1, (rows, *(space.shape or ()))).astype(np.float32)


# --- Scripts: what they return must be the same for both ------------------------------------------


def sync_script(maker: Any, id: str) -> list[Any]:
    """Steps, subsets, resets of some, past the time limit."""
    env = make(maker, id, "gym", num_envs=4, seed=1, max_episode_steps=3, num_threads=1)
    rng = np.random.default_rng(0)
    out = [gym_form(env.reset())]
    for i in range(9):
        ids = np.array([2, 0], dtype=np.int32) if i % 4 == 3 else None
        result = env.step(actions_of(env.action_space, 4 if ids is None else 2, rng), ids)
        out.append(gym_form(result))
    out.append(gym_form(env.reset(np.array([3, 1], dtype=np.int32))))
    env.async_reset()
    out.append(gym_form(env.recv()))
    env.async_reset()
    out.append(gym_form(env.recv(reset=True)))
    out.append((len(env), env.is_async, shape_of(env.all_env_ids, ints=True), env.num_envs))
    out.append((str(env.single_action_space) == str(env.action_space), env.is_vector_env))
    return out


def async_script(maker: Any, id: str) -> list[Any]:
    """The loop of EnvPool's documentation."""
    env = make(maker, id, "gym", num_envs=6, batch_size=2, num_threads=2, seed=1)
    rng = np.random.default_rng(0)
    env.async_reset()
    seen = np.zeros(6, int)
    out = []
    for _ in range(40):
        obs, rew, term, trunc, info = env.recv()
        seen[info["env_id"]] += 1
        out.append(gym_form((obs, rew, term, trunc, info)))
        env.send(actions_of(env.action_space, 2, rng), info["env_id"])
    return [*out, env.is_async, len(env), bool((seen > 0).all())]


def dict_script(maker: Any, id: str) -> list[Any]:
    """Actions in dicts, nested and flat, with and without ids."""
    env = make(maker, id, "gym", num_envs=4, seed=1)
    env.reset()
    ids = np.array([3, 1], dtype=np.int32)
    rng = np.random.default_rng(0)
    dtype = env.spec.action_spec().dtype  # EnvPool takes no other in a dict
    two, four = (actions_of(env.action_space, rows, rng).astype(dtype) for rows in (2, 4))
    dicts = [
        {"action": four},
        {"action": two, "env_id": ids},
        {"action": two, "env_id": ids, "players": {"env_id": ids}},
        {"action": two, "env_id": ids, "players.env_id": ids},
    ]
    results = [env.step(actions) for actions in dicts]
    return [(gym_form(result), result[4]["env_id"].tolist()) for result in results]


def dm_script(maker: Any, id: str) -> list[Any]:
    """Time steps of the dm_env face, without the infos, which differ."""
    observations = parallel_pool.make_spec(id).observation_space
    names = list(observations) if isinstance(observations, gymnasium.spaces.Dict) else ["obs"]
    env = make(maker, id, "dm", num_envs=4, seed=1, max_episode_steps=3)
    rng = np.random.default_rng(0)
    space = maker.make_spec(id).action_space
    steps = [env.reset()] + [env.step(actions_of(space, 4, rng)) for _ in range(9)]
    steps.append(env.step(actions_of(space, 2, rng), np.array([2, 0], dtype=np.int32)))
    env.async_reset()
    steps.append(env.recv())
    out = []
    for step in steps:
        observation = step.observation
        out.append((type(step).__name__, type(observation).__name__, step._fields))
        ids = (observation.env_id, observation.players.env_id)
        out.append(shape_of((*ids, step.step_type, step.reward, step.discount), ints=True))
        fields = {name: getattr(observation, name) for name in names}
        out.append(shape_of(fields, ints=False))
    return [*out, len(env), env.is_async]


@pytest.mark.parametrize("id", ALIKE)
@pytest.mark.parametrize("script", [sync_script, async_script, dict_script, dm_script])
def test_same_script_same_structure(script: Callable[..., list[Any]], id: str) -> None:
    assert script(parallel_pool, id) == script(envpool, id)


@pytest.mark.parametrize("id", [id for id in ALIKE if id.startswith(("CartPole", "Pendulum"))])
def test_same_course_of_episodes(id: str) -> None:
    """Compares flags, step counts, ids, step types and rewards beyond a short time limit."""
    courses = {}
    for name, maker in MAKERS.items():
        env = make(maker, id, "gym", num_envs=3, seed=1, max_episode_steps=4)
        batched = make(maker, id, "dm", num_envs=3, seed=1, max_episode_steps=4)
        rng = np.random.default_rng(0)
        env.reset(), batched.reset()
        course = courses.setdefault(name, [])
        for i in range(14):
            ids = np.array([1], np.int32) if i == 5 else np.arange(3, dtype=np.int32)
            actions = actions_of(env.action_space, len(ids), rng)
            _, rewards, terminations, truncations, infos = env.step(actions, ids)
            course.append((terminations.tolist(), truncations.tolist(), (rewards == 0).tolist()))
            course.append((infos["elapsed_step"].tolist(), infos["env_id"].tolist()))
            step = batched.step(actions, ids)
            course.append((step.step_type.tolist(), (step.reward == 0).tolist()))
    assert courses["ours"] == courses["theirs"]


def test_same_meaning_of_actions() -> None:
    """An action reaches the environment that its id names."""
    for maker in MAKERS.values():
        env = make(maker, "CartPole-v1", "gym", num_envs=4, seed=1)
        before = env.reset()[0][:, 1]
        ids = np.array([2, 0, 3], dtype=np.int32)
        after, *_, infos = env.step(np.array([1, 0, 0], dtype=np.int32), ids)
        assert infos["env_id"].tolist() == [2, 0, 3]
        assert (after[:, 1] > before[ids]).tolist() == [True, False, False]
